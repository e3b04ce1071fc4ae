/* SPDX-License-Identifier: MIT */
/*
 * Key pairs from good and from broken random sources. What no library can notice, and the caller's
 * source must not do: to fill only a part, or to repeat itself, and still report success.
 */
#include "bytes.h"
#include "generator.h"
#include "operations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { FILL = 0xA5, MARGIN = 16, MOST_DRAWS = 65 };

/* Four times the order of the base point of X448 (RFC 7748, 4.2), little-endian: the only clamped
 * private key whose public key is zero. */
static const uint8_t x448_multiple[56] = {
    0xCC, 0x13, 0x61, 0xAD, 0x4A, 0x0A, 0xE3, 0x8D, 0x54, 0x3D, 0x16, 0x37, 0xCA, 0x09,
    0xB3, 0x85, 0x40, 0xDA, 0x58, 0xBB, 0x26, 0x6D, 0x3B, 0x11, 0xA7, 0x8F, 0x28, 0xF3,
    0xFD, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};

/* n of P-256 (SEC 2, 2.4.2), big-endian. */
static const uint8_t order[32] = {0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF,
                                  0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17,
                                  0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51};

enum bad { BAD_ZERO, BAD_ONES, BAD_ORDER, BAD_ORDER_PLUS_1, BAD_ALMOST_ONES, BAD_KINDS };

struct source {
    struct fk_generator generator;
    unsigned draws;
    unsigned bad_draws; /* so many first draws are `bad` */
    enum bad bad;
    unsigned fails_at;      /* the draw that fails, from 1; 0: none */
    int failure;            /* what a failing draw returns */
    size_t failure_fills;   /* bytes that a failing draw fills */
    bool short_success;     /* fills half and reports success */
    int stuck;              /* every byte is this; -1: not stuck */
    const uint8_t *exactly; /* the draw after the bad ones, or NULL for a random one */
    uint8_t last[64];       /* the last good draw */
    size_t length;          /* asked for at the first draw */
};

static const struct source good_source = {.stuck = -1};

static void bad_value(uint8_t *output, size_t length, enum bad bad)
{
    memset(output, bad == BAD_ZERO ? 0x00 : 0xFF, length);
    if (bad == BAD_ORDER || bad == BAD_ORDER_PLUS_1) {
        assert_int_equal(length, 32);
        memcpy(output, order, 32);
        output[31] = (uint8_t)(output[31] + (bad == BAD_ORDER_PLUS_1));
    } else if (bad == BAD_ALMOST_ONES) {
        output[length - 1] = 0xFE;
    }
}

static int draw(void *context, uint8_t *output, size_t length)
{
    struct source *source = context;
    source->draws++;
    assert_true(source->draws <= 1000);
    if (source->draws == 1)
        source->length = length;
    assert_true(length > 0 && length <= sizeof source->last && length == source->length);
    if (source->fails_at == source->draws) {
        fk_generator_bytes(&source->generator, output,
                           source->failure_fills < length ? source->failure_fills : length);
        return source->failure;
    }
    if (source->draws <= source->bad_draws)
        bad_value(output, length, source->bad);
    else if (source->exactly != NULL)
        memcpy(output, source->exactly, length);
    else if (source->stuck >= 0)
        memset(output, source->stuck, length);
    else
        fk_generator_bytes(&source->generator, output, source->short_success ? length / 2 : length);
    memcpy(source->last, output, length);
    return 0;
}

struct pair {
    uint8_t public_area[65 + 2 * MARGIN];
    uint8_t private_area[56 + 2 * MARGIN];
    uint8_t *public_key;
    uint8_t *private_key;
};

static fk_status make(struct pair *pair, uint16_t group, bool generic, fk_random_fn *random,
                      struct source *source)
{
    const struct fk_group_sizes s = *fk_contract_sizes(group);
    memset(pair, FILL, sizeof *pair);
    pair->public_key = pair->public_area + MARGIN;
    pair->private_key = pair->private_area + MARGIN;
    fk_status status;
    if (generic)
        status = fk_key_pair(group, pair->public_key, s.public_key_bytes, pair->private_key,
                             s.private_key_bytes, random, source);
    else if (group == FK_GROUP_X25519)
        status = fk_x25519_key_pair(pair->public_key, pair->private_key, random, source);
    else if (group == FK_GROUP_X448)
        status = fk_x448_key_pair(pair->public_key, pair->private_key, random, source);
    else
        status = fk_p256_key_pair(pair->public_key, pair->private_key, random, source);
    assert_true(fk_all_bytes(pair->public_area, MARGIN, FILL));
    assert_true(fk_all_bytes(pair->private_area, MARGIN, FILL));
    assert_true(fk_all_bytes(pair->public_key + s.public_key_bytes, MARGIN, FILL));
    assert_true(fk_all_bytes(pair->private_key + s.private_key_bytes, MARGIN, FILL));
    return status;
}

