/* SPDX-License-Identifier: MIT */
#include "board_session.h"

#include "inputs.h"
#include "statistics.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a line for people is about: an image, its operation, the clock; the latter may be absent. */
struct subject {
    const struct fk_image_operation *operation;
    uint32_t clock_hz;
};

/* "wolfssl c-O2, x25519 public_key at 80 MHz" */
static char *name_subject(const struct fk_session_plan *plan, const struct subject *subject)
{
    struct fk_text text = {0};
    fk_text_add(&text, "%s %s", plan->image->implementation, plan->image->variant);
    if (subject->operation != NULL) {
        fk_text_add(&text, ", %s %s", fk_link_curve_names[subject->operation->curve],
                    fk_link_operation_names[subject->operation->operation]);
    }
    if (subject->clock_hz != 0) {
        fk_text_add(&text, " at %g MHz", subject->clock_hz / 1e6);
    }
    return text.bytes;
}

__attribute__((format(printf, 3, 4))) static void
complain(const struct fk_session_plan *plan, const struct subject *subject, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *what = fk_format_list(format, arguments);
    va_end(arguments);
    char *who = name_subject(plan, subject);
    char *line = fk_format("%s: %s", who, what);
    if (plan->complain != NULL) {
        plan->complain(plan->context, line);
    }
    free(line);
    free(who);
    free(what);
}

static struct fk_result row_of(const struct fk_session_plan *plan,
                               const struct fk_image_operation *operation, uint32_t clock_hz,
                               enum fk_link_call call)
{
    const struct fk_image *image = plan->image;
    struct fk_result row = fk_result_unknown();
    row.implementation = fk_copy(image->implementation);
    row.variant = fk_copy(image->variant);
    row.version = fk_copy(image->version);
    row.compiler = fk_copy(image->compiler);
    row.flags = fk_copy(image->flags);
    row.curve = operation->curve;
    row.operation = operation->operation;
    row.board = fk_copy(plan->board);
    row.evidence = plan->evidence;
    row.clock_hz = clock_hz;
    row.code_memory = image->code_memory;
    row.call = call;
    row.includes = fk_copy(operation->includes);
    return row;
}

static bool is_selected(const struct fk_session_plan *plan,
                        const struct fk_image_operation *operation)
{
    return (plan->curves >> operation->curve & 1) != 0 &&
           (plan->operations >> operation->operation & 1) != 0;
}

/* The kinds of call that have rows of their own are this one and all that follow. */
static int first_call(const struct fk_image_operation *operation)
{
    return operation->first_differs ? FK_LINK_FIRST : FK_LINK_LATER;
}

static void skip_operation(struct fk_results *results, const struct fk_session_plan *plan,
                           const struct fk_image_operation *operation, const char *reason)
{
    for (size_t c = 0; c < plan->clock_count; c++) {
        for (int call = first_call(operation); call < FK_LINK_CALLS; call++) {
            struct fk_result row =
                row_of(plan, operation, plan->clocks[c].hz, (enum fk_link_call)call);
            row.skipped = fk_copy(reason);
            fk_results_add(results, row);
        }
    }
}

void fk_session_skip(struct fk_results *results, const struct fk_session_plan *plan,
                     const char *reason)
{
    const struct fk_image *image = plan->image;
    for (size_t i = 0; i < image->operation_count; i++) {
        if (is_selected(plan, &image->operations[i])) {
            skip_operation(results, plan, &image->operations[i], reason);
        }
    }
    if (image->operation_count > 0) {
        return;
    }
    unsigned curves = fk_variant_curves(image->implementation, image->variant);
    for (int c = 0; c < FK_LINK_CURVES; c++) {
        for (int o = 0; o < FK_LINK_OPERATIONS; o++) {
            struct fk_image_operation operation = {.curve = (enum fk_link_curve)c,
                                                   .operation = (enum fk_link_operation)o};
            if ((curves >> c & 1) != 0 && is_selected(plan, &operation)) {
                skip_operation(results, plan, &operation, reason);
            }
        }
    }
}

/* One call on the board and what came of it. */
enum outcome { OUTCOME_RIGHT, OUTCOME_WRONG, OUTCOME_BROKEN };

struct session {
    const struct fk_session_plan *plan;
    struct subject subject;
    struct fk_link link;
};

static enum outcome judge(const struct session *session, enum fk_link_status status,
                          const struct fk_link_result *result, const struct fk_input *input,
                          const char *what)
{
    if (status != FK_LINK_OK) {
        complain(session->plan, &session->subject, "%s", session->link.error);
        return OUTCOME_BROKEN;
    }
    if (result->status != 0) {
        complain(session->plan, &session->subject, "%s: refused with status %d", what,
                 result->status);
        return OUTCOME_WRONG;
    }
    if (result->output_bytes != input->answer_bytes ||
        memcmp(result->output, input->answer, input->answer_bytes) != 0) {
        complain(session->plan, &session->subject, "%s: the answer is wrong", what);
        return OUTCOME_WRONG;
    }
    return OUTCOME_RIGHT;
}

