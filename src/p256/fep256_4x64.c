/* SPDX-License-Identifier: MIT */
/* The field of P-256 in four 64-bit words: see fep256_4x64.h. */
#include "../common/config.h"

#if defined(FK_LIMBS_64)

#include "fep256_4x64.h"

#include "../common/attributes.h"
#include "../common/byte_order.h"
#include "../common/constant_time.h"

#define LIMBS 4

/* p, from the lowest word. */
#define P0 0xFFFFFFFFFFFFFFFFu
#define P1 0x00000000FFFFFFFFu
#define P2 0x0000000000000000u
#define P3 0xFFFFFFFF00000001u

/* R modulo p, which stands for 1. */
static const fk_fep256_4x64 ONE = {
    {0x0000000000000001, 0xFFFFFFFF00000000, 0xFFFFFFFFFFFFFFFF, 0x00000000FFFFFFFE}};

/* R^2 modulo p, which takes a number into Montgomery form. */
static const fk_fep256_4x64 R_SQUARED = {
    {0x0000000000000003, 0xFFFFFFFBFFFFFFFF, 0xFFFFFFFFFFFFFFFE, 0x00000004FFFFFFFD}};

/* The number 1, which takes an element out of Montgomery form. */
static const fk_fep256_4x64 PLAIN_ONE = {{1, 0, 0, 0}};

/* x y + z + carry, which is below 2^128; the upper word becomes the carry. */
FK_INLINE uint64_t multiply_add(uint64_t x, uint64_t y, uint64_t z, uint64_t *carry)
{
    const fk_u128 t = (fk_u128)x * y + z + *carry;

    *carry = (uint64_t)(t >> 64);
    return (uint64_t)t;
}

/* x + y + carry; the carry, 0 or 1 before, is 0 or 1 after. */
FK_INLINE uint64_t add_carry(uint64_t x, uint64_t y, uint64_t *carry)
{
    const fk_u128 t = (fk_u128)x + y + *carry;

    *carry = (uint64_t)(t >> 64);
    return (uint64_t)t;
}

/* x - y - borrow; the borrow, 0 or 1 before, is 0 or 1 after. */
FK_INLINE uint64_t sub_borrow(uint64_t x, uint64_t y, uint64_t *borrow)
{
    const fk_u128 t = (fk_u128)x - y - *borrow;

    *borrow = (uint64_t)(t >> 64) & 1;
    return (uint64_t)t;
}

/* r = (t4 t3 t2 t1 t0) modulo p, for a value below 2 p; t4 is 0 or 1. */
FK_INLINE void reduce_once(fk_fep256_4x64 *r, uint64_t t0, uint64_t t1, uint64_t t2, uint64_t t3,
                           uint64_t t4)
{
    uint64_t borrow = 0;
    const uint64_t d0 = sub_borrow(t0, P0, &borrow);
    const uint64_t d1 = sub_borrow(t1, P1, &borrow);
    const uint64_t d2 = sub_borrow(t2, P2, &borrow);
    const uint64_t d3 = sub_borrow(t3, P3, &borrow);
    const uint64_t is_below_p = fk_mask_u64(borrow & ~t4);

    r->limb[0] = fk_select_u64(is_below_p, t0, d0);
    r->limb[1] = fk_select_u64(is_below_p, t1, d1);
    r->limb[2] = fk_select_u64(is_below_p, t2, d2);
    r->limb[3] = fk_select_u64(is_below_p, t3, d3);
}

void fk_fep256_4x64_set_one(fk_fep256_4x64 *r)
{
    *r = ONE;
}

uint32_t fk_fep256_4x64_from_bytes(fk_fep256_4x64 *r, const uint8_t bytes[32])
{
    fk_fep256_4x64 t;
    uint64_t borrow = 0;

    for (int i = 0; i < LIMBS; i++) {
        t.limb[i] = fk_load64_be(bytes + 24 - 8 * i);
    }
    /* The factor that need not be below p comes second: see fk_fep256_4x64_mul. */
    fk_fep256_4x64_mul(r, &R_SQUARED, &t);
    (void)sub_borrow(t.limb[0], P0, &borrow);
    (void)sub_borrow(t.limb[1], P1, &borrow);
    (void)sub_borrow(t.limb[2], P2, &borrow);
    (void)sub_borrow(t.limb[3], P3, &borrow);
    return fk_mask_u32((uint32_t)borrow);
}

void fk_fep256_4x64_to_bytes(uint8_t bytes[32], const fk_fep256_4x64 *a)
{
    fk_fep256_4x64 t;

    fk_fep256_4x64_mul(&t, a, &PLAIN_ONE);
    for (int i = 0; i < LIMBS; i++) {
        fk_store64_be(bytes + 24 - 8 * i, t.limb[i]);
    }
}

uint32_t fk_fep256_4x64_is_zero(const fk_fep256_4x64 *a)
{
    const uint64_t bits = a->limb[0] | a->limb[1] | a->limb[2] | a->limb[3];

    return (uint32_t)fk_is_zero_u64(bits);
}

