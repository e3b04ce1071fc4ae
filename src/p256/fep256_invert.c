/* SPDX-License-Identifier: MIT */
/*
 * Inversion in the field of P-256, for any representation: see fep256.h.
 *
 * The constant-time greatest common divisor of Bernstein and Yang ("Fast constant-time gcd
 * computation and modular inversion", CHES 2019) with the starting value delta = 1/2, for which
 * Wuille showed that 590 steps are enough for every number below a modulus of 256 bits. A step
 * takes
 *
 *   (delta, f, g) to (1 - delta, g, (g - f) / 2)            where delta > 0 and g is odd,
 *                 to (1 + delta, f, (g + (g mod 2) f) / 2)  elsewhere,
 *
 * from f = p and g = x. In the end g = 0 and f = 1 or -1. Alongside go d and e with f = d x and
 * g = e x modulo p, so in the end d is 1 / x or -1 / x. It is a third of the time of x^(p - 2).
 *
 * 30 steps at a time depend only on the lowest 30 bits of f and g. They are run on those alone and
 * give a matrix by which the long numbers are multiplied once.
 */
#include "fep256.h"

#include "../common/attributes.h"
#include "../common/byte_order.h"
#include "../common/constant_time.h"

/* As in fep256_9x29.c: two's complement, and x >> n rounds down for negative x too. */
#define LIMBS 9
#define BITS 30
#define MASK 0x3FFFFFFF
#define BATCHES 20 /* of 30 steps: 600 */

/* The sum of limb[i] 2^(30 i): limbs 0 to 7 in [0, 2^30), limb 8 with the sign. */
struct number {
    int32_t limb[LIMBS];
};

/* 2^30 (f, g) after 30 steps is (u f + v g, q f + r g); |u| + |v| and |q| + |r| are at most 2^30.
 */
struct matrix {
    int32_t u, v, q, r;
};

/* p = -1 + 2^6 2^(30 * 3) + 2^12 2^(30 * 6) - 2^14 2^(30 * 7) + 2^16 2^(30 * 8). */
static const struct number SPARSE_P = {{-1, 0, 0, 1 << 6, 0, 0, 1 << 12, -(1 << 14), 1 << 16}};

/* The same with limbs in range. */
static const struct number P = {
    {0x3FFFFFFF, 0x3FFFFFFF, 0x3FFFFFFF, 0x3F, 0, 0, 0x1000, 0x3FFFC000, 0xFFFF}};

static void from_bytes(struct number *r, const uint8_t bytes[32])
{
    uint64_t bits = 0;
    unsigned have = 0;
    int limb = 0;

    /* bits holds fewer than 30 + 32 bits at any time. */
    for (int word = 0; word < 8; word++) {
        bits |= (uint64_t)fk_load32_be(bytes + 28 - 4 * word) << have;
        have += 32;
        while (have >= BITS && limb < LIMBS - 1) {
            r->limb[limb++] = (int32_t)(bits & MASK);
            bits >>= BITS;
            have -= BITS;
        }
    }
    r->limb[LIMBS - 1] = (int32_t)bits;
}

static void to_bytes(uint8_t bytes[32], const struct number *a)
{
    uint64_t bits = 0;
    unsigned have = 0;
    int limb = 0;

    for (int word = 0; word < 8; word++) {
        while (have < 32 && limb < LIMBS) {
            bits |= (uint64_t)(uint32_t)a->limb[limb++] << have;
            have += BITS;
        }
        fk_store32_be(bytes + 28 - 4 * word, (uint32_t)bits);
        bits >>= 32;
        have -= 32;
    }
}

/*
 * 30 steps on the low words f and g, of which one bit less is right after each. zeta = -(delta +
 * 1/2), so that delta > 0 is zeta < 0. Numbers are kept as uint32_t, where overflow and shifts of
 * negative ones are defined; those of the matrix fit an int32_t.
 */
static int32_t steps(struct matrix *m, int32_t zeta, uint32_t f, uint32_t g)
{
    uint32_t u = 1, v = 0, q = 0, r = 1;

    for (int i = 0; i < BITS; i++) {
        const uint32_t is_positive = fk_barrier_u32((uint32_t)(zeta >> 31));
        const uint32_t is_odd = fk_barrier_u32(0u - (g & 1));
        const uint32_t swaps = is_positive & is_odd;

        /* g becomes g + f or g - f where it is odd. */
        g += ((f ^ is_positive) - is_positive) & is_odd;
        q += ((u ^ is_positive) - is_positive) & is_odd;
        r += ((v ^ is_positive) - is_positive) & is_odd;
        /* f becomes what g was: now g - f, plus f. */
        f += g & swaps;
        u += q & swaps;
        v += r & swaps;
        /* -zeta - 2 after a swap, zeta - 1 elsewhere. */
        zeta = (zeta ^ (int32_t)swaps) - 1;
        g >>= 1;
        u <<= 1;
        v <<= 1;
    }
    m->u = (int32_t)u;
    m->v = (int32_t)v;
    m->q = (int32_t)q;
    m->r = (int32_t)r;
    return zeta;
}

