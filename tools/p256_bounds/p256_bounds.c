/* SPDX-License-Identifier: MIT */
/*
 * Proves that the P-256 group code keeps to the bounds of the field representation 9x29, for all
 * inputs at once: the group's own source files are compiled here against a field whose elements are
 * nothing but bounds. What the group does does not depend on the numbers, so one run of each
 * multiplication covers every operation that it will ever do.
 *
 *   p256_bounds
 *
 * prints the largest bounds that were met, or the first operations that went beyond what fep256.h
 * and fep256_9x29.c allow; status 0 where there were none.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <stdint.h>

#include "../../src/common/attributes.h"

/* Stands for src/p256/fep256.h in the files below. */
#define FK_P256_FEP256_H

/*
 * Limbs 0 to 7 lie between low (2^29 - 1) and high (2^29 - 1), the value between least p and most
 * p.
 */
typedef struct {
    int low, high;
    double least, most;
} fk_fep256;

typedef struct {
    fk_fep256 x, y;
} fk_fep256_pair;

/* Limb 8 is the value over 2^232 and what the limbs below carry, at most 4: below 2^27. */
#define LARGEST_VALUE 7.99
#define LARGEST_WEIGHT_PRODUCT 3
#define LARGEST_WEIGHT 3

static unsigned violations;
static int quiet;
static double largest_value;
static int largest_weight_product;

static void require(int holds, const char *operation)
{
    if (!holds) {
        violations++;
        if (!quiet && violations <= 10) {
            printf("p256_bounds: %s goes beyond its bounds\n", operation);
        }
    }
}

static int weight(const fk_fep256 *a)
{
    return -a->low > a->high ? -a->low : a->high;
}

static double magnitude(const fk_fep256 *a)
{
    return fmax(-a->least, a->most);
}

static int is_tight(const fk_fep256 *a)
{
    return a->low == 0 && a->high <= 1;
}

static fk_fep256 tight(double least, double most)
{
    const fk_fep256 r = {0, 1, least, most};

    return r;
}

static fk_fep256 either(const fk_fep256 *a, const fk_fep256 *b)
{
    const fk_fep256 r = {a->low < b->low ? a->low : b->low, a->high > b->high ? a->high : b->high,
                         fmin(a->least, b->least), fmax(a->most, b->most)};

    return r;
}

/* (a b + Q p) / 2^261 with 0 <= Q < 2^261, and p < 2^256. */
static fk_fep256 product(const fk_fep256 *a, const fk_fep256 *b, const char *operation)
{
    const double corner[4] = {a->least * b->least, a->least * b->most, a->most * b->least,
                              a->most * b->most};
    double least = corner[0], most = corner[0];

    require(weight(a) * weight(b) <= LARGEST_WEIGHT_PRODUCT, operation);
    require(magnitude(a) <= LARGEST_VALUE && magnitude(b) <= LARGEST_VALUE, operation);
    largest_weight_product = weight(a) * weight(b) > largest_weight_product
                                 ? weight(a) * weight(b)
                                 : largest_weight_product;
    largest_value = fmax(largest_value, fmax(magnitude(a), magnitude(b)));
    for (int i = 1; i < 4; i++) {
        least = fmin(least, corner[i]);
        most = fmax(most, corner[i]);
    }
    return tight(fmin(0, least / 32), 1 + fmax(0, most / 32));
}

static void fk_fep256_set_one(fk_fep256 *r)
{
    *r = tight(0, 1);
}

static uint32_t fk_fep256_from_bytes(fk_fep256 *r, const uint8_t bytes[32])
{
    const fk_fep256 number = tight(0, 1.01), r_squared = tight(0, 1);

    (void)bytes;
    *r = product(&number, &r_squared, "from_bytes");
    return 0xFFFFFFFF;
}

static void fk_fep256_to_bytes(uint8_t bytes[32], const fk_fep256 *a)
{
    require(weight(a) <= LARGEST_WEIGHT && magnitude(a) <= LARGEST_VALUE, "to_bytes");
    memset(bytes, 0, 32);
}

static uint32_t fk_fep256_is_zero(const fk_fep256 *a)
{
    require(weight(a) <= LARGEST_WEIGHT && magnitude(a) <= LARGEST_VALUE, "is_zero");
    return 0xFFFFFFFF;
}

static void fk_fep256_add(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b)
{
    const fk_fep256 sum = {a->low + b->low, a->high + b->high, a->least + b->least,
                           a->most + b->most};

    *r = sum;
    require(weight(r) <= LARGEST_WEIGHT, "add");
}

static void fk_fep256_sub(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b)
{
    const fk_fep256 difference = {a->low - b->high, a->high - b->low, a->least - b->most,
                                  a->most - b->least};

    *r = difference;
    require(weight(r) <= LARGEST_WEIGHT, "sub");
}

