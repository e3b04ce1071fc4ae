/* SPDX-License-Identifier: MIT */
/* What changed between two results files, row by row. */
#ifndef FK_WORKBENCH_COMPARISON_H
#define FK_WORKBENCH_COMPARISON_H

#include "results.h"
#include "text.h"

struct fk_comparison {
    size_t compared;       /* rows with figures in both */
    size_t slower;         /* of these, with more cycles than the limit allows */
    size_t missing;        /* rows with figures in the old file that have none in the new one */
    size_t added;          /* the other way round */
    size_t other_compiler; /* rows in both, made by different compilers: not compared */
};

/*
 * Compares the rows that stand for the same thing: implementation, variant, code memory, board,
 * evidence, clock, curve, operation and call. Cycles are medians. Appends a line to `text` for each
 * row that changed in cycles, stack bytes or flash bytes, or that only one file has. limit_percent:
 * a row is slower when its cycles grew by more.
 */
struct fk_comparison fk_compare(struct fk_text *text, const struct fk_results *old_results,
                                const struct fk_results *new_results, double limit_percent);

#endif
