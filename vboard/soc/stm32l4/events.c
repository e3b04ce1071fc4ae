/* SPDX-License-Identifier: MIT */
#include "chip.h"

__extension__ typedef unsigned __int128 wide;

uint64_t fk_l4_time_ps(const struct fk_l4 *chip, uint64_t cycle)
{
    const struct fk_l4_time *time = &chip->time;

    return time->base_ps +
           (uint64_t)((wide)(cycle - time->base_cycle) * FK_L4_PS_PER_S / time->hclk_hz);
}

/* While an event happens this is its own time, so that frames in a row do not drift by the rest of
 * a cycle each. */
static uint64_t now_ps(const struct fk_l4 *chip)
{
    if (chip->time.happening_ps != FK_SOC_NEVER)
        return chip->time.happening_ps;
    return fk_l4_time_ps(chip, chip->time.now);
}

/* The first cycle that is not before the time. fk_l4_time_ps and this are inverse for cycles. */
static uint64_t cycle_of(const struct fk_l4_time *time, uint64_t ps)
{
    wide product;

    if (ps <= time->base_ps)
        return time->base_cycle;
    product = (wide)(ps - time->base_ps) * time->hclk_hz + (FK_L4_PS_PER_S - 1);
    return time->base_cycle + (uint64_t)(product / FK_L4_PS_PER_S);
}

uint64_t fk_l4_periods_ps(uint64_t count, uint32_t hz)
{
    if (hz == 0)
        return FK_SOC_NEVER;
    return (uint64_t)(((wide)count * FK_L4_PS_PER_S + hz / 2) / hz);
}

static unsigned earliest(const struct fk_l4_time *time)
{
    unsigned found = 0;

    for (unsigned i = 1; i < FK_L4_EVENT_COUNT; i++)
        if (time->event_ps[i] < time->event_ps[found])
            found = i;
    return found;
}

static void find_next(struct fk_l4_time *time)
{
    uint64_t ps = time->event_ps[earliest(time)];
    uint64_t cycle = ps == FK_SOC_NEVER ? FK_SOC_NEVER : cycle_of(time, ps);

    time->next_cycle = cycle < time->now ? time->now : cycle;
}

void fk_l4_time_reset(struct fk_l4 *chip, uint32_t hclk_hz)
{
    struct fk_l4_time *time = &chip->time;

    time->now = 0;
    time->base_cycle = 0;
    time->base_ps = 0;
    time->hclk_hz = hclk_hz;
    for (unsigned i = 0; i < FK_L4_EVENT_COUNT; i++)
        time->event_ps[i] = FK_SOC_NEVER;
    time->next_cycle = FK_SOC_NEVER;
    time->happening_ps = FK_SOC_NEVER;
}

void fk_l4_time_set_hclk(struct fk_l4 *chip, uint32_t hclk_hz)
{
    struct fk_l4_time *time = &chip->time;

    time->base_ps = fk_l4_time_ps(chip, time->now);
    time->base_cycle = time->now;
    time->hclk_hz = hclk_hz;
    find_next(time);
}

void fk_l4_event_at(struct fk_l4 *chip, unsigned event, uint64_t ps)
{
    chip->time.event_ps[event] = ps;
    find_next(&chip->time);
}

void fk_l4_event_after(struct fk_l4 *chip, unsigned event, uint64_t ps)
{
    fk_l4_event_at(chip, event, ps == FK_SOC_NEVER ? FK_SOC_NEVER : now_ps(chip) + ps);
}

void fk_l4_event_cancel(struct fk_l4 *chip, unsigned event)
{
    fk_l4_event_at(chip, event, FK_SOC_NEVER);
}

bool fk_l4_event_pending(const struct fk_l4 *chip, unsigned event)
{
    return chip->time.event_ps[event] != FK_SOC_NEVER;
}

static void happen(struct fk_l4 *chip, unsigned event)
{
    if (event >= FK_L4_EVENT_USART_SENT)
        fk_l4_usart_event(chip, event);
    else if (event == FK_L4_EVENT_TIM2)
        fk_l4_tim2_overflow(chip);
    else if (event == FK_L4_EVENT_RNG)
        fk_l4_rng_word_due(chip);
    else if (event == FK_L4_EVENT_VOS)
        fk_l4_clocks_check(chip);
    else
        fk_l4_rcc_ready(chip, event);
}

void fk_l4_advance(struct fk_l4 *chip, uint64_t cycle)
{
    struct fk_l4_time *time = &chip->time;

    while (time->next_cycle <= cycle) {
        unsigned event = earliest(time);

        time->now = time->next_cycle;
        time->happening_ps = time->event_ps[event];
        time->event_ps[event] = FK_SOC_NEVER;
        find_next(time);
        happen(chip, event);
        time->happening_ps = FK_SOC_NEVER;
    }
    if (cycle > time->now)
        time->now = cycle;
}
