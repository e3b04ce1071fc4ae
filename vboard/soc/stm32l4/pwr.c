/* SPDX-License-Identifier: MIT */
/* Power control: voltage ranges and the write protection of the backup domain. Stop, Standby and
 * the supply monitors are not modelled; their bits are kept. */
#include "chip.h"

/* From range 2 to range 1: typical value of the data sheet as remembered, an estimate. */
#define VOS_RISE_PS (20 * FK_L4_PS_PER_US)

#define CR1_WRITABLE UINT32_C(0x00004707)
#define CR1_DBP FK_L4_BIT(8)
#define CR1_LPR FK_L4_BIT(14)
#define CR2_WRITABLE UINT32_C(0x000006FF)
#define CR3_WRITABLE UINT32_C(0x0000851F)
#define CR4_WRITABLE UINT32_C(0x0000031F)
#define SR2_REGLPS FK_L4_BIT(8)
#define SR2_REGLPF FK_L4_BIT(9)
#define SR2_VOSF FK_L4_BIT(10)

void fk_l4_pwr_reset(struct fk_l4 *chip, unsigned unit)
{
    (void)unit;
    chip->pwr = (struct fk_l4_pwr){.cr1 = 0x00000200, .cr3 = 0x00008000};
    fk_l4_event_cancel(chip, FK_L4_EVENT_VOS);
}

unsigned fk_l4_pwr_range(const struct fk_l4 *chip)
{
    if (fk_l4_event_pending(chip, FK_L4_EVENT_VOS))
        return 2;
    return FK_L4_FIELD(chip->pwr.cr1, 10, 9);
}

bool fk_l4_pwr_backup_writable(const struct fk_l4 *chip)
{
    return (chip->pwr.cr1 & CR1_DBP) != 0;
}

static void write_cr1(struct fk_l4 *chip, uint32_t value, uint32_t lanes)
{
    uint32_t old = chip->pwr.cr1;
    uint32_t cr1 = fk_l4_merge(old, value, lanes, CR1_WRITABLE);
    uint32_t old_range = FK_L4_FIELD(old, 10, 9);
    uint32_t range = FK_L4_FIELD(cr1, 10, 9);

    if (range == 0 || range == 3) {
        fk_l4_note(chip,
                   "PWR CR1.VOS is written as %u, which is no voltage range (1 or 2): it "
                   "keeps its value",
                   (unsigned)range);
        cr1 = (cr1 & ~UINT32_C(0x600)) | (old & 0x600);
        range = old_range;
    }
    chip->pwr.cr1 = cr1;
    if (range == 2)
        fk_l4_event_cancel(chip, FK_L4_EVENT_VOS);
    else if (old_range == 2)
        fk_l4_event_after(chip, FK_L4_EVENT_VOS, VOS_RISE_PS);
    if ((cr1 & CR1_LPR) != 0 && fk_l4_sysclk_hz(chip) > 2000000)
        fk_l4_note(chip,
                   "WARNING: low-power run mode (PWR CR1.LPR) allows 2 MHz, SYSCLK is faster");
    fk_l4_clocks_check(chip);
}

static uint32_t status2(const struct fk_l4 *chip)
{
    uint32_t value = SR2_REGLPS;

    if ((chip->pwr.cr1 & CR1_LPR) != 0)
        value |= SR2_REGLPF;
    if (fk_l4_event_pending(chip, FK_L4_EVENT_VOS))
        value |= SR2_VOSF;
    return value;
}

enum fk_soc_access fk_l4_pwr_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                  uint32_t *value)
{
    (void)unit;
    if (offset >= 0x20 && offset < 0x60) {
        *value = chip->pwr.pulls[(offset - 0x20) / 4];
        return FK_SOC_ACCESS_DONE;
    }
    switch (offset) {
    case 0x00:
        *value = chip->pwr.cr1;
        return FK_SOC_ACCESS_DONE;
    case 0x04:
        *value = chip->pwr.cr2;
        return FK_SOC_ACCESS_DONE;
    case 0x08:
        *value = chip->pwr.cr3;
        return FK_SOC_ACCESS_DONE;
    case 0x0C:
        *value = chip->pwr.cr4;
        return FK_SOC_ACCESS_DONE;
    case 0x10:
        *value = 0;
        return FK_SOC_ACCESS_POLL;
    case 0x14:
        *value = status2(chip);
        return FK_SOC_ACCESS_POLL;
    case 0x18:
        *value = 0;
        return FK_SOC_ACCESS_DONE;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
}

enum fk_soc_access fk_l4_pwr_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                   uint32_t value, uint32_t lanes)
{
    struct fk_l4_pwr *pwr = &chip->pwr;

    (void)unit;
    if (offset >= 0x20 && offset < 0x60) {
        uint32_t *reg = &pwr->pulls[(offset - 0x20) / 4];

        *reg = fk_l4_merge(*reg, value, lanes, 0xFFFF);
        return FK_SOC_ACCESS_DONE;
    }
    switch (offset) {
    case 0x00:
        write_cr1(chip, value, lanes);
        break;
    case 0x04:
        pwr->cr2 = fk_l4_merge(pwr->cr2, value, lanes, CR2_WRITABLE);
        break;
    case 0x08:
        pwr->cr3 = fk_l4_merge(pwr->cr3, value, lanes, CR3_WRITABLE);
        break;
    case 0x0C:
        pwr->cr4 = fk_l4_merge(pwr->cr4, value, lanes, CR4_WRITABLE);
        break;
    case 0x10:
    case 0x14:
    case 0x18: /* read only; clears flags that never rise here */
        break;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
    return FK_SOC_ACCESS_DONE;
}
