/* SPDX-License-Identifier: MIT */
/*
 * Time of a Cortex-M4: execute cycles and the prefetch unit of three words. It knows instructions
 * only as records and memory only as stalls, nothing of how they are executed.
 *
 * For each instruction in the order of execution: fk_timing_next (or fk_timing_jump after a taken
 * branch), then fk_timing_add for what its memory accesses cost beyond the record. Time is in
 * processor cycles; an instruction's time is its first execute cycle.
 */
#ifndef FK_VBOARD_TIMING_H
#define FK_VBOARD_TIMING_H

#include <stdbool.h>
#include <stdint.h>

#include "insn.h"

enum fk_fetch_source {
    FK_FETCH_PLAIN,     /* no stall */
    FK_FETCH_FLASH,     /* stalls as `stall` says */
    FK_FETCH_SYSTEM_BUS /* shares its bus with data: a fetch that meets an access waits a cycle */
};

/* Where instructions come from. */
struct fk_fetch_memory {
    enum fk_fetch_source source;
    uint32_t offset; /* added to an address to find its true one: of a mirror of the flash */
};

struct fk_timing {
    struct fk_insn insn; /* the current instruction */
    uint64_t start;      /* its first execute cycle */
    uint64_t end;        /* start and its cost so far */
    uint32_t address;
    uint16_t previous; /* flags of the instruction before it; JUMPS after a taken branch */

    /* Fetch, in words of four bytes. */
    uint32_t next_word;  /* the next one to request */
    uint32_t first_word; /* of this straight line */
    uint64_t data_end;   /* last cycle of the data phase of the word requested last */
    uint64_t ready[4];   /* by word % 4: first cycle in which an instruction in it may execute */
    uint64_t freed[4];   /* by word % 4: cycle in which its last halfword started to execute */
    uint64_t data_cycle; /* of the last access on the system bus */
    struct fk_fetch_memory memory;

    /* The instruction word at `address` has its first data-phase cycle at `cycle`: stall. Words of
     * one line of line_words, requested one after the other, stall at the first at most. */
    unsigned (*stall)(void *context, uint64_t cycle, uint32_t address);
    void *context;
    uint32_t line_words; /* a power of 2 */
};

/* Starts from a known state: the instruction at `address`, which fk_timing_next begins, executes at
 * `cycle`, and the unit holds its word and the next two. */
void fk_timing_restart(struct fk_timing *timing, uint64_t cycle, uint32_t address,
                       const struct fk_fetch_memory *memory);

/* Takes the straight line that begins at `address`, when what ran before it ends at `end`, with a
 * refill of `refill` cycles. */
void fk_timing_redirect(struct fk_timing *timing, uint64_t end, unsigned refill, uint32_t address,
                        const struct fk_fetch_memory *memory);

/* The processor leaves the straight line on its own account: an exception is taken or left. What is
 * at `address` executes at the cycle `end`, later if memory stalls. */
void fk_timing_divert(struct fk_timing *timing, uint64_t end, uint32_t address,
                      const struct fk_fetch_memory *memory);

/* Issues the requests that fall before `cycle`, so that a data access comes in its turn. */
void fk_timing_fetch_until(struct fk_timing *timing, uint64_t cycle);

/* The cycle at which the current instruction ends when `next` follows it. */
static inline uint64_t fk_timing_end(const struct fk_timing *timing, const struct fk_insn *next)
{
    unsigned waits = timing->insn.result & next->address;

    if ((timing->insn.flags & FK_INSN_LOADS_ONE) != 0)
        return timing->end - ((next->flags & FK_INSN_OVERLAPS) != 0 && waits == 0 ? 1 : 0);
    /* No forwarding from the arithmetic stage to address generation. */
    return timing->end + (waits != 0 ? 1 : 0);
}

/* The stall of a word of a memory that is not always ready. */
uint64_t fk_timing_stall(struct fk_timing *timing, uint64_t cycle, uint32_t word);

static inline void fk_timing_request(struct fk_timing *timing)
{
    uint32_t word = timing->next_word++;
    uint64_t request = timing->data_end;
    /* Slot of the word three before: the unit holds three. */
    uint64_t freed = timing->freed[(word + 1) % 4];

    if (request + 1 < freed)
        request = freed; /* fetch had stopped; restarting costs a bubble */
    request++;
    if (timing->memory.source != FK_FETCH_PLAIN)
        request += fk_timing_stall(timing, request, word);
    timing->data_end = request;
    timing->ready[word % 4] = request + 2;
}

/* Begins instruction `insn` at `address`, when the cost of what ran before it ends at `end`. */
static inline void fk_timing_begin(struct fk_timing *timing, uint64_t end, uint32_t address,
                                   const struct fk_insn *insn)
{
    uint32_t last = (address + 2 * (insn->flags & FK_INSN_WIDE)) / 4;

    while ((int32_t)(last - timing->next_word) >= 0)
        fk_timing_request(timing);
    if (timing->ready[last % 4] > end)
        end = timing->ready[last % 4];
    timing->start = end;
    timing->end = end + insn->cycles;
    /* The word of the first halfword: for a narrow instruction in its lower half this is too early,
     * but the instruction in its upper half corrects it before anyone asks. */
    timing->freed[address / 4 % 4] = end;
    timing->address = address;
    timing->previous = timing->insn.flags;
    timing->insn = *insn;
}
_Static_assert(FK_INSN_WIDE == 1, "its bit is used as a number");

/* The next instruction in a straight line. */
static inline void fk_timing_next(struct fk_timing *timing, uint32_t address,
                                  const struct fk_insn *insn)
{
    fk_timing_begin(timing, fk_timing_end(timing, insn), address, insn);
}

/* The target of a taken branch. */
static inline void fk_timing_jump(struct fk_timing *timing, uint32_t address,
                                  const struct fk_insn *insn, const struct fk_fetch_memory *memory)
{
    uint64_t end = fk_timing_end(timing, insn);

    fk_timing_redirect(timing, end, timing->insn.refill, address, memory);
    fk_timing_begin(timing, end, address, insn);
    timing->previous = FK_INSN_JUMPS;
}

/* The current instruction is IT: free behind a narrow instruction in a straight line. */
static inline void fk_timing_fold(struct fk_timing *timing)
{
    if ((timing->previous & (FK_INSN_WIDE | FK_INSN_JUMPS)) == 0)
        timing->end = timing->start;
}

/* Cycles in which the processor does nothing, such as sleep: the current instruction begins so much
 * later. */
static inline void fk_timing_delay(struct fk_timing *timing, uint64_t cycles)
{
    timing->start += cycles;
    timing->end += cycles;
}

static inline void fk_timing_add(struct fk_timing *timing, uint64_t cycles)
{
    timing->end += cycles;
}

#endif
