/* SPDX-License-Identifier: MIT */
/* Inversion in the field of P-256, for any representation: see fep256.h. */
#include "fep256.h"

/*
 * a^(p - 2) by Fermat's little theorem: 255 squarings and 12 products, the same for every a.
 *
 * p - 2 = 2^256 - 2^224 + 2^192 + 2^96 - 3 is, in words of 32 bits from the top, 2^32 - 1, 1, 0, 0,
 * 0, 2^32 - 1, 2^32 - 1, 2^32 - 3. Beside each line the exponent of a in its result.
 */
void fk_fep256_invert(fk_fep256 *r, const fk_fep256 *a)
{
    fk_fep256 ones2, ones30, ones32, t, u;

    fk_fep256_sqr(&t, a);                /* 2 */
    fk_fep256_mul(&ones2, &t, a);        /* 2^2 - 1 */
    fk_fep256_sqr(&t, &ones2);           /* 2^3 - 2 */
    fk_fep256_mul(&u, &t, a);            /* 2^3 - 1 */
    fk_fep256_sqr_times(&t, &u, 3);      /* 2^6 - 2^3 */
    fk_fep256_mul(r, &t, &u);            /* 2^6 - 1 */
    fk_fep256_sqr_times(&t, r, 6);       /* 2^12 - 2^6 */
    fk_fep256_mul(&ones30, &t, r);       /* 2^12 - 1 */
    fk_fep256_sqr_times(&t, &ones30, 3); /* 2^15 - 2^3 */
    fk_fep256_mul(r, &t, &u);            /* 2^15 - 1 */
    fk_fep256_sqr_times(&t, r, 15);      /* 2^30 - 2^15 */
    fk_fep256_mul(&ones30, &t, r);       /* 2^30 - 1 */
    fk_fep256_sqr_times(&t, &ones30, 2); /* 2^32 - 2^2 */
    fk_fep256_mul(&ones32, &t, &ones2);  /* 2^32 - 1 */

    fk_fep256_sqr_times(&t, &ones32, 32); /* (2^32 - 1) 2^32 */
    fk_fep256_mul(&u, &t, a);             /* the two upper words */
    fk_fep256_sqr_times(&t, &u, 128);
    fk_fep256_mul(&u, &t, &ones32); /* six words */
    fk_fep256_sqr_times(&t, &u, 32);
    fk_fep256_mul(&u, &t, &ones32); /* seven words */
    fk_fep256_sqr_times(&t, &u, 30);
    fk_fep256_mul(&u, &t, &ones30); /* 2^30 - 1 in the last word, two bits short */
    fk_fep256_sqr_times(&t, &u, 2);
    fk_fep256_mul(r, &t, a); /* 4 (2^30 - 1) + 1 = 2^32 - 3 */
}
