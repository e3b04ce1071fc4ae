/* SPDX-License-Identifier: MIT */
#include "image.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lines.h"

/* More than any microcontroller holds; keeps a damaged header from asking for gigabytes. */
#define SEGMENT_LIMIT (64u << 20)

struct reader {
    const char *path;
    char *error;
    size_t error_size;
    Elf *elf;
    size_t file_size;
};

__attribute__((format(printf, 2, 3))) static bool fail(const struct reader *reader,
                                                       const char *format, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(reader->error, reader->error_size, "%s: %s", reader->path, text);
    return false;
}

static bool check_header(const struct reader *reader)
{
    GElf_Ehdr header;

    if (elf_kind(reader->elf) != ELF_K_ELF)
        return fail(reader, "not an ELF file");
    if (gelf_getehdr(reader->elf, &header) == NULL)
        return fail(reader, "damaged ELF header: %s", elf_errmsg(-1));
    if (header.e_ident[EI_CLASS] != ELFCLASS32 || header.e_machine != EM_ARM ||
        header.e_ident[EI_DATA] != ELFDATA2LSB)
        return fail(reader,
                    "not a 32-bit little-endian Arm file (machine %u); build it with an "
                    "arm-none-eabi compiler",
                    header.e_machine);
    if (header.e_type != ET_EXEC)
        return fail(reader, "not a linked program (ELF type %u); link it with the board's script",
                    header.e_type);
    return true;
}

static bool read_segments(const struct reader *reader, struct fk_image *image)
{
    size_t count = 0;
    size_t raw_size = 0;
    const char *raw = elf_rawfile(reader->elf, &raw_size);

    if (elf_getphdrnum(reader->elf, &count) != 0 || raw == NULL)
        return fail(reader, "damaged program headers: %s", elf_errmsg(-1));
    image->segments = calloc(count + 1, sizeof *image->segments);
    if (image->segments == NULL)
        return fail(reader, "out of memory");
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr header;
        if (gelf_getphdr(reader->elf, (int)i, &header) == NULL)
            return fail(reader, "program header %zu is damaged: %s", i, elf_errmsg(-1));
        if (header.p_type != PT_LOAD || header.p_filesz == 0)
            continue;
        if (header.p_memsz < header.p_filesz)
            return fail(reader, "segment %zu has more bytes in the file than in memory", i);
        if (header.p_filesz > SEGMENT_LIMIT || header.p_paddr > UINT32_MAX)
            return fail(reader, "segment %zu has an impossible size or address", i);
        if (header.p_offset > raw_size || header.p_filesz > raw_size - header.p_offset)
            return fail(reader, "truncated: segment %zu ends at byte %llu of %zu", i,
                        (unsigned long long)header.p_offset + header.p_filesz, raw_size);
        struct fk_image_segment *segment = &image->segments[image->segment_count];
        segment->bytes = malloc(header.p_filesz);
        if (segment->bytes == NULL)
            return fail(reader, "out of memory");
        image->segment_count++;
        memcpy(segment->bytes, raw + header.p_offset, header.p_filesz);
        segment->address = (uint32_t)header.p_paddr;
        segment->size_bytes = (uint32_t)header.p_filesz;
    }
    if (image->segment_count == 0)
        return fail(reader, "nothing to load: no segment holds any bytes");
    return true;
}

static int by_address(const void *a, const void *b)
{
    const struct fk_image_symbol *x = a, *y = b;
    uint32_t left = x->address & ~1u, right = y->address & ~1u;

    if (left != right)
        return left < right ? -1 : 1;
    /* Functions and sized symbols last, so that a search backwards meets them first. */
    if (x->function != y->function)
        return x->function ? 1 : -1;
    if ((x->size_bytes != 0) != (y->size_bytes != 0))
        return x->size_bytes != 0 ? 1 : -1;
    return strcmp(x->name, y->name);
}

static Elf_Scn *find_symbol_table(Elf *elf, GElf_Shdr *header)
{
    Elf_Scn *section = NULL;

    while ((section = elf_nextscn(elf, section)) != NULL)
        if (gelf_getshdr(section, header) != NULL && header->sh_type == SHT_SYMTAB)
            return section;
    return NULL;
}

/* Functions, objects and plain labels; not sections, files and the $t, $d marks of the Arm ABI. */
static bool wanted(const GElf_Sym *symbol, const char *name)
{
    unsigned type = GELF_ST_TYPE(symbol->st_info);

    return symbol->st_shndx != SHN_UNDEF && name != NULL && name[0] != '\0' && name[0] != '$' &&
           (type == STT_FUNC || type == STT_OBJECT || type == STT_NOTYPE);
}

