/* SPDX-License-Identifier: MIT */
/*
 * Runs under valgrind's memcheck with private keys, peer keys and output buffers marked undefined:
 * memcheck then reports every branch and every address that depends on one of them. What is public
 * by contract, the status, is marked defined when the library returns it.
 *
 *   operations library          every operation, with good and with bad inputs
 *   operations leaky-branch     a control that memcheck must report
 *   operations leaky-address    the same
 */
#include "fieldkex/fieldkex.h"

#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>
#include <valgrind/valgrind.h>

enum { LONGEST = 65 };

struct size {
    uint16_t group;
    size_t private_key, public_key, secret;
};

static const struct size sizes[] = {
    {0x001D, 32, 32, 32}, {0x001E, 56, 56, 56}, {0x0017, 32, 65, 32}};

/* SP 800-186, 3.2.1.3: the generator of P-256, which serves as the peer's good public key. */
static const uint8_t base_point[65] = {
    0x04, 0x6B, 0x17, 0xD1, 0xF2, 0xE1, 0x2C, 0x42, 0x47, 0xF8, 0xBC, 0xE6, 0xE5,
    0x63, 0xA4, 0x40, 0xF2, 0x77, 0x03, 0x7D, 0x81, 0x2D, 0xEB, 0x33, 0xA0, 0xF4,
    0xA1, 0x39, 0x45, 0xD8, 0x98, 0xC2, 0x96, 0x4F, 0xE3, 0x42, 0xE2, 0xFE, 0x1A,
    0x7F, 0x9B, 0x8E, 0xE7, 0xEB, 0x4A, 0x7C, 0x0F, 0x9E, 0x16, 0x2B, 0xCE, 0x33,
    0x57, 0x6B, 0x31, 0x5E, 0xCE, 0xCB, 0xB6, 0x40, 0x68, 0x37, 0xBF, 0x51, 0xF5};

static int failures;

static void secret(void *bytes, size_t length)
{
    (void)VALGRIND_MAKE_MEM_UNDEFINED(bytes, length);
}

static void make_public(void *bytes, size_t length)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(bytes, length);
}

/* The status is public; outputs are looked at only after they are made so. */
static void expect(const char *what, uint16_t group, fk_status status, fk_status expected,
                   uint8_t *output, size_t length)
{
    make_public(&status, sizeof status);
    make_public(output, length);
    int zero = 1;
    for (size_t i = 0; i < length; i++)
        zero &= output[i] == 0;
    if (status != expected || zero != (expected != FK_OK)) {
        fprintf(stderr, "%s of group 0x%04X: status %d, expected %d\n", what, group, (int)status,
                (int)expected);
        failures++;
    }
}

static void public_key(const struct size *size, uint8_t filling, fk_status expected)
{
    uint8_t private_key[LONGEST], output[LONGEST];
    memset(private_key, filling, sizeof private_key);
    secret(private_key, sizeof private_key);
    secret(output, sizeof output);
    expect("public key", size->group,
           fk_public_key(size->group, output, size->public_key, private_key, size->private_key),
           expected, output, size->public_key);
}

static void shared_secret(const struct size *size, uint8_t filling, const uint8_t *peer,
                          fk_status expected)
{
    uint8_t private_key[LONGEST], output[LONGEST], theirs[LONGEST];
    memset(private_key, filling, sizeof private_key);
    memcpy(theirs, peer, size->public_key);
    secret(private_key, sizeof private_key);
    secret(theirs, sizeof theirs);
    secret(output, sizeof output);
    expect("shared secret", size->group,
           fk_shared_secret(size->group, output, size->secret, private_key, size->private_key,
                            theirs, size->public_key),
           expected, output, size->secret);
}

/* Draws are secret; the first `*context` ones are all ones, which no group takes. */
static int source(void *context, uint8_t *output, size_t length)
{
    int *bad_draws = context;
    memset(output, *bad_draws > 0 ? 0xFF : 0x3C, length);
    --*bad_draws;
    secret(output, length);
    return 0;
}

