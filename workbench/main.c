/* SPDX-License-Identifier: MIT */
/* The fieldkex command: finds the subcommand and runs it. */
#include "command.h"
#include "files.h"
#include "text.h"

#include "fieldkex/version.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const struct fk_command *const commands[] = {&fk_command_bench,   &fk_command_tables,
                                                    &fk_command_compare, &fk_command_run,
                                                    &fk_command_list,    &fk_command_validate};

#define COMMANDS (sizeof commands / sizeof commands[0])

static int show_help(void)
{
    struct fk_text text = {0};
    fk_text_add(&text, "%s",
                "fieldkex " FK_VERSION ": key exchange on small controllers, measured before a "
                "board is on the desk\n"
                "\n"
                "usage: fieldkex COMMAND [OPTION]...\n"
                "\n");
    for (size_t i = 0; i < COMMANDS; i++) {
        fk_text_add(&text, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    }
    fk_text_add(&text, "%s",
                "\n"
                "fieldkex COMMAND --help says more and gives examples; fieldkex --version prints "
                "the version.\n"
                "\n"
                "Boards and images are found beside the command, in its build tree, or where the "
                "environment\n"
                "variable FIELDKEX_DATA points (boards/, images/). Status: 0, 1 after a wrong "
                "answer or a failed\n"
                "run, 2 for a bad command line or file.\n");
    bool written = fk_output(text.bytes, text.length);
    fk_text_free(&text);
    return written ? FK_EXIT_GOOD : FK_EXIT_USAGE;
}

static const struct fk_command *find(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    /* fk_output deals with a reader that goes away, after the terminal is restored. */
    signal(SIGPIPE, SIG_IGN);
    const char *word = argc > 1 ? argv[1] : "--help";
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        const struct fk_command *about = argc > 2 ? find(argv[2]) : NULL;
        return about != NULL ? fk_show_help(about) : show_help();
    }
    if (strcmp(word, "--version") == 0) {
        static const char version[] = "fieldkex " FK_VERSION "\n";
        return fk_output(version, sizeof version - 1) ? FK_EXIT_GOOD : FK_EXIT_USAGE;
    }
    const struct fk_command *command = find(word);
    if (command == NULL) {
        fk_complain("unknown %s '%s'; see fieldkex --help", *word == '-' ? "option" : "command",
                    word);
        return FK_EXIT_USAGE;
    }
    return command->run(argc - 1, argv + 1);
}
