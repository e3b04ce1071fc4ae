/* SPDX-License-Identifier: MIT */
/*
 * TIM2 as a 32-bit up-counter with its update interrupt. Capture, compare, slave modes and DMA are
 * not modelled. The counter is not stepped: it is worked out from the time that has passed.
 */
#include "chip.h"

#define CR1_CEN FK_L4_BIT(0)
#define CR1_UDIS FK_L4_BIT(1)
#define CR1_URS FK_L4_BIT(2)
#define CR1_OPM FK_L4_BIT(3)
#define CR1_ARPE FK_L4_BIT(7)
#define CR1_WRITABLE UINT32_C(0x00000B8F)
/* DIR and CMS: down and centre-aligned. */
#define CR1_UNMODELLED UINT32_C(0x00000070)
#define DIER_UIE FK_L4_BIT(0)
#define SR_UIF FK_L4_BIT(0)
#define EGR_UG FK_L4_BIT(0)

/* HCLK cycles of a count: timers run at PCLK1, or twice that if it is divided. */
static uint64_t tick_cycles(const struct fk_l4 *chip)
{
    unsigned divider = fk_l4_pclk1_divider(chip);

    return (uint64_t)(divider == 1 ? 1 : divider / 2) * ((uint64_t)chip->tim2.active_prescaler + 1);
}

static bool counts(const struct fk_l4 *chip)
{
    const struct fk_l4_tim2 *tim = &chip->tim2;

    return (tim->cr1 & CR1_CEN) != 0 && tim->active_reload != 0 &&
           fk_l4_clock_enabled(chip, FK_L4_APB1_1, 0);
}

/* Ticks from now to the overflow; a count beyond the reload value goes all the way round. */
static uint64_t ticks_to_overflow(const struct fk_l4_tim2 *tim)
{
    if (tim->count <= tim->active_reload)
        return (uint64_t)tim->active_reload - tim->count + 1;
    return UINT64_C(0x100000000) - tim->count + tim->active_reload + 1;
}

/* Counts up to now. The overflow is an event of its own and is not passed here. */
static void count_up(struct fk_l4 *chip)
{
    struct fk_l4_tim2 *tim = &chip->tim2;
    uint64_t now = chip->time.now;
    uint64_t ticks;

    if (!counts(chip)) {
        tim->tick_cycle = now;
        return;
    }
    ticks = (now - tim->tick_cycle) / tick_cycles(chip);
    tim->tick_cycle += ticks * tick_cycles(chip);
    tim->count = (uint32_t)(tim->count + ticks);
}

static void arm(struct fk_l4 *chip)
{
    struct fk_l4_tim2 *tim = &chip->tim2;

    if (!counts(chip)) {
        fk_l4_event_cancel(chip, FK_L4_EVENT_TIM2);
        return;
    }
    fk_l4_event_at(
        chip, FK_L4_EVENT_TIM2,
        fk_l4_time_ps(chip, tim->tick_cycle + ticks_to_overflow(tim) * tick_cycles(chip)));
}

static void update(struct fk_l4 *chip, bool by_software)
{
    struct fk_l4_tim2 *tim = &chip->tim2;

    if ((tim->cr1 & CR1_UDIS) != 0)
        return;
    tim->active_prescaler = tim->prescaler;
    tim->active_reload = tim->reload;
    if (!by_software || (tim->cr1 & CR1_URS) == 0)
        tim->sr |= SR_UIF;
}

void fk_l4_tim2_overflow(struct fk_l4 *chip)
{
    struct fk_l4_tim2 *tim = &chip->tim2;

    tim->count = 0;
    tim->tick_cycle = chip->time.now;
    update(chip, false);
    if ((tim->cr1 & CR1_OPM) != 0)
        tim->cr1 &= ~CR1_CEN;
    arm(chip);
}

void fk_l4_tim2_before_clock_change(struct fk_l4 *chip)
{
    count_up(chip);
}

