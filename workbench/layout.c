/* SPDX-License-Identifier: MIT */
#include "layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDENT 2       /* of rows below their panel's heading */
#define LABEL_WIDTH 13 /* first labels are wrapped to it; longer words widen it */
#define GAP 2

void fk_table_start(struct fk_table *table, const char *title)
{
    *table = (struct fk_table){.title = fk_copy(title)};
}

void fk_table_add_column(struct fk_table *table, const char *kind, const char *owner,
                         const char *build)
{
    table->columns = fk_grow(table->columns, table->column_count + 1, sizeof *table->columns);
    table->columns[table->column_count++] =
        (struct fk_column){{fk_copy(kind), fk_copy(owner), fk_copy(build)}};
}

static void add_line(struct fk_table *table, bool is_panel, const char *label, const char *second)
{
    table->lines = fk_grow(table->lines, table->line_count + 1, sizeof *table->lines);
    table->lines[table->line_count++] =
        (struct fk_line){.is_panel = is_panel,
                         .label = fk_copy(label),
                         .second = fk_copy(second),
                         .cells = fk_allocate(table->column_count, sizeof(char *))};
}

void fk_table_add_panel(struct fk_table *table, const char *heading)
{
    add_line(table, true, heading, NULL);
}

void fk_table_add_row(struct fk_table *table, const char *label, const char *second)
{
    add_line(table, false, label, second);
}

void fk_table_set_cell(struct fk_table *table, size_t column, char *text)
{
    table->lines[table->line_count - 1].cells[column] = text;
}

void fk_table_free(struct fk_table *table)
{
    free(table->title);
    for (size_t c = 0; c < table->column_count; c++) {
        for (size_t h = 0; h < FK_HEADINGS; h++) {
            free(table->columns[c].headings[h]);
        }
    }
    for (size_t l = 0; l < table->line_count; l++) {
        free(table->lines[l].label);
        free(table->lines[l].second);
        for (size_t c = 0; c < table->column_count; c++) {
            free(table->lines[l].cells[c]);
        }
        free(table->lines[l].cells);
    }
    free(table->columns);
    free(table->lines);
    *table = (struct fk_table){0};
}

/* Widths of a table as text. */
struct widths {
    size_t first, second, label; /* label: all that stands left of the columns */
    size_t *columns;
};

static void widen(size_t *width, size_t least)
{
    if (*width < least) {
        *width = least;
    }
}

static bool starts_group(const struct fk_table *table, size_t line)
{
    const struct fk_line *row = &table->lines[line];
    return line == 0 || table->lines[line - 1].is_panel ||
           strcmp(table->lines[line - 1].label, row->label) != 0;
}

/* How many columns from `column` on share a heading and those above it. */
static size_t span_of(const struct fk_table *table, size_t column, size_t heading)
{
    size_t span = 1;
    while (column + span < table->column_count) {
        for (size_t h = 0; h <= heading; h++) {
            if (strcmp(table->columns[column].headings[h],
                       table->columns[column + span].headings[h]) != 0) {
                return span;
            }
        }
        span++;
    }
    return span;
}

/* Columns of different evidence are further apart, with a bar between. */
static const char *gap_before(const struct fk_table *table, size_t column)
{
    bool same = column > 0 && strcmp(table->columns[column - 1].headings[0],
                                     table->columns[column].headings[0]) == 0;
    return same ? "  " : "  |  ";
}

static size_t span_width(const struct fk_table *table, const struct widths *widths, size_t column,
                         size_t span)
{
    size_t width = widths->columns[column];
    for (size_t c = column + 1; c < column + span; c++) {
        width += strlen(gap_before(table, c)) + widths->columns[c];
    }
    return width;
}

/* The longest word of a label. */
static size_t longest_word(const char *label)
{
    size_t longest = 0;
    while (*label != '\0') {
        size_t length = strcspn(label, " ");
        widen(&longest, length);
        label += length + (label[length] == ' ');
    }
    return longest;
}

