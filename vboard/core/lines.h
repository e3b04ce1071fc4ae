/* SPDX-License-Identifier: MIT */
/* Source lines of an ELF file, from its DWARF information. */
#ifndef FK_VBOARD_LINES_H
#define FK_VBOARD_LINES_H

#include <stdbool.h>
#include <stdint.h>

struct fk_lines;

/* NULL where the file has no line information. */
struct fk_lines *fk_lines_open(const char *path);
void fk_lines_close(struct fk_lines *lines);
bool fk_lines_find(struct fk_lines *lines, uint32_t address, const char **file, int *line);

#endif
