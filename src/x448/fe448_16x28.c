/* SPDX-License-Identifier: MIT */
/* GF(2^448 - 2^224 - 1) in sixteen signed limbs of 28 bits: see fe448_16x28.h. */
#include "fe448_16x28.h"

#include "../common/attributes.h"
#include "../common/byte_order.h"
#include "../common/constant_time.h"

/* As in fe25519_9x29.c, x >> n is the floor of x / 2^n and x & (2^n - 1) the remainder. */
#define LIMBS 16
#define HALF 8
#define BITS 28
#define MASK 0xFFFFFFF

FK_INLINE int64_t product(int32_t x, int32_t y)
{
    return (int64_t)x * y;
}

FK_INLINE int32_t low_bits(int64_t t)
{
    return (int32_t)(t & MASK);
}

void fk_fe448_16x28_set_small(fk_fe448_16x28 *r, uint32_t k)
{
    r->limb[0] = (int32_t)k;
    for (int i = 1; i < LIMBS; i++) {
        r->limb[i] = 0;
    }
}

/* Seven bytes are two limbs. */
void fk_fe448_16x28_from_bytes(fk_fe448_16x28 *r, const uint8_t bytes[56])
{
    for (int i = 0; i < LIMBS; i += 2, bytes += 7) {
        const uint32_t lower = fk_load32_le(bytes);
        const uint32_t upper = fk_load32_le(bytes + 3);

        r->limb[i] = (int32_t)(lower & MASK);
        r->limb[i + 1] = (int32_t)(upper >> 4);
    }
}

/*
 * Makes each limb lie in [0, 2^28); returns what was left over, in units of 2^448.
 * |limb| <= 2^30.
 */
static int32_t propagate(fk_fe448_16x28 *r)
{
    int32_t carry = 0;

    FK_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        const int32_t limb = r->limb[i] + carry;

        r->limb[i] = limb & MASK;
        carry = limb >> BITS;
    }
    return carry;
}

/*
 * The value v of a T lies in (-2^430, 2^448 + 2^430). After the first propagation v is w + c 2^448
 * with w in [0, 2^448) and c in {-1, 0, 1}; c = -1 only where w >= 2^448 - 2^430, c = 1 only where
 * w < 2^430. So w + c (2^224 + 1), which is v modulo p, lies in [0, 2^448), and the second
 * propagation leaves nothing over. It is below 2p, so at most one p is left to subtract: w >= p
 * exactly where w + 2^224 + 1 reaches 2^448, and then w - p = w + 2^224 + 1 - 2^448.
 */
void fk_fe448_16x28_to_bytes(uint8_t bytes[56], const fk_fe448_16x28 *a)
{
    fk_fe448_16x28 t = *a;
    int32_t carry = 1;

    fk_fe448_16x28_carry(&t);
    (void)propagate(&t);
    for (int i = 0; i < LIMBS; i++) {
        carry = (t.limb[i] + carry + (i == HALF)) >> BITS;
    }
    t.limb[0] += carry;
    t.limb[HALF] += carry;
    (void)propagate(&t);

    for (int i = 0; i < LIMBS; i += 2, bytes += 7) {
        const uint32_t lower = (uint32_t)t.limb[i] | (uint32_t)t.limb[i + 1] << BITS;
        const uint32_t upper = (uint32_t)t.limb[i + 1] >> 4;

        fk_store32_le(bytes, lower);
        bytes[4] = (uint8_t)upper;
        bytes[5] = (uint8_t)(upper >> 8);
        bytes[6] = (uint8_t)(upper >> 16);
    }
}

void fk_fe448_16x28_add_sub(fk_fe448_16x28 *s, fk_fe448_16x28 *d, const fk_fe448_16x28 *a,
                            const fk_fe448_16x28 *b)
{
    FK_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        const int32_t x = a->limb[i];
        const int32_t y = b->limb[i];

        s->limb[i] = x + y;
        d->limb[i] = x - y;
    }
}

void fk_fe448_16x28_sub(fk_fe448_16x28 *r, const fk_fe448_16x28 *a, const fk_fe448_16x28 *b)
{
    FK_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        r->limb[i] = a->limb[i] - b->limb[i];
    }
}

