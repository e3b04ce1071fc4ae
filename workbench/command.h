/* SPDX-License-Identifier: MIT */
/* The subcommands, and what they share on the command line. */
#ifndef FK_WORKBENCH_COMMAND_H
#define FK_WORKBENCH_COMMAND_H

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>

enum fk_exit {
    FK_EXIT_GOOD = 0,
    FK_EXIT_FAILED = 1, /* a wrong answer, or a run that failed */
    FK_EXIT_USAGE = 2   /* unknown words, bad files, output that cannot be written */
};

struct fk_command {
    const char *name, *summary, *help;
    int (*run)(int argc, char **argv); /* argv[0] is the subcommand's name */
};

extern const struct fk_command fk_command_bench, fk_command_tables, fk_command_run, fk_command_list,
    fk_command_compare, fk_command_validate;

/* As getopt_long, with an error in one line that names the word. Gives '?' after that, and 'h' for
 * -h and --help, which callers list among their options. `options` ends with a zero element. */
int fk_next_option(int argc, char **argv, const char *short_options, const struct option *options);

/* One line "fieldkex bench: ..., see fieldkex bench --help"; gives FK_EXIT_USAGE. */
__attribute__((format(printf, 2, 3))) int fk_usage_error(const char *command, const char *format,
                                                         ...);

/* Prints help; gives the exit status. */
int fk_show_help(const struct fk_command *command);

/* A positive decimal number of at most `limit`; a trailing M or k multiplies by a million or a
 * thousand. false if it is none. */
bool fk_parse_number(const char *word, uint64_t limit, uint64_t *number);

#endif
