/* SPDX-License-Identifier: MIT */
#include "calls.h"

#include "generator.h"
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a bad call has wrong. */
enum fault {
    GOOD,
    ZERO_PRIVATE,
    LARGE_PRIVATE,
    BAD_PREFIX,
    OFF_CURVE,
    LARGE_X,
    LOW_ORDER,
    NO_RANDOM
};

static const char *const fault_names[] = {
    "good",      "private key 0", "private key too large", "wrong prefix", "point off the curve",
    "x above p", "low order",     "random source fails"};

static fk_status fault_status(enum fault fault)
{
    switch (fault) {
    case GOOD:
        return FK_OK;
    case ZERO_PRIVATE:
    case LARGE_PRIVATE:
        return FK_ERR_PRIVATE_KEY;
    case LOW_ORDER:
        return FK_ERR_ZERO_SHARED_SECRET;
    case NO_RANDOM:
        return FK_ERR_RANDOM;
    default:
        return FK_ERR_PUBLIC_KEY;
    }
}

static void must(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "calls: %s\n", what);
        exit(2);
    }
}

static struct fk_call make(uint16_t group, enum fk_call_operation operation, bool generic,
                           enum fault fault)
{
    static const char *const operations[] = {"public key", "key pair", "shared secret"};
    const struct fk_group_sizes s = *fk_contract_sizes(group);
    struct fk_generator generator = fk_generator_from(group);
    struct fk_call call = {.group = group,
                           .operation = operation,
                           .generic = generic,
                           .expected = fault_status(fault)};
    uint8_t private_key[56], public_key[65], peer_private[56], secret[56];
    snprintf(call.name, sizeof call.name, "%s %s%s, %s", fk_group_name(group),
             operations[operation], generic ? " (generic)" : "", fault_names[fault]);
    fk_generator_bytes(&generator, private_key, sizeof private_key);
    fk_generator_bytes(&generator, peer_private, sizeof peer_private);
    private_key[0] &= 0x7F;
    peer_private[0] &= 0x7F;
    const struct fk_operations *reference = &fk_oracle_bignum;
    must(reference->public_key(NULL, group, public_key, peer_private, s.private_key_bytes) == FK_OK,
         "peer");
    must(reference->shared_secret(NULL, group, secret, private_key, s.private_key_bytes, public_key,
                                  s.public_key_bytes) == FK_OK,
         "secret");

    if (fault == ZERO_PRIVATE)
        memset(private_key, 0x00, sizeof private_key);
    if (fault == LARGE_PRIVATE)
        memset(private_key, 0xFF, sizeof private_key);
    if (fault == BAD_PREFIX)
        public_key[0] = 0x06;
    if (fault == OFF_CURVE)
        public_key[64] ^= 1;
    if (fault == LARGE_X)
        memset(public_key + 1, 0xFF, 32);
    if (fault == LOW_ORDER)
        memset(public_key, 0x00, sizeof public_key);

    if (operation == FK_CALL_SHARED_SECRET) {
        call.length[FK_OUT_FIRST] = s.shared_secret_bytes;
        call.length[FK_IN_PUBLIC] = s.public_key_bytes;
        memcpy(call.input[FK_IN_PUBLIC], public_key, s.public_key_bytes);
        if (fault == GOOD)
            memcpy(call.output[FK_OUT_FIRST], secret, s.shared_secret_bytes);
    } else {
        call.length[FK_OUT_FIRST] = s.public_key_bytes;
        if (fault == GOOD)
            must(reference->public_key(NULL, group, call.output[FK_OUT_FIRST], private_key,
                                       s.private_key_bytes) == FK_OK,
                 "public key");
    }
    if (operation == FK_CALL_KEY_PAIR) {
        call.length[FK_OUT_PRIVATE] = s.private_key_bytes;
        if (fault == GOOD)
            memcpy(call.output[FK_OUT_PRIVATE], private_key, s.private_key_bytes);
    } else {
        call.length[FK_IN_PRIVATE] = s.private_key_bytes;
        memcpy(call.input[FK_IN_PRIVATE], private_key, s.private_key_bytes);
    }
    return call;
}

