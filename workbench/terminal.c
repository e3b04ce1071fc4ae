/* SPDX-License-Identifier: MIT */
#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static struct termios saved;
static volatile sig_atomic_t is_raw;

static bool capable(int file)
{
    const char *name = getenv("TERM");
    return isatty(file) && name != NULL && *name != '\0' && strcmp(name, "dumb") != 0;
}

bool fk_terminal_bold(void)
{
    /* no-color.org: set to anything but an empty string. */
    const char *no_color = getenv("NO_COLOR");
    return (no_color == NULL || *no_color == '\0') && capable(STDOUT_FILENO);
}

void fk_terminal_progress(const char *text)
{
    static bool shown;
    if (!capable(STDERR_FILENO)) {
        return;
    }
    if (text == NULL || *text == '\0') {
        if (shown) {
            fputs("\r\033[K", stderr);
            fflush(stderr);
        }
        shown = false;
        return;
    }
    struct winsize size;
    int columns =
        ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
    /* Cut to the width: a line that wraps could not be overwritten. */
    fprintf(stderr, "\r%.*s\033[K", columns, text);
    fflush(stderr);
    shown = true;
}

void fk_terminal_raw(void)
{
    struct termios raw;
    if (is_raw || !isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &saved) != 0) {
        return;
    }
    raw = saved;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    raw.c_iflag &= ~(tcflag_t)(ICRNL | IXON);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0) {
        is_raw = 1;
    }
}

void fk_terminal_restore(void)
{
    if (is_raw) {
        tcsetattr(STDIN_FILENO, TCSANOW, &saved);
        is_raw = 0;
    }
}
