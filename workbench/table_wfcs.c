/* SPDX-License-Identifier: MIT */
/* Table 1: the benchmark of WFCS 2022 (wolfSSL on a NUCLEO-L476RG at 80 MHz), regenerated. */
#include "contender.h"
#include "published.h"
#include "tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CLOCK_HZ 80000000

static const char *const implementations[] = {"wolfssl", "fieldkex", NULL};

static const struct fk_selection selection = {.table = FK_TABLE_WFCS,
                                              .board = FK_TABLES_BOARD,
                                              .clock_hz = CLOCK_HZ,
                                              .flash_wait_states = FK_UNKNOWN,
                                              .implementations = implementations};

static const enum fk_link_curve curves[] = {FK_LINK_X25519, FK_LINK_X448, FK_LINK_P256};
static const char *const curve_titles[] = {"Curve25519", "Curve448", "NIST P-256"};
static const char *const operation_titles[] = {"key pair generation", "key agreement"};

enum unit { MILLISECONDS, MILLION_CYCLES };

static char *published_cell(const struct fk_published *published, enum unit unit)
{
    if (published == NULL) {
        return fk_copy("-");
    }
    if (unit == MILLISECONDS) {
        return fk_copy(published->time_text);
    }
    char *digits = fk_three_digits(published->time_ms * 1e-3 * CLOCK_HZ * 1e-6);
    char *cell = fk_format("~%s", digits);
    free(digits);
    return cell;
}

static char *result_cell(const struct fk_result *row, enum unit unit)
{
    char *none = fk_no_figure(row);
    if (none != NULL) {
        return none;
    }
    if (unit == MILLISECONDS) {
        return fk_three_digits(row->time_ms);
    }
    return row->cycles_median == FK_UNKNOWN ? fk_copy("-")
                                            : fk_three_digits((double)row->cycles_median * 1e-6);
}

static void add_panel(struct fk_table *table, const struct fk_results *results,
                      const struct fk_contender *contenders, size_t count, enum unit unit)
{
    fk_table_add_panel(table, unit == MILLISECONDS ? "Milliseconds" : "Million cycles");
    for (size_t c = 0; c < sizeof curves / sizeof curves[0]; c++) {
        for (int o = 0; o < FK_LINK_OPERATIONS; o++) {
            enum fk_link_operation operation = (enum fk_link_operation)o;
            fk_table_add_row(table, curve_titles[c], operation_titles[o]);
            fk_table_set_cell(
                table, 0,
                published_cell(fk_published(FK_WFCS_2022_WOLFSSL, curves[c], operation), unit));
            for (size_t i = 0; i < count; i++) {
                const struct fk_result *row = fk_contender_row(results, &selection, &contenders[i],
                                                               curves[c], operation, FK_LINK_LATER);
                fk_table_set_cell(table, i + 1, result_cell(row, unit));
            }
        }
    }
}

/* Where the published figures lie among the simulated builds of wolfSSL's C code. */
struct comparison {
    unsigned figures;         /* published figures for which all is there to compare with */
    unsigned between;         /* above every optimised build, below the unoptimised one */
    unsigned above;           /* at or above the unoptimised build */
    unsigned among;           /* at or below some optimised build, not below all */
    unsigned below;           /* below every build */
    unsigned nearest_O0;      /* nearer, as a ratio, to the unoptimised build than to any other */
    double O0_least, O0_most; /* published / unoptimised */
    double optimised_least, optimised_most; /* published / slowest optimised build */
};

/* Milliseconds of wolfSSL's C code at one level of optimisation; NaN where there is none. */
static double simulated_ms(const struct fk_results *results, const char *variant,
                           enum fk_link_curve curve, enum fk_link_operation operation)
{
    struct fk_result wanted = {.evidence = FK_SIMULATED,
                               .implementation = (char *)"wolfssl",
                               .variant = (char *)variant,
                               .code_memory = FK_FLASH};
    const struct fk_result *row = fk_contender_row(
        results, &selection, &(struct fk_contender){&wanted}, curve, operation, FK_LINK_LATER);
    return row == NULL ? NAN : row->time_ms;
}

static void compare_figure(struct comparison *comparison, const struct fk_results *results,
                           const struct fk_published *published)
{
    static const char *const optimised[] = {"c-O1", "c-Os", "c-O2"};
    double plain = simulated_ms(results, "c-O0", published->curve, published->operation);
    double slowest = NAN, fastest = NAN;
    for (size_t i = 0; i < sizeof optimised / sizeof optimised[0]; i++) {
        double ms = simulated_ms(results, optimised[i], published->curve, published->operation);
        /* fmax and fmin pass over NaN. */
        slowest = fmax(slowest, ms);
        fastest = fmin(fastest, ms);
    }
    if (isnan(plain) || isnan(slowest)) {
        return;
    }
    double of_plain = published->time_ms / plain, of_optimised = published->time_ms / slowest;
    bool first = comparison->figures++ == 0;
    comparison->O0_least = first ? of_plain : fmin(comparison->O0_least, of_plain);
    comparison->O0_most = first ? of_plain : fmax(comparison->O0_most, of_plain);
    comparison->optimised_least =
        first ? of_optimised : fmin(comparison->optimised_least, of_optimised);
    comparison->optimised_most =
        first ? of_optimised : fmax(comparison->optimised_most, of_optimised);
    comparison->nearest_O0 += fabs(log(of_plain)) < fabs(log(of_optimised));
    if (of_plain >= 1.0) {
        comparison->above++;
    } else if (of_optimised > 1.0) {
        comparison->between++;
    } else if (published->time_ms >= fastest) {
        comparison->among++;
    } else {
        comparison->below++;
    }
}

