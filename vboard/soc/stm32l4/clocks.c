/* SPDX-License-Identifier: MIT */
/*
 * The clock tree: what the oscillators, PLLs and prescalers that the RCC registers set give.
 *
 * A PLL locks only while its source is ready, its input is 4 to 16 MHz, N is 8 to 86 and its VCO
 * runs at 64 to 344 MHz (limits of ST's HAL). Otherwise PLLRDY stays 0 and a note says why; a real
 * PLL might lock outside the limits, without a promise.
 */
#include "chip.h"

/* Lock time: typical value of the data sheet as remembered, an estimate. */
#define PLL_LOCK_PS (15 * FK_L4_PS_PER_US)

uint32_t fk_l4_msi_hz(const struct fk_l4 *chip)
{
    static const uint32_t ranges[16] = {100000,  200000,  400000,   800000,   1000000,  2000000,
                                        4000000, 8000000, 16000000, 24000000, 32000000, 48000000,
                                        0,       0,       0,        0};
    const struct fk_l4_rcc *rcc = &chip->rcc;
    bool own = (rcc->cr & FK_L4_RCC_CR_MSIRGSEL) != 0;

    if ((rcc->cr & FK_L4_RCC_CR_MSIRDY) == 0)
        return 0;
    return ranges[own ? FK_L4_FIELD(rcc->cr, 7, 4) : FK_L4_FIELD(rcc->csr, 11, 8)];
}

uint32_t fk_l4_hsi_hz(const struct fk_l4 *chip)
{
    return (chip->rcc.cr & FK_L4_RCC_CR_HSIRDY) != 0 ? FK_L4_HSI_HZ : 0;
}

uint32_t fk_l4_hse_hz(const struct fk_l4 *chip)
{
    return (chip->rcc.cr & FK_L4_RCC_CR_HSERDY) != 0 ? chip->host.hse_hz : 0;
}

uint32_t fk_l4_lse_hz(const struct fk_l4 *chip)
{
    return (chip->rcc.bdcr & FK_L4_RCC_BDCR_LSERDY) != 0 ? chip->host.lse_hz : 0;
}

uint32_t fk_l4_sysclk_hz(const struct fk_l4 *chip)
{
    return chip->rcc.sysclk_hz;
}

uint32_t fk_l4_hclk_hz(const struct fk_l4 *chip)
{
    return chip->time.hclk_hz;
}

static unsigned ppre_divider(uint32_t field)
{
    return field < 4 ? 1 : 2U << (field - 4);
}

unsigned fk_l4_pclk1_divider(const struct fk_l4 *chip)
{
    return ppre_divider(FK_L4_FIELD(chip->rcc.cfgr, 10, 8));
}

unsigned fk_l4_pclk2_divider(const struct fk_l4 *chip)
{
    return ppre_divider(FK_L4_FIELD(chip->rcc.cfgr, 13, 11));
}

static unsigned hpre_divider(uint32_t field)
{
    if (field < 8)
        return 1;
    /* 2, 4, 8, 16, then 64 to 512: there is no 32. */
    return field < 12 ? 2U << (field - 8) : 64U << (field - 12);
}

/* All PLLs share the source and M of the main one. */
static uint32_t pll_source_hz(const struct fk_l4 *chip)
{
    switch (FK_L4_FIELD(chip->rcc.pllcfgr[FK_L4_PLL_MAIN], 1, 0)) {
    case 1:
        return fk_l4_msi_hz(chip);
    case 2:
        return fk_l4_hsi_hz(chip);
    case 3:
        return fk_l4_hse_hz(chip);
    default:
        return 0;
    }
}

static uint32_t pll_m(const struct fk_l4 *chip)
{
    return FK_L4_FIELD(chip->rcc.pllcfgr[FK_L4_PLL_MAIN], 6, 4) + 1;
}

