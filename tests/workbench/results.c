/* SPDX-License-Identifier: MIT */
/* The results format: what is written is read back the same, and what is broken is refused in one
 * line that says where. */
#include "workbench/results.h"
#include "workbench/files.h"
#include "workbench/json_position.h"
#include "workbench/text.h"

#include <fcntl.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char *valid;
static size_t valid_length;

static int read_valid(void **state)
{
    (void)state;
    valid = fk_file_read(FK_TEST_DATA "/tables_gaps.json", &valid_length);
    return valid != NULL ? 0 : -1;
}

static int free_valid(void **state)
{
    (void)state;
    free(valid);
    return 0;
}

/* Parses with standard error in `message`. */
static bool parse(const char *text, size_t length, char *message, size_t size)
{
    FILE *file = tmpfile();
    int before = dup(STDERR_FILENO);
    assert_non_null(file);
    dup2(fileno(file), STDERR_FILENO);
    struct fk_results results;
    bool good = fk_results_parse(&results, "broken.json", text, length);
    if (good) {
        fk_results_free(&results);
    }
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    size_t got = fread(message, 1, size - 1, file);
    message[got] = '\0';
    fclose(file);
    return good;
}

/* Refused, in exactly one line that names file, line and column. */
static void assert_one_line(const char *message)
{
    unsigned line, column;
    char *end = strchr(message, '\n');
    assert_non_null(end);
    assert_int_equal(end[1], '\0');
    assert_int_equal(sscanf(message, "fieldkex: broken.json:%u:%u: ", &line, &column), 2);
    assert_true(line >= 1 && column >= 1);
}

static void written_is_read(void **state)
{
    (void)state;
    struct fk_results results, again;
    char message[1024];
    assert_true(parse(valid, valid_length, message, sizeof message));
    assert_string_equal(message, "");
    assert_true(fk_results_parse(&results, "valid", valid, valid_length));
    char *text = fk_results_write(&results);
    assert_true(fk_results_parse(&again, "written", text, strlen(text)));
    char *second = fk_results_write(&again);
    assert_string_equal(text, second);
    assert_int_equal(again.count, results.count);
    free(second);
    free(text);
    fk_results_free(&again);
    fk_results_free(&results);
}

/* The same rows in another order become the same file. */
static void order_does_not_matter(void **state)
{
    (void)state;
    struct fk_results results, reversed;
    assert_true(fk_results_parse(&results, "valid", valid, valid_length));
    assert_true(fk_results_parse(&reversed, "valid", valid, valid_length));
    for (size_t i = 0; i < results.count; i++) {
        struct fk_result kept = reversed.rows[i];
        size_t other = results.count - 1 - i;
        if (i < other) {
            reversed.rows[i] = reversed.rows[other];
            reversed.rows[other] = kept;
        }
    }
    fk_results_sort(&results);
    fk_results_sort(&reversed);
    char *one = fk_results_write(&results), *two = fk_results_write(&reversed);
    assert_string_equal(one, two);
    free(one);
    free(two);
    fk_results_free(&results);
    fk_results_free(&reversed);
}

static void truncated_is_refused(void **state)
{
    (void)state;
    char message[4096];
    /* Whatever follows the last bracket is white space. */
    size_t whole = (size_t)(strrchr(valid, '}') - valid);
    for (size_t length = 0; length <= whole; length += length < 600 ? 1 : 97) {
        assert_false(parse(valid, length, message, sizeof message));
        assert_one_line(message);
    }
    assert_true(parse(valid, whole + 1, message, sizeof message));
}

