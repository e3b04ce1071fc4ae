/* SPDX-License-Identifier: MIT */
/* Points of P-256 and the group law: see p256_point.h. */
#include "p256_point.h"

#include "../common/constant_time.h"

/* p - 3. */
static const uint8_t A[32] = {0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00,
                              0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF,
                              0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFC};

static const uint8_t B[32] = {0x5A, 0xC6, 0x35, 0xD8, 0xAA, 0x3A, 0x93, 0xE7, 0xB3, 0xEB, 0xBD,
                              0x55, 0x76, 0x98, 0x86, 0xBC, 0x65, 0x1D, 0x06, 0xB0, 0xCC, 0x53,
                              0xB0, 0xF6, 0x3B, 0xCE, 0x3C, 0x3E, 0x27, 0xD2, 0x60, 0x4B};

static const uint8_t G_X[32] = {0x6B, 0x17, 0xD1, 0xF2, 0xE1, 0x2C, 0x42, 0x47, 0xF8, 0xBC, 0xE6,
                                0xE5, 0x63, 0xA4, 0x40, 0xF2, 0x77, 0x03, 0x7D, 0x81, 0x2D, 0xEB,
                                0x33, 0xA0, 0xF4, 0xA1, 0x39, 0x45, 0xD8, 0x98, 0xC2, 0x96};

static const uint8_t G_Y[32] = {0x4F, 0xE3, 0x42, 0xE2, 0xFE, 0x1A, 0x7F, 0x9B, 0x8E, 0xE7, 0xEB,
                                0x4A, 0x7C, 0x0F, 0x9E, 0x16, 0x2B, 0xCE, 0x33, 0x57, 0x6B, 0x31,
                                0x5E, 0xCE, 0xCB, 0xB6, 0x40, 0x68, 0x37, 0xBF, 0x51, 0xF5};

void fk_p256_set_a(fk_fep256 *r)
{
    (void)fk_fep256_from_bytes(r, A);
}

void fk_p256_set_base_point(fk_p256_affine *r)
{
    (void)fk_fep256_from_bytes(&r->x, G_X);
    (void)fk_fep256_from_bytes(&r->y, G_Y);
}

uint32_t fk_p256_decode(fk_p256_affine *r, const uint8_t bytes[64])
{
    fk_p256_affine p;
    fk_fep256 t, u;
    const uint32_t x_in_range = fk_fep256_from_bytes(&p.x, bytes);
    const uint32_t y_in_range = fk_fep256_from_bytes(&p.y, bytes + 32);

    /* y^2 - (x (x^2 + a) + b) */
    fk_fep256_sqr(&t, &p.x);
    fk_p256_set_a(&u);
    fk_fep256_add(&t, &t, &u); /* [0, 2] */
    fk_fep256_mul(&u, &t, &p.x);
    (void)fk_fep256_from_bytes(&t, B);
    fk_fep256_add(&u, &u, &t); /* [0, 2] */
    fk_fep256_sqr(&t, &p.y);
    fk_fep256_sub(&t, &t, &u); /* [-2, 1] */
    const uint32_t valid = x_in_range & y_in_range & fk_fep256_is_zero(&t);

    fk_p256_set_base_point(r);
    fk_fep256_select(&r->x, valid, &p.x, &r->x);
    fk_fep256_select(&r->y, valid, &p.y, &r->y);
    return valid;
}

void fk_p256_set_w(struct fk_p256_point *r, const fk_fep256 *a)
{
    fk_fep256 z2, z4;

    fk_fep256_sqr(&z2, &r->z);
    fk_fep256_sqr(&z4, &z2);
    fk_fep256_mul(&r->w, &z4, a);
}

/*
 * The slope of the tangent is (3 x^2 + a) / (2 y) = M / Z3 with M = (3 X^2 + W) / 2 and Z3 = Y Z.
 * From x3 = slope^2 - 2 x and y3 = slope (x - x3) - y, with S = X Y^2:
 *
 *   X3 = M^2 - 2 S,  Y3 = M (S - X3) - Y^4,  Z3 = Y Z,  W3 = a Z3^4 = W Y^4.
 */
void fk_p256_double(struct fk_p256_point *r, const struct fk_p256_point *a, int with_w)
{
    fk_fep256 m, s, t, y4;

    fk_fep256_sqr(&t, &a->x);
    fk_fep256_half_3a_plus_b(&m, &t, &a->w);
    fk_fep256_mul(&r->z, &a->y, &a->z);
    fk_fep256_sqr(&t, &a->y);
    fk_fep256_mul(&s, &t, &a->x);
    fk_fep256_sqr(&y4, &t);
    if (with_w) {
        fk_fep256_mul(&r->w, &y4, &a->w);
    }
    fk_fep256_sqr(&t, &m);
    fk_fep256_sub_twice(&r->x, &t, &s);
    fk_fep256_sub(&s, &s, &r->x); /* D */
    fk_fep256_mul(&t, &s, &m);
    fk_fep256_sub(&r->y, &t, &y4); /* D */
}

/*
 * The slope of the chord is (y2 - y) / (x2 - x) = N / Z3 with H = x2 Z^2 - X, N = y2 Z^3 - Y and
 * Z3 = Z H. From x3 = slope^2 - x - x2 and y3 = slope (x - x3) - y, with V = X H^2:
 *
 *   X3 = N^2 - H^3 - 2 V,  Y3 = N (V - X3) - Y H^3,  Z3 = Z H.
 */
void fk_p256_add(struct fk_p256_point *r, const struct fk_p256_point *a, const fk_p256_affine *b)
{
    fk_fep256 h, n, t, u, v;

    fk_fep256_sqr(&t, &a->z);
    fk_fep256_mul(&h, &t, &b->x);
    fk_fep256_sub(&h, &h, &a->x); /* D */
    fk_fep256_mul(&u, &t, &a->z);
    fk_fep256_mul(&n, &u, &b->y);
    fk_fep256_sub(&n, &n, &a->y); /* [-1, 2] */
    fk_fep256_carry(&n);

    fk_fep256_mul(&r->z, &a->z, &h);
    fk_fep256_sqr(&t, &h);
    fk_fep256_mul(&v, &t, &a->x);
    fk_fep256_mul(&u, &t, &h); /* H^3 */
    fk_fep256_sqr(&t, &n);
    fk_fep256_sub(&t, &t, &u); /* D */
    fk_fep256_sub_twice(&r->x, &t, &v);
    fk_fep256_sub(&v, &v, &r->x); /* D */
    fk_fep256_mul(&t, &v, &n);
    fk_fep256_mul(&v, &u, &a->y);
    fk_fep256_sub(&r->y, &t, &v); /* D */
}