/* An S leaves over at most 2 (a T -1 to 1), which limbs 0 and 8 take beyond 2^28. */
void fk_fe448_16x28_carry(fk_fe448_16x28 *r)
{
    const int32_t over = propagate(r);

    r->limb[0] += over;
    r->limb[HALF] += over;
}

void fk_fe448_16x28_select(fk_fe448_16x28 *r, uint32_t bit, const fk_fe448_16x28 *a,
                           const fk_fe448_16x28 *b)
{
    const uint32_t mask = fk_mask_u32(bit);

    FK_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        r->limb[i] = (int32_t)fk_select_u32(mask, (uint32_t)a->limb[i], (uint32_t)b->limb[i]);
        FK_RELOAD_MEMORY();
    }
}

/*
 * The end of a product: low is what was carried out of limb 7, high out of limb 15, both below 2^35
 * in absolute value; 2^448 = 2^224 + 1. Limbs 1 and 9 change by at most 2^8.
 */
FK_INLINE void fold_top(fk_fe448_16x28 *r, int64_t low, int64_t high)
{
    low += high + r->limb[HALF];
    high += r->limb[0];
    r->limb[0] = low_bits(high);
    r->limb[1] += (int32_t)(high >> BITS);
    r->limb[HALF] = low_bits(low);
    r->limb[HALF + 1] += (int32_t)(low >> BITS);
}

/* |a + k b| < 2^29 + 2^16 2^29: the carries fit 32 bits and a column 46. */
void fk_fe448_16x28_mul_small_add(fk_fe448_16x28 *r, const fk_fe448_16x28 *a,
                                  const fk_fe448_16x28 *b, int32_t k)
{
    int64_t low = 0;
    int64_t high = 0;

    FK_UNROLL
    for (int i = 0; i < HALF; i++) {
        low += a->limb[i] + product(b->limb[i], k);
        high += a->limb[i + HALF] + product(b->limb[i + HALF], k);
        r->limb[i] = low_bits(low);
        r->limb[i + HALF] = low_bits(high);
        low >>= BITS;
        high >>= BITS;
    }
    fold_top(r, low, high);
}

/*
 * Columns of the product of two halves x and y: column c is the sum of x[i] y[c - i]. c is an even
 * constant; t0 grows by column c and t1 by column c + 1. Two columns at once share their operands,
 * so that each loaded limb is used twice.
 *
 * One round takes the next limb w of x, and of y the one before, u, and the next, v.
 */
#define ROUND_LOW(i)                                                                               \
    if (c >= (i)) {                                                                                \
        w = x[c - (i)];                                                                            \
        u = v;                                                                                     \
        v = y[(i) + 1];                                                                            \
        c0 += product(w, u);                                                                       \
        c1 += product(w, v);                                                                       \
    }

#define ROUND_HIGH(i)                                                                              \
    if (c <= 14 - (i)) {                                                                           \
        w = x[c - 7 + (i)];                                                                        \
        u = v;                                                                                     \
        v = y[7 - (i)];                                                                            \
        c0 += product(w, v);                                                                       \
        c1 += product(w, u);                                                                       \
    }

/* c from 0 to 6. */
FK_INLINE void add_low(int64_t *t0, int64_t *t1, const int32_t *x, const int32_t *y, int c)
{
    int64_t c0 = *t0;
    int64_t c1 = *t1;
    int32_t u, v, w;

    FK_RELOAD_MEMORY();
    v = y[0];
    c1 += product(x[c + 1], v);
    ROUND_LOW(0)
    ROUND_LOW(1)
    ROUND_LOW(2)
    ROUND_LOW(3)
    ROUND_LOW(4)
    ROUND_LOW(5)
    ROUND_LOW(6)
    *t0 = c0;
    *t1 = c1;
}

/* c from 8 to 14; column 15 is empty. */
FK_INLINE void add_high(int64_t *t0, int64_t *t1, const int32_t *x, const int32_t *y, int c)
{
    int64_t c0 = *t0;
    int64_t c1 = *t1;
    int32_t u, v, w;

    FK_RELOAD_MEMORY();
    v = y[7];
    c0 += product(x[c - 7], v);
    ROUND_HIGH(1)
    ROUND_HIGH(2)
    ROUND_HIGH(3)
    ROUND_HIGH(4)
    ROUND_HIGH(5)
    ROUND_HIGH(6)
    *t0 = c0;
    *t1 = c1;
}

