/* SPDX-License-Identifier: MIT */
/*
 * Routines of the assembly engine, called one by one on the virtual board: also those of a private
 * convention, which take and give values in registers.
 */
#ifndef FK_TESTS_ROUTINE_H
#define FK_TESTS_ROUTINE_H

#include "vboard/vboard.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FK_ROUTINE_MAX_CALLS 96 /* frames of a batch */

/* Registers of one call: what it finds, and then what it leaves. batch.S knows the layout. */
struct fk_routine_frame {
    uint32_t r[13];
    uint32_t sp;    /* left only: compare with fk_routine_sp */
    uint32_t flags; /* left only: APSR */
    uint32_t unused;
    uint32_t s[32];
};

struct fk_routines {
    struct fk_vboard *vboard;
    const char *image;
    uint32_t free; /* next address that fk_routine_memory gives */
};

/* To be called first by main: the image's path from the name that is argv[1], such as "core" or
 * "fpu". Prints a line and ends the program with status 77 if there is none. */
const char *fk_routine_image(int argc, char **argv);

/* Fails the test if the board does not come up. timed: each instruction is timed. */
struct fk_routines *fk_routines_open(const char *image, enum fk_vboard_mode mode,
                                     const struct fk_vboard_probe *probe);
void fk_routines_close(struct fk_routines *routines);

/* Whether the image has the routine: one of another variant or profile has not. */
bool fk_routine_exists(const struct fk_routines *routines, const char *name);
uint32_t fk_routine_address(const struct fk_routines *routines, const char *name);

/* Memory of the board for operands, aligned to 8, never freed, with 32 filled bytes on both sides.
 */
uint32_t fk_routine_memory(struct fk_routines *routines, size_t bytes);
void fk_routine_write(struct fk_routines *routines, uint32_t address, const void *data,
                      size_t bytes);
void fk_routine_read(struct fk_routines *routines, uint32_t address, void *data, size_t bytes);
/* The first address outside all that fk_routine_memory gave that was written to; 0 if there is
 * none. The second fails the test if there is one. */
uint32_t fk_routine_stray_write(struct fk_routines *routines);
void fk_routine_check_fill(struct fk_routines *routines);

/* Calls the routine once for each frame; fails the test unless every call returns. The second also
 * fails it where a call does not return with the stack pointer that it was given. */
void fk_routine_try(struct fk_routines *routines, const char *name, struct fk_routine_frame *frames,
                    size_t count);
void fk_routine_run(struct fk_routines *routines, const char *name, struct fk_routine_frame *frames,
                    size_t count);
/* The stack pointer that a routine finds, and the bytes below it that the last run changed. */
uint32_t fk_routine_sp(const struct fk_routines *routines);
size_t fk_routine_stack_bytes(struct fk_routines *routines);

/* One call by the procedure call standard; fails the test unless it returns. */
uint32_t fk_routine_call(struct fk_routines *routines, const char *name, size_t count,
                         const uint32_t *arguments);

#endif
