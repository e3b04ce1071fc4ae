/* SPDX-License-Identifier: MIT */
/* Writing of tests/vectors/own_vectors.json: cases go through record_*, which asks every
 * independent library and stops the program unless at least two of them agree and none contradicts.
 */
#ifndef FK_OWN_VECTORS_H
#define FK_OWN_VECTORS_H

#include "generator.h"
#include "operations.h"

#include <openssl/bn.h>

void fk_record_public_key(uint16_t group, const uint8_t *private_key, const char *comment);
void fk_record_shared_secret(uint16_t group, const uint8_t *private_key, const uint8_t *public_key,
                             size_t public_key_length, const char *comment);

/* Ends the program: the files are made from constants, so a failure is a defect. */
void fk_must(int good, const char *what);

/* value mod 2^(8 length) as the group writes numbers: little-endian, P-256 big-endian. */
void fk_number_out(uint16_t group, uint8_t *bytes, const BIGNUM *value);

/* base + offset, a new number; base may be NULL for 0. */
BIGNUM *fk_number_near(const BIGNUM *base, long offset);
/* base + 2^bit, a new number. */
BIGNUM *fk_number_plus_power(const BIGNUM *base, int bit);

void fk_make_x25519(struct fk_generator *generator);
void fk_make_x448(struct fk_generator *generator);
void fk_make_p256(struct fk_generator *generator);

/* x with y^2 = x^3 - 3 x + b on P-256 for this y, where there is exactly one; false otherwise. */
bool fk_p256_x_of_y(BIGNUM *x, const BIGNUM *y);

#endif
