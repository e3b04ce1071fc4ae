/* SPDX-License-Identifier: MIT */
/* The two published tables, regenerated from results. */
#ifndef FK_WORKBENCH_TABLES_H
#define FK_WORKBENCH_TABLES_H

#include "layout.h"
#include "results.h"

#define FK_TABLES_BOARD "nucleo-l476rg"

/* `results` are sorted; the tables are appended to `text`. */
void fk_table_wfcs(struct fk_text *text, const struct fk_results *results, enum fk_format format,
                   bool bold);
void fk_table_swra(struct fk_text *text, const struct fk_results *results, enum fk_format format,
                   bool bold);

#endif
