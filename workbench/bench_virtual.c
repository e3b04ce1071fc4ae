/* SPDX-License-Identifier: MIT */
/* A bench on a virtual board: one job for each image and curve. */
#include "bench.h"
#include "board_file.h"
#include "board_session.h"
#include "data.h"
#include "images.h"
#include "virtual_transport.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLES 3
#define SAMPLES_OF_SLOW_BUILDS 1
#define SAMPLES_OF_QUICK_BENCH 1

struct job {
    struct fk_session_plan plan;
    const char *board_json;
    bool probed;
    char *title;
};

/* All that the jobs point into. */
struct plan {
    struct fk_images images;
    struct fk_board_clocks clocks;
    char *board_json;
    struct fk_session_clock selected[FK_BOARD_MOST_CLOCKS];
    size_t selected_count;
    struct job *jobs; /* one for each image that runs and each of its curves */
    size_t job_count;
    struct fk_job *queue;
};

/* Watches and does nothing: that it is there must not change anything. */
static void watch_instruction(void *context, uint32_t address, unsigned size, uint64_t cycle,
                              bool executed)
{
    (void)address;
    (void)size;
    (void)cycle;
    (void)executed;
    ++*(uint64_t *)context;
}

static void watch_memory(void *context, uint32_t pc, uint32_t address, unsigned size, bool write)
{
    (void)pc;
    (void)address;
    (void)size;
    (void)write;
    ++*(uint64_t *)context;
}

static bool work(const void *context, struct fk_results *results, struct fk_job_report *report)
{
    const struct job *job = context;
    struct fk_session_plan plan = job->plan;
    uint64_t events = 0;
    struct fk_vboard_probe probe = {
        .instruction = watch_instruction, .memory = watch_memory, .context = &events};
    char error[512];
    plan.progress = fk_job_progress;
    plan.complain = fk_job_complain;
    plan.context = report;
    struct fk_virtual_transport *transport = fk_virtual_transport_open(
        job->board_json, plan.image->elf, job->probed ? &probe : NULL, error, sizeof error);
    if (transport == NULL) {
        fk_job_complain(report, error);
        fk_session_skip(results, &plan, "the run failed");
        return false;
    }
    struct fk_link_transport link = fk_virtual_transport_link(transport);
    bool good = fk_board_session(results, &plan, &link);
    if (good && job->probed && events == 0) {
        fk_job_complain(report, "the probes saw nothing");
        good = false;
    }
    fk_virtual_transport_close(transport);
    return good;
}

static void give_up(const void *context, struct fk_results *results, const char *reason)
{
    const struct job *job = context;
    fk_session_skip(results, &job->plan, reason);
}

/* A rough count of instructions in millions: only the order of the jobs depends on it. */
static double weight(const struct fk_session_plan *plan)
{
    static const double millions[FK_LINK_CURVES] = {2, 7, 4};
    const struct fk_image *image = plan->image;
    double sum = 0.0;
    for (size_t i = 0; i < image->operation_count; i++) {
        const struct fk_image_operation *operation = &image->operations[i];
        if ((plan->curves >> operation->curve & 1) != 0 &&
            (plan->operations >> operation->operation & 1) != 0) {
            sum += millions[operation->curve] * (operation->first_differs ? 2 : 1);
        }
    }
    /* Builds with -O0 take about ten times as long, mbed TLS about five times. */
    double factor = strstr(image->variant, "O0") != NULL            ? 10.0
                    : strstr(image->variant, "O1") != NULL          ? 2.5
                    : strcmp(image->implementation, "mbedtls") == 0 ? 5.0
                                                                    : 1.0;
    return sum * factor * (plan->samples + 0.5);
}

static const char *skip_reason(const struct fk_bench *bench, const struct fk_image *image)
{
    if (image->skipped != NULL) {
        return image->skipped;
    }
    if (bench->quick && bench->implementation_count == 0 &&
        fk_variant_is_slow(image->implementation, image->variant)) {
        return "left out by --quick";
    }
    return NULL;
}

static unsigned samples_of(const struct fk_bench *bench, const struct fk_image *image)
{
    if (bench->samples > 0) {
        return bench->samples;
    }
    if (bench->quick) {
        return SAMPLES_OF_QUICK_BENCH;
    }
    return fk_variant_is_slow(image->implementation, image->variant) ? SAMPLES_OF_SLOW_BUILDS
                                                                     : SAMPLES;
}

