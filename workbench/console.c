/* SPDX-License-Identifier: MIT */
#include "console.h"

#include "files.h"
#include "terminal.h"
#include "text.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct fk_console {
    bool is_terminal; /* standard input */
    bool at_once;     /* standard output */
    bool failed;      /* standard output took no more: said once */
    bool mid_line;    /* the last byte of output was no line feed */
    bool watching;
    void (*wake)(void *context);
    void *context;
    pthread_t watcher;
    int arm[2]; /* a byte for each time that the watcher shall watch once */
    size_t used;
    char output[4096];
};

/* Waits for input once for each byte in the pipe, and ends when the pipe is closed. */
static void *watch(void *argument)
{
    struct fk_console *console = argument;
    char byte;
    while (read(console->arm[0], &byte, 1) == 1) {
        struct pollfd polls[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                                 {.fd = console->arm[0], .events = 0}};
        while (poll(polls, 2, -1) < 0 && errno == EINTR) {
        }
        if (polls[0].revents != 0) {
            console->wake(console->context);
        }
    }
    return NULL;
}

static void arm(struct fk_console *console)
{
    if (console->watching) {
        char byte = 0;
        /* Two bytes at most are ever in the pipe. */
        if (write(console->arm[1], &byte, 1) != 1) {
            fk_complain("input of the terminal may come late");
        }
    }
}

struct fk_console *fk_console_open(void (*wake)(void *context), void *context)
{
    struct fk_console *console = fk_allocate(1, sizeof *console);
    console->wake = wake;
    console->context = context;
    console->is_terminal = isatty(STDIN_FILENO);
    console->at_once = isatty(STDOUT_FILENO);
    if (!console->is_terminal) {
        return console;
    }
    /* Signals are for the main thread. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pipe(console->arm) == 0) {
        console->watching = pthread_create(&console->watcher, NULL, watch, console) == 0;
        if (!console->watching) {
            close(console->arm[0]);
            close(console->arm[1]);
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    fk_terminal_raw();
    arm(console);
    return console;
}

void fk_console_close(struct fk_console *console)
{
    fk_console_make_way(console);
    fk_terminal_restore();
    if (console->watching) {
        close(console->arm[1]);
        pthread_join(console->watcher, NULL);
        close(console->arm[0]);
    }
    free(console);
}

size_t fk_console_take(struct fk_console *console, uint8_t *bytes, size_t size)
{
    struct pollfd polled = {.fd = STDIN_FILENO, .events = POLLIN};
    ssize_t got = poll(&polled, 1, 0) > 0 ? read(STDIN_FILENO, bytes, size) : 0;
    arm(console);
    return got > 0 ? (size_t)got : 0;
}

size_t fk_console_wait(struct fk_console *console, uint8_t *bytes, size_t size)
{
    ssize_t got = read(STDIN_FILENO, bytes, console->is_terminal ? size : 1);
    return got > 0 ? (size_t)got : 0;
}

bool fk_console_put(struct fk_console *console, uint8_t byte)
{
    console->output[console->used++] = (char)byte;
    console->mid_line = byte != '\n';
    if (console->at_once || byte == '\n' || console->used == sizeof console->output) {
        return fk_console_flush(console);
    }
    return !console->failed;
}

bool fk_console_flush(struct fk_console *console)
{
    if (console->used > 0 && !console->failed) {
        console->failed = !fk_output(console->output, console->used);
    }
    console->used = 0;
    return !console->failed;
}

void fk_console_make_way(struct fk_console *console)
{
    if (console->at_once && console->mid_line && isatty(STDERR_FILENO)) {
        fk_console_put(console, '\n');
    }
    fk_console_flush(console);
}
