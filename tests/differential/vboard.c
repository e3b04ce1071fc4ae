/* SPDX-License-Identifier: MIT */
/* vboard IMAGE GROUP CASES: the library inside a board image against the library on this host,
 * which is portable C and stands against the independent libraries itself. */
#include "comparison.h"
#include "vboard_operations.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SKIPPED = 77 };

int main(int argc, char **argv)
{
    static const struct fk_judge judges[] = {{&fk_operations_direct, 1, true}};
    char image[4096];
    if (argc != 4) {
        fprintf(stderr, "usage: %s IMAGE x25519|x448|p256 CASES\n", argv[0]);
        return 2;
    }
    snprintf(image, sizeof image, "%s/%s", FK_IMAGE_DIRECTORY, argv[1]);
    if (access(image, R_OK) != 0) {
        printf("skipped: there is no image %s (scripts/build firmware)\n", image);
        return SKIPPED;
    }
    struct fk_board_library *library = fk_board_library_new(FK_BOARD_JSON, image);
    if (library == NULL)
        return 1;
    const struct fk_operations operations = fk_board_library_operations(library);
    const bool good = fk_compare_operations(argv[2], (unsigned)strtoul(argv[3], NULL, 10),
                                            &operations, judges, 1, 1);
    fk_board_library_free(library);
    return good ? 0 : 1;
}
