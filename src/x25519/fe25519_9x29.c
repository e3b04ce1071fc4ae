/* SPDX-License-Identifier: MIT */
/* GF(2^255 - 19) in nine signed limbs of 29 bits: see fe25519_9x29.h. */
#include "fe25519_9x29.h"

#include "../common/attributes.h"
#include "../common/byte_order.h"
#include "../common/constant_time.h"

/*
 * Everything here relies on two's complement and on an arithmetic right shift of negative numbers,
 * which C99 leaves to the compiler: then x >> n is the floor of x / 2^n and x & (2^n - 1) the
 * remainder, which is never negative, for negative x too.
 */
#define LIMBS 9
#define BITS 29
#define MASK 0x1FFFFFFF
#define TOP_BITS 23
#define TOP_MASK 0x7FFFFF
/* 2^261 modulo p. */
#define FOLD 1216

FK_INLINE int64_t product(int32_t x, int32_t y)
{
    return (int64_t)x * y;
}

FK_INLINE int32_t low(int64_t t)
{
    return (int32_t)(t & MASK);
}

void fk_fe25519_9x29_set_small(fk_fe25519_9x29 *r, uint32_t k)
{
    r->limb[0] = (int32_t)k;
    for (int i = 1; i < LIMBS; i++) {
        r->limb[i] = 0;
    }
}

void fk_fe25519_9x29_from_bytes(fk_fe25519_9x29 *r, const uint8_t bytes[32])
{
    uint64_t bits = 0;
    unsigned have = 0;
    int limb = 0;

    /* bits holds fewer than 29 + 32 bits at any time. */
    for (int word = 0; word < 8; word++) {
        bits |= (uint64_t)fk_load32_le(bytes + 4 * word) << have;
        have += 32;
        while (have >= BITS && limb < LIMBS - 1) {
            r->limb[limb++] = (int32_t)(bits & MASK);
            bits >>= BITS;
            have -= BITS;
        }
    }
    r->limb[LIMBS - 1] = (int32_t)(bits & TOP_MASK);
}

/*
 * Makes limbs 0 to 7 lie in [0, 2^29) and limb 8 in [0, 2^23); returns what was left over, in units
 * of 2^255. |limb| <= 2^30 + 2^16.
 */
static int32_t propagate(fk_fe25519_9x29 *r)
{
    int32_t carry = 0;

    FK_UNROLL
    for (int i = 0; i < LIMBS - 1; i++) {
        const int32_t limb = r->limb[i] + carry;

        r->limb[i] = limb & MASK;
        carry = limb >> BITS;
    }
    const int32_t top = r->limb[LIMBS - 1] + carry;

    r->limb[LIMBS - 1] = top & TOP_MASK;
    return top >> TOP_BITS;
}

/*
 * The value v of a T lies in (-2^249, 2^255 + 2^249). After the first propagation v is w + c 2^255
 * with w in [0, 2^255) and c in {-1, 0, 1}; c = -1 only where w >= 2^255 - 2^249, c = 1 only where
 * w < 2^249. So w + 19 c, which is v modulo p, lies in [0, 2^255), and the second propagation
 * leaves nothing over. It is below 2p, so at most one p is left to subtract: w >= p exactly where
 * w + 19 reaches 2^255, and then w - p = w + 19 - 2^255.
 */
void fk_fe25519_9x29_to_bytes(uint8_t bytes[32], const fk_fe25519_9x29 *a)
{
    fk_fe25519_9x29 t = *a;
    int32_t carry = 19;
    uint64_t bits = 0;
    unsigned have = 0;
    int limb = 0;

    const int32_t over = propagate(&t);
    t.limb[0] += 19 * over;
    (void)propagate(&t);
    for (int i = 0; i < LIMBS - 1; i++) {
        carry = (t.limb[i] + carry) >> BITS;
    }
    t.limb[0] += 19 * ((t.limb[LIMBS - 1] + carry) >> TOP_BITS);
    (void)propagate(&t);

    for (int word = 0; word < 8; word++) {
        while (have < 32 && limb < LIMBS) {
            bits |= (uint64_t)(uint32_t)t.limb[limb++] << have;
            have += BITS;
        }
        fk_store32_le(bytes + 4 * word, (uint32_t)bits);
        bits >>= 32;
        have -= 32;
    }
}

