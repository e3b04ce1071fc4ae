/* SPDX-License-Identifier: MIT */
/* Sessions with a board: every output is checked, and what is wrong or missing has no figure. */
#include "trial_board.h"

#include "workbench/board_session.h"
#include "workbench/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct fk_image_operation operations[] = {
    {FK_LINK_X25519, FK_LINK_PUBLIC_KEY, 1234, false, (char *)"encode"},
    {FK_LINK_X25519, FK_LINK_SHARED_SECRET, 2345, false, (char *)"decode encode"},
    {FK_LINK_P256, FK_LINK_PUBLIC_KEY, -1, true, (char *)"table"},
};

static struct fk_image image = {.implementation = (char *)TRIAL_NAME,
                                .variant = (char *)TRIAL_VARIANT,
                                .version = (char *)"1",
                                .compiler = (char *)"none",
                                .flags = (char *)"none",
                                .elf = (char *)"none",
                                .code_memory = FK_FLASH,
                                .operations = operations,
                                .operation_count = 3};

static char last_complaint[1024];
static unsigned complaints;

static void take_complaint(void *context, const char *line)
{
    (void)context;
    complaints++;
    snprintf(last_complaint, sizeof last_complaint, "%s", line);
}

static const struct fk_session_clock clock_16 = {.hz = 16000000, .current_ma = NAN};

static struct fk_session_plan plan_of(unsigned samples, unsigned curves, unsigned operation_bits)
{
    return (struct fk_session_plan){.board = TRIAL_BOARD,
                                    .evidence = FK_SIMULATED,
                                    .image = &image,
                                    .clocks = &clock_16,
                                    .clock_count = 1,
                                    .samples = samples,
                                    .curves = curves,
                                    .operations = operation_bits,
                                    .complain = take_complaint};
}

static bool run_plan(struct fk_results *results, const struct fk_session_plan *plan,
                     const struct trial_fault *fault)
{
    struct fk_link_transport transport = trial_board_transport();
    *results = (struct fk_results){0};
    complaints = 0;
    last_complaint[0] = '\0';
    trial_board_start(fault);
    return fk_board_session(results, plan, &transport);
}

/* Rows that the session makes are rows that the strict reader takes. */
static void assert_readable(const struct fk_results *results)
{
    struct fk_results read;
    char *text = fk_results_write(results);
    assert_true(fk_results_parse(&read, "session", text, strlen(text)));
    assert_int_equal(read.count, results->count);
    fk_results_free(&read);
    free(text);
}

static void good_board(void **state)
{
    (void)state;
    struct fk_results results;
    struct fk_session_plan plan = plan_of(3, 7, 3);
    assert_true(run_plan(&results, &plan, &(struct trial_fault){0}));
    assert_int_equal(complaints, 0);
    assert_int_equal(results.count, 4);
    for (size_t i = 0; i < results.count; i++) {
        const struct fk_result *row = &results.rows[i];
        assert_int_equal(row->answers, FK_PASS);
        assert_int_equal(row->samples, 3);
        assert_int_equal(row->cycles_min, 3000);
        assert_int_equal(row->cycles_median, 4000);
        assert_int_equal(row->cycles_max, 5000);
        assert_true(fabs(row->time_ms - 0.25) <= 1e-9);
        assert_int_equal(row->stack_bytes, TRIAL_STACK_BYTES);
        assert_int_equal(row->flash_wait_states, 0);
        assert_true(isnan(row->current_ma) && isnan(row->charge_uc));
        assert_null(row->skipped);
    }
    assert_int_equal(results.rows[0].flash_bytes, 1234);
    assert_int_equal(results.rows[2].flash_bytes, FK_UNKNOWN);
    assert_int_equal(results.rows[2].call, FK_LINK_FIRST);
    assert_int_equal(results.rows[3].call, FK_LINK_LATER);
    assert_readable(&results);
    fk_results_free(&results);
}