/* The same for the square of a half x, with x[i] x[j] + x[j] x[i] taken as one. */
#define SQUARE_ROUND_LOW(i)                                                                        \
    if (c / 2 >= (i)) {                                                                            \
        w = x[c / 2 - (i)] * 2;                                                                    \
        u = v;                                                                                     \
        v = x[c / 2 + 1 + (i)];                                                                    \
        c0 += product(w, u);                                                                       \
        c1 += product(w, v);                                                                       \
    }

#define SQUARE_ROUND_HIGH(i)                                                                       \
    if (c - 7 + (i) < c / 2) {                                                                     \
        w = x[c - 7 + (i)] * 2;                                                                    \
        u = v;                                                                                     \
        v = x[7 - (i)];                                                                            \
        c0 += product(w, v);                                                                       \
        c1 += product(w, u);                                                                       \
    }

FK_INLINE void add_square_low(int64_t *t0, int64_t *t1, const int32_t *x, int c)
{
    int64_t c0 = *t0;
    int64_t c1 = *t1;
    int32_t u, v, w;

    FK_RELOAD_MEMORY();
    w = x[c / 2];
    v = x[c / 2 + 1];
    c0 += product(w, w);
    c1 += product(w * 2, v);
    SQUARE_ROUND_LOW(1)
    SQUARE_ROUND_LOW(2)
    SQUARE_ROUND_LOW(3)
    *t0 = c0;
    *t1 = c1;
}

FK_INLINE void add_square_high(int64_t *t0, int64_t *t1, const int32_t *x, int c)
{
    int64_t c0 = *t0;
    int64_t c1 = *t1;
    int32_t u, v, w;

    FK_RELOAD_MEMORY();
    v = x[7];
    if (c < 14) {
        c0 += product(x[c - 7] * 2, v);
    }
    SQUARE_ROUND_HIGH(1)
    SQUARE_ROUND_HIGH(2)
    SQUARE_ROUND_HIGH(3)
    w = x[c / 2];
    c0 += product(w, w);
    if (c < 14) {
        c1 += product(w * 2, v);
    }
    *t0 = c0;
    *t1 = c1;
}

/* Limbs k and k + 1 are complete: *t0 in column k, t1 in column k + 1; the carry is left in *t0. */
FK_INLINE void finish_pair(int32_t *limb, int64_t *t0, int64_t t1)
{
    limb[0] = low_bits(*t0);
    *t0 = (*t0 >> BITS) + t1;
    limb[1] = low_bits(*t0);
    *t0 >>= BITS;
}

/*
 * With a = a0 + a1 f, b = b0 + b1 f and the three products of halves P = a0 b0, Q = a1 b1 and
 * S = (a0 + a1)(b0 + b1), a b = P + Q + (S - P) f modulo p. Each of the three has columns 0 to 14,
 * of which column k + 8 has the weight of column k times f. As f^2 = f + 1,
 *
 *   limb k       P[k] + Q[k] + S[k+8] - P[k+8]
 *   limb k + 8   S[k] - P[k] + Q[k+8] + S[k+8]
 *
 * Two chains of carries, low and high, go up at once, two limbs each in a step. Bounds, for S times
 * D: the halves' sums are below 2^30 + 2^10 and 2^29 + 2^10, so a product in S is below
 * 2^59 + 2^41, in P and Q below 2^57 + 2^39. Limb k + 8 has at most 8 products of S and 8 of P and
 * Q, limb k at most 7 of S and 9 of the others: both below 2^62 + 2^60 + 2^58. The carry from below
 * is less than 2^35.
 */