static uint64_t pll_vco_hz(const struct fk_l4 *chip, unsigned pll)
{
    uint32_t n = FK_L4_FIELD(chip->rcc.pllcfgr[pll], 14, 8);

    return (uint64_t)pll_source_hz(chip) * n / pll_m(chip);
}

/* Output Q or R, whose divider field (2, 4, 6, 8) begins one bit above its enable. */
static uint32_t pll_output_hz(const struct fk_l4 *chip, unsigned pll, unsigned enable_bit)
{
    uint32_t config = chip->rcc.pllcfgr[pll];
    uint32_t divider = 2 * (((config >> (enable_bit + 1)) & 3) + 1);

    if ((chip->rcc.cr & FK_L4_RCC_CR_PLLRDY(pll)) == 0 || (config & FK_L4_BIT(enable_bit)) == 0)
        return 0;
    return (uint32_t)(pll_vco_hz(chip, pll) / divider);
}

uint32_t fk_l4_clk48_hz(const struct fk_l4 *chip)
{
    switch (FK_L4_FIELD(chip->rcc.ccipr, 27, 26)) {
    case 1:
        return pll_output_hz(chip, FK_L4_PLL_SAI1, 20);
    case 2:
        return pll_output_hz(chip, FK_L4_PLL_MAIN, 20);
    case 3:
        return fk_l4_msi_hz(chip);
    default:
        return 0;
    }
}

static uint32_t sysclk_source_hz(const struct fk_l4 *chip, unsigned source)
{
    switch (source) {
    case FK_L4_SYSCLK_MSI:
        return fk_l4_msi_hz(chip);
    case FK_L4_SYSCLK_HSI:
        return fk_l4_hsi_hz(chip);
    case FK_L4_SYSCLK_HSE:
        return fk_l4_hse_hz(chip);
    default:
        return pll_output_hz(chip, FK_L4_PLL_MAIN, 24);
    }
}

static const char *pll_name(unsigned pll)
{
    static const char *const names[FK_L4_PLL_COUNT] = {"PLL", "PLLSAI1", "PLLSAI2"};

    return names[pll];
}

static double mhz(uint64_t hz)
{
    return (double)hz / 1e6;
}

/* May the PLL lock? Says why not, where the settings are to blame. */
static bool pll_can_lock(struct fk_l4 *chip, unsigned pll)
{
    uint32_t input = pll_source_hz(chip) / pll_m(chip);
    uint32_t n = FK_L4_FIELD(chip->rcc.pllcfgr[pll], 14, 8);
    uint64_t vco = pll_vco_hz(chip, pll);

    if (FK_L4_FIELD(chip->rcc.pllcfgr[FK_L4_PLL_MAIN], 1, 0) == 0) {
        fk_l4_note(chip,
                   "%s is switched on without a source (RCC PLLCFGR.PLLSRC is 0): it never "
                   "becomes ready",
                   pll_name(pll));
        return false;
    }
    if (input == 0)
        return false; /* it waits for its oscillator */
    if (input < 4000000 || input > 16000000) {
        fk_l4_note(chip,
                   "the input of %s is %g MHz after PLLM, outside 4 to 16 MHz: it never "
                   "becomes ready",
                   pll_name(pll), mhz(input));
        return false;
    }
    if (n < 8 || n > 86 || vco < 64000000 || vco > 344000000) {
        fk_l4_note(chip,
                   "%s has N = %u (8 to 86 are allowed) and its VCO at %g MHz (64 to 344 are "
                   "allowed): it never becomes ready",
                   pll_name(pll), (unsigned)n, mhz(vco));
        return false;
    }
    return true;
}

