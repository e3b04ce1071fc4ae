/* SPDX-License-Identifier: MIT */
#include "bench.h"
#include "command.h"
#include "console.h"
#include "data.h"
#include "terminal.h"
#include "text.h"

#include "vboard/vboard.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: fieldkex run [OPTION]... ELF\n"
    "\n"
    "Runs firmware on a virtual board, every instruction timed. USART2 is on the terminal: what "
    "the\n"
    "firmware sends is standard output, standard input is what it receives (from a file or a pipe "
    "one\n"
    "byte whenever it waits for input). Ends at BKPT, at a semihosting exit, at a branch to "
    "itself, or\n"
    "when the firmware waits for input after its end.\n"
    "\n"
    "Standard error has the cycles between each rise and fall of the trigger pin (PA8), and at "
    "the\n"
    "end all cycles and instructions.\n"
    "\n"
    "  --board BOARD     default nucleo-l476rg\n"
    "  --lenient         registers that are not modelled read 0 and are counted\n"
    "  --cycles N        end the run as failed after N cycles (such as 500M)\n"
    "\n"
    "Status: 0, 1 after a fault or another failure, 2 for a bad command line or file.\n"
    "\n"
    "examples:\n"
    "  fieldkex run firmware.elf\n"
    "  echo help | fieldkex run --cycles 100M shell.elf\n";

struct run {
    struct fk_vboard *vboard;
    struct fk_console *console;
    bool output_failed;
    bool high; /* the trigger pin */
    uint64_t rise;
    unsigned triggers;
};

/* For the signal handler. */
static struct fk_vboard *running;
static volatile sig_atomic_t interrupted;

static void interrupt(int signal_number)
{
    interrupted = signal_number;
    if (running != NULL) {
        fk_vboard_request_stop(running);
    }
}

static void wake(void *context)
{
    struct run *run = context;
    fk_vboard_request_stop(run->vboard);
}

static void take_byte(void *context, uint8_t byte)
{
    struct run *run = context;
    if (!fk_console_put(run->console, byte) && !run->output_failed) {
        run->output_failed = true;
        fk_vboard_request_stop(run->vboard);
    }
}

static void take_trigger(void *context, bool level, uint64_t cycle)
{
    struct run *run = context;
    if (level && !run->high) {
        run->rise = cycle;
        run->triggers++;
    } else if (!level && run->high) {
        double megahertz = fk_vboard_clock_hz(run->vboard) / 1e6;
        uint64_t cycles = cycle - run->rise;
        fk_console_make_way(run->console);
        fprintf(stderr, "trigger %u: %llu cycles, %.3f us at %g MHz\n", run->triggers,
                (unsigned long long)cycles, (double)cycles / megahertz, megahertz);
    }
    run->high = level;
}

static void take_log(void *context, const char *line)
{
    struct run *run = context;
    fk_console_make_way(run->console);
    fk_complain("%s", line);
}

/* Runs, with input whenever there is some, until there is an end. */
static struct fk_vboard_stop run_to_the_end(struct run *run)
{
    for (;;) {
        uint8_t bytes[256];
        size_t count = 0;
        struct fk_vboard_stop stop = fk_vboard_run(run->vboard);
        if (interrupted || run->output_failed) {
            return stop;
        }
        if (stop.end == FK_VBOARD_END_SERIAL_IDLE) {
            fk_console_flush(run->console);
            count = fk_console_wait(run->console, bytes, sizeof bytes);
            if (count == 0) {
                return stop;
            }
        } else if (stop.end == FK_VBOARD_END_STOPPED) {
            count = fk_console_take(run->console, bytes, sizeof bytes);
        } else {
            return stop;
        }
        fk_vboard_serial_in(run->vboard, bytes, count);
    }
}

static void summarise(const struct run *run)
{
    uint64_t cycles = fk_vboard_cycle(run->vboard);
    uint64_t unmodelled = fk_vboard_unmodelled_count(run->vboard);
    if (run->high) {
        fprintf(stderr, "trigger %u: still high\n", run->triggers);
    }
    if (unmodelled > 0) {
        fprintf(stderr, "%llu access%s to registers that are not modelled\n",
                (unsigned long long)unmodelled, unmodelled == 1 ? "" : "es");
    }
    fprintf(stderr, "%llu cycles, %llu instructions\n", (unsigned long long)cycles,
            (unsigned long long)fk_vboard_instruction_count(run->vboard));
}

