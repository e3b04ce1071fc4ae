/* SPDX-License-Identifier: MIT */
/* The field of P-256 in nine signed limbs of 29 bits: see fep256_9x29.h. */
#include "../common/config.h"

#if defined(FK_LIMBS_32)

#include "fep256_9x29.h"

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

static const fk_fep256_9x29 P = {
    {0x1FFFFFFF, 0x1FFFFFFF, 0x1FFFFFFF, 0x1FF, 0, 0, 1 << 18, 0x1FE00000, 0xFFFFFF}};

/* R modulo p, which stands for 1. */
static const fk_fep256_9x29 ONE = {
    {0x20, 0, 0, 0x1FFFC000, 0x1FFFFFFF, 0x1FFFFFFF, 0x1F7FFFFF, 0x3FFFFFF, 0}};

/* R^2 modulo p, which takes a number into Montgomery form. */
static const fk_fep256_9x29 R_SQUARED = {
    {0xC00, 0, 0x1FFF0000, 0x1FDFFFFF, 0x1FBFFFFF, 0x1FFFFFFF, 0x1FFFFFFF, 0x1FFFFFFE, 0x13}};

/* The number 1, which takes an element out of Montgomery form. */
static const fk_fep256_9x29 PLAIN_ONE = {{1, 0, 0, 0, 0, 0, 0, 0, 0}};

FK_INLINE int64_t product(int32_t x, int32_t y)
{
    return (int64_t)x * y;
}

FK_INLINE int32_t low(int64_t t)
{
    return (int32_t)(t & MASK);
}

void fk_fep256_9x29_set_one(fk_fep256_9x29 *r)
{
    *r = ONE;
}

uint32_t fk_fep256_9x29_from_bytes(fk_fep256_9x29 *r, const uint8_t bytes[32])
{
    fk_fep256_9x29 t;
    uint64_t bits = 0;
    unsigned have = 0;
    int limb = 0;
    int32_t borrow = 0;

    /* bits holds fewer than 29 + 32 bits at any time. */
    for (int word = 0; word < 8; word++) {
        bits |= (uint64_t)fk_load32_be(bytes + 28 - 4 * word) << have;
        have += 32;
        while (have >= BITS && limb < LIMBS - 1) {
            t.limb[limb++] = (int32_t)(bits & MASK);
            bits >>= BITS;
            have -= BITS;
        }
    }
    t.limb[LIMBS - 1] = (int32_t)bits;
    fk_fep256_9x29_mul(r, &t, &R_SQUARED);

    /* -1 in the end where t < p. */
    for (int i = 0; i < LIMBS; i++) {
        borrow = (t.limb[i] - P.limb[i] + borrow) >> BITS;
    }
    return fk_mask_u32((uint32_t)borrow & 1);
}

/*
 * r = the number that a stands for, in [0, p). |a| < 2^261, so the product with 1 is more than -1
 * and less than p + 1: it lies in [0, p], and its limbs are those of p or a canonical number's.
 */
static void from_montgomery(fk_fep256_9x29 *r, const fk_fep256_9x29 *a)
{
    uint32_t difference = 0;

    fk_fep256_9x29_mul(r, a, &PLAIN_ONE);
    for (int i = 0; i < LIMBS; i++) {
        difference |= (uint32_t)(r->limb[i] ^ P.limb[i]);
    }
    const uint32_t is_p = fk_is_zero_u32(difference);
    for (int i = 0; i < LIMBS; i++) {
        r->limb[i] = (int32_t)((uint32_t)r->limb[i] & ~is_p);
    }
}

void fk_fep256_9x29_to_bytes(uint8_t bytes[32], const fk_fep256_9x29 *a)
{
    fk_fep256_9x29 t;
    uint64_t bits = 0;
    unsigned have = 0;
    int limb = 0;

    from_montgomery(&t, a);
    for (int word = 0; word < 8; word++) {
        while (have < 32 && limb < LIMBS) {
            bits |= (uint64_t)(uint32_t)t.limb[limb++] << have;
            have += BITS;
        }
        fk_store32_be(bytes + 28 - 4 * word, (uint32_t)bits);
        bits >>= 32;
        have -= 32;
    }
}