static uint32_t next(uint32_t *state)
{
    *state ^= *state << 13; /* xorshift, Marsaglia 2003 */
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void damaged_never_confuses(void **state)
{
    (void)state;
    uint32_t random = 20220427;
    char message[4096];
    char *text = fk_allocate(valid_length + 1, 1);
    unsigned refused = 0;
    for (unsigned i = 0; i < 1500; i++) {
        memcpy(text, valid, valid_length);
        size_t at = next(&random) % valid_length;
        text[at] = (char)(next(&random) % 2 == 0 ? text[at] ^ 1 << next(&random) % 8
                                                 : (int)(next(&random) % 256));
        if (!parse(text, valid_length, message, sizeof message)) {
            assert_one_line(message);
            refused++;
        } else {
            assert_string_equal(message, "");
        }
    }
    assert_true(refused > 400);
    free(text);
}

/* The valid file with one member of row ROW set to `value` (taken over) or, where that is NULL,
 * removed.
 */
#define ROW 8
static bool parse_with(const char *member, json_t *value, char *message, size_t size)
{
    json_t *root = json_loadb(valid, valid_length, 0, NULL);
    json_t *row = json_array_get(json_object_get(root, "results"), ROW);
    if (value != NULL) {
        json_object_set_new(row, member, value);
    } else {
        json_object_del(row, member);
    }
    char *text = json_dumps(root, JSON_INDENT(1));
    bool good = parse(text, strlen(text), message, size);
    free(text);
    json_decref(root);
    return good;
}

static void assert_refused(const char *member, json_t *value)
{
    char message[4096], where[80];
    bool removed = value == NULL;
    snprintf(where, sizeof where,
             removed ? "results[%d]: has no member \"%s\"" : "results[%d].%s: ", ROW, member);
    if (parse_with(member, value, message, sizeof message)) {
        fail_msg("%s was accepted", member);
    }
    assert_one_line(message);
    if (strstr(message, where) == NULL) {
        fail_msg("'%s' does not name %s", message, where);
    }
}

/* The row that is changed has figures, so that each rule can be broken alone. */
static void row_is_complete(void **state)
{
    (void)state;
    struct fk_results results;
    assert_true(fk_results_parse(&results, "valid", valid, valid_length));
    assert_true(results.count > ROW && results.rows[ROW].answers == FK_PASS);
    fk_results_free(&results);
}

static void every_member_is_checked(void **state)
{
    (void)state;
    for (size_t f = 0; f < fk_result_field_count; f++) {
        const struct fk_field *field = &fk_result_fields[f];
        if (!field->is_optional) {
            assert_refused(field->name, NULL);
        }
        assert_refused(field->name, json_true());
        assert_refused(field->name, json_object());
        if (field->required) {
            assert_refused(field->name, json_null());
        }
        switch (field->kind) {
        case FK_FIELD_TEXT:
            assert_refused(field->name, json_integer(1));
            assert_refused(field->name, json_string(""));
            break;
        case FK_FIELD_NAME:
            assert_refused(field->name, json_integer(0));
            assert_refused(field->name, json_string("x25518"));
            break;
        case FK_FIELD_INTEGER:
            assert_refused(field->name, json_integer(-1));
            assert_refused(field->name, json_real(1.5));
            assert_refused(field->name, json_string("1"));
            if (field->least > 0) {
                assert_refused(field->name, json_integer(0));
            }
            break;
        case FK_FIELD_REAL:
            assert_refused(field->name, json_integer(0));
            assert_refused(field->name, json_real(-1.5));
            assert_refused(field->name, json_string("1"));
            break;
        case FK_FIELD_WORDS:
            assert_refused(field->name, json_pack("[i]", 1));
            assert_refused(field->name, json_pack("[s]", "two words"));
            assert_refused(field->name, json_string("decode"));
            break;
        }
    }
}

static void members_must_agree(void **state)
{
    (void)state;
    assert_refused("cycles_min", json_integer(INT32_MAX));
    assert_refused("cycles_max", json_integer(1));
    assert_refused("cycles_median", json_null());
    assert_refused("time_ms", json_real(1e6));
    assert_refused("time_ms", json_null());
    assert_refused("samples", json_null());
    assert_refused("answers", json_null());
    assert_refused("clock_hz", json_null());
    assert_refused("current_source", json_integer(3));
    assert_refused("charge_uc", json_real(3.0));
    assert_refused("energy_uj", json_real(3.0));
    char message[4096];
    /* A failed row has no cycles; a skipped one no figure. */
    assert_false(parse_with("answers", json_string("fail"), message, sizeof message));
    assert_non_null(strstr(message, "as an answer was wrong"));
    assert_false(parse_with("skipped", json_string("why"), message, sizeof message));
    assert_non_null(strstr(message, "as the row was skipped"));
    assert_false(parse_with("current_ma", json_real(3.1), message, sizeof message));
    assert_non_null(strstr(message, "current_source: must say"));
    /* New members are ignored. */
    assert_true(parse_with("colour", json_string("blue"), message, sizeof message));
}

static void outer_members_are_checked(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "[]",
        "null",
        "{}",
        "{\"schema\": \"fieldkex-results/2\"}",
        "{\"schema\": 1}",
        "{\"schema\": \"fieldkex-results/1\"}",
        "{\"schema\": \"fieldkex-results/1\", \"tool\": 3, \"host\": {}, \"results\": []}",
        "{\"schema\": \"fieldkex-results/1\", \"tool\": {\"version\": 3}, \"host\": {}}",
        "{\"schema\": \"fieldkex-results/1\", \"tool\": {}, \"host\": {}}",
        "{\"schema\": \"fieldkex-results/1\", \"tool\": {}, \"host\": {}, \"results\": {}}",
        "{\"schema\": \"fieldkex-results/1\", \"tool\": {}, \"host\": {}, \"results\": [1]}",
        "{\"schema\": \"fieldkex-results/1\", \"tool\": {}, \"host\": {}, \"results\": [], "
        "\"results\": []}",
    };
    char message[4096];
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_false(parse(texts[i], strlen(texts[i]), message, sizeof message));
        assert_one_line(message);
    }
    const char *empty =
        "{\"schema\": \"fieldkex-results/1\", \"tool\": {}, \"host\": {}, \"results\": []}";
    assert_true(parse(empty, strlen(empty), message, sizeof message));
}

