/* SPDX-License-Identifier: MIT */
#include "chip.h"

#include <stdarg.h>
#include <stdio.h>

/* FNV-1a, 64 bits. */
static uint64_t hash(const char *text)
{
    uint64_t value = UINT64_C(0xCBF29CE484222325);

    for (; *text != '\0'; text++)
        value = (value ^ (uint8_t)*text) * UINT64_C(0x100000001B3);
    return value;
}

static bool is_new(struct fk_l4_notes *notes, uint64_t key)
{
    if (notes->count == FK_L4_NOTES)
        return false;
    for (unsigned i = 0; i < notes->count; i++)
        if (notes->seen[i] == key)
            return false;
    notes->seen[notes->count++] = key;
    return true;
}

void fk_l4_note(struct fk_l4 *chip, const char *format, ...)
{
    char line[240];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (!is_new(&chip->notes, hash(line)) || chip->host.log == NULL)
        return;
    chip->host.log(chip->host.context, line);
    if (chip->notes.count == FK_L4_NOTES)
        chip->host.log(chip->host.context, "further notes about the chip are left out");
}

enum fk_soc_access fk_l4_unmodelled(struct fk_l4 *chip, const char *what)
{
    fk_l4_note(chip, "not modelled: %s", what);
    return FK_SOC_ACCESS_UNMODELLED;
}
