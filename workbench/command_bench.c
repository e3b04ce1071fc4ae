/* SPDX-License-Identifier: MIT */
#include "bench.h"
#include "command.h"
#include "files.h"
#include "terminal.h"

#include "fieldkex/version.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#define MOST_SAMPLES 100000

static const char help[] =
    "usage: fieldkex bench [OPTION]...\n"
    "\n"
    "Times key exchange. On a board, every image runs at every clock: known answers first, then\n"
    "samples with different keys whose answers are all checked, then the stack. A wrong answer has "
    "no\n"
    "time. On the host, fieldkex and OpenSSL are timed in turn in one process.\n"
    "\n"
    "  --board BOARD            nucleo-l476rg (default, simulated) or host (measured)\n"
    "  --clock HZ               one of the board's clocks (80000000, 80M); may be repeated\n"
    "  --implementation NAME    such as wolfssl, or one build of it: wolfssl/c-O2; may be "
    "repeated\n"
    "  --curve CURVE            x25519, x448 or p256; may be repeated\n"
    "  --operation OPERATION    public_key or shared_secret; may be repeated\n"
    "  --json FILE              write the results (docs/results-format.md); - is standard output\n"
    "  --quick                  1 sample, without wolfSSL at -O0 and -O1 and, unless "
    "implementations\n"
    "                           or clocks are named, without those rows of mbed TLS that no table\n"
    "                           shows\n"
    "  --samples N              samples for each row (default 3; 1 for wolfSSL at -O0 and -O1)\n"
    "  --images DIR             where images.json is (default: beside the command)\n"
    "  --jobs N                 boards at a time (default: one for each processor)\n"
    "  --reverse                everything in the opposite order: no cycle may change by it\n"
    "  --probe                  watch every timed instruction: no cycle may change by it\n"
    "\n"
    "Selections leave everything else out. Status: 0, 1 after a wrong answer or a failed run, 2 "
    "for a\n"
    "bad command line or file.\n"
    "\n"
    "examples:\n"
    "  fieldkex bench --json results.json\n"
    "  fieldkex bench --quick --implementation fieldkex --curve x25519 --clock 80M\n"
    "  fieldkex bench --board host\n";

enum {
    BOARD = 256,
    CLOCK,
    IMPLEMENTATION,
    CURVE,
    OPERATION,
    JSON,
    QUICK,
    SAMPLES,
    IMAGES,
    JOBS,
    REVERSE,
    PROBE
};

static const struct option options[] = {{"board", required_argument, NULL, BOARD},
                                        {"clock", required_argument, NULL, CLOCK},
                                        {"implementation", required_argument, NULL, IMPLEMENTATION},
                                        {"curve", required_argument, NULL, CURVE},
                                        {"operation", required_argument, NULL, OPERATION},
                                        {"json", required_argument, NULL, JSON},
                                        {"quick", no_argument, NULL, QUICK},
                                        {"samples", required_argument, NULL, SAMPLES},
                                        {"images", required_argument, NULL, IMAGES},
                                        {"jobs", required_argument, NULL, JOBS},
                                        {"reverse", no_argument, NULL, REVERSE},
                                        {"probe", no_argument, NULL, PROBE},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};

static unsigned processors(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < 1 ? 1 : count > FK_JOBS_MOST_PARALLEL ? FK_JOBS_MOST_PARALLEL : (unsigned)count;
}

/* Sets the bit of a word in `names`. */
static bool select_word(unsigned *bits, const char *kind, const char *const *names, int count)
{
    int index = fk_link_find(optarg, names, count);
    if (index < 0) {
        struct fk_text known = {0};
        for (int i = 0; i < count; i++) {
            fk_text_add(&known, "%s%s", i > 0 ? ", " : "", names[i]);
        }
        fk_complain("bench: unknown %s '%s' (there is: %s)", kind, optarg, known.bytes);
        fk_text_free(&known);
        return false;
    }
    *bits |= 1u << index;
    return true;
}

static bool parse_count(unsigned *count, const char *kind, uint64_t most)
{
    uint64_t number;
    if (!fk_parse_number(optarg, most, &number)) {
        fk_usage_error("bench", "%s must be a number from 1 to %llu, not '%s'", kind,
                       (unsigned long long)most, optarg);
        return false;
    }
    *count = (unsigned)number;
    return true;
}

static bool parse_clock(struct fk_bench *bench)
{
    uint64_t hz;
    if (!fk_parse_number(optarg, UINT32_MAX, &hz)) {
        fk_usage_error("bench", "a clock is a number of hertz such as 80000000 or 80M, not '%s'",
                       optarg);
        return false;
    }
    bench->clocks = fk_grow(bench->clocks, bench->clock_count + 1, sizeof *bench->clocks);
    bench->clocks[bench->clock_count++] = hz;
    return true;
}

