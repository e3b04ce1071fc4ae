/* SPDX-License-Identifier: MIT */
/*
 * A virtual board with an image of snippets loaded, and what it did: the instructions it executed,
 * what it sent, when its trigger pin changed, what it logged.
 */
#ifndef FK_TESTS_SNIPPET_FIXTURE_H
#define FK_TESTS_SNIPPET_FIXTURE_H

#include "vboard.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SNIPPET_TRACE 8192 /* instructions that a board remembers, from the last clear on */
#define SNIPPET_ACCESSES 1024
#define SNIPPET_SERIAL 16384
#define SNIPPET_TRIGGERS 16

struct snippet_step {
    uint32_t address;
    unsigned size;
    uint64_t cycle;
    bool executed;
};

struct snippet_access {
    uint32_t pc, address;
    unsigned size;
    bool write;
};

struct snippet_board {
    struct fk_vboard *vboard;
    struct snippet_step trace[SNIPPET_TRACE];
    size_t steps;
    struct snippet_access access[SNIPPET_ACCESSES];
    size_t accesses;
    char serial[SNIPPET_SERIAL];
    size_t serial_length;
    uint64_t trigger_cycle[SNIPPET_TRIGGERS];
    bool trigger_level[SNIPPET_TRIGGERS];
    size_t triggers;
    char log[4096]; /* lines, each with a newline */
    size_t log_length;
};

struct snippet_options {
    enum fk_vboard_mode mode;
    bool lenient;
    bool without_probe;
    uint64_t cycle_budget;
};

/* To be called first by main: 0, or 77 after a line that says why nothing can be tested. */
int snippet_skip(void);
/* The path of an image: "snippets", "echo", ... The text is overwritten by the next call. */
const char *snippet_image(const char *name);
const char *snippet_board_json(void);

/* Creates a board, loads the image and clears the record; fails the test where that fails. */
struct snippet_board *snippet_open(struct snippet_options options, const char *image);
void snippet_close(struct snippet_board *board);
void snippet_clear(struct snippet_board *board);

/* The address of a symbol without the Thumb bit. */
uint32_t snippet_symbol(struct snippet_board *board, const char *name);
uint32_t snippet_word(struct snippet_board *board, uint32_t address);

/* Calls a function with up to four arguments. */
struct fk_vboard_stop snippet_try(struct snippet_board *board, const char *function, size_t count,
                                  const uint32_t *arguments, uint32_t *result);
/* The same; the test fails unless the function returns. */
uint32_t snippet_call(struct snippet_board *board, const char *function, size_t count,
                      const uint32_t *arguments);

#define SNIPPET_ARGUMENTS(...)                                                                     \
    sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), (uint32_t[])                             \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

/* One case of a table: what is executed from name_begin up to name_end (both in the image), and the
 * cycles from the start of each instruction to the start of the next. */
struct snippet_timing {
    const char *name;
    const uint8_t *cycles;
    size_t count;
};

#define SNIPPET_TIMING(name, ...)                                                                  \
    {                                                                                              \
        name, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})               \
    }

/* Calls the case (r0 = argument) and finds the steps from the first execution of name_begin up to
 * name_end; the one at *first + *count is name_end. */
void snippet_measure(struct snippet_board *board, const char *name, uint32_t argument,
                     size_t *first, size_t *count);
/* Prints where a case differs; returns the number of differences. */
unsigned snippet_check_timing(struct snippet_board *board, const struct snippet_timing *timing);

/* The stop is as it should be: how it ended, at the symbol name_at, with a message of one line that
 * names that address, and the file and line of the source where the image has them. */
void snippet_assert_stop(struct snippet_board *board, const struct fk_vboard_stop *stop,
                         enum fk_vboard_end end, const char *name);

#endif
