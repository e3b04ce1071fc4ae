/* SPDX-License-Identifier: MIT */
/* Table 2: SWRA667, Table 14 (ECDH in hardware and in software at 48 MHz), regenerated. What the
 * record has side by side stands in panels here, one below the other, each with the record's rows.
 */
#include "contender.h"
#include "published.h"
#include "tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The record's clock. Its chip runs code from an 8 KB cache, so that cycles without flash wait
 * states are taken for its own. */
#define CLOCK_MHZ 48

static const char *const implementations[] = {"mbedtls", "fieldkex", NULL};

static const struct fk_selection selection = {.table = FK_TABLE_SWRA,
                                              .board = FK_TABLES_BOARD,
                                              .clock_hz = 16000000,
                                              .flash_wait_states = 0,
                                              .curves = 1u << FK_LINK_X25519 | 1u << FK_LINK_P256,
                                              .simulated_only = true,
                                              .implementations = implementations};

enum { HARDWARE, SOFTWARE, PUBLISHED_COLUMNS };
static const enum fk_publication publications[] = {FK_SWRA667_HARDWARE, FK_SWRA667_MBEDTLS};

/* In the record's order. */
static const enum fk_link_curve curves[] = {FK_LINK_P256, FK_LINK_X25519};
static const char *const curve_titles[] = {"NIST-P256", "Curve25519"};
static const char *const operation_titles[] = {"Generate public key", "Compute shared secret"};

/* One figure of one column. */
struct figure {
    double time_ms; /* NaN where there is none: then `instead` says why */
    double current_ma;
    const char *time_text, *current_text; /* published figures keep their digits */
    char *instead;
};

/* What all panels need. */
struct panels {
    struct fk_table *table;
    const struct fk_results *results;
    const struct fk_contender *contenders;
    size_t columns; /* of the table: the published ones, then one a contender */
};

static struct figure figure_of(const struct panels *panels, size_t column, enum fk_link_curve curve,
                               enum fk_link_operation operation, enum fk_link_call call)
{
    struct figure figure = {.time_ms = NAN, .current_ma = NAN};
    if (column < PUBLISHED_COLUMNS) {
        const struct fk_published *published = fk_published(publications[column], curve, operation);
        figure.time_ms = published->time_ms;
        figure.time_text = published->time_text;
        figure.current_ma = published->current_ma;
        figure.current_text = published->current_text;
        return figure;
    }
    const struct fk_result *row =
        fk_contender_row(panels->results, &selection,
                         &panels->contenders[column - PUBLISHED_COLUMNS], curve, operation, call);
    figure.instead = fk_no_figure(row);
    if (figure.instead == NULL) {
        /* The estimate for software on that chip: what the record measured of software there. */
        const struct fk_published *software = fk_published(FK_SWRA667_MBEDTLS, curve, operation);
        figure.time_ms = (double)row->cycles_median / (CLOCK_MHZ * 1e3);
        figure.current_ma = software->current_ma;
        figure.current_text = software->current_text;
    }
    return figure;
}

enum quantity { DURATION, CURRENT, CHARGE };

static double value_of(const struct figure *figure, enum quantity quantity)
{
    switch (quantity) {
    case DURATION:
        return figure->time_ms;
    case CURRENT:
        return figure->current_ma;
    default:
        return figure->time_ms * figure->current_ma; /* ms * mA = uC */
    }
}

/* A cell with a quantity or, where `denominator` is a column, with the quantity divided by that
 * column's. */
static char *cell_of(const struct panels *panels, size_t column, enum quantity quantity,
                     size_t denominator, enum fk_link_curve curve, enum fk_link_operation operation,
                     enum fk_link_call call)
{
    struct figure figure = figure_of(panels, column, curve, operation, call);
    if (figure.instead != NULL) {
        return figure.instead;
    }
    if (denominator < panels->columns) {
        struct figure base = figure_of(panels, denominator, curve, operation, call);
        if (base.instead != NULL) {
            return base.instead;
        }
        return column == denominator
                   ? fk_copy("1")
                   : fk_three_digits(value_of(&figure, quantity) / value_of(&base, quantity));
    }
    if (quantity == DURATION && figure.time_text != NULL) {
        return fk_copy(figure.time_text);
    }
    if (quantity == CURRENT) {
        return fk_copy(figure.current_text);
    }
    return fk_three_digits(value_of(&figure, quantity));
}

