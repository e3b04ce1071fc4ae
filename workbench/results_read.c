/* SPDX-License-Identifier: MIT */
/* Reads results files strictly: what a table would have to guess at is refused. */
#include "files.h"
#include "json_position.h"
#include "results.h"
#include "text.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *path, *text;
    size_t row; /* of what is being read; meaningless outside rows */
};

/* One line about the member `field` of the row being read. */
__attribute__((format(printf, 3, 4))) static bool
refuse_field(const struct reader *reader, const char *field, const char *format, ...)
{
    struct fk_json_step steps[] = {{"results", 0}, {NULL, reader->row}, {field, 0}};
    struct fk_json_position at = fk_json_position(reader->text, steps, field != NULL ? 3 : 2);
    struct fk_text line = {0};
    va_list arguments;
    fk_text_add(&line, "%s:%u:%u: results[%zu]%s%s: ", reader->path, at.line, at.column,
                reader->row, field != NULL ? "." : "", field != NULL ? field : "");
    va_start(arguments, format);
    char *what = fk_format_list(format, arguments);
    va_end(arguments);
    fk_complain("%s%s", line.bytes, what);
    free(what);
    fk_text_free(&line);
    return false;
}

/* One line about a member outside the rows: `outer`, or `inner` of it. */
static bool refuse(const struct reader *reader, const char *outer, const char *inner,
                   const char *what)
{
    struct fk_json_step steps[] = {{outer, 0}, {inner, 0}};
    size_t count = outer == NULL ? 0 : inner == NULL ? 1 : 2;
    struct fk_json_position at = fk_json_position(reader->text, steps, count);
    fk_complain("%s:%u:%u: %s%s%s%s%s", reader->path, at.line, at.column,
                outer != NULL ? outer : "", inner != NULL ? "." : "", inner != NULL ? inner : "",
                outer != NULL ? ": " : "", what);
    return false;
}

static bool read_words(const struct reader *reader, const struct fk_field *field,
                       const json_t *value, char **words)
{
    if (!json_is_array(value)) {
        return refuse_field(reader, field->name, "must be an array of strings or null");
    }
    struct fk_text list = {0};
    fk_text_add(&list, "%s", "");
    for (size_t i = 0; i < json_array_size(value); i++) {
        const char *word = json_string_value(json_array_get(value, i));
        if (word == NULL || *word == '\0' || strchr(word, ' ') != NULL) {
            fk_text_free(&list);
            return refuse_field(reader, field->name, "element %zu must be a string without blanks",
                                i);
        }
        fk_text_add(&list, "%s%s", i > 0 ? " " : "", word);
    }
    *words = list.bytes;
    return true;
}

static bool read_name(const struct reader *reader, const struct fk_field *field,
                      const json_t *value, int64_t *index)
{
    const char *word = json_string_value(value);
    *index = word != NULL ? fk_link_find(word, field->names, field->name_count) : -1;
    if (*index >= 0) {
        return true;
    }
    struct fk_text choice = {0};
    for (int i = 0; i < field->name_count; i++) {
        fk_text_add(&choice, "%s\"%s\"", i > 0 ? ", " : "", field->names[i]);
    }
    refuse_field(reader, field->name, "must be one of %s%s", choice.bytes,
                 field->required ? "" : ", or null");
    fk_text_free(&choice);
    return false;
}

static bool read_field(const struct reader *reader, const struct fk_field *field,
                       const json_t *value, struct fk_result *row)
{
    char *at = (char *)row + field->offset;
    if (value == NULL && !field->is_optional) {
        return refuse_field(reader, NULL, "has no member \"%s\" (what is not known is null)",
                            field->name);
    }
    if (value == NULL || json_is_null(value)) {
        return !field->required || refuse_field(reader, field->name, "must not be null");
    }
    switch (field->kind) {
    case FK_FIELD_TEXT:
        if (!json_is_string(value) || *json_string_value(value) == '\0') {
            return refuse_field(reader, field->name, "must be a string that is not empty%s",
                                field->required ? "" : ", or null");
        }
        *(char **)(void *)at = fk_copy(json_string_value(value));
        return true;
    case FK_FIELD_NAME:
        return read_name(reader, field, value, (int64_t *)(void *)at);
    case FK_FIELD_WORDS:
        return read_words(reader, field, value, (char **)(void *)at);
    case FK_FIELD_INTEGER:
        if (!json_is_integer(value) || (double)json_integer_value(value) < field->least) {
            return refuse_field(reader, field->name, "must be an integer of at least %.0f, or null",
                                field->least);
        }
        *(int64_t *)(void *)at = json_integer_value(value);
        return true;
    case FK_FIELD_REAL:
        if (!json_is_number(value) || !(json_number_value(value) > 0.0)) {
            return refuse_field(reader, field->name, "must be a number above 0, or null");
        }
        *(double *)(void *)at = json_number_value(value);
        return true;
    }
    return false;
}