uint32_t fk_fep256_9x29_is_zero(const fk_fep256_9x29 *a)
{
    fk_fep256_9x29 t;
    uint32_t bits = 0;

    from_montgomery(&t, a);
    for (int i = 0; i < LIMBS; i++) {
        bits |= (uint32_t)t.limb[i];
    }
    return fk_is_zero_u32(bits);
}

void fk_fep256_9x29_add(fk_fep256_9x29 *r, const fk_fep256_9x29 *a, const fk_fep256_9x29 *b)
{
    FK_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        r->limb[i] = a->limb[i] + b->limb[i];
    }
}

void fk_fep256_9x29_sub(fk_fep256_9x29 *r, const fk_fep256_9x29 *a, const fk_fep256_9x29 *b)
{
    FK_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        r->limb[i] = a->limb[i] - b->limb[i];
    }
}

/* The limb is at most 2^31 - 2^28 in absolute value: stores its low bits and carries the others. */
#define STORE(i, limb_and_carry)                                                                   \
    do {                                                                                           \
        const int32_t limb_ = (limb_and_carry);                                                    \
                                                                                                   \
        r->limb[i] = limb_ & MASK;                                                                 \
        carry = limb_ >> BITS;                                                                     \
    } while (0)

void fk_fep256_9x29_carry(fk_fep256_9x29 *r)
{
    int32_t carry = 0;

    FK_UNROLL
    for (int i = 0; i < LIMBS - 1; i++) {
        STORE(i, r->limb[i] + carry);
    }
    r->limb[8] += carry;
}

/* |a - 2 b| <= 3 (2^29 - 1). */
void fk_fep256_9x29_sub_twice(fk_fep256_9x29 *r, const fk_fep256_9x29 *a, const fk_fep256_9x29 *b)
{
    int32_t carry = 0;

    FK_UNROLL
    for (int i = 0; i < LIMBS - 1; i++) {
        STORE(i, a->limb[i] - 2 * b->limb[i] + carry);
    }
    r->limb[8] = a->limb[8] - 2 * b->limb[8] + carry;
}

/*
 * Half of t = 3 a + b is the floor of t / 2, and (p + 1) / 2 more where t is odd. t's limbs are at
 * most 4 (2^29 - 1) = 2^31 - 4; the halves, with the bit from the limb above and the limb of
 * (p + 1) / 2 = 2^255 - 2^223 + 2^191 + 2^95, at most 2^30 + 2^28 + 2^29.
 */
void fk_fep256_9x29_half_3a_plus_b(fk_fep256_9x29 *r, const fk_fep256_9x29 *a,
                                   const fk_fep256_9x29 *b)
{
    static const int32_t half_p_plus_1[LIMBS] = {0, 0,       0,          1 << 8,  0,
                                                 0, 1 << 17, 0x1FF00000, 0x7FFFFF};
    int32_t carry = 0, t, above = 3 * a->limb[0] + b->limb[0];
    const int32_t odd = (int32_t)fk_mask_u32((uint32_t)above & 1);

    FK_UNROLL
    for (int i = 0; i < LIMBS - 1; i++) {
        t = above;
        above = 3 * a->limb[i + 1] + b->limb[i + 1];
        STORE(i, (t >> 1) + ((above & 1) << 28) + (odd & half_p_plus_1[i]) + carry);
    }
    r->limb[8] = (above >> 1) + (odd & half_p_plus_1[8]) + carry;
}

/*
 * Product and reduction, column by column upwards. Column c is the sum of f[i] g[c - i], of weight
 * 2^(29 c), the carry from below, and what the reduction adds:
 *
 * For each of the columns 0 to 8 a multiple q p 2^(29 c) is added that clears its low 29 bits.
 * p = -1 modulo 2^29, so q is those bits themselves; and the sum of the column and q (-1) is
 * shifted out, so only q (p + 1) 2^(29 c) is left to add, where
 *
 *   p + 1 = 2^9 2^(29 * 3) + 2^18 2^(29 * 6) + (2^29 - 2^21) 2^(29 * 7) + (2^24 - 1) 2^(29 * 8).
 *
 * After column 16 the columns 9 to 17 are (f g + Q p) / 2^261 with 0 <= Q < 2^261.
 *
 * Two columns at a time: their products share operands, so each loaded limb is used twice.
 *
 * Bounds for |f| |g| <= 3: limb 8 is short (below 2^27), so the worst column is 7 with eight
 * products of at most 3 (2^29 - 1)^2, together below 24 * 2^58. The reduction adds less than
 * 2^29 (2^29 + 2^24 + 2^18 + 2^9) < 1.1 * 2^58 and the carry less than 2^35: below 2^63.
 * Values: an f g between -s p^2 and s p^2 gives a result above -s p / 32 and below p + s p / 32.
 */
