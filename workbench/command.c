/* SPDX-License-Identifier: MIT */
#include "command.h"

#include "files.h"
#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int fk_next_option(int argc, char **argv, const char *short_options, const struct option *options)
{
    int before = optind > 0 ? optind : 1;
    opterr = 0;
    int option = getopt_long(argc, argv, short_options, options, NULL);
    if (option != '?' && option != ':') {
        return option;
    }
    /* The word at fault: getopt may have moved past it, or stand inside a group of letters. */
    const char *word = optind > before && optind <= argc ? argv[optind - 1] : argv[before];
    if (option == ':') {
        fk_usage_error(argv[0], "option '%s' needs a value", word);
    } else {
        fk_usage_error(argv[0], "unknown option '%s'", word);
    }
    return '?';
}

int fk_usage_error(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *what = fk_format_list(format, arguments);
    va_end(arguments);
    fk_complain("%s: %s; see fieldkex %s --help", command, what, command);
    free(what);
    return FK_EXIT_USAGE;
}

int fk_show_help(const struct fk_command *command)
{
    return fk_output(command->help, strlen(command->help)) ? FK_EXIT_GOOD : FK_EXIT_USAGE;
}

bool fk_parse_number(const char *word, uint64_t limit, uint64_t *number)
{
    uint64_t value = 0, factor = 1;
    if (!isdigit((unsigned char)*word)) {
        return false;
    }
    for (; isdigit((unsigned char)*word); word++) {
        uint64_t digit = (uint64_t)(*word - '0');
        if (value > (limit - digit) / 10) {
            return false;
        }
        value = value * 10 + digit;
    }
    if (*word == 'M' || *word == 'k') {
        factor = *word++ == 'M' ? 1000000 : 1000;
    }
    if (*word != '\0' || value == 0 || value > limit / factor) {
        return false;
    }
    *number = value * factor;
    return true;
}
