/* SPDX-License-Identifier: MIT */
/* Where the boards and the images for them are. */
#ifndef FK_WORKBENCH_DATA_H
#define FK_WORKBENCH_DATA_H

#include <stddef.h>

/* The folder with <board>/board.json: in $FIELDKEX_DATA, beside the installed command, or in the
 * source tree of a build tree. NULL after one line on standard error. To be freed. */
char *fk_data_boards(void);

/* The folder with images.json: `option` (may be NULL), in $FIELDKEX_DATA, beside the installed
 * command, or in the build tree. NULL after one line on standard error. To be freed. */
char *fk_data_images(const char *option);

/* The path of a board's board.json. NULL after one line on standard error that lists the boards. To
 * be freed. */
char *fk_data_board_json(const char *board);

/* The names of all boards, sorted, NULL at the end; each and the array to be freed. NULL after one
 * line on standard error. */
char **fk_data_board_names(void);

#endif
