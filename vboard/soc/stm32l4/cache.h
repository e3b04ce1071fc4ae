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
/* Holds the line from now on, in place of the least recently used one of its set. */
void fk_l4_cache_fill(struct fk_l4_cache *cache, uint32_t line);

/* What follows is asked for nearly every fetched word, so it is inline. */

static inline uint32_t fk_l4_cache_tag(const struct fk_l4_cache *cache, uint32_t line)
{
    return line >> cache->read_shift;
}

static inline uint8_t fk_l4_cache_read_bit(const struct fk_l4_cache *cache, uint32_t line)
{
    return (uint8_t)(1U << (line & (cache->shape.reads - 1)));
}

/* Is the line held? Does not count as a use. */
static inline bool fk_l4_cache_holds(const struct fk_l4_cache *cache, uint32_t line)
{
    uint8_t index = cache->entry_of_tag[fk_l4_cache_tag(cache, line)];

    return index != FK_L4_CACHE_NO_ENTRY &&
           (cache->entries[index].filled & fk_l4_cache_read_bit(cache, line)) != 0;
}

static inline void fk_l4_cache_make_newest(struct fk_l4_cache *cache, uint32_t set, uint8_t index)
{
    struct fk_l4_cache_entry *entry = &cache->entries[index];

    if (cache->newest[set] == index)
        return;
    cache->entries[entry->newer].older = entry->older;
    if (entry->older == FK_L4_CACHE_NO_ENTRY)
        cache->oldest[set] = entry->newer;
    else
        cache->entries[entry->older].newer = entry->newer;
    entry->newer = FK_L4_CACHE_NO_ENTRY;
    entry->older = cache->newest[set];
    cache->entries[cache->newest[set]].newer = index;
    cache->newest[set] = index;
}

/* Is the line held? If so it becomes the most recently used of its set. */
static inline bool fk_l4_cache_use(struct fk_l4_cache *cache, uint32_t line)
{
    uint32_t tag = fk_l4_cache_tag(cache, line);
    uint8_t index = cache->entry_of_tag[tag];

    if (index == FK_L4_CACHE_NO_ENTRY ||
        (cache->entries[index].filled & fk_l4_cache_read_bit(cache, line)) == 0)
        return false;
    fk_l4_cache_make_newest(cache, tag & (cache->shape.sets - 1), index);
    return true;
}

#endif
