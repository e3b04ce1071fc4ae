/* SPDX-License-Identifier: MIT */
#include "command.h"
#include "comparison.h"
#include "files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT_PERCENT 1.0

static const char help[] =
    "usage: fieldkex compare [--limit PERCENT] OLD NEW\n"
    "\n"
    "Prints what changed between two results files of fieldkex bench: cycles (medians), stack "
    "bytes\n"
    "and flash bytes. Rows that two different compilers made are not compared.\n"
    "\n"
    "  --limit PERCENT   how much slower a row may be (default 1)\n"
    "  OLD, NEW          results files; one of them may be -, standard input\n"
    "\n"
    "Status: 0; 1 if a row is slower than the limit allows, or has lost its figures; 2 if the "
    "files\n"
    "have nothing to compare.\n"
    "\n"
    "example:\n"
    "  fieldkex compare --limit 0.5 before.json build/bench/results.json\n";

static bool parse_percent(const char *word, double *percent)
{
    char *end;
    *percent = strtod(word, &end);
    return end != word && *end == '\0' && isfinite(*percent) && *percent >= 0.0;
}

static int print_comparison(const char *old_path, const char *new_path, double limit_percent)
{
    struct fk_results old_results, new_results;
    if (!fk_results_read(&old_results, old_path)) {
        return FK_EXIT_USAGE;
    }
    if (!fk_results_read(&new_results, new_path)) {
        fk_results_free(&old_results);
        return FK_EXIT_USAGE;
    }
    struct fk_text text = {0};
    const struct fk_comparison sum = fk_compare(&text, &old_results, &new_results, limit_percent);
    fk_text_add(
        &text,
        "%zu rows compared, %zu slower by more than %g %%, %zu without figures now, %zu new, "
        "%zu of another compiler\n",
        sum.compared, sum.slower, limit_percent, sum.missing, sum.added, sum.other_compiler);
    const bool written = fk_output(text.bytes, text.length);
    fk_text_free(&text);
    fk_results_free(&old_results);
    fk_results_free(&new_results);
    if (!written) {
        return FK_EXIT_USAGE;
    }
    if (sum.compared == 0 && sum.missing == 0) {
        fk_complain("%s and %s have no row in common that the same compiler made", old_path,
                    new_path);
        return FK_EXIT_USAGE;
    }
    return sum.slower + sum.missing > 0 ? FK_EXIT_FAILED : FK_EXIT_GOOD;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {{"limit", required_argument, NULL, 'l'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    double limit_percent = LIMIT_PERCENT;
    int option;
    while ((option = fk_next_option(argc, argv, ":h", options)) != -1) {
        if (option == 'h') {
            return fk_show_help(&fk_command_compare);
        }
        if (option != 'l') {
            return FK_EXIT_USAGE;
        }
        if (!parse_percent(optarg, &limit_percent)) {
            return fk_usage_error(argv[0], "--limit needs a number of per cent, not '%s'", optarg);
        }
    }
    if (argc - optind != 2) {
        return fk_usage_error(argv[0], "two results files are needed");
    }
    if (strcmp(argv[optind], "-") == 0 && strcmp(argv[optind + 1], "-") == 0) {
        return fk_usage_error(argv[0], "only one of the files can be standard input");
    }
    return print_comparison(argv[optind], argv[optind + 1], limit_percent);
}

const struct fk_command fk_command_compare = {.name = "compare",
                                              .summary = "tell what changed between two results",
                                              .help = help,
                                              .run = run};
