/* SPDX-License-Identifier: MIT */
#include "lines.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fk_lines {
    Dwfl *dwfl;
    Dwfl_Module *module;
};

/* No search for separate debug files: what the ELF file itself holds. */
static int no_debug_file(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base,
                         const char *file_name, const char *link, GElf_Word crc, char **path)
{
    (void)module, (void)user, (void)name, (void)base, (void)file_name, (void)link, (void)crc;
    *path = NULL;
    return -1;
}

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = no_debug_file,
    .section_address = dwfl_offline_section_address,
};

struct fk_lines *fk_lines_open(const char *path)
{
    struct fk_lines *lines = calloc(1, sizeof *lines);

    if (lines == NULL)
        return NULL;
    lines->dwfl = dwfl_begin(&callbacks);
    if (lines->dwfl != NULL) {
        dwfl_report_begin(lines->dwfl);
        lines->module = dwfl_report_offline(lines->dwfl, "", path, -1);
        dwfl_report_end(lines->dwfl, NULL, NULL);
    }
    if (lines->module == NULL) {
        fk_lines_close(lines);
        return NULL;
    }
    return lines;
}

void fk_lines_close(struct fk_lines *lines)
{
    if (lines == NULL)
        return;
    if (lines->dwfl != NULL)
        dwfl_end(lines->dwfl);
    free(lines);
}

bool fk_lines_find(struct fk_lines *lines, uint32_t address, const char **file, int *line)
{
    if (lines == NULL)
        return false;
    Dwfl_Line *found = dwfl_module_getsrc(lines->module, address);
    if (found == NULL)
        return false;
    const char *path = dwfl_lineinfo(found, NULL, line, NULL, NULL, NULL);
    if (path == NULL || *line <= 0)
        return false;
    const char *slash = strrchr(path, '/');
    *file = slash != NULL ? slash + 1 : path;
    return true;
}
