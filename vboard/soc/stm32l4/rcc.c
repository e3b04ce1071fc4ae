/* SPDX-License-Identifier: MIT */
/* Registers of reset and clock control; clocks.c has what they mean for the frequencies. */
#include "chip.h"

/*
 * Start-up times. Typical values of the data sheet as remembered, so estimates; HSE with an
 * external clock: 512 of its periods, an estimate.
 */
#define HSI_START_PS (4 * FK_L4_PS_PER_US)
#define HSE_START_PS (2000 * FK_L4_PS_PER_US)
#define HSE_BYPASS_PERIODS 512
#define LSE_START_PS (2000000 * FK_L4_PS_PER_US)
#define LSI_START_PS (125 * FK_L4_PS_PER_US)

#define CR_WRITABLE UINT32_C(0x150D0BFD)
#define CR_RESET UINT32_C(0x00000063)
#define CFGR_WRITABLE UINT32_C(0x7700BFF3)
#define PLLCFGR_RESET UINT32_C(0x00001000)
#define CSR_RESET UINT32_C(0x0C000600)
#define CSR_FLAGS UINT32_C(0xFF000000)
#define CSR_RMVF FK_L4_BIT(23)
#define CSR_PINRSTF FK_L4_BIT(26)
#define CSR_SFTRSTF FK_L4_BIT(28)
#define BDCR_WRITABLE UINT32_C(0x0301833D)
#define BDCR_BDRST FK_L4_BIT(16)
#define CIER_WRITABLE UINT32_C(0x000002FF)

/* Bits of RSTR and ENR that exist, and SMENR's, by bus. */
static const uint32_t reset_bits[FK_L4_BUS_COUNT] = {0x00011103, 0x000430FF, 0x00000101,
                                                     0xF2FEC23F, 0x00000025, 0x01677C01};
static const uint32_t enable_bits[FK_L4_BUS_COUNT] = {0x00011103, 0x000430FF, 0x00000101,
                                                      0xF2FECA3F, 0x00000025, 0x01677C81};
static const uint32_t sleep_bits[FK_L4_BUS_COUNT] = {0x00011303, 0x000532FF, 0x00000101,
                                                     0xF2FECA3F, 0x00000025, 0x01677C01};

const char *fk_l4_enable_register(unsigned bus)
{
    static const char *const names[FK_L4_BUS_COUNT] = {"AHB1ENR",  "AHB2ENR",  "AHB3ENR",
                                                       "APB1ENR1", "APB1ENR2", "APB2ENR"};

    return bus < FK_L4_BUS_COUNT ? names[bus] : "";
}

bool fk_l4_clock_enabled(const struct fk_l4 *chip, unsigned bus, unsigned bit)
{
    if (bus == FK_L4_ALWAYS_ON)
        return true;
    return (chip->rcc.enr[bus] & ~chip->rcc.rstr[bus] & FK_L4_BIT(bit)) != 0;
}

void fk_l4_rcc_reset(struct fk_l4 *chip)
{
    chip->rcc = (struct fk_l4_rcc){.cr = CR_RESET,
                                   /* Calibration bytes are factory values; these are typical. */
                                   .icscr = 0x10800080,
                                   .pllcfgr = {PLLCFGR_RESET, PLLCFGR_RESET, PLLCFGR_RESET},
                                   .enr = {[FK_L4_AHB1] = 0x00000100},
                                   .csr = CSR_RESET,
                                   .sysclk_hz = 4000000};
    for (unsigned bus = 0; bus < FK_L4_BUS_COUNT; bus++)
        chip->rcc.smenr[bus] = sleep_bits[bus];
}

bool fk_l4_rcc_irq(const struct fk_l4 *chip)
{
    return (chip->rcc.cifr & chip->rcc.cier) != 0;
}