FK_INLINE int64_t product(int32_t x, int32_t y)
{
    return (int64_t)x * y;
}

/* (f, g) = (u f + v g, q f + r g) / 2^30, both without rest. Sums are at most 2^30 2^30 + 2^31. */
static void update_f_g(struct number *f, struct number *g, const struct matrix *m)
{
    int64_t s = product(m->u, f->limb[0]) + product(m->v, g->limb[0]);
    int64_t t = product(m->q, f->limb[0]) + product(m->r, g->limb[0]);

    s >>= BITS;
    t >>= BITS;
    for (int i = 1; i < LIMBS; i++) {
        const int32_t f_limb = f->limb[i], g_limb = g->limb[i];

        s += product(m->u, f_limb);
        s += product(m->v, g_limb);
        t += product(m->q, f_limb);
        t += product(m->r, g_limb);
        f->limb[i - 1] = (int32_t)(s & MASK);
        g->limb[i - 1] = (int32_t)(t & MASK);
        s >>= BITS;
        t >>= BITS;
    }
    f->limb[LIMBS - 1] = (int32_t)s;
    g->limb[LIMBS - 1] = (int32_t)t;
}

/*
 * How often p has to be added to u d + v e for the division by 2^30, for d and e in (-2p, p): once
 * in d and once in e where they are negative, which leaves them in (-p, p) and the sum in
 * (-2^30 p, 2^30 p); then k times less, 0 <= k < 2^30, so that the sum is a multiple of 2^30 in
 * (-2^31 p, 2^30 p). Since p = -1 modulo 2^30, k is the low bits of the number of p's less those of
 * u d + v e.
 */
FK_INLINE int32_t multiple_of_p(int32_t u, int32_t v, const struct number *d,
                                const struct number *e)
{
    const int32_t m =
        (u & (d->limb[LIMBS - 1] >> 31)) + (v & (e->limb[LIMBS - 1] >> 31)); /* |m| <= 2^30 */
    const uint32_t sum = (uint32_t)u * (uint32_t)d->limb[0] + (uint32_t)v * (uint32_t)e->limb[0];

    return m - (int32_t)(((uint32_t)m - sum) & MASK);
}

/* (d, e) = (u d + v e, q d + r e) / 2^30 modulo p, in (-2p, p). Sums are below 2^61. */
static void update_d_e(struct number *d, struct number *e, const struct matrix *m)
{
    const int32_t d_p = multiple_of_p(m->u, m->v, d, e);
    const int32_t e_p = multiple_of_p(m->q, m->r, d, e);
    int64_t s = 0, t = 0;

    for (int i = 0; i < LIMBS; i++) {
        const int32_t d_limb = d->limb[i], e_limb = e->limb[i];

        s += product(m->u, d_limb);
        s += product(m->v, e_limb);
        s += product(d_p, SPARSE_P.limb[i]);
        t += product(m->q, d_limb);
        t += product(m->r, e_limb);
        t += product(e_p, SPARSE_P.limb[i]);
        if (i > 0) {
            d->limb[i - 1] = (int32_t)(s & MASK);
            e->limb[i - 1] = (int32_t)(t & MASK);
        }
        s >>= BITS;
        t >>= BITS;
    }
    d->limb[LIMBS - 1] = (int32_t)s;
    e->limb[LIMBS - 1] = (int32_t)t;
}

/* a = (a with the sign of the mask) + (p where that is negative). */
static void negate_and_add_p(struct number *a, int32_t negate)
{
    const int32_t is_negative = (a->limb[LIMBS - 1] >> 31) ^ negate;
    int32_t carry = 0;

    for (int i = 0; i < LIMBS; i++) {
        carry += ((a->limb[i] ^ negate) - negate) + (P.limb[i] & is_negative);
        a->limb[i] = i < LIMBS - 1 ? carry & MASK : carry;
        carry >>= BITS;
    }
}

void fk_fep256_invert(fk_fep256 *r, const fk_fep256 *a)
{
    struct number f = P, g, d = {{0}}, e = {{1}};
    struct matrix m;
    uint8_t bytes[32];
    int32_t zeta = -1;

    fk_fep256_to_bytes(bytes, a);
    from_bytes(&g, bytes);
    for (int i = 0; i < BATCHES; i++) {
        zeta = steps(&m, zeta, (uint32_t)f.limb[0] | (uint32_t)f.limb[1] << BITS,
                     (uint32_t)g.limb[0] | (uint32_t)g.limb[1] << BITS);
        update_f_g(&f, &g, &m);
        update_d_e(&d, &e, &m);
    }
    /* From (-2p, p) to (-p, p), then to [0, p) with the sign of f: for a = 0, d is 0 still. */
    negate_and_add_p(&d, 0);
    negate_and_add_p(&d, f.limb[LIMBS - 1] >> 31);
    to_bytes(bytes, &d);
    (void)fk_fep256_from_bytes(r, bytes);
}
