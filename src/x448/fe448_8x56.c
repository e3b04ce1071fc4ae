/* SPDX-License-Identifier: MIT */
/* GF(2^448 - 2^224 - 1) in eight limbs of 56 bits: see fe448_8x56.h. */
#include "../common/config.h"

#if defined(__SIZEOF_INT128__)

#include "../common/byte_order.h"
#include "fe448_8x56.h"

#define LIMBS 8
#define HALF 4
#define BITS 56
#define MASK 0xFFFFFFFFFFFFFFu

FK_INLINE fk_u128 product(uint64_t x, uint64_t y)
{
    return (fk_u128)x * y;
}

void fk_fe448_8x56_set_small(fk_fe448_8x56 *r, uint32_t k)
{
    r->limb[0] = k;
    for (int i = 1; i < LIMBS; i++) {
        r->limb[i] = 0;
    }
}

void fk_fe448_8x56_from_bytes(fk_fe448_8x56 *r, const uint8_t bytes[56])
{
    FK_UNROLL
    for (int i = 0; i < LIMBS; i++, bytes += 7) {
        r->limb[i] = (uint64_t)fk_load32_le(bytes) | (uint64_t)(fk_load32_le(bytes + 3) >> 8) << 32;
    }
}

/* Makes each limb < 2^56; returns what was left over, in units of 2^448. limb < 2^63. */
static uint64_t propagate(fk_fe448_8x56 *r)
{
    uint64_t carry = 0;

    FK_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        const uint64_t limb = r->limb[i] + carry;

        r->limb[i] = limb & MASK;
        carry = limb >> BITS;
    }
    return carry;
}

/*
 * A T is below 2^448 + 2^403. After the first propagation at most 1 is left over, and then the rest
 * is below 2^403, so that adding 2^224 + 1 leaves it below 2^448. It is below 2p, so at most one p
 * is left to subtract: a >= p exactly where a + 2^224 + 1 reaches 2^448, and then a - p is that sum
 * less 2^448.
 */
void fk_fe448_8x56_to_bytes(uint8_t bytes[56], const fk_fe448_8x56 *a)
{
    fk_fe448_8x56 t = *a;
    uint64_t carry = propagate(&t);

    t.limb[0] += carry;
    t.limb[HALF] += carry;
    (void)propagate(&t);
    carry = 1;
    FK_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        carry = (t.limb[i] + carry + (i == HALF)) >> BITS;
    }
    t.limb[0] += carry;
    t.limb[HALF] += carry;
    (void)propagate(&t);

    FK_UNROLL
    for (int i = 0; i < LIMBS; i++, bytes += 7) {
        fk_store32_le(bytes, (uint32_t)t.limb[i]);
        fk_store32_le(bytes + 3, (uint32_t)(t.limb[i] >> 24));
    }
}

/*
 * The end of a product: low is what was carried out of limb 3, high out of limb 7, both below 2^64;
 * 2^448 = 2^224 + 1. Limbs 1 and 5 grow by less than 2^10.
 */
FK_INLINE void fold_top(fk_fe448_8x56 *r, fk_u128 low, fk_u128 high)
{
    low += high + r->limb[HALF];
    high += r->limb[0];
    r->limb[0] = (uint64_t)high & MASK;
    r->limb[1] += (uint64_t)(high >> BITS);
    r->limb[HALF] = (uint64_t)low & MASK;
    r->limb[HALF + 1] += (uint64_t)(low >> BITS);
}

void fk_fe448_8x56_mul_small_add(fk_fe448_8x56 *r, const fk_fe448_8x56 *a, const fk_fe448_8x56 *b,
                                 uint32_t k)
{
    fk_u128 low = 0;
    fk_u128 high = 0;

    FK_UNROLL
    for (int i = 0; i < HALF; i++) {
        low += a->limb[i] + product(b->limb[i], k);
        high += a->limb[i + HALF] + product(b->limb[i + HALF], k);
        r->limb[i] = (uint64_t)low & MASK;
        r->limb[i + HALF] = (uint64_t)high & MASK;
        low >>= BITS;
        high >>= BITS;
    }
    fold_top(r, low, high);
}

/*
 * t plus column n - 1 of the product of x and y: the sum of x[i] y[n - 1 - i] for i from 0 to n
 * - 1. n is a constant from 0 to 4.
 */
FK_INLINE fk_u128 column(fk_u128 t, const uint64_t *x, const uint64_t *y, int n)
{
    if (n > 0) {
        t += product(x[0], y[n - 1]);
    }
    if (n > 1) {
        t += product(x[1], y[n - 2]);
    }
    if (n > 2) {
        t += product(x[2], y[n - 3]);
    }
    if (n > 3) {
        t += product(x[3], y[n - 4]);
    }
    return t;
}

/*
 * As in fe448_16x28.c: with P = a0 b0, Q = a1 b1 and S = (a0 + a1)(b0 + b1),
 *
 *   limb k       P[k] + Q[k] + S[k+4] - P[k+4]
 *   limb k + 4   S[k] - P[k] + Q[k+4] + S[k+4]
 *
 * No difference is negative, since no column of P exceeds that of S. For two D the halves' sums are
 * below 2^59 and a column of S below 2^120, so no sum comes near 2^128 and no carry near 2^72.
 */