static void update_plls(struct fk_l4 *chip)
{
    struct fk_l4_rcc *rcc = &chip->rcc;

    for (unsigned pll = 0; pll < FK_L4_PLL_COUNT; pll++) {
        unsigned event = FK_L4_EVENT_PLL + pll;
        bool locks = (rcc->cr & FK_L4_RCC_CR_PLLON(pll)) != 0 && pll_can_lock(chip, pll);

        if (!locks) {
            rcc->cr &= ~FK_L4_RCC_CR_PLLRDY(pll);
            fk_l4_event_cancel(chip, event);
        } else if ((rcc->cr & FK_L4_RCC_CR_PLLRDY(pll)) == 0 && !fk_l4_event_pending(chip, event)) {
            fk_l4_event_after(chip, event, PLL_LOCK_PS);
        }
    }
}

static void switch_sysclk(struct fk_l4 *chip)
{
    struct fk_l4_rcc *rcc = &chip->rcc;
    unsigned wanted = FK_L4_FIELD(rcc->cfgr, 1, 0);
    uint32_t hz;

    if (wanted != FK_L4_FIELD(rcc->cfgr, 3, 2)) {
        if (sysclk_source_hz(chip, wanted) != 0)
            rcc->cfgr = (rcc->cfgr & ~UINT32_C(0xC)) | wanted << 2;
        else if (wanted == FK_L4_SYSCLK_PLL && (rcc->cr & FK_L4_RCC_CR_PLLRDY(FK_L4_PLL_MAIN)) != 0)
            fk_l4_note(chip, "SYSCLK is to be the PLL, but its output R is off: set RCC "
                             "PLLCFGR.PLLREN (bit 24)");
        else
            fk_l4_note(chip, "RCC CFGR.SW selects a clock that is not ready: SWS follows only "
                             "when it is");
    }
    hz = sysclk_source_hz(chip, FK_L4_FIELD(rcc->cfgr, 3, 2));
    if (hz == 0)
        fk_l4_note(chip, "the clock that SYSCLK comes from has stopped: a real chip would stand "
                         "still; the virtual one keeps its last frequency");
    else
        rcc->sysclk_hz = hz;
}

void fk_l4_clocks_check(struct fk_l4 *chip)
{
    /* Highest HCLK in MHz by wait states: RM0351, the limits that ST's HAL uses. */
    static const unsigned limits[2][5] = {{16, 32, 48, 64, 80}, {6, 12, 18, 26, 26}};
    unsigned range = fk_l4_pwr_range(chip);
    unsigned wait_states = fk_l4_flash_wait_states(chip);
    const unsigned *limit = limits[range - 1];
    uint32_t hclk = fk_l4_hclk_hz(chip);
    unsigned needed = 0;

    if (chip->rcc.sysclk_hz > limit[4] * 1000000U) {
        fk_l4_note(chip,
                   "WARNING: SYSCLK is %g MHz, above the %u MHz of voltage range %u%s: a real chip "
                   "would not run reliably",
                   mhz(chip->rcc.sysclk_hz), limit[4], range,
                   fk_l4_event_pending(chip, FK_L4_EVENT_VOS) ? " (wait for PWR SR2.VOSF)" : "");
        return;
    }
    while (hclk > limit[needed] * 1000000U)
        needed++;
    if (wait_states < needed)
        fk_l4_note(chip,
                   "WARNING: HCLK is %g MHz in voltage range %u with %u flash wait states: a real "
                   "chip would misread flash; set FLASH ACR.LATENCY to %u before the clock rises",
                   mhz(hclk), range, wait_states, needed);
}

void fk_l4_clocks_update(struct fk_l4 *chip)
{
    uint32_t hclk;

    update_plls(chip);
    switch_sysclk(chip);
    hclk = chip->rcc.sysclk_hz / hpre_divider(FK_L4_FIELD(chip->rcc.cfgr, 7, 4));
    if (hclk != chip->time.hclk_hz)
        fk_l4_time_set_hclk(chip, hclk);
    fk_l4_clocks_check(chip);
    fk_l4_tim2_after_clock_change(chip);
    fk_l4_rng_update(chip);
    fk_l4_usart_resume(chip);
}
