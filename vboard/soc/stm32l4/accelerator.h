/* SPDX-License-Identifier: MIT */
/*
 * The cost of reading flash: one 64-bit read port with wait states, the current line, prefetch of
 * the next line, an instruction and a data cache. Times are HCLK cycles.
 */
#ifndef FK_STM32L4_ACCELERATOR_H
#define FK_STM32L4_ACCELERATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "cache.h"

struct fk_l4_accelerator {
    uint32_t current;         /* line of the instruction side; FK_L4_FLASH_LINES: none */
    uint32_t prefetched;      /* line read or being read ahead of need; FK_L4_FLASH_LINES: none */
    uint32_t data_current;    /* line of the data side; FK_L4_FLASH_LINES: none */
    unsigned wait_states;     /* W */
    uint64_t prefetched_done; /* cycle at which the prefetched line is there */
    uint64_t port_free;       /* cycle from which the port may start another read */
    bool prefetch;            /* the three enables of FLASH_ACR */
    bool instruction_cache;
    bool data_cache;
    struct fk_l4_cache instructions;
    struct fk_l4_cache data;
};

void fk_l4_accelerator_reset(struct fk_l4_accelerator *accelerator);
void fk_l4_accelerator_configure(struct fk_l4_accelerator *accelerator, unsigned wait_states,
                                 bool prefetch, bool instruction_cache, bool data_cache);
void fk_l4_accelerator_settle(struct fk_l4_accelerator *accelerator);

/* Each returns the stall in cycles. The address is in flash. */
unsigned fk_l4_accelerator_fetch_line(struct fk_l4_accelerator *accelerator, uint64_t cycle,
                                      uint32_t line);
unsigned fk_l4_accelerator_load(struct fk_l4_accelerator *accelerator, uint64_t cycle,
                                uint32_t address, unsigned size);

static inline unsigned fk_l4_accelerator_fetch(struct fk_l4_accelerator *accelerator,
                                               uint64_t cycle, uint32_t address)
{
    uint32_t line = address / 8 % FK_L4_FLASH_LINES;

    if (line == accelerator->current)
        return 0;
    return fk_l4_accelerator_fetch_line(accelerator, cycle, line);
}

#endif