static void key_pair(const struct size *size, int bad_draws, fk_status expected)
{
    uint8_t private_key[LONGEST], output[LONGEST];
    secret(private_key, sizeof private_key);
    secret(output, sizeof output);
    fk_status status = fk_key_pair(size->group, output, size->public_key, private_key,
                                   size->private_key, source, &bad_draws);
    expect("key pair, public", size->group, status, expected, output, size->public_key);
    expect("key pair, private", size->group, status, expected, private_key, size->private_key);
}

static void run_library(void)
{
    static const uint8_t small_order[56] = {0};
    uint8_t peer[LONGEST];
    for (size_t i = 0; i < 2; i++) {
        memset(peer, 0x09, sizeof peer);
        public_key(&sizes[i], 0x5A, FK_OK);
        key_pair(&sizes[i], 0, FK_OK);
        key_pair(&sizes[i], 1000, FK_ERR_RANDOM);
        shared_secret(&sizes[i], 0x5A, peer, FK_OK);
        shared_secret(&sizes[i], 0x5A, small_order, FK_ERR_ZERO_SHARED_SECRET);
    }
    const struct size *p256 = &sizes[2];
    public_key(p256, 0x5A, FK_OK);
    public_key(p256, 0x00, FK_ERR_PRIVATE_KEY);
    public_key(p256, 0xFF, FK_ERR_PRIVATE_KEY);
    key_pair(p256, 0, FK_OK);
    key_pair(p256, 2, FK_OK);
    key_pair(p256, 1000, FK_ERR_RANDOM);
    shared_secret(p256, 0x5A, base_point, FK_OK);
    shared_secret(p256, 0x00, base_point, FK_ERR_PRIVATE_KEY);
    shared_secret(p256, 0xFF, base_point, FK_ERR_PRIVATE_KEY);
    memcpy(peer, base_point, sizeof base_point);
    peer[0] = 0x06;
    shared_secret(p256, 0x5A, peer, FK_ERR_PUBLIC_KEY);
    peer[0] = 0x04;
    peer[64] ^= 1;
    shared_secret(p256, 0x5A, peer, FK_ERR_PUBLIC_KEY);
    memset(peer + 1, 0xFF, 64);
    shared_secret(p256, 0x5A, peer, FK_ERR_PUBLIC_KEY);
    memset(peer + 1, 0x00, 64);
    shared_secret(p256, 0x5A, peer, FK_ERR_PUBLIC_KEY);
}

static volatile unsigned calls;
static volatile uint8_t table[256];

static __attribute__((noinline)) void called_for_ones(void)
{
    calls++;
}

/* Square and multiply as it should not be: a call for each bit that is set. */
static __attribute__((noinline)) void leaky_branch(const uint8_t *key, size_t length)
{
    for (size_t i = 0; i < 8 * length; i++) {
        if ((key[i / 8] >> (i % 8)) & 1)
            called_for_ones();
    }
}

/* A table read at the secret index alone. */
static __attribute__((noinline)) void leaky_address(const uint8_t *key, size_t length)
{
    for (size_t i = 0; i < length; i++)
        calls += table[key[i]];
}

int main(int argc, char **argv)
{
    uint8_t key[32];
    const char *mode = argc == 2 ? argv[1] : "";
    if (!RUNNING_ON_VALGRIND) {
        fprintf(stderr, "this program says nothing unless valgrind runs it\n");
        return 2;
    }
    memset(key, 0x5A, sizeof key);
    secret(key, sizeof key);
    if (strcmp(mode, "library") == 0) {
        run_library();
        printf("every operation ran, %d wrong\n", failures);
    } else if (strcmp(mode, "leaky-branch") == 0) {
        leaky_branch(key, sizeof key);
    } else if (strcmp(mode, "leaky-address") == 0) {
        leaky_address(key, sizeof key);
    } else {
        fprintf(stderr, "usage: %s library|leaky-branch|leaky-address\n", argv[0]);
        return 2;
    }
    return failures == 0 ? 0 : 1;
}
