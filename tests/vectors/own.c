/* SPDX-License-Identifier: MIT */
/* The project's own vectors, as tools/own_vectors writes them. */
#include "vector_json.h"

#include <string.h>

static bool status_by_name(fk_status *status, const char *name)
{
    static const struct {
        const char *name;
        fk_status status;
    } names[] = {
        {"ok", FK_OK},
        {"length", FK_ERR_LENGTH},
        {"private_key", FK_ERR_PRIVATE_KEY},
        {"public_key", FK_ERR_PUBLIC_KEY},
        {"zero_shared_secret", FK_ERR_ZERO_SHARED_SECRET},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i].name, name) == 0) {
            *status = names[i].status;
            return true;
        }
    }
    return false;
}

static void run_vector(struct fk_vector_run *run, const json_t *vector)
{
    uint8_t private_key[80], public_key[80], result[80];
    size_t private_key_length, public_key_length, result_length = 0;
    fk_status status;
    const char *operation = fk_vector_text(run, vector, "operation");
    uint16_t group = fk_group_by_name(fk_vector_text(run, vector, "group"));
    const struct fk_group_sizes *sizes = fk_contract_sizes(group);
    bool secret = strcmp(operation, "shared_secret") == 0;

    if (sizes == NULL || !status_by_name(&status, fk_vector_text(run, vector, "status")) ||
        (!secret && strcmp(operation, "public_key") != 0)) {
        fk_vector_fail(run, "unknown group, operation or status");
        return;
    }
    if (json_array_size(json_object_get(vector, "agreed")) < 2)
        fk_vector_fail(run, "fewer than two sources agreed on the answer");
    if (!fk_vector_bytes(run, vector, "private", private_key, sizeof private_key,
                         &private_key_length))
        return;
    if (status == FK_OK) {
        size_t expected = secret ? sizes->shared_secret_bytes : sizes->public_key_bytes;
        if (!fk_vector_bytes(run, vector, "result", result, sizeof result, &result_length) ||
            result_length != expected) {
            fk_vector_fail(run, "the result has %zu bytes", result_length);
            return;
        }
    }
    struct fk_expectation expected =
        status == FK_OK ? fk_expect_ok(result) : fk_expect_status(status);
    if (!secret)
        fk_vector_public_key(run, group, private_key, private_key_length, expected);
    else if (fk_vector_bytes(run, vector, "public", public_key, sizeof public_key,
                             &public_key_length))
        fk_vector_shared_secret(run, group, private_key, private_key_length, public_key,
                                public_key_length, expected);
}

void fk_run_own(struct fk_vector_run *run)
{
    size_t index;
    json_t *vector;
    json_t *root = fk_vector_load(run, "", run->own_file);
    json_array_foreach(json_object_get(root, "cases"), index, vector)
    {
        unsigned id = (unsigned)json_integer_value(json_object_get(vector, "id"));
        if (fk_vector_case(run, "own_vectors.json", id))
            run_vector(run, vector);
    }
    if (json_integer_value(json_object_get(root, "case_count")) != (json_int_t)run->seen)
        fk_vector_fail(run, "the file's own count is not %u", run->seen);
    json_decref(root);
}