static struct widths measure(const struct fk_table *table)
{
    struct widths widths = {.columns = fk_allocate(table->column_count, sizeof(size_t))};
    for (size_t l = 0; l < table->line_count; l++) {
        const struct fk_line *line = &table->lines[l];
        if (!line->is_panel) {
            bool alone = starts_group(table, l) &&
                         (l + 1 == table->line_count || table->lines[l + 1].is_panel ||
                          starts_group(table, l + 1));
            size_t whole = fk_text_width(line->label);
            /* A label that wraps needs a second row to go on in. */
            widen(&widths.first, alone || whole <= LABEL_WIDTH ? whole : LABEL_WIDTH);
            widen(&widths.first, longest_word(line->label));
            widen(&widths.second, fk_text_width(line->second));
        }
        for (size_t c = 0; c < table->column_count; c++) {
            if (line->cells[c] != NULL) {
                widen(&widths.columns[c], fk_text_width(line->cells[c]));
            }
        }
    }
    widths.label = INDENT + widths.first + GAP + widths.second;
    for (size_t c = 0; c < table->column_count; c++) {
        widen(&widths.columns[c], fk_text_width(table->columns[c].headings[FK_HEADINGS - 1]));
    }
    for (size_t h = 0; h + 1 < FK_HEADINGS; h++) {
        for (size_t c = 0; c < table->column_count; c += span_of(table, c, h)) {
            size_t span = span_of(table, c, h), width = span_width(table, &widths, c, span);
            size_t needed = fk_text_width(table->columns[c].headings[h]);
            if (width < needed) {
                widths.columns[c + span - 1] += needed - width;
            }
        }
    }
    return widths;
}

static void pad_left(struct fk_text *text, const char *cell, size_t width)
{
    fk_text_fill(text, ' ', width - fk_text_width(cell));
    fk_text_add(text, "%s", cell);
}

static void pad_right(struct fk_text *text, const char *cell, size_t width)
{
    fk_text_add(text, "%s", cell);
    fk_text_fill(text, ' ', width - fk_text_width(cell));
}

static void end_line(struct fk_text *text)
{
    while (text->length > 0 && text->bytes[text->length - 1] == ' ') {
        text->bytes[--text->length] = '\0';
    }
    fk_text_add(text, "\n");
}

static void print_headings(struct fk_text *text, const struct fk_table *table,
                           const struct widths *widths)
{
    for (size_t h = 0; h < FK_HEADINGS; h++) {
        bool last = h + 1 == FK_HEADINGS;
        fk_text_fill(text, ' ', widths->label);
        for (size_t c = 0, span; c < table->column_count; c += span) {
            span = last ? 1 : span_of(table, c, h);
            size_t width = span_width(table, widths, c, span);
            const char *heading = table->columns[c].headings[h];
            fk_text_add(text, "%s", gap_before(table, c));
            if (last || span == 1) {
                pad_left(text, heading, width);
            } else {
                /* Dashes show how far a heading reaches. */
                size_t rest = width - fk_text_width(heading);
                fk_text_add(text, "%s%s", heading, rest > 1 ? " " : "");
                fk_text_fill(text, rest > 1 ? '-' : ' ', rest > 1 ? rest - 1 : rest);
            }
        }
        end_line(text);
    }
}

static void print_cells(struct fk_text *text, const struct fk_table *table,
                        const struct widths *widths, const struct fk_line *line)
{
    for (size_t c = 0; c < table->column_count; c++) {
        fk_text_add(text, "%s", gap_before(table, c));
        pad_left(text, line->cells[c] != NULL ? line->cells[c] : "", widths->columns[c]);
    }
    end_line(text);
}

static bool has_cells(const struct fk_table *table, const struct fk_line *line)
{
    for (size_t c = 0; c < table->column_count; c++) {
        if (line->cells[c] != NULL) {
            return true;
        }
    }
    return false;
}

static void print_panel(struct fk_text *text, const struct fk_table *table,
                        const struct widths *widths, const struct fk_line *line, bool bold)
{
    bool inside = fk_text_width(line->label) <= widths->label;
    const char *on = bold ? "\033[1m" : "", *off = bold ? "\033[0m" : "";
    fk_text_add(text, "%s%s%s", on, line->label, off);
    if (inside) {
        fk_text_fill(text, ' ', widths->label - fk_text_width(line->label));
        print_cells(text, table, widths, line);
        return;
    }
    end_line(text);
    if (has_cells(table, line)) {
        fk_text_fill(text, ' ', widths->label);
        print_cells(text, table, widths, line);
    }
}

