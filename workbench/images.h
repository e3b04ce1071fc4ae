/* SPDX-License-Identifier: MIT */
/* The images for a board that were built, and those that could not be: images.json. */
#ifndef FK_WORKBENCH_IMAGES_H
#define FK_WORKBENCH_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "names.h"

#define FK_IMAGES_SCHEMA "fieldkex-images/1"

struct fk_image_operation {
    enum fk_link_curve curve;
    enum fk_link_operation operation;
    int64_t flash_bytes; /* of this operation alone; -1 is unknown */
    bool first_differs;
    char *includes; /* words with one space between */
};

struct fk_image {
    char *implementation, *variant, *version, *compiler, *flags;
    char *elf; /* path */
    enum fk_code_memory code_memory;
    struct fk_image_operation *operations;
    size_t operation_count;
    char *skipped; /* why there is no image, or NULL; then only the names are set */
};

struct fk_images {
    char *board;
    struct fk_image *images;
    size_t count;
};

/* Reads <folder>/images.json. false after one line on standard error. */
bool fk_images_read(struct fk_images *images, const char *folder);
void fk_images_free(struct fk_images *images);

#endif
