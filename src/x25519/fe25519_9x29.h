/* SPDX-License-Identifier: MIT */
/*
 * GF(2^255 - 19) in nine signed limbs of 29 bits, for 32-bit processors; fe25519.h has the contract
 * of each function.
 *
 * The value is the sum of limb[i] 2^(29 i). Nine limbs span 261 bits, of which an element uses 255:
 * limb 8 has 23. Compared with ten limbs of 25.5 bits that is 81 products instead of 100, without
 * the factors 2 and 19 inside a column; the price is that the upper half of a product has to be
 * folded as whole limbs, by 2^261 = 64 * 19 = 1216 modulo p.
 *
 * Bounds of the classes, with e = 2^16:
 *   T  -e <= limb 0..7 <= 2^29 + e,    -e <= limb 8 <= 2^23 + e
 *   S  -2e <= limb 0..7 <= 2^30 + 2e,  -2e <= limb 8 <= 2^24 + 2e
 *   D  |limb 0..7| <= 2^29 + 2e,       |limb 8| <= 2^23 + 2e
 */
#ifndef FK_X25519_FE25519_9X29_H
#define FK_X25519_FE25519_9X29_H

#include <stdint.h>

typedef struct {
    int32_t limb[9];
} fk_fe25519_9x29;

void fk_fe25519_9x29_set_small(fk_fe25519_9x29 *r, uint32_t k);
void fk_fe25519_9x29_from_bytes(fk_fe25519_9x29 *r, const uint8_t bytes[32]);
void fk_fe25519_9x29_to_bytes(uint8_t bytes[32], const fk_fe25519_9x29 *a);
void fk_fe25519_9x29_add_sub(fk_fe25519_9x29 *s, fk_fe25519_9x29 *d, const fk_fe25519_9x29 *a,
                             const fk_fe25519_9x29 *b);
void fk_fe25519_9x29_sub(fk_fe25519_9x29 *r, const fk_fe25519_9x29 *a, const fk_fe25519_9x29 *b);
void fk_fe25519_9x29_carry(fk_fe25519_9x29 *r);
void fk_fe25519_9x29_mul(fk_fe25519_9x29 *r, const fk_fe25519_9x29 *a, const fk_fe25519_9x29 *b);
void fk_fe25519_9x29_sqr(fk_fe25519_9x29 *r, const fk_fe25519_9x29 *a);
void fk_fe25519_9x29_sqr_times(fk_fe25519_9x29 *r, const fk_fe25519_9x29 *a, unsigned n);
void fk_fe25519_9x29_mul_small_add(fk_fe25519_9x29 *r, const fk_fe25519_9x29 *a,
                                   const fk_fe25519_9x29 *b, int32_t k);
void fk_fe25519_9x29_select(fk_fe25519_9x29 *r, uint32_t bit, const fk_fe25519_9x29 *a,
                            const fk_fe25519_9x29 *b);

#endif
