/* SPDX-License-Identifier: MIT */
/* Members of JSON objects; each absent or misshapen one is a failure of the run, with its name. */
#ifndef FK_TEST_VECTOR_JSON_H
#define FK_TEST_VECTOR_JSON_H

#include "vector_engine.h"

#include <jansson.h>

/* NULL after a failure. The caller frees. */
json_t *fk_vector_load(struct fk_vector_run *run, const char *folder, const char *file);
/* Never NULL: "" after a failure. */
const char *fk_vector_text(struct fk_vector_run *run, const json_t *object, const char *member);
/* Hexadecimal of any length up to `capacity`. */
bool fk_vector_bytes(struct fk_vector_run *run, const json_t *object, const char *member,
                     uint8_t *bytes, size_t capacity, size_t *length);
/* Hexadecimal of exactly `length` bytes. */
bool fk_vector_exact(struct fk_vector_run *run, const json_t *object, const char *member,
                     uint8_t *bytes, size_t length);

#endif
