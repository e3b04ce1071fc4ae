/* SPDX-License-Identifier: MIT */
/*
 * How a run ends. A fault sets the status registers as the processor would, but no fault handler of
 * the firmware is entered: the message says more than a handler could.
 */
#include "machine.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define HFSR_FORCED (1u << 30)
/* How far below the first RAM an access still looks like a stack that has grown out of it: the
 * largest frame that is likely. */
#define OVERFLOW_BYTES 0x8000u

void fk_vboard_locate(const struct fk_vboard *vboard, uint32_t address, char *text,
                      size_t text_size)
{
    const struct fk_image_symbol *symbol = fk_image_symbol_at(&vboard->image, address & ~1u);
    const char *file = NULL;
    int line = 0;
    char place[128] = "";

    if (fk_image_line_at(&vboard->image, address & ~1u, &file, &line))
        snprintf(place, sizeof place, "%.100s:%d", file, line);
    if (symbol != NULL) {
        uint32_t offset = (address & ~1u) - (symbol->address & ~1u);
        char plus[16] = "";
        if (offset != 0)
            snprintf(plus, sizeof plus, "+0x%" PRIx32, offset);
        snprintf(text, text_size, "0x%08" PRIx32 " (%.100s%s%s%s)", address, symbol->name, plus,
                 place[0] != '\0' ? ", " : "", place);
    } else if (place[0] != '\0') {
        snprintf(text, text_size, "0x%08" PRIx32 " (%s)", address, place);
    } else {
        snprintf(text, text_size, "0x%08" PRIx32, address);
    }
}

void fk_fault_end(struct fk_vboard *machine, enum fk_vboard_end end, uint32_t address,
                  const char *format, ...)
{
    char what[192];
    char place[288];
    va_list arguments;

    if (machine->stop.message[0] != '\0')
        return; /* the first reason is the reason */
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    fk_vboard_locate(machine, machine->pc, place, sizeof place);
    machine->stop.end = end;
    machine->stop.exit_status = 0;
    machine->stop.pc = machine->pc;
    machine->stop.address = address;
    machine->stop.cycle = fk_machine_now(machine);
    snprintf(machine->stop.message, sizeof machine->stop.message, "%s, at %s", what, place);
}

static void set_status(struct fk_vboard *machine, uint32_t cfsr)
{
    machine->scs.cfsr |= cfsr;
    machine->scs.hfsr |= HFSR_FORCED;
}

/* The lowest RAM that is data memory; stacks lie at its bottom. */
static const struct fk_soc_region *stack_region(const struct fk_vboard *machine)
{
    for (size_t i = 0; i < machine->region_count; i++)
        if (machine->regions[i].soc->writable &&
            machine->regions[i].memory.source == FK_FETCH_SYSTEM_BUS)
            return machine->regions[i].soc;
    return NULL;
}

static bool is_overflow(struct fk_vboard *machine, uint32_t address)
{
    const struct fk_soc_region *ram = stack_region(machine);
    uint32_t sp = fk_machine_get(machine, UC_ARM_REG_SP);

    /* The stack pointer itself is near its end or beyond it. */
    return ram != NULL && ram->base - address - 1 < OVERFLOW_BYTES &&
           ram->base + OVERFLOW_BYTES - sp <= 2 * OVERFLOW_BYTES && sp <= address + OVERFLOW_BYTES;
}

void fk_fault_memory(struct fk_vboard *machine, uc_mem_type type, uint32_t address, unsigned size)
{
    const char *what = "access to";
    uint32_t status = FK_CFSR_PRECISERR | FK_CFSR_BFARVALID;

    switch (type) {
    case UC_MEM_READ_UNMAPPED:
    case UC_MEM_READ_PROT:
        what = "read of unmapped";
        break;
    case UC_MEM_WRITE_UNMAPPED:
        what = "write to unmapped";
        break;
    case UC_MEM_WRITE_PROT:
        what = "write to read-only";
        break;
    case UC_MEM_FETCH_UNMAPPED:
    case UC_MEM_FETCH_PROT:
        what = "branch to unmapped";
        status = FK_CFSR_IBUSERR;
        break;
    default:
        break;
    }
    set_status(machine, status);
    if (status != FK_CFSR_IBUSERR)
        machine->scs.bfar = address;
    if (is_overflow(machine, address) && status != FK_CFSR_IBUSERR)
        fk_fault_end(machine, FK_VBOARD_END_FAULT, address,
                     "stack overflow: access to 0x%08" PRIx32 " below the stack (sp 0x%08" PRIx32
                     ")",
                     address, fk_machine_get(machine, UC_ARM_REG_SP));
    else
        fk_fault_end(machine, FK_VBOARD_END_FAULT, address,
                     "%s address 0x%08" PRIx32 " (%u byte%s)", what, address, size,
                     size == 1 ? "" : "s");
}

void fk_fault_usage(struct fk_vboard *machine, uint32_t cfsr, const char *what)
{
    set_status(machine, cfsr);
    fk_fault_end(machine, FK_VBOARD_END_FAULT, 0, "%s", what);
}

void fk_fault_unaligned(struct fk_vboard *machine, uint32_t address, const char *what)
{
    set_status(machine, FK_CFSR_UNALIGNED);
    fk_fault_end(machine, FK_VBOARD_END_FAULT, address, "%s to address 0x%08" PRIx32, what,
                 address);
}
