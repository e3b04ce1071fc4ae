/* SPDX-License-Identifier: MIT */
/*
 * Every operation of the library as one call with up to two outputs and two inputs, so that the
 * tests of memory can place each buffer as they like.
 */
#ifndef FK_TEST_CALLS_H
#define FK_TEST_CALLS_H

#include "operations.h"

#include <stdbool.h>

enum fk_call_operation { FK_CALL_PUBLIC_KEY, FK_CALL_KEY_PAIR, FK_CALL_SHARED_SECRET };

enum { FK_CALL_BUFFERS = 4, FK_CALL_LONGEST = 65 };

/* The buffers, in this order; a length of 0 where the operation has none. */
enum fk_call_buffer {
    FK_OUT_FIRST,   /* public key or shared secret */
    FK_OUT_PRIVATE, /* private key of a new pair */
    FK_IN_PRIVATE,
    FK_IN_PUBLIC
};

struct fk_call {
    char name[96];
    uint16_t group;
    enum fk_call_operation operation;
    bool generic; /* by fk_public_key and its like */
    fk_status expected;
    size_t length[FK_CALL_BUFFERS];
    uint8_t input[FK_CALL_BUFFERS][FK_CALL_LONGEST];  /* of the inputs */
    uint8_t output[FK_CALL_BUFFERS][FK_CALL_LONGEST]; /* expected of the outputs */
};

/* Every group, operation and entry, with good inputs and with bad ones for each status; the
 * expected outputs come from the bignum reference. */
#define FK_MAX_CALLS 64
size_t fk_calls(struct fk_call calls[FK_MAX_CALLS]);

/* Calls with these buffers. Key pairs draw the bytes of the private key that is expected. */
fk_status fk_call_run(const struct fk_call *call, uint8_t *const buffers[FK_CALL_BUFFERS]);

static inline bool fk_call_is_output(int buffer)
{
    return buffer < FK_IN_PRIVATE;
}

#endif