/* x = f's limb times two neighbouring limbs of g: the one before, then the next, g_next. */
#define STEP(f_limb, g_next)                                                                       \
    do {                                                                                           \
        x = (f_limb);                                                                              \
        z = y;                                                                                     \
        y = (g_next);                                                                              \
        even += product(x, z);                                                                     \
        odd += product(x, y);                                                                      \
    } while (0)

/* The four parts of q (p + 1), from column k into column k + 3, 6, 7 and 8. */
#define Q3(k) product(q[k], 1 << 9)
#define Q6(k) product(q[k], 1 << 18)
#define Q7(k) product(q[k], 0x1FE00000)
#define Q8(k) product(q[k], 0xFFFFFF)

/* The even column is complete: its low limb goes to limb_, its carry to the odd column. */
#define FINISH_EVEN(limb_)                                                                         \
    do {                                                                                           \
        (limb_) = low(even);                                                                       \
        odd += even >> BITS;                                                                       \
    } while (0)

/* The odd column too: its carry begins the next pair. */
#define FINISH_ODD(limb_)                                                                          \
    do {                                                                                           \
        (limb_) = low(odd);                                                                        \
        even = odd >> BITS;                                                                        \
        FK_RELOAD_MEMORY();                                                                        \
    } while (0)

void fk_fep256_9x29_mul(fk_fep256_9x29 *r, const fk_fep256_9x29 *a, const fk_fep256_9x29 *b)
{
    const int32_t *const f = a->limb;
    const int32_t *const g = b->limb;
    int32_t q[9], x, y, z;
    int64_t even = 0, odd;

    /* Columns 0 and 1. */
    y = g[0];
    odd = product(f[1], y);
    STEP(f[0], g[1]);
    FINISH_EVEN(q[0]);
    FINISH_ODD(q[1]);

    /* Columns 2 and 3. */
    y = g[0];
    odd = product(f[3], y);
    STEP(f[2], g[1]);
    STEP(f[1], g[2]);
    STEP(f[0], g[3]);
    FINISH_EVEN(q[2]);
    odd += Q3(0);
    FINISH_ODD(q[3]);

    /* Columns 4 and 5. */
    y = g[0];
    odd = product(f[5], y);
    STEP(f[4], g[1]);
    STEP(f[3], g[2]);
    STEP(f[2], g[3]);
    STEP(f[1], g[4]);
    STEP(f[0], g[5]);
    even += Q3(1);
    FINISH_EVEN(q[4]);
    odd += Q3(2);
    FINISH_ODD(q[5]);

    /* Columns 6 and 7. */
    y = g[0];
    odd = product(f[7], y);
    STEP(f[6], g[1]);
    STEP(f[5], g[2]);
    STEP(f[4], g[3]);
    STEP(f[3], g[4]);
    STEP(f[2], g[5]);
    STEP(f[1], g[6]);
    STEP(f[0], g[7]);
    even += Q3(3);
    even += Q6(0);
    FINISH_EVEN(q[6]);
    odd += Q3(4);
    odd += Q6(1);
    odd += Q7(0);
    FINISH_ODD(q[7]);

    /* Columns 8 and 9. */
    y = g[0];
    odd = 0;
    STEP(f[8], g[1]);
    STEP(f[7], g[2]);
    STEP(f[6], g[3]);
    STEP(f[5], g[4]);
    STEP(f[4], g[5]);
    STEP(f[3], g[6]);
    STEP(f[2], g[7]);
    STEP(f[1], g[8]);
    even += product(f[0], y);
    even += Q3(5);
    even += Q6(2);
    even += Q7(1);
    even += Q8(0);
    FINISH_EVEN(q[8]);
    odd += Q3(6);
    odd += Q6(3);
    odd += Q7(2);
    odd += Q8(1);
    FINISH_ODD(r->limb[0]);

    /* Columns 10 and 11. */
    y = g[2];
    odd = 0;
    STEP(f[8], g[3]);
    STEP(f[7], g[4]);
    STEP(f[6], g[5]);
    STEP(f[5], g[6]);
    STEP(f[4], g[7]);
    STEP(f[3], g[8]);
    even += product(f[2], y);
    even += Q3(7);
    even += Q6(4);
    even += Q7(3);
    even += Q8(2);
    FINISH_EVEN(r->limb[1]);
    odd += Q3(8);
    odd += Q6(5);
    odd += Q7(4);
    odd += Q8(3);
    FINISH_ODD(r->limb[2]);

    /* Columns 12 and 13. */
    y = g[4];
    odd = 0;
    STEP(f[8], g[5]);
    STEP(f[7], g[6]);
    STEP(f[6], g[7]);
    STEP(f[5], g[8]);
    even += product(f[4], y);
    even += Q6(6);
    even += Q7(5);
    even += Q8(4);
    FINISH_EVEN(r->limb[3]);
    odd += Q6(7);
    odd += Q7(6);
    odd += Q8(5);
    FINISH_ODD(r->limb[4]);

    /* Columns 14 and 15. */
    y = g[6];
    odd = 0;
    STEP(f[8], g[7]);
    STEP(f[7], g[8]);
    even += product(f[6], y);
    even += Q6(8);
    even += Q7(7);
    even += Q8(6);
    FINISH_EVEN(r->limb[5]);
    odd += Q7(8);
    odd += Q8(7);
    FINISH_ODD(r->limb[6]);

    /* Columns 16 and 17. */
    even += product(f[8], g[8]);
    even += Q8(8);
    r->limb[7] = low(even);
    r->limb[8] = (int32_t)(even >> BITS);
}

