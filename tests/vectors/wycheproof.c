/* SPDX-License-Identifier: MIT */
/*
 * Wycheproof's result words, as this library's contract reads them: "valid" gives the secret;
 * "acceptable" too, but a zero secret of X25519 and X448 and a compressed P-256 point are errors;
 * "invalid" is an error.
 */
#include "vector_json.h"

#include "bytes.h"

#include <string.h>

static bool has_flag(const json_t *test, const char *flag)
{
    size_t index;
    json_t *value;
    json_array_foreach(json_object_get(test, "flags"), index, value)
    {
        const char *text = json_string_value(value);
        if (text != NULL && strcmp(text, flag) == 0)
            return true;
    }
    return false;
}

static void run_test(struct fk_vector_run *run, uint16_t group, const json_t *test)
{
    const struct fk_group_sizes *sizes = fk_contract_sizes(group);
    uint8_t private_key[56], public_key[256], shared[56];
    size_t public_key_length, shared_length;

    /* P-256 private keys are integers of 1 to 33 bytes, the others are byte strings. */
    const char *private_text = fk_vector_text(run, test, "private");
    bool readable = group == FK_GROUP_SECP256R1 ? fk_integer_from_hex(private_key, 32, private_text)
                                                : fk_vector_exact(run, test, "private", private_key,
                                                                  sizes->private_key_bytes);
    if (!readable) {
        fk_vector_fail(run, "cannot read the private key");
        return;
    }
    if (!fk_vector_bytes(run, test, "public", public_key, sizeof public_key, &public_key_length) ||
        !fk_vector_bytes(run, test, "shared", shared, sizeof shared, &shared_length))
        return;

    const char *result = fk_vector_text(run, test, "result");
    struct fk_expectation expected;
    if (strcmp(result, "invalid") == 0) {
        expected = fk_expect_any_error();
    } else if (strcmp(result, "valid") != 0 && strcmp(result, "acceptable") != 0) {
        fk_vector_fail(run, "unknown result \"%s\"", result);
        return;
    } else if (has_flag(test, "ZeroSharedSecret") && group != FK_GROUP_SECP256R1) {
        expected = fk_expect_status(FK_ERR_ZERO_SHARED_SECRET);
    } else if (has_flag(test, "CompressedPoint")) {
        expected = fk_expect_status(FK_ERR_LENGTH);
    } else if (shared_length != sizes->shared_secret_bytes) {
        fk_vector_fail(run, "the secret has %zu bytes", shared_length);
        return;
    } else {
        expected = fk_expect_ok(shared);
    }
    fk_vector_shared_secret(run, group, private_key, sizes->private_key_bytes, public_key,
                            public_key_length, expected);
}

static void run_file(struct fk_vector_run *run, const char *file, uint16_t group)
{
    size_t group_index, test_index;
    json_t *test_group, *test;
    json_t *root = fk_vector_load(run, run->folder, file);
    const char *name = strrchr(file, '/') + 1;

    json_array_foreach(json_object_get(root, "testGroups"), group_index, test_group)
    {
        json_array_foreach(json_object_get(test_group, "tests"), test_index, test)
        {
            unsigned id = (unsigned)json_integer_value(json_object_get(test, "tcId"));
            if (fk_vector_case(run, name, id))
                run_test(run, group, test);
        }
    }
    if (json_integer_value(json_object_get(root, "numberOfTests")) != (json_int_t)run->seen)
        fk_vector_fail(run, "the file's own count is not %u", run->seen);
    json_decref(root);
}

void fk_run_wycheproof_x25519(struct fk_vector_run *run)
{
    run_file(run, "wycheproof/x25519_test.json", FK_GROUP_X25519);
}

void fk_run_wycheproof_x448(struct fk_vector_run *run)
{
    run_file(run, "wycheproof/x448_test.json", FK_GROUP_X448);
}

void fk_run_wycheproof_p256(struct fk_vector_run *run)
{
    run_file(run, "wycheproof/ecdh_secp256r1_ecpoint_test.json", FK_GROUP_SECP256R1);
}
