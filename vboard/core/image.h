/* SPDX-License-Identifier: MIT */
/* An ELF file for the board: segments, symbols, source lines. */
#ifndef FK_VBOARD_IMAGE_H
#define FK_VBOARD_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fk_image_segment {
    uint32_t address; /* physical: where the bytes lie before the firmware starts */
    uint32_t size_bytes;
    uint8_t *bytes;
};

struct fk_image_symbol {
    const char *name;
    uint32_t address; /* as in the file: bit 0 is set for Thumb functions */
    uint32_t size_bytes;
    bool function;
};

struct fk_image {
    char *path;
    struct fk_image_segment *segments;
    size_t segment_count;
    struct fk_image_symbol *symbols; /* by address without the Thumb bit */
    size_t symbol_count;
    char *strings;
    struct fk_lines *lines;
};

/* false with one line in `error`, which names the file. The image is empty after an error. */
bool fk_image_read(struct fk_image *image, const char *path, char *error, size_t error_size);
void fk_image_free(struct fk_image *image);

const struct fk_image_symbol *fk_image_symbol_by_name(const struct fk_image *image,
                                                      const char *name);
/* The symbol that contains `address`, or NULL. */
const struct fk_image_symbol *fk_image_symbol_at(const struct fk_image *image, uint32_t address);
/* File name without folders, and line; false where unknown. The name lives as long as the image. */
bool fk_image_line_at(const struct fk_image *image, uint32_t address, const char **file, int *line);

#endif