void fk_l4_rcc_ready(struct fk_l4 *chip, unsigned event)
{
    /* Bit of the interrupt registers, by event. */
    static const uint8_t flags[] = {
        [FK_L4_EVENT_MSI] = 2,     [FK_L4_EVENT_HSI] = 3,    [FK_L4_EVENT_HSE] = 4,
        [FK_L4_EVENT_LSE] = 1,     [FK_L4_EVENT_LSI] = 0,    [FK_L4_EVENT_PLL] = 5,
        [FK_L4_EVENT_PLLSAI1] = 6, [FK_L4_EVENT_PLLSAI2] = 7};
    struct fk_l4_rcc *rcc = &chip->rcc;

    fk_l4_tim2_before_clock_change(chip);
    switch (event) {
    case FK_L4_EVENT_MSI:
        rcc->cr |= FK_L4_RCC_CR_MSIRDY;
        break;
    case FK_L4_EVENT_HSI:
        rcc->cr |= FK_L4_RCC_CR_HSIRDY;
        break;
    case FK_L4_EVENT_HSE:
        rcc->cr |= FK_L4_RCC_CR_HSERDY;
        break;
    case FK_L4_EVENT_LSE:
        rcc->bdcr |= FK_L4_RCC_BDCR_LSERDY;
        break;
    case FK_L4_EVENT_LSI:
        rcc->csr |= FK_L4_RCC_CSR_LSIRDY;
        break;
    default:
        rcc->cr |= FK_L4_RCC_CR_PLLRDY(event - FK_L4_EVENT_PLL);
        break;
    }
    rcc->cifr |= rcc->cier & FK_L4_BIT(flags[event]);
    fk_l4_clocks_update(chip);
}

/* Follows an enable bit: starts or stops an oscillator whose ready bit is in the same register. */
static void follow_enable(struct fk_l4 *chip, uint32_t *reg, uint32_t on, uint32_t ready,
                          unsigned event, uint64_t start_ps)
{
    if ((*reg & on) == 0) {
        *reg &= ~ready;
        fk_l4_event_cancel(chip, event);
    } else if ((*reg & ready) == 0 && !fk_l4_event_pending(chip, event)) {
        fk_l4_event_after(chip, event, start_ps);
    }
}

void fk_l4_rcc_keep(struct fk_l4 *chip, uint32_t csr, uint32_t bdcr)
{
    /* A reset by software pulls the reset pin, too. */
    chip->rcc.csr = (CSR_RESET & ~CSR_FLAGS) | (csr & CSR_FLAGS) | CSR_SFTRSTF | CSR_PINRSTF;
    chip->rcc.bdcr = bdcr;
    follow_enable(chip, &chip->rcc.bdcr, FK_L4_RCC_BDCR_LSEON, FK_L4_RCC_BDCR_LSERDY,
                  FK_L4_EVENT_LSE, chip->host.lse_hz == 0 ? FK_SOC_NEVER : LSE_START_PS);
}

/* Start-up of the MSI in microseconds by range: slower ranges take longer. */
static uint64_t msi_start_ps(unsigned range)
{
    static const uint8_t us[12] = {10, 5, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3};

    return (range < 12 ? us[range] : 10) * FK_L4_PS_PER_US;
}

static uint64_t hse_start_ps(struct fk_l4 *chip)
{
    if (chip->host.hse_hz == 0) {
        fk_l4_note(chip, "HSE is switched on, but the board has none: it never becomes ready");
        return FK_SOC_NEVER;
    }
    if ((chip->rcc.cr & FK_L4_RCC_CR_HSEBYP) != 0)
        return fk_l4_periods_ps(HSE_BYPASS_PERIODS, chip->host.hse_hz);
    return HSE_START_PS;
}

/* Enables that SYSCLK depends on, directly or through the PLL. They cannot be cleared. */
static uint32_t enables_in_use(const struct fk_l4 *chip)
{
    static const uint32_t enable[4] = {FK_L4_RCC_CR_MSION, FK_L4_RCC_CR_HSION, FK_L4_RCC_CR_HSEON,
                                       FK_L4_RCC_CR_PLLON(FK_L4_PLL_MAIN)};
    unsigned source = FK_L4_FIELD(chip->rcc.cfgr, 3, 2);
    unsigned pll_source = FK_L4_FIELD(chip->rcc.pllcfgr[FK_L4_PLL_MAIN], 1, 0);
    uint32_t in_use = enable[source];

    if (source == FK_L4_SYSCLK_PLL && pll_source != 0)
        in_use |= enable[pll_source - 1];
    return in_use;
}

