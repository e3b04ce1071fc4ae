/* SPDX-License-Identifier: MIT */
#include "vector_json.h"

#include "bytes.h"

#include <string.h>

json_t *fk_vector_load(struct fk_vector_run *run, const char *folder, const char *file)
{
    char path[4096];
    json_error_t error;
    snprintf(run->source, sizeof run->source, "%s", file);
    snprintf(path, sizeof path, "%s%s%s", folder, *folder != '\0' ? "/" : "", file);
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL)
        fk_vector_fail(run, "%s, line %d: %s", path, error.line, error.text);
    return root;
}

const char *fk_vector_text(struct fk_vector_run *run, const json_t *object, const char *member)
{
    const char *text = json_string_value(json_object_get(object, member));
    if (text == NULL) {
        fk_vector_fail(run, "no text \"%s\"", member);
        return "";
    }
    return text;
}

bool fk_vector_bytes(struct fk_vector_run *run, const json_t *object, const char *member,
                     uint8_t *bytes, size_t capacity, size_t *length)
{
    const char *text = json_string_value(json_object_get(object, member));
    if (text == NULL || !fk_from_hex(bytes, capacity, length, text)) {
        fk_vector_fail(run, "\"%s\" is not hexadecimal of at most %zu bytes", member, capacity);
        return false;
    }
    return true;
}

bool fk_vector_exact(struct fk_vector_run *run, const json_t *object, const char *member,
                     uint8_t *bytes, size_t length)
{
    size_t found = 0;
    if (!fk_vector_bytes(run, object, member, bytes, length, &found))
        return false;
    if (found != length) {
        fk_vector_fail(run, "\"%s\" has %zu bytes, not %zu", member, found, length);
        return false;
    }
    return true;
}
