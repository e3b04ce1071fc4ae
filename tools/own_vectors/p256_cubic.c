/* SPDX-License-Identifier: MIT */
/*
 * Roots of f = x^3 - 3 x + b - y^2 over the field of P-256. Every element is a root of x^p - x, so
 * gcd(x^p - x, f) holds exactly the roots of f; where it is linear there is exactly one.
 */
#include "own_vectors.h"

#include "oracle_bignum.h"

/* c[0] + c[1] x + c[2] x^2 */
struct quadratic {
    BIGNUM *c[3];
};

static BN_CTX *scratch;

static const BIGNUM *prime(void)
{
    return fk_p256_numbers()->p;
}

static struct quadratic quadratic_new(void)
{
    struct quadratic q = {{BN_new(), BN_new(), BN_new()}};
    fk_must(q.c[0] != NULL && q.c[1] != NULL && q.c[2] != NULL, "out of memory");
    return q;
}

static void quadratic_free(struct quadratic *q)
{
    for (int i = 0; i < 3; i++)
        BN_free(q->c[i]);
}

/* sum += a b mod p */
static void add_product(BIGNUM *sum, const BIGNUM *a, const BIGNUM *b)
{
    BIGNUM *product = BN_new();
    fk_must(product != NULL && BN_mod_mul(product, a, b, prime(), scratch) &&
                BN_mod_add(sum, sum, product, prime(), scratch),
            "number");
    BN_free(product);
}

/* r = a b mod f, f = x^3 - 3 x + constant; r may be a or b. */
static void multiply(struct quadratic *r, const struct quadratic *a, const struct quadratic *b,
                     const BIGNUM *constant)
{
    BIGNUM *wide[5], *three = fk_number_near(NULL, 3), *minus = BN_new();
    fk_must(minus != NULL && BN_mod_sub(minus, prime(), constant, prime(), scratch), "number");
    for (int i = 0; i < 5; i++)
        wide[i] = fk_number_near(NULL, 0);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            add_product(wide[i + j], a->c[i], b->c[j]);
    }
    /* x^3 = 3 x - constant. */
    for (int i = 4; i >= 3; i--) {
        add_product(wide[i - 2], wide[i], three);
        add_product(wide[i - 3], wide[i], minus);
    }
    for (int i = 0; i < 5; i++) {
        if (i < 3)
            fk_must(BN_copy(r->c[i], wide[i]) != NULL, "number");
        BN_free(wide[i]);
    }
    BN_free(three);
    BN_free(minus);
}

/* value of f at x is 0. */
static bool is_root(const BIGNUM *x, const BIGNUM *constant)
{
    BIGNUM *value = BN_dup(constant), *square = BN_new();
    fk_must(value != NULL && square != NULL && BN_mod_sqr(square, x, prime(), scratch) &&
                BN_sub_word(square, 3) && BN_nnmod(square, square, prime(), scratch),
            "number");
    add_product(value, square, x);
    bool zero = BN_is_zero(value) != 0;
    BN_free(value);
    BN_free(square);
    return zero;
}

/*
 * q = x^p - x mod f of degree 2. With q made monic, q = x^2 + s x + t, the remainder of f by q is
 * (s^2 - t - 3) x + (s t + constant); where that is not 0 its root is the only candidate.
 */
static bool common_root(BIGNUM *x, struct quadratic *q, const BIGNUM *constant)
{
    if (BN_is_zero(q->c[2]))
        return false;
    BIGNUM *inverse = BN_mod_inverse(NULL, q->c[2], prime(), scratch);
    BIGNUM *s = BN_new(), *t = BN_new(), *top = BN_new(), *bottom = BN_dup(constant);
    fk_must(inverse != NULL && s != NULL && t != NULL && top != NULL && bottom != NULL &&
                BN_mod_mul(s, q->c[1], inverse, prime(), scratch) &&
                BN_mod_mul(t, q->c[0], inverse, prime(), scratch),
            "number");
    add_product(bottom, s, t);
    fk_must(BN_mod_sqr(top, s, prime(), scratch) && BN_sub(top, top, t) && BN_sub_word(top, 3) &&
                BN_nnmod(top, top, prime(), scratch),
            "number");
    bool found = !BN_is_zero(top);
    if (found) {
        fk_must(BN_mod_inverse(top, top, prime(), scratch) != NULL &&
                    BN_mod_sub(bottom, prime(), bottom, prime(), scratch) &&
                    BN_mod_mul(x, top, bottom, prime(), scratch),
                "number");
        found = is_root(x, constant);
    }
    BN_free(inverse);
    BN_free(s);
    BN_free(t);
    BN_free(top);
    BN_free(bottom);
    return found;
}

bool fk_p256_x_of_y(BIGNUM *x, const BIGNUM *y)
{
    if (scratch == NULL)
        fk_must((scratch = BN_CTX_new()) != NULL, "out of memory");
    BIGNUM *constant = BN_new();
    struct quadratic base = quadratic_new(), power = quadratic_new();
    fk_must(constant != NULL && BN_mod_sqr(constant, y, prime(), scratch) &&
                BN_mod_sub(constant, fk_p256_numbers()->b, constant, prime(), scratch) &&
                BN_one(base.c[1]) && BN_one(power.c[0]),
            "number");
    for (int bit = BN_num_bits(prime()) - 1; bit >= 0; bit--) {
        multiply(&power, &power, &power, constant);
        if (BN_is_bit_set(prime(), bit))
            multiply(&power, &power, &base, constant);
    }
    fk_must(BN_mod_sub(power.c[1], power.c[1], base.c[1], prime(), scratch), "number");
    bool found = common_root(x, &power, constant);
    quadratic_free(&base);
    quadratic_free(&power);
    BN_free(constant);
    return found;
}
