/* SPDX-License-Identifier: MIT */
#include "timing.h"

/* From the address phase of an instruction: address, data, decode, execute. */
#define ADDRESS_TO_EXECUTE 3

/* The unit holds three words. */
#define WORDS 3

/* Stands for what is no instruction: depends on nothing, and is not fallen through from. */
static const struct fk_insn nothing = {.kind = FK_INSN_HINT, .flags = FK_INSN_JUMPS};

static void begin_line(struct fk_timing *timing, uint32_t address,
                       const struct fk_fetch_memory *memory)
{
    timing->next_word = address / 4;
    timing->first_word = address / 4;
    timing->memory = *memory;
    /* The first three words wait for no slot. */
    for (unsigned i = 0; i < 4; i++)
        timing->freed[i] = 0;
}

void fk_timing_restart(struct fk_timing *timing, uint64_t cycle, uint32_t address,
                       const struct fk_fetch_memory *memory)
{
    begin_line(timing, address, memory);
    timing->next_word += WORDS;
    timing->data_end = cycle;
    for (unsigned i = 0; i < 4; i++)
        timing->ready[i] = cycle;
    timing->start = cycle;
    timing->end = cycle;
    timing->data_cycle = 0;
    timing->address = address;
    timing->insn = nothing;
}

/* The slot that the next word needs is free, or will be at a known cycle. */
static bool may_request(const struct fk_timing *timing)
{
    uint32_t needed = timing->next_word - WORDS;
    uint32_t word = timing->address / 4;
    bool ends_word = (timing->insn.flags & FK_INSN_WIDE) != 0 || (timing->address & 2) != 0;

    if (timing->next_word - timing->first_word < WORDS)
        return true;
    return (int32_t)(word - needed) > 0 || (word == needed && ends_word);
}

void fk_timing_fetch_until(struct fk_timing *timing, uint64_t cycle)
{
    /* Only where fetches stall does it matter to others when they are made. */
    while (timing->memory.source != FK_FETCH_PLAIN && may_request(timing)) {
        uint64_t freed = timing->freed[(timing->next_word + 1) % 4];
        uint64_t request = timing->data_end + 1 < freed ? freed : timing->data_end;
        if (request >= cycle)
            return;
        fk_timing_request(timing);
    }
}

uint64_t fk_timing_stall(struct fk_timing *timing, uint64_t cycle, uint32_t word)
{
    if (timing->memory.source == FK_FETCH_SYSTEM_BUS)
        return timing->data_cycle == cycle ? 1 : 0;
    if ((word & (timing->line_words - 1)) != 0 && word != timing->first_word)
        return 0; /* its line came with the word before */
    return timing->stall(timing->context, cycle, word * 4 + timing->memory.offset);
}

void fk_timing_redirect(struct fk_timing *timing, uint64_t end, unsigned refill, uint32_t address,
                        const struct fk_fetch_memory *memory)
{
    uint64_t request = end + refill - ADDRESS_TO_EXECUTE;

    fk_timing_fetch_until(timing, request);
    begin_line(timing, address, memory);
    if (timing->data_end < request)
        timing->data_end = request; /* else an outstanding word arrives first */
}

void fk_timing_divert(struct fk_timing *timing, uint64_t end, uint32_t address,
                      const struct fk_fetch_memory *memory)
{
    fk_timing_redirect(timing, end, 0, address, memory);
    timing->end = end;
    timing->insn = nothing;
}