static void fk_fep256_carry(fk_fep256 *r)
{
    require(weight(r) <= LARGEST_WEIGHT, "carry");
    *r = tight(r->least, r->most);
}

static void fk_fep256_sub_twice(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b)
{
    require(weight(a) <= 1 && is_tight(b), "sub_twice");
    *r = tight(a->least - 2 * b->most, a->most - 2 * b->least);
}

/* (p + 1) / 2 more where 3 a + b is odd. */
static void fk_fep256_half_3a_plus_b(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b)
{
    require(is_tight(a) && is_tight(b), "half_3a_plus_b");
    *r = tight((3 * a->least + b->least) / 2, (3 * a->most + b->most) / 2 + 0.51);
}

static void fk_fep256_mul(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b)
{
    require(r != a && r != b, "mul in place");
    *r = product(a, b, "mul");
}

static void fk_fep256_sqr(fk_fep256 *r, const fk_fep256 *a)
{
    require(r != a, "sqr in place");
    require(weight(a) <= 1, "sqr");
    *r = product(a, a, "sqr");
}

static void fk_fep256_sqr_times(fk_fep256 *r, const fk_fep256 *a, unsigned times)
{
    fk_fep256 t = *a, u;

    require(r != a && times > 0, "sqr_times");
    for (; times > 0; times--) {
        fk_fep256_sqr(&u, &t);
        t = u;
    }
    *r = t;
}

static void fk_fep256_negate_if(fk_fep256 *r, uint32_t mask)
{
    const fk_fep256 negative = {-r->high, -r->low, -r->most, -r->least};

    (void)mask;
    require(is_tight(r), "negate_if");
    *r = either(r, &negative);
}

static void fk_fep256_select(fk_fep256 *r, uint32_t mask, const fk_fep256 *a, const fk_fep256 *b)
{
    (void)mask;
    *r = either(a, b);
}

static void fk_fep256_lookup(fk_fep256_pair *r, const fk_fep256_pair *table, uint32_t count,
                             uint32_t index)
{
    fk_fep256_pair any = table[0];

    (void)index;
    for (uint32_t i = 0; i < count; i++) {
        require(is_tight(&table[i].x) && is_tight(&table[i].y), "lookup");
        any.x = either(&any.x, &table[i].x);
        any.y = either(&any.y, &table[i].y);
    }
    *r = any;
}

static void fk_fep256_invert(fk_fep256 *r, const fk_fep256 *a);

#include "../../src/p256/fep256_invert.c"
#include "../../src/p256/p256_multiply_base.c"
#include "../../src/p256/p256_multiply_point.c"
#include "../../src/p256/p256_point.c"

#define ENTRY                                                                                      \
    {                                                                                              \
        {0, 1, 0, 1},                                                                              \
        {                                                                                          \
            0, 1, 0, 1                                                                             \
        }                                                                                          \
    }
#define FOUR_ENTRIES ENTRY, ENTRY, ENTRY, ENTRY
#define TABLE                                                                                      \
    {                                                                                              \
        FOUR_ENTRIES, FOUR_ENTRIES, FOUR_ENTRIES, FOUR_ENTRIES                                     \
    }
const fk_p256_affine fk_p256_comb_table[FK_P256_COMB_TABLES][FK_P256_COMB_ENTRIES] = {TABLE, TABLE,
                                                                                      TABLE, TABLE};

/* Each rule must be able to fail. */
static int control(void)
{
    const fk_fep256 two = {0, 2, 0, 2}, large = {0, 1, 0, 8.1}, negative = {-1, 0, -1, 0};
    fk_fep256 r, s = two;

    quiet = 1;
    fk_fep256_mul(&r, &two, &two);
    fk_fep256_sqr(&r, &two);
    fk_fep256_sqr(&r, &large);
    fk_fep256_add(&r, &two, &two);
    fk_fep256_half_3a_plus_b(&r, &negative, &negative);
    fk_fep256_sub_twice(&r, &two, &negative);
    fk_fep256_negate_if(&s, 0);
    quiet = 0;
    return violations == 8; /* the square of two breaks two rules */
}

int main(void)
{
    static const uint8_t scalar[32] = {1}, point[65] = {4};
    uint8_t x[32], encoded[65];
    uint32_t scalar_is_valid, point_is_valid;

    if (!control()) {
        printf("p256_bounds: the control found %u violations instead of 8\n", violations);
        return 1;
    }
    violations = 0;
    largest_value = 0;
    largest_weight_product = 0;
    (void)fk_p256_multiply_base(encoded, scalar);
    fk_p256_multiply_point(x, &scalar_is_valid, &point_is_valid, scalar, point);
    printf(
        "factors: values up to %.2f p, products of weights up to %d; %u operations beyond bounds\n",
        largest_value, largest_weight_product, violations);
    return violations != 0;
}
