/* SPDX-License-Identifier: MIT */
/*
 * Points of P-256, y^2 = x^3 + a x + b with a = -3 (SP 800-186, 3.2.1.3), and the group law.
 *
 * A point is held as x = X / Z^2, y = Y / Z^3 with W = a Z^4 beside them, which makes the doubling
 * as cheap for any a as for -3. So a whole computation may run on the isomorphic curve
 * y^2 = x^3 + a' x + b' where a table has been brought to: a' = a c^4, (x, y) -> (c^2 x, c^3 y).
 *
 * The formulas are not complete: neither function may meet the neutral element, and add may not
 * meet a = b or a = -b. There is no test for that at run time; each caller proves it for every
 * scalar. y is never 0, since the order n is odd, so a doubling never fails.
 */
#ifndef FK_P256_POINT_H
#define FK_P256_POINT_H

#include <stdint.h>

#include "fep256.h"

/* x, z, w: T; y: D. */
struct fk_p256_point {
    fk_fep256 x, y, z, w;
};

/* Affine coordinates; x: T, y: T or, with its sign changed, D. */
typedef fk_fep256_pair fk_p256_affine;

/* r = a (a, as an element: T). */
void fk_p256_set_a(fk_fep256 *r);

/* r = the base point G. */
void fk_p256_set_base_point(fk_p256_affine *r);

/*
 * r = the point of an encoding without its first byte: x and y, 32 bytes each, big-endian (SEC 1,
 * 2.3.4). The result is the mask of "both below p, and on the curve" (SEC 1, 3.2.2.1; the cofactor
 * is 1, so every such point has order n). An encoding that fails gives r = G, so that the
 * computation may go on, in the same time, to an output that is not used.
 */
uint32_t fk_p256_decode(fk_p256_affine *r, const uint8_t bytes[64]);

/* r->w = a r->z^4, where a may be another curve's: T. */
void fk_p256_set_w(struct fk_p256_point *r, const fk_fep256 *a);

/*
 * r = 2 a, r not a. r->w is set only where with_w is not 0 (public): a product is saved where an
 * addition follows, which does not use it.
 */
void fk_p256_double(struct fk_p256_point *r, const struct fk_p256_point *a, int with_w);

/* r = a + b, r not a. r->w is not set, a->w not used. */
void fk_p256_add(struct fk_p256_point *r, const struct fk_p256_point *a, const fk_p256_affine *b);

#endif
