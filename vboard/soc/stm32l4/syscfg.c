/* SPDX-License-Identifier: MIT */
/* System configuration. Another memory at address 0 is not modelled. */
#include "chip.h"

#define CFGR1_RESET UINT32_C(0x7C000001)
#define CFGR1_WRITABLE UINT32_C(0xFC7F0101)
#define CFGR2_WRITABLE UINT32_C(0x0000010F)

void fk_l4_syscfg_reset(struct fk_l4 *chip, unsigned unit)
{
    (void)unit;
    chip->syscfg = (struct fk_l4_syscfg){.cfgr1 = CFGR1_RESET};
}

unsigned fk_l4_syscfg_exti_port(const struct fk_l4 *chip, unsigned line)
{
    return (chip->syscfg.exticr[line / 4] >> (4 * (line % 4))) & 7;
}

enum fk_soc_access fk_l4_syscfg_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                     uint32_t *value)
{
    const struct fk_l4_syscfg *syscfg = &chip->syscfg;

    (void)unit;
    switch (offset) {
    case 0x00:
        *value = syscfg->memrmp;
        return FK_SOC_ACCESS_DONE;
    case 0x04:
        *value = syscfg->cfgr1;
        return FK_SOC_ACCESS_DONE;
    case 0x08:
    case 0x0C:
    case 0x10:
    case 0x14:
        *value = syscfg->exticr[(offset - 0x08) / 4];
        return FK_SOC_ACCESS_DONE;
    case 0x18:
        *value = syscfg->scsr;
        return FK_SOC_ACCESS_POLL;
    case 0x1C:
        *value = syscfg->cfgr2;
        return FK_SOC_ACCESS_DONE;
    case 0x20:
        *value = syscfg->swpr;
        return FK_SOC_ACCESS_DONE;
    case 0x24:
        *value = 0; /* write only */
        return FK_SOC_ACCESS_DONE;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
}

enum fk_soc_access fk_l4_syscfg_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                      uint32_t value, uint32_t lanes)
{
    struct fk_l4_syscfg *syscfg = &chip->syscfg;

    (void)unit;
    switch (offset) {
    case 0x00:
        if ((value & lanes & 0x107) != 0)
            return fk_l4_unmodelled(chip, "another memory or bank at address 0 (SYSCFG MEMRMP)");
        break;
    case 0x04:
        syscfg->cfgr1 = fk_l4_merge(syscfg->cfgr1, value, lanes, CFGR1_WRITABLE);
        break;
    case 0x08:
    case 0x0C:
    case 0x10:
    case 0x14: {
        uint32_t *reg = &syscfg->exticr[(offset - 0x08) / 4];

        *reg = fk_l4_merge(*reg, value, lanes, 0x7777);
        break;
    }
    case 0x18:
        if ((value & lanes & 1) != 0)
            return fk_l4_unmodelled(chip, "erasing SRAM2 by SYSCFG SCSR.SRAM2ER");
        break;
    case 0x1C:
        /* The lock bits stay once they are set. */
        syscfg->cfgr2 |= value & lanes & CFGR2_WRITABLE & 0xF;
        break;
    case 0x20:
        if ((value & lanes) != 0)
            return fk_l4_unmodelled(chip, "write protection of SRAM2 (SYSCFG SWPR)");
        break;
    case 0x24:
        syscfg->key = value & 0xFF;
        break;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
    return FK_SOC_ACCESS_DONE;
}
