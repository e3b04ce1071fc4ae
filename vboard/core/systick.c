/* SPDX-License-Identifier: MIT */
/* The system timer (Arm DDI 0403E, B3.3): counts down, reloads one tick after it has reached 0. */
#include "scs.h"

#define ENABLE (1u << 0)
#define TICKINT (1u << 1)
#define CLKSOURCE (1u << 2)
#define COUNTFLAG (1u << 16)

/* Without CLKSOURCE the STM32L4 counts HCLK / 8. */
static uint64_t cycles_per_tick(const struct fk_systick *systick)
{
    return (systick->control & CLKSOURCE) != 0 ? 1 : 8;
}

static bool counts(const struct fk_systick *systick)
{
    return (systick->control & ENABLE) != 0 && (systick->reload != 0 || systick->value != 0);
}

/* Ticks from `base` until the counter reaches 0 next: from 0 it reloads first. */
static uint64_t ticks_to_zero(const struct fk_systick *systick)
{
    return systick->value != 0 ? systick->value : (uint64_t)systick->reload + 1;
}

uint64_t fk_systick_next(const struct fk_systick *systick)
{
    if (!counts(systick) || (systick->value == 0 && systick->reload == 0))
        return UINT64_MAX;
    return systick->base + ticks_to_zero(systick) * cycles_per_tick(systick);
}

bool fk_systick_advance(struct fk_systick *systick, uint64_t now)
{
    if (!counts(systick)) {
        systick->base = now;
        return false;
    }
    uint64_t ticks = (now - systick->base) / cycles_per_tick(systick);
    uint64_t to_zero = ticks_to_zero(systick);
    systick->base += ticks * cycles_per_tick(systick);
    if (ticks < to_zero) {
        /* From 0 the first tick reloads. */
        systick->value = ticks == 0 ? systick->value : (uint32_t)(to_zero - ticks);
        return false;
    }
    uint64_t period = (uint64_t)systick->reload + 1;
    uint64_t beyond = (ticks - to_zero) % period; /* ticks since it was last 0 */
    systick->value = beyond == 0 ? 0 : (uint32_t)(period - beyond);
    systick->control |= COUNTFLAG;
    return (systick->control & TICKINT) != 0;
}
