/* SPDX-License-Identifier: MIT */
#include "board_session.h"

#include "inputs.h"
#include "statistics.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How an operation is named in lines for people: "wolfssl c-O2 at 80 MHz, x25519 public_key". */
static char *subject(const struct fk_session_plan *plan, const struct fk_image_operation *operation)
{
    return fk_format("%s %s at %g MHz%s%s%s%s", plan->image->implementation, plan->image->variant,
                     plan->clock_hz / 1e6, operation != NULL ? ", " : "",
                     operation != NULL ? fk_link_curve_names[operation->curve] : "",
                     operation != NULL ? " " : "",
                     operation != NULL ? fk_link_operation_names[operation->operation] : "");
}

__attribute__((format(printf, 3, 4))) static void
complain(const struct fk_session_plan *plan, const struct fk_image_operation *operation,
         const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *what = fk_format_list(format, arguments);
    va_end(arguments);
    char *who = subject(plan, operation);
    char *line = fk_format("%s: %s", who, what);
    if (plan->complain != NULL) {
        plan->complain(plan->context, line);
    }
    free(line);
    free(who);
    free(what);
}

static struct fk_result row_of(const struct fk_session_plan *plan,
                               const struct fk_image_operation *operation, enum fk_link_call call)
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
    row.clock_hz = plan->clock_hz;
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

