/* SPDX-License-Identifier: MIT */
/*
 * The vectors through the library inside a board image, on the virtual board. The image is
 * FIELDKEX_IMAGE_DIR/<name>, by default in the build folder.
 */
#include "vboard_operations.h"
#include "vector_engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SKIPPED = 77, ITERATIONS = 10 };

int main(int argc, char **argv)
{
    char image[4096];
    const char *named = getenv("FIELDKEX_IMAGE_DIR");
    if (argc < 3) {
        fprintf(stderr, "usage: %s IMAGE SUITE [PART/PARTS]\n", argv[0]);
        return 2;
    }
    snprintf(image, sizeof image, "%s/%s",
             named != NULL && *named != '\0' ? named : FK_IMAGE_DIRECTORY, argv[1]);
    if (access(image, R_OK) != 0) {
        printf("skipped: there is no image %s (scripts/build firmware; FIELDKEX_IMAGE_DIR)\n",
               image);
        return SKIPPED;
    }
    struct fk_board_library *library = fk_board_library_new(FK_BOARD_JSON, image);
    if (library == NULL)
        return 1;
    const struct fk_operations operations = fk_board_library_operations(library);
    const struct fk_operations *const list[] = {&operations};
    int status = fk_vector_main(argc - 1, argv + 1, list, 1, ITERATIONS);
    fk_board_library_free(library);
    return status;
}
