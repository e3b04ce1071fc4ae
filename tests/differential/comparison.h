/* SPDX-License-Identifier: MIT */
/* Operations against independent ones on uniform and on carry-biased inputs. */
#ifndef FK_TESTS_COMPARISON_H
#define FK_TESTS_COMPARISON_H

#include "operations.h"

#include <stdbool.h>
#include <stddef.h>

#define FK_MOST_JUDGES 8

struct fk_judge {
    const struct fk_operations *operations;
    /* Joins for every so manyth question: a slow library not for each. A number that has no factor
     * in common with 4, the pattern of the questions. */
    unsigned every;
    /* Which error it gives is that of the library's contract. */
    bool knows_statuses;
};

/*
 * Asks the subject and the judges `cases` questions of a group ("x25519", "x448", "p256"). False,
 * after a line for each on standard error, where answers differ, or where not exactly
 * expected_judges had an answer. FIELDKEX_SEED repeats a run.
 */
bool fk_compare_operations(const char *group, unsigned cases, const struct fk_operations *subject,
                           const struct fk_judge *judges, size_t judge_count,
                           size_t expected_judges);

#endif
