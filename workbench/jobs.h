/* SPDX-License-Identifier: MIT */
/* Independent pieces of a bench, each in a process of its own, several at a time. A process that
 * crashes takes no other along. */
#ifndef FK_WORKBENCH_JOBS_H
#define FK_WORKBENCH_JOBS_H

#include <stdbool.h>
#include <stddef.h>

#include "results.h"

/* What a job's process tells the one that started it. */
struct fk_job_report;
void fk_job_progress(void *report, const char *line);
void fk_job_complain(void *report, const char *line);

struct fk_job {
    const char *title;
    double weight; /* longer jobs start first; any unit */
    /* In the job's process: adds rows; false when something went wrong, after fk_job_complain. */
    bool (*work)(const void *context, struct fk_results *results, struct fk_job_report *report);
    /* In the starting process, when the job's process died: adds the rows that it owes. */
    void (*give_up)(const void *context, struct fk_results *results, const char *reason);
    const void *context;
};

enum fk_jobs_outcome { FK_JOBS_GOOD, FK_JOBS_FAILED, FK_JOBS_INTERRUPTED };

/* Processes at a time, at most. */
#define FK_JOBS_MOST_PARALLEL 64

/* Runs all jobs, `parallel` (1 to FK_JOBS_MOST_PARALLEL) at a time, and collects their rows; the
 * order of the jobs is changed. Progress goes to the terminal, complaints to standard error. After
 * Ctrl-C or SIGTERM all processes are ended and *signal_number says which it was. */
enum fk_jobs_outcome fk_jobs_run(struct fk_job *jobs, size_t count, unsigned parallel,
                                 struct fk_results *results, int *signal_number);

#endif
