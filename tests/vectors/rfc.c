/* SPDX-License-Identifier: MIT */
/* RFC 7748 (5.2, 6.1, 6.2), RFC 8448 (handshakes), RFC 5903 (8.1). */
#include "vector_json.h"

#include "bytes.h"

#include <stdlib.h>
#include <string.h>

static void run_function(struct fk_vector_run *run, uint16_t group, const json_t *vector)
{
    size_t length = fk_contract_sizes(group)->public_key_bytes;
    uint8_t k[56], u[56], out[56];
    if (fk_vector_exact(run, vector, "k", k, length) &&
        fk_vector_exact(run, vector, "u", u, length) &&
        fk_vector_exact(run, vector, "out", out, length))
        fk_vector_shared_secret(run, group, k, length, u, length, fk_expect_ok(out));
}

/* k, u = X(k, u), k; `count` times. */
static fk_status iterate(const struct fk_operations *operations, uint16_t group, uint8_t k[56],
                         const uint8_t *start, unsigned count)
{
    size_t length = fk_contract_sizes(group)->public_key_bytes;
    uint8_t u[56], next[56];
    memcpy(k, start, length);
    memcpy(u, start, length);
    for (unsigned i = 0; i < count; i++) {
        fk_status status =
            operations->shared_secret(operations->context, group, next, k, length, u, length);
        if (status != FK_OK)
            return status;
        memcpy(u, k, length);
        memcpy(k, next, length);
    }
    return FK_OK;
}

/* The file lists 1, 1,000 and 1,000,000 iterations; another number is asked of the reference. */
static void run_iterations(struct fk_vector_run *run, uint16_t group, const json_t *curve,
                           unsigned count)
{
    size_t length = fk_contract_sizes(group)->public_key_bytes;
    uint8_t start[56], expected[56], got[56];
    char name[16], got_text[FK_HEX_BYTES], expected_text[FK_HEX_BYTES];
    const json_t *listed = json_object_get(curve, "iterated");
    snprintf(name, sizeof name, "%u", count);
    if (!fk_vector_exact(run, curve, "iterated_start_k_and_u", start, length))
        return;
    if (json_object_get(listed, name) != NULL) {
        if (!fk_vector_exact(run, listed, name, expected, length))
            return;
    } else if (count > 100 || iterate(run->reference, group, expected, start, count) != FK_OK) {
        fk_vector_fail(run, "no answer for %u iterations", count);
        return;
    }
    fk_status status = iterate(run->operations, group, got, start, count);
    if (status != FK_OK)
        fk_vector_fail(run, "%u iterations: status %d", count, (int)status);
    else if (memcmp(got, expected, length) != 0)
        fk_vector_fail(run, "%u iterations: got %s, expected %s", count,
                       fk_to_hex(got_text, got, length),
                       fk_to_hex(expected_text, expected, length));
}

static void run_exchange(struct fk_vector_run *run, uint16_t group, const json_t *vector)
{
    size_t length = fk_contract_sizes(group)->public_key_bytes;
    uint8_t a[56], b[56], public_a[56], public_b[56], shared[56];
    if (!fk_vector_exact(run, vector, "a", a, length) ||
        !fk_vector_exact(run, vector, "A", public_a, length) ||
        !fk_vector_exact(run, vector, "b", b, length) ||
        !fk_vector_exact(run, vector, "B", public_b, length) ||
        !fk_vector_exact(run, vector, "shared", shared, length))
        return;
    fk_vector_public_key(run, group, a, length, fk_expect_ok(public_a));
    fk_vector_public_key(run, group, b, length, fk_expect_ok(public_b));
    fk_vector_shared_secret(run, group, a, length, public_b, length, fk_expect_ok(shared));
    fk_vector_shared_secret(run, group, b, length, public_a, length, fk_expect_ok(shared));
}

void fk_run_rfc7748(struct fk_vector_run *run)
{
    static const uint16_t groups[] = {FK_GROUP_X25519, FK_GROUP_X448};
    json_t *root = fk_vector_load(run, run->folder, "rfc/rfc7748_vectors.json");
    for (size_t i = 0; root != NULL && i < sizeof groups / sizeof groups[0]; i++) {
        const json_t *curve = json_object_get(root, fk_group_name(groups[i]));
        unsigned number = 0;
        size_t index;
        json_t *vector;
        json_array_foreach(json_object_get(curve, "function"), index, vector)
        {
            if (fk_vector_case(run, "rfc7748_vectors.json", number++))
                run_function(run, groups[i], vector);
        }
        if (fk_vector_case(run, "rfc7748_vectors.json", number++))
            run_iterations(run, groups[i], curve, 1);
        if (fk_vector_case(run, "rfc7748_vectors.json", number++))
            run_iterations(run, groups[i], curve, run->iterations);
        if (fk_vector_case(run, "rfc7748_vectors.json", number++))
            run_exchange(run, groups[i], json_object_get(curve, "dh"));
    }
    json_decref(root);
}

