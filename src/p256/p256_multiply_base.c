/* SPDX-License-Identifier: MIT */
/* Multiplication of the base point: a signed comb of five teeth over four tables. */
#include "p256_multiply.h"

#include "../common/attributes.h"
#include "../common/constant_time.h"
#include "p256_point.h"
#include "p256_scalar.h"
#include "p256_table.h"

static void pick(fk_p256_affine *entry, const struct fk_p256_digits *digits, uint32_t table,
                 uint32_t shift)
{
    const struct fk_p256_digit digit = fk_p256_comb(digits, FK_P256_COMB_SHIFT * table + shift);

    fk_fep256_lookup(entry, fk_p256_comb_table[table], FK_P256_COMB_ENTRIES, digit.index);
    fk_fep256_negate_if(&entry->y, digit.negative);
}

/*
 * The digits s_i of the odd one of k and n - k (p256_scalar.h) in 13 columns, from the highest: the
 * sum is doubled, then each table adds its entry for the column. 12 doublings, 51 additions.
 *
 * No addition meets equal, opposite or neutral points, for any scalar. Unlike with windows the sum
 * is not a small multiple of G for long, so this has no short proof; but tools/p256_digits tries
 * all candidates, which are few. The order of the tables in a column matters: if table 3 came last,
 * k' = 0xFEFFFFFF00000010FFFFFFFFFFFEFFFFBCE6FAADB7179E84F3B9CBC2FC632551 would add equal points
 * there.
 */
FK_NOINLINE uint32_t fk_p256_multiply_base(uint8_t encoded_point[65], const uint8_t scalar[32])
{
    fk_p256_affine entry;
    struct fk_p256_point sum[2];
    struct fk_p256_digits digits;
    fk_fep256 a, t, u;
    uint32_t negated;
    int from = 0;
    const uint32_t valid = fk_p256_scalar_digits(&digits, &negated, scalar);

    fk_p256_set_a(&a);
    pick(&entry, &digits, FK_P256_COMB_TABLES - 1, FK_P256_COMB_SHIFT - 1);
    sum[0].x = entry.x;
    sum[0].y = entry.y;
    fk_fep256_set_one(&sum[0].z);

    for (uint32_t shift = FK_P256_COMB_SHIFT; shift-- > 0;) {
        uint32_t tables = FK_P256_COMB_TABLES;

        if (shift == FK_P256_COMB_SHIFT - 1) {
            tables--; /* the first entry is the sum already */
        } else {
            fk_p256_set_w(&sum[from], &a);
            fk_p256_double(&sum[from ^ 1], &sum[from], 0);
            from ^= 1;
        }
        while (tables-- > 0) {
            pick(&entry, &digits, tables, shift);
            fk_p256_add(&sum[from ^ 1], &sum[from], &entry);
            from ^= 1;
        }
    }

    fk_fep256_invert(&t, &sum[from].z);
    fk_fep256_sqr(&u, &t); /* 1 / Z^2 */
    fk_fep256_mul(&a, &u, &sum[from].x);
    fk_fep256_mul(&entry.x, &u, &t); /* 1 / Z^3 */
    fk_fep256_mul(&entry.y, &entry.x, &sum[from].y);
    fk_fep256_negate_if(&entry.y, negated);

    encoded_point[0] = 0x04;
    fk_fep256_to_bytes(encoded_point + 1, &a);
    fk_fep256_to_bytes(encoded_point + 33, &entry.y);
    fk_keep_bytes(encoded_point, 65, valid);
    return valid;
}