/* The public key is that of the private key, which is a valid one. */
static void assert_consistent(const struct pair *pair, uint16_t group)
{
    const struct fk_group_sizes s = *fk_contract_sizes(group);
    uint8_t expected[65];
    assert_false(fk_all_bytes(pair->private_key, s.private_key_bytes, 0));
    assert_int_equal(
        fk_public_key(group, expected, s.public_key_bytes, pair->private_key, s.private_key_bytes),
        FK_OK);
    assert_memory_equal(expected, pair->public_key, s.public_key_bytes);
}

static void assert_no_key(const struct pair *pair, uint16_t group)
{
    const struct fk_group_sizes s = *fk_contract_sizes(group);
    assert_true(fk_all_bytes(pair->private_key, s.private_key_bytes, 0));
    assert_true(fk_all_bytes(pair->public_key, s.public_key_bytes, 0));
}

/* Runs `check` for each group and entry. */
static void for_each(void (*check)(uint16_t group, bool generic))
{
    for (size_t i = 0; i < FK_TEST_GROUPS; i++) {
        check(fk_test_groups[i], false);
        check(fk_test_groups[i], true);
    }
}

static void check_good(uint16_t group, bool generic)
{
    struct source source = good_source;
    struct pair first, second;
    for (unsigned i = 0; i < 10; i++) {
        source.draws = 0;
        assert_int_equal(make(&first, group, generic, draw, &source), FK_OK);
        assert_int_equal(source.draws, 1);
        assert_int_equal(source.length, fk_contract_sizes(group)->private_key_bytes);
        assert_consistent(&first, group);
        source.draws = 0;
        assert_int_equal(make(&second, group, generic, draw, &source), FK_OK);
        assert_memory_not_equal(first.private_key, second.private_key, 32);
    }
}

static void test_good_source(void **state)
{
    (void)state;
    for_each(check_good);
}

static void check_missing(uint16_t group, bool generic)
{
    struct pair pair;
    assert_int_equal(make(&pair, group, generic, NULL, NULL), FK_ERR_RANDOM);
    assert_no_key(&pair, group);
}

static void test_missing_source(void **state)
{
    (void)state;
    for_each(check_missing);
}

/* Whatever a failing source returns and left behind, there is no key; it is not asked again. */
static void check_failing(uint16_t group, bool generic)
{
    static const int failures[] = {1, -1, 2, 256, 65536, 0x7FFFFFFF, -0x7FFFFFFF - 1};
    static const size_t fills[] = {0, 1, 16, 31, 32, 56};
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        for (size_t j = 0; j < sizeof fills / sizeof fills[0]; j++) {
            struct source source = good_source;
            struct pair pair;
            source.fails_at = 1;
            source.failure = failures[i];
            source.failure_fills = fills[j];
            assert_int_equal(make(&pair, group, generic, draw, &source), FK_ERR_RANDOM);
            assert_int_equal(source.draws, 1);
            assert_no_key(&pair, group);
        }
    }
}

static void test_failing_and_short_source(void **state)
{
    (void)state;
    for_each(check_failing);
}

/* A source that fills half and reports success cannot be noticed: only the pair can be checked. */
static void check_short_success(uint16_t group, bool generic)
{
    struct source source = good_source;
    struct pair pair;
    source.short_success = true;
    assert_int_equal(make(&pair, group, generic, draw, &source), FK_OK);
    assert_consistent(&pair, group);
}

static void test_short_source_that_reports_success(void **state)
{
    (void)state;
    for_each(check_short_success);
}

static void check_constant(uint16_t group, bool generic)
{
    static const enum bad values[] = {BAD_ZERO, BAD_ONES};
    for (size_t i = 0; i < 2; i++) {
        struct source source = good_source;
        struct pair pair;
        source.bad_draws = 1000;
        source.bad = values[i];
        assert_int_equal(make(&pair, group, generic, draw, &source), FK_ERR_RANDOM);
        assert_true(source.draws >= 1 && source.draws <= MOST_DRAWS);
        assert_no_key(&pair, group);
        /* Good again after one such draw: a key of the good draw or none, never of the bad one. */
        source = good_source;
        source.bad_draws = 1;
        source.bad = values[i];
        fk_status status = make(&pair, group, generic, draw, &source);
        if (status == FK_OK) {
            assert_consistent(&pair, group);
            assert_int_equal(source.draws, 2);
        } else {
            assert_int_equal(status, FK_ERR_RANDOM);
            assert_no_key(&pair, group);
        }
    }
}

static void test_all_zero_and_all_one_source(void **state)
{
    (void)state;
    for_each(check_constant);
}

/* A source stuck at another byte gives a valid key, the same each time. */
static void check_stuck(uint16_t group, bool generic)
{
    static const int bytes[] = {0x01, 0x55, 0x80, 0xFE};
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        struct source source = good_source;
        struct pair pair;
        source.stuck = bytes[i];
        assert_int_equal(make(&pair, group, generic, draw, &source), FK_OK);
        assert_int_equal(source.draws, 1);
        assert_consistent(&pair, group);
    }
}

