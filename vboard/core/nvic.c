/* SPDX-License-Identifier: MIT */
/* Which exception is taken: pending and active bits, priorities. Arm DDI 0403E, B1.5. */
#include "scs.h"

#define LOWEST 256 /* the priority of thread mode */

static bool test(const uint32_t *words, unsigned number)
{
    return (words[number / 32] >> number % 32 & 1u) != 0;
}

static void set(uint32_t *words, unsigned number, bool value)
{
    uint32_t bit = 1u << number % 32;

    words[number / 32] = value ? words[number / 32] | bit : words[number / 32] & ~bit;
}

static int priority_of(const struct fk_scs *scs, unsigned number)
{
    switch (number) {
    case FK_EXCEPTION_RESET:
        return -3;
    case FK_EXCEPTION_NMI:
        return -2;
    case FK_EXCEPTION_HARD_FAULT:
        return -1;
    default:
        return scs->priority[number];
    }
}

/* The part of a priority that decides about preemption. */
static int group_of(const struct fk_scs *scs, int priority)
{
    if (priority < 0)
        return priority;
    return priority & (0xFF << (scs->priority_group + 1) & 0xFF);
}

static int active_priority(const struct fk_scs *scs)
{
    int lowest = LOWEST;

    for (unsigned word = 0; word < 8; word++) {
        uint32_t bits = scs->active[word];
        while (bits != 0) {
            unsigned number = word * 32 + (unsigned)__builtin_ctz(bits);
            int group = group_of(scs, priority_of(scs, number));
            if (group < lowest)
                lowest = group;
            bits &= bits - 1;
        }
    }
    return lowest;
}

static int masked_priority(const struct fk_scs *scs, int priority, bool primask, bool faultmask,
                           uint32_t basepri)
{
    if ((basepri & scs->priority_mask) != 0) {
        int base = group_of(scs, (int)(basepri & scs->priority_mask));
        if (base < priority)
            priority = base;
    }
    if (primask && priority > 0)
        priority = 0;
    if (faultmask && priority > -1)
        priority = -1;
    return priority;
}

unsigned fk_scs_first_pending(const struct fk_scs *scs)
{
    unsigned best = 0;
    int best_priority = LOWEST;

    for (unsigned word = 0; word < 8; word++) {
        /* System exceptions need no enabling. */
        uint32_t bits = scs->pending[word] & (scs->enabled[word] | (word == 0 ? 0xFFFFu : 0));
        while (bits != 0) {
            unsigned number = word * 32 + (unsigned)__builtin_ctz(bits);
            int priority = priority_of(scs, number);
            if (priority < best_priority) {
                best_priority = priority;
                best = number;
            }
            bits &= bits - 1;
        }
    }
    return best;
}

unsigned fk_scs_takeable(const struct fk_scs *scs, bool primask, bool faultmask, uint32_t basepri)
{
    unsigned number = fk_scs_first_pending(scs);

    if (number == 0)
        return 0;
    int current = masked_priority(scs, active_priority(scs), primask, faultmask, basepri);
    return group_of(scs, priority_of(scs, number)) < current ? number : 0;
}

bool fk_scs_wakes(const struct fk_scs *scs, bool faultmask, uint32_t basepri)
{
    return fk_scs_takeable(scs, false, faultmask, basepri) != 0;
}

void fk_scs_pend(struct fk_scs *scs, unsigned number)
{
    set(scs->pending, number, true);
}

void fk_scs_enter(struct fk_scs *scs, unsigned number)
{
    set(scs->pending, number, false);
    set(scs->active, number, true);
}

void fk_scs_leave(struct fk_scs *scs, unsigned number)
{
    set(scs->active, number, false);
}

void fk_scs_lines(struct fk_scs *scs, const uint32_t *before, const uint32_t *now)
{
    for (unsigned irq = 0; irq < scs->irq_count; irq++) {
        unsigned number = FK_EXCEPTION_IRQ0 + irq;
        if (!test(now, irq))
            continue;
        /* A rising line pends; one that is still high after its handler pends again. */
        if (!test(before, irq) || !test(scs->active, number))
            set(scs->pending, number, true);
    }
}

bool fk_scs_any_enabled(const struct fk_scs *scs)
{
    uint32_t any = 0;

    for (unsigned word = 0; word < 8; word++)
        any |= scs->enabled[word];
    return any != 0;
}