void fk_fe448_8x56_mul(fk_fe448_8x56 *r, const fk_fe448_8x56 *a, const fk_fe448_8x56 *b)
{
    const uint64_t *const a0 = a->limb;
    const uint64_t *const a1 = a->limb + HALF;
    const uint64_t *const b0 = b->limb;
    const uint64_t *const b1 = b->limb + HALF;
    uint64_t as[HALF];
    uint64_t bs[HALF];
    fk_u128 low = 0;
    fk_u128 high = 0;
    fk_u128 t;

    FK_UNROLL
    for (int i = 0; i < HALF; i++) {
        as[i] = a0[i] + a1[i];
        bs[i] = b0[i] + b1[i];
    }

#define MUL_LIMBS(k)                                                                               \
    do {                                                                                           \
        t = column(0, a0, b0, (k) + 1);                                                            \
        high = column(high, as, bs, (k) + 1) - t;                                                  \
        low = column(low, a1, b1, (k) + 1) + t;                                                    \
        t = column(0, as + (k) + 1, bs + (k) + 1, 3 - (k));                                        \
        high = column(high, a1 + (k) + 1, b1 + (k) + 1, 3 - (k)) + t;                              \
        low += t - column(0, a0 + (k) + 1, b0 + (k) + 1, 3 - (k));                                 \
        r->limb[k] = (uint64_t)low & MASK;                                                         \
        r->limb[(k) + HALF] = (uint64_t)high & MASK;                                               \
        low >>= BITS;                                                                              \
        high >>= BITS;                                                                             \
    } while (0)

    MUL_LIMBS(0);
    MUL_LIMBS(1);
    MUL_LIMBS(2);
    MUL_LIMBS(3);
    fold_top(r, low, high);
}

/*
 * t plus column n - 1 of the square of x, where d = 2 x: each product of two different limbs once,
 * with one of them doubled. n is a constant from 0 to 4.
 */
FK_INLINE fk_u128 square_column(fk_u128 t, const uint64_t *d, const uint64_t *x, int n)
{
    if (n > 1) {
        t += product(d[0], x[n - 1]);
    }
    if (n > 3) {
        t += product(d[1], x[n - 2]);
    }
    if (n % 2 == 1) {
        t += product(x[n / 2], x[n / 2]);
    }
    return t;
}

/* As the product, by three squares of halves. */
void fk_fe448_8x56_sqr(fk_fe448_8x56 *r, const fk_fe448_8x56 *a)
{
    const uint64_t *const a0 = a->limb;
    const uint64_t *const a1 = a->limb + HALF;
    uint64_t d0[HALF];
    uint64_t d1[HALF];
    uint64_t as[HALF];
    uint64_t ds[HALF];
    fk_u128 low = 0;
    fk_u128 high = 0;
    fk_u128 t;

    FK_UNROLL
    for (int i = 0; i < HALF; i++) {
        as[i] = a0[i] + a1[i];
        d0[i] = a0[i] * 2;
        d1[i] = a1[i] * 2;
        ds[i] = as[i] * 2;
    }

#define SQR_LIMBS(k)                                                                               \
    do {                                                                                           \
        t = square_column(0, d0, a0, (k) + 1);                                                     \
        high = square_column(high, ds, as, (k) + 1) - t;                                           \
        low = square_column(low, d1, a1, (k) + 1) + t;                                             \
        t = square_column(0, ds + (k) + 1, as + (k) + 1, 3 - (k));                                 \
        high = square_column(high, d1 + (k) + 1, a1 + (k) + 1, 3 - (k)) + t;                       \
        low += t - square_column(0, d0 + (k) + 1, a0 + (k) + 1, 3 - (k));                          \
        r->limb[k] = (uint64_t)low & MASK;                                                         \
        r->limb[(k) + HALF] = (uint64_t)high & MASK;                                               \
        low >>= BITS;                                                                              \
        high >>= BITS;                                                                             \
    } while (0)

    SQR_LIMBS(0);
    SQR_LIMBS(1);
    SQR_LIMBS(2);
    SQR_LIMBS(3);
    fold_top(r, low, high);
}

void fk_fe448_8x56_sqr_times(fk_fe448_8x56 *r, const fk_fe448_8x56 *a, unsigned n)
{
    fk_fe448_8x56 t;

    /* Two squarings a round, because one cannot be done in place. */
    if (n % 2 == 0) {
        fk_fe448_8x56_sqr(&t, a);
        fk_fe448_8x56_sqr(r, &t);
        n -= 2;
    } else {
        fk_fe448_8x56_sqr(r, a);
        n -= 1;
    }
    for (; n > 0; n -= 2) {
        fk_fe448_8x56_sqr(&t, r);
        fk_fe448_8x56_sqr(r, &t);
    }
}

#else
/* ISO C wants something in every file. */
typedef int fk_fe448_8x56_is_not_compiled;
#endif
