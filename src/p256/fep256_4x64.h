/* SPDX-License-Identifier: MIT */
/*
 * The field of P-256 in four 64-bit words, for 64-bit processors; fep256.h has the contract of each
 * function.
 *
 * The value is the sum of limb[i] 2^(64 i), in Montgomery form with R = 2^256, and always
 * canonical: below p. So every element is tight, and weights need no care.
 */
#ifndef FK_P256_FEP256_4X64_H
#define FK_P256_FEP256_4X64_H

#include <stdint.h>

typedef struct {
    uint64_t limb[4];
} fk_fep256_4x64;

typedef struct {
    fk_fep256_4x64 x, y;
} fk_fep256_4x64_pair;

void fk_fep256_4x64_set_one(fk_fep256_4x64 *r);
uint32_t fk_fep256_4x64_from_bytes(fk_fep256_4x64 *r, const uint8_t bytes[32]);
void fk_fep256_4x64_to_bytes(uint8_t bytes[32], const fk_fep256_4x64 *a);
uint32_t fk_fep256_4x64_is_zero(const fk_fep256_4x64 *a);
void fk_fep256_4x64_add(fk_fep256_4x64 *r, const fk_fep256_4x64 *a, const fk_fep256_4x64 *b);
void fk_fep256_4x64_sub(fk_fep256_4x64 *r, const fk_fep256_4x64 *a, const fk_fep256_4x64 *b);
void fk_fep256_4x64_carry(fk_fep256_4x64 *r);
void fk_fep256_4x64_sub_twice(fk_fep256_4x64 *r, const fk_fep256_4x64 *a, const fk_fep256_4x64 *b);
void fk_fep256_4x64_half_3a_plus_b(fk_fep256_4x64 *r, const fk_fep256_4x64 *a,
                                   const fk_fep256_4x64 *b);
void fk_fep256_4x64_mul(fk_fep256_4x64 *r, const fk_fep256_4x64 *a, const fk_fep256_4x64 *b);
void fk_fep256_4x64_sqr(fk_fep256_4x64 *r, const fk_fep256_4x64 *a);
void fk_fep256_4x64_invert(fk_fep256_4x64 *r, const fk_fep256_4x64 *a);
void fk_fep256_4x64_negate_if(fk_fep256_4x64 *r, uint32_t mask);
void fk_fep256_4x64_select(fk_fep256_4x64 *r, uint32_t mask, const fk_fep256_4x64 *a,
                           const fk_fep256_4x64 *b);
void fk_fep256_4x64_lookup(fk_fep256_4x64_pair *r, const fk_fep256_4x64_pair *table, uint32_t count,
                           uint32_t index);

#endif
