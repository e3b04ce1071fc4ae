/* SPDX-License-Identifier: MIT */
/*
 * GF(2^255 - 19) in five unsigned limbs of 51 bits, for 64-bit processors; fe25519.h has the
 * contract of each function. Everything that the ladder repeats is inline, so that the compiler
 * sees a whole step and may overlap its operations.
 *
 * The value is the sum of limb[i] 2^(51 i), and 2^255 = 19 modulo p.
 *
 * Bounds of the classes:
 *   T  limb < 2^51 + 2^13
 *   S  limb < 2^52 + 2^14
 *   D  limb < 2^53: 2p is added before the subtraction, so no limb is negative
 */
#ifndef FK_X25519_FE25519_5X51_H
#define FK_X25519_FE25519_5X51_H

#include <stdint.h>

#include "../common/attributes.h"
#include "../common/config.h"
#include "../common/constant_time.h"

typedef struct {
    uint64_t limb[5];
} fk_fe25519_5x51;

#define FK_MASK51 0x7FFFFFFFFFFFFu

void fk_fe25519_5x51_set_small(fk_fe25519_5x51 *r, uint32_t k);
void fk_fe25519_5x51_from_bytes(fk_fe25519_5x51 *r, const uint8_t bytes[32]);
void fk_fe25519_5x51_to_bytes(uint8_t bytes[32], const fk_fe25519_5x51 *a);
void fk_fe25519_5x51_sqr_times(fk_fe25519_5x51 *r, const fk_fe25519_5x51 *a, unsigned n);

/* The limbs of 2p are 2^52 - 38 and four times 2^52 - 2; those of a T are smaller. */
FK_INLINE void fk_fe25519_5x51_sub(fk_fe25519_5x51 *r, const fk_fe25519_5x51 *a,
                                   const fk_fe25519_5x51 *b)
{
    FK_UNROLL
    for (int i = 0; i < 5; i++) {
        r->limb[i] = a->limb[i] + (i == 0 ? 0xFFFFFFFFFFFDAu : 0xFFFFFFFFFFFFEu) - b->limb[i];
    }
}

FK_INLINE void fk_fe25519_5x51_add_sub(fk_fe25519_5x51 *s, fk_fe25519_5x51 *d,
                                       const fk_fe25519_5x51 *a, const fk_fe25519_5x51 *b)
{
    FK_UNROLL
    for (int i = 0; i < 5; i++) {
        const uint64_t x = a->limb[i];
        const uint64_t y = b->limb[i];

        s->limb[i] = x + y;
        d->limb[i] = x + (i == 0 ? 0xFFFFFFFFFFFDAu : 0xFFFFFFFFFFFFEu) - y;
    }
}

/* Products take an S as it is. */
FK_INLINE void fk_fe25519_5x51_carry(fk_fe25519_5x51 *r)
{
    (void)r;
}

FK_INLINE void fk_fe25519_5x51_select(fk_fe25519_5x51 *r, uint32_t bit, const fk_fe25519_5x51 *a,
                                      const fk_fe25519_5x51 *b)
{
    const uint64_t mask = fk_mask_u64(bit);

    FK_UNROLL
    for (int i = 0; i < 5; i++) {
        r->limb[i] = fk_select_u64(mask, a->limb[i], b->limb[i]);
    }
}

/*
 * Five columns become a T: t0 to t3 < 2^113 and t4 < 2^109, which holds no product times 19. The
 * carries are below 2^63, so 64 bits hold each; the one out of t4 is below 2^59, so 64 bits hold 19
 * times it plus limb 0 too, and limb 1 grows by less than 2^13.
 */
FK_INLINE void fk_fe25519_5x51_reduce(fk_fe25519_5x51 *r, fk_u128 t0, fk_u128 t1, fk_u128 t2,
                                      fk_u128 t3, fk_u128 t4)
{
    t1 += (uint64_t)(t0 >> 51);
    t2 += (uint64_t)(t1 >> 51);
    t3 += (uint64_t)(t2 >> 51);
    t4 += (uint64_t)(t3 >> 51);
    const uint64_t c0 = ((uint64_t)t0 & FK_MASK51) + (uint64_t)(t4 >> 51) * 19;

    r->limb[0] = c0 & FK_MASK51;
    r->limb[1] = ((uint64_t)t1 & FK_MASK51) + (c0 >> 51);
    r->limb[2] = (uint64_t)t2 & FK_MASK51;
    r->limb[3] = (uint64_t)t3 & FK_MASK51;
    r->limb[4] = (uint64_t)t4 & FK_MASK51;
}

