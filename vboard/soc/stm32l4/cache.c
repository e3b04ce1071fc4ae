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

static uint32_t tag_of(const struct fk_l4_cache *cache, uint32_t line)
{
    return line >> cache->read_shift;
}

static uint8_t read_bit(const struct fk_l4_cache *cache, uint32_t line)
{
    return (uint8_t)(1U << (line & (cache->shape.reads - 1)));
}

bool fk_l4_cache_holds(const struct fk_l4_cache *cache, uint32_t line)
{
    uint8_t index = cache->entry_of_tag[tag_of(cache, line)];

    return index != FK_L4_CACHE_NO_ENTRY &&
           (cache->entries[index].filled & read_bit(cache, line)) != 0;
}

static void make_newest(struct fk_l4_cache *cache, uint32_t set, uint8_t index)
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

bool fk_l4_cache_use(struct fk_l4_cache *cache, uint32_t line)
{
    uint32_t tag = tag_of(cache, line);
    uint8_t index = cache->entry_of_tag[tag];

    if (index == FK_L4_CACHE_NO_ENTRY ||
        (cache->entries[index].filled & read_bit(cache, line)) == 0)
        return false;
    make_newest(cache, tag & (cache->shape.sets - 1), index);
    return true;
}

void fk_l4_cache_fill(struct fk_l4_cache *cache, uint32_t line)
{
    uint32_t tag = tag_of(cache, line);
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
    cache->entries[index].filled |= read_bit(cache, line);
    make_newest(cache, set, index);
}
