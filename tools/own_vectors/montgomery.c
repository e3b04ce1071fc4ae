/* SPDX-License-Identifier: MIT */
/* X25519 and X448: private keys at the edges, u-coordinates at and beyond p, small orders, lengths.
 */
#include "own_vectors.h"

#include "oracle.h"
#include "oracle_bignum.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 66, PRIVATE_KEYS = 3 };

/* One uniform, and those whose free bits are all clear and all set. */
struct montgomery {
    uint16_t group;
    size_t length;
    uint8_t private_keys[PRIVATE_KEYS][56];
};

static void public_keys(struct montgomery *m, struct fk_generator *generator)
{
    static const uint8_t fillings[] = {0x00, 0xFF, 0x55, 0xAA, 0x80, 0x01};
    uint8_t private_key[56];
    for (size_t i = 0; i < sizeof fillings; i++) {
        memset(private_key, fillings[i], m->length);
        fk_record_public_key(m->group, private_key, "private key of equal bytes");
    }
    /* One free bit at each end of each 32-bit word. */
    for (size_t bit = 0; bit < 8 * m->length; bit += bit % 32 == 0 ? 31 : 1) {
        memset(private_key, 0, m->length);
        private_key[bit / 8] = (uint8_t)(1u << (bit % 8));
        fk_record_public_key(m->group, private_key, "private key of one bit");
    }
    for (unsigned i = 0; i < 8; i++) {
        fk_generator_edge(generator, private_key, m->length, NULL);
        fk_record_public_key(m->group, private_key, "private key of runs or edge limbs");
    }
}

/* With every private key, and for X25519 also with the ignored top bit set. Frees u. */
static void shared_secrets(const struct montgomery *m, BIGNUM *u, unsigned keys,
                           const char *comment)
{
    uint8_t bytes[56];
    for (unsigned i = 0; i < keys; i++) {
        fk_number_out(m->group, bytes, u);
        fk_record_shared_secret(m->group, m->private_keys[i], bytes, m->length, comment);
        if (m->group == FK_GROUP_X25519) {
            bytes[31] ^= 0x80;
            fk_record_shared_secret(m->group, m->private_keys[i], bytes, m->length, comment);
        }
    }
    BN_free(u);
}

/* Neighbours of 0 and of p; public keys of every length. */
static void common(struct montgomery *m, struct fk_generator *generator)
{
    const BIGNUM *p = fk_field_prime(m->group);
    uint8_t too_long[LONGEST];
    memset(m->private_keys[0], 0x00, sizeof m->private_keys[0]);
    memset(m->private_keys[1], 0x00, sizeof m->private_keys[1]);
    memset(m->private_keys[2], 0xFF, sizeof m->private_keys[2]);
    fk_generator_bytes(generator, m->private_keys[0], m->length);

    public_keys(m, generator);
    for (long u = 2; u <= 10; u++)
        shared_secrets(m, fk_number_near(NULL, u), 1, "u just above 0");
    for (long below = 2; below <= 10; below++)
        shared_secrets(m, fk_number_near(p, -below), 1, "u just below p");
    shared_secrets(m, fk_number_near(NULL, 0), PRIVATE_KEYS, "u of low order");
    shared_secrets(m, fk_number_near(NULL, 1), PRIVATE_KEYS, "u of low order");
    shared_secrets(m, fk_number_near(p, -1), PRIVATE_KEYS, "u of low order");
    shared_secrets(m, fk_number_near(p, 0), PRIVATE_KEYS, "u of low order, not canonical");
    shared_secrets(m, fk_number_near(p, 1), PRIVATE_KEYS, "u of low order, not canonical");

    fk_generator_bytes(generator, too_long, sizeof too_long);
    too_long[m->length - 1] &= 0x3F;
    for (size_t length = 0; length <= LONGEST; length++)
        fk_record_shared_secret(m->group, m->private_keys[0], too_long, length,
                                "public key of each length");
}

