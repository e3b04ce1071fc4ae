/* SPDX-License-Identifier: MIT */
/*
 * GF(2^448 - 2^224 - 1) in eight unsigned limbs of 56 bits, for 64-bit processors; fe448.h has the
 * contract of each function.
 *
 * The value is the sum of limb[i] 2^(56 i). With f = 2^224, which lies between limbs 3 and 4, and
 * f^2 = f + 1 modulo p, a product is three products of four limbs each (Karatsuba).
 *
 * Bounds of the classes:
 *   T  limb < 2^56 + 2^10
 *   S  limb < 2^57 + 2^11
 *   D  limb < 2^58: 2p is added before the subtraction, so no limb is negative
 */
#ifndef FK_X448_FE448_8X56_H
#define FK_X448_FE448_8X56_H

#include <stdint.h>

#include "../common/attributes.h"
#include "../common/constant_time.h"

typedef struct {
    uint64_t limb[8];
} fk_fe448_8x56;

void fk_fe448_8x56_set_small(fk_fe448_8x56 *r, uint32_t k);
void fk_fe448_8x56_from_bytes(fk_fe448_8x56 *r, const uint8_t bytes[56]);
void fk_fe448_8x56_to_bytes(uint8_t bytes[56], const fk_fe448_8x56 *a);
void fk_fe448_8x56_mul(fk_fe448_8x56 *r, const fk_fe448_8x56 *a, const fk_fe448_8x56 *b);
void fk_fe448_8x56_sqr(fk_fe448_8x56 *r, const fk_fe448_8x56 *a);
void fk_fe448_8x56_sqr_times(fk_fe448_8x56 *r, const fk_fe448_8x56 *a, unsigned n);
void fk_fe448_8x56_mul_small_add(fk_fe448_8x56 *r, const fk_fe448_8x56 *a, const fk_fe448_8x56 *b,
                                 uint32_t k);

/* The limbs of 2p are 2^57 - 2, but limb 4 is 2^57 - 4; those of a T are smaller. */
FK_INLINE void fk_fe448_8x56_sub(fk_fe448_8x56 *r, const fk_fe448_8x56 *a, const fk_fe448_8x56 *b)
{
    FK_UNROLL
    for (int i = 0; i < 8; i++) {
        r->limb[i] = a->limb[i] + (i == 4 ? 0x1FFFFFFFFFFFFFCu : 0x1FFFFFFFFFFFFFEu) - b->limb[i];
    }
}

FK_INLINE void fk_fe448_8x56_add_sub(fk_fe448_8x56 *s, fk_fe448_8x56 *d, const fk_fe448_8x56 *a,
                                     const fk_fe448_8x56 *b)
{
    FK_UNROLL
    for (int i = 0; i < 8; i++) {
        const uint64_t x = a->limb[i];
        const uint64_t y = b->limb[i];

        s->limb[i] = x + y;
        d->limb[i] = x + (i == 4 ? 0x1FFFFFFFFFFFFFCu : 0x1FFFFFFFFFFFFFEu) - y;
    }
}

/* Products take an S as it is. */
FK_INLINE void fk_fe448_8x56_carry(fk_fe448_8x56 *r)
{
    (void)r;
}

FK_INLINE void fk_fe448_8x56_select(fk_fe448_8x56 *r, uint32_t bit, const fk_fe448_8x56 *a,
                                    const fk_fe448_8x56 *b)
{
    const uint64_t mask = fk_mask_u64(bit);

    FK_UNROLL
    for (int i = 0; i < 8; i++) {
        r->limb[i] = fk_select_u64(mask, a->limb[i], b->limb[i]);
    }
}

#endif