static void write_cr(struct fk_l4 *chip, uint32_t value, uint32_t lanes)
{
    struct fk_l4_rcc *rcc = &chip->rcc;
    uint32_t old = rcc->cr;
    uint32_t cr = fk_l4_merge(old, value, lanes, CR_WRITABLE);
    uint32_t kept = enables_in_use(chip) & ~cr;
    unsigned range = FK_L4_FIELD(cr, 7, 4);

    if (kept != 0) {
        fk_l4_note(chip, "RCC CR: an oscillator or PLL that SYSCLK comes from cannot be switched "
                         "off; the write of its enable is ignored");
        cr |= kept;
    }
    cr |= old & (FK_L4_RCC_CR_MSIRGSEL | FK_L4_RCC_CR_CSSON); /* only a reset clears them */
    if ((old & FK_L4_RCC_CR_HSEON) != 0)
        cr = (cr & ~FK_L4_RCC_CR_HSEBYP) | (old & FK_L4_RCC_CR_HSEBYP);
    if (range != FK_L4_FIELD(old, 7, 4)) {
        bool moving = (old & FK_L4_RCC_CR_MSION) != 0 && (old & FK_L4_RCC_CR_MSIRDY) == 0;

        if (range > 11 || moving) {
            fk_l4_note(chip, "RCC CR.MSIRANGE: %s; the write is ignored",
                       moving ? "the MSI is on and not ready" : "12 to 15 are no ranges");
            cr = (cr & ~UINT32_C(0xF0)) | (old & 0xF0);
        } else if ((cr & FK_L4_RCC_CR_MSIRGSEL) == 0) {
            fk_l4_note(chip, "RCC CR.MSIRANGE is changed while MSIRGSEL (bit 3) is 0: the MSI "
                             "stays at the range of CSR.MSISRANGE");
        }
    }
    rcc->cr = cr;
    follow_enable(chip, &rcc->cr, FK_L4_RCC_CR_MSION, FK_L4_RCC_CR_MSIRDY, FK_L4_EVENT_MSI,
                  msi_start_ps((cr & FK_L4_RCC_CR_MSIRGSEL) != 0 ? FK_L4_FIELD(cr, 7, 4)
                                                                 : FK_L4_FIELD(rcc->csr, 11, 8)));
    follow_enable(chip, &rcc->cr, FK_L4_RCC_CR_HSION, FK_L4_RCC_CR_HSIRDY, FK_L4_EVENT_HSI,
                  HSI_START_PS);
    follow_enable(chip, &rcc->cr, FK_L4_RCC_CR_HSEON, FK_L4_RCC_CR_HSERDY, FK_L4_EVENT_HSE,
                  (cr & FK_L4_RCC_CR_HSEON) != 0 ? hse_start_ps(chip) : 0);
}

