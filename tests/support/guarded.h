/* SPDX-License-Identifier: MIT */
/*
 * Buffers between inaccessible pages: an access one byte outside the guarded end stops the program.
 * A buffer can touch only one of its guard pages, so tests use both places.
 */
#ifndef FK_TEST_GUARDED_H
#define FK_TEST_GUARDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fk_guarded_place {
    FK_GUARDED_START, /* the first byte follows an inaccessible page */
    FK_GUARDED_END    /* an inaccessible page follows the last byte */
};

struct fk_guarded {
    uint8_t *bytes; /* the buffer */
    size_t length;
    uint8_t *page; /* the accessible pages around it */
    size_t page_bytes;
};

/* Filled with 0xA5. Ends the program where memory cannot be had. */
struct fk_guarded fk_guarded_new(size_t length, enum fk_guarded_place place);
void fk_guarded_free(struct fk_guarded *guarded);
/* Inputs are made read-only for the call. */
void fk_guarded_allow_writes(struct fk_guarded *guarded, bool allow);
/* The accessible bytes around the buffer still have their filling. */
bool fk_guarded_clean(const struct fk_guarded *guarded);

#endif
