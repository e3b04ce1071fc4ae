/* SPDX-License-Identifier: MIT */
#include "jobs.h"

#include "terminal.h"
#include "text.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* From a job to its parent: lines that start with P (progress) or C (complaint), at the end one
 * line G or F (all good, or failed) and then the rows as the text of a results file. */

struct fk_job_report {
    int pipe;
};

struct process {
    const struct fk_job *job; /* NULL: the place is free */
    pid_t pid;
    int pipe;
    struct fk_text received;
    size_t read; /* of received: lines that are dealt with */
    char *progress;
    bool ended, good; /* the last line has come, and what it said */
};

struct state {
    struct process *processes;
    unsigned parallel;
    size_t done, count;
    bool failed;
    struct fk_results *results;
    time_t start;
};

static volatile sig_atomic_t interrupted;

static void interrupt(int signal_number)
{
    interrupted = signal_number;
}

static bool send_all(int pipe, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(pipe, bytes, length);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
    return true;
}

static void send_line(const struct fk_job_report *report, char kind, const char *line)
{
    char *text = fk_format("%c%s\n", kind, line);
    for (char *at = text; at[1] != '\0'; at++) {
        if (*at == '\n') {
            *at = ' ';
        }
    }
    send_all(report->pipe, text, strlen(text));
    free(text);
}

void fk_job_progress(void *report, const char *line)
{
    send_line(report, 'P', line);
}

void fk_job_complain(void *report, const char *line)
{
    send_line(report, 'C', line);
}

static _Noreturn void work(const struct fk_job *job, int pipe, pid_t parent)
{
    struct fk_job_report report = {.pipe = pipe};
    struct fk_results results = {0};
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    /* Not to outlive the one that would take the rows. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(1);
    }
    bool good = job->work(job->context, &results, &report);
    send_line(&report, good ? 'G' : 'F', "");
    char *text = fk_results_write(&results);
    _exit(send_all(pipe, text, strlen(text)) ? 0 : 1);
}

static bool start(struct process *process, const struct fk_job *job)
{
    int ends[2];
    pid_t parent = getpid();
    if (pipe(ends) != 0) {
        fk_complain("%s: no pipe: %s", job->title, strerror(errno));
        return false;
    }
    fflush(stdout);
    fflush(stderr);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        work(job, ends[1], parent);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        fk_complain("%s: no process: %s", job->title, strerror(errno));
        return false;
    }
    *process = (struct process){.job = job, .pid = pid, .pipe = ends[0]};
    return true;
}

static void show_progress(const struct state *state)
{
    struct fk_text line = {0};
    fk_text_add(&line, "[%zu/%zu, %ld s]", state->done, state->count,
                (long)(time(NULL) - state->start));
    const char *before = " ";
    for (unsigned i = 0; i < state->parallel; i++) {
        const struct process *process = &state->processes[i];
        if (process->job != NULL) {
            fk_text_add(&line, "%s%s", before,
                        process->progress != NULL ? process->progress : process->job->title);
            before = "; ";
        }
    }
    fk_terminal_progress(line.bytes);
    fk_text_free(&line);
}

/* Deals with the whole lines that have come. */
static void read_lines(struct process *process)
{
    while (!process->ended && process->read < process->received.length) {
        char *line = process->received.bytes + process->read;
        char *end = strchr(line, '\n');
        if (end == NULL) {
            return;
        }
        *end = '\0';
        process->read += (size_t)(end - line) + 1;
        switch (line[0]) {
        case 'P':
            free(process->progress);
            process->progress = fk_copy(line + 1);
            break;
        case 'C':
            fk_terminal_progress(NULL);
            fk_complain("%s", line + 1);
            break;
        default:
            process->ended = true;
            process->good = line[0] == 'G';
            break;
        }
    }
}

/* The process has closed its pipe: takes its rows, or notes how it died. */
static void finish(struct state *state, struct process *process)
{
    int status;
    const struct fk_job *job = process->job;
    close(process->pipe);
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) {
    }
    struct fk_results rows = {0};
    bool whole = process->ended && WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
                 fk_results_parse(&rows, job->title, process->received.bytes + process->read,
                                  process->received.length - process->read);
    if (whole) {
        for (size_t i = 0; i < rows.count; i++) {
            fk_results_add(state->results, rows.rows[i]);
        }
        /* The rows belong to the results now. */
        rows.count = 0;
        fk_results_free(&rows);
    } else if (!interrupted) {
        char *reason = WIFSIGNALED(status)
                           ? fk_format("the run was ended by signal %d", WTERMSIG(status))
                           : fk_copy("the run failed");
        fk_terminal_progress(NULL);
        fk_complain("%s: %s", job->title, reason);
        job->give_up(job->context, state->results, reason);
        free(reason);
    }
    state->failed = state->failed || !whole || !process->good;
    state->done++;
    free(process->progress);
    fk_text_free(&process->received);
    *process = (struct process){0};
}