void fk_fe25519_9x29_add_sub(fk_fe25519_9x29 *s, fk_fe25519_9x29 *d, const fk_fe25519_9x29 *a,
                             const fk_fe25519_9x29 *b)
{
    FK_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        const int32_t x = a->limb[i];
        const int32_t y = b->limb[i];

        s->limb[i] = x + y;
        d->limb[i] = x - y;
    }
}

void fk_fe25519_9x29_sub(fk_fe25519_9x29 *r, const fk_fe25519_9x29 *a, const fk_fe25519_9x29 *b)
{
    FK_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        r->limb[i] = a->limb[i] - b->limb[i];
    }
}

/* An S leaves over at most 2, so limb 0 stays below 2^29 + 38. */
void fk_fe25519_9x29_carry(fk_fe25519_9x29 *r)
{
    const int32_t over = propagate(r);

    r->limb[0] += 19 * over;
}

void fk_fe25519_9x29_select(fk_fe25519_9x29 *r, uint32_t bit, const fk_fe25519_9x29 *a,
                            const fk_fe25519_9x29 *b)
{
    const uint32_t mask = fk_mask_u32(bit);

    FK_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        r->limb[i] = (int32_t)fk_select_u32(mask, (uint32_t)a->limb[i], (uint32_t)b->limb[i]);
        FK_RELOAD_MEMORY();
    }
}

/*
 * The end of a product: t is column 8 with everything carried into it, |t| < 2^63. The bits from
 * 2^255 up come back into limb 0, 19 times. They are taken in two parts, below and above 2^29, so
 * that no product needs more than 32 by 32 bits: u is below 2^34, and limb 1 changes by less than
 * 2^5 + 19 2^11 < 2^16.
 */
FK_INLINE void fold_top(fk_fe25519_9x29 *r, int64_t t)
{
    const int64_t u = r->limb[0] + product(low(t >> TOP_BITS), 19);

    r->limb[0] = low(u);
    r->limb[1] += (int32_t)(u >> BITS) + 19 * (int32_t)(t >> (TOP_BITS + BITS));
    r->limb[8] = (int32_t)(t & TOP_MASK);
}

/* |a + k b| < 2^30 + 2^17 2^30: the carries fit 32 bits and a column 48. */
void fk_fe25519_9x29_mul_small_add(fk_fe25519_9x29 *r, const fk_fe25519_9x29 *a,
                                   const fk_fe25519_9x29 *b, int32_t k)
{
    int64_t t = 0;

    FK_UNROLL
    for (int i = 0; i < LIMBS - 1; i++) {
        t += a->limb[i] + product(b->limb[i], k);
        r->limb[i] = low(t);
        t >>= BITS;
    }
    fold_top(r, t + a->limb[8] + product(b->limb[8], k));
}

/*
 * Column c of the product is the sum of a[i] b[c - i], of weight 2^(29 c). Columns 9 to 17 fold
 * into columns 0 to 8, 1216 times. So the code goes up two chains at once: in `high`, column k + 9,
 * whose low 29 bits (column k + 9 final) go at once into `low_sum`, column k. Two columns a step:
 * their products share their operands, so that each loaded limb is used twice.
 *
 * Bounds, for S times D: a column has at most 9 products below (2^30 + 2^17)(2^29 + 2^17) in
 * absolute value, together below 2^62.2; the carry from the column below is less than 2^35 and the
 * folded limb less than 2^40, so every accumulator stays below 2^63. Column 17, what is left of
 * column 16 = a[8] b[8], is below 2^20.
 */
/* One more limb of each operand, x upwards and y downwards: x_next y to the lower column and x_next
 * times the y before to the upper one, or the other way round. */
#define STEP_HIGH(x_next, y_next)                                                                  \
    do {                                                                                           \
        x = (x_next);                                                                              \
        z = y;                                                                                     \
        y = (y_next);                                                                              \
        high0 += product(x, y);                                                                    \
        high1 += product(x, z);                                                                    \
    } while (0)

