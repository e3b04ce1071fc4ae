/* SPDX-License-Identifier: MIT */
/* The table of the fixed-base comb; its contents are generated (tools/p256_table). */
#ifndef FK_P256_TABLE_H
#define FK_P256_TABLE_H

#include <stdint.h>

#include "p256_point.h"

#define FK_P256_COMB_TEETH 5
#define FK_P256_COMB_SPACING 52 /* bits from one tooth to the next: 5 * 52 = 260 */
#define FK_P256_COMB_TABLES 4
#define FK_P256_COMB_SHIFT 13 /* bits from one table to the next: 4 * 13 = 52 */
#define FK_P256_COMB_ENTRIES 16

/*
 * fk_p256_comb_table[v][i] = 2^(13 v) (2^208 + e_3 2^156 + e_2 2^104 + e_1 2^52 + e_0) G, where e_t
 * is 1 where bit t of i is set, else -1. Affine, in the representation's Montgomery form, tight.
 */
extern const fk_p256_affine fk_p256_comb_table[FK_P256_COMB_TABLES][FK_P256_COMB_ENTRIES];

#endif
