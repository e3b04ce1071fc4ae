/* SPDX-License-Identifier: MIT */
/* The generic entry, its lengths and groups, version and status texts. */
#include "bytes.h"
#include "generator.h"
#include "operations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LONGEST = 66, FILL = 0xA5 };

/* Exactly `length` bytes on the heap, so that a sanitizer sees every access beyond them. */
static uint8_t *exactly(size_t length)
{
    uint8_t *bytes = malloc(length > 0 ? length : 1);
    assert_non_null(bytes);
    memset(bytes, FILL, length);
    return bytes;
}

static int fixed_source(void *context, uint8_t *output, size_t length)
{
    memset(output, 0x5A, length);
    if (context != NULL)
        ++*(unsigned *)context;
    return 0;
}

/* A private key and the public key of another, valid for the group. */
static void valid_keys(uint16_t group, uint8_t private_key[56], uint8_t public_key[65])
{
    const struct fk_group_sizes *sizes = fk_contract_sizes(group);
    uint8_t other[56];
    memset(private_key, 0x42, 56);
    memset(other, 0x17, sizeof other);
    assert_int_equal(
        fk_public_key(group, public_key, sizes->public_key_bytes, other, sizes->private_key_bytes),
        FK_OK);
}

static void test_group_sizes(void **state)
{
    (void)state;
    unsigned known = 0;
    for (unsigned group = 0; group <= UINT16_MAX; group++) {
        const struct fk_group_sizes *expected = fk_contract_sizes((uint16_t)group);
        struct fk_group_sizes sizes;
        memset(&sizes, FILL, sizeof sizes);
        fk_status status = fk_group_sizes(&sizes, (uint16_t)group);
        assert_int_equal(status, expected != NULL ? FK_OK : FK_ERR_GROUP);
        assert_int_equal(sizes.private_key_bytes, expected ? expected->private_key_bytes : 0);
        assert_int_equal(sizes.public_key_bytes, expected ? expected->public_key_bytes : 0);
        assert_int_equal(sizes.shared_secret_bytes, expected ? expected->shared_secret_bytes : 0);
        known += expected != NULL;
        assert_true(sizes.private_key_bytes <= FK_MAX_PRIVATE_KEY_BYTES);
        assert_true(sizes.public_key_bytes <= FK_MAX_PUBLIC_KEY_BYTES);
        assert_true(sizes.shared_secret_bytes <= FK_MAX_SHARED_SECRET_BYTES);
    }
    assert_int_equal(known, 3);
}

static void test_macros_match_contract(void **state)
{
    (void)state;
    assert_int_equal(FK_GROUP_SECP256R1, 0x0017);
    assert_int_equal(FK_GROUP_X25519, 0x001D);
    assert_int_equal(FK_GROUP_X448, 0x001E);
    assert_int_equal(FK_X25519_PRIVATE_KEY_BYTES, 32);
    assert_int_equal(FK_X25519_PUBLIC_KEY_BYTES, 32);
    assert_int_equal(FK_X25519_SHARED_SECRET_BYTES, 32);
    assert_int_equal(FK_X448_PRIVATE_KEY_BYTES, 56);
    assert_int_equal(FK_X448_PUBLIC_KEY_BYTES, 56);
    assert_int_equal(FK_X448_SHARED_SECRET_BYTES, 56);
    assert_int_equal(FK_P256_PRIVATE_KEY_BYTES, 32);
    assert_int_equal(FK_P256_PUBLIC_KEY_BYTES, 65);
    assert_int_equal(FK_P256_SHARED_SECRET_BYTES, 32);
}

/* Every code point but the three is refused, and the outputs are cleared to their given lengths. */
static void test_unknown_groups(void **state)
{
    (void)state;
    const size_t output = 56, input = 56;
    uint8_t *public_key = exactly(output), *private_key = exactly(output);
    uint8_t *secret = exactly(output), *ours = exactly(input), *theirs = exactly(input);
    for (unsigned group = 0; group <= UINT16_MAX; group++) {
        if (fk_contract_sizes((uint16_t)group) != NULL)
            continue;
        unsigned draws = 0;
        memset(public_key, FILL, output);
        assert_int_equal(fk_public_key((uint16_t)group, public_key, output, ours, input),
                         FK_ERR_GROUP);
        assert_true(fk_all_bytes(public_key, output, 0));
        memset(public_key, FILL, output);
        memset(private_key, FILL, output);
        assert_int_equal(fk_key_pair((uint16_t)group, public_key, output, private_key, output,
                                     fixed_source, &draws),
                         FK_ERR_GROUP);
        assert_true(fk_all_bytes(public_key, output, 0));
        assert_true(fk_all_bytes(private_key, output, 0));
        assert_int_equal(draws, 0);
        memset(secret, FILL, output);
        assert_int_equal(
            fk_shared_secret((uint16_t)group, secret, output, ours, input, theirs, input),
            FK_ERR_GROUP);
        assert_true(fk_all_bytes(secret, output, 0));
    }
    free(public_key);
    free(private_key);
    free(secret);
    free(ours);
    free(theirs);
}

