/* SPDX-License-Identifier: MIT */
/*
 * The field of P-256 in nine signed limbs of 29 bits, for 32-bit processors; fep256.h has the
 * contract of each function.
 *
 * The value is the sum of limb[i] 2^(29 i), in Montgomery form with R = 2^261. A limb of a tight
 * element lies in [0, 2^29); limb 8 takes the sign and the few bits above 2^261 - 2^29. A limb of
 * an element of weight [l, h] lies between l (2^29 - 1) and h (2^29 - 1).
 *
 * Why not eight full words: their carries need UMAAL or an add-with-carry chain, of which C can say
 * neither; GCC makes four instructions of a product and its two carries. Nine shorter limbs let a
 * column of products run as plain SMLAL, and an addition as nine ADDs.
 */
#ifndef FK_P256_FEP256_9X29_H
#define FK_P256_FEP256_9X29_H

#include <stdint.h>

typedef struct {
    int32_t limb[9];
} fk_fep256_9x29;

typedef struct {
    fk_fep256_9x29 x, y;
} fk_fep256_9x29_pair;

void fk_fep256_9x29_set_one(fk_fep256_9x29 *r);
uint32_t fk_fep256_9x29_from_bytes(fk_fep256_9x29 *r, const uint8_t bytes[32]);
void fk_fep256_9x29_to_bytes(uint8_t bytes[32], const fk_fep256_9x29 *a);
uint32_t fk_fep256_9x29_is_zero(const fk_fep256_9x29 *a);
void fk_fep256_9x29_add(fk_fep256_9x29 *r, const fk_fep256_9x29 *a, const fk_fep256_9x29 *b);
void fk_fep256_9x29_sub(fk_fep256_9x29 *r, const fk_fep256_9x29 *a, const fk_fep256_9x29 *b);
void fk_fep256_9x29_carry(fk_fep256_9x29 *r);
void fk_fep256_9x29_sub_twice(fk_fep256_9x29 *r, const fk_fep256_9x29 *a, const fk_fep256_9x29 *b);
void fk_fep256_9x29_half_3a_plus_b(fk_fep256_9x29 *r, const fk_fep256_9x29 *a,
                                   const fk_fep256_9x29 *b);
void fk_fep256_9x29_mul(fk_fep256_9x29 *r, const fk_fep256_9x29 *a, const fk_fep256_9x29 *b);
void fk_fep256_9x29_sqr(fk_fep256_9x29 *r, const fk_fep256_9x29 *a);
void fk_fep256_9x29_invert(fk_fep256_9x29 *r, const fk_fep256_9x29 *a);
void fk_fep256_9x29_negate_if(fk_fep256_9x29 *r, uint32_t mask);
void fk_fep256_9x29_select(fk_fep256_9x29 *r, uint32_t mask, const fk_fep256_9x29 *a,
                           const fk_fep256_9x29 *b);
void fk_fep256_9x29_lookup(fk_fep256_9x29_pair *r, const fk_fep256_9x29_pair *table, uint32_t count,
                           uint32_t index);

#endif
