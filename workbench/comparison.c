/* SPDX-License-Identifier: MIT */
#include "comparison.h"

#include <stdlib.h>
#include <string.h>

/* What stands for nothing on both sides is the same. */
static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* A row that was skipped may know neither its clock's nor its code's memory. */
static bool same_row(const struct fk_result *a, const struct fk_result *b)
{
    return strcmp(a->implementation, b->implementation) == 0 &&
           strcmp(a->variant, b->variant) == 0 && strcmp(a->board, b->board) == 0 &&
           a->code_memory == b->code_memory && a->evidence == b->evidence &&
           a->clock_hz == b->clock_hz && a->curve == b->curve && a->operation == b->operation &&
           a->call == b->call;
}

static bool has_figures(const struct fk_result *row)
{
    return row->skipped == NULL && row->answers == FK_PASS && row->cycles_median != FK_UNKNOWN;
}

/* The row with figures that stands for the same thing, or NULL. */
static const struct fk_result *find(const struct fk_results *results, const struct fk_result *like)
{
    for (size_t i = 0; i < results->count; i++) {
        if (has_figures(&results->rows[i]) && same_row(&results->rows[i], like)) {
            return &results->rows[i];
        }
    }
    return NULL;
}

static void add_name(struct fk_text *text, const struct fk_result *row)
{
    char *who =
        fk_format("%s/%s%s%s", row->implementation, row->variant, row->code_memory > 0 ? " " : "",
                  row->code_memory > 0 ? fk_code_memory_names[row->code_memory] : "");
    fk_text_add(text, "%-30s %-6s %-13s %-5s ", who, fk_link_curve_names[row->curve],
                fk_link_operation_names[row->operation], fk_link_call_names[row->call]);
    if (row->clock_hz == FK_UNKNOWN) {
        fk_text_add(text, "%4s", "-");
    } else {
        fk_text_add(text, "%4g", (double)row->clock_hz / 1e6);
    }
    free(who);
}

static void add_bytes(struct fk_text *text, int64_t old_bytes, int64_t new_bytes, int width)
{
    if (old_bytes == FK_UNKNOWN || new_bytes == FK_UNKNOWN) {
        fk_text_add(text, " %*s", width, "-");
    } else {
        fk_text_add(text, " %+*lld", width, (long long)(new_bytes - old_bytes));
    }
}

static void add_heading(struct fk_text *text)
{
    fk_text_add(text, "%-30s %-6s %-13s %-5s %4s %11s %11s %9s %8s %8s\n", "implementation",
                "curve", "operation", "call", "MHz", "old cycles", "new cycles", "change",
                "stack B", "flash B");
}

static void add_lonely(struct fk_text *text, const struct fk_result *row, const char *why)
{
    add_name(text, row);
    fk_text_add(text, "  %s\n", why);
}

/* Compares one pair; true if it is slower than the limit allows. */
static bool compare_pair(struct fk_text *text, const struct fk_result *old_row,
                         const struct fk_result *new_row, double limit_percent)
{
    const double change_percent =
        100.0 * ((double)new_row->cycles_median / (double)old_row->cycles_median - 1.0);
    const bool slower = change_percent > limit_percent;
    if (new_row->cycles_median != old_row->cycles_median ||
        new_row->stack_bytes != old_row->stack_bytes ||
        new_row->flash_bytes != old_row->flash_bytes) {
        add_name(text, new_row);
        fk_text_add(text, " %11lld %11lld %+8.2f%%", (long long)old_row->cycles_median,
                    (long long)new_row->cycles_median, change_percent);
        add_bytes(text, old_row->stack_bytes, new_row->stack_bytes, 8);
        add_bytes(text, old_row->flash_bytes, new_row->flash_bytes, 8);
        fk_text_add(text, "%s\n", slower ? "  SLOWER" : "");
    }
    return slower;
}

struct fk_comparison fk_compare(struct fk_text *text, const struct fk_results *old_results,
                                const struct fk_results *new_results, double limit_percent)
{
    struct fk_comparison sum = {0};
    struct fk_text lines = {0};
    for (size_t i = 0; i < old_results->count; i++) {
        const struct fk_result *old_row = &old_results->rows[i];
        if (!has_figures(old_row)) {
            continue;
        }
        const struct fk_result *new_row = find(new_results, old_row);
        if (new_row == NULL) {
            sum.missing++;
            add_lonely(&lines, old_row, "has no figures in the new file");
        } else if (!same_text(old_row->compiler, new_row->compiler)) {
            sum.other_compiler++;
        } else {
            sum.compared++;
            sum.slower += compare_pair(&lines, old_row, new_row, limit_percent);
        }
    }
    for (size_t i = 0; i < new_results->count; i++) {
        const struct fk_result *new_row = &new_results->rows[i];
        if (has_figures(new_row) && find(old_results, new_row) == NULL) {
            sum.added++;
            add_lonely(&lines, new_row, "is new");
        }
    }
    if (lines.length > 0) {
        add_heading(text);
        fk_text_add(text, "%s", lines.bytes);
    }
    fk_text_free(&lines);
    return sum;
}
