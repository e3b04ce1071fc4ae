/* SPDX-License-Identifier: MIT */
/* Lays a table out as plain text or as Markdown: panels of rows under columns with three lines of
 * heading (kind of evidence, owner, build). */
#ifndef FK_WORKBENCH_LAYOUT_H
#define FK_WORKBENCH_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

enum fk_format { FK_FORMAT_TEXT, FK_FORMAT_MARKDOWN };

#define FK_HEADINGS 3

struct fk_column {
    char *headings[FK_HEADINGS];
};

/* One panel heading or one row. */
struct fk_line {
    bool is_panel;
    char *label;  /* a panel's heading; a row's first label, shared by the rows of a group */
    char *second; /* a row's second label */
    char *
        *cells; /* one a column, NULL is empty; of a panel: what its figures are, in this column */
};

struct fk_table {
    char *title;
    struct fk_column *columns;
    size_t column_count;
    struct fk_line *lines;
    size_t line_count;
};

/* All strings are copied. Columns come before lines. */
void fk_table_start(struct fk_table *table, const char *title);
void fk_table_add_column(struct fk_table *table, const char *kind, const char *owner,
                         const char *build);
void fk_table_add_panel(struct fk_table *table, const char *heading);
/* Rows that follow each other with the same label are a group: the label is shown once. */
void fk_table_add_row(struct fk_table *table, const char *label, const char *second);
/* The cell of the last line in a column; takes `text` over. */
void fk_table_set_cell(struct fk_table *table, size_t column, char *text);
void fk_table_free(struct fk_table *table);

/* Appends the table to `text`. `bold` is for titles and panel headings on a terminal. */
void fk_table_print(struct fk_text *text, const struct fk_table *table, enum fk_format format,
                    bool bold);

/* A positive number with 3 significant digits and no exponent, to be freed: "0.476", "18.9",
 * "1250". */
char *fk_three_digits(double value);

#endif
