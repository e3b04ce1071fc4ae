/* SPDX-License-Identifier: MIT */
/* Numbers for the tests of field arithmetic: where representations carry, borrow and reduce. */
#ifndef FK_TEST_FIELD_NUMBERS_H
#define FK_TEST_FIELD_NUMBERS_H

#include "generator.h"

#include <openssl/bn.h>

/* The longest encoding of a field element, in bytes. */
enum { FK_FIELD_LONGEST = 56 };

struct fk_field_numbers {
    const BIGNUM *p;
    size_t length; /* of an encoding, in bytes */
    BN_CTX *context;
    size_t count;
    BIGNUM **values; /* all below 2^(8 length) */
};

/*
 * Numbers near 0, p, 2p and 2^(8 length), 2^k and its neighbours for each k, runs of ones from each
 * bit to the top and from the bottom to each bit, and `random` numbers of fk_generator_edge.
 */
struct fk_field_numbers fk_field_numbers_new(uint16_t group, struct fk_generator *generator,
                                             size_t random);
void fk_field_numbers_free(struct fk_field_numbers *numbers);

#endif
