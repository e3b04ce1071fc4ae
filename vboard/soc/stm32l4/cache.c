/* SPDX-License-Identifier: MIT */
#include "cache.h"

#include <string.h>

static bool power_of_two(unsigned value)
{
    return value != 0 && (value & (value - 1)) == 0;
}

bool fk_l4_cache_shape(struct fk_l4_cache *cache, struct fk_stm32l4_cache_shape shape)
{
    if (!power_of_two(shape.sets) || !power_of_two(shape.ways) || !power_of_two(shape.reads) ||
        shape.sets > FK_L4_CACHE_ENTRIES || shape.ways > FK_L4_CACHE_ENTRIES ||
        shape.sets * shape.ways > FK_L4_CACHE_ENTRIES || shape.reads > 8)
        return false;
    cache->shape = shape;
    cache->read_shift = 0;
    while ((1U << cache->read_shift) < shape.reads)
        cache->read_shift++;
    memset(cache->entry_of_tag, FK_L4_CACHE_NO_ENTRY, sizeof cache->entry_of_tag);
    for (unsigned i = 0; i < FK_L4_CACHE_ENTRIES; i++)
        cache->entries[i].tag = FK_L4_FLASH_LINES;
    fk_l4_cache_clear(cache);
    return true;
}

void fk_l4_cache_clear(struct fk_l4_cache *cache)
{
    unsigned ways = cache->shape.ways;

    for (unsigned i = 0; i < cache->shape.sets * ways; i++) {
        struct fk_l4_cache_entry *entry = &cache->entries[i];
        unsigned way = i % ways;

        if (entry->tag != FK_L4_FLASH_LINES)
            cache->entry_of_tag[entry->tag] = FK_L4_CACHE_NO_ENTRY;
        entry->tag = FK_L4_FLASH_LINES;
        entry->filled = 0;
        entry->newer = way == 0 ? FK_L4_CACHE_NO_ENTRY : (uint8_t)(i - 1);
        entry->older = way == ways - 1 ? FK_L4_CACHE_NO_ENTRY : (uint8_t)(i + 1);
    }
    for (unsigned set = 0; set < cache->shape.sets; set++) {
        cache->newest[set] = (uint8_t)(set * ways);
        cache->oldest[set] = (uint8_t)(set * ways + ways - 1);
    }
}

void fk_l4_cache_fill(struct fk_l4_cache *cache, uint32_t line)
{
    uint32_t tag = fk_l4_cache_tag(cache, line);
    uint32_t set = tag & (cache->shape.sets - 1);
    uint8_t index = cache->entry_of_tag[tag];

    if (index == FK_L4_CACHE_NO_ENTRY) {
        struct fk_l4_cache_entry *entry;

        index = cache->oldest[set];
        entry = &cache->entries[index];
        if (entry->tag != FK_L4_FLASH_LINES)
            cache->entry_of_tag[entry->tag] = FK_L4_CACHE_NO_ENTRY;
        entry->tag = tag;
        entry->filled = 0;
        cache->entry_of_tag[tag] = index;
    }
    cache->entries[index].filled |= fk_l4_cache_read_bit(cache, line);
    fk_l4_cache_make_newest(cache, set, index);
}