void fk_l4_tim2_after_clock_change(struct fk_l4 *chip)
{
    /* A started count period is kept as cycles; its rest is lost when the divider changes. */
    if (!counts(chip) || (chip->time.now - chip->tim2.tick_cycle) >= tick_cycles(chip))
        chip->tim2.tick_cycle = chip->time.now;
    arm(chip);
}

void fk_l4_tim2_reset(struct fk_l4 *chip, unsigned unit)
{
    (void)unit;
    chip->tim2 = (struct fk_l4_tim2){
        .reload = 0xFFFFFFFF, .active_reload = 0xFFFFFFFF, .tick_cycle = chip->time.now};
    fk_l4_event_cancel(chip, FK_L4_EVENT_TIM2);
}

bool fk_l4_tim2_irq(const struct fk_l4 *chip)
{
    return (chip->tim2.sr & chip->tim2.dier & SR_UIF) != 0;
}

enum fk_soc_access fk_l4_tim2_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                   uint32_t *value)
{
    struct fk_l4_tim2 *tim = &chip->tim2;

    (void)unit;
    switch (offset) {
    case 0x00:
        *value = tim->cr1;
        return FK_SOC_ACCESS_DONE;
    case 0x0C:
        *value = tim->dier;
        return FK_SOC_ACCESS_DONE;
    case 0x10:
        *value = tim->sr;
        return FK_SOC_ACCESS_POLL;
    case 0x24:
        count_up(chip);
        *value = tim->count;
        return FK_SOC_ACCESS_DONE;
    case 0x28:
        *value = tim->prescaler;
        return FK_SOC_ACCESS_DONE;
    case 0x2C:
        *value = tim->reload;
        return FK_SOC_ACCESS_DONE;
    default:
        /* The rest of the block keeps its reset value, 0. */
        *value = 0;
        return offset <= 0x50 ? FK_SOC_ACCESS_DONE : FK_SOC_ACCESS_UNMODELLED;
    }
}

enum fk_soc_access fk_l4_tim2_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                    uint32_t value, uint32_t lanes)
{
    static const char what[] = "TIM2 beyond an up-counter with update interrupt";
    struct fk_l4_tim2 *tim = &chip->tim2;

    (void)unit;
    count_up(chip);
    switch (offset) {
    case 0x00:
        if ((value & lanes & CR1_UNMODELLED) != 0)
            return fk_l4_unmodelled(chip, what);
        tim->cr1 = fk_l4_merge(tim->cr1, value, lanes, CR1_WRITABLE);
        if ((tim->cr1 & CR1_ARPE) == 0)
            tim->active_reload = tim->reload;
        break;
    case 0x0C:
        if ((value & lanes & ~DIER_UIE) != 0)
            return fk_l4_unmodelled(chip, what);
        tim->dier = fk_l4_merge(tim->dier, value, lanes, DIER_UIE);
        break;
    case 0x10: /* a written 0 clears a flag */
        tim->sr &= value | ~lanes;
        break;
    case 0x14:
        if ((value & ~EGR_UG) != 0)
            return fk_l4_unmodelled(chip, what);
        if ((value & EGR_UG) != 0) {
            tim->count = 0;
            tim->tick_cycle = chip->time.now;
            update(chip, true);
        }
        break;
    case 0x24:
        tim->count = fk_l4_merge(tim->count, value, lanes, 0xFFFFFFFF);
        break;
    case 0x28:
        tim->prescaler = fk_l4_merge(tim->prescaler, value, lanes, 0xFFFF);
        break;
    case 0x2C:
        tim->reload = fk_l4_merge(tim->reload, value, lanes, 0xFFFFFFFF);
        if ((tim->cr1 & CR1_ARPE) == 0)
            tim->active_reload = tim->reload;
        break;
    default:
        if (offset > 0x50 || (value & lanes) != 0)
            return offset > 0x50 ? FK_SOC_ACCESS_UNMODELLED : fk_l4_unmodelled(chip, what);
        break;
    }
    fk_l4_tim2_after_clock_change(chip);
    return FK_SOC_ACCESS_DONE;
}