/* "0.720" or "0.704 to 0.720" */
static char *range(double least, double most)
{
    char *low = fk_three_digits(least), *high = fk_three_digits(most);
    char *both = strcmp(low, high) == 0 ? fk_copy(low) : fk_format("%s to %s", low, high);
    free(low);
    free(high);
    return both;
}

static char *sentence(const struct fk_results *results)
{
    struct comparison seen = {0};
    for (size_t c = 0; c < sizeof curves / sizeof curves[0]; c++) {
        for (int o = 0; o < FK_LINK_OPERATIONS; o++) {
            const struct fk_published *published =
                fk_published(FK_WFCS_2022_WOLFSSL, curves[c], (enum fk_link_operation)o);
            if (published != NULL) {
                compare_figure(&seen, results, published);
            }
        }
    }
    if (seen.figures == 0) {
        return fk_copy("These results do not have wolfSSL's C code both with and without "
                       "optimisation, so they do not show between which builds the published "
                       "figures lie.");
    }
    char *of_plain = range(seen.O0_least, seen.O0_most);
    char *of_optimised = range(seen.optimised_least, seen.optimised_most);
    char *result;
    if (seen.between == seen.figures) {
        const char *nearest = seen.nearest_O0 == seen.figures
                                  ? "nearest the unoptimised one"
                                  : (seen.nearest_O0 == 0 ? "nearest the optimised one"
                                                          : "some nearest the one, some the other");
        result = fk_format("The published figures, whose build the record does not state, lie "
                           "between an optimised and an unoptimised build, %s: they are %s times "
                           "the slowest optimised build and %s times -O0.",
                           nearest, of_optimised, of_plain);
    } else if (seen.above == seen.figures) {
        result = fk_format("The published figures, whose build the record does not state, lie "
                           "above every simulated build: they are %s times -O0.",
                           of_plain);
    } else if (seen.below == seen.figures) {
        result = fk_format("The published figures, whose build the record does not state, lie "
                           "below every simulated build: they are %s times the slowest optimised "
                           "build.",
                           of_optimised);
    } else if (seen.among == seen.figures) {
        result = fk_format("The published figures, whose build the record does not state, lie "
                           "among the optimised builds: they are %s times the slowest of them.",
                           of_optimised);
    } else {
        result = fk_format("Of %u published figures, whose build the record does not state, %u lie "
                           "above every simulated build, %u between an optimised and an "
                           "unoptimised one, %u among the optimised ones and %u below every one.",
                           seen.figures, seen.above, seen.between, seen.among, seen.below);
    }
    free(of_plain);
    free(of_optimised);
    return result;
}

void fk_table_wfcs(struct fk_text *text, const struct fk_results *results, enum fk_format format,
                   bool bold)
{
    struct fk_table table;
    size_t count;
    struct fk_contender *contenders = fk_contenders(results, &selection, &count);
    fk_table_start(&table, "Table 1. NUCLEO-L476RG at 80 MHz (flash with 4 wait states)");
    fk_table_add_column(&table, "published", fk_publication_titles[FK_WFCS_2022_WOLFSSL],
                        "wolfSSL");
    for (size_t i = 0; i < count; i++) {
        fk_contender_add_column(&table, &contenders[i], "simulated on the virtual board");
    }
    add_panel(&table, results, contenders, count, MILLISECONDS);
    add_panel(&table, results, contenders, count, MILLION_CYCLES);
    fk_table_print(text, &table, format, bold);
    fk_table_free(&table);
    free(contenders);

    fk_text_add(text, format == FK_FORMAT_TEXT ? "\n" : "");
    char *seen = sentence(results);
    fk_paragraph(text, format, seen);
    free(seen);
    fk_text_add(text, format == FK_FORMAT_TEXT ? "\n" : "");
    char *source = fk_format(
        "Key pair generation is the public key from the private key. Published: %s (\"around\"); "
        "its cycles are its milliseconds at 80 MHz. Simulated figures are those of a timing model "
        "(docs/method.md says how far to trust them), not measurements.",
        fk_publication_sources[FK_WFCS_2022_WOLFSSL]);
    fk_paragraph(text, format, source);
    free(source);
    fk_contender_notes(text, results, &selection, format);
}
