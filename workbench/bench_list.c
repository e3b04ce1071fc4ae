/* SPDX-License-Identifier: MIT */
/* A bench's rows as a list for people. */
#include "bench.h"
#include "layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool fk_bench_selects(const struct fk_bench *bench, const char *implementation, const char *variant)
{
    size_t length = strlen(implementation);
    for (size_t i = 0; i < bench->implementation_count; i++) {
        const char *word = bench->implementations[i];
        if (strncmp(word, implementation, length) == 0 &&
            (word[length] == '\0' ||
             (word[length] == '/' && strcmp(word + length + 1, variant) == 0))) {
            return true;
        }
    }
    return bench->implementation_count == 0;
}

static void add_number(struct fk_text *text, int64_t number, int width)
{
    if (number == FK_UNKNOWN) {
        fk_text_add(text, " %*s", width, "-");
    } else {
        fk_text_add(text, " %*lld", width, (long long)number);
    }
}

static void add_row(struct fk_text *text, const struct fk_result *row)
{
    char *who = fk_format("%s %s", row->implementation, row->variant);
    char *clock =
        row->clock_hz == FK_UNKNOWN ? fk_copy("-") : fk_format("%g", (double)row->clock_hz / 1e6);
    fk_text_add(text, "%-20s %-6s %-13s %-5s %6s", who, fk_link_curve_names[row->curve],
                fk_link_operation_names[row->operation], fk_link_call_names[row->call], clock);
    if (row->skipped != NULL) {
        fk_text_add(text, "  skipped: %s\n", row->skipped);
    } else if (row->answers != FK_PASS) {
        fk_text_add(text, "  FAILED: an answer was wrong\n");
    } else {
        char *ms = fk_three_digits(row->time_ms);
        add_number(text, row->cycles_median, 12);
        fk_text_add(text, " %9s", ms);
        add_number(text, row->stack_bytes, 7);
        add_number(text, row->flash_bytes, 8);
        fk_text_add(text, "\n");
        free(ms);
    }
    free(clock);
    free(who);
}

static const struct fk_result *find_host(const struct fk_results *results, const char *name,
                                         int curve, int operation)
{
    for (size_t i = 0; i < results->count; i++) {
        const struct fk_result *row = &results->rows[i];
        if (strcmp(row->board, FK_BENCH_HOST) == 0 && strcmp(row->implementation, name) == 0 &&
            row->curve == curve && row->operation == operation && !isnan(row->time_ms)) {
            return row;
        }
    }
    return NULL;
}

static void add_ratios(struct fk_text *text, const struct fk_results *results)
{
    bool any = false;
    for (int c = 0; c < FK_LINK_CURVES; c++) {
        for (int o = 0; o < FK_LINK_OPERATIONS; o++) {
            const struct fk_result *ours = find_host(results, "fieldkex", c, o);
            const struct fk_result *theirs = find_host(results, "openssl", c, o);
            if (ours == NULL || theirs == NULL) {
                continue;
            }
            if (!any) {
                fk_text_add(text, "\nTime of fieldkex / time of OpenSSL, medians, measured in turn "
                                  "in one process:\n");
            }
            any = true;
            char *ratio = fk_three_digits(ours->time_ms / theirs->time_ms);
            fk_text_add(text, "%-6s %-13s %6s\n", fk_link_curve_names[c],
                        fk_link_operation_names[o], ratio);
            free(ratio);
        }
    }
}

void fk_bench_list(struct fk_text *text, const struct fk_results *results)
{
    fk_text_add(text, "%-20s %-6s %-13s %-5s %6s %12s %9s %7s %8s\n", "implementation", "curve",
                "operation", "call", "MHz", "cycles", "ms", "stack B", "flash B");
    for (size_t i = 0; i < results->count; i++) {
        add_row(text, &results->rows[i]);
    }
    add_ratios(text, results);
}

void fk_bench_summary(struct fk_text *text, const struct fk_results *results, const char *path)
{
    size_t skipped = 0, wrong = 0;
    for (size_t i = 0; i < results->count; i++) {
        skipped += results->rows[i].skipped != NULL;
        wrong += results->rows[i].answers == FK_FAIL;
    }
    fk_text_add(text, "%zu rows, %zu skipped, %zu with wrong answers: %s\n", results->count,
                skipped, wrong, path);
}
