/* SPDX-License-Identifier: MIT */
/* Where a value stands in the text of a JSON file, for messages about it. */
#ifndef FK_WORKBENCH_JSON_POSITION_H
#define FK_WORKBENCH_JSON_POSITION_H

#include <stddef.h>

/* One step from a value to one inside it: a member by its key, or (key NULL) an element by index.
 */
struct fk_json_step {
    const char *key;
    size_t index;
};

struct fk_json_position {
    unsigned line, column; /* from 1; the column counts bytes */
};

/* `text` is valid JSON. Where a step leads nowhere, the position of the last value that was found.
 */
struct fk_json_position fk_json_position(const char *text, const struct fk_json_step *steps,
                                         size_t step_count);

#endif
