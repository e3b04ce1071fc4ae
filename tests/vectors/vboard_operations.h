/* SPDX-License-Identifier: MIT */
/* The library inside a board image: its functions are called on the virtual board, in functional
 * mode, with inputs and outputs in the board's memory. */
#ifndef FK_TEST_VBOARD_OPERATIONS_H
#define FK_TEST_VBOARD_OPERATIONS_H

#include "operations.h"

struct fk_board_library;

/* Loads the image and runs it until it waits for its serial line, so that it has set up its memory
 * and processor. NULL after a line on standard error. */
struct fk_board_library *fk_board_library_new(const char *board_json, const char *image);
void fk_board_library_free(struct fk_board_library *library);

/* Valid as long as the library is. */
struct fk_operations fk_board_library_operations(struct fk_board_library *library);

#endif