size_t fk_calls(struct fk_call calls[FK_MAX_CALLS])
{
    static const enum fault p256_faults[] = {ZERO_PRIVATE, LARGE_PRIVATE, BAD_PREFIX, OFF_CURVE,
                                             LARGE_X};
    size_t count = 0;
    for (size_t i = 0; i < FK_TEST_GROUPS; i++) {
        uint16_t group = fk_test_groups[i];
        for (int generic = 0; generic < 2; generic++) {
            calls[count++] = make(group, FK_CALL_PUBLIC_KEY, generic, GOOD);
            calls[count++] = make(group, FK_CALL_KEY_PAIR, generic, GOOD);
            calls[count++] = make(group, FK_CALL_KEY_PAIR, generic, NO_RANDOM);
            calls[count++] = make(group, FK_CALL_SHARED_SECRET, generic, GOOD);
            if (group != FK_GROUP_SECP256R1) {
                calls[count++] = make(group, FK_CALL_SHARED_SECRET, generic, LOW_ORDER);
                continue;
            }
            calls[count++] = make(group, FK_CALL_PUBLIC_KEY, generic, ZERO_PRIVATE);
            calls[count++] = make(group, FK_CALL_PUBLIC_KEY, generic, LARGE_PRIVATE);
            for (size_t j = 0; j < sizeof p256_faults / sizeof p256_faults[0]; j++)
                calls[count++] = make(group, FK_CALL_SHARED_SECRET, generic, p256_faults[j]);
        }
    }
    must(count <= FK_MAX_CALLS, "too many");
    return count;
}

/* Gives the private key that the call expects, or half of it and a failure. */
static int source(void *context, uint8_t *output, size_t length)
{
    const struct fk_call *call = context;
    bool fails = call->expected == FK_ERR_RANDOM;
    memcpy(output, call->output[FK_OUT_PRIVATE], length);
    if (fails)
        memset(output, 0x77, length / 2);
    return fails ? 1 : 0;
}

static fk_status run_direct(const struct fk_call *call, uint8_t *out, uint8_t *out_private,
                            const uint8_t *private_key, const uint8_t *public_key)
{
    void *context = (void *)(uintptr_t)call;
    bool x25519 = call->group == FK_GROUP_X25519, x448 = call->group == FK_GROUP_X448;
    switch (call->operation) {
    case FK_CALL_PUBLIC_KEY:
        return x25519 ? fk_x25519_public_key(out, private_key)
               : x448 ? fk_x448_public_key(out, private_key)
                      : fk_p256_public_key(out, private_key);
    case FK_CALL_KEY_PAIR:
        return x25519 ? fk_x25519_key_pair(out, out_private, source, context)
               : x448 ? fk_x448_key_pair(out, out_private, source, context)
                      : fk_p256_key_pair(out, out_private, source, context);
    default:
        return x25519 ? fk_x25519_shared_secret(out, private_key, public_key)
               : x448 ? fk_x448_shared_secret(out, private_key, public_key)
                      : fk_p256_shared_secret(out, private_key, public_key,
                                              call->length[FK_IN_PUBLIC]);
    }
}

fk_status fk_call_run(const struct fk_call *call, uint8_t *const buffers[FK_CALL_BUFFERS])
{
    const size_t *length = call->length;
    if (!call->generic)
        return run_direct(call, buffers[FK_OUT_FIRST], buffers[FK_OUT_PRIVATE],
                          buffers[FK_IN_PRIVATE], buffers[FK_IN_PUBLIC]);
    switch (call->operation) {
    case FK_CALL_PUBLIC_KEY:
        return fk_public_key(call->group, buffers[FK_OUT_FIRST], length[FK_OUT_FIRST],
                             buffers[FK_IN_PRIVATE], length[FK_IN_PRIVATE]);
    case FK_CALL_KEY_PAIR:
        return fk_key_pair(call->group, buffers[FK_OUT_FIRST], length[FK_OUT_FIRST],
                           buffers[FK_OUT_PRIVATE], length[FK_OUT_PRIVATE], source,
                           (void *)(uintptr_t)call);
    default:
        return fk_shared_secret(call->group, buffers[FK_OUT_FIRST], length[FK_OUT_FIRST],
                                buffers[FK_IN_PRIVATE], length[FK_IN_PRIVATE],
                                buffers[FK_IN_PUBLIC], length[FK_IN_PUBLIC]);
    }
}