void fk_fep256_4x64_add(fk_fep256_4x64 *r, const fk_fep256_4x64 *a, const fk_fep256_4x64 *b)
{
    uint64_t carry = 0;
    const uint64_t t0 = add_carry(a->limb[0], b->limb[0], &carry);
    const uint64_t t1 = add_carry(a->limb[1], b->limb[1], &carry);
    const uint64_t t2 = add_carry(a->limb[2], b->limb[2], &carry);
    const uint64_t t3 = add_carry(a->limb[3], b->limb[3], &carry);

    reduce_once(r, t0, t1, t2, t3, carry);
}

void fk_fep256_4x64_sub(fk_fep256_4x64 *r, const fk_fep256_4x64 *a, const fk_fep256_4x64 *b)
{
    uint64_t borrow = 0, carry = 0;
    const uint64_t t0 = sub_borrow(a->limb[0], b->limb[0], &borrow);
    const uint64_t t1 = sub_borrow(a->limb[1], b->limb[1], &borrow);
    const uint64_t t2 = sub_borrow(a->limb[2], b->limb[2], &borrow);
    const uint64_t t3 = sub_borrow(a->limb[3], b->limb[3], &borrow);
    const uint64_t is_negative = fk_mask_u64(borrow);

    r->limb[0] = add_carry(t0, P0 & is_negative, &carry);
    r->limb[1] = add_carry(t1, P1 & is_negative, &carry);
    r->limb[2] = add_carry(t2, P2 & is_negative, &carry);
    r->limb[3] = add_carry(t3, P3 & is_negative, &carry);
}

void fk_fep256_4x64_carry(fk_fep256_4x64 *r)
{
    (void)r; /* every element is canonical already */
}

void fk_fep256_4x64_sub_twice(fk_fep256_4x64 *r, const fk_fep256_4x64 *a, const fk_fep256_4x64 *b)
{
    fk_fep256_4x64 t;

    fk_fep256_4x64_sub(&t, a, b);
    fk_fep256_4x64_sub(r, &t, b);
}

/* Half of t is t / 2, or (t + p) / 2 where t is odd: below p, because t is. */
void fk_fep256_4x64_half_3a_plus_b(fk_fep256_4x64 *r, const fk_fep256_4x64 *a,
                                   const fk_fep256_4x64 *b)
{
    fk_fep256_4x64 t;
    uint64_t carry = 0;

    fk_fep256_4x64_add(&t, a, b);
    fk_fep256_4x64_add(&t, &t, a);
    fk_fep256_4x64_add(&t, &t, a);
    const uint64_t odd = fk_mask_u64(t.limb[0] & 1);
    const uint64_t t0 = add_carry(t.limb[0], P0 & odd, &carry);
    const uint64_t t1 = add_carry(t.limb[1], P1 & odd, &carry);
    const uint64_t t2 = add_carry(t.limb[2], P2 & odd, &carry);
    const uint64_t t3 = add_carry(t.limb[3], P3 & odd, &carry);

    r->limb[0] = t0 >> 1 | t1 << 63;
    r->limb[1] = t1 >> 1 | t2 << 63;
    r->limb[2] = t2 >> 1 | t3 << 63;
    r->limb[3] = t3 >> 1 | carry << 63;
}

/*
 * Adds the multiple q p, q = t0, that clears the lowest word (p = -1 modulo 2^64): t0 + q p is
 * q 2^64 + q 2^64 (2^32 - 1) + q P3 2^192, so words 1 and 2 get q 2^32, word 3 gets q P3. The carry
 * is left for the word above t3.
 */
#define CLEAR_LOWEST(t0, t1, t2, t3, carry)                                                        \
    do {                                                                                           \
        (carry) = 0;                                                                               \
        (t1) = add_carry(t1, (t0) << 32, &(carry));                                                \
        (t2) = add_carry(t2, (t0) >> 32, &(carry));                                                \
        (t3) = multiply_add(t0, P3, t3, &(carry));                                                 \
    } while (0)

/*
 * r = a b / 2^256 modulo p, a row a word of b: t += a b_i, then t is made divisible by 2^64 and
 * divided. For a < p and any b below 2^256, t stays below 2 p from row to row: (2 p + (p - 1)(2^64
 * - 1) + (2^64 - 1) p) / 2^64 < 2 p. Before the division t is below 2^64 2 p, and before the
 * reduction below (2^64 + 1) p < 2^320, so five words hold it, with a carry of 1 at the end of a
 * row.
 */
#define ROW(i, t0, t1, t2, t3, t4)                                                                 \
    do {                                                                                           \
        uint64_t carry_ = 0;                                                                       \
                                                                                                   \
        (t0) = multiply_add(a->limb[0], b->limb[i], t0, &carry_);                                  \
        (t1) = multiply_add(a->limb[1], b->limb[i], t1, &carry_);                                  \
        (t2) = multiply_add(a->limb[2], b->limb[i], t2, &carry_);                                  \
        (t3) = multiply_add(a->limb[3], b->limb[i], t3, &carry_);                                  \
        (t4) += carry_;                                                                            \
        CLEAR_LOWEST(t0, t1, t2, t3, carry_);                                                      \
        (t0) = 0;                                                                                  \
        (t4) = add_carry(t4, carry_, &(t0));                                                       \
    } while (0)