/* Known answers and the stack are there once, samples at each clock. */
static void clocks_share_what_does_not_depend_on_them(void **state)
{
    (void)state;
    struct fk_results results;
    struct fk_session_plan plan = plan_of(3, 1, 1);
    const struct fk_session_clock clocks[] = {clock_16, {8000000, NAN, NULL}};
    plan.clocks = clocks;
    plan.clock_count = 2;
    assert_true(run_plan(&results, &plan, &(struct trial_fault){0}));
    assert_int_equal(trial_board_calls(), 2 + 2 * 6);
    assert_int_equal(results.count, 2);
    assert_int_equal(results.rows[0].clock_hz, 16000000);
    assert_true(fabs(results.rows[0].time_ms - 0.25) <= 1e-9);
    assert_int_equal(results.rows[1].clock_hz, 8000000);
    assert_true(fabs(results.rows[1].time_ms - 0.5) <= 1e-9);
    assert_int_equal(results.rows[1].stack_bytes, TRIAL_STACK_BYTES);
    assert_readable(&results);
    fk_results_free(&results);

    /* A wrong answer at the second clock takes the figures of the first one too. */
    assert_false(run_plan(&results, &plan, &(struct trial_fault){.wrong_call = 10}));
    assert_int_equal(results.count, 2);
    assert_int_equal(results.rows[0].answers, FK_FAIL);
    assert_int_equal(results.rows[0].cycles_median, FK_UNKNOWN);
    assert_int_equal(results.rows[1].answers, FK_FAIL);
    assert_readable(&results);
    fk_results_free(&results);
}

static void known_current_gives_charge(void **state)
{
    (void)state;
    struct fk_results results;
    struct fk_session_plan plan = plan_of(1, 1, 1);
    plan.clocks = &(struct fk_session_clock){16000000, 8.0, "a test"};
    assert_true(run_plan(&results, &plan, &(struct trial_fault){0}));
    /* The first timed call takes 5000 cycles at 16 MHz: 0.3125 ms. */
    assert_true(fabs(results.rows[0].charge_uc - 2.5) <= 1e-9);
    assert_string_equal(results.rows[0].current_source, "a test");
    assert_readable(&results);
    fk_results_free(&results);
}

/* With 3 samples the calls of one operation are: known answer 1; known answer 2 with the stack; for
 * each sample one that makes the timed one a later call, then the timed one (4, 6, 8). */
static const unsigned checked_calls[] = {1, 2, 4, 6, 8};

static void assert_one_failure(const struct fk_results *results, const char *complaint)
{
    assert_int_equal(results->count, 1);
    const struct fk_result *row = &results->rows[0];
    assert_int_equal(row->answers, FK_FAIL);
    assert_int_equal(row->samples, FK_UNKNOWN);
    assert_int_equal(row->cycles_min, FK_UNKNOWN);
    assert_int_equal(row->cycles_median, FK_UNKNOWN);
    assert_int_equal(row->cycles_max, FK_UNKNOWN);
    assert_true(isnan(row->time_ms));
    assert_int_equal(complaints, 1);
    assert_non_null(strstr(last_complaint, "trial one, x25519 "));
    assert_non_null(strstr(last_complaint, complaint));
    assert_readable(results);
}

static void every_output_is_checked(void **state)
{
    (void)state;
    for (unsigned operation = 0; operation < 2; operation++) {
        for (size_t i = 0; i < sizeof checked_calls / sizeof checked_calls[0]; i++) {
            struct fk_results results;
            struct fk_session_plan plan = plan_of(3, 1, 1u << operation);
            struct trial_fault fault = {.wrong_call = checked_calls[i]};
            assert_false(run_plan(&results, &plan, &fault));
            assert_int_equal(trial_board_calls(), checked_calls[i]);
            assert_one_failure(&results, "the answer is wrong");
            fk_results_free(&results);
        }
    }
}

static void refusals_are_failures(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof checked_calls / sizeof checked_calls[0]; i++) {
        struct fk_results results;
        struct fk_session_plan plan = plan_of(3, 1, 1);
        struct trial_fault fault = {.refused_call = checked_calls[i]};
        assert_false(run_plan(&results, &plan, &fault));
        assert_one_failure(&results, "refused with status -7");
        fk_results_free(&results);
    }
}

/* A wrong answer of one operation leaves the others their figures; of a known answer, it takes both
 * kinds of call. */
