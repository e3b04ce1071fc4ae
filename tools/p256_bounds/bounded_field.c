/* SPDX-License-Identifier: MIT */
/* The bounds of src/p256/fep256_9x29.c, operation by operation. */
#include "bounded_field.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Limb 8 is the value over 2^232 and what the limbs below carry, at most 4: below 2^27. */
#define LARGEST_VALUE 7.99
#define LARGEST_WEIGHT_PRODUCT 3
#define LARGEST_WEIGHT 3

#define VIOLATIONS_PRINTED 10

static struct bounds_met met;
static int is_quiet;

void bounds_reset(int quiet)
{
    memset(&met, 0, sizeof met);
    is_quiet = quiet;
}

struct bounds_met bounds_met(void)
{
    return met;
}

static void require(int holds, const char *operation)
{
    if (!holds) {
        met.violations++;
        if (!is_quiet && met.violations <= VIOLATIONS_PRINTED) {
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
    if (weight(a) * weight(b) > met.largest_weight_product) {
        met.largest_weight_product = weight(a) * weight(b);
    }
    met.largest_value = fmax(met.largest_value, fmax(magnitude(a), magnitude(b)));
    for (int i = 1; i < 4; i++) {
        least = fmin(least, corner[i]);
        most = fmax(most, corner[i]);
    }
    return tight(fmin(0, least / 32), 1 + fmax(0, most / 32));
}

void fk_fep256_set_one(fk_fep256 *r)
{
    *r = tight(0, 1);
}

uint32_t fk_fep256_from_bytes(fk_fep256 *r, const uint8_t bytes[32])
{
    const fk_fep256 number = tight(0, 1.01), r_squared = tight(0, 1);

    (void)bytes;
    *r = product(&number, &r_squared, "from_bytes");
    return 0xFFFFFFFF;
}

void fk_fep256_to_bytes(uint8_t bytes[32], const fk_fep256 *a)
{
    require(weight(a) <= LARGEST_WEIGHT && magnitude(a) <= LARGEST_VALUE, "to_bytes");
    memset(bytes, 0, 32);
}

uint32_t fk_fep256_is_zero(const fk_fep256 *a)
{
    require(weight(a) <= LARGEST_WEIGHT && magnitude(a) <= LARGEST_VALUE, "is_zero");
    return 0xFFFFFFFF;
}

void fk_fep256_add(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b)
{
    const fk_fep256 sum = {a->low + b->low, a->high + b->high, a->least + b->least,
                           a->most + b->most};

    *r = sum;
    require(weight(r) <= LARGEST_WEIGHT, "add");
}

void fk_fep256_sub(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b)
{
    const fk_fep256 difference = {a->low - b->high, a->high - b->low, a->least - b->most,
                                  a->most - b->least};

    *r = difference;
    require(weight(r) <= LARGEST_WEIGHT, "sub");
}

void fk_fep256_carry(fk_fep256 *r)
{
    require(weight(r) <= LARGEST_WEIGHT, "carry");
    *r = tight(r->least, r->most);
}

void fk_fep256_sub_twice(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b)
{
    require(weight(a) <= 1 && is_tight(b), "sub_twice");
    *r = tight(a->least - 2 * b->most, a->most - 2 * b->least);
}

/* (p + 1) / 2 more where 3 a + b is odd. */
void fk_fep256_half_3a_plus_b(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b)
{
    require(is_tight(a) && is_tight(b), "half_3a_plus_b");
    *r = tight((3 * a->least + b->least) / 2, (3 * a->most + b->most) / 2 + 0.51);
}

void fk_fep256_mul(fk_fep256 *r, const fk_fep256 *a, const fk_fep256 *b)
{
    require(r != a && r != b, "mul in place");
    *r = product(a, b, "mul");
}

void fk_fep256_sqr(fk_fep256 *r, const fk_fep256 *a)
{
    require(r != a, "sqr in place");
    require(weight(a) <= 1, "sqr");
    *r = product(a, a, "sqr");
}

void fk_fep256_negate_if(fk_fep256 *r, uint32_t mask)
{
    const fk_fep256 negative = {-r->high, -r->low, -r->most, -r->least};

    (void)mask;
    require(is_tight(r), "negate_if");
    *r = either(r, &negative);
}

void fk_fep256_select(fk_fep256 *r, uint32_t mask, const fk_fep256 *a, const fk_fep256 *b)
{
    (void)mask;
    *r = either(a, b);
}

void fk_fep256_lookup(fk_fep256_pair *r, const fk_fep256_pair *table, uint32_t count,
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