void fk_fep256_4x64_mul(fk_fep256_4x64 *r, const fk_fep256_4x64 *a, const fk_fep256_4x64 *b)
{
    uint64_t t0 = 0, t1 = 0, t2 = 0, t3 = 0, t4 = 0;

    /* The words of t rotate: what was the lowest is the new highest. */
    ROW(0, t0, t1, t2, t3, t4);
    ROW(1, t1, t2, t3, t4, t0);
    ROW(2, t2, t3, t4, t0, t1);
    ROW(3, t3, t4, t0, t1, t2);
    reduce_once(r, t4, t0, t1, t2, t3);
}

/*
 * The products a_i a_j with i < j, doubled, and the squares give a^2 in eight words; four reduction
 * steps as in a row of the product follow. a^2 + Q p < p^2 + 2^256 p < 2^513.
 */
void fk_fep256_4x64_sqr(fk_fep256_4x64 *r, const fk_fep256_4x64 *a)
{
    const uint64_t a0 = a->limb[0], a1 = a->limb[1], a2 = a->limb[2], a3 = a->limb[3];
    uint64_t t0, t1, t2, t3, t4, t5, t6, t7, carry = 0, more;
    fk_u128 square;

    t1 = multiply_add(a0, a1, 0, &carry);
    t2 = multiply_add(a0, a2, 0, &carry);
    t3 = multiply_add(a0, a3, 0, &carry);
    t4 = carry;
    carry = 0;
    t3 = multiply_add(a1, a2, t3, &carry);
    t4 = multiply_add(a1, a3, t4, &carry);
    t5 = carry;
    carry = 0;
    t5 = multiply_add(a2, a3, t5, &carry);
    t6 = carry;

    t7 = t6 >> 63;
    t6 = t6 << 1 | t5 >> 63;
    t5 = t5 << 1 | t4 >> 63;
    t4 = t4 << 1 | t3 >> 63;
    t3 = t3 << 1 | t2 >> 63;
    t2 = t2 << 1 | t1 >> 63;
    t1 = t1 << 1;

    carry = 0;
    square = (fk_u128)a0 * a0;
    t0 = (uint64_t)square;
    t1 = add_carry(t1, (uint64_t)(square >> 64), &carry);
    square = (fk_u128)a1 * a1;
    t2 = add_carry(t2, (uint64_t)square, &carry);
    t3 = add_carry(t3, (uint64_t)(square >> 64), &carry);
    square = (fk_u128)a2 * a2;
    t4 = add_carry(t4, (uint64_t)square, &carry);
    t5 = add_carry(t5, (uint64_t)(square >> 64), &carry);
    square = (fk_u128)a3 * a3;
    t6 = add_carry(t6, (uint64_t)square, &carry);
    t7 = add_carry(t7, (uint64_t)(square >> 64), &carry);

    /* more: the carry into the word above the four that a step has changed. */
    CLEAR_LOWEST(t0, t1, t2, t3, carry);
    more = 0;
    t4 = add_carry(t4, carry, &more);
    CLEAR_LOWEST(t1, t2, t3, t4, carry);
    t5 = add_carry(t5, carry, &more);
    CLEAR_LOWEST(t2, t3, t4, t5, carry);
    t6 = add_carry(t6, carry, &more);
    CLEAR_LOWEST(t3, t4, t5, t6, carry);
    t7 = add_carry(t7, carry, &more);
    reduce_once(r, t4, t5, t6, t7, more);
}

void fk_fep256_4x64_negate_if(fk_fep256_4x64 *r, uint32_t mask)
{
    const fk_fep256_4x64 zero = {{0, 0, 0, 0}};
    fk_fep256_4x64 negative;

    fk_fep256_4x64_sub(&negative, &zero, r);
    fk_fep256_4x64_select(r, mask, &negative, r);
}

void fk_fep256_4x64_select(fk_fep256_4x64 *r, uint32_t mask, const fk_fep256_4x64 *a,
                           const fk_fep256_4x64 *b)
{
    const uint64_t wide_mask = fk_mask_u64(mask & 1);

    for (int i = 0; i < LIMBS; i++) {
        r->limb[i] = fk_select_u64(wide_mask, a->limb[i], b->limb[i]);
    }
}

void fk_fep256_4x64_lookup(fk_fep256_4x64_pair *r, const fk_fep256_4x64_pair *table, uint32_t count,
                           uint32_t index)
{
    fk_fep256_4x64_pair picked = {{{0}}, {{0}}};

    for (uint32_t k = 0; k < count; k++) {
        const uint64_t mask = fk_is_zero_u64(k ^ index);

        for (int i = 0; i < LIMBS; i++) {
            picked.x.limb[i] |= table[k].x.limb[i] & mask;
            picked.y.limb[i] |= table[k].y.limb[i] & mask;
        }
    }
    *r = picked;
}

#endif