static bool has_clock(const struct fk_bench *bench, uint64_t hz)
{
    for (size_t i = 0; i < bench->clock_count; i++) {
        if (bench->clocks[i] == hz) {
            return true;
        }
    }
    return bench->clock_count == 0;
}

static bool check_clocks(const struct fk_bench *bench, const struct fk_board_clocks *board)
{
    for (size_t i = 0; i < bench->clock_count; i++) {
        struct fk_text known = {0};
        bool found = false;
        for (size_t c = 0; c < board->count; c++) {
            fk_text_add(&known, "%s%u", c > 0 ? ", " : "", (unsigned)board->clocks[c].hz);
            found = found || board->clocks[c].hz == bench->clocks[i];
        }
        if (!found) {
            fk_complain("bench: %s has no clock of %llu Hz (there is: %s)", bench->board,
                        (unsigned long long)bench->clocks[i], known.bytes);
        }
        fk_text_free(&known);
        if (!found) {
            return false;
        }
    }
    return true;
}

/* Every --implementation names something. */
static bool check_implementations(const struct fk_bench *bench, const struct fk_images *images)
{
    for (size_t i = 0; i < bench->implementation_count; i++) {
        struct fk_bench one = {.implementations = &bench->implementations[i],
                               .implementation_count = 1};
        struct fk_text known = {0};
        bool found = false;
        for (size_t m = 0; m < images->count; m++) {
            const struct fk_image *image = &images->images[m];
            fk_text_add(&known, "%s%s/%s", m > 0 ? ", " : "", image->implementation,
                        image->variant);
            found = found || fk_bench_selects(&one, image->implementation, image->variant);
        }
        if (!found) {
            fk_complain("bench: unknown implementation '%s' (there is: %s)",
                        bench->implementations[i], known.length > 0 ? known.bytes : "none");
        }
        fk_text_free(&known);
        if (!found) {
            return false;
        }
    }
    return true;
}

static void order_operations(struct fk_image *image)
{
    for (size_t i = 0; i < image->operation_count / 2; i++) {
        struct fk_image_operation *a = &image->operations[i],
                                  *b = &image->operations[image->operation_count - 1 - i];
        struct fk_image_operation kept = *a;
        *a = *b;
        *b = kept;
    }
}

static void select_clocks(struct plan *plan, const struct fk_bench *bench)
{
    for (size_t i = 0; i < plan->clocks.count; i++) {
        size_t c = bench->reversed ? plan->clocks.count - 1 - i : i;
        if (has_clock(bench, plan->clocks.clocks[c].hz)) {
            plan->selected[plan->selected_count++] =
                (struct fk_session_clock){.hz = plan->clocks.clocks[c].hz,
                                          .current_ma = plan->clocks.clocks[c].current_ma,
                                          .current_source = plan->clocks.clocks[c].current_source};
        }
    }
}

static void add_job(struct plan *plan, const struct fk_bench *bench,
                    const struct fk_session_plan *session, enum fk_link_curve curve)
{
    struct job job = {.board_json = plan->board_json, .probed = bench->probed, .plan = *session};
    job.plan.curves = session->curves & 1u << curve;
    if (weight(&job.plan) > 0.0) {
        job.title = fk_format("%s %s, %s", session->image->implementation, session->image->variant,
                              fk_link_curve_names[curve]);
        plan->jobs[plan->job_count++] = job;
    }
}

/*
 * A quick bench of everything leaves out the rows that no table shows, each with that reason; what
 * is asked for by name is run. That is builds that are in no table, and of mbed TLS, which takes
 * most of a bench's time, those with wait states and X448. `part` is of one curve; false where
 * nothing is left of it.
 */
static bool leave_out_the_untabled(struct fk_session_plan *part, const struct fk_bench *bench,
                                   struct fk_results *results)
{
    static const char reason[] = "left out by --quick, since no table shows it";
    const char *implementation = part->image->implementation, *variant = part->image->variant;
    bool asked_for = bench->implementation_count > 0 || bench->clock_count > 0;

