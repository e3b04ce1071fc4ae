/* SPDX-License-Identifier: MIT */
/*
 * Registers of the flash interface: wait states, prefetch, caches, locks. Erasing and programming
 * are not modelled: the write that would start or enable them is reported as unmodelled.
 */
#include "chip.h"

#define ACR_RESET UINT32_C(0x00000600)
#define ACR_WRITABLE UINT32_C(0x00007F07)
#define ACR_PRFTEN FK_L4_BIT(8)
#define ACR_ICEN FK_L4_BIT(9)
#define ACR_DCEN FK_L4_BIT(10)
#define ACR_ICRST FK_L4_BIT(11)
#define ACR_DCRST FK_L4_BIT(12)
#define ACR_RUN_PD FK_L4_BIT(13)

#define SR_FLAGS UINT32_C(0x0000C3FB)

#define CR_LOCK FK_L4_BIT(31)
#define CR_OPTLOCK FK_L4_BIT(30)
#define CR_OBL_LAUNCH FK_L4_BIT(27)
/* PG, PER, MER1, MER2, STRT, OPTSTRT, FSTPG. */
#define CR_ACTIONS UINT32_C(0x00078007)
/* PNB, BKER and the interrupt enables. */
#define CR_SETTINGS UINT32_C(0x07000FF8)

/* Factory option bytes: no read protection, dual bank, no boot from bank 2, as remembered. */
#define OPTR_VALUE UINT32_C(0xFFEFF8AA)

static const uint32_t keys[2] = {0x45670123, 0xCDEF89AB};
static const uint32_t option_keys[2] = {0x08192A3B, 0x4C5D6E7F};
static const uint32_t power_keys[2] = {0x04152637, 0xFAFBFCFD};

static void configure(struct fk_l4 *chip)
{
    uint32_t acr = chip->flash.acr;

    fk_l4_accelerator_configure(&chip->accelerator, FK_L4_FIELD(acr, 2, 0), (acr & ACR_PRFTEN) != 0,
                                (acr & ACR_ICEN) != 0, (acr & ACR_DCEN) != 0);
}

void fk_l4_flash_reset(struct fk_l4 *chip)
{
    chip->flash = (struct fk_l4_flash){.acr = ACR_RESET, .cr = CR_LOCK | CR_OPTLOCK};
    fk_l4_accelerator_reset(&chip->accelerator);
    configure(chip);
}

unsigned fk_l4_flash_wait_states(const struct fk_l4 *chip)
{
    return FK_L4_FIELD(chip->flash.acr, 2, 0);
}

static void write_acr(struct fk_l4 *chip, uint32_t value, uint32_t lanes)
{
    uint32_t acr = fk_l4_merge(chip->flash.acr, value, lanes, ACR_WRITABLE);
    uint32_t resets = acr & ~chip->flash.acr & (ACR_ICRST | ACR_DCRST);

    /* A cache can be reset only while it is off. */
    if ((acr & ACR_ICEN) != 0)
        resets &= ~ACR_ICRST;
    if ((acr & ACR_DCEN) != 0)
        resets &= ~ACR_DCRST;
    if ((acr & ~chip->flash.acr & (ACR_ICRST | ACR_DCRST)) != resets)
        fk_l4_note(chip, "FLASH ACR: ICRST or DCRST is set while its cache is on: a cache is "
                         "emptied only while it is off");
    acr = (acr & ~(ACR_ICRST | ACR_DCRST)) | resets |
          (acr & chip->flash.acr & (ACR_ICRST | ACR_DCRST));
    if ((resets & ACR_ICRST) != 0)
        fk_l4_cache_clear(&chip->accelerator.instructions);
    if ((resets & ACR_DCRST) != 0)
        fk_l4_cache_clear(&chip->accelerator.data);
    /* RUN_PD needs PDKEYR first; code in flash could not go on, so it is not modelled as on. */
    acr &= ~ACR_RUN_PD;
    if (FK_L4_FIELD(acr, 2, 0) > 4)
        fk_l4_note(chip, "FLASH ACR.LATENCY is %u; this chip has 0 to 4",
                   (unsigned)FK_L4_FIELD(acr, 2, 0));
    chip->flash.acr = acr;
    configure(chip);
    fk_l4_clocks_check(chip);
}