void fk_make_x25519(struct fk_generator *generator)
{
    /* The two u of order 8 (their double has u = 1), below p. */
    static const char *const order_8[] = {
        "b8495f16056286fdb1329ceb8d09da6ac49ff1fae35616aeb8413b7c7aebe0",
        "57119fd0dd4e22d8868e1c58c45c44045bef839c55b1d0b1248c50a3bc959c5f"};
    struct montgomery m = {.group = FK_GROUP_X25519, .length = 32};
    const BIGNUM *p = fk_field_prime(m.group);
    common(&m, generator);
    for (size_t i = 0; i < 2; i++) {
        BIGNUM *u = NULL;
        fk_must(BN_hex2bn(&u, order_8[i]), "number");
        shared_secrets(&m, u, PRIVATE_KEYS, "u of low order");
    }
    /* Every other number from p to 2^255 - 1. */
    for (long above = 2; above <= 18; above++)
        shared_secrets(&m, fk_number_near(p, above), 1, "u not canonical");
    for (int bit = 30; bit < 255; bit += 15)
        shared_secrets(&m, fk_number_plus_power(NULL, bit), 1, "u a power of two");
}

/*
 * The order of the base point of X448, l = 2^446 - 0x8335...bb0d (RFC 7748, 4.2), is such that 4 l
 * is a clamped private key: the only one whose public key is zero. Its neighbours and the bytes
 * that clamp to it; on the twist it is a private key like others.
 */
static void no_public_key(const struct montgomery *m)
{
    BIGNUM *four_l = NULL, *deficit = NULL;
    uint8_t private_key[56], base[56] = {5}, small_twist[56] = {2}, other[56] = {7};
    fk_must(BN_hex2bn(&deficit, "8335DC163BB124B65129C96FDE933D8D723A70AADC873D6D54A7BB0D"),
            "number");
    four_l = fk_number_plus_power(NULL, 446);
    fk_must(BN_sub(four_l, four_l, deficit) && BN_lshift(four_l, four_l, 2), "number");
    for (long offset = -8; offset <= 8; offset++) {
        BIGNUM *k = fk_number_near(four_l, offset);
        fk_number_out(m->group, private_key, k);
        fk_record_public_key(m->group, private_key, "private key around four times the order");
        fk_record_shared_secret(m->group, private_key, base, m->length,
                                "private key around four times the order");
        fk_record_shared_secret(m->group, private_key, small_twist, m->length,
                                "private key around four times the order");
        fk_record_shared_secret(m->group, private_key, other, m->length,
                                "private key around four times the order");
        BN_free(k);
    }
    fk_number_out(m->group, private_key, four_l);
    private_key[55] &= 0x7F;
    fk_record_public_key(m->group, private_key, "private key that clamps to four times the order");
    BN_free(four_l);
    BN_free(deficit);
}

void fk_make_x448(struct fk_generator *generator)
{
    struct montgomery m = {.group = FK_GROUP_X448, .length = 56};
    const BIGNUM *p = fk_field_prime(m.group);
    BIGNUM *end = fk_number_plus_power(NULL, 448);
    common(&m, generator);
    no_public_key(&m);
    /* From p to 2^448 - 1 = p + 2^224: both ends, powers of two and others between. */
    for (long above = 2; above <= 20; above++)
        shared_secrets(&m, fk_number_near(p, above), 1, "u not canonical");
    for (int bit = 5; bit < 224; bit += bit % 8 == 0 ? 7 : 1)
        shared_secrets(&m, fk_number_plus_power(p, bit), 1, "u not canonical");
    for (long below = 1; below <= 20; below++)
        shared_secrets(&m, fk_number_near(end, -below), 1, "u not canonical");
    for (unsigned i = 0; i < 20; i++) {
        uint8_t bytes[28];
        fk_generator_edge(generator, bytes, sizeof bytes, NULL);
        BIGNUM *u = BN_lebin2bn(bytes, sizeof bytes, NULL);
        fk_must(u != NULL && BN_add(u, u, p), "number");
        shared_secrets(&m, u, i < 4 ? PRIVATE_KEYS : 1, "u not canonical");
    }
    for (int bit = 30; bit < 448; bit += 27)
        shared_secrets(&m, fk_number_plus_power(NULL, bit), 1, "u a power of two");
    BN_free(end);
}
