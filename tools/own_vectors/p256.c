/* SPDX-License-Identifier: MIT */
/* P-256: private keys at the edges of 1..n-1, coordinates at the edges of 0..p-1, encodings. */
#include "own_vectors.h"

#include "oracle_bignum.h"

#include <stdio.h>
#include <string.h>

enum { POINT = 65, LONGEST = 66 };

static const uint16_t group = FK_GROUP_SECP256R1;

static void encode(uint8_t octets[POINT], const BIGNUM *x, const BIGNUM *y)
{
    octets[0] = 0x04;
    fk_number_out(group, octets + 1, x);
    fk_number_out(group, octets + 33, y);
}

/* k * generator. */
static void encode_multiple(uint8_t octets[POINT], const BIGNUM *k)
{
    const struct fk_p256_numbers *numbers = fk_p256_numbers();
    struct fk_affine base = {numbers->g_x, numbers->g_y, false};
    struct fk_affine point = fk_affine_new();
    fk_affine_multiply(&point, k, &base);
    fk_must(!point.infinity, "a multiple is infinity");
    encode(octets, point.x, point.y);
    fk_affine_free(&point);
}

struct peers {
    uint8_t ordinary[POINT]; /* a multiple that nobody chose */
    uint8_t base[POINT];     /* the generator, which a ladder or comb may also hold */
    uint8_t minus_base[POINT];
    uint8_t twice_base[POINT];
    uint8_t private_key[32]; /* an ordinary private key */
};

/* Frees k. */
static void with_private_key(const struct peers *peers, BIGNUM *k, bool all, const char *comment)
{
    uint8_t private_key[32];
    fk_number_out(group, private_key, k);
    fk_record_public_key(group, private_key, comment);
    fk_record_shared_secret(group, private_key, peers->ordinary, POINT, comment);
    if (all) {
        fk_record_shared_secret(group, private_key, peers->base, POINT, comment);
        fk_record_shared_secret(group, private_key, peers->minus_base, POINT, comment);
        fk_record_shared_secret(group, private_key, peers->twice_base, POINT, comment);
    }
    BN_free(k);
}

static void private_keys(const struct peers *peers)
{
    const struct fk_p256_numbers *numbers = fk_p256_numbers();
    BIGNUM *end = fk_number_plus_power(NULL, 256);
    /* A window of five bits meets its own digits within twice 31 of 0 and n. */
    for (long k = 0; k <= 66; k++)
        with_private_key(peers, fk_number_near(NULL, k), k <= 4, "private key just above 0");
    for (long below = 66; below > 0; below--)
        with_private_key(peers, fk_number_near(numbers->n, -below), below <= 4,
                         "private key just below n");
    for (long above = 0; above <= 3; above++)
        with_private_key(peers, fk_number_near(numbers->n, above), false,
                         "private key just above n");
    for (long above = -1; above <= 1; above++)
        with_private_key(peers, fk_number_near(numbers->p, above), false, "private key around p");
    for (long below = 1; below <= 3; below++)
        with_private_key(peers, fk_number_near(end, -below), false, "private key just below 2^256");
    for (int bit = 0; bit < 256; bit++)
        with_private_key(peers, fk_number_plus_power(NULL, bit), false, "private key of one bit");
    /* n / 2 around its rounding: k and n - k meet. */
    for (long i = -1; i <= 2; i++) {
        BIGNUM *half = BN_dup(numbers->n);
        fk_must(half != NULL && BN_rshift1(half, half), "number");
        with_private_key(peers, fk_number_near(half, i), false, "private key around n / 2");
        BN_free(half);
    }
    BN_free(end);
}

static void with_coordinates(const struct peers *peers, const BIGNUM *x, const BIGNUM *y,
                             const char *comment)
{
    uint8_t octets[POINT];
    encode(octets, x, y);
    fk_record_shared_secret(group, peers->private_key, octets, POINT, comment);
}

/* Both points of a small x, and the same numbers written larger by p, which must be refused. */
static void small_x(const struct peers *peers)
{
    const BIGNUM *p = fk_p256_numbers()->p;
    for (long i = 0; i <= 12; i++) {
        BIGNUM *x = fk_number_near(NULL, i), *above = fk_number_near(p, i), *y = BN_new();
        fk_must(y != NULL, "out of memory");
        bool on_curve = fk_affine_lift_x(y, x);
        with_coordinates(peers, x, y, on_curve ? "small x" : "small x, not on the curve");
        with_coordinates(peers, above, y, "x not below p");
        if (on_curve) {
            fk_must(BN_sub(y, p, y), "number");
            with_coordinates(peers, x, y, "small x");
            with_coordinates(peers, above, y, "x not below p");
        }
        BN_free(x);
        BN_free(above);
        BN_free(y);
    }
}

static void small_y(const struct peers *peers)
{
    const BIGNUM *p = fk_p256_numbers()->p;
    unsigned found = 0;
    for (long i = 1; found < 6; i++) {
        BIGNUM *y = fk_number_near(NULL, i), *above = fk_number_near(p, i), *x = BN_new();
        fk_must(x != NULL, "out of memory");
        if (fk_p256_x_of_y(x, y)) {
            found++;
            with_coordinates(peers, x, y, "small y");
            with_coordinates(peers, x, above, "y not below p");
            fk_must(BN_sub(y, p, y), "number");
            with_coordinates(peers, x, y, "y just below p");
        }
        BN_free(x);
        BN_free(above);
        BN_free(y);
    }
}