/* While a PLL is on only its output enables can be written; source and M while none is on. */
static void write_pllcfgr(struct fk_l4 *chip, unsigned pll, uint32_t value, uint32_t lanes)
{
    static const uint32_t writable[FK_L4_PLL_COUNT] = {0x07737F73, 0x07737F00, 0x07037F00};
    const uint32_t outputs = FK_L4_RCC_PLL_PEN | FK_L4_RCC_PLL_QEN | FK_L4_RCC_PLL_REN;
    const uint32_t any_on = FK_L4_RCC_CR_PLLON(FK_L4_PLL_MAIN) |
                            FK_L4_RCC_CR_PLLON(FK_L4_PLL_SAI1) | FK_L4_RCC_CR_PLLON(FK_L4_PLL_SAI2);
    struct fk_l4_rcc *rcc = &chip->rcc;
    uint32_t mask = writable[pll];
    uint32_t wanted = fk_l4_merge(rcc->pllcfgr[pll], value, lanes, mask);
    uint32_t written;

    if ((rcc->cr & FK_L4_RCC_CR_PLLON(pll)) != 0)
        mask &= outputs;
    if ((rcc->cr & any_on) != 0)
        mask &= ~UINT32_C(0x73);
    if (pll == FK_L4_PLL_MAIN && FK_L4_FIELD(rcc->cfgr, 3, 2) == FK_L4_SYSCLK_PLL)
        mask &= ~FK_L4_RCC_PLL_REN;
    written = fk_l4_merge(rcc->pllcfgr[pll], value, lanes, mask);
    if (written != wanted)
        fk_l4_note(chip,
                   "RCC PLL%sCFGR is written while a PLL is on: the bits that this locks "
                   "keep their value; clear PLLON and wait for PLLRDY = 0 first",
                   pll == FK_L4_PLL_MAIN   ? ""
                   : pll == FK_L4_PLL_SAI1 ? "SAI1"
                                           : "SAI2");
    rcc->pllcfgr[pll] = written;
}

static void write_bdcr(struct fk_l4 *chip, uint32_t value, uint32_t lanes)
{
    struct fk_l4_rcc *rcc = &chip->rcc;

    if (!fk_l4_pwr_backup_writable(chip)) {
        fk_l4_note(chip,
                   "RCC BDCR is written while PWR CR1.DBP (bit 8) is 0: the write is ignored");
        return;
    }
    rcc->bdcr = fk_l4_merge(rcc->bdcr, value, lanes, BDCR_WRITABLE);
    if ((rcc->bdcr & BDCR_BDRST) != 0)
        rcc->bdcr = BDCR_BDRST;
    if ((rcc->bdcr & FK_L4_RCC_BDCR_LSEON) != 0 && chip->host.lse_hz == 0)
        fk_l4_note(chip, "LSE is switched on, but the board has none: it never becomes ready");
    follow_enable(chip, &rcc->bdcr, FK_L4_RCC_BDCR_LSEON, FK_L4_RCC_BDCR_LSERDY, FK_L4_EVENT_LSE,
                  chip->host.lse_hz == 0 ? FK_SOC_NEVER : LSE_START_PS);
}

static void write_csr(struct fk_l4 *chip, uint32_t value, uint32_t lanes)
{
    struct fk_l4_rcc *rcc = &chip->rcc;
    uint32_t range = FK_L4_FIELD(value, 11, 8);
    uint32_t writable = FK_L4_RCC_CSR_LSION;

    /* MSISRANGE is the range after Standby and is writable only once MSIRGSEL is set; 4..7. */
    if ((rcc->cr & FK_L4_RCC_CR_MSIRGSEL) != 0 && range >= 4 && range <= 7)
        writable |= 0xF00;
    rcc->csr = fk_l4_merge(rcc->csr, value, lanes, writable);
    if ((value & CSR_RMVF) != 0)
        rcc->csr &= ~CSR_FLAGS;
    follow_enable(chip, &rcc->csr, FK_L4_RCC_CSR_LSION, FK_L4_RCC_CSR_LSIRDY, FK_L4_EVENT_LSI,
                  LSI_START_PS);
}

/* RSTR, ENR and SMENR: six registers each, with one hole after the third. */
static bool bus_register(uint32_t offset, uint32_t first, unsigned *bus)
{
    static const uint8_t offsets[FK_L4_BUS_COUNT] = {0x00, 0x04, 0x08, 0x10, 0x14, 0x18};

    for (unsigned i = 0; i < FK_L4_BUS_COUNT; i++) {
        if (offset == first + offsets[i]) {
            *bus = i;
            return true;
        }
    }
    return false;
}

enum fk_soc_access fk_l4_rcc_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                  uint32_t *value)
{
    const struct fk_l4_rcc *rcc = &chip->rcc;
    unsigned bus;

