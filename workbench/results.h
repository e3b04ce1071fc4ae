/* SPDX-License-Identifier: MIT */
/* Results of a bench: docs/results-format.md, schema "fieldkex-results/1". */
#ifndef FK_WORKBENCH_RESULTS_H
#define FK_WORKBENCH_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "names.h"

#define FK_RESULTS_SCHEMA "fieldkex-results/1"

/* What is not known: null in the file, never 0. Strings have NULL, reals have NaN. */
#define FK_UNKNOWN (-1)

struct fk_result {
    char *implementation, *variant, *version, *compiler, *flags;
    int64_t curve, operation; /* enum fk_link_curve, enum fk_link_operation */
    char *board;
    int64_t evidence; /* enum fk_evidence */
    int64_t clock_hz;
    int64_t flash_wait_states;
    int64_t code_memory; /* enum fk_code_memory */
    int64_t call;        /* enum fk_link_call */
    int64_t samples;
    int64_t cycles_min, cycles_median, cycles_max;
    double time_ms; /* of the median */
    double current_ma;
    char *current_source;
    double charge_uc;
    double supply_v;
    double energy_uj;
    int64_t stack_bytes;
    int64_t flash_bytes;
    int64_t answers; /* enum fk_answers */
    char *includes;  /* words with one space between; "" is an empty list, NULL is null */
    char *skipped;   /* why there is no figure, or NULL */
};

struct fk_results {
    char *tool_version;
    char *host_system, *host_machine;
    bool quick;
    struct fk_result *rows;
    size_t count;
};

/* A row of which nothing is known. */
struct fk_result fk_result_unknown(void);
void fk_result_free(struct fk_result *row);

/* Takes the row over: its strings belong to the results afterwards. */
void fk_results_add(struct fk_results *results, struct fk_result row);
void fk_results_free(struct fk_results *results);

/* Order of tables and lists: implementation, build, code memory, board, clock, curve, operation,
 * call. The same rows in any order become the same file. */
void fk_results_sort(struct fk_results *results);

/* The text of a results file, to be freed. */
char *fk_results_write(const struct fk_results *results);

/* Reads and checks a results file strictly. false after one line on standard error that names the
 * file, the line, the column and the field. */
bool fk_results_read(struct fk_results *results, const char *path);
/* The same of text in memory; `path` is only for messages. */
bool fk_results_parse(struct fk_results *results, const char *path, const char *text,
                      size_t length);

/* The members of one row in the file, in their order. */
enum fk_field_kind {
    FK_FIELD_TEXT,
    FK_FIELD_NAME,
    FK_FIELD_INTEGER,
    FK_FIELD_REAL,
    FK_FIELD_WORDS
};
struct fk_field {
    const char *name;
    size_t offset; /* in struct fk_result */
    /* FK_FIELD_NAME: the words that it may have. */
    const char *const *names;
    int name_count;
    enum fk_field_kind kind;
    /* FK_FIELD_INTEGER: the smallest value. Reals are above 0. */
    double least;
    bool required;    /* never null */
    bool is_figure;   /* null in a row that was skipped */
    bool is_optional; /* may be absent, which is null */
};
extern const struct fk_field fk_result_fields[];
extern const size_t fk_result_field_count;

#endif