/* One length is wrong, the others right: FK_ERR_LENGTH, outputs cleared to their given lengths. */
static void check_public_key_lengths(uint16_t group, size_t public_length, size_t private_length)
{
    uint8_t *public_key = exactly(public_length), *private_key = exactly(private_length);
    assert_int_equal(fk_public_key(group, public_key, public_length, private_key, private_length),
                     FK_ERR_LENGTH);
    assert_true(fk_all_bytes(public_key, public_length, 0));
    assert_true(fk_all_bytes(private_key, private_length, FILL));
    free(public_key);
    free(private_key);
}

static void check_key_pair_lengths(uint16_t group, size_t public_length, size_t private_length)
{
    uint8_t *public_key = exactly(public_length), *private_key = exactly(private_length);
    unsigned draws = 0;
    assert_int_equal(fk_key_pair(group, public_key, public_length, private_key, private_length,
                                 fixed_source, &draws),
                     FK_ERR_LENGTH);
    assert_true(fk_all_bytes(public_key, public_length, 0));
    assert_true(fk_all_bytes(private_key, private_length, 0));
    assert_int_equal(draws, 0);
    free(public_key);
    free(private_key);
}

static void check_secret_lengths(uint16_t group, size_t secret_length, size_t private_length,
                                 size_t public_length)
{
    uint8_t *secret = exactly(secret_length), *private_key = exactly(private_length);
    uint8_t *public_key = exactly(public_length);
    assert_int_equal(fk_shared_secret(group, secret, secret_length, private_key, private_length,
                                      public_key, public_length),
                     FK_ERR_LENGTH);
    assert_true(fk_all_bytes(secret, secret_length, 0));
    free(secret);
    free(private_key);
    free(public_key);
}

static void test_lengths(void **state)
{
    (void)state;
    for (size_t i = 0; i < FK_TEST_GROUPS; i++) {
        uint16_t group = fk_test_groups[i];
        const struct fk_group_sizes s = *fk_contract_sizes(group);
        for (size_t length = 0; length <= LONGEST; length++) {
            if (length != s.public_key_bytes) {
                check_public_key_lengths(group, length, s.private_key_bytes);
                check_key_pair_lengths(group, length, s.private_key_bytes);
                check_secret_lengths(group, s.shared_secret_bytes, s.private_key_bytes, length);
            }
            if (length != s.private_key_bytes) {
                check_public_key_lengths(group, s.public_key_bytes, length);
                check_key_pair_lengths(group, s.public_key_bytes, length);
                check_secret_lengths(group, s.shared_secret_bytes, length, s.public_key_bytes);
            }
            if (length != s.shared_secret_bytes)
                check_secret_lengths(group, length, s.private_key_bytes, s.public_key_bytes);
        }
        /* Far away, and where a narrower type would wrap round to the right number. */
        check_secret_lengths(group, s.shared_secret_bytes, s.private_key_bytes,
                             s.public_key_bytes + 256);
        check_secret_lengths(group, s.shared_secret_bytes, s.private_key_bytes,
                             s.public_key_bytes + 65536);
        check_public_key_lengths(group, s.public_key_bytes + 256, s.private_key_bytes);
    }
}

/* The P-256 function of its own takes the public key's length. */
static void test_p256_public_key_lengths(void **state)
{
    (void)state;
    for (size_t length = 0; length <= 300; length++) {
        uint8_t private_key[32], secret[32], *public_key = exactly(length);
        memset(private_key, 1, sizeof private_key);
        memset(secret, FILL, sizeof secret);
        if (length > 0)
            public_key[0] = 0x04;
        fk_status status = fk_p256_shared_secret(secret, private_key, public_key, length);
        assert_int_equal(status, length == 65 ? FK_ERR_PUBLIC_KEY : FK_ERR_LENGTH);
        assert_true(fk_all_bytes(secret, sizeof secret, 0));
        free(public_key);
    }
}

/* Nothing of length 0 is touched, so its pointer may be null. */
static void test_null_with_length_zero(void **state)
{
    (void)state;
    uint8_t secret[56];
    for (size_t i = 0; i < FK_TEST_GROUPS; i++) {
        uint16_t group = fk_test_groups[i];
        size_t length = fk_contract_sizes(group)->shared_secret_bytes;
        assert_int_equal(fk_public_key(group, NULL, 0, NULL, 0), FK_ERR_LENGTH);
        assert_int_equal(fk_key_pair(group, NULL, 0, NULL, 0, fixed_source, NULL), FK_ERR_LENGTH);
        assert_int_equal(fk_shared_secret(group, NULL, 0, NULL, 0, NULL, 0), FK_ERR_LENGTH);
        memset(secret, FILL, sizeof secret);
        assert_int_equal(fk_shared_secret(group, secret, length, NULL, 0, NULL, 0), FK_ERR_LENGTH);
        assert_true(fk_all_bytes(secret, length, 0));
    }
    uint8_t private_key[32] = {1};
    memset(secret, FILL, sizeof secret);
    assert_int_equal(fk_p256_shared_secret(secret, private_key, NULL, 0), FK_ERR_LENGTH);
    assert_true(fk_all_bytes(secret, 32, 0));
}