    (void)unit;
    if (bus_register(offset, 0x28, &bus)) {
        *value = rcc->rstr[bus];
        return FK_SOC_ACCESS_DONE;
    }
    if (bus_register(offset, 0x48, &bus)) {
        *value = rcc->enr[bus];
        return FK_SOC_ACCESS_DONE;
    }
    if (bus_register(offset, 0x68, &bus)) {
        *value = rcc->smenr[bus];
        return FK_SOC_ACCESS_DONE;
    }
    switch (offset) {
    case 0x00:
        *value = rcc->cr;
        return FK_SOC_ACCESS_POLL;
    case 0x04:
        *value = rcc->icscr;
        return FK_SOC_ACCESS_DONE;
    case 0x08:
        *value = rcc->cfgr;
        return FK_SOC_ACCESS_POLL;
    case 0x0C:
    case 0x10:
    case 0x14:
        *value = rcc->pllcfgr[(offset - 0x0C) / 4];
        return FK_SOC_ACCESS_DONE;
    case 0x18:
        *value = rcc->cier;
        return FK_SOC_ACCESS_DONE;
    case 0x1C:
        *value = rcc->cifr;
        return FK_SOC_ACCESS_POLL;
    case 0x20:
        *value = 0;
        return FK_SOC_ACCESS_DONE;
    case 0x88:
        *value = rcc->ccipr;
        return FK_SOC_ACCESS_DONE;
    case 0x90:
        *value = rcc->bdcr;
        return FK_SOC_ACCESS_POLL;
    case 0x94:
        *value = rcc->csr;
        return FK_SOC_ACCESS_POLL;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
}

enum fk_soc_access fk_l4_rcc_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                   uint32_t value, uint32_t lanes)
{
    struct fk_l4_rcc *rcc = &chip->rcc;
    unsigned bus;

    (void)unit;
    fk_l4_tim2_before_clock_change(chip);
    if (bus_register(offset, 0x28, &bus)) {
        uint32_t old = rcc->rstr[bus];

        rcc->rstr[bus] = fk_l4_merge(old, value, lanes, reset_bits[bus]);
        fk_l4_reset_blocks(chip, bus, rcc->rstr[bus] & ~old);
    } else if (bus_register(offset, 0x48, &bus)) {
        rcc->enr[bus] = fk_l4_merge(rcc->enr[bus], value, lanes, enable_bits[bus]);
    } else if (bus_register(offset, 0x68, &bus)) {
        rcc->smenr[bus] = fk_l4_merge(rcc->smenr[bus], value, lanes, sleep_bits[bus]);
    } else {
        switch (offset) {
        case 0x00:
            write_cr(chip, value, lanes);
            break;
        case 0x04:
            rcc->icscr = fk_l4_merge(rcc->icscr, value, lanes, 0x1F00FF00); /* the two trims */
            break;
        case 0x08:
            rcc->cfgr = fk_l4_merge(rcc->cfgr, value, lanes, CFGR_WRITABLE);
            break;
        case 0x0C:
        case 0x10:
        case 0x14:
            write_pllcfgr(chip, (offset - 0x0C) / 4, value, lanes);
            break;
        case 0x18:
            rcc->cier = fk_l4_merge(rcc->cier, value, lanes, CIER_WRITABLE);
            break;
        case 0x1C:
            break; /* read only */
        case 0x20:
            rcc->cifr &= ~value;
            break;
        case 0x88:
            rcc->ccipr = fk_l4_merge(rcc->ccipr, value, lanes, 0xFFFFFFFF);
            break;
        case 0x90:
            write_bdcr(chip, value, lanes);
            break;
        case 0x94:
            write_csr(chip, value, lanes);
            break;
        default:
            fk_l4_tim2_after_clock_change(chip);
            return FK_SOC_ACCESS_UNMODELLED;
        }
    }
    fk_l4_clocks_update(chip);
    return FK_SOC_ACCESS_DONE;
}