static void same_figure_twice_is_refused(void **state)
{
    (void)state;
    char message[4096];
    json_t *root = json_loadb(valid, valid_length, 0, NULL);
    json_t *rows = json_object_get(root, "results");
    size_t count = json_array_size(rows);
    json_array_append(rows, json_array_get(rows, 2));
    char *text = json_dumps(root, JSON_INDENT(1)), where[80];
    assert_false(parse(text, strlen(text), message, sizeof message));
    assert_one_line(message);
    snprintf(where, sizeof where, "results[%zu]: is about the same figure as results[2]", count);
    assert_non_null(strstr(message, where));
    free(text);
    json_decref(root);
}

static void position_is_exact(void **state)
{
    (void)state;
    static const char text[] = "{ \"a\" : \"}]\\\"{\",\n"
                               "  \"b\": [1, {\"x\": null, \"c\": [ ]},\n"
                               "     -2.5e3],\n"
                               "\t\"d\": true }";
    const struct {
        struct fk_json_step steps[3];
        size_t count;
        unsigned line, column;
    } cases[] = {
        {{{NULL, 0}}, 0, 1, 1},
        {{{"a", 0}}, 1, 1, 9},
        {{{"b", 0}}, 1, 2, 8},
        {{{"b", 0}, {NULL, 0}}, 2, 2, 9},
        {{{"b", 0}, {NULL, 1}}, 2, 2, 12},
        {{{"b", 0}, {NULL, 1}, {"c", 0}}, 3, 2, 29},
        {{{"b", 0}, {NULL, 2}}, 2, 3, 6},
        {{{"d", 0}}, 1, 4, 7},
        /* What is not there: the last thing that is. */
        {{{"b", 0}, {NULL, 9}}, 2, 2, 8},
        {{{"z", 0}}, 1, 1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fk_json_position at = fk_json_position(text, cases[i].steps, cases[i].count);
        assert_int_equal(at.line, cases[i].line);
        assert_int_equal(at.column, cases[i].column);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_is_read),
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(truncated_is_refused),
        cmocka_unit_test(damaged_never_confuses),
        cmocka_unit_test(row_is_complete),
        cmocka_unit_test(every_member_is_checked),
        cmocka_unit_test(members_must_agree),
        cmocka_unit_test(outer_members_are_checked),
        cmocka_unit_test(same_figure_twice_is_refused),
        cmocka_unit_test(position_is_exact),
    };
    return cmocka_run_group_tests(tests, read_valid, free_valid);
}
