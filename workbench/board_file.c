/* SPDX-License-Identifier: MIT */
#include "board_file.h"

#include "files.h"
#include "text.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A current counts only if a document or a measurement stands behind it; one that is "unverified"
 * stays in the file until somebody has checked it. */
static bool is_verified(const json_t *current)
{
    const char *status = json_string_value(json_object_get(current, "status"));
    return status != NULL && (strcmp(status, "documented") == 0 || strcmp(status, "measured") == 0);
}

static void read_current(struct fk_board_clocks *board, size_t index, const json_t *currents)
{
    for (size_t i = 0; i < json_array_size(currents); i++) {
        const json_t *current = json_array_get(currents, i);
        const json_t *milliamperes = json_object_get(current, "current_ma");
        const char *source = json_string_value(json_object_get(current, "source"));
        if (is_verified(current) && json_is_number(milliamperes) && source != NULL &&
            json_integer_value(json_object_get(current, "clock_hz")) ==
                (json_int_t)board->clocks[index].hz) {
            board->clocks[index].current_ma = json_number_value(milliamperes);
            board->clocks[index].current_source = fk_copy(source);
            return;
        }
    }
}

static bool read_clocks(struct fk_board_clocks *board, const char *path, const json_t *root)
{
    const json_t *clocks = json_object_get(root, "clocks");
    size_t count = json_array_size(clocks);
    if (count == 0 || count > FK_BOARD_MOST_CLOCKS) {
        fk_complain("%s: clocks must be an array of 1 to %d elements", path, FK_BOARD_MOST_CLOCKS);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        json_int_t hz = json_integer_value(json_object_get(json_array_get(clocks, i), "hz"));
        if (hz <= 0 || hz > UINT32_MAX) {
            fk_complain("%s: clocks[%zu].hz must be a number of hertz", path, i);
            return false;
        }
        board->clocks[i].hz = (uint32_t)hz;
        board->clocks[i].current_ma = NAN;
        board->count++;
        read_current(board, i, json_object_get(root, "currents"));
    }
    board->description = fk_copy(json_string_value(json_object_get(root, "description")));
    return true;
}

bool fk_board_file_read(struct fk_board_clocks *board, const char *path)
{
    size_t length;
    char *text = fk_file_read(path, &length);
    *board = (struct fk_board_clocks){0};
    if (text == NULL) {
        return false;
    }
    json_error_t error;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    free(text);
    if (root == NULL) {
        fk_complain("%s:%d:%d: %s", path, error.line > 0 ? error.line : 1,
                    error.column > 0 ? error.column : 1, error.text);
        return false;
    }
    bool good = read_clocks(board, path, root);
    json_decref(root);
    if (!good) {
        fk_board_clocks_free(board);
    }
    return good;
}

void fk_board_clocks_free(struct fk_board_clocks *board)
{
    for (size_t i = 0; i < board->count; i++) {
        free(board->clocks[i].current_source);
    }
    free(board->description);
    *board = (struct fk_board_clocks){0};
}