static bool is_null(const struct fk_result *row, const struct fk_field *field)
{
    const char *at = (const char *)row + field->offset;
    switch (field->kind) {
    case FK_FIELD_NAME:
    case FK_FIELD_INTEGER:
        return *(const int64_t *)(const void *)at == FK_UNKNOWN;
    case FK_FIELD_REAL:
        return isnan(*(const double *)(const void *)at);
    default:
        return *(char *const *)(const void *)at == NULL;
    }
}

/* Written values have 6 digits. */
static bool differs(double left, double right)
{
    return fabs(left - right) > 1e-4 * fabs(right);
}

/* What the members of a row say together. */
static bool check_row(const struct reader *reader, const struct fk_result *row)
{
    bool has_cycles = row->cycles_median != FK_UNKNOWN;
    if (row->skipped != NULL) {
        for (size_t f = 0; f < fk_result_field_count; f++) {
            if (fk_result_fields[f].is_figure && !is_null(row, &fk_result_fields[f])) {
                return refuse_field(reader, fk_result_fields[f].name,
                                    "must be null, as the row was skipped");
            }
        }
        return true;
    }
    if (row->answers == FK_UNKNOWN) {
        return refuse_field(reader, "answers", "must not be null in a row that was not skipped");
    }
    if ((row->cycles_min == FK_UNKNOWN) == has_cycles ||
        (row->cycles_max == FK_UNKNOWN) == has_cycles) {
        return refuse_field(reader, "cycles_median",
                            "cycles_min, cycles_median and cycles_max are known together or not");
    }
    if (row->answers == FK_FAIL) {
        return (!has_cycles && isnan(row->time_ms)) ||
               refuse_field(reader, has_cycles ? "cycles_median" : "time_ms",
                            "must be null, as an answer was wrong");
    }
    if (row->samples == FK_UNKNOWN) {
        return refuse_field(reader, "samples", "must not be null where answers is \"pass\"");
    }
    if (isnan(row->time_ms)) {
        return refuse_field(reader, "time_ms", "must not be null where answers is \"pass\"");
    }
    if (has_cycles && row->cycles_min > row->cycles_median) {
        return refuse_field(reader, "cycles_min", "is above cycles_median");
    }
    if (has_cycles && row->cycles_max < row->cycles_median) {
        return refuse_field(reader, "cycles_max", "is below cycles_median");
    }
    if (row->evidence == FK_SIMULATED && (!has_cycles || row->clock_hz == FK_UNKNOWN)) {
        return refuse_field(reader, has_cycles ? "clock_hz" : "cycles_median",
                            "must not be null in a simulated row");
    }
    if (has_cycles && row->clock_hz != FK_UNKNOWN &&
        differs(row->time_ms, (double)row->cycles_median * 1e3 / (double)row->clock_hz)) {
        return refuse_field(reader, "time_ms", "is not cycles_median / clock_hz");
    }
    if (!isnan(row->charge_uc) &&
        (isnan(row->current_ma) || differs(row->charge_uc, row->current_ma * row->time_ms))) {
        return refuse_field(reader, "charge_uc", "is not current_ma * time_ms");
    }
    if (!isnan(row->energy_uj) && (isnan(row->charge_uc) || isnan(row->supply_v) ||
                                   differs(row->energy_uj, row->charge_uc * row->supply_v))) {
        return refuse_field(reader, "energy_uj", "is not charge_uc * supply_v");
    }
    if (!isnan(row->current_ma) && row->current_source == NULL) {
        return refuse_field(reader, "current_source", "must say where current_ma comes from");
    }
    return true;
}

