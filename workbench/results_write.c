/* SPDX-License-Identifier: MIT */
#include "results.h"
#include "text.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static json_t *text_or_null(const char *text)
{
    return text != NULL ? json_string(text) : json_null();
}

static json_t *words(const char *list)
{
    if (list == NULL) {
        return json_null();
    }
    json_t *array = json_array();
    while (*list != '\0') {
        size_t length = strcspn(list, " ");
        if (length > 0) {
            json_array_append_new(array, json_stringn(list, length));
        }
        list += length + (list[length] == ' ');
    }
    return array;
}

/* 6 significant digits: more than any clock or current is worth, and no noise of binary fractions.
 */
static double rounded(double value)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.6g", value);
    return strtod(digits, NULL);
}

static json_t *value_of(const struct fk_result *row, const struct fk_field *field)
{
    const char *at = (const char *)row + field->offset;
    int64_t integer;
    double real;
    switch (field->kind) {
    case FK_FIELD_TEXT:
        return text_or_null(*(char *const *)(const void *)at);
    case FK_FIELD_WORDS:
        return words(*(char *const *)(const void *)at);
    case FK_FIELD_NAME:
        integer = *(const int64_t *)(const void *)at;
        return integer < 0 ? json_null() : json_string(field->names[integer]);
    case FK_FIELD_INTEGER:
        integer = *(const int64_t *)(const void *)at;
        return integer < 0 ? json_null() : json_integer(integer);
    case FK_FIELD_REAL:
        real = *(const double *)(const void *)at;
        return isnan(real) ? json_null() : json_real(rounded(real));
    }
    return json_null();
}

char *fk_results_write(const struct fk_results *results)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < results->count; i++) {
        json_t *row = json_object();
        for (size_t f = 0; f < fk_result_field_count; f++) {
            json_object_set_new(row, fk_result_fields[f].name,
                                value_of(&results->rows[i], &fk_result_fields[f]));
        }
        json_array_append_new(rows, row);
    }
    json_t *root =
        json_pack("{s:s, s:{s:s, s:o, s:b}, s:{s:o, s:o}, s:o}", "schema", FK_RESULTS_SCHEMA,
                  "tool", "name", "fieldkex", "version", text_or_null(results->tool_version),
                  "quick", results->quick, "host", "system", text_or_null(results->host_system),
                  "machine", text_or_null(results->host_machine), "results", rows);
    char *dumped = root == NULL ? NULL : json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
    json_decref(root);
    if (dumped == NULL) {
        /* Text that is no UTF-8 is the only other cause, and it is checked where it comes in. */
        fk_complain("the results could not be put into JSON");
        exit(1);
    }
    char *text = fk_format("%s\n", dumped);
    free(dumped);
    return text;
}
