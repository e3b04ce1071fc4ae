/* SPDX-License-Identifier: MIT */
/* Multiplication of any point: signed windows of five bits, the same steps for every scalar. */
#include "p256_multiply.h"

#include "../common/attributes.h"
#include "../common/constant_time.h"
#include "p256_point.h"
#include "p256_scalar.h"

#define ENTRIES 16
#define WINDOWS 51 /* of five bits, below the highest digit, which is 1 */

/*
 * table[i] = (2 i + 1) P on the isomorphic curve (p256_point.h) of *c, tight, and *a = a c^4. P is
 * in table[0] before the call.
 *
 * Co-Z additions (Meloni): sum and one of the summands come out with the same Z, which is never
 * computed; only its growth in each addition is kept, the difference d of the summands'
 * x-coordinates. In the end all entries are brought to the Z of the last one.
 *
 * Every addition is 2 P + (2 i - 1) P, 1 <= i <= 15: neither equal nor opposite, n being large.
 */
static FK_NOINLINE void make_table(fk_p256_affine table[ENTRIES], fk_fep256 *c, fk_fep256 *a)
{
    fk_fep256 growth[ENTRIES];
    fk_p256_affine twice;
    fk_fep256 t, u, v;

    /* 2 P and P with Z = y, as in fk_p256_double: P is (S, Y^4) there. */
    growth[0] = table[0].y;
    fk_p256_set_a(a);
    fk_fep256_sqr(&t, &table[0].x);
    fk_fep256_half_3a_plus_b(&u, &t, a); /* M */
    fk_fep256_sqr(&t, &table[0].y);
    fk_fep256_mul(&v, &t, &table[0].x); /* S */
    table[0].x = v;
    fk_fep256_sqr(&table[0].y, &t); /* Y^4 */
    fk_fep256_sqr(&t, &u);
    fk_fep256_sub_twice(&twice.x, &t, &table[0].x);
    fk_fep256_sub(&t, &table[0].x, &twice.x); /* D */
    fk_fep256_mul(&twice.y, &t, &u);
    fk_fep256_sub(&twice.y, &twice.y, &table[0].y); /* D */

    /*
     * With d = x1 - x2, e = y1 - y2, (x1, y1) = 2 P and (x2, y2) the entry below: the sum is
     * (e^2 - x1 d^2 - x2 d^2, e (x1 d^2 - x3) - y1 d^3), and 2 P becomes (x1 d^2, y1 d^3).
     */
    for (int i = 1; i < ENTRIES; i++) {
        const fk_p256_affine *const below = &table[i - 1];
        fk_p256_affine *const sum = &table[i];

        fk_fep256_sub(&growth[i], &twice.x, &below->x); /* d: D */
        fk_fep256_sub(&u, &twice.y, &below->y);         /* e: [-2, 2] */
        fk_fep256_carry(&u);
        fk_fep256_sqr(&t, &growth[i]);
        fk_fep256_mul(&v, &t, &below->x); /* x2 d^2 */
        fk_fep256_mul(&sum->y, &t, &twice.x);
        twice.x = sum->y; /* x1 d^2 */
        fk_fep256_sqr(&t, &u);
        fk_fep256_sub(&t, &t, &v);
        fk_fep256_sub(&sum->x, &t, &twice.x); /* [-2, 1] */
        fk_fep256_carry(&sum->x);
        fk_fep256_sub(&v, &twice.x, &v); /* d^3: D */
        fk_fep256_mul(&t, &v, &twice.y);
        twice.y = t;                          /* y1 d^3 */
        fk_fep256_sub(&v, &twice.x, &sum->x); /* D */
        fk_fep256_mul(&sum->y, &v, &u);
        fk_fep256_sub(&sum->y, &sum->y, &twice.y); /* D */
    }

    /* c = the growth from entry i to the last; x and y of the entry by c^2 and c^3. */
    *c = growth[ENTRIES - 1];
    for (int i = ENTRIES - 2; i >= 0; i--) {
        fk_fep256_sqr(&t, c);
        fk_fep256_mul(&u, &t, &table[i].x);
        table[i].x = u;
        fk_fep256_mul(&u, &t, c);
        fk_fep256_mul(&v, &u, &table[i].y);
        table[i].y = v;
        fk_fep256_mul(&t, c, &growth[i]);
        *c = t;
    }
    fk_fep256_carry(&table[ENTRIES - 1].y);

    fk_fep256_sqr(&t, c);
    fk_fep256_sqr(&u, &t);
    fk_fep256_mul(&t, &u, a);
    *a = t;
}