FK_INLINE void mul_pair(fk_fe448_16x28 *r, int64_t *low, int64_t *high, const int32_t *a,
                        const int32_t *b, const int32_t *as, const int32_t *bs, int k)
{
    int64_t low1, high1;
    int64_t p0 = 0, p1 = 0, s0 = 0, s1 = 0;

    add_high(&s0, &s1, as, bs, k + HALF);
    add_high(&p0, &p1, a, b, k + HALF);
    *low += s0 - p0;
    low1 = s1 - p1;
    add_high(&s0, &s1, a + HALF, b + HALF, k + HALF);
    *high += s0;
    high1 = s1;

    add_low(high, &high1, as, bs, k);
    p0 = 0;
    p1 = 0;
    add_low(&p0, &p1, a, b, k);
    *high -= p0;
    high1 -= p1;
    *low += p0;
    low1 += p1;
    finish_pair(&r->limb[k + HALF], high, high1);
    add_low(low, &low1, a + HALF, b + HALF, k);
    finish_pair(&r->limb[k], low, low1);
}

void fk_fe448_16x28_mul(fk_fe448_16x28 *restrict r, const fk_fe448_16x28 *a,
                        const fk_fe448_16x28 *b)
{
    int32_t as[HALF];
    int32_t bs[HALF];
    int64_t low = 0;
    int64_t high = 0;

    FK_UNROLL
    for (int i = 0; i < HALF; i++) {
        as[i] = a->limb[i] + a->limb[i + HALF];
        bs[i] = b->limb[i] + b->limb[i + HALF];
    }
    mul_pair(r, &low, &high, a->limb, b->limb, as, bs, 0);
    mul_pair(r, &low, &high, a->limb, b->limb, as, bs, 2);
    mul_pair(r, &low, &high, a->limb, b->limb, as, bs, 4);
    mul_pair(r, &low, &high, a->limb, b->limb, as, bs, 6);
    fold_top(r, low, high);
}

/*
 * As the product, by three squares of halves. The doubled sum of the halves of a T or D is below
 * 2 (2^29 + 2^10) < 2^31, and the columns stay below those of the product.
 */
FK_INLINE void sqr_pair(fk_fe448_16x28 *r, int64_t *low, int64_t *high, const int32_t *a,
                        const int32_t *as, int k)
{
    int64_t low1, high1;
    int64_t p0 = 0, p1 = 0, s0 = 0, s1 = 0;

    add_square_high(&s0, &s1, as, k + HALF);
    add_square_high(&p0, &p1, a, k + HALF);
    *low += s0 - p0;
    low1 = s1 - p1;
    add_square_high(&s0, &s1, a + HALF, k + HALF);
    *high += s0;
    high1 = s1;

    add_square_low(high, &high1, as, k);
    p0 = 0;
    p1 = 0;
    add_square_low(&p0, &p1, a, k);
    *high -= p0;
    high1 -= p1;
    *low += p0;
    low1 += p1;
    finish_pair(&r->limb[k + HALF], high, high1);
    add_square_low(low, &low1, a + HALF, k);
    finish_pair(&r->limb[k], low, low1);
}

void fk_fe448_16x28_sqr(fk_fe448_16x28 *restrict r, const fk_fe448_16x28 *a)
{
    int32_t as[HALF];
    int64_t low = 0;
    int64_t high = 0;

    FK_UNROLL
    for (int i = 0; i < HALF; i++) {
        as[i] = a->limb[i] + a->limb[i + HALF];
    }
    sqr_pair(r, &low, &high, a->limb, as, 0);
    sqr_pair(r, &low, &high, a->limb, as, 2);
    sqr_pair(r, &low, &high, a->limb, as, 4);
    sqr_pair(r, &low, &high, a->limb, as, 6);
    fold_top(r, low, high);
}

void fk_fe448_16x28_sqr_times(fk_fe448_16x28 *r, const fk_fe448_16x28 *a, unsigned n)
{
    fk_fe448_16x28 t;

    /* Two squarings a round, because one cannot be done in place. */
    if (n % 2 == 0) {
        fk_fe448_16x28_sqr(&t, a);
        fk_fe448_16x28_sqr(r, &t);
        n -= 2;
    } else {
        fk_fe448_16x28_sqr(r, a);
        n -= 1;
    }
    for (; n > 0; n -= 2) {
        fk_fe448_16x28_sqr(&t, r);
        fk_fe448_16x28_sqr(r, &t);
    }
}
