/* SPDX-License-Identifier: MIT */
/* A bench on this computer: fieldkex and OpenSSL in turn in one process, so that whatever else the
 * machine does meets both alike. */
#include "bench.h"
#include "host_operations.h"
#include "statistics.h"
#include "terminal.h"

#include <stdlib.h>
#include <time.h>

#define SAMPLES 501
#define SAMPLES_OF_QUICK_BENCH 101
/* Different keys, used in turn. */
#define KEYS 5
/* Calls before timing, so that code and tables are in the caches. */
#define WARM_UP_CALLS 5

static uint64_t now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

struct contest {
    enum fk_link_curve curve;
    enum fk_link_operation operation;
    struct fk_host_operation *operations[FK_HOST_CONTENDERS][KEYS];
    uint64_t *times_ns[FK_HOST_CONTENDERS];
    bool right[FK_HOST_CONTENDERS];
    unsigned samples;
};

static bool prepare(struct contest *contest)
{
    for (unsigned k = 0; k < KEYS; k++) {
        struct fk_input input;
        if (!fk_sample_input(&input, contest->curve, contest->operation, k)) {
            return false;
        }
        for (int c = 0; c < FK_HOST_CONTENDERS; c++) {
            contest->operations[c][k] = fk_host_prepare((enum fk_host_contender)c, contest->curve,
                                                        contest->operation, &input);
            if (contest->operations[c][k] == NULL) {
                return false;
            }
        }
    }
    return true;
}

/* The known answers of the standards, before anything is timed. */
static bool check_known_answers(const struct contest *contest, enum fk_host_contender contender)
{
    bool right = true;
    for (unsigned i = 0; i < FK_KNOWN_ANSWERS; i++) {
        struct fk_input input;
        fk_known_answer(&input, contest->curve, contest->operation, i);
        struct fk_host_operation *known =
            fk_host_prepare(contender, contest->curve, contest->operation, &input);
        right = right && known != NULL && fk_host_call(known) && fk_host_check(known);
        if (known != NULL) {
            fk_host_release(known);
        }
    }
    return right;
}

static void time_one(struct contest *contest, unsigned sample, enum fk_host_contender contender)
{
    struct fk_host_operation *operation = contest->operations[contender][sample % KEYS];
    uint64_t start = now_ns();
    bool called = fk_host_call(operation);
    uint64_t end = now_ns();
    contest->times_ns[contender][sample] = end - start;
    contest->right[contender] = contest->right[contender] && called && fk_host_check(operation);
}

static void time_in_turn(struct contest *contest)
{
    for (int c = 0; c < FK_HOST_CONTENDERS; c++) {
        contest->right[c] = check_known_answers(contest, (enum fk_host_contender)c);
        contest->times_ns[c] = fk_allocate(contest->samples, sizeof(uint64_t));
        for (unsigned i = 0; i < WARM_UP_CALLS; i++) {
            contest->right[c] = contest->right[c] && fk_host_call(contest->operations[c][0]) &&
                                fk_host_check(contest->operations[c][0]);
        }
    }
    for (unsigned sample = 0; sample < contest->samples; sample++) {
        /* Who goes first changes from sample to sample. */
        for (unsigned i = 0; i < FK_HOST_CONTENDERS; i++) {
            time_one(contest, sample, (enum fk_host_contender)((i + sample) % FK_HOST_CONTENDERS));
        }
    }
}