    if (!bench->quick || asked_for) {
        return true;
    }
    if (!fk_variant_is_in_table(implementation, variant, FK_TABLE_WFCS) &&
        !fk_variant_is_in_table(implementation, variant, FK_TABLE_SWRA)) {
        fk_session_skip(results, part, reason);
        return false;
    }
    if (strcmp(implementation, "mbedtls") != 0) {
        return true;
    }
    if (part->curves == 1u << FK_LINK_X448) {
        fk_session_skip(results, part, reason);
        return false;
    }
    const struct fk_session_clock *slowest = part->clocks;
    for (size_t i = 1; i < part->clock_count; i++) {
        if (part->clocks[i].hz < slowest->hz) {
            slowest = &part->clocks[i];
        }
    }
    struct fk_session_plan rest = *part;
    rest.clock_count = 1;
    for (size_t i = 0; i < part->clock_count; i++) {
        rest.clocks = &part->clocks[i];
        if (rest.clocks != slowest) {
            fk_session_skip(results, &rest, reason);
        }
    }
    part->clocks = slowest;
    part->clock_count = 1;
    return true;
}

static void add_jobs(struct plan *plan, const struct fk_bench *bench, struct fk_results *results)
{
    plan->jobs = fk_allocate(plan->images.count * FK_LINK_CURVES, sizeof *plan->jobs);
    for (size_t m = 0; m < plan->images.count; m++) {
        struct fk_image *image = &plan->images.images[m];
        if (!fk_bench_selects(bench, image->implementation, image->variant)) {
            continue;
        }
        struct fk_session_plan session = {.board = bench->board,
                                          .evidence = FK_SIMULATED,
                                          .image = image,
                                          .clocks = plan->selected,
                                          .clock_count = plan->selected_count,
                                          .samples = samples_of(bench, image),
                                          .curves = bench->curves,
                                          .operations = bench->operations};
        const char *reason = skip_reason(bench, image);
        if (reason != NULL) {
            fk_session_skip(results, &session, reason);
            continue;
        }
        if (bench->reversed) {
            order_operations(image);
        }
        for (int c = 0; c < FK_LINK_CURVES; c++) {
            struct fk_session_plan part = session;
            part.curves &= 1u << c;
            if (leave_out_the_untabled(&part, bench, results)) {
                add_job(plan, bench, &part, (enum fk_link_curve)c);
            }
        }
    }
    plan->queue = fk_allocate(plan->job_count, sizeof *plan->queue);
    for (size_t j = 0; j < plan->job_count; j++) {
        const struct job *job = &plan->jobs[j];
        double w = weight(&job->plan);
        plan->queue[j] = (struct fk_job){.title = job->title,
                                         .weight = bench->reversed ? -w : w,
                                         .work = work,
                                         .give_up = give_up,
                                         .context = job};
    }
}

static void free_plan(struct plan *plan)
{
    for (size_t j = 0; j < plan->job_count; j++) {
        free(plan->jobs[j].title);
    }
    free(plan->jobs);
    free(plan->queue);
    free(plan->board_json);
    fk_images_free(&plan->images);
    fk_board_clocks_free(&plan->clocks);
}

static bool read_plan(struct plan *plan, const struct fk_bench *bench)
{
    plan->board_json = fk_data_board_json(bench->board);
    if (plan->board_json == NULL || !fk_board_file_read(&plan->clocks, plan->board_json) ||
        !check_clocks(bench, &plan->clocks)) {
        return false;
    }
    char *folder = fk_data_images(bench->images);
    bool good = folder != NULL && fk_images_read(&plan->images, folder);
    if (good && strcmp(plan->images.board, bench->board) != 0) {
        fk_complain("%s/images.json: the images are for the board '%s', not '%s'", folder,
                    plan->images.board, bench->board);
        good = false;
    }
    free(folder);
    select_clocks(plan, bench);
    return good && check_implementations(bench, &plan->images);
}

enum fk_bench_outcome fk_bench_virtual(const struct fk_bench *bench, struct fk_results *results,
                                       int *signal_number)
{
    struct plan plan = {0};
    if (!read_plan(&plan, bench)) {
        free_plan(&plan);
        return FK_BENCH_USAGE;
    }
    add_jobs(&plan, bench, results);
    enum fk_bench_outcome outcome = FK_BENCH_GOOD;
    if (plan.job_count == 0 && results->count == 0) {
        fk_complain("bench: no image offers what is selected");
        outcome = FK_BENCH_USAGE;
    } else {
        static const enum fk_bench_outcome outcomes[] = {
            [FK_JOBS_GOOD] = FK_BENCH_GOOD,
            [FK_JOBS_FAILED] = FK_BENCH_FAILED,
            [FK_JOBS_INTERRUPTED] = FK_BENCH_INTERRUPTED,
        };
        outcome = outcomes[fk_jobs_run(plan.queue, plan.job_count, bench->parallel, results,
                                       signal_number)];
    }
    free_plan(&plan);
    return outcome;
}