static bool read_row(const struct reader *reader, const json_t *value, struct fk_result *row)
{
    if (!json_is_object(value)) {
        return refuse_field(reader, NULL, "must be an object");
    }
    for (size_t f = 0; f < fk_result_field_count; f++) {
        const struct fk_field *field = &fk_result_fields[f];
        if (!read_field(reader, field, json_object_get(value, field->name), row)) {
            return false;
        }
    }
    return check_row(reader, row);
}

static bool same_text(const char *left, const char *right)
{
    return left == right || (left != NULL && right != NULL && strcmp(left, right) == 0);
}

/* Two rows for one figure: a table could show only one of them. */
static bool same_figure(const struct fk_result *a, const struct fk_result *b)
{
    return same_text(a->implementation, b->implementation) && same_text(a->variant, b->variant) &&
           a->curve == b->curve && a->operation == b->operation && same_text(a->board, b->board) &&
           a->evidence == b->evidence && a->clock_hz == b->clock_hz &&
           a->code_memory == b->code_memory && a->call == b->call;
}

static bool read_rows(struct fk_results *results, struct reader *reader, const json_t *rows)
{
    if (!json_is_array(rows)) {
        return refuse(reader, rows != NULL ? "results" : NULL, NULL,
                      rows != NULL ? "must be an array" : "has no member \"results\"");
    }
    for (reader->row = 0; reader->row < json_array_size(rows); reader->row++) {
        struct fk_result row = fk_result_unknown();
        bool good = read_row(reader, json_array_get(rows, reader->row), &row);
        for (size_t i = 0; good && i < results->count; i++) {
            if (same_figure(&results->rows[i], &row)) {
                good = refuse_field(reader, NULL, "is about the same figure as results[%zu]", i);
            }
        }
        if (!good) {
            fk_result_free(&row);
            return false;
        }
        fk_results_add(results, row);
    }
    return true;
}

/* A member of an object that is a string or null. */
static bool read_outer_text(const struct reader *reader, const json_t *root, const char *outer,
                            const char *inner, char **text)
{
    const json_t *object = json_object_get(root, outer);
    if (!json_is_object(object)) {
        return refuse(reader, object != NULL ? outer : NULL, NULL,
                      object != NULL ? "must be an object" : "lacks \"tool\" or \"host\"");
    }
    const json_t *value = json_object_get(object, inner);
    if (value != NULL && !json_is_null(value) && !json_is_string(value)) {
        return refuse(reader, outer, inner, "must be a string or null");
    }
    *text = fk_copy(json_string_value(value));
    return true;
}

static bool read_root(struct fk_results *results, struct reader *reader, const json_t *root)
{
    if (!json_is_object(root)) {
        return refuse(reader, NULL, NULL, "must be an object");
    }
    const json_t *schema = json_object_get(root, "schema");
    if (!json_is_string(schema) || strcmp(json_string_value(schema), FK_RESULTS_SCHEMA) != 0) {
        return refuse(reader, schema != NULL ? "schema" : NULL, NULL,
                      "is no results file of the schema \"" FK_RESULTS_SCHEMA "\"");
    }
    results->quick = json_is_true(json_object_get(json_object_get(root, "tool"), "quick"));
    return read_outer_text(reader, root, "tool", "version", &results->tool_version) &&
           read_outer_text(reader, root, "host", "system", &results->host_system) &&
           read_outer_text(reader, root, "host", "machine", &results->host_machine) &&
           read_rows(results, reader, json_object_get(root, "results"));
}

bool fk_results_parse(struct fk_results *results, const char *path, const char *text, size_t length)
{
    struct reader reader = {.path = path, .text = text};
    json_error_t error;
    *results = (struct fk_results){0};
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL) {
        fk_complain("%s:%d:%d: %s", path, error.line > 0 ? error.line : 1,
                    error.column > 0 ? error.column : 1, error.text);
        return false;
    }
    bool good = read_root(results, &reader, root);
    json_decref(root);
    if (!good) {
        fk_results_free(results);
    }
    return good;
}

bool fk_results_read(struct fk_results *results, const char *path)
{
    size_t length;
    char *text = fk_file_read(path, &length);
    bool good = text != NULL && fk_results_parse(results, path, text, length);
    free(text);
    return good;
}