static void test_every_prefix(void **state)
{
    (void)state;
    uint8_t private_key[56], public_key[65], secret[32];
    valid_keys(FK_GROUP_SECP256R1, private_key, public_key);
    for (unsigned prefix = 0; prefix < 256; prefix++) {
        public_key[0] = (uint8_t)prefix;
        memset(secret, FILL, sizeof secret);
        fk_status status = fk_p256_shared_secret(secret, private_key, public_key, 65);
        assert_int_equal(status, prefix == 4 ? FK_OK : FK_ERR_PUBLIC_KEY);
        assert_int_equal(fk_all_bytes(secret, sizeof secret, 0), prefix != 4);
    }
}

/* Both ends of an exchange agree, by both entries. */
static void test_agreement(void **state)
{
    (void)state;
    struct fk_generator generator = fk_generator_from(3);
    const struct fk_operations *entries[2] = {&fk_operations_direct, &fk_operations_generic};
    for (size_t i = 0; i < FK_TEST_GROUPS; i++) {
        uint16_t group = fk_test_groups[i];
        const struct fk_group_sizes s = *fk_contract_sizes(group);
        uint8_t private_a[56], private_b[56], public_a[65], public_b[65], ab[56], ba[56];
        fk_generator_bytes(&generator, private_a, sizeof private_a);
        fk_generator_bytes(&generator, private_b, sizeof private_b);
        private_a[0] &= 0x7F;
        private_b[0] &= 0x7F;
        for (unsigned j = 0; j < 4; j++) {
            const struct fk_operations *a = entries[j % 2], *b = entries[j / 2];
            size_t length = s.private_key_bytes;
            assert_int_equal(a->public_key(NULL, group, public_a, private_a, length), FK_OK);
            assert_int_equal(b->public_key(NULL, group, public_b, private_b, length), FK_OK);
            assert_int_equal(
                a->shared_secret(NULL, group, ab, private_a, length, public_b, s.public_key_bytes),
                FK_OK);
            assert_int_equal(
                b->shared_secret(NULL, group, ba, private_b, length, public_a, s.public_key_bytes),
                FK_OK);
            assert_memory_equal(ab, ba, s.shared_secret_bytes);
        }
    }
}

/* Clamping happens inside: the bits that it sets or clears change no answer, and stay as they are.
 */
static void test_clamped_bits(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        uint16_t group = fk_test_groups[i];
        size_t length = fk_contract_sizes(group)->private_key_bytes;
        uint8_t private_key[56], copy[56], peer[65], first[56], second[56];
        uint8_t first_public[56], second_public[56];
        valid_keys(group, private_key, peer);
        assert_int_equal(fk_public_key(group, first_public, length, private_key, length), FK_OK);
        assert_int_equal(fk_shared_secret(group, first, length, private_key, length, peer, length),
                         FK_OK);
        private_key[0] ^= group == FK_GROUP_X25519 ? 0x07 : 0x03;
        private_key[length - 1] ^= group == FK_GROUP_X25519 ? 0xC0 : 0x80;
        memcpy(copy, private_key, length);
        assert_int_equal(fk_public_key(group, second_public, length, private_key, length), FK_OK);
        assert_int_equal(fk_shared_secret(group, second, length, private_key, length, peer, length),
                         FK_OK);
        assert_memory_equal(first, second, length);
        assert_memory_equal(first_public, second_public, length);
        assert_memory_equal(copy, private_key, length);
    }
}

static void test_version(void **state)
{
    (void)state;
    char text[64];
    snprintf(text, sizeof text, "%d.%d.%d", FK_VERSION_MAJOR, FK_VERSION_MINOR, FK_VERSION_PATCH);
    assert_string_equal(FK_VERSION, text);
    assert_string_equal(fk_version(), FK_VERSION);
}

static void test_status_texts(void **state)
{
    (void)state;
    const int last = FK_ERR_RANDOM;
    for (int i = 0; i <= last; i++) {
        const char *text = fk_status_text((fk_status)i);
        assert_non_null(text);
        assert_true(strlen(text) > 0);
        assert_true(text[strlen(text) - 1] != '.');
        for (int j = 0; j < i; j++)
            assert_string_not_equal(text, fk_status_text((fk_status)j));
    }
    static const int unknown[] = {7, 8, 100, 255, 256, 0x7FFFFFFF};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        const char *text = fk_status_text((fk_status)unknown[i]);
        assert_non_null(text);
        assert_true(strlen(text) > 0);
        for (int j = 0; j <= last; j++)
            assert_string_not_equal(text, fk_status_text((fk_status)j));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_group_sizes),
        cmocka_unit_test(test_macros_match_contract),
        cmocka_unit_test(test_unknown_groups),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_p256_public_key_lengths),
        cmocka_unit_test(test_null_with_length_zero),
        cmocka_unit_test(test_every_prefix),
        cmocka_unit_test(test_agreement),
        cmocka_unit_test(test_clamped_bits),
        cmocka_unit_test(test_version),
        cmocka_unit_test(test_status_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