struct tls_key {
    uint16_t group;
    const char *who;
    uint8_t private_key[56];
    uint8_t public_key[65];
};

/* The public key stands in one of the hello messages. */
static bool was_sent(const json_t *handshake, const char *public_text)
{
    static const char *const messages[] = {"client_hello", "server_hello"};
    for (size_t i = 0; i < 2; i++) {
        size_t index;
        json_t *message;
        json_array_foreach(json_object_get(handshake, messages[i]), index, message)
        {
            if (json_string_value(message) != NULL &&
                strstr(json_string_value(message), public_text) != NULL)
                return true;
        }
    }
    return false;
}

static bool read_tls_key(struct fk_vector_run *run, struct tls_key *key, const json_t *vector,
                         const json_t *handshake)
{
    const char *group = fk_vector_text(run, vector, "group");
    key->who = fk_vector_text(run, vector, "who");
    key->group = fk_group_by_name(strcmp(group, "P-256") == 0 ? "p256" : group);
    const struct fk_group_sizes *sizes = fk_contract_sizes(key->group);
    if (sizes == NULL) {
        fk_vector_fail(run, "unknown group \"%s\"", group);
        return false;
    }
    if (!was_sent(handshake, fk_vector_text(run, vector, "public")))
        fk_vector_fail(run, "the %s's public key is in no hello message", key->who);
    return fk_vector_exact(run, vector, "private", key->private_key, sizes->private_key_bytes) &&
           fk_vector_exact(run, vector, "public", key->public_key, sizes->public_key_bytes);
}

static void run_handshake(struct fk_vector_run *run, const json_t *handshake)
{
    enum { KEYS = 4 };
    struct tls_key keys[KEYS];
    uint8_t shared[32];
    const json_t *list = json_object_get(handshake, "keys");
    size_t count = json_array_size(list);
    unsigned exchanges = 0;
    if (count < 2 || count > KEYS) {
        fk_vector_fail(run, "%zu keys", count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (!read_tls_key(run, &keys[i], json_array_get(list, i), handshake))
            return;
        fk_vector_public_key(run, keys[i].group, keys[i].private_key,
                             fk_contract_sizes(keys[i].group)->private_key_bytes,
                             fk_expect_ok(keys[i].public_key));
    }
    if (!fk_vector_exact(run, handshake, "ecdhe_shared", shared, sizeof shared))
        return;
    /* Each with the other side's key of the same group. */
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            if (keys[i].group != keys[j].group || strcmp(keys[i].who, keys[j].who) == 0)
                continue;
            const struct fk_group_sizes *sizes = fk_contract_sizes(keys[i].group);
            fk_vector_shared_secret(run, keys[i].group, keys[i].private_key,
                                    sizes->private_key_bytes, keys[j].public_key,
                                    sizes->public_key_bytes, fk_expect_ok(shared));
            exchanges++;
        }
    }
    if (exchanges != 2)
        fk_vector_fail(run, "%u exchanges, not one from each side", exchanges);
}

void fk_run_rfc8448(struct fk_vector_run *run)
{
    size_t index;
    json_t *handshake;
    json_t *root = fk_vector_load(run, run->folder, "rfc/rfc8448_keyshares.json");
    json_array_foreach(json_object_get(root, "handshakes"), index, handshake)
    {
        if (fk_vector_case(run, "rfc8448_keyshares.json", (unsigned)index))
            run_handshake(run, handshake);
    }
    json_decref(root);
}

void fk_run_rfc5903(struct fk_vector_run *run)
{
    uint8_t i[32], r[32], public_i[65] = {0x04}, public_r[65] = {0x04}, shared[32];
    json_t *root = fk_vector_load(run, run->folder, "rfc/rfc5903_p256.json");
    if (root == NULL || !fk_vector_case(run, "rfc5903_p256.json", 0)) {
        json_decref(root);
        return;
    }
    if (fk_vector_exact(run, root, "i", i, 32) && fk_vector_exact(run, root, "r", r, 32) &&
        fk_vector_exact(run, root, "gix", public_i + 1, 32) &&
        fk_vector_exact(run, root, "giy", public_i + 33, 32) &&
        fk_vector_exact(run, root, "grx", public_r + 1, 32) &&
        fk_vector_exact(run, root, "gry", public_r + 33, 32) &&
        fk_vector_exact(run, root, "girx", shared, 32)) {
        fk_vector_public_key(run, FK_GROUP_SECP256R1, i, 32, fk_expect_ok(public_i));
        fk_vector_public_key(run, FK_GROUP_SECP256R1, r, 32, fk_expect_ok(public_r));
        fk_vector_shared_secret(run, FK_GROUP_SECP256R1, i, 32, public_r, 65, fk_expect_ok(shared));
        fk_vector_shared_secret(run, FK_GROUP_SECP256R1, r, 32, public_i, 65, fk_expect_ok(shared));
    }
    json_decref(root);
}
