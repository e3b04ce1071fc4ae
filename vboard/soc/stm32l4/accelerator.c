/* SPDX-License-Identifier: MIT */
#include "accelerator.h"

#define NO_LINE FK_L4_FLASH_LINES

void fk_l4_accelerator_settle(struct fk_l4_accelerator *accelerator)
{
    accelerator->current = NO_LINE;
    accelerator->prefetched = NO_LINE;
    accelerator->data_current = NO_LINE;
    accelerator->prefetched_done = 0;
    accelerator->port_free = 0;
}

void fk_l4_accelerator_reset(struct fk_l4_accelerator *accelerator)
{
    fk_l4_accelerator_settle(accelerator);
    fk_l4_cache_clear(&accelerator->instructions);
    fk_l4_cache_clear(&accelerator->data);
}

void fk_l4_accelerator_configure(struct fk_l4_accelerator *accelerator, unsigned wait_states,
                                 bool prefetch, bool instruction_cache, bool data_cache)
{
    accelerator->wait_states = wait_states;
    accelerator->prefetch = prefetch;
    accelerator->instruction_cache = instruction_cache;
    accelerator->data_cache = data_cache;
    if (!prefetch)
        accelerator->prefetched = NO_LINE;
}

/* One read of the port that is wanted from `cycle` on: the cycle at which its data is there. Reads
 * are never aborted and never overlap. */
static uint64_t read_port(struct fk_l4_accelerator *accelerator, uint64_t cycle)
{
    uint64_t start = cycle > accelerator->port_free ? cycle : accelerator->port_free;

    accelerator->port_free = start + accelerator->wait_states + 1;
    return accelerator->port_free;
}

/* Data that is there at `done` was wanted in the cycle `cycle`: one cycle is no stall. */
static unsigned stall_until(uint64_t done, uint64_t cycle)
{
    return done > cycle + 1 ? (unsigned)(done - cycle - 1) : 0;
}

/* Reads the line after `line` ahead of need, unless it is held or on its way already. */
static void read_ahead(struct fk_l4_accelerator *accelerator, uint64_t cycle, uint32_t line)
{
    uint32_t next = line + 1;

    if (next == FK_L4_FLASH_LINES || next == accelerator->prefetched ||
        (accelerator->instruction_cache && fk_l4_cache_holds(&accelerator->instructions, next)))
        return;
    accelerator->prefetched = next;
    accelerator->prefetched_done = read_port(accelerator, cycle);
}

unsigned fk_l4_accelerator_fetch_line(struct fk_l4_accelerator *accelerator, uint64_t cycle,
                                      uint32_t line)
{
    unsigned stall = 0;

    if (line == accelerator->prefetched) {
        stall = stall_until(accelerator->prefetched_done, cycle);
        accelerator->prefetched = NO_LINE;
        if (accelerator->instruction_cache)
            fk_l4_cache_fill(&accelerator->instructions, line);
    } else if (!accelerator->instruction_cache ||
               !fk_l4_cache_use(&accelerator->instructions, line)) {
        stall = stall_until(read_port(accelerator, cycle), cycle);
        if (accelerator->instruction_cache)
            fk_l4_cache_fill(&accelerator->instructions, line);
    }
    accelerator->current = line;
    if (accelerator->prefetch)
        read_ahead(accelerator, cycle, line);
    return stall;
}

static unsigned load_line(struct fk_l4_accelerator *accelerator, uint64_t cycle, uint32_t line)
{
    unsigned stall = 0;

    if (line == accelerator->data_current)
        return 0;
    if (!accelerator->data_cache || !fk_l4_cache_use(&accelerator->data, line)) {
        stall = stall_until(read_port(accelerator, cycle), cycle);
        if (accelerator->data_cache)
            fk_l4_cache_fill(&accelerator->data, line);
    }
    accelerator->data_current = line;
    return stall;
}

unsigned fk_l4_accelerator_load(struct fk_l4_accelerator *accelerator, uint64_t cycle,
                                uint32_t address, unsigned size)
{
    uint32_t first = address / 8 % FK_L4_FLASH_LINES;
    uint32_t last = (address + size - 1) / 8 % FK_L4_FLASH_LINES;
    unsigned stall = load_line(accelerator, cycle, first);

    /* An unaligned load that crosses into the next line reads that one after it. */
    if (last != first)
        stall += load_line(accelerator, cycle + stall + 1, last);
    return stall;
}