/*
 * Column i is the sum of a[j] b[i - j], and 19 times that of a[j] b[i + 5 - j]: at most
 * (1 + 4 19) 2^(53 + 53) < 2^113 for two D.
 */
FK_INLINE void fk_fe25519_5x51_mul(fk_fe25519_5x51 *r, const fk_fe25519_5x51 *a,
                                   const fk_fe25519_5x51 *b)
{
    const uint64_t a0 = a->limb[0], a1 = a->limb[1], a2 = a->limb[2], a3 = a->limb[3],
                   a4 = a->limb[4];
    const uint64_t b0 = b->limb[0], b1 = b->limb[1], b2 = b->limb[2], b3 = b->limb[3],
                   b4 = b->limb[4];
    const uint64_t b1x = b1 * 19, b2x = b2 * 19, b3x = b3 * 19, b4x = b4 * 19;

    fk_fe25519_5x51_reduce(r,
                           (fk_u128)a0 * b0 + (fk_u128)a1 * b4x + (fk_u128)a2 * b3x +
                               (fk_u128)a3 * b2x + (fk_u128)a4 * b1x,
                           (fk_u128)a0 * b1 + (fk_u128)a1 * b0 + (fk_u128)a2 * b4x +
                               (fk_u128)a3 * b3x + (fk_u128)a4 * b2x,
                           (fk_u128)a0 * b2 + (fk_u128)a1 * b1 + (fk_u128)a2 * b0 +
                               (fk_u128)a3 * b4x + (fk_u128)a4 * b3x,
                           (fk_u128)a0 * b3 + (fk_u128)a1 * b2 + (fk_u128)a2 * b1 +
                               (fk_u128)a3 * b0 + (fk_u128)a4 * b4x,
                           (fk_u128)a0 * b4 + (fk_u128)a1 * b3 + (fk_u128)a2 * b2 +
                               (fk_u128)a3 * b1 + (fk_u128)a4 * b0);
}

/* As the product of a D with itself. */
FK_INLINE void fk_fe25519_5x51_sqr(fk_fe25519_5x51 *r, const fk_fe25519_5x51 *a)
{
    const uint64_t a0 = a->limb[0], a1 = a->limb[1], a2 = a->limb[2], a3 = a->limb[3],
                   a4 = a->limb[4];
    const uint64_t a0d = a0 * 2, a1d = a1 * 2, a3x = a3 * 19, a4x = a4 * 19, a4xd = a4 * 38;

    fk_fe25519_5x51_reduce(r, (fk_u128)a0 * a0 + (fk_u128)a1 * a4xd + (fk_u128)(a2 * 2) * a3x,
                           (fk_u128)a0d * a1 + (fk_u128)a2 * a4xd + (fk_u128)a3 * a3x,
                           (fk_u128)a0d * a2 + (fk_u128)a1 * a1 + (fk_u128)a3 * a4xd,
                           (fk_u128)a0d * a3 + (fk_u128)a1d * a2 + (fk_u128)a4 * a4x,
                           (fk_u128)a0d * a4 + (fk_u128)a1d * a3 + (fk_u128)a2 * a2);
}

FK_INLINE void fk_fe25519_5x51_mul_small_add(fk_fe25519_5x51 *r, const fk_fe25519_5x51 *a,
                                             const fk_fe25519_5x51 *b, uint32_t k)
{
    fk_fe25519_5x51_reduce(
        r, (fk_u128)b->limb[0] * k + a->limb[0], (fk_u128)b->limb[1] * k + a->limb[1],
        (fk_u128)b->limb[2] * k + a->limb[2], (fk_u128)b->limb[3] * k + a->limb[3],
        (fk_u128)b->limb[4] * k + a->limb[4]);
}

#endif
