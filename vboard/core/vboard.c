/* SPDX-License-Identifier: MIT */
/* The small change of the interface. */
#include "machine.h"

#include <string.h>

void fk_vboard_serial_in(struct fk_vboard *vboard, const void *bytes, size_t length)
{
    vboard->chip->serial_in(vboard->soc, fk_machine_now(vboard), bytes, length);
    vboard->idle_before = false;
    memset(vboard->polls, 0, sizeof vboard->polls);
    fk_processor_look_again(vboard);
}

bool fk_vboard_memory_read(struct fk_vboard *vboard, uint32_t address, void *bytes, size_t length)
{
    return fk_machine_read(vboard, address, bytes, length);
}

bool fk_vboard_memory_write(struct fk_vboard *vboard, uint32_t address, const void *bytes,
                            size_t length)
{
    return fk_machine_write(vboard, address, bytes, length);
}

static int engine_register(unsigned index)
{
    switch (index) {
    case 13:
        return UC_ARM_REG_SP;
    case 14:
        return UC_ARM_REG_LR;
    case 15:
        return UC_ARM_REG_PC;
    case 16:
        return UC_ARM_REG_XPSR;
    default:
        return index < 13 ? UC_ARM_REG_R0 + (int)index : UC_ARM_REG_INVALID;
    }
}

uint32_t fk_vboard_register(struct fk_vboard *vboard, unsigned index)
{
    return index <= 16 ? fk_machine_get(vboard, engine_register(index)) : 0;
}

void fk_vboard_set_register(struct fk_vboard *vboard, unsigned index, uint32_t value)
{
    if (index > 16)
        return;
    if (index == 15)
        fk_processor_set_timed(vboard, vboard->timed);
    fk_machine_set(vboard, engine_register(index), index == 15 ? value | 1u : value);
    vboard->known = 0;
}

uint64_t fk_vboard_cycle(const struct fk_vboard *vboard)
{
    return fk_machine_now(vboard);
}

uint32_t fk_vboard_clock_hz(const struct fk_vboard *vboard)
{
    return vboard->chip->hclk_hz(vboard->soc);
}

uint64_t fk_vboard_instruction_count(const struct fk_vboard *vboard)
{
    return vboard->instructions;
}

uint64_t fk_vboard_unmodelled_count(const struct fk_vboard *vboard)
{
    return vboard->unmodelled;
}

bool fk_vboard_symbol(const struct fk_vboard *vboard, const char *name, uint32_t *address,
                      uint32_t *size)
{
    const struct fk_image_symbol *symbol = fk_image_symbol_by_name(&vboard->image, name);

    if (symbol == NULL)
        return false;
    *address = symbol->address;
    *size = symbol->size_bytes;
    return true;
}