static void coordinates(const struct peers *peers)
{
    const struct fk_p256_numbers *numbers = fk_p256_numbers();
    BIGNUM *end = fk_number_plus_power(NULL, 256);
    BIGNUM *edges[] = {fk_number_near(NULL, 0),         fk_number_near(NULL, 1),
                       fk_number_near(numbers->p, -1),  fk_number_near(numbers->p, 0),
                       fk_number_near(numbers->p, 1),   fk_number_near(end, -1),
                       fk_number_near(numbers->g_x, 0), fk_number_near(numbers->g_y, 0)};
    enum { EDGES = sizeof edges / sizeof edges[0] };
    small_x(peers);
    small_y(peers);
    for (size_t i = 0; i < EDGES; i++) {
        for (size_t j = 0; j < EDGES; j++)
            with_coordinates(peers, edges[i], edges[j], "coordinates from the edges");
    }
    for (size_t i = 0; i < EDGES; i++)
        BN_free(edges[i]);
    BN_free(end);
    /* One bit of an ordinary point flipped: off the curve, in either coordinate. */
    for (size_t bit = 0; bit < 512; bit += 37) {
        uint8_t octets[POINT];
        memcpy(octets, peers->ordinary, POINT);
        octets[1 + bit / 8] ^= (uint8_t)(1u << (bit % 8));
        fk_record_shared_secret(group, peers->private_key, octets, POINT, "one bit off the curve");
    }
}

static void encodings(const struct peers *peers)
{
    uint8_t octets[LONGEST] = {0};
    for (unsigned prefix = 0; prefix < 256; prefix++) {
        /* All small ones, every single bit, and neighbours of all ones. */
        if (prefix == 0x04 || (prefix > 0x10 && prefix < 0xFD && (prefix & (prefix - 1)) != 0 &&
                               ((prefix ^ 0x04) & ((prefix ^ 0x04) - 1)) != 0))
            continue;
        memcpy(octets, peers->ordinary, POINT);
        octets[0] = (uint8_t)prefix;
        fk_record_shared_secret(group, peers->private_key, octets, POINT, "wrong prefix");
        memcpy(octets, peers->minus_base, POINT);
        octets[0] = (uint8_t)prefix;
        fk_record_shared_secret(group, peers->private_key, octets, POINT, "wrong prefix");
    }
    memcpy(octets, peers->ordinary, POINT);
    for (size_t length = 0; length <= LONGEST; length++)
        fk_record_shared_secret(group, peers->private_key, octets, length,
                                "public key of each length");
    /* SEC 1's compressed forms and its infinity. */
    octets[0] = (uint8_t)(0x02 | (peers->ordinary[64] & 1));
    fk_record_shared_secret(group, peers->private_key, octets, 33, "compressed point");
    octets[0] ^= 1;
    fk_record_shared_secret(group, peers->private_key, octets, 33, "compressed point");
    octets[0] = 0x00;
    fk_record_shared_secret(group, peers->private_key, octets, 1, "point at infinity");
}

/* The peer's point is k^-1 times the point with x = 0: a valid secret of zero. */
static void zero_secret(const struct peers *peers)
{
    const struct fk_p256_numbers *numbers = fk_p256_numbers();
    BN_CTX *context = BN_CTX_new();
    BIGNUM *k = BN_bin2bn(peers->private_key, 32, NULL);
    struct fk_affine zero = fk_affine_new(), theirs = fk_affine_new();
    fk_must(context != NULL && k != NULL && BN_mod_inverse(k, k, numbers->n, context) != NULL,
            "inverse");
    BN_zero(zero.x);
    zero.infinity = false;
    fk_must(fk_affine_lift_x(zero.y, zero.x), "no point has x = 0");
    fk_affine_multiply(&theirs, k, &zero);
    with_coordinates(peers, theirs.x, theirs.y, "shared secret of zero");
    fk_affine_free(&zero);
    fk_affine_free(&theirs);
    BN_free(k);
    BN_CTX_free(context);
}

void fk_make_p256(struct fk_generator *generator)
{
    const struct fk_p256_numbers *numbers = fk_p256_numbers();
    struct peers peers;
    uint8_t bytes[32];
    fk_generator_bytes(generator, bytes, sizeof bytes);
    bytes[0] &= 0x7F;
    BIGNUM *k = BN_bin2bn(bytes, sizeof bytes, NULL), *two = fk_number_near(NULL, 2);
    BIGNUM *minus_one = fk_number_near(numbers->n, -1);
    fk_must(k != NULL, "out of memory");
    encode_multiple(peers.ordinary, k);
    encode_multiple(peers.minus_base, minus_one);
    encode_multiple(peers.twice_base, two);
    encode(peers.base, numbers->g_x, numbers->g_y);
    fk_generator_bytes(generator, peers.private_key, sizeof peers.private_key);
    peers.private_key[0] &= 0x7F;
    BN_free(k);
    BN_free(two);
    BN_free(minus_one);

    private_keys(&peers);
    coordinates(&peers);
    encodings(&peers);
    zero_secret(&peers);
}
