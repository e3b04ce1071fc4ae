/* SPDX-License-Identifier: MIT */
/* What a table sets side by side: one build of one implementation, from the rows of the results. */
#ifndef FK_WORKBENCH_CONTENDER_H
#define FK_WORKBENCH_CONTENDER_H

#include "layout.h"
#include "results.h"

/* Which rows a table takes. */
struct fk_selection {
    enum fk_table_name table; /* of each implementation the builds that this one shows */
    const char *board;
    int64_t clock_hz;          /* FK_UNKNOWN: any */
    int64_t flash_wait_states; /* FK_UNKNOWN: any */
    unsigned curves;           /* bit c: enum fk_link_curve; 0: all */
    bool simulated_only;
    const char *const *implementations; /* in the order of the columns, NULL at the end */
};

/* The rows of one column; `row` is any of them. */
struct fk_contender {
    const struct fk_result *row;
};

/* In the order of the columns; to be freed. `results` are sorted. */
struct fk_contender *fk_contenders(const struct fk_results *results,
                                   const struct fk_selection *selection, size_t *count);

/* The contender's row, or NULL. Where calls are all alike, the later call stands for the first. */
const struct fk_result *fk_contender_row(const struct fk_results *results,
                                         const struct fk_selection *selection,
                                         const struct fk_contender *contender,
                                         enum fk_link_curve curve, enum fk_link_operation operation,
                                         enum fk_link_call call);

/* Whether any contender has a first call of its own for an operation. */
bool fk_contenders_differ_by_call(const struct fk_results *results,
                                  const struct fk_selection *selection, enum fk_link_curve curve,
                                  enum fk_link_operation operation);

/* Adds the contender's column under a kind of evidence. */
void fk_contender_add_column(struct fk_table *table, const struct fk_contender *contender,
                             const char *simulated_kind);

/* "wolfSSL -O0" */
char *fk_contender_title(const struct fk_contender *contender);

/* What stands in a cell without a figure: "-" where there is no row, "skipped" or "FAILED"; NULL
 * where `row` has a figure. */
char *fk_no_figure(const struct fk_result *row);

/* Adds a note for each build and reason that the selection skipped, and for each wrong answer. */
void fk_contender_notes(struct fk_text *text, const struct fk_results *results,
                        const struct fk_selection *selection, enum fk_format format);

/* One paragraph under a table, wrapped to 110 columns. */
void fk_paragraph(struct fk_text *text, enum fk_format format, const char *paragraph);

#endif