/* One half of a two-key sequence. True when both halves are there; a wrong key locks out. */
static bool take_key(uint32_t value, const uint32_t sequence[2], uint32_t *first, bool *locked_out)
{
    if (*locked_out)
        return false;
    if (*first == 0 && value == sequence[0]) {
        *first = value;
        return false;
    }
    *locked_out = *first == 0 || value != sequence[1];
    *first = 0;
    return !*locked_out;
}

static enum fk_soc_access write_cr(struct fk_l4 *chip, uint32_t value, uint32_t lanes)
{
    struct fk_l4_flash *flash = &chip->flash;

    if ((flash->cr & CR_LOCK) != 0) {
        if ((value & (CR_ACTIONS | CR_SETTINGS) & lanes) != 0)
            fk_l4_note(chip, "FLASH CR is written while it is locked: the write is ignored");
        return FK_SOC_ACCESS_DONE;
    }
    if ((value & lanes & (CR_ACTIONS | CR_OBL_LAUNCH)) != 0)
        return fk_l4_unmodelled(chip, "erasing and programming of flash and its option bytes");
    flash->cr = fk_l4_merge(flash->cr, value, lanes, CR_SETTINGS);
    /* The locks are set by software and cleared by keys alone. */
    flash->cr |= value & lanes & (CR_LOCK | CR_OPTLOCK);
    if ((flash->cr & CR_LOCK) != 0)
        flash->cr |= CR_OPTLOCK;
    return FK_SOC_ACCESS_DONE;
}

enum fk_soc_access fk_l4_flash_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                    uint32_t *value)
{
    (void)unit;
    switch (offset) {
    case 0x00:
        *value = chip->flash.acr;
        return FK_SOC_ACCESS_DONE;
    case 0x04:
    case 0x08:
    case 0x0C:
        *value = 0; /* keys are write only */
        return FK_SOC_ACCESS_DONE;
    case 0x10:
        *value = chip->flash.sr;
        return FK_SOC_ACCESS_POLL;
    case 0x14:
        *value = chip->flash.cr;
        return FK_SOC_ACCESS_DONE;
    case 0x18:
        *value = 0; /* no ECC error ever */
        return FK_SOC_ACCESS_DONE;
    case 0x20:
        *value = OPTR_VALUE;
        return FK_SOC_ACCESS_DONE;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
}

enum fk_soc_access fk_l4_flash_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                     uint32_t value, uint32_t lanes)
{
    struct fk_l4_flash *flash = &chip->flash;
    bool no_lock_out = false;

    (void)unit;
    switch (offset) {
    case 0x00:
        write_acr(chip, value, lanes);
        break;
    case 0x04:
        if (take_key(value, power_keys, &flash->first_power_key, &no_lock_out))
            fk_l4_note(chip, "FLASH PDKEYR: power-down of flash in run mode is not modelled");
        break;
    case 0x08:
        if (take_key(value, keys, &flash->first_key, &flash->locked_out))
            flash->cr &= ~CR_LOCK;
        if (flash->locked_out)
            fk_l4_note(chip, "FLASH KEYR: wrong key; FLASH CR stays locked until the next reset");
        break;
    case 0x0C:
        if ((flash->cr & CR_LOCK) == 0 &&
            take_key(value, option_keys, &flash->first_option_key, &flash->option_locked_out))
            flash->cr &= ~CR_OPTLOCK;
        break;
    case 0x10:
        flash->sr &= ~(value & SR_FLAGS);
        break;
    case 0x14:
        return write_cr(chip, value, lanes);
    case 0x18:
        break; /* clears flags that never rise here */
    case 0x20:
        if ((flash->cr & CR_OPTLOCK) == 0)
            return fk_l4_unmodelled(chip, "erasing and programming of flash and its option bytes");
        break;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
    return FK_SOC_ACCESS_DONE;
}