static void other_operations_go_on(void **state)
{
    (void)state;
    struct fk_results results;
    struct fk_session_plan plan = plan_of(3, 7, 3);
    /* X25519 takes 8 calls for each operation: 17 is the first known answer of P-256. */
    assert_false(run_plan(&results, &plan, &(struct trial_fault){.wrong_call = 17}));
    assert_int_equal(results.count, 4);
    assert_int_equal(results.rows[0].answers, FK_PASS);
    assert_int_equal(results.rows[1].answers, FK_PASS);
    assert_int_equal(results.rows[2].answers, FK_FAIL);
    assert_int_equal(results.rows[3].answers, FK_FAIL);
    assert_readable(&results);
    fk_results_free(&results);
}

static void dead_board_gives_no_figure(void **state)
{
    (void)state;
    struct fk_results results;
    struct fk_session_plan plan = plan_of(3, 7, 3);
    assert_false(run_plan(&results, &plan, &(struct trial_fault){.last_call = 11}));
    assert_int_equal(results.count, 4);
    assert_int_equal(results.rows[0].answers, FK_PASS);
    for (size_t i = 1; i < 4; i++) {
        assert_string_equal(results.rows[i].skipped, "the run failed");
        assert_int_equal(results.rows[i].cycles_median, FK_UNKNOWN);
    }
    assert_int_equal(complaints, 1);
    assert_non_null(strstr(last_complaint, "the trial board is dead"));
    assert_readable(&results);
    fk_results_free(&results);
}

static void silent_board_is_reported(void **state)
{
    (void)state;
    struct fk_results results;
    struct fk_session_plan plan = plan_of(3, 7, 3);
    assert_false(run_plan(&results, &plan, &(struct trial_fault){.silent = true}));
    assert_int_equal(results.count, 4);
    assert_int_equal(complaints, 1);
    assert_readable(&results);
    fk_results_free(&results);
}

static void wrong_image_is_refused(void **state)
{
    (void)state;
    struct fk_results results;
    struct fk_image other = image;
    struct fk_session_plan plan = plan_of(1, 1, 1);
    other.variant = (char *)"two";
    plan.image = &other;
    assert_false(run_plan(&results, &plan, &(struct trial_fault){0}));
    assert_int_equal(results.count, 1);
    assert_non_null(results.rows[0].skipped);
    assert_non_null(strstr(last_complaint, "do not agree"));
    fk_results_free(&results);

    plan = plan_of(1, 1, 1);
    plan.board = "another-board";
    assert_false(run_plan(&results, &plan, &(struct trial_fault){0}));
    assert_non_null(strstr(last_complaint, "the board says that it is 'trial-board'"));
    fk_results_free(&results);
}

static void unknown_clock_is_refused(void **state)
{
    (void)state;
    struct fk_results results;
    struct fk_session_plan plan = plan_of(1, 1, 1);
    plan.clocks = &(struct fk_session_clock){.hz = 80000000, .current_ma = NAN};
    assert_false(run_plan(&results, &plan, &(struct trial_fault){0}));
    assert_non_null(strstr(last_complaint, "16000000"));
    fk_results_free(&results);
}

static void skipped_builds_have_rows(void **state)
{
    (void)state;
    struct fk_results results = {0};
    struct fk_image absent = {.implementation = (char *)"wolfssl", .variant = (char *)"c-O0"};
    struct fk_session_plan plan = plan_of(1, 7, 3);
    plan.image = &absent;
    fk_session_skip(&results, &plan, "no sources");
    assert_int_equal(results.count, 4);
    for (size_t i = 0; i < results.count; i++) {
        assert_string_equal(results.rows[i].skipped, "no sources");
        assert_int_not_equal(results.rows[i].curve, FK_LINK_P256);
    }
    assert_readable(&results);
    fk_results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_board),
        cmocka_unit_test(clocks_share_what_does_not_depend_on_them),
        cmocka_unit_test(known_current_gives_charge),
        cmocka_unit_test(every_output_is_checked),
        cmocka_unit_test(refusals_are_failures),
        cmocka_unit_test(other_operations_go_on),
        cmocka_unit_test(dead_board_gives_no_figure),
        cmocka_unit_test(silent_board_is_reported),
        cmocka_unit_test(wrong_image_is_refused),
        cmocka_unit_test(unknown_clock_is_refused),
        cmocka_unit_test(skipped_builds_have_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
