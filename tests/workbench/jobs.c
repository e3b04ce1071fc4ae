/* SPDX-License-Identifier: MIT */
/* Jobs in processes of their own: their rows come back whatever the order, and a process that dies
 * or is interrupted leaves nothing half-done. */
#include "workbench/jobs.h"
#include "workbench/text.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum behaviour { GOOD, BAD, CRASH, VANISH, NONSENSE, INTERRUPT, ENDLESS };

struct task {
    enum behaviour behaviour;
    int number;
};

static struct fk_result row_of(int number)
{
    struct fk_result row = fk_result_unknown();
    char variant[16];
    snprintf(variant, sizeof variant, "v%02d", number);
    row.implementation = fk_copy("trial");
    row.variant = fk_copy(variant);
    row.curve = FK_LINK_X25519;
    row.operation = FK_LINK_PUBLIC_KEY;
    row.board = fk_copy("board");
    row.evidence = FK_SIMULATED;
    row.call = FK_LINK_LATER;
    row.skipped = fk_copy("of the job");
    return row;
}

static bool work(const void *context, struct fk_results *results, struct fk_job_report *report)
{
    const struct task *task = context;
    fk_job_progress(report, "two\nlines");
    switch (task->behaviour) {
    case CRASH:
        signal(SIGSEGV, SIG_DFL); /* cmocka has a handler of its own */
        raise(SIGSEGV);
        break;
    case VANISH:
        _exit(0);
    case NONSENSE:
        results->tool_version = fk_copy("not a row");
        fk_results_add(results, fk_result_unknown());
        results->rows[0].implementation = fk_copy("");
        return true;
    case INTERRUPT:
        kill(getppid(), SIGINT);
        for (;;) {
            pause();
        }
    case ENDLESS:
        for (;;) {
            pause();
        }
    default:
        break;
    }
    /* More than a pipe holds. */
    for (int i = 0; i < 200; i++) {
        struct fk_result row = row_of(task->number);
        row.clock_hz = i + 1;
        fk_results_add(results, row);
    }
    return task->behaviour == GOOD;
}

static void give_up(const void *context, struct fk_results *results, const char *reason)
{
    const struct task *task = context;
    struct fk_result row = row_of(task->number);
    free(row.skipped);
    row.skipped = fk_copy(reason);
    fk_results_add(results, row);
}

static enum fk_jobs_outcome run(const enum behaviour *behaviours, size_t count, unsigned parallel,
                                struct fk_results *results, int *signal_number)
{
    struct task tasks[16];
    struct fk_job jobs[16];
    *results = (struct fk_results){0};
    for (size_t i = 0; i < count; i++) {
        tasks[i] = (struct task){behaviours[i], (int)i};
        jobs[i] = (struct fk_job){.title = "job",
                                  .weight = (double)(i * 7 % 5),
                                  .work = work,
                                  .give_up = give_up,
                                  .context = &tasks[i]};
    }
    enum fk_jobs_outcome outcome = fk_jobs_run(jobs, count, parallel, results, signal_number);
    /* No process is left. */
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    return outcome;
}

static void rows_come_back(void **state)
{
    (void)state;
    const enum behaviour good[9] = {GOOD};
    char *first = NULL;
    for (unsigned parallel = 1; parallel <= 12; parallel += 3) {
        struct fk_results results;
        int signal_number;
        assert_int_equal(run(good, 9, parallel, &results, &signal_number), FK_JOBS_GOOD);
        assert_int_equal(results.count, 9 * 200);
        fk_results_sort(&results);
        char *text = fk_results_write(&results);
        if (first == NULL) {
            first = text;
        } else {
            assert_string_equal(text, first);
            free(text);
        }
        fk_results_free(&results);
    }
    free(first);
}

static void nothing_to_do(void **state)
{
    (void)state;
    struct fk_results results;
    int signal_number;
    assert_int_equal(run(NULL, 0, 2, &results, &signal_number), FK_JOBS_GOOD);
    assert_int_equal(results.count, 0);
}

static void dead_jobs_are_noticed(void **state)
{
    (void)state;
    static const struct {
        enum behaviour behaviour;
        const char *reason;
    } cases[] = {{CRASH, "the run was ended by signal 11"},
                 {VANISH, "the run failed"},
                 {NONSENSE, "the run failed"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fk_results results;
        int signal_number;
        const enum behaviour behaviours[] = {GOOD, cases[i].behaviour, GOOD};
        assert_int_equal(run(behaviours, 3, 2, &results, &signal_number), FK_JOBS_FAILED);
        assert_int_equal(results.count, 401);
        unsigned given_up = 0;
        for (size_t r = 0; r < results.count; r++) {
            if (strcmp(results.rows[r].skipped, "of the job") != 0) {
                assert_string_equal(results.rows[r].skipped, cases[i].reason);
                assert_string_equal(results.rows[r].variant, "v01");
                given_up++;
            }
        }
        assert_int_equal(given_up, 1);
        fk_results_free(&results);
    }
}

static void bad_jobs_keep_their_rows(void **state)
{
    (void)state;
    struct fk_results results;
    int signal_number;
    const enum behaviour behaviours[] = {BAD, GOOD};
    assert_int_equal(run(behaviours, 2, 2, &results, &signal_number), FK_JOBS_FAILED);
    assert_int_equal(results.count, 400);
    fk_results_free(&results);
}

static void interruption_ends_all(void **state)
{
    (void)state;
    struct fk_results results;
    int signal_number;
    const enum behaviour behaviours[] = {ENDLESS, INTERRUPT, ENDLESS, ENDLESS};
    struct sigaction before;
    assert_int_equal(run(behaviours, 4, 3, &results, &signal_number), FK_JOBS_INTERRUPTED);
    assert_int_equal(signal_number, SIGINT);
    /* What a signal does afterwards is the caller's business again. */
    sigaction(SIGINT, NULL, &before);
    assert_true(before.sa_handler == SIG_DFL);
    fk_results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_back),        cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(dead_jobs_are_noticed), cmocka_unit_test(bad_jobs_keep_their_rows),
        cmocka_unit_test(interruption_ends_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
