/* SPDX-License-Identifier: MIT */
/* What one bench shall do, as the command line says it, and its two ways: on a virtual board, and
 * on the computer that runs the workbench. */
#ifndef FK_WORKBENCH_BENCH_H
#define FK_WORKBENCH_BENCH_H

#include "jobs.h"
#include "results.h"
#include "text.h"

#define FK_BENCH_HOST "host"
#define FK_BENCH_DEFAULT_BOARD "nucleo-l476rg"

struct fk_bench {
    const char *board;
    const char *images;           /* --images, or NULL */
    const char **implementations; /* NAME or NAME/VARIANT, or none for all */
    size_t implementation_count;
    uint64_t *clocks; /* in hertz, or none for all of the board */
    size_t clock_count;
    unsigned curves, operations; /* bits */
    unsigned samples;            /* 0: as many as the kind of bench takes */
    unsigned parallel;           /* processes at a time */
    bool quick;
    /* Reverses the order of operations and jobs, and watches all that happens with probes: neither
     * may change a cycle. For tests of that. */
    bool reversed, probed;
};

enum fk_bench_outcome {
    FK_BENCH_GOOD,
    FK_BENCH_FAILED, /* a wrong answer, or a board that failed; there are rows */
    FK_BENCH_USAGE,  /* nothing was run, after one line on standard error */
    FK_BENCH_INTERRUPTED
};

/* Adds rows, in no particular order. *signal_number is set when interrupted. */
enum fk_bench_outcome fk_bench_virtual(const struct fk_bench *bench, struct fk_results *results,
                                       int *signal_number);
enum fk_bench_outcome fk_bench_host(const struct fk_bench *bench, struct fk_results *results);

/* Whether NAME or NAME/VARIANT was selected. */
bool fk_bench_selects(const struct fk_bench *bench, const char *implementation,
                      const char *variant);

/* The rows as a list for people, ratios of a host bench included. */
void fk_bench_list(struct fk_text *text, const struct fk_results *results);
/* One line: how many rows, skipped and failed ones, and the file that has them. */
void fk_bench_summary(struct fk_text *text, const struct fk_results *results, const char *path);

#endif
