/* SPDX-License-Identifier: MIT */
/*
 * One cache of the flash interface: which 64-bit lines of flash it holds, in constant time for any
 * number of ways. A line number is the offset in flash divided by 8.
 */
#ifndef FK_STM32L4_CACHE_H
#define FK_STM32L4_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "stm32l4.h"

#define FK_L4_FLASH_LINES 0x20000U /* of 8 bytes in 1 MB */
#define FK_L4_CACHE_ENTRIES 128U
#define FK_L4_CACHE_NO_ENTRY 0xFFU

struct fk_l4_cache_entry {
    uint32_t tag;    /* line number divided by the reads of a line; FK_L4_FLASH_LINES: empty */
    uint8_t filled;  /* bit n: the nth flash read of the line is held */
    uint8_t newer;   /* towards the most recently used entry of the set */
    uint8_t older;   /* towards the least recently used */
    uint8_t padding; /* keeps an entry at 8 bytes */
};

struct fk_l4_cache {
    struct fk_stm32l4_cache_shape shape;
    unsigned read_shift; /* log2 of the reads of a line */
    struct fk_l4_cache_entry entries[FK_L4_CACHE_ENTRIES];
    uint8_t newest[FK_L4_CACHE_ENTRIES]; /* by set */
    uint8_t oldest[FK_L4_CACHE_ENTRIES];
    uint8_t entry_of_tag[FK_L4_FLASH_LINES]; /* FK_L4_CACHE_NO_ENTRY where it is not held */
};

/* false, and nothing changed, where the shape is out of bounds. */
bool fk_l4_cache_shape(struct fk_l4_cache *cache, struct fk_stm32l4_cache_shape shape);
void fk_l4_cache_clear(struct fk_l4_cache *cache);
/* Is the line held? Does not count as a use. */
bool fk_l4_cache_holds(const struct fk_l4_cache *cache, uint32_t line);
/* Is the line held? If so it becomes the most recently used of its set. */
bool fk_l4_cache_use(struct fk_l4_cache *cache, uint32_t line);
/* Holds the line from now on, in place of the least recently used one of its set. */
void fk_l4_cache_fill(struct fk_l4_cache *cache, uint32_t line);

#endif
