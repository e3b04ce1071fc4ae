/* SPDX-License-Identifier: MIT */
/* Rows of results in memory. */
#include "results.h"

#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct fk_result, member)
#define TEXT(member) .name = #member, .kind = FK_FIELD_TEXT, .offset = AT(member)
#define NAME(member, words, word_count)                                                            \
    .name = #member, .kind = FK_FIELD_NAME, .offset = AT(member), .names = (words),                \
    .name_count = (word_count)
#define INTEGER(member, smallest)                                                                  \
    .name = #member, .kind = FK_FIELD_INTEGER, .offset = AT(member), .least = (smallest)
#define REAL(member) .name = #member, .kind = FK_FIELD_REAL, .offset = AT(member)

const struct fk_field fk_result_fields[] = {
    {TEXT(implementation), .required = true},
    {TEXT(variant), .required = true},
    {TEXT(version)},
    {TEXT(compiler)},
    {TEXT(flags)},
    {NAME(curve, fk_link_curve_names, FK_LINK_CURVES), .required = true},
    {NAME(operation, fk_link_operation_names, FK_LINK_OPERATIONS), .required = true},
    {TEXT(board), .required = true},
    {NAME(evidence, fk_evidence_names, FK_EVIDENCES), .required = true},
    {INTEGER(clock_hz, 1)},
    {INTEGER(flash_wait_states, 0)},
    {NAME(code_memory, fk_code_memory_names, FK_CODE_MEMORIES)},
    {NAME(call, fk_link_call_names, FK_LINK_CALLS), .required = true},
    {INTEGER(samples, 1), .is_figure = true},
    {INTEGER(cycles_min, 1), .is_figure = true},
    {INTEGER(cycles_median, 1), .is_figure = true},
    {INTEGER(cycles_max, 1), .is_figure = true},
    {REAL(time_ms), .is_figure = true},
    {REAL(current_ma)},
    {TEXT(current_source)},
    {REAL(charge_uc), .is_figure = true},
    {REAL(supply_v)},
    {REAL(energy_uj), .is_figure = true},
    {INTEGER(stack_bytes, 0), .is_figure = true},
    {INTEGER(flash_bytes, 0), .is_figure = true},
    {NAME(answers, fk_answers_names, FK_ANSWERS), .is_figure = true},
    {.name = "includes", .kind = FK_FIELD_WORDS, .offset = AT(includes)},
    {TEXT(skipped), .is_optional = true},
};
const size_t fk_result_field_count = sizeof fk_result_fields / sizeof fk_result_fields[0];

struct fk_result fk_result_unknown(void)
{
    struct fk_result row = {0};
    for (size_t i = 0; i < fk_result_field_count; i++) {
        char *at = (char *)&row + fk_result_fields[i].offset;
        switch (fk_result_fields[i].kind) {
        case FK_FIELD_NAME:
        case FK_FIELD_INTEGER:
            *(int64_t *)(void *)at = FK_UNKNOWN;
            break;
        case FK_FIELD_REAL:
            *(double *)(void *)at = NAN;
            break;
        default:
            break;
        }
    }
    return row;
}

void fk_result_free(struct fk_result *row)
{
    for (size_t i = 0; i < fk_result_field_count; i++) {
        enum fk_field_kind kind = fk_result_fields[i].kind;
        if (kind == FK_FIELD_TEXT || kind == FK_FIELD_WORDS) {
            free(*(char **)(void *)((char *)row + fk_result_fields[i].offset));
        }
    }
    *row = fk_result_unknown();
}

void fk_results_add(struct fk_results *results, struct fk_result row)
{
    /* Room doubles at each power of two. */
    if ((results->count & (results->count - 1)) == 0) {
        size_t room = results->count == 0 ? 1 : results->count * 2;
        results->rows = fk_grow(results->rows, room, sizeof *results->rows);
    }
    results->rows[results->count++] = row;
}

void fk_results_free(struct fk_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        fk_result_free(&results->rows[i]);
    }
    free(results->rows);
    free(results->tool_version);
    free(results->host_system);
    free(results->host_machine);
    *results = (struct fk_results){0};
}

static int order(int64_t left, int64_t right)
{
    return (left > right) - (left < right);
}

static int compare(const void *left, const void *right)
{
    const struct fk_result *a = left, *b = right;
    int by[] = {
        order(fk_variant_rank(a->implementation, a->variant),
              fk_variant_rank(b->implementation, b->variant)),
        strcmp(a->implementation, b->implementation),
        strcmp(a->variant, b->variant),
        order(a->code_memory, b->code_memory),
        strcmp(a->board, b->board),
        order(a->evidence, b->evidence),
        order(a->clock_hz, b->clock_hz),
        order(a->curve, b->curve),
        order(a->operation, b->operation),
        order(a->call, b->call),
    };
    for (size_t i = 0; i < sizeof by / sizeof by[0]; i++) {
        if (by[i] != 0) {
            return by[i];
        }
    }
    return 0;
}

void fk_results_sort(struct fk_results *results)
{
    if (results->count > 1) {
        qsort(results->rows, results->count, sizeof *results->rows, compare);
    }
}
