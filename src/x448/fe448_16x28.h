/* SPDX-License-Identifier: MIT */
/*
 * GF(2^448 - 2^224 - 1) in sixteen signed limbs of 28 bits, for 32-bit processors; fe448.h has the
 * contract of each function.
 *
 * The value is the sum of limb[i] 2^(28 i). With f = 2^224, which lies between limbs 7 and 8, and
 * f^2 = f + 1 modulo p, a product is three products of eight limbs each (Karatsuba).
 *
 * Bounds of the classes, with e = 2^8:
 *   T  -e <= limb < 2^28 + e
 *   S  -2e <= limb < 2^29 + 2e
 *   D  |limb| < 2^28 + 2e
 */
#ifndef FK_X448_FE448_16X28_H
#define FK_X448_FE448_16X28_H

#include <stdint.h>

typedef struct {
    int32_t limb[16];
} fk_fe448_16x28;

void fk_fe448_16x28_set_small(fk_fe448_16x28 *r, uint32_t k);
void fk_fe448_16x28_from_bytes(fk_fe448_16x28 *r, const uint8_t bytes[56]);
void fk_fe448_16x28_to_bytes(uint8_t bytes[56], const fk_fe448_16x28 *a);
void fk_fe448_16x28_add_sub(fk_fe448_16x28 *s, fk_fe448_16x28 *d, const fk_fe448_16x28 *a,
                            const fk_fe448_16x28 *b);
void fk_fe448_16x28_sub(fk_fe448_16x28 *r, const fk_fe448_16x28 *a, const fk_fe448_16x28 *b);
void fk_fe448_16x28_carry(fk_fe448_16x28 *r);
void fk_fe448_16x28_mul(fk_fe448_16x28 *r, const fk_fe448_16x28 *a, const fk_fe448_16x28 *b);
void fk_fe448_16x28_sqr(fk_fe448_16x28 *r, const fk_fe448_16x28 *a);
void fk_fe448_16x28_sqr_times(fk_fe448_16x28 *r, const fk_fe448_16x28 *a, unsigned n);
void fk_fe448_16x28_mul_small_add(fk_fe448_16x28 *r, const fk_fe448_16x28 *a,
                                  const fk_fe448_16x28 *b, int32_t k);
void fk_fe448_16x28_select(fk_fe448_16x28 *r, uint32_t bit, const fk_fe448_16x28 *a,
                           const fk_fe448_16x28 *b);

#endif
