/* SPDX-License-Identifier: MIT */
/* The Montgomery ladder of X448 (RFC 7748, 5), for either representation of the field. */
#include "x448_ladder.h"

#include <stddef.h>
#include <string.h>

#include "../common/attributes.h"
#include "fe448.h"

#define BASE_POINT_U 5
/* (A - 2) / 4 for A = 156326. */
#define A24 39081

/* A point by its projective u-coordinate x / z; z = 0 is the neutral element. x and z: T. */
struct point {
    fk_fe448 x;
    fk_fe448 z;
};

/* r = 1 / a = a^(p - 2), which is 0 for a = 0. a: T; r: T and not a. */
static void invert(fk_fe448 *r, const fk_fe448 *a)
{
    fk_fe448 a3, t, u, v;

    /*
     * Beside each line the exponent of a in its result, with e(n) = 2^n - 1. The last is
     * p - 2 = 2^448 - 2^224 - 3 = 4 (2^223 e(223) + e(222)) + 1.
     */
    fk_fe448_sqr(&t, a);             /* 2 */
    fk_fe448_mul(&u, &t, a);         /* e(2) */
    fk_fe448_sqr(&t, &u);            /* 2 e(2) */
    fk_fe448_mul(&a3, &t, a);        /* e(3) */
    fk_fe448_sqr_times(&t, &a3, 3);  /* 2^3 e(3) */
    fk_fe448_mul(&u, &t, &a3);       /* e(6) */
    fk_fe448_sqr_times(&t, &u, 6);   /* 2^6 e(6) */
    fk_fe448_mul(&v, &t, &u);        /* e(12) */
    fk_fe448_sqr_times(&t, &v, 12);  /* 2^12 e(12) */
    fk_fe448_mul(&u, &t, &v);        /* e(24) */
    fk_fe448_sqr_times(&t, &u, 3);   /* 2^3 e(24) */
    fk_fe448_mul(&v, &t, &a3);       /* e(27) */
    fk_fe448_sqr_times(&t, &v, 27);  /* 2^27 e(27) */
    fk_fe448_mul(&u, &t, &v);        /* e(54) */
    fk_fe448_sqr_times(&t, &u, 54);  /* 2^54 e(54) */
    fk_fe448_mul(&v, &t, &u);        /* e(108) */
    fk_fe448_sqr_times(&t, &v, 3);   /* 2^3 e(108) */
    fk_fe448_mul(&u, &t, &a3);       /* e(111) */
    fk_fe448_sqr_times(&t, &u, 111); /* 2^111 e(111) */
    fk_fe448_mul(&v, &t, &u);        /* e(222) */
    fk_fe448_sqr(&t, &v);            /* 2 e(222) */
    fk_fe448_mul(&u, &t, a);         /* e(223) */
    fk_fe448_sqr_times(&t, &u, 223); /* 2^223 e(223) */
    fk_fe448_mul(&u, &t, &v);        /* 2^223 e(223) + e(222) */
    fk_fe448_sqr_times(&t, &u, 2);   /* p - 3 */
    fk_fe448_mul(r, &t, a);          /* p - 2 */
}

/*
 * One step: p becomes 2 p, or 2 q where swap is 1, and q becomes p + q. x1 is the affine
 * u-coordinate of q - p (up to sign), or null for the base point.
 *
 * RFC 7748 swaps p and q before and after. That would only exchange DA with CB, of which q needs
 * the sum and the square of the difference, so q does not notice; it is enough to select what is
 * doubled. The swaps of two neighbouring steps cancel where their bits are equal.
 */
FK_INLINE void step(struct point *p, struct point *q, uint32_t swap, const fk_fe448 *x1)
{
    fk_fe448 a, b, c, d, da, cb;

    fk_fe448_add_sub(&a, &b, &p->x, &p->z); /* S and D */
    fk_fe448_add_sub(&c, &d, &q->x, &q->z); /* S and D */
    fk_fe448_mul(&da, &d, &a);
    fk_fe448_mul(&cb, &c, &b);

    fk_fe448_select(&a, swap, &c, &a);
    fk_fe448_select(&b, swap, &d, &b);
    fk_fe448_carry(&a);
    fk_fe448_sqr(&c, &a);                    /* AA */
    fk_fe448_sqr(&d, &b);                    /* BB */
    fk_fe448_sub(&a, &c, &d);                /* E = AA - BB: D */
    fk_fe448_mul(&p->x, &c, &d);             /* AA BB */
    fk_fe448_mul_small_add(&b, &c, &a, A24); /* AA + a24 E */
    fk_fe448_mul(&p->z, &a, &b);             /* E (AA + a24 E) */

    fk_fe448_add_sub(&a, &b, &da, &cb); /* S and D */
    fk_fe448_carry(&a);
    fk_fe448_sqr(&q->x, &a);
    fk_fe448_sqr(&c, &b);
    if (x1 != NULL) {
        fk_fe448_mul(&q->z, x1, &c);
    } else {
        fk_fe448_mul_small_add(&q->z, &c, &c, BASE_POINT_U - 1);
    }
}

FK_NOINLINE void fk_x448_ladder(uint8_t result[56], const uint8_t scalar[56], const uint8_t *u)
{
    struct point p, q;
    fk_fe448 x1;
    uint8_t bits[56];
    uint32_t previous = 0;

    memcpy(bits, scalar, sizeof bits);
    bits[0] &= 0xFC;
    bits[55] |= 0x80;

    if (u != NULL) {
        fk_fe448_from_bytes(&x1, u);
    } else {
        fk_fe448_set_small(&x1, BASE_POINT_U);
    }
    fk_fe448_set_small(&p.x, 1);
    fk_fe448_set_small(&p.z, 0);
    q.x = x1;
    fk_fe448_set_small(&q.z, 1);

    for (unsigned i = 448; i-- > 0;) {
        const uint32_t bit = (uint32_t)(bits[i / 8] >> (i % 8)) & 1;

        step(&p, &q, bit ^ previous, u != NULL ? &x1 : NULL);
        previous = bit;
    }

    /* The lowest bit is 0 by clamping, so the last step doubled the point that is wanted. */
    invert(&q.z, &p.z);
    fk_fe448_mul(&q.x, &p.x, &q.z);
    fk_fe448_to_bytes(result, &q.x);
}