/* Waits for something to happen in the processes and deals with it. */
static void wait_and_read(struct state *state)
{
    struct pollfd polls[FK_JOBS_MOST_PARALLEL];
    unsigned places[FK_JOBS_MOST_PARALLEL];
    nfds_t used = 0;
    for (unsigned i = 0; i < state->parallel; i++) {
        if (state->processes[i].job != NULL) {
            places[used] = i;
            polls[used++] = (struct pollfd){.fd = state->processes[i].pipe, .events = POLLIN};
        }
    }
    if (poll(polls, used, 1000) <= 0) {
        return; /* a second is over, or a signal came */
    }
    for (nfds_t i = 0; i < used; i++) {
        struct process *process = &state->processes[places[i]];
        char bytes[4096];
        if (polls[i].revents == 0) {
            continue;
        }
        ssize_t got = read(process->pipe, bytes, sizeof bytes);
        if (got > 0) {
            fk_text_add(&process->received, "%.*s", (int)got, bytes);
            read_lines(process);
        } else if (got == 0 || errno != EINTR) {
            finish(state, process);
        }
    }
}

static void end_all(struct state *state)
{
    for (unsigned i = 0; i < state->parallel; i++) {
        if (state->processes[i].job != NULL) {
            kill(state->processes[i].pid, SIGKILL);
            finish(state, &state->processes[i]);
        }
    }
}

static int longest_first(const void *left, const void *right)
{
    double a = ((const struct fk_job *)left)->weight, b = ((const struct fk_job *)right)->weight;
    return (a < b) - (a > b);
}

/* Starts jobs while there is a place; returns the number of jobs that are started now. */
static size_t fill_places(struct state *state, const struct fk_job *jobs, size_t next,
                          unsigned *running)
{
    *running = 0;
    for (unsigned i = 0; i < state->parallel; i++) {
        struct process *process = &state->processes[i];
        while (process->job == NULL && next < state->count) {
            const struct fk_job *job = jobs + next++;
            if (!start(process, job)) {
                job->give_up(job->context, state->results, "no process could be started");
                state->failed = true;
                state->done++;
            }
        }
        *running += process->job != NULL;
    }
    return next;
}

enum fk_jobs_outcome fk_jobs_run(struct fk_job *jobs, size_t count, unsigned parallel,
                                 struct fk_results *results, int *signal_number)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction handler = {.sa_handler = interrupt}, before[3];
    struct state state = {.parallel = parallel,
                          .count = count,
                          .results = results,
                          .processes = fk_allocate(parallel, sizeof(struct process)),
                          .start = time(NULL)};
    interrupted = 0;
    for (size_t i = 0; i < 3; i++) {
        sigaction(signals[i], &handler, &before[i]);
    }
    if (jobs != NULL) {
        qsort(jobs, count, sizeof *jobs, longest_first);
    }
    for (size_t next = 0; jobs != NULL && !interrupted;) {
        unsigned running;
        next = fill_places(&state, jobs, next, &running);
        if (running == 0) {
            break;
        }
        show_progress(&state);
        wait_and_read(&state);
    }
    if (interrupted) {
        end_all(&state);
    }
    fk_terminal_progress(NULL);
    for (size_t i = 0; i < 3; i++) {
        sigaction(signals[i], &before[i], NULL);
    }
    free(state.processes);
    *signal_number = interrupted;
    return interrupted ? FK_JOBS_INTERRUPTED : state.failed ? FK_JOBS_FAILED : FK_JOBS_GOOD;
}
