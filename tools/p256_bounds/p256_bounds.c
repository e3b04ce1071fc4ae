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
#include "bounded_field.h"

#include <stdio.h>

#include "../../src/p256/p256_multiply.h"
#include "../../src/p256/p256_table.h"

/* clang-format off */
#define ENTRY {{0, 1, 0, 1}, {0, 1, 0, 1}}
#define FOUR_ENTRIES ENTRY, ENTRY, ENTRY, ENTRY
#define TABLE {FOUR_ENTRIES, FOUR_ENTRIES, FOUR_ENTRIES, FOUR_ENTRIES}
const fk_p256_affine fk_p256_comb_table[FK_P256_COMB_TABLES][FK_P256_COMB_ENTRIES] = {
    TABLE, TABLE, TABLE, TABLE
};
/* clang-format on */

/* Each rule must be able to fail. */
static int control(void)
{
    const fk_fep256 two = {0, 2, 0, 2}, large = {0, 1, 0, 8.1}, negative = {-1, 0, -1, 0};
    fk_fep256 r, s = two;

    bounds_reset(1);
    fk_fep256_mul(&r, &two, &two);
    fk_fep256_sqr(&r, &two); /* breaks two rules */
    fk_fep256_sqr(&r, &large);
    fk_fep256_add(&r, &two, &two);
    fk_fep256_half_3a_plus_b(&r, &negative, &negative);
    fk_fep256_sub_twice(&r, &two, &negative);
    fk_fep256_negate_if(&s, 0);
    return bounds_met().violations == 8;
}

int main(void)
{
    static const uint8_t scalar[32] = {1}, point[65] = {4};
    uint8_t x[32], encoded[65];
    uint32_t scalar_is_valid, point_is_valid;

    if (!control()) {
        printf("p256_bounds: the control found %u violations instead of 8\n",
               bounds_met().violations);
        return 1;
    }
    bounds_reset(0);
    (void)fk_p256_multiply_base(encoded, scalar);
    fk_p256_multiply_point(x, &scalar_is_valid, &point_is_valid, scalar, point);

    const struct bounds_met met = bounds_met();
    printf("factors: values up to %.2f p, products of weights up to %d\n", met.largest_value,
           met.largest_weight_product);
    printf("%u operations beyond their bounds\n", met.violations);
    return met.violations != 0;
}
