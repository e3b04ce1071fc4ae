/* SPDX-License-Identifier: MIT */
/* What a bench needs of a board.json: the clocks that the board can run at, and its current. */
#ifndef FK_WORKBENCH_BOARD_FILE_H
#define FK_WORKBENCH_BOARD_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FK_BOARD_MOST_CLOCKS 16

struct fk_board_clocks {
    size_t count;
    struct {
        uint32_t hz;
        /* Average current while running, NaN unless a document or a measurement says so. */
        double current_ma;
        char *current_source;
    } clocks[FK_BOARD_MOST_CLOCKS];
    char *description;
};

/* false after one line on standard error. */
bool fk_board_file_read(struct fk_board_clocks *board, const char *path);
void fk_board_clocks_free(struct fk_board_clocks *board);

#endif
