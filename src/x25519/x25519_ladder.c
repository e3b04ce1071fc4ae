/* SPDX-License-Identifier: MIT */
/* The Montgomery ladder of X25519 (RFC 7748, 5), for either representation of the field. */
#include "x25519_ladder.h"

#include <stddef.h>
#include <string.h>

#include "../common/attributes.h"
#include "fe25519.h"

#define BASE_POINT_U 9
/* (A - 2) / 4 for A = 486662. */
#define A24 121665

/* A point by its projective u-coordinate x / z; z = 0 is the neutral element. x and z: T. */
struct point {
    fk_fe25519 x;
    fk_fe25519 z;
};

/* r = 1 / a = a^(p - 2), which is 0 for a = 0. a: T; r: T and not a. */
static void invert(fk_fe25519 *r, const fk_fe25519 *a)
{
    fk_fe25519 a11, t, u, v;

    /* Beside each line the exponent of a in its result; the last is p - 2 = 2^255 - 32 + 11. */
    fk_fe25519_sqr(&t, a);             /* 2 */
    fk_fe25519_sqr_times(&u, &t, 2);   /* 8 */
    fk_fe25519_mul(&v, &u, a);         /* 9 */
    fk_fe25519_mul(&a11, &v, &t);      /* 11 */
    fk_fe25519_sqr(&t, &a11);          /* 22 */
    fk_fe25519_mul(&u, &t, &v);        /* 2^5 - 1 */
    fk_fe25519_sqr_times(&t, &u, 5);   /* 2^10 - 2^5 */
    fk_fe25519_mul(r, &t, &u);         /* 2^10 - 1 */
    fk_fe25519_sqr_times(&t, r, 10);   /* 2^20 - 2^10 */
    fk_fe25519_mul(&u, &t, r);         /* 2^20 - 1 */
    fk_fe25519_sqr_times(&t, &u, 20);  /* 2^40 - 2^20 */
    fk_fe25519_mul(&v, &t, &u);        /* 2^40 - 1 */
    fk_fe25519_sqr_times(&t, &v, 10);  /* 2^50 - 2^10 */
    fk_fe25519_mul(&u, &t, r);         /* 2^50 - 1 */
    fk_fe25519_sqr_times(&t, &u, 50);  /* 2^100 - 2^50 */
    fk_fe25519_mul(&v, &t, &u);        /* 2^100 - 1 */
    fk_fe25519_sqr_times(&t, &v, 100); /* 2^200 - 2^100 */
    fk_fe25519_mul(r, &t, &v);         /* 2^200 - 1 */
    fk_fe25519_sqr_times(&t, r, 50);   /* 2^250 - 2^50 */
    fk_fe25519_mul(&v, &t, &u);        /* 2^250 - 1 */
    fk_fe25519_sqr_times(&t, &v, 5);   /* 2^255 - 2^5 */
    fk_fe25519_mul(r, &t, &a11);       /* 2^255 - 21 */
}

/*
 * One step: p becomes 2 p, or 2 q where swap is 1, and q becomes p + q. x1 is the affine
 * u-coordinate of q - p (up to sign), or null for the base point.
 *
 * RFC 7748 swaps p and q before and after. That would only exchange DA with CB, of which q needs
 * the sum and the square of the difference, so q does not notice; it is enough to select what is
 * doubled. The swaps of two neighbouring steps cancel where their bits are equal.
 */
FK_INLINE void step(struct point *p, struct point *q, uint32_t swap, const fk_fe25519 *x1)
{
    fk_fe25519 a, b, c, d, da, cb;

    fk_fe25519_add_sub(&a, &b, &p->x, &p->z); /* S and D */
    fk_fe25519_add_sub(&c, &d, &q->x, &q->z); /* S and D */
    fk_fe25519_mul(&da, &d, &a);
    fk_fe25519_mul(&cb, &c, &b);

    fk_fe25519_select(&a, swap, &c, &a);
    fk_fe25519_select(&b, swap, &d, &b);
    fk_fe25519_carry(&a);
    fk_fe25519_sqr(&c, &a);                    /* AA */
    fk_fe25519_sqr(&d, &b);                    /* BB */
    fk_fe25519_sub(&a, &c, &d);                /* E = AA - BB: D */
    fk_fe25519_mul(&p->x, &c, &d);             /* AA BB */
    fk_fe25519_mul_small_add(&b, &c, &a, A24); /* AA + a24 E */
    fk_fe25519_mul(&p->z, &a, &b);             /* E (AA + a24 E) */

    fk_fe25519_add_sub(&a, &b, &da, &cb); /* S and D */
    fk_fe25519_carry(&a);
    fk_fe25519_sqr(&q->x, &a);
    fk_fe25519_sqr(&c, &b);
    if (x1 != NULL) {
        fk_fe25519_mul(&q->z, x1, &c);
    } else {
        fk_fe25519_mul_small_add(&q->z, &c, &c, BASE_POINT_U - 1);
    }
}

FK_NOINLINE void fk_x25519_ladder(uint8_t result[32], const uint8_t scalar[32], const uint8_t *u)
{
    struct point p, q;
    fk_fe25519 x1;
    uint8_t bits[32];
    uint32_t previous = 0;

    memcpy(bits, scalar, sizeof bits);
    bits[0] &= 0xF8;
    bits[31] = (uint8_t)((bits[31] & 0x7F) | 0x40);

    if (u != NULL) {
        fk_fe25519_from_bytes(&x1, u);
    } else {
        fk_fe25519_set_small(&x1, BASE_POINT_U);
    }
    fk_fe25519_set_small(&p.x, 1);
    fk_fe25519_set_small(&p.z, 0);
    q.x = x1;
    fk_fe25519_set_small(&q.z, 1);

    for (unsigned i = 255; i-- > 0;) {
        const uint32_t bit = (uint32_t)(bits[i / 8] >> (i % 8)) & 1;

        step(&p, &q, bit ^ previous, u != NULL ? &x1 : NULL);
        previous = bit;
    }

    /* The lowest bit is 0 by clamping, so the last step doubled the point that is wanted. */
    invert(&q.z, &p.z);
    fk_fe25519_mul(&q.x, &p.x, &q.z);
    fk_fe25519_to_bytes(result, &q.x);
}