#define STEP_LOW(x_next, y_next)                                                                   \
    do {                                                                                           \
        x = (x_next);                                                                              \
        z = y;                                                                                     \
        y = (y_next);                                                                              \
        low0 += product(x, z);                                                                     \
        low1 += product(x, y);                                                                     \
    } while (0)

/* Columns k + 9 and k + 10 are complete: their limbs go to columns k and k + 1. */
#define FOLD_HIGH()                                                                                \
    do {                                                                                           \
        low0 += product(low(high0), FOLD);                                                         \
        high0 >>= BITS;                                                                            \
        high0 += high1;                                                                            \
        low1 = product(low(high0), FOLD);                                                          \
        high0 >>= BITS;                                                                            \
        FK_RELOAD_MEMORY();                                                                        \
    } while (0)

/* Columns k and k + 1 are complete. */
#define FINISH_LOW(k)                                                                              \
    do {                                                                                           \
        r->limb[k] = low(low0);                                                                    \
        low0 >>= BITS;                                                                             \
        low0 += low1;                                                                              \
        r->limb[(k) + 1] = low(low0);                                                              \
        low0 >>= BITS;                                                                             \
        FK_RELOAD_MEMORY();                                                                        \
    } while (0)

void fk_fe25519_9x29_mul(fk_fe25519_9x29 *r, const fk_fe25519_9x29 *a, const fk_fe25519_9x29 *b)
{
    const int32_t *const f = a->limb;
    const int32_t *const g = b->limb;
    int64_t high0, high1, low0, low1;
    int32_t x, y, z;

    /* Columns 9, 10 and 0, 1. */
    y = g[8];
    high0 = product(f[1], y);
    high1 = 0;
    STEP_HIGH(f[2], g[7]);
    STEP_HIGH(f[3], g[6]);
    STEP_HIGH(f[4], g[5]);
    STEP_HIGH(f[5], g[4]);
    STEP_HIGH(f[6], g[3]);
    STEP_HIGH(f[7], g[2]);
    STEP_HIGH(f[8], g[1]);
    low0 = 0;
    FOLD_HIGH();
    y = g[0];
    low1 += product(f[1], y);
    STEP_LOW(f[0], g[1]);
    FINISH_LOW(0);

    /* Columns 11, 12 and 2, 3. */
    y = g[8];
    high0 += product(f[3], y);
    high1 = 0;
    STEP_HIGH(f[4], g[7]);
    STEP_HIGH(f[5], g[6]);
    STEP_HIGH(f[6], g[5]);
    STEP_HIGH(f[7], g[4]);
    STEP_HIGH(f[8], g[3]);
    FOLD_HIGH();
    y = g[0];
    low1 += product(f[3], y);
    STEP_LOW(f[2], g[1]);
    STEP_LOW(f[1], g[2]);
    STEP_LOW(f[0], g[3]);
    FINISH_LOW(2);

    /* Columns 13, 14 and 4, 5. */
    y = g[8];
    high0 += product(f[5], y);
    high1 = 0;
    STEP_HIGH(f[6], g[7]);
    STEP_HIGH(f[7], g[6]);
    STEP_HIGH(f[8], g[5]);
    FOLD_HIGH();
    y = g[0];
    low1 += product(f[5], y);
    STEP_LOW(f[4], g[1]);
    STEP_LOW(f[3], g[2]);
    STEP_LOW(f[2], g[3]);
    STEP_LOW(f[1], g[4]);
    STEP_LOW(f[0], g[5]);
    FINISH_LOW(4);

    /* Columns 15, 16 and 6, 7. */
    y = g[8];
    high0 += product(f[7], y);
    high1 = 0;
    STEP_HIGH(f[8], g[7]);
    FOLD_HIGH();
    y = g[0];
    low1 += product(f[7], y);
    STEP_LOW(f[6], g[1]);
    STEP_LOW(f[5], g[2]);
    STEP_LOW(f[4], g[3]);
    STEP_LOW(f[3], g[4]);
    STEP_LOW(f[2], g[5]);
    STEP_LOW(f[1], g[6]);
    STEP_LOW(f[0], g[7]);
    FINISH_LOW(6);

    /* Column 17 into column 8. */
    low0 += product((int32_t)high0, FOLD);
    low0 += product(f[0], g[8]);
    low0 += product(f[1], g[7]);
    low0 += product(f[2], g[6]);
    low0 += product(f[3], g[5]);
    low0 += product(f[4], g[4]);
    low0 += product(f[5], g[3]);
    low0 += product(f[6], g[2]);
    low0 += product(f[7], g[1]);
    low0 += product(f[8], g[0]);
    fold_top(r, low0);
}

