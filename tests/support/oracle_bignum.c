/* SPDX-License-Identifier: MIT */
#include "oracle_bignum.h"
#include "bytes.h"
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An allocation that fails has no use in a test. */
static void must(int good)
{
    if (good == 0) {
        fprintf(stderr, "bignum reference: an operation failed\n");
        abort();
    }
}

static BN_CTX *scratch(void)
{
    static BN_CTX *context;
    if (context == NULL)
        must((context = BN_CTX_new()) != NULL);
    return context;
}

static BIGNUM *number(const char *hex)
{
    BIGNUM *value = NULL;
    must(BN_hex2bn(&value, hex));
    return value;
}

const struct fk_p256_numbers *fk_p256_numbers(void)
{
    static struct fk_p256_numbers numbers;
    if (numbers.p == NULL) {
        numbers.n = number("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551");
        numbers.b = number("5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B");
        numbers.g_x = number("6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296");
        numbers.g_y = number("4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5");
        numbers.p = number("FFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF");
    }
    return &numbers;
}

const BIGNUM *fk_field_prime(uint16_t group)
{
    static BIGNUM *p25519, *p448;
    if (group == FK_GROUP_SECP256R1)
        return fk_p256_numbers()->p;
    if (p25519 == NULL) {
        /* 2^255 - 19 and 2^448 - 2^224 - 1. */
        must((p25519 = BN_new()) != NULL && (p448 = BN_new()) != NULL);
        must(BN_set_bit(p25519, 255) && BN_sub_word(p25519, 19));
        BIGNUM *middle = BN_new();
        must(middle != NULL && BN_set_bit(middle, 224) && BN_set_bit(p448, 448) &&
             BN_sub(p448, p448, middle) && BN_sub_word(p448, 1));
        BN_free(middle);
    }
    return group == FK_GROUP_X25519 ? p25519 : p448;
}

struct fk_affine fk_affine_new(void)
{
    struct fk_affine point = {BN_new(), BN_new(), true};
    must(point.x != NULL && point.y != NULL);
    return point;
}

void fk_affine_free(struct fk_affine *point)
{
    BN_free(point->x);
    BN_free(point->y);
}

static void affine_copy(struct fk_affine *result, const struct fk_affine *point)
{
    result->infinity = point->infinity;
    must(BN_copy(result->x, point->x) != NULL && BN_copy(result->y, point->y) != NULL);
}

/* result = a + b by the chord and tangent rule, every case. result may be a or b. */
static void affine_add(struct fk_affine *result, const struct fk_affine *a,
                       const struct fk_affine *b)
{
    const BIGNUM *p = fk_p256_numbers()->p;
    BN_CTX *context = scratch();
    if (a->infinity || b->infinity) {
        affine_copy(result, a->infinity ? b : a);
        return;
    }
    BN_CTX_start(context);
    BIGNUM *top = BN_CTX_get(context), *slope = BN_CTX_get(context);
    BIGNUM *x = BN_CTX_get(context), *y = BN_CTX_get(context);
    must(y != NULL);
    if (BN_cmp(a->x, b->x) == 0) {
        must(BN_mod_add(slope, a->y, b->y, p, context));
        if (BN_is_zero(slope)) {
            result->infinity = true;
            BN_CTX_end(context);
            return;
        }
        /* (3 x^2 - 3) / (2 y) */
        must(BN_mod_sqr(top, a->x, p, context) && BN_sub_word(top, 1) && BN_mul_word(top, 3) &&
             BN_nnmod(top, top, p, context));
    } else {
        must(BN_mod_sub(slope, a->x, b->x, p, context) && BN_mod_sub(top, a->y, b->y, p, context));
    }
    must(BN_mod_inverse(slope, slope, p, context) != NULL &&
         BN_mod_mul(slope, slope, top, p, context));
    must(BN_mod_sqr(x, slope, p, context) && BN_mod_sub(x, x, a->x, p, context) &&
         BN_mod_sub(x, x, b->x, p, context));
    must(BN_mod_sub(y, a->x, x, p, context) && BN_mod_mul(y, y, slope, p, context) &&
         BN_mod_sub(y, y, a->y, p, context));
    result->infinity = false;
    must(BN_copy(result->x, x) != NULL && BN_copy(result->y, y) != NULL);
    BN_CTX_end(context);
}

void fk_affine_multiply(struct fk_affine *result, const BIGNUM *k, const struct fk_affine *point)
{
    result->infinity = true;
    for (int bit = BN_num_bits(k) - 1; bit >= 0; bit--) {
        affine_add(result, result, result);
        if (BN_is_bit_set(k, bit))
            affine_add(result, result, point);
    }
}