/* Files without symbols are good: there is just less to say about an address. */
static bool read_symbols(const struct reader *reader, struct fk_image *image)
{
    GElf_Shdr header;
    Elf_Scn *section = find_symbol_table(reader->elf, &header);
    Elf_Data *data = section != NULL ? elf_getdata(section, NULL) : NULL;
    size_t bytes = 0;

    if (data == NULL || header.sh_entsize == 0)
        return true;
    size_t count = header.sh_size / header.sh_entsize;
    image->symbols = calloc(count + 1, sizeof *image->symbols);
    for (size_t i = 0; i < count; i++) {
        GElf_Sym symbol;
        if (gelf_getsym(data, (int)i, &symbol) == NULL)
            break;
        const char *name = elf_strptr(reader->elf, header.sh_link, symbol.st_name);
        if (wanted(&symbol, name))
            bytes += strlen(name) + 1;
    }
    image->strings = malloc(bytes + 1);
    if (image->symbols == NULL || image->strings == NULL)
        return fail(reader, "out of memory");
    char *string = image->strings;
    for (size_t i = 0; i < count; i++) {
        GElf_Sym symbol;
        if (gelf_getsym(data, (int)i, &symbol) == NULL)
            break;
        const char *name = elf_strptr(reader->elf, header.sh_link, symbol.st_name);
        if (!wanted(&symbol, name))
            continue;
        size_t length = strlen(name) + 1;
        memcpy(string, name, length);
        image->symbols[image->symbol_count++] =
            (struct fk_image_symbol){.name = string,
                                     .address = (uint32_t)symbol.st_value,
                                     .size_bytes = (uint32_t)symbol.st_size,
                                     .function = GELF_ST_TYPE(symbol.st_info) == STT_FUNC};
        string += length;
    }
    qsort(image->symbols, image->symbol_count, sizeof *image->symbols, by_address);
    return true;
}

bool fk_image_read(struct fk_image *image, const char *path, char *error, size_t error_size)
{
    struct reader reader = {.path = path, .error = error, .error_size = error_size};
    struct stat status;
    bool good = false;
    int file = open(path, O_RDONLY | O_CLOEXEC);

    *image = (struct fk_image){0};
    if (file < 0 || fstat(file, &status) != 0) {
        fail(&reader, "%s", strerror(errno));
    } else if (!S_ISREG(status.st_mode)) {
        fail(&reader, "not a file");
    } else if (elf_version(EV_CURRENT) == EV_NONE) {
        fail(&reader, "libelf: %s", elf_errmsg(-1));
    } else {
        reader.elf = elf_begin(file, ELF_C_READ, NULL);
        if (reader.elf == NULL)
            fail(&reader, "not an ELF file: %s", elf_errmsg(-1));
        else
            good = check_header(&reader) && read_segments(&reader, image) &&
                   read_symbols(&reader, image);
        if (reader.elf != NULL)
            elf_end(reader.elf);
    }
    if (file >= 0)
        close(file);
    if (good) {
        image->path = strdup(path);
        image->lines = fk_lines_open(path);
        if (image->path == NULL)
            good = fail(&reader, "out of memory");
    }
    if (!good)
        fk_image_free(image);
    return good;
}

void fk_image_free(struct fk_image *image)
{
    for (size_t i = 0; i < image->segment_count; i++)
        free(image->segments[i].bytes);
    free(image->segments);
    free(image->symbols);
    free(image->strings);
    free(image->path);
    fk_lines_close(image->lines);
    *image = (struct fk_image){0};
}

const struct fk_image_symbol *fk_image_symbol_by_name(const struct fk_image *image,
                                                      const char *name)
{
    for (size_t i = 0; i < image->symbol_count; i++)
        if (strcmp(image->symbols[i].name, name) == 0)
            return &image->symbols[i];
    return NULL;
}

const struct fk_image_symbol *fk_image_symbol_at(const struct fk_image *image, uint32_t address)
{
    size_t low = 0, high = image->symbol_count;

    while (low < high) { /* first symbol beyond the address */
        size_t middle = low + (high - low) / 2;
        if ((image->symbols[middle].address & ~1u) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i-- > 0;) {
        const struct fk_image_symbol *symbol = &image->symbols[i];
        uint32_t offset = address - (symbol->address & ~1u);
        if (offset < symbol->size_bytes)
            return symbol;
        /* Labels of assembly often have no size: the nearest one before, if nothing sized ends in
         * between. */
        if (symbol->size_bytes == 0 && offset < 4096)
            return symbol;
        if (symbol->size_bytes != 0)
            return NULL;
    }
    return NULL;
}

bool fk_image_line_at(const struct fk_image *image, uint32_t address, const char **file, int *line)
{
    return fk_lines_find(image->lines, address, file, line);
}