static void add_rows(const struct panels *panels, enum quantity quantity, size_t denominator)
{
    for (int o = 0; o < FK_LINK_OPERATIONS; o++) {
        enum fk_link_operation operation = (enum fk_link_operation)o;
        for (size_t c = 0; c < sizeof curves / sizeof curves[0]; c++) {
            bool differ =
                fk_contenders_differ_by_call(panels->results, &selection, curves[c], operation);
            for (int call = differ ? FK_LINK_FIRST : FK_LINK_LATER; call <= FK_LINK_LATER; call++) {
                char *second = fk_format("%s%s%s", curve_titles[c], differ ? ", " : "",
                                         differ ? fk_link_call_names[call] : "");
                fk_table_add_row(panels->table, operation_titles[o], second);
                free(second);
                for (size_t column = 0; column < panels->columns; column++) {
                    fk_table_set_cell(panels->table, column,
                                      cell_of(panels, column, quantity, denominator, curves[c],
                                              operation, (enum fk_link_call)call));
                }
            }
        }
    }
}

/* `published` and `simulated` say what kind of figure the columns hold in this panel. */
static void add_panel(const struct panels *panels, const char *heading, const char *published,
                      const char *simulated, enum quantity quantity, size_t denominator)
{
    fk_table_add_panel(panels->table, heading);
    for (size_t column = 0; column < panels->columns; column++) {
        fk_table_set_cell(panels->table, column,
                          fk_copy(column < PUBLISHED_COLUMNS ? published : simulated));
    }
    add_rows(panels, quantity, denominator);
}

/* The record's improvement, and the same for fieldkex: how many times the denominator each column
 * is. `own` is fieldkex's column; it is the last one, where it has several. */
static void add_improvements(const struct panels *panels, const char *what, const char *simulated,
                             enum quantity quantity, size_t own)
{
    char *published_kind = fk_copy("pub./pub."), *simulated_kind = fk_format("%s/pub.", simulated);
    char *heading =
        fk_format("%s improvement of the hardware: each column / hardware (published)", what);
    add_panel(panels, heading, published_kind, simulated_kind, quantity, HARDWARE);
    free(heading);
    free(published_kind);
    free(simulated_kind);
    if (own == panels->columns) {
        return;
    }
    char *title = fk_contender_title(&panels->contenders[own - PUBLISHED_COLUMNS]);
    published_kind = fk_format("pub./%s", simulated);
    simulated_kind = fk_format("%s/%s", simulated, simulated);
    heading = fk_format("%s improvement of fieldkex: each column / %s (simulated)", what, title);
    add_panel(panels, heading, published_kind, simulated_kind, quantity, own);
    free(heading);
    free(published_kind);
    free(simulated_kind);
    free(title);
}

static void add_panels(const struct panels *panels)
{
    size_t own = panels->columns;
    for (size_t column = PUBLISHED_COLUMNS; column < panels->columns; column++) {
        if (strcmp(panels->contenders[column - PUBLISHED_COLUMNS].row->implementation,
                   "fieldkex") == 0) {
            own = column;
        }
    }
    add_panel(panels, "Duration (ms)", "published", "simulated", DURATION, panels->columns);
    add_improvements(panels, "Duration", "sim.", DURATION, own);
    add_panel(panels, "Average current (mA)", "published", "estimate", CURRENT, panels->columns);
    add_panel(panels, "Charge (uC) = duration x average current", "published", "estimate", CHARGE,
              panels->columns);
    add_improvements(panels, "Charge", "est.", CHARGE, own);
}

void fk_table_swra(struct fk_text *text, const struct fk_results *results, enum fk_format format,
                   bool bold)
{
    struct fk_table table;
    size_t count;
    struct fk_contender *contenders = fk_contenders(results, &selection, &count);
    fk_table_start(&table, "Table 2. ECDH at 48 MHz, in the layout of SWRA667 Table 14");
    fk_table_add_column(&table, "published, CC13x2/CC26x2", "SWRA667 Table 14", "hardware");
    fk_table_add_column(&table, "published, CC13x2/CC26x2", "SWRA667 Table 14", "mbed TLS");
    for (size_t i = 0; i < count; i++) {
        fk_contender_add_column(&table, &contenders[i], "simulated: zero-wait cycles / 48 MHz");
    }
    add_panels(&(struct panels){.table = &table,
                                .results = results,
                                .contenders = contenders,
                                .columns = PUBLISHED_COLUMNS + count});
    fk_table_print(text, &table, format, bold);
    fk_table_free(&table);
    free(contenders);

    fk_text_add(text, format == FK_FORMAT_TEXT ? "\n" : "");
    char *notes = fk_format(
        "Improvement is how many times the denominator's figure a column's is: above 1 the "
        "denominator, which each heading names, is the better one. Published: %s. Simulated "
        "columns are the cycles of the virtual NUCLEO-L476RG "
        "without flash wait states, converted to 48 MHz, because that chip runs this code from its "
        "8 KB cache: an estimate for that chip, not a measurement. Their current is an estimate "
        "too: the record's 3.10 mA of software on that chip. A first call builds the tables that "
        "later calls use; the record does not say which its calls were, and its figure stands in "
        "both rows.",
        fk_publication_sources[FK_SWRA667_HARDWARE]);
    fk_paragraph(text, format, notes);
    free(notes);
    fk_contender_notes(text, results, &selection, format);
}