/*
 * As the product, with f[i] f[j] + f[j] f[i] taken as one from d = 2 f. For a D a column is below
 * 8 * 2^58 before the reduction.
 */
void fk_fep256_9x29_sqr(fk_fep256_9x29 *r, const fk_fep256_9x29 *a)
{
    const int32_t *const f = a->limb;
    int32_t d[LIMBS - 1], q[9], x, y, z;
    int64_t even = 0, odd;

    FK_UNROLL
    for (int i = 0; i < LIMBS - 1; i++) {
        d[i] = 2 * f[i];
    }

    /* Columns 0 and 1. */
    y = f[1];
    odd = product(d[0], y);
    x = f[0];
    even = product(x, x);
    FINISH_EVEN(q[0]);
    FINISH_ODD(q[1]);

    /* Columns 2 and 3. */
    y = f[2];
    odd = product(d[1], y);
    STEP(d[0], f[3]);
    x = f[1];
    even += product(x, x);
    FINISH_EVEN(q[2]);
    odd += Q3(0);
    FINISH_ODD(q[3]);

    /* Columns 4 and 5. */
    y = f[3];
    odd = product(d[2], y);
    STEP(d[1], f[4]);
    STEP(d[0], f[5]);
    x = f[2];
    even += product(x, x);
    even += Q3(1);
    FINISH_EVEN(q[4]);
    odd += Q3(2);
    FINISH_ODD(q[5]);

    /* Columns 6 and 7. */
    y = f[4];
    odd = product(d[3], y);
    STEP(d[2], f[5]);
    STEP(d[1], f[6]);
    STEP(d[0], f[7]);
    x = f[3];
    even += product(x, x);
    even += Q3(3);
    even += Q6(0);
    FINISH_EVEN(q[6]);
    odd += Q3(4);
    odd += Q6(1);
    odd += Q7(0);
    FINISH_ODD(q[7]);

    /* Columns 8 and 9. */
    y = f[5];
    odd = product(d[4], y);
    STEP(d[3], f[6]);
    STEP(d[2], f[7]);
    STEP(d[1], f[8]);
    even += product(d[0], y);
    x = f[4];
    even += product(x, x);
    even += Q3(5);
    even += Q6(2);
    even += Q7(1);
    even += Q8(0);
    FINISH_EVEN(q[8]);
    odd += Q3(6);
    odd += Q6(3);
    odd += Q7(2);
    odd += Q8(1);
    FINISH_ODD(r->limb[0]);

    /* Columns 10 and 11. */
    y = f[6];
    odd = product(d[5], y);
    STEP(d[4], f[7]);
    STEP(d[3], f[8]);
    even += product(d[2], y);
    x = f[5];
    even += product(x, x);
    even += Q3(7);
    even += Q6(4);
    even += Q7(3);
    even += Q8(2);
    FINISH_EVEN(r->limb[1]);
    odd += Q3(8);
    odd += Q6(5);
    odd += Q7(4);
    odd += Q8(3);
    FINISH_ODD(r->limb[2]);

    /* Columns 12 and 13. */
    y = f[7];
    odd = product(d[6], y);
    STEP(d[5], f[8]);
    even += product(d[4], y);
    x = f[6];
    even += product(x, x);
    even += Q6(6);
    even += Q7(5);
    even += Q8(4);
    FINISH_EVEN(r->limb[3]);
    odd += Q6(7);
    odd += Q7(6);
    odd += Q8(5);
    FINISH_ODD(r->limb[4]);

    /* Columns 14 and 15. */
    y = f[8];
    odd = product(d[7], y);
    even += product(d[6], y);
    x = f[7];
    even += product(x, x);
    even += Q6(8);
    even += Q7(7);
    even += Q8(6);
    FINISH_EVEN(r->limb[5]);
    odd += Q7(8);
    odd += Q8(7);
    FINISH_ODD(r->limb[6]);

    /* Columns 16 and 17. */
    x = f[8];
    even += product(x, x);
    even += Q8(8);
    r->limb[7] = low(even);
    r->limb[8] = (int32_t)(even >> BITS);
}

