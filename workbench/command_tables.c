/* SPDX-License-Identifier: MIT */
#include "command.h"
#include "files.h"
#include "tables.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: fieldkex tables [--format text|markdown] RESULTS\n"
    "\n"
    "Prints the two published tables, regenerated from a results file of fieldkex bench:\n"
    "  1. NUCLEO-L476RG at 80 MHz: wolfSSL as published in WFCS 2022, simulated, and fieldkex\n"
    "  2. SWRA667 Table 14: ECDH in hardware and in software at 48 MHz\n"
    "Published, simulated and measured figures never share a column.\n"
    "\n"
    "  --format FORMAT   text (default) or markdown\n"
    "  RESULTS           a results file; - is standard input\n"
    "\n"
    "examples:\n"
    "  fieldkex bench --json results.json && fieldkex tables results.json\n"
    "  fieldkex tables --format markdown results.json > tables.md\n";

static bool has_board(const struct fk_results *results, const char *board)
{
    for (size_t i = 0; i < results->count; i++) {
        if (strcmp(results->rows[i].board, board) == 0) {
            return true;
        }
    }
    return false;
}

static int print_tables(const char *path, enum fk_format format)
{
    struct fk_results results;
    struct fk_text text = {0};
    if (!fk_results_read(&results, path)) {
        return FK_EXIT_USAGE;
    }
    if (!has_board(&results, FK_TABLES_BOARD)) {
        fk_complain("%s: holds no row of the board " FK_TABLES_BOARD
                    ", from which the tables are made",
                    path);
        fk_results_free(&results);
        return FK_EXIT_USAGE;
    }
    bool bold = format == FK_FORMAT_TEXT && fk_terminal_bold();
    fk_results_sort(&results);
    fk_table_wfcs(&text, &results, format, bold);
    fk_text_add(&text, "\n");
    fk_table_swra(&text, &results, format, bold);
    bool written = fk_output(text.bytes, text.length);
    fk_text_free(&text);
    fk_results_free(&results);
    return written ? FK_EXIT_GOOD : FK_EXIT_USAGE;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {{"format", required_argument, NULL, 'f'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    enum fk_format format = FK_FORMAT_TEXT;
    int option;
    while ((option = fk_next_option(argc, argv, ":h", options)) != -1) {
        switch (option) {
        case 'f':
            if (strcmp(optarg, "markdown") == 0) {
                format = FK_FORMAT_MARKDOWN;
            } else if (strcmp(optarg, "text") != 0) {
                return fk_usage_error(argv[0], "unknown format '%s' (text, markdown)", optarg);
            }
            break;
        case 'h':
            return fk_show_help(&fk_command_tables);
        default:
            return FK_EXIT_USAGE;
        }
    }
    if (argc - optind != 1) {
        return argc == optind ? fk_usage_error(argv[0], "a results file is missing")
                              : fk_usage_error(argv[0], "one results file at a time, not '%s'",
                                               argv[optind + 1]);
    }
    return print_tables(argv[optind], format);
}

const struct fk_command fk_command_tables = {
    .name = "tables",
    .summary = "print the two published tables, regenerated from results",
    .help = help,
    .run = run};