static void skip_operation(struct fk_results *results, const struct fk_session_plan *plan,
                           const struct fk_image_operation *operation, const char *reason)
{
    for (int call = operation->first_differs ? FK_LINK_FIRST : FK_LINK_LATER; call <= FK_LINK_LATER;
         call++) {
        struct fk_result row = row_of(plan, operation, (enum fk_link_call)call);
        row.skipped = fk_copy(reason);
        fk_results_add(results, row);
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
    const struct fk_image_operation *operation;
    struct fk_link link;
};

static enum outcome judge(const struct session *session, enum fk_link_status status,
                          const struct fk_link_result *result, const struct fk_input *input,
                          const char *what)
{
    if (status != FK_LINK_OK) {
        complain(session->plan, session->operation, "%s", session->link.error);
        return OUTCOME_BROKEN;
    }
    if (result->status != 0) {
        complain(session->plan, session->operation, "%s: refused with status %d", what,
                 result->status);
        return OUTCOME_WRONG;
    }
    if (result->output_bytes != input->answer_bytes ||
        memcmp(result->output, input->answer, input->answer_bytes) != 0) {
        complain(session->plan, session->operation, "%s: the answer is wrong", what);
        return OUTCOME_WRONG;
    }
    return OUTCOME_RIGHT;
}

static const uint8_t *peer_of(const struct session *session, const struct fk_input *input)
{
    return session->operation->operation == FK_LINK_SHARED_SECRET ? input->public_key : NULL;
}

static enum outcome check_known_answers(struct session *session)
{
    const struct fk_image_operation *operation = session->operation;
    for (unsigned i = 0; i < FK_KNOWN_ANSWERS; i++) {
        struct fk_input input;
        struct fk_link_result result;
        char what[40];
        snprintf(what, sizeof what, "known answer %u", i + 1);
        fk_known_answer(&input, operation->curve, operation->operation, i);
        enum fk_link_status status =
            fk_link_answer(&session->link, operation->curve, operation->operation,
                           input.private_key, peer_of(session, &input), &result);
        enum outcome outcome = judge(session, status, &result, &input, what);
        if (outcome != OUTCOME_RIGHT) {
            return outcome;
        }
    }
    return OUTCOME_RIGHT;
}

/* Sample `index`, timed, or (cycles NULL) with its stack measured. */
static enum outcome measure(struct session *session, enum fk_link_call call, unsigned index,
                            uint64_t *cycles, int64_t *stack_bytes)
{
    const struct fk_image_operation *operation = session->operation;
    struct fk_input input;
    struct fk_link_result result;
    char what[40];
    snprintf(what, sizeof what, "%s, sample %u", fk_link_call_names[call], index + 1);
    if (!fk_sample_input(&input, operation->curve, operation->operation, index)) {
        complain(session->plan, operation, "%s: OpenSSL gives no answer to compare with", what);
        return OUTCOME_BROKEN;
    }
    enum fk_link_status status = (cycles != NULL ? fk_link_time : fk_link_stack)(
        &session->link, operation->curve, operation->operation, call, input.private_key,
        peer_of(session, &input), &result);
    enum outcome outcome = judge(session, status, &result, &input, what);
    if (outcome == OUTCOME_RIGHT && cycles != NULL && result.cycles == 0) {
        complain(session->plan, operation, "%s: the board counted no cycle", what);
        return OUTCOME_BROKEN;
    }
    if (outcome == OUTCOME_RIGHT && cycles != NULL) {
        *cycles = result.cycles;
    } else if (outcome == OUTCOME_RIGHT) {
        *stack_bytes = result.stack_bytes;
    }
    return outcome;
}

static enum outcome fill_row(struct session *session, struct fk_result *row)
{
    const struct fk_session_plan *plan = session->plan;
    enum fk_link_call call = (enum fk_link_call)row->call;
    uint64_t *cycles = fk_allocate(plan->samples, sizeof *cycles);
    enum outcome outcome = OUTCOME_RIGHT;
    for (unsigned i = 0; i < plan->samples && outcome == OUTCOME_RIGHT; i++) {
        outcome = measure(session, call, i, &cycles[i], NULL);
    }
    if (outcome == OUTCOME_RIGHT) {
        outcome = measure(session, call, 0, NULL, &row->stack_bytes);
    }
    if (outcome == OUTCOME_RIGHT) {
        struct fk_spread spread = fk_spread(cycles, plan->samples);
        row->answers = FK_PASS;
        row->samples = plan->samples;
        row->cycles_min = (int64_t)spread.min;
        row->cycles_median = (int64_t)spread.median;
        row->cycles_max = (int64_t)spread.max;
        row->time_ms = (double)spread.median * 1e3 / plan->clock_hz;
        row->flash_bytes = session->operation->flash_bytes;
        if (!isnan(plan->current_ma)) {
            row->current_ma = plan->current_ma;
            row->current_source = fk_copy(plan->current_source);
            row->charge_uc = row->time_ms * plan->current_ma;
        }
    }
    free(cycles);
    return outcome;
}

static bool run_operation(struct fk_results *results, struct session *session,
                          int64_t flash_wait_states, bool *broken)
{
    const struct fk_image_operation *operation = session->operation;
    const struct fk_session_plan *plan = session->plan;
    bool good = true;
    char *who = subject(plan, operation);
    if (plan->progress != NULL) {
        plan->progress(plan->context, who);
    }
    free(who);
    enum outcome known = check_known_answers(session);
    for (int call = operation->first_differs ? FK_LINK_FIRST : FK_LINK_LATER; call <= FK_LINK_LATER;
         call++) {
        struct fk_result row = row_of(plan, operation, (enum fk_link_call)call);
        row.flash_wait_states = flash_wait_states;
        enum outcome outcome = *broken ? OUTCOME_BROKEN : known;
        if (outcome == OUTCOME_RIGHT) {
            outcome = fill_row(session, &row);
        }
        if (outcome == OUTCOME_WRONG) {
            row.answers = FK_FAIL;
        } else if (outcome == OUTCOME_BROKEN) {
            row.skipped = fk_copy("the run failed");
            row.stack_bytes = FK_UNKNOWN;
            *broken = true;
        }
        good = good && outcome == OUTCOME_RIGHT;
        fk_results_add(results, row);
    }
    return good;
}

/* Who answers is the image that was loaded, and it is the board that the plan names. */
static bool check_identity(const struct fk_session_plan *plan, const struct fk_link_board *board)
{
    const struct fk_image *image = plan->image;
    if (strcmp(board->board, plan->board) != 0) {
        complain(plan, NULL, "the board says that it is '%s', not '%s'", board->board, plan->board);
        return false;
    }
    if (strcmp(board->implementation, image->implementation) != 0 ||
        strcmp(board->variant, image->variant) != 0) {
        complain(plan, NULL, "the board runs '%s %s'; the image and its images.json do not agree",
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
    struct fk_link_clock clock;
    fk_link_open(&session.link, transport, 0);
    if (fk_link_hello(&session.link, &board) != FK_LINK_OK ||
        fk_link_set_clock(&session.link, plan->clock_hz, &clock) != FK_LINK_OK) {
        complain(plan, NULL, "%s", session.link.error);
        fk_session_skip(results, plan, "the run failed");
        return false;
    }
    if (!check_identity(plan, &board)) {
        fk_session_skip(results, plan, "the run failed");
        return false;
    }
    bool good = true, broken = false;
    for (size_t i = 0; i < plan->image->operation_count; i++) {
        session.operation = &plan->image->operations[i];
        if (!is_selected(plan, session.operation)) {
            continue;
        }
        if (broken) {
            skip_operation(results, plan, session.operation, "the run failed");
        } else {
            good = run_operation(results, &session, clock.flash_wait_states, &broken) && good;
        }
    }
    return good && !broken;
}
