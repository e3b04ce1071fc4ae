/* SPDX-License-Identifier: MIT */
/* Affine arithmetic on P-256 over OpenSSL's BIGNUM, for the reference and for making vectors. */
#ifndef FK_TEST_ORACLE_BIGNUM_H
#define FK_TEST_ORACLE_BIGNUM_H

#include <openssl/bn.h>
#include <stdbool.h>
#include <stdint.h>

struct fk_affine {
    BIGNUM *x;
    BIGNUM *y;
    bool infinity;
};

/* Constants of P-256 (SEC 2, 2.4.2), made at the first call and kept. */
struct fk_p256_numbers {
    BIGNUM *p;
    BIGNUM *n;
    BIGNUM *b;
    BIGNUM *g_x;
    BIGNUM *g_y;
};
const struct fk_p256_numbers *fk_p256_numbers(void);

/* p of the group's field; kept. */
const BIGNUM *fk_field_prime(uint16_t group);

struct fk_affine fk_affine_new(void);
void fk_affine_free(struct fk_affine *point);

/* result = k * point; k of any size, point on the curve. result is not point. */
void fk_affine_multiply(struct fk_affine *result, const BIGNUM *k, const struct fk_affine *point);

/* x and y below p, and y^2 = x^3 - 3 x + b. */
bool fk_affine_on_curve(const BIGNUM *x, const BIGNUM *y);

/* y^2 = x^3 - 3 x + b has a solution: puts the even root in y. */
bool fk_affine_lift_x(BIGNUM *y, const BIGNUM *x);

#endif
