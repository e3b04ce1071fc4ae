/* SPDX-License-Identifier: MIT */
/* What tells one chip from another, and the debug support block of the bus. */
#include "chip.h"

/* UID: wafer position, wafer number, lot in ASCII. A real chip has its own; this is nobody's. */
static const uint32_t unique_id[3] = {0x00010001, 0x424B4601, 0x4452414F};

#define PACKAGE_LQFP64 UINT32_C(0x00000000)
#define FLASH_SIZE_KB UINT32_C(0x0400)
/* DEV_ID 0x415, revision 4 as on the NUCLEO board. */
#define IDCODE UINT32_C(0x10076415)
#define DBGMCU_CR_WRITABLE UINT32_C(0x000000E7)

enum fk_soc_access fk_l4_identity_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                       uint32_t *value)
{
    (void)chip;
    (void)unit;
    switch (offset) {
    case 0x00:
        *value = PACKAGE_LQFP64;
        return FK_SOC_ACCESS_DONE;
    case 0x90:
    case 0x94:
    case 0x98:
        *value = unique_id[(offset - 0x90) / 4];
        return FK_SOC_ACCESS_DONE;
    case 0xE0:
        *value = 0xFFFF0000 | FLASH_SIZE_KB;
        return FK_SOC_ACCESS_DONE;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
}

enum fk_soc_access fk_l4_identity_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                        uint32_t value, uint32_t lanes)
{
    (void)unit;
    (void)offset;
    (void)value;
    (void)lanes;
    return fk_l4_unmodelled(chip, "writing to the system memory of the chip");
}

enum fk_soc_access fk_l4_dbgmcu_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                     uint32_t *value)
{
    (void)unit;
    switch (offset) {
    case 0x00:
        *value = IDCODE;
        return FK_SOC_ACCESS_DONE;
    case 0x04:
        *value = chip->dbgmcu.cr;
        return FK_SOC_ACCESS_DONE;
    case 0x08:
    case 0x0C:
    case 0x10:
        *value = chip->dbgmcu.freeze[(offset - 0x08) / 4];
        return FK_SOC_ACCESS_DONE;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
}

enum fk_soc_access fk_l4_dbgmcu_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                      uint32_t value, uint32_t lanes)
{
    (void)unit;
    switch (offset) {
    case 0x00:
        return FK_SOC_ACCESS_DONE; /* read only */
    case 0x04:
        chip->dbgmcu.cr = fk_l4_merge(chip->dbgmcu.cr, value, lanes, DBGMCU_CR_WRITABLE);
        return FK_SOC_ACCESS_DONE;
    case 0x08:
    case 0x0C:
    case 0x10: {
        uint32_t *reg = &chip->dbgmcu.freeze[(offset - 0x08) / 4];

        *reg = fk_l4_merge(*reg, value, lanes, 0xFFFFFFFF);
        return FK_SOC_ACCESS_DONE;
    }
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
}