/* The exit status, after one line where something is to be said. */
static int judge(const struct run *run, const struct fk_vboard_stop *stop)
{
    if (run->output_failed) {
        return FK_EXIT_USAGE;
    }
    switch (stop->end) {
    case FK_VBOARD_END_EXIT:
        if (stop->exit_status != 0) {
            fk_complain("run: the firmware ended with status %d", stop->exit_status);
            return FK_EXIT_FAILED;
        }
        return FK_EXIT_GOOD;
    case FK_VBOARD_END_SERIAL_IDLE:
        fk_complain("run: the firmware waits for input, and the input has ended");
        return FK_EXIT_GOOD;
    default:
        fk_complain("run: %s", stop->message);
        return FK_EXIT_FAILED;
    }
}

static int run_loaded(struct run *run)
{
    struct sigaction handler = {.sa_handler = interrupt};
    interrupted = 0;
    running = run->vboard;
    /* Without SA_RESTART, so that waiting for input ends as well. */
    sigaction(SIGINT, &handler, NULL);
    sigaction(SIGTERM, &handler, NULL);
    sigaction(SIGHUP, &handler, NULL);
    run->console = fk_console_open(wake, run);
    struct fk_vboard_stop stop = run_to_the_end(run);
    run->output_failed = !fk_console_flush(run->console) || run->output_failed;
    fk_console_close(run->console);
    summarise(run);
    running = NULL;
    if (interrupted) {
        fk_complain("run: interrupted");
        signal(interrupted, SIG_DFL);
        raise(interrupted);
        return 128 + interrupted;
    }
    return judge(run, &stop);
}

static int run_elf(const char *elf, const char *board, bool lenient, uint64_t cycles)
{
    char error[512];
    struct run run = {0};
    if (strcmp(board, FK_BENCH_HOST) == 0) {
        fk_complain("run: firmware does not run on the host; leave --board out, or see fieldkex "
                    "list boards");
        return FK_EXIT_USAGE;
    }
    char *board_json = fk_data_board_json(board);
    if (board_json == NULL) {
        return FK_EXIT_USAGE;
    }
    struct fk_vboard_config config = {.board_json_path = board_json,
                                      .mode = FK_VBOARD_TIMED,
                                      .lenient = lenient,
                                      .cycle_budget = cycles,
                                      .serial_out = take_byte,
                                      .trigger = take_trigger,
                                      .log = take_log,
                                      .context = &run};
    int status = FK_EXIT_USAGE;
    run.vboard = fk_vboard_create(&config, error, sizeof error);
    if (run.vboard == NULL || !fk_vboard_load(run.vboard, elf, error, sizeof error)) {
        fk_complain("run: %s", error);
    } else {
        status = run_loaded(&run);
    }
    if (run.vboard != NULL) {
        fk_vboard_destroy(run.vboard);
    }
    free(board_json);
    return status;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {{"board", required_argument, NULL, 'b'},
                                            {"lenient", no_argument, NULL, 'l'},
                                            {"cycles", required_argument, NULL, 'c'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    const char *board = FK_BENCH_DEFAULT_BOARD;
    bool lenient = false;
    uint64_t cycles = 0;
    int option;
    while ((option = fk_next_option(argc, argv, ":h", options)) != -1) {
        switch (option) {
        case 'b':
            board = optarg;
            break;
        case 'l':
            lenient = true;
            break;
        case 'c':
            if (!fk_parse_number(optarg, UINT64_MAX / 2, &cycles)) {
                return fk_usage_error(argv[0], "--cycles is a number such as 500M, not '%s'",
                                      optarg);
            }
            break;
        case 'h':
            return fk_show_help(&fk_command_run);
        default:
            return FK_EXIT_USAGE;
        }
    }
    if (argc - optind != 1) {
        return argc == optind
                   ? fk_usage_error(argv[0], "an ELF file is missing")
                   : fk_usage_error(argv[0], "one ELF file at a time, not '%s'", argv[optind + 1]);
    }
    return run_elf(argv[optind], board, lenient, cycles);
}

const struct fk_command fk_command_run = {
    .name = "run", .summary = "run firmware on a virtual board", .help = help, .run = run};
