/* SPDX-License-Identifier: MIT */
#include "contender.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PARAGRAPH_WIDTH 110

static int place(const char *const *implementations, const char *name)
{
    for (int i = 0; implementations[i] != NULL; i++) {
        if (strcmp(implementations[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static bool is_selected(const struct fk_result *row, const struct fk_selection *selection)
{
    return strcmp(row->board, selection->board) == 0 &&
           (selection->clock_hz == FK_UNKNOWN || row->clock_hz == selection->clock_hz) &&
           (selection->flash_wait_states == FK_UNKNOWN ||
            row->flash_wait_states == selection->flash_wait_states ||
            /* What was never timed may have none. */
            (row->cycles_median == FK_UNKNOWN && row->flash_wait_states == FK_UNKNOWN)) &&
           (selection->curves == 0 || (selection->curves >> row->curve & 1) != 0) &&
           (!selection->simulated_only || row->evidence == FK_SIMULATED) &&
           place(selection->implementations, row->implementation) >= 0 &&
           fk_variant_is_in_table(row->implementation, row->variant, selection->table);
}

static bool same_column(const struct fk_result *a, const struct fk_result *b)
{
    return a->evidence == b->evidence && strcmp(a->implementation, b->implementation) == 0 &&
           strcmp(a->variant, b->variant) == 0 && a->code_memory == b->code_memory;
}

struct fk_contender *fk_contenders(const struct fk_results *results,
                                   const struct fk_selection *selection, size_t *count)
{
    struct fk_contender *contenders = fk_allocate(results->count, sizeof *contenders);
    *count = 0;
    /* Evidence first, so that its kinds stay apart; then implementations in the table's order. The
     * builds of one implementation are in order already. */
    for (int evidence = 0; evidence < FK_EVIDENCES; evidence++) {
        for (int i = 0; selection->implementations[i] != NULL; i++) {
            for (size_t r = 0; r < results->count; r++) {
                const struct fk_result *row = &results->rows[r];
                if (row->evidence != evidence || !is_selected(row, selection) ||
                    place(selection->implementations, row->implementation) != i) {
                    continue;
                }
                bool known = false;
                for (size_t c = 0; c < *count; c++) {
                    known = known || same_column(contenders[c].row, row);
                }
                if (!known) {
                    contenders[(*count)++].row = row;
                }
            }
        }
    }
    return contenders;
}

const struct fk_result *fk_contender_row(const struct fk_results *results,
                                         const struct fk_selection *selection,
                                         const struct fk_contender *contender,
                                         enum fk_link_curve curve, enum fk_link_operation operation,
                                         enum fk_link_call call)
{
    const struct fk_result *later = NULL;
    for (size_t r = 0; r < results->count; r++) {
        const struct fk_result *row = &results->rows[r];
        if (is_selected(row, selection) && same_column(row, contender->row) &&
            row->curve == (int64_t)curve && row->operation == (int64_t)operation) {
            if (row->call == (int64_t)call) {
                return row;
            }
            if (row->call == FK_LINK_LATER) {
                later = row;
            }
        }
    }
    return later;
}

bool fk_contenders_differ_by_call(const struct fk_results *results,
                                  const struct fk_selection *selection, enum fk_link_curve curve,
                                  enum fk_link_operation operation)
{
    for (size_t r = 0; r < results->count; r++) {
        const struct fk_result *row = &results->rows[r];
        if (is_selected(row, selection) && row->curve == (int64_t)curve &&
            row->operation == (int64_t)operation && row->call == FK_LINK_FIRST) {
            return true;
        }
    }
    return false;
}

void fk_contender_add_column(struct fk_table *table, const struct fk_contender *contender,
                             const char *simulated_kind)
{
    const struct fk_result *row = contender->row;
    char *owner =
        fk_format("%s%s%s", fk_implementation_title(row->implementation),
                  row->version != NULL ? " " : "", row->version != NULL ? row->version : "");
    char *build = fk_format("%s%s", fk_variant_title(row->implementation, row->variant),
                            row->code_memory == FK_SRAM2 ? " SRAM2" : "");
    fk_table_add_column(table,
                        row->evidence == FK_SIMULATED ? simulated_kind : "measured on the board",
                        owner, build);
    free(owner);
    free(build);
}

char *fk_contender_title(const struct fk_contender *contender)
{
    return fk_format("%s %s", fk_implementation_title(contender->row->implementation),
                     fk_variant_title(contender->row->implementation, contender->row->variant));
}

char *fk_no_figure(const struct fk_result *row)
{
    if (row == NULL) {
        return fk_copy("-");
    }
    if (row->skipped != NULL) {
        return fk_copy("skipped");
    }
    if (row->answers != FK_PASS) {
        return fk_copy("FAILED");
    }
    return NULL;
}

static bool same_note(const struct fk_result *a, const struct fk_result *b)
{
    if (!same_column(a, b) || (a->skipped == NULL) != (b->skipped == NULL)) {
        return false;
    }
    return a->skipped != NULL ? strcmp(a->skipped, b->skipped) == 0
                              : a->answers == b->answers && a->curve == b->curve &&
                                    a->operation == b->operation && a->call == b->call;
}

void fk_contender_notes(struct fk_text *text, const struct fk_results *results,
                        const struct fk_selection *selection, enum fk_format format)
{
    for (size_t r = 0; r < results->count; r++) {
        const struct fk_result *row = &results->rows[r];
        if (!is_selected(row, selection) || (row->skipped == NULL && row->answers != FK_FAIL)) {
            continue;
        }
        bool said = false;
        for (size_t before = 0; before < r && !said; before++) {
            said = is_selected(&results->rows[before], selection) &&
                   same_note(&results->rows[before], row);
        }
        if (said) {
            continue;
        }
        char *title = fk_contender_title(&(struct fk_contender){row});
        char *note = row->skipped != NULL ? fk_format("%s: skipped: %s", title, row->skipped)
                                          : fk_format("%s, %s %s: FAILED: an answer was wrong",
                                                      title, fk_link_curve_names[row->curve],
                                                      fk_link_operation_names[row->operation]);
        fk_paragraph(text, format, note);
        free(note);
        free(title);
    }
}

void fk_paragraph(struct fk_text *text, enum fk_format format, const char *paragraph)
{
    size_t column = 0;
    if (format == FK_FORMAT_MARKDOWN) {
        fk_text_add(text, "\n%s\n", paragraph);
        return;
    }
    while (*paragraph != '\0') {
        size_t length = strcspn(paragraph, " ");
        if (column > 0 && column + 1 + length > PARAGRAPH_WIDTH) {
            fk_text_add(text, "\n");
            column = 0;
        }
        fk_text_add(text, "%s%.*s", column > 0 ? " " : "", (int)length, paragraph);
        column += (column > 0) + length;
        paragraph += length + (paragraph[length] == ' ');
    }
    fk_text_add(text, "\n");
}