static bool take_option(struct fk_bench *bench, const char **json, int option)
{
    switch (option) {
    case BOARD:
        bench->board = optarg;
        return true;
    case CLOCK:
        return parse_clock(bench);
    case IMPLEMENTATION:
        bench->implementations = fk_grow(bench->implementations, bench->implementation_count + 1,
                                         sizeof *bench->implementations);
        bench->implementations[bench->implementation_count++] = optarg;
        return true;
    case CURVE:
        return select_word(&bench->curves, "curve", fk_link_curve_names, FK_LINK_CURVES);
    case OPERATION:
        return select_word(&bench->operations, "operation", fk_link_operation_names,
                           FK_LINK_OPERATIONS);
    case JSON:
        *json = optarg;
        return true;
    case QUICK:
        bench->quick = true;
        return true;
    case SAMPLES:
        return parse_count(&bench->samples, "--samples", MOST_SAMPLES);
    case IMAGES:
        bench->images = optarg;
        return true;
    case JOBS:
        return parse_count(&bench->parallel, "--jobs", FK_JOBS_MOST_PARALLEL);
    case REVERSE:
        bench->reversed = true;
        return true;
    case PROBE:
        bench->probed = true;
        return true;
    default:
        return false;
    }
}

/* The results' file, if one is wanted, and something to read. */
static bool deliver(struct fk_results *results, const char *json)
{
    struct fk_text text = {0};
    struct utsname system;
    if (uname(&system) == 0) {
        results->host_system = fk_copy(system.sysname);
        results->host_machine = fk_copy(system.machine);
    }
    results->tool_version = fk_copy(FK_VERSION);
    fk_results_sort(results);
    if (json != NULL) {
        char *file = fk_results_write(results);
        bool written = fk_file_write(json, file, strlen(file));
        free(file);
        if (!written || strcmp(json, "-") == 0) {
            return written;
        }
        fk_bench_summary(&text, results, json);
    } else {
        fk_bench_list(&text, results);
    }
    bool written = fk_output(text.bytes, text.length);
    fk_text_free(&text);
    return written;
}

static int run_bench(struct fk_bench *bench, const char *json)
{
    struct fk_results results = {.quick = bench->quick};
    int signal_number = 0;
    /* Minutes of work are not to end in a file that cannot be written. */
    if (json != NULL && !fk_file_check_writable(json)) {
        return FK_EXIT_USAGE;
    }
    enum fk_bench_outcome outcome = strcmp(bench->board, FK_BENCH_HOST) == 0
                                        ? fk_bench_host(bench, &results)
                                        : fk_bench_virtual(bench, &results, &signal_number);
    int status = outcome == FK_BENCH_GOOD     ? FK_EXIT_GOOD
                 : outcome == FK_BENCH_FAILED ? FK_EXIT_FAILED
                                              : FK_EXIT_USAGE;
    if (outcome == FK_BENCH_GOOD || outcome == FK_BENCH_FAILED) {
        status = deliver(&results, json) ? status : FK_EXIT_USAGE;
    }
    fk_results_free(&results);
    if (outcome == FK_BENCH_INTERRUPTED) {
        fk_complain("bench: interrupted, no results are written");
        /* The shell learns which signal it was. */
        signal(signal_number, SIG_DFL);
        raise(signal_number);
        return 128 + signal_number;
    }
    return status;
}

static int run(int argc, char **argv)
{
    struct fk_bench bench = {.board = FK_BENCH_DEFAULT_BOARD, .parallel = processors()};
    const char *json = NULL;
    int option, status = -1;
    while (status < 0 && (option = fk_next_option(argc, argv, ":h", options)) != -1) {
        if (option == 'h') {
            status = fk_show_help(&fk_command_bench);
        } else if (!take_option(&bench, &json, option)) {
            status = FK_EXIT_USAGE;
        }
    }
    if (status < 0 && optind < argc) {
        status = fk_usage_error(argv[0], "unknown word '%s'", argv[optind]);
    }
    if (status < 0) {
        bench.curves = bench.curves != 0 ? bench.curves : (1u << FK_LINK_CURVES) - 1;
        bench.operations =
            bench.operations != 0 ? bench.operations : (1u << FK_LINK_OPERATIONS) - 1;
        status = run_bench(&bench, json);
    }
    free(bench.implementations);
    free(bench.clocks);
    return status;
}

const struct fk_command fk_command_bench = {
    .name = "bench",
    .summary = "time implementations on a virtual board, or on this computer",
    .help = help,
    .run = run};