/* value = x^3 - 3 x + b mod p */
static void curve_right_side(BIGNUM *value, const BIGNUM *x)
{
    const struct fk_p256_numbers *numbers = fk_p256_numbers();
    BN_CTX *context = scratch();
    BIGNUM *square = BN_new();
    must(square != NULL && BN_mod_sqr(square, x, numbers->p, context) && BN_sub_word(square, 3) &&
         BN_nnmod(square, square, numbers->p, context));
    must(BN_mod_mul(value, square, x, numbers->p, context) &&
         BN_mod_add(value, value, numbers->b, numbers->p, context));
    BN_free(square);
}

bool fk_affine_on_curve(const BIGNUM *x, const BIGNUM *y)
{
    const BIGNUM *p = fk_p256_numbers()->p;
    if (BN_cmp(x, p) >= 0 || BN_cmp(y, p) >= 0)
        return false;
    BIGNUM *right = BN_new(), *left = BN_new();
    must(right != NULL && left != NULL && BN_mod_sqr(left, y, p, scratch()));
    curve_right_side(right, x);
    bool equal = BN_cmp(left, right) == 0;
    BN_free(left);
    BN_free(right);
    return equal;
}

bool fk_affine_lift_x(BIGNUM *y, const BIGNUM *x)
{
    const BIGNUM *p = fk_p256_numbers()->p;
    BIGNUM *right = BN_new(), *exponent = BN_dup(p);
    must(right != NULL && exponent != NULL);
    curve_right_side(right, x);
    /* p = 3 mod 4: the root of a square is its (p + 1) / 4 th power. */
    must(BN_add_word(exponent, 1) && BN_rshift(exponent, exponent, 2) &&
         BN_mod_exp(y, right, exponent, p, scratch()));
    if (BN_is_odd(y))
        must(BN_sub(y, p, y));
    BN_free(right);
    BN_free(exponent);
    return fk_affine_on_curve(x, y);
}

/* RFC 7748, 5: the ladder, and x/z by inversion (0 for z = 0). a24 = (A - 2) / 4. */
static void ladder(BIGNUM *result, const BIGNUM *k, const BIGNUM *u, const BIGNUM *p, BN_ULONG a24)
{
    BN_CTX *context = scratch();
    BN_CTX_start(context);
    BIGNUM *x2 = BN_CTX_get(context), *z2 = BN_CTX_get(context);
    BIGNUM *x3 = BN_CTX_get(context), *z3 = BN_CTX_get(context);
    BIGNUM *a = BN_CTX_get(context), *b = BN_CTX_get(context), *c = BN_CTX_get(context);
    BIGNUM *d = BN_CTX_get(context), *e = BN_CTX_get(context), *x1 = BN_CTX_get(context);
    must(x1 != NULL && BN_nnmod(x1, u, p, context) && BN_one(x2) && BN_copy(x3, x1) != NULL &&
         BN_one(z3));
    BN_zero(z2);
    for (int bit = BN_num_bits(k) - 1; bit >= 0; bit--) {
        bool swap = BN_is_bit_set(k, bit) != 0;
        if (swap) {
            BN_swap(x2, x3);
            BN_swap(z2, z3);
        }
        must(BN_mod_add(a, x2, z2, p, context) && BN_mod_sub(b, x2, z2, p, context) &&
             BN_mod_add(c, x3, z3, p, context) && BN_mod_sub(d, x3, z3, p, context));
        must(BN_mod_mul(d, d, a, p, context) && BN_mod_mul(c, c, b, p, context));
        must(BN_mod_add(x3, d, c, p, context) && BN_mod_sqr(x3, x3, p, context));
        must(BN_mod_sub(z3, d, c, p, context) && BN_mod_sqr(z3, z3, p, context) &&
             BN_mod_mul(z3, z3, x1, p, context));
        must(BN_mod_sqr(a, a, p, context) && BN_mod_sqr(b, b, p, context) &&
             BN_mod_sub(e, a, b, p, context) && BN_mod_mul(x2, a, b, p, context));
        must(BN_copy(z2, e) != NULL && BN_mul_word(z2, a24) && BN_add(z2, z2, a) &&
             BN_mod_mul(z2, z2, e, p, context));
        if (swap) {
            BN_swap(x2, x3);
            BN_swap(z2, z3);
        }
    }
    if (BN_is_zero(z2)) {
        BN_zero(result);
    } else {
        must(BN_mod_inverse(z2, z2, p, context) != NULL && BN_mod_mul(result, x2, z2, p, context));
    }
    BN_CTX_end(context);
}