static void add_row(struct fk_results *results, const struct contest *contest,
                    enum fk_host_contender contender)
{
    struct fk_result row = fk_result_unknown();
    row.implementation = fk_copy(fk_host_implementation(contender));
    row.variant = fk_copy(fk_host_variant(contender));
    row.version = fk_copy(fk_host_version(contender));
    row.compiler = fk_copy(fk_host_compiler(contender));
    row.flags = fk_copy(fk_host_flags(contender));
    row.curve = contest->curve;
    row.operation = contest->operation;
    row.board = fk_copy(FK_BENCH_HOST);
    row.evidence = FK_MEASURED;
    row.call = FK_LINK_LATER;
    row.includes = fk_copy(fk_host_includes(contender, contest->curve, contest->operation));
    row.answers = contest->right[contender] ? FK_PASS : FK_FAIL;
    if (contest->right[contender]) {
        struct fk_spread spread = fk_spread(contest->times_ns[contender], contest->samples);
        row.samples = contest->samples;
        row.time_ms = (double)spread.median * 1e-6;
    } else {
        fk_complain("%s on the host, %s %s: an answer is wrong", row.implementation,
                    fk_link_curve_names[contest->curve],
                    fk_link_operation_names[contest->operation]);
    }
    fk_results_add(results, row);
}

static void release(struct contest *contest)
{
    for (int c = 0; c < FK_HOST_CONTENDERS; c++) {
        for (unsigned k = 0; k < KEYS; k++) {
            if (contest->operations[c][k] != NULL) {
                fk_host_release(contest->operations[c][k]);
            }
        }
        free(contest->times_ns[c]);
    }
}

/* One curve and operation; false when something was wrong. */
static bool run_contest(const struct fk_bench *bench, struct fk_results *results,
                        enum fk_link_curve curve, enum fk_link_operation operation)
{
    struct contest contest = {.curve = curve, .operation = operation};
    contest.samples = bench->samples > 0 ? bench->samples
                      : bench->quick     ? SAMPLES_OF_QUICK_BENCH
                                         : SAMPLES;
    char *title =
        fk_format("%s %s", fk_link_curve_names[curve], fk_link_operation_names[operation]);
    fk_terminal_progress(title);
    bool good = prepare(&contest);
    if (!good) {
        fk_complain("%s on the host: OpenSSL does not take the keys", title);
    } else {
        time_in_turn(&contest);
        fk_terminal_progress(NULL);
        for (int c = 0; c < FK_HOST_CONTENDERS; c++) {
            enum fk_host_contender contender = (enum fk_host_contender)c;
            if (fk_bench_selects(bench, fk_host_implementation(contender),
                                 fk_host_variant(contender))) {
                add_row(results, &contest, contender);
                good = good && contest.right[c];
            }
        }
    }
    free(title);
    release(&contest);
    return good;
}

static bool check_selection(const struct fk_bench *bench)
{
    if (bench->clock_count > 0) {
        fk_complain("bench: the clock of the host is its own; leave --clock out");
        return false;
    }
    for (size_t i = 0; i < bench->implementation_count; i++) {
        struct fk_bench one = {.implementations = &bench->implementations[i],
                               .implementation_count = 1};
        bool found = false;
        for (int c = 0; c < FK_HOST_CONTENDERS; c++) {
            enum fk_host_contender contender = (enum fk_host_contender)c;
            found = found || fk_bench_selects(&one, fk_host_implementation(contender),
                                              fk_host_variant(contender));
        }
        if (!found) {
            fk_complain("bench: unknown implementation '%s' on the host (there is: "
                        "fieldkex/portable, openssl/evp)",
                        bench->implementations[i]);
            return false;
        }
    }
    return true;
}

enum fk_bench_outcome fk_bench_host(const struct fk_bench *bench, struct fk_results *results)
{
    bool good = true;
    if (!check_selection(bench)) {
        return FK_BENCH_USAGE;
    }
    for (int c = 0; c < FK_LINK_CURVES; c++) {
        for (int o = 0; o < FK_LINK_OPERATIONS; o++) {
            if ((bench->curves >> c & 1) != 0 && (bench->operations >> o & 1) != 0) {
                good =
                    run_contest(bench, results, (enum fk_link_curve)c, (enum fk_link_operation)o) &&
                    good;
            }
        }
    }
    fk_terminal_progress(NULL);
    return good ? FK_BENCH_GOOD : FK_BENCH_FAILED;
}