/* Takes as many words of *rest as fit. */
static void print_words(struct fk_text *text, const char **rest, size_t width)
{
    size_t used = 0;
    while (**rest != '\0') {
        size_t length = strcspn(*rest, " "), blank = used > 0;
        if (used + blank + length > width) {
            break;
        }
        fk_text_add(text, "%s%.*s", blank ? " " : "", (int)length, *rest);
        used += blank + length;
        *rest += length + ((*rest)[length] == ' ');
    }
    fk_text_fill(text, ' ', width - used);
}

static void print_text(struct fk_text *text, const struct fk_table *table, bool bold)
{
    struct widths widths = measure(table);
    const char *label = "";
    fk_text_add(text, "%s%s%s\n\n", bold ? "\033[1m" : "", table->title, bold ? "\033[0m" : "");
    print_headings(text, table, &widths);
    for (size_t l = 0; l < table->line_count; l++) {
        const struct fk_line *line = &table->lines[l];
        if (line->is_panel) {
            print_panel(text, table, &widths, line, bold);
            continue;
        }
        if (starts_group(table, l)) {
            label = line->label;
        }
        fk_text_fill(text, ' ', INDENT);
        print_words(text, &label, widths.first);
        fk_text_fill(text, ' ', GAP);
        pad_right(text, line->second, widths.second);
        print_cells(text, table, &widths, line);
    }
    free(widths.columns);
}

/* '|' would end a cell. */
static void add_markdown(struct fk_text *text, const char *cell)
{
    for (; *cell != '\0'; cell++) {
        fk_text_add(text, "%s%c", *cell == '|' || *cell == '~' ? "\\" : "", *cell);
    }
}

static void print_markdown_panel(struct fk_text *text, const struct fk_table *table,
                                 const struct fk_line *panel)
{
    fk_text_add(text, "\n");
    add_markdown(text, panel->label);
    fk_text_add(text, ":\n\n| | |");
    for (size_t c = 0; c < table->column_count; c++) {
        fk_text_add(text, " ");
        for (size_t h = 0; h < FK_HEADINGS; h++) {
            const char *heading = table->columns[c].headings[h];
            add_markdown(text, heading);
            fk_text_add(text, "%s", *heading == '\0' || h + 1 == FK_HEADINGS ? "" : "<br>");
        }
        if (panel->cells[c] != NULL) {
            fk_text_add(text, "<br>*");
            add_markdown(text, panel->cells[c]);
            fk_text_add(text, "*");
        }
        fk_text_add(text, " |");
    }
    fk_text_add(text, "\n|---|---|");
    for (size_t c = 0; c < table->column_count; c++) {
        fk_text_add(text, "---:|");
    }
    fk_text_add(text, "\n");
}

static void print_markdown(struct fk_text *text, const struct fk_table *table)
{
    fk_text_add(text, "**");
    add_markdown(text, table->title);
    fk_text_add(text, "**\n");
    for (size_t l = 0; l < table->line_count; l++) {
        const struct fk_line *line = &table->lines[l];
        if (line->is_panel) {
            print_markdown_panel(text, table, line);
            continue;
        }
        fk_text_add(text, "| ");
        add_markdown(text, line->label);
        fk_text_add(text, " | ");
        add_markdown(text, line->second);
        fk_text_add(text, " |");
        for (size_t c = 0; c < table->column_count; c++) {
            fk_text_add(text, " ");
            add_markdown(text, line->cells[c] != NULL ? line->cells[c] : "");
            fk_text_add(text, " |");
        }
        fk_text_add(text, "\n");
    }
}

void fk_table_print(struct fk_text *text, const struct fk_table *table, enum fk_format format,
                    bool bold)
{
    if (format == FK_FORMAT_MARKDOWN) {
        print_markdown(text, table);
    } else {
        print_text(text, table, bold);
    }
}

char *fk_three_digits(double value)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.2e", value);
    int exponent = atoi(strchr(digits, 'e') + 1);
    return fk_format("%.*f", exponent < 2 ? 2 - exponent : 0, strtod(digits, NULL));
}
