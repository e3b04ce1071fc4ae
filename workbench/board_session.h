/* SPDX-License-Identifier: MIT */
/* One image on one board, over any transport of the board link: known answers, timed samples at
 * each clock, stack; rows of results. */
#ifndef FK_WORKBENCH_BOARD_SESSION_H
#define FK_WORKBENCH_BOARD_SESSION_H

#include "images.h"
#include "link/host.h"
#include "results.h"

struct fk_session_clock {
    uint32_t hz;
    /* Average current of the board at this clock, NaN where unknown, and its source. */
    double current_ma;
    const char *current_source;
};

struct fk_session_plan {
    const char *board;
    enum fk_evidence evidence;
    const struct fk_image *image;
    const struct fk_session_clock *clocks;
    size_t clock_count;
    unsigned samples;    /* at least 1 */
    unsigned curves;     /* bit c: enum fk_link_curve */
    unsigned operations; /* bit o: enum fk_link_operation */
    /* Each may be NULL. */
    void (*progress)(void *context, const char *line);
    void (*complain)(void *context, const char *line);
    void *context;
};

/* Adds a row for each selected operation, clock and kind of call. Known answers come before the
 * first clock and the stack after the last one: neither depends on the clock. false where an answer
 * was wrong (the row says so and has no time) or the board failed (the rows that are left say why
 * they are skipped); `complain` has had one line for each. */
bool fk_board_session(struct fk_results *results, const struct fk_session_plan *plan,
                      const struct fk_link_transport *transport);

/* The same rows without a board: skipped, and why. Operations are those of the image, or where none
 * was built those that the build is known to offer. */
void fk_session_skip(struct fk_results *results, const struct fk_session_plan *plan,
                     const char *reason);

#endif
