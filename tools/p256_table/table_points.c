/* SPDX-License-Identifier: MIT */
/*
 * Compares the table of the fixed-base comb with the points that src/p256/p256_table.h says it
 * holds, computed by the library's own group law from the base point. Status 0 where all agree.
 *
 * Each sum starts at the highest tooth's point and adds 2^(13 v + 52 t) G or its opposite, t = 0
 * ... 3: far from equal or opposite points.
 */
#include <stdio.h>
#include <string.h>

#include "../../src/p256/p256_table.h"

#define TEETH FK_P256_COMB_TEETH
#define POSITIONS (FK_P256_COMB_TEETH * FK_P256_COMB_SPACING)

static void set_affine(struct fk_p256_point *r, const fk_p256_affine *a)
{
    r->x = a->x;
    r->y = a->y;
    fk_fep256_set_one(&r->z);
}

static void to_affine(fk_p256_affine *r, const struct fk_p256_point *a)
{
    fk_fep256 inverse, square, cube;

    fk_fep256_invert(&inverse, &a->z);
    fk_fep256_sqr(&square, &inverse);
    fk_fep256_mul(&cube, &square, &inverse);
    fk_fep256_mul(&r->x, &square, &a->x);
    fk_fep256_mul(&r->y, &cube, &a->y);
}

static int are_equal(const fk_p256_affine *a, const fk_p256_affine *b)
{
    uint8_t of_a[64], of_b[64];

    fk_fep256_to_bytes(of_a, &a->x);
    fk_fep256_to_bytes(of_a + 32, &a->y);
    fk_fep256_to_bytes(of_b, &b->x);
    fk_fep256_to_bytes(of_b + 32, &b->y);
    return memcmp(of_a, of_b, sizeof of_a) == 0;
}

int main(void)
{
    static fk_p256_affine power[POSITIONS]; /* 2^i G */
    struct fk_p256_point sum, next;
    fk_p256_affine term, result;
    fk_fep256 a;
    unsigned wrong = 0;

    fk_p256_set_a(&a);
    fk_p256_set_base_point(&power[0]);
    for (unsigned i = 1; i < POSITIONS; i++) {
        set_affine(&sum, &power[i - 1]);
        fk_p256_set_w(&sum, &a);
        fk_p256_double(&next, &sum, 0);
        to_affine(&power[i], &next);
    }
    for (unsigned table = 0; table < FK_P256_COMB_TABLES; table++) {
        const fk_p256_affine *const tooth = &power[FK_P256_COMB_SHIFT * table];

        for (unsigned entry = 0; entry < FK_P256_COMB_ENTRIES; entry++) {
            set_affine(&sum, &tooth[FK_P256_COMB_SPACING * (TEETH - 1)]);
            for (unsigned t = 0; t < TEETH - 1; t++) {
                term = tooth[FK_P256_COMB_SPACING * t];
                fk_fep256_negate_if(&term.y, (entry >> t & 1) != 0 ? 0 : 0xFFFFFFFF);
                fk_p256_add(&next, &sum, &term);
                sum = next;
            }
            to_affine(&result, &sum);
            if (!are_equal(&result, &fk_p256_comb_table[table][entry])) {
                printf("table %u, entry %u is another point\n", table, entry);
                wrong++;
            }
        }
    }
    printf("%d entries, %u wrong\n", FK_P256_COMB_TABLES * FK_P256_COMB_ENTRIES, wrong);
    return wrong != 0;
}