static const uint8_t *peer_of(const struct session *session, const struct fk_input *input)
{
    return session->subject.operation->operation == FK_LINK_SHARED_SECRET ? input->public_key
                                                                          : NULL;
}

typedef enum fk_link_status measure_fn(struct fk_link *, enum fk_link_curve, enum fk_link_operation,
                                       enum fk_link_call, const uint8_t *, const uint8_t *,
                                       struct fk_link_result *);

/* One call by fk_link_time or fk_link_stack, and whether its answer is right. */
static enum outcome measure(struct session *session, measure_fn *request, enum fk_link_call call,
                            const struct fk_input *input, const char *what,
                            struct fk_link_result *result)
{
    const struct fk_image_operation *operation = session->subject.operation;
    enum fk_link_status status = request(&session->link, operation->curve, operation->operation,
                                         call, input->private_key, peer_of(session, input), result);
    return judge(session, status, result, input, what);
}

/* The first known answer, before anything else. */
static enum outcome check_known_answer(struct session *session)
{
    const struct fk_image_operation *operation = session->subject.operation;
    struct fk_input input;
    struct fk_link_result result;
    fk_known_answer(&input, operation->curve, operation->operation, 0);
    enum fk_link_status status =
        fk_link_answer(&session->link, operation->curve, operation->operation, input.private_key,
                       peer_of(session, &input), &result);
    return judge(session, status, &result, &input, "known answer 1");
}

static enum outcome time_row(struct session *session, const struct fk_session_clock *clock,
                             struct fk_result *row)
{
    const struct fk_session_plan *plan = session->plan;
    uint64_t *cycles = fk_allocate(plan->samples, sizeof *cycles);
    enum outcome outcome = OUTCOME_RIGHT;
    for (unsigned i = 0; i < plan->samples && outcome == OUTCOME_RIGHT; i++) {
        struct fk_link_result result;
        struct fk_input input;
        char what[32];
        snprintf(what, sizeof what, "%s call, sample %u", fk_link_call_names[row->call], i + 1);
        if (!fk_sample_input(&input, (enum fk_link_curve)row->curve,
                             (enum fk_link_operation)row->operation, i)) {
            complain(plan, &session->subject, "%s: OpenSSL gives no answer to compare with", what);
            outcome = OUTCOME_BROKEN;
            break;
        }
        outcome =
            measure(session, fk_link_time, (enum fk_link_call)row->call, &input, what, &result);
        if (outcome == OUTCOME_RIGHT && result.cycles == 0) {
            complain(plan, &session->subject, "the board counted no cycle");
            outcome = OUTCOME_BROKEN;
        }
        cycles[i] = result.cycles;
    }
    if (outcome == OUTCOME_RIGHT) {
        struct fk_spread spread = fk_spread(cycles, plan->samples);
        row->samples = plan->samples;
        row->cycles_min = (int64_t)spread.min;
        row->cycles_median = (int64_t)spread.median;
        row->cycles_max = (int64_t)spread.max;
        row->time_ms = (double)spread.median * 1e3 / clock->hz;
        if (!isnan(clock->current_ma)) {
            row->current_ma = clock->current_ma;
            row->current_source = fk_copy(clock->current_source);
            row->charge_uc = row->time_ms * clock->current_ma;
        }
    }
    free(cycles);
    return outcome;
}

/* The rows of one operation: by clock, then by kind of call. */
struct rows {
    struct fk_result *rows;
    size_t clocks;
    int calls;
};

static struct rows start_rows(const struct session *session)
{
    const struct fk_session_plan *plan = session->plan;
    const struct fk_image_operation *operation = session->subject.operation;
    struct rows rows = {.clocks = plan->clock_count,
                        .calls = FK_LINK_CALLS - first_call(operation)};
    rows.rows = fk_allocate(rows.clocks * (size_t)rows.calls, sizeof *rows.rows);
    for (size_t i = 0; i < rows.clocks * (size_t)rows.calls; i++) {
        int call = first_call(operation) + (int)(i % (size_t)rows.calls);
        rows.rows[i] = row_of(plan, operation, plan->clocks[i / (size_t)rows.calls].hz,
                              (enum fk_link_call)call);
    }
    return rows;
}

static enum outcome set_clock(struct session *session, uint32_t hz, unsigned *flash_wait_states)
{
    struct fk_link_clock clock;
    session->subject.clock_hz = hz;
    if (fk_link_set_clock(&session->link, hz, &clock) != FK_LINK_OK) {
        complain(session->plan, &session->subject, "%s", session->link.error);
        return OUTCOME_BROKEN;
    }
    *flash_wait_states = clock.flash_wait_states;
    return OUTCOME_RIGHT;
}