/* The limbs change their sign, not the number modulo p: -0 is 0 and needs no case of its own. */
void fk_fep256_9x29_negate_if(fk_fep256_9x29 *r, uint32_t mask)
{
    const int32_t m = (int32_t)mask;

    FK_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        r->limb[i] = (r->limb[i] ^ m) - m;
    }
}

void fk_fep256_9x29_select(fk_fep256_9x29 *r, uint32_t mask, const fk_fep256_9x29 *a,
                           const fk_fep256_9x29 *b)
{
    FK_UNROLL
    for (int i = 0; i < LIMBS; i++) {
        r->limb[i] = (int32_t)fk_select_u32(mask, (uint32_t)a->limb[i], (uint32_t)b->limb[i]);
    }
}

/*
 * Each limb times 1 or 0 is added to nine sums: a multiply-accumulate is one instruction where a
 * mask and an OR are two. One coordinate at a time, so that the sums stay in registers. count and
 * index are below 2^31, so (k ^ index) - 1 has its top bit set for k = index only.
 */
#define LOOKUP(coordinate)                                                                         \
    do {                                                                                           \
        uint32_t sum[LIMBS] = {0};                                                                 \
                                                                                                   \
        for (uint32_t k = 0; k < count; k++) {                                                     \
            const uint32_t is_entry = fk_barrier_u32(((k ^ index) - 1) >> 31);                     \
                                                                                                   \
            FK_UNROLL                                                                              \
            for (int i = 0; i < LIMBS; i++) {                                                      \
                sum[i] += (uint32_t)table[k].coordinate.limb[i] * is_entry;                        \
            }                                                                                      \
        }                                                                                          \
        FK_UNROLL                                                                                  \
        for (int i = 0; i < LIMBS; i++) {                                                          \
            r->coordinate.limb[i] = (int32_t)sum[i];                                               \
        }                                                                                          \
    } while (0)

void fk_fep256_9x29_lookup(fk_fep256_9x29_pair *r, const fk_fep256_9x29_pair *table, uint32_t count,
                           uint32_t index)
{
    LOOKUP(x);
    LOOKUP(y);
}

#endif