static void test_stuck_source(void **state)
{
    (void)state;
    for_each(check_stuck);
}

/* P-256 draws again after a value that is no private key, at most 64 times: 65 draws in all. */
static void test_p256_draws_again(void **state)
{
    (void)state;
    static const unsigned counts[] = {0, 1, 2, 10, MOST_DRAWS - 1, MOST_DRAWS, MOST_DRAWS + 1, 900};
    for (unsigned bad = 0; bad < BAD_KINDS; bad++) {
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            struct source source = good_source;
            struct pair pair;
            source.bad = (enum bad)bad;
            source.bad_draws = counts[i];
            fk_status status = make(&pair, FK_GROUP_SECP256R1, i % 2 != 0, draw, &source);
            if (counts[i] < MOST_DRAWS) {
                assert_int_equal(status, FK_OK);
                assert_int_equal(source.draws, counts[i] + 1);
                assert_consistent(&pair, FK_GROUP_SECP256R1);
                assert_memory_equal(pair.private_key, source.last, 32);
            } else {
                assert_int_equal(status, FK_ERR_RANDOM);
                assert_int_equal(source.draws, MOST_DRAWS);
                assert_no_key(&pair, FK_GROUP_SECP256R1);
            }
        }
    }
}

static void test_p256_source_fails_later(void **state)
{
    (void)state;
    static const unsigned draws[] = {2, 3, MOST_DRAWS};
    for (size_t i = 0; i < sizeof draws / sizeof draws[0]; i++) {
        struct source source = good_source;
        struct pair pair;
        source.bad = BAD_ORDER;
        source.bad_draws = 1000;
        source.fails_at = draws[i];
        source.failure = 1;
        source.failure_fills = 32;
        assert_int_equal(make(&pair, FK_GROUP_SECP256R1, false, draw, &source), FK_ERR_RANDOM);
        assert_int_equal(source.draws, draws[i]);
        assert_no_key(&pair, FK_GROUP_SECP256R1);
    }
}

/* The smallest and the largest private key are taken, their neighbours outside are not. */
static void test_p256_range_ends(void **state)
{
    (void)state;
    uint8_t one[32] = {0}, largest[32];
    one[31] = 1;
    memcpy(largest, order, 32);
    largest[31]--;
    const uint8_t *const ends[] = {one, largest};
    for (size_t i = 0; i < 2; i++) {
        struct source source = good_source;
        struct pair pair;
        source.exactly = ends[i];
        assert_int_equal(make(&pair, FK_GROUP_SECP256R1, false, draw, &source), FK_OK);
        assert_int_equal(source.draws, 1);
        assert_memory_equal(pair.private_key, ends[i], 32);
        assert_consistent(&pair, FK_GROUP_SECP256R1);
    }
}

/* It is refused however the bits that clamping overwrites are set; its neighbour is not. */
static void test_x448_key_without_public_key(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 16; bits++) {
        uint8_t key[56], public_key[56];
        memcpy(key, x448_multiple, sizeof key);
        key[0] = (uint8_t)(key[0] ^ (bits & 3));
        key[55] = (uint8_t)(key[55] ^ (bits & 4 ? 0x80 : 0));
        key[27] = (uint8_t)(key[27] ^ (bits & 8 ? 0x10 : 0));
        const bool refused = (bits & 8) == 0;
        for (int generic = 0; generic < 2; generic++) {
            memset(public_key, FILL, sizeof public_key);
            const fk_status status = generic ? fk_public_key(FK_GROUP_X448, public_key,
                                                             sizeof public_key, key, sizeof key)
                                             : fk_x448_public_key(public_key, key);
            assert_int_equal(status, refused ? FK_ERR_PRIVATE_KEY : FK_OK);
            assert_int_equal(fk_all_bytes(public_key, sizeof public_key, 0), refused);

            struct source source = good_source;
            source.exactly = key;
            struct pair pair;
            assert_int_equal(make(&pair, FK_GROUP_X448, generic, draw, &source),
                             refused ? FK_ERR_RANDOM : FK_OK);
            if (refused)
                assert_no_key(&pair, FK_GROUP_X448);
            else
                assert_memory_equal(pair.public_key, public_key, sizeof public_key);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_source),
        cmocka_unit_test(test_missing_source),
        cmocka_unit_test(test_failing_and_short_source),
        cmocka_unit_test(test_short_source_that_reports_success),
        cmocka_unit_test(test_all_zero_and_all_one_source),
        cmocka_unit_test(test_stuck_source),
        cmocka_unit_test(test_p256_draws_again),
        cmocka_unit_test(test_p256_source_fails_later),
        cmocka_unit_test(test_p256_range_ends),
        cmocka_unit_test(test_x448_key_without_public_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
