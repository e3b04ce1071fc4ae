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
 * t plus column n - 1 of the product of x and y: the sum of x[i] y[n - 1 - i] for i from 0 to n
 * - 1. n is a constant from 0 to 8.
 */
FK_INLINE int64_t column(int64_t t, const int32_t *x, const int32_t *y, int n)
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
    if (n > 4) {
        t += product(x[4], y[n - 5]);
    }
    if (n > 5) {
        t += product(x[5], y[n - 6]);
    }
    if (n > 6) {
        t += product(x[6], y[n - 7]);
    }
    if (n > 7) {
        t += product(x[7], y[n - 8]);
    }
    return t;
}

/*
 * With a = a0 + a1 f, b = b0 + b1 f and the three products of halves P = a0 b0, Q = a1 b1 and
 * S = (a0 + a1)(b0 + b1), a b = P + Q + (S - P) f modulo p. Each of the three has columns 0 to 14,
 * of which column k + 8 has the weight of column k times f. As f^2 = f + 1,
 *
 *   limb k       P[k] + Q[k] + S[k+8] - P[k+8]
 *   limb k + 8   S[k] - P[k] + Q[k+8] + S[k+8]
 *
 * Two chains of carries, low and high, go up at once. Bounds, for S times D: the halves' sums are
 * below 2^30 + 2^10 and 2^29 + 2^10, so a product in S is below 2^59 + 2^41, in P and Q below
 * 2^57 + 2^39. Limb k + 8 has at most 8 products of S and 8 of P and Q, limb k at most 7 of S and
 * 9 of the others: both below 2^62 + 2^60 + 2^58. The carry from below is less than 2^35.
 */
void fk_fe448_16x28_mul(fk_fe448_16x28 *r, const fk_fe448_16x28 *a, const fk_fe448_16x28 *b)
{
    const int32_t *const a0 = a->limb;
    const int32_t *const a1 = a->limb + HALF;
    const int32_t *const b0 = b->limb;
    const int32_t *const b1 = b->limb + HALF;
    int32_t as[HALF];
    int32_t bs[HALF];
    int64_t low = 0;
    int64_t high = 0;
    int64_t t;

    for (int i = 0; i < HALF; i++) {
        as[i] = a0[i] + a1[i];
        bs[i] = b0[i] + b1[i];
    }

#define MUL_LIMBS(k)                                                                               \
    do {                                                                                           \
        FK_RELOAD_MEMORY();                                                                        \
        t = column(0, a0, b0, (k) + 1);                                                            \
        high = column(high, as, bs, (k) + 1) - t;                                                  \
        low = column(low, a1, b1, (k) + 1) + t;                                                    \
        low -= column(0, a0 + (k) + 1, b0 + (k) + 1, 7 - (k));                                     \
        t = column(0, as + (k) + 1, bs + (k) + 1, 7 - (k));                                        \
        high = column(high, a1 + (k) + 1, b1 + (k) + 1, 7 - (k)) + t;                              \
        low += t;                                                                                  \
        r->limb[k] = low_bits(low);                                                                \
        r->limb[(k) + HALF] = low_bits(high);                                                      \
        low >>= BITS;                                                                              \
        high >>= BITS;                                                                             \
    } while (0)

    MUL_LIMBS(0);
    MUL_LIMBS(1);
    MUL_LIMBS(2);
    MUL_LIMBS(3);
    MUL_LIMBS(4);
    MUL_LIMBS(5);
    MUL_LIMBS(6);
    MUL_LIMBS(7);
    fold_top(r, low, high);
}

/*
 * t plus column n - 1 of the square of x, where d = 2 x: each product of two different limbs once,
 * with one of them doubled. n is a constant from 0 to 8.
 */
FK_INLINE int64_t square_column(int64_t t, const int32_t *d, const int32_t *x, int n)
{
    if (n > 1) {
        t += product(d[0], x[n - 1]);
    }
    if (n > 3) {
        t += product(d[1], x[n - 2]);
    }
    if (n > 5) {
        t += product(d[2], x[n - 3]);
    }
    if (n > 7) {
        t += product(d[3], x[n - 4]);
    }
    if (n % 2 == 1) {
        t += product(x[n / 2], x[n / 2]);
    }
    return t;
}

/*
 * As the product, by three squares of halves. The doubled sum of the halves of a T or D is below
 * 2 (2^29 + 2^10) < 2^31, and the columns stay below those of the product.
 */
void fk_fe448_16x28_sqr(fk_fe448_16x28 *r, const fk_fe448_16x28 *a)
{
    const int32_t *const a0 = a->limb;
    const int32_t *const a1 = a->limb + HALF;
    int32_t d0[HALF];
    int32_t d1[HALF];
    int32_t as[HALF];
    int32_t ds[HALF];
    int64_t low = 0;
    int64_t high = 0;
    int64_t t;

    for (int i = 0; i < HALF; i++) {
        as[i] = a0[i] + a1[i];
        d0[i] = a0[i] * 2;
        d1[i] = a1[i] * 2;
        ds[i] = as[i] * 2;
    }

#define SQR_LIMBS(k)                                                                               \
    do {                                                                                           \
        FK_RELOAD_MEMORY();                                                                        \
        t = square_column(0, d0, a0, (k) + 1);                                                     \
        high = square_column(high, ds, as, (k) + 1) - t;                                           \
        low = square_column(low, d1, a1, (k) + 1) + t;                                             \
        low -= square_column(0, d0 + (k) + 1, a0 + (k) + 1, 7 - (k));                              \
        t = square_column(0, ds + (k) + 1, as + (k) + 1, 7 - (k));                                 \
        high = square_column(high, d1 + (k) + 1, a1 + (k) + 1, 7 - (k)) + t;                       \
        low += t;                                                                                  \
        r->limb[k] = low_bits(low);                                                                \
        r->limb[(k) + HALF] = low_bits(high);                                                      \
        low >>= BITS;                                                                              \
        high >>= BITS;                                                                             \
    } while (0)

    SQR_LIMBS(0);
    SQR_LIMBS(1);
    SQR_LIMBS(2);
    SQR_LIMBS(3);
    SQR_LIMBS(4);
    SQR_LIMBS(5);
    SQR_LIMBS(6);
    SQR_LIMBS(7);
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