/* The second known answer, with the stack measured: of each kind of call that has rows. */
static enum outcome measure_stacks(struct session *session, struct rows *rows)
{
    const struct fk_image_operation *operation = session->subject.operation;
    struct fk_input input;
    fk_known_answer(&input, operation->curve, operation->operation, 1);
    for (int call = 0; call < rows->calls; call++) {
        struct fk_link_result result;
        /* Where all calls are alike the first one will do, which needs no other before it. */
        enum fk_link_call kind = operation->first_differs ? (enum fk_link_call)call : FK_LINK_FIRST;
        enum outcome outcome =
            measure(session, fk_link_stack, kind, &input, "known answer 2", &result);
        if (outcome != OUTCOME_RIGHT) {
            return outcome;
        }
        for (size_t c = 0; c < rows->clocks; c++) {
            rows->rows[c * (size_t)rows->calls + (size_t)call].stack_bytes = result.stack_bytes;
        }
    }
    return OUTCOME_RIGHT;
}

static enum outcome fill_rows(struct session *session, struct rows *rows)
{
    for (size_t c = 0; c < rows->clocks; c++) {
        const struct fk_session_clock *clock = &session->plan->clocks[c];
        unsigned flash_wait_states;
        enum outcome outcome = set_clock(session, clock->hz, &flash_wait_states);
        if (outcome == OUTCOME_RIGHT && c == 0) {
            outcome = check_known_answer(session);
            if (outcome == OUTCOME_RIGHT) {
                outcome = measure_stacks(session, rows);
            }
        }
        for (int call = 0; call < rows->calls && outcome == OUTCOME_RIGHT; call++) {
            struct fk_result *row = &rows->rows[c * (size_t)rows->calls + (size_t)call];
            row->flash_wait_states = flash_wait_states;
            outcome = time_row(session, clock, row);
        }
        if (outcome != OUTCOME_RIGHT) {
            return outcome;
        }
    }
    return OUTCOME_RIGHT;
}

/* A row without figures: an answer was wrong, or the run broke off. What was measured before is not
 * to be trusted either: it came from the same code, or the same board. */
static void spoil(struct fk_result *row, enum outcome outcome)
{
    row->samples = row->cycles_min = row->cycles_median = row->cycles_max = FK_UNKNOWN;
    row->time_ms = row->charge_uc = NAN;
    row->stack_bytes = FK_UNKNOWN;
    if (outcome == OUTCOME_WRONG) {
        row->answers = FK_FAIL;
    } else {
        row->skipped = fk_copy("the run failed");
    }
}

static enum outcome run_operation(struct fk_results *results, struct session *session)
{
    const struct fk_session_plan *plan = session->plan;
    session->subject.clock_hz = 0;
    char *who = name_subject(plan, &session->subject);
    if (plan->progress != NULL) {
        plan->progress(plan->context, who);
    }
    free(who);
    struct rows rows = start_rows(session);
    enum outcome outcome = fill_rows(session, &rows);
    for (size_t i = 0; i < rows.clocks * (size_t)rows.calls; i++) {
        if (outcome == OUTCOME_RIGHT) {
            rows.rows[i].answers = FK_PASS;
            rows.rows[i].flash_bytes = session->subject.operation->flash_bytes;
        } else {
            spoil(&rows.rows[i], outcome);
        }
        fk_results_add(results, rows.rows[i]);
    }
    free(rows.rows);
    return outcome;
}

/* Who answers is the image that was loaded, and it is the board that the plan names. */
static bool check_identity(const struct fk_session_plan *plan, const struct fk_link_board *board)
{
    const struct fk_image *image = plan->image;
    if (strcmp(board->board, plan->board) != 0) {
        complain(plan, &(struct subject){0}, "the board says that it is '%s', not '%s'",
                 board->board, plan->board);
        return false;
    }
    if (strcmp(board->implementation, image->implementation) != 0 ||
        strcmp(board->variant, image->variant) != 0) {
        complain(plan, &(struct subject){0},
                 "the board runs '%s %s'; the image and its images.json do not agree",
                 board->implementation, board->variant);
        return false;
    }
    return true;
}

bool fk_board_session(struct fk_results *results, const struct fk_session_plan *plan,
                      const struct fk_link_transport *transport)
{
    struct session session = {.plan = plan};
    struct fk_link_board board;
    fk_link_open(&session.link, transport, 0);
    enum fk_link_status status = fk_link_hello(&session.link, &board);
    if (status != FK_LINK_OK) {
        complain(plan, &session.subject, "%s", session.link.error);
    }
    if (status != FK_LINK_OK || !check_identity(plan, &board)) {
        fk_session_skip(results, plan, "the run failed");
        return false;
    }
    bool good = true, broken = false;
    for (size_t i = 0; i < plan->image->operation_count; i++) {
        session.subject.operation = &plan->image->operations[i];
        if (!is_selected(plan, session.subject.operation)) {
            continue;
        }
        if (broken) {
            skip_operation(results, plan, session.subject.operation, "the run failed");
            continue;
        }
        enum outcome outcome = run_operation(results, &session);
        good = good && outcome == OUTCOME_RIGHT;
        broken = outcome == OUTCOME_BROKEN;
    }
    return good;
}
