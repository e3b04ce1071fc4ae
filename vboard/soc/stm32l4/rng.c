/* SPDX-License-Identifier: MIT */
/*
 * The random number generator: not random here, but a sequence that the seed of the virtual board
 * fixes, with the timing and the error flags of the real one (RM0351).
 */
#include "chip.h"

#define CR_RNGEN FK_L4_BIT(2)
#define CR_IE FK_L4_BIT(3)
#define SR_DRDY FK_L4_BIT(0)
#define SR_CECS FK_L4_BIT(1)
#define SR_SECS FK_L4_BIT(2)
#define SR_CEIS FK_L4_BIT(5)
#define SR_SEIS FK_L4_BIT(6)

/* Periods of the RNG clock from one word to the next: the manual's maximum. */
#define WORD_PERIODS 40
/* The RNG clock must not be slower than HCLK divided by this. */
#define SLOWEST_CLOCK 16

/* Word number `index` of the sequence: the output function of splitmix64. */
static uint32_t word_at(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + (index + 1) * UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ z >> 31) >> 32);
}

static bool clock_good(const struct fk_l4 *chip)
{
    uint64_t hz = fk_l4_clk48_hz(chip);

    return chip->rng_fault != FK_STM32L4_RNG_CLOCK_ERROR && hz != 0 &&
           hz * SLOWEST_CLOCK >= fk_l4_hclk_hz(chip);
}

/* Starts on the next word, if one is wanted and can be had. */
static void start_word(struct fk_l4 *chip)
{
    const struct fk_l4_rng *rng = &chip->rng;

    if ((rng->cr & CR_RNGEN) == 0 || (rng->sr & (SR_DRDY | SR_CECS | SR_SECS)) != 0 ||
        chip->rng_fault == FK_STM32L4_RNG_SILENT || fk_l4_event_pending(chip, FK_L4_EVENT_RNG))
        return;
    fk_l4_event_after(chip, FK_L4_EVENT_RNG, fk_l4_periods_ps(WORD_PERIODS, fk_l4_clk48_hz(chip)));
}

void fk_l4_rng_update(struct fk_l4 *chip)
{
    struct fk_l4_rng *rng = &chip->rng;

    if (!fk_l4_clock_enabled(chip, FK_L4_AHB2, 18)) {
        fk_l4_event_cancel(chip, FK_L4_EVENT_RNG);
        return;
    }
    if ((rng->cr & CR_RNGEN) == 0)
        return;
    if (clock_good(chip)) {
        rng->sr &= ~SR_CECS;
        start_word(chip);
    } else if ((rng->sr & SR_CECS) == 0) {
        rng->sr |= SR_CECS | SR_CEIS;
        fk_l4_event_cancel(chip, FK_L4_EVENT_RNG);
        if (fk_l4_clk48_hz(chip) == 0)
            fk_l4_note(chip, "RNG is enabled without its clock: set up 48 MHz and select it in "
                             "RCC CCIPR.CLK48SEL (1 PLLSAI1 Q, 2 PLL Q, 3 MSI)");
    }
}

void fk_l4_rng_word_due(struct fk_l4 *chip)
{
    struct fk_l4_rng *rng = &chip->rng;

    if (chip->rng_fault == FK_STM32L4_RNG_SEED_ERROR) {
        rng->sr |= SR_SECS | SR_SEIS;
        return;
    }
    if (rng->words == 0 || chip->rng_fault != FK_STM32L4_RNG_REPEATING)
        rng->dr = word_at(chip->host.seed, rng->words++);
    rng->sr |= SR_DRDY;
}

void fk_stm32l4_rng_set_fault(void *soc, enum fk_stm32l4_rng_fault fault)
{
    struct fk_l4 *chip = soc;

    chip->rng_fault = fault;
    if (fault == FK_STM32L4_RNG_SILENT) {
        chip->rng.sr &= ~SR_DRDY;
        fk_l4_event_cancel(chip, FK_L4_EVENT_RNG);
    }
    fk_l4_rng_update(chip);
}

void fk_l4_rng_reset(struct fk_l4 *chip, unsigned unit)
{
    uint64_t words = chip->rng.words;

    (void)unit;
    /* A reset of the block alone does not bring the same words again. */
    chip->rng = (struct fk_l4_rng){.words = words};
    fk_l4_event_cancel(chip, FK_L4_EVENT_RNG);
}

bool fk_l4_rng_irq(const struct fk_l4 *chip)
{
    return (chip->rng.cr & CR_IE) != 0 && (chip->rng.sr & (SR_DRDY | SR_CEIS | SR_SEIS)) != 0;
}

enum fk_soc_access fk_l4_rng_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                  uint32_t *value)
{
    struct fk_l4_rng *rng = &chip->rng;

    (void)unit;
    switch (offset) {
    case 0x00:
        *value = rng->cr;
        return FK_SOC_ACCESS_DONE;
    case 0x04:
        *value = rng->sr;
        return FK_SOC_ACCESS_POLL;
    case 0x08:
        /* 0 while there is no word. */
        *value = (rng->sr & SR_DRDY) != 0 ? rng->dr : 0;
        rng->sr &= ~SR_DRDY;
        start_word(chip);
        return FK_SOC_ACCESS_DONE;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
}

enum fk_soc_access fk_l4_rng_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                   uint32_t value, uint32_t lanes)
{
    struct fk_l4_rng *rng = &chip->rng;

    (void)unit;
    switch (offset) {
    case 0x00: {
        uint32_t old = rng->cr;

        rng->cr = fk_l4_merge(old, value, lanes, CR_RNGEN | CR_IE);
        if ((rng->cr & CR_RNGEN) == 0) {
            rng->sr &= ~SR_CECS;
            fk_l4_event_cancel(chip, FK_L4_EVENT_RNG);
        } else if ((old & CR_RNGEN) == 0) {
            rng->sr &= ~SR_SECS;
        }
        fk_l4_rng_update(chip);
        return FK_SOC_ACCESS_DONE;
    }
    case 0x04: /* a written 0 clears a latched flag */
        rng->sr &= value | ~(lanes & (SR_CEIS | SR_SEIS));
        return FK_SOC_ACCESS_DONE;
    case 0x08:
        return FK_SOC_ACCESS_DONE; /* read only */
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
}
