/* SPDX-License-Identifier: MIT */
/*
 * corrupt_elf FILE SYMBOL flip|undefined: damages the bytes of a symbol in an ELF file. flip
 * inverts the lowest bit of every fourth byte (numbers become wrong); undefined fills it with the
 * Thumb instruction UDF (code faults).
 */
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int damage(int file, Elf *elf, const GElf_Sym *symbol, int undefined)
{
    Elf_Scn *section = elf_getscn(elf, symbol->st_shndx);
    GElf_Shdr header;
    if (section == NULL || gelf_getshdr(section, &header) == NULL || header.sh_type == SHT_NOBITS) {
        return 1;
    }
    /* Bit 0 of a function's address says Thumb. */
    GElf_Addr address = symbol->st_value & ~(GElf_Addr)1;
    off_t start = (off_t)(header.sh_offset + (address - header.sh_addr));
    for (off_t i = 0; i < (off_t)symbol->st_size; i++) {
        unsigned char byte;
        if (pread(file, &byte, 1, start + i) != 1) {
            return 1;
        }
        byte = undefined ? 0xDE : (unsigned char)(byte ^ (i % 4 == 0));
        if (pwrite(file, &byte, 1, start + i) != 1) {
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 4 || elf_version(EV_CURRENT) == EV_NONE) {
        return 2;
    }
    int file = open(argv[1], O_RDWR);
    Elf *elf = file < 0 ? NULL : elf_begin(file, ELF_C_READ, NULL);
    Elf_Scn *section = NULL;
    while (elf != NULL && (section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;
        Elf_Data *data = elf_getdata(section, NULL);
        if (gelf_getshdr(section, &header) == NULL || header.sh_type != SHT_SYMTAB ||
            data == NULL) {
            continue;
        }
        for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
            GElf_Sym symbol;
            if (gelf_getsym(data, (int)i, &symbol) != NULL && symbol.st_size > 0 &&
                strcmp(elf_strptr(elf, header.sh_link, symbol.st_name), argv[2]) == 0) {
                return damage(file, elf, &symbol, strcmp(argv[3], "undefined") == 0);
            }
        }
    }
    fprintf(stderr, "corrupt_elf: %s: no symbol %s\n", argv[1], argv[2]);
    return 1;
}
