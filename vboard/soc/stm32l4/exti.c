/* SPDX-License-Identifier: MIT */
/* External interrupts: edges of pins and software triggers. The lines above 15, which other blocks
 * drive, can only be triggered by software. */
#include "chip.h"

/* Reset values: the direct lines are unmasked (RM0351, as remembered). */
#define IMR1_RESET UINT32_C(0xFF820000)
#define IMR2_RESET UINT32_C(0x00000087)

/* Lines that have edge detection, by set: 0..16 and 18..22; 35..38. */
static const uint32_t edge_lines[2] = {0x007DFFFF, 0x00000078};
static const uint32_t all_lines[2] = {0xFFFFFFFF, 0x000000FF};

void fk_l4_exti_reset(struct fk_l4 *chip, unsigned unit)
{
    (void)unit;
    chip->exti = (struct fk_l4_exti){.imr = {IMR1_RESET, IMR2_RESET}};
}

void fk_l4_exti_pin_changed(struct fk_l4 *chip, unsigned port, unsigned pin, bool level)
{
    struct fk_l4_exti *exti = &chip->exti;
    const uint32_t *edges = level ? exti->rtsr : exti->ftsr;

    if (fk_l4_syscfg_exti_port(chip, pin) == port && (edges[0] & FK_L4_BIT(pin)) != 0)
        exti->pr[0] |= FK_L4_BIT(pin);
}

void fk_l4_exti_irqs(const struct fk_l4 *chip, uint32_t levels[8])
{
    uint32_t active = chip->exti.pr[0] & chip->exti.imr[0];

    levels[0] |= (active & 0x1F) << 6; /* EXTI0..4 are interrupts 6..10 */
    if ((active & 0x3E0) != 0)
        levels[0] |= FK_L4_BIT(23);
    if ((active & 0xFC00) != 0)
        levels[1] |= FK_L4_BIT(40 - 32);
    if ((active & FK_L4_BIT(16)) != 0)
        levels[0] |= FK_L4_BIT(1); /* PVD */
}

/* The register at the offset; NULL: there is none. Two sets of six, 0x20 apart. */
static uint32_t *register_at(struct fk_l4_exti *exti, uint32_t offset, unsigned *set)
{
    *set = offset / 0x20;
    if (*set > 1)
        return NULL;
    switch (offset % 0x20) {
    case 0x00:
        return &exti->imr[*set];
    case 0x04:
        return &exti->emr[*set];
    case 0x08:
        return &exti->rtsr[*set];
    case 0x0C:
        return &exti->ftsr[*set];
    case 0x10:
        return &exti->swier[*set];
    case 0x14:
        return &exti->pr[*set];
    default:
        return NULL;
    }
}

enum fk_soc_access fk_l4_exti_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                   uint32_t *value)
{
    unsigned set;
    const uint32_t *reg = register_at(&chip->exti, offset, &set);

    (void)unit;
    if (reg == NULL)
        return FK_SOC_ACCESS_UNMODELLED;
    *value = *reg;
    return reg == &chip->exti.pr[set] ? FK_SOC_ACCESS_POLL : FK_SOC_ACCESS_DONE;
}

enum fk_soc_access fk_l4_exti_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                    uint32_t value, uint32_t lanes)
{
    struct fk_l4_exti *exti = &chip->exti;
    unsigned set;
    uint32_t *reg = register_at(exti, offset, &set);

    (void)unit;
    if (reg == NULL)
        return FK_SOC_ACCESS_UNMODELLED;
    if (reg == &exti->pr[set]) {
        exti->pr[set] &= ~value;
        exti->swier[set] &= ~value; /* clearing the pending bit clears the trigger, too */
    } else if (reg == &exti->swier[set]) {
        uint32_t raised = value & ~exti->swier[set] & edge_lines[set];

        exti->swier[set] |= raised;
        exti->pr[set] |= raised & exti->imr[set];
    } else {
        bool masks = reg == &exti->imr[set] || reg == &exti->emr[set];

        *reg = fk_l4_merge(*reg, value, lanes, masks ? all_lines[set] : edge_lines[set]);
    }
    return FK_SOC_ACCESS_DONE;
}