/* u is little-endian, of the group's size; the caller masks nothing. */
static void montgomery(uint16_t group, uint8_t *output, const uint8_t *private_key,
                       const uint8_t *u_bytes)
{
    int length = (int)fk_contract_sizes(group)->public_key_bytes;
    uint8_t scalar[56], masked[56];
    memcpy(scalar, private_key, (size_t)length);
    memcpy(masked, u_bytes, (size_t)length);
    fk_clamp(group, scalar);
    if (group == FK_GROUP_X25519)
        masked[31] &= 127;
    BIGNUM *k = BN_lebin2bn(scalar, length, NULL);
    BIGNUM *u = BN_lebin2bn(masked, length, NULL);
    must(k != NULL && u != NULL);
    ladder(u, k, u, fk_field_prime(group), group == FK_GROUP_X25519 ? 121665 : 39081);
    must(BN_bn2lebinpad(u, output, length) == length);
    BN_free(k);
    BN_free(u);
}

static bool scalar_in_range(const BIGNUM *k)
{
    return !BN_is_zero(k) && BN_cmp(k, fk_p256_numbers()->n) < 0;
}

static fk_status p256_multiply(uint8_t point[65], const uint8_t private_key[32],
                               const uint8_t *public_key, size_t public_key_length)
{
    fk_status status = FK_OK;
    BIGNUM *k = BN_bin2bn(private_key, 32, NULL);
    struct fk_affine theirs = fk_affine_new(), ours = fk_affine_new();
    must(k != NULL && BN_copy(theirs.x, fk_p256_numbers()->g_x) != NULL &&
         BN_copy(theirs.y, fk_p256_numbers()->g_y) != NULL);
    theirs.infinity = false;
    if (public_key != NULL && public_key_length == 65) {
        must(BN_bin2bn(public_key + 1, 32, theirs.x) != NULL &&
             BN_bin2bn(public_key + 33, 32, theirs.y) != NULL);
    }
    if (public_key != NULL && public_key_length != 65) {
        status = FK_ERR_LENGTH;
    } else if (public_key != NULL &&
               (public_key[0] != 0x04 || !fk_affine_on_curve(theirs.x, theirs.y))) {
        status = FK_ERR_PUBLIC_KEY;
    } else if (!scalar_in_range(k)) {
        status = FK_ERR_PRIVATE_KEY;
    } else {
        fk_affine_multiply(&ours, k, &theirs);
        point[0] = 0x04;
        must(!ours.infinity && BN_bn2binpad(ours.x, point + 1, 32) == 32 &&
             BN_bn2binpad(ours.y, point + 33, 32) == 32);
    }
    fk_affine_free(&ours);
    fk_affine_free(&theirs);
    BN_free(k);
    return status;
}

static fk_status public_key_of(void *context, uint16_t group, uint8_t *public_key,
                               const uint8_t *private_key, size_t private_key_length)
{
    (void)context;
    memset(public_key, 0, fk_contract_sizes(group)->public_key_bytes);
    if (private_key_length != fk_contract_sizes(group)->private_key_bytes)
        return FK_ERR_LENGTH;
    if (group == FK_GROUP_SECP256R1)
        return p256_multiply(public_key, private_key, NULL, 0);
    uint8_t base[56] = {0};
    base[0] = group == FK_GROUP_X25519 ? 9 : 5;
    montgomery(group, public_key, private_key, base);
    return fk_public_key_status(group, public_key);
}

static fk_status shared_secret_of(void *context, uint16_t group, uint8_t *shared_secret,
                                  const uint8_t *private_key, size_t private_key_length,
                                  const uint8_t *public_key, size_t public_key_length)
{
    (void)context;
    const struct fk_group_sizes *sizes = fk_contract_sizes(group);
    memset(shared_secret, 0, sizes->shared_secret_bytes);
    if (private_key_length != sizes->private_key_bytes ||
        public_key_length != sizes->public_key_bytes)
        return FK_ERR_LENGTH;
    if (group == FK_GROUP_SECP256R1) {
        uint8_t point[65];
        fk_status status = p256_multiply(point, private_key, public_key, public_key_length);
        if (status == FK_OK)
            memcpy(shared_secret, point + 1, 32);
        return status;
    }
    montgomery(group, shared_secret, private_key, public_key);
    return fk_all_bytes(shared_secret, sizes->shared_secret_bytes, 0) ? FK_ERR_ZERO_SHARED_SECRET
                                                                      : FK_OK;
}

const struct fk_operations fk_oracle_bignum = {
    .name = "bignum",
    .public_key = public_key_of,
    .shared_secret = shared_secret_of,
};
