/* SPDX-License-Identifier: MIT */
/*
 * What the vector engine and the comparisons run: the operations of the library's contract, by TLS
 * group, behind two function pointers. The library on the host, the library inside a board image
 * and each independent library stand behind the same struct.
 */
#ifndef FK_TEST_OPERATIONS_H
#define FK_TEST_OPERATIONS_H

#include "fieldkex/fieldkex.h"

/* A status no library returns: these operations do not answer this question (an independent library
 * without the curve, or one that cannot take the length). */
#define FK_NO_ANSWER ((fk_status)1000)
/* A status no library returns: the operations themselves broke, for example a fault of the board;
 * a line on standard error says how. */
#define FK_BROKEN ((fk_status)1001)

struct fk_operations {
    const char *name;
    void *context;
    /* Outputs of exactly the group's sizes; inputs of any length. */
    fk_status (*public_key)(void *context, uint16_t group, uint8_t *public_key,
                            const uint8_t *private_key, size_t private_key_length);
    fk_status (*shared_secret)(void *context, uint16_t group, uint8_t *shared_secret,
                               const uint8_t *private_key, size_t private_key_length,
                               const uint8_t *public_key, size_t public_key_length);
};

/* The library by the functions of each group; by the generic entry where a length is not theirs. */
extern const struct fk_operations fk_operations_direct;
/* The library by the generic entry alone. */
extern const struct fk_operations fk_operations_generic;

/* The three groups, for loops. */
#define FK_TEST_GROUPS 3
extern const uint16_t fk_test_groups[FK_TEST_GROUPS];

/* Sizes by the contract, not asked of the library under test; NULL for an unknown group. */
const struct fk_group_sizes *fk_contract_sizes(uint16_t group);
/* "x25519", "x448", "p256", or "?". */
const char *fk_group_name(uint16_t group);
/* 0 where the name is unknown. */
uint16_t fk_group_by_name(const char *name);

#endif