/*
 * sum = k' P, where k' is the number of the digits and P is table[0].
 *
 * k' = k or n - k is odd, and 32^51 + sum of d_i 32^i, i = 0 ... 50, d_i odd and |d_i| <=
 * 31. The sum is A P with A = 1 at first, then A becomes 32 A + d_i for i = 50 ... 0.
 *
 * No addition meets equal, opposite or neutral points, that is, 32 A = d_i, -d_i or 0 modulo n. A
 * is odd all the time, and |32^(i + 1) A - k'| < 32^(i + 1) before digit i is added.
 *
 * - Before the last addition, A < k' / 32^2 + 1 < n / 2^10 + 1, and A >= 1, because it is odd and
 *   above -1. So 32 <= 32 A < n - 31, while |d_i| <= 31.
 * - In the last addition 32 A + d_0 = k'. Opposite points would mean k' = 0 modulo n. The neutral
 *   element would mean k' = d_0 modulo n: either k' = d_0 and A = 0, but A is odd; or k' = n + d_0,
 *   which is even. Equal points would mean k' = 2 d_0 modulo n: either k' = 2 d_0, which is even;
 *   or k' = n + 2 d_0 with d_0 < 0. But d_0 = k' mod 64 - 32 by the recoding (p256_scalar.h), and
 *   n mod 64 = 17, so then d_0 = 17 + 2 d_0 - 32 modulo 64, d_0 = 15 modulo 64, not negative.
 *
 * (Windows of four bits would fail there, for k' = n - 2.) tools/p256_digits finds the same by
 * trying all candidates.
 */
static void add_windows(struct fk_p256_point *sum, const fk_p256_affine table[ENTRIES],
                        const fk_fep256 *a, const struct fk_p256_digits *digits)
{
    struct fk_p256_point other;
    fk_p256_affine entry;

    sum->x = table[0].x;
    sum->y = table[0].y;
    fk_fep256_set_one(&sum->z);
    sum->w = *a;

    for (uint32_t i = WINDOWS; i-- > 0;) {
        const struct fk_p256_digit digit = fk_p256_window(digits, i);

        fk_p256_double(&other, sum, 1);
        fk_p256_double(sum, &other, 1);
        fk_p256_double(&other, sum, 1);
        fk_p256_double(sum, &other, 1);
        fk_p256_double(&other, sum, 0);
        fk_fep256_lookup(&entry, table, ENTRIES, digit.index);
        fk_fep256_negate_if(&entry.y, digit.negative);
        fk_p256_add(sum, &other, &entry);
        if (i != 0) {
            fk_p256_set_w(sum, a);
        }
    }
}

/* x = the x-coordinate of k P, k = scalar, from the table of P; the result as for the digits. */
static FK_NOINLINE uint32_t multiply_with_table(uint8_t x[32], const uint8_t scalar[32],
                                                const fk_p256_affine table[ENTRIES],
                                                const fk_fep256 *c, const fk_fep256 *a)
{
    struct fk_p256_point sum;
    struct fk_p256_digits digits;
    fk_fep256 t, u;
    uint32_t negated; /* changes the sign of the result, of which only x is wanted */
    const uint32_t valid = fk_p256_scalar_digits(&digits, &negated, scalar);

    add_windows(&sum, table, a, &digits);

    /* x = X / (Z c)^2 on the curve itself. */
    fk_fep256_mul(&t, &sum.z, c);
    fk_fep256_invert(&u, &t);
    fk_fep256_sqr(&t, &u);
    fk_fep256_mul(&u, &t, &sum.x);
    fk_fep256_to_bytes(x, &u);
    return valid;
}

/* In two parts that are never inlined, so that the second may use the stack of the first again. */
FK_NOINLINE void fk_p256_multiply_point(uint8_t x[32], uint32_t *scalar_is_valid,
                                        uint32_t *point_is_valid, const uint8_t scalar[32],
                                        const uint8_t encoded_point[65])
{
    fk_p256_affine table[ENTRIES];
    fk_fep256 a, c;

    *point_is_valid = fk_p256_decode(&table[0], encoded_point + 1);
    *point_is_valid &= fk_is_zero_u32((uint32_t)encoded_point[0] ^ 0x04);
    make_table(table, &c, &a);
    *scalar_is_valid = multiply_with_table(x, scalar, table, &c, &a);
    fk_keep_bytes(x, 32, *scalar_is_valid & *point_is_valid);
}