/*
 * As the product, with a[i] a[j] + a[j] a[i] taken as one: a[i] is doubled beforehand, which T and
 * D allow (2 (2^29 + 2^17) < 2^31). A column then has at most 9 products below (2^29 + 2^17)^2.
 */
void fk_fe25519_9x29_sqr(fk_fe25519_9x29 *r, const fk_fe25519_9x29 *a)
{
    const int32_t *const f = a->limb;
    int32_t d[LIMBS - 1];
    int64_t high0, high1, low0, low1;
    int32_t x, y, z;

    FK_UNROLL
    for (int i = 0; i < LIMBS - 1; i++) {
        d[i] = f[i] * 2;
    }

    /* Columns 9, 10 and 0, 1. */
    y = f[8];
    high0 = product(d[1], y);
    high1 = 0;
    STEP_HIGH(d[2], f[7]);
    STEP_HIGH(d[3], f[6]);
    STEP_HIGH(d[4], f[5]);
    high1 += product(y, y);
    low0 = 0;
    FOLD_HIGH();
    x = f[0];
    low0 += product(x, x);
    y = f[1];
    low1 += product(d[0], y);
    FINISH_LOW(0);

    /* Columns 11, 12 and 2, 3. */
    y = f[8];
    high0 += product(d[3], y);
    high1 = 0;
    STEP_HIGH(d[4], f[7]);
    STEP_HIGH(d[5], f[6]);
    high1 += product(y, y);
    FOLD_HIGH();
    x = f[1];
    low0 += product(x, x);
    y = f[2];
    low1 += product(d[1], y);
    STEP_LOW(d[0], f[3]);
    FINISH_LOW(2);

    /* Columns 13, 14 and 4, 5. */
    y = f[8];
    high0 += product(d[5], y);
    high1 = 0;
    STEP_HIGH(d[6], f[7]);
    high1 += product(y, y);
    FOLD_HIGH();
    x = f[2];
    low0 += product(x, x);
    y = f[3];
    low1 += product(d[2], y);
    STEP_LOW(d[1], f[4]);
    STEP_LOW(d[0], f[5]);
    FINISH_LOW(4);

    /* Columns 15, 16 and 6, 7. */
    y = f[8];
    high0 += product(d[7], y);
    high1 = 0;
    high1 += product(y, y);
    FOLD_HIGH();
    x = f[3];
    low0 += product(x, x);
    y = f[4];
    low1 += product(d[3], y);
    STEP_LOW(d[2], f[5]);
    STEP_LOW(d[1], f[6]);
    STEP_LOW(d[0], f[7]);
    FINISH_LOW(6);

    /* Column 17 into column 8. */
    low0 += product((int32_t)high0, FOLD);
    low0 += product(d[0], f[8]);
    low0 += product(d[1], f[7]);
    low0 += product(d[2], f[6]);
    low0 += product(d[3], f[5]);
    low0 += product(f[4], f[4]);
    fold_top(r, low0);
}

void fk_fe25519_9x29_sqr_times(fk_fe25519_9x29 *r, const fk_fe25519_9x29 *a, unsigned n)
{
    fk_fe25519_9x29 t;

    /* Two squarings a round, because one cannot be done in place. */
    if (n % 2 == 0) {
        fk_fe25519_9x29_sqr(&t, a);
        fk_fe25519_9x29_sqr(r, &t);
        n -= 2;
    } else {
        fk_fe25519_9x29_sqr(r, a);
        n -= 1;
    }
    for (; n > 0; n -= 2) {
        fk_fe25519_9x29_sqr(&t, r);
        fk_fe25519_9x29_sqr(r, &t);
    }
}
