/* SPDX-License-Identifier: MIT */
#include "bench.h"
#include "command.h"
#include "files.h"
#include "results.h"
#include "text.h"

static const char help[] =
    "usage: fieldkex validate RESULTS...\n"
    "\n"
    "Checks results files against docs/results-format.md: every member, its kind and range, and "
    "what\n"
    "the members of a row say together. One line names the file, line, column and member that is\n"
    "wrong; the status is then 2. - is standard input.\n"
    "\n"
    "example:\n"
    "  fieldkex validate build/bench/results.json\n";

static bool validate(const char *path, struct fk_text *text)
{
    struct fk_results results;
    if (!fk_results_read(&results, path)) {
        return false;
    }
    fk_bench_summary(text, &results, path);
    fk_results_free(&results);
    return true;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    struct fk_text text = {0};
    bool good = true;
    int option;
    while ((option = fk_next_option(argc, argv, ":h", options)) != -1) {
        return option == 'h' ? fk_show_help(&fk_command_validate) : FK_EXIT_USAGE;
    }
    if (optind == argc) {
        return fk_usage_error(argv[0], "a results file is missing");
    }
    for (int i = optind; i < argc; i++) {
        good = validate(argv[i], &text) && good;
    }
    if (text.length > 0) {
        good = fk_output(text.bytes, text.length) && good;
    }
    fk_text_free(&text);
    return good ? FK_EXIT_GOOD : FK_EXIT_USAGE;
}

const struct fk_command fk_command_validate = {
    .name = "validate", .summary = "check results files", .help = help, .run = run};
