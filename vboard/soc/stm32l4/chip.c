/* SPDX-License-Identifier: MIT */
/* The STM32L476RG put together: memories, the map of register blocks, reset, interrupt lines. */
#include "chip.h"

#include <stdlib.h>

static const struct fk_soc_region regions[] = {
    {"flash", NULL, 0x08000000, 0x00100000, false, true},
    {"flash-alias", "flash", 0x00000000, 0x00100000, false, true},
    {"sram1", NULL, 0x20000000, 0x00018000, true, false},
    {"sram2", NULL, 0x10000000, 0x00008000, true, false},
};

static const struct fk_l4_block blocks[] = {
    {"GPIOA", 0x48000000, 0x400, 0, FK_L4_AHB2, 0, fk_l4_gpio_read, fk_l4_gpio_write,
     fk_l4_gpio_reset},
    {"GPIOB", 0x48000400, 0x400, 1, FK_L4_AHB2, 1, fk_l4_gpio_read, fk_l4_gpio_write,
     fk_l4_gpio_reset},
    {"GPIOC", 0x48000800, 0x400, 2, FK_L4_AHB2, 2, fk_l4_gpio_read, fk_l4_gpio_write,
     fk_l4_gpio_reset},
    {"GPIOD", 0x48000C00, 0x400, 3, FK_L4_AHB2, 3, fk_l4_gpio_read, fk_l4_gpio_write,
     fk_l4_gpio_reset},
    {"GPIOE", 0x48001000, 0x400, 4, FK_L4_AHB2, 4, fk_l4_gpio_read, fk_l4_gpio_write,
     fk_l4_gpio_reset},
    {"GPIOF", 0x48001400, 0x400, 5, FK_L4_AHB2, 5, fk_l4_gpio_read, fk_l4_gpio_write,
     fk_l4_gpio_reset},
    {"GPIOG", 0x48001800, 0x400, 6, FK_L4_AHB2, 6, fk_l4_gpio_read, fk_l4_gpio_write,
     fk_l4_gpio_reset},
    {"GPIOH", 0x48001C00, 0x400, 7, FK_L4_AHB2, 7, fk_l4_gpio_read, fk_l4_gpio_write,
     fk_l4_gpio_reset},
    {"USART2", 0x40004400, 0x400, FK_L4_USART2, FK_L4_APB1_1, 17, fk_l4_usart_read,
     fk_l4_usart_write, fk_l4_usart_reset},
    {"USART1", 0x40013800, 0x400, FK_L4_USART1, FK_L4_APB2, 14, fk_l4_usart_read, fk_l4_usart_write,
     fk_l4_usart_reset},
    {"RCC", 0x40021000, 0x400, 0, FK_L4_ALWAYS_ON, 0, fk_l4_rcc_read, fk_l4_rcc_write, NULL},
    {"FLASH", 0x40022000, 0x400, 0, FK_L4_ALWAYS_ON, 0, fk_l4_flash_read, fk_l4_flash_write, NULL},
    {"PWR", 0x40007000, 0x400, 0, FK_L4_APB1_1, 28, fk_l4_pwr_read, fk_l4_pwr_write,
     fk_l4_pwr_reset},
    {"RNG", 0x50060800, 0x400, 0, FK_L4_AHB2, 18, fk_l4_rng_read, fk_l4_rng_write, fk_l4_rng_reset},
    {"TIM2", 0x40000000, 0x400, 0, FK_L4_APB1_1, 0, fk_l4_tim2_read, fk_l4_tim2_write,
     fk_l4_tim2_reset},
    {"EXTI", 0x40010400, 0x400, 0, FK_L4_ALWAYS_ON, 0, fk_l4_exti_read, fk_l4_exti_write, NULL},
    {"SYSCFG", 0x40010000, 0x30, 0, FK_L4_APB2, 0, fk_l4_syscfg_read, fk_l4_syscfg_write,
     fk_l4_syscfg_reset},
    {"system memory", 0x1FFF7500, 0x100, 0, FK_L4_ALWAYS_ON, 0, fk_l4_identity_read,
     fk_l4_identity_write, NULL},
    {"DBGMCU", 0xE0042000, 0x400, 0, FK_L4_ALWAYS_ON, 0, fk_l4_dbgmcu_read, fk_l4_dbgmcu_write,
     NULL},
};

#define BLOCK_COUNT (sizeof blocks / sizeof blocks[0])

void fk_l4_reset_blocks(struct fk_l4 *chip, unsigned bus, uint32_t bits)
{
    for (size_t i = 0; i < BLOCK_COUNT; i++)
        if (blocks[i].bus == bus && (bits & FK_L4_BIT(blocks[i].bit)) != 0 &&
            blocks[i].reset != NULL)
            blocks[i].reset(chip, blocks[i].unit);
}

static void reset(void *soc)
{
    struct fk_l4 *chip = soc;

    fk_l4_time_reset(chip, 4000000);
    chip->trigger = false;
    chip->rng.words = 0;
    chip->line.count = 0;
    chip->dbgmcu = (struct fk_l4_dbgmcu){.cr = 0};
    fk_l4_rcc_reset(chip);
    fk_l4_flash_reset(chip);
    fk_l4_exti_reset(chip, 0);
    for (size_t i = 0; i < BLOCK_COUNT; i++)
        if (blocks[i].reset != NULL)
            blocks[i].reset(chip, blocks[i].unit);
}

/* The backup domain, the cause of earlier resets and what is still on the serial line stay; the
 * random numbers go on. */
static void reset_by_software(void *soc)
{
    struct fk_l4 *chip = soc;
    uint32_t flags = chip->rcc.csr;
    uint32_t bdcr = chip->rcc.bdcr;
    uint64_t words = chip->rng.words;
    size_t queued = chip->line.count;

    reset(chip);
    chip->rng.words = words;
    chip->line.count = queued;
    fk_l4_rcc_keep(chip, flags, bdcr);
}

static void *create(const struct fk_soc_host *host)
{
    struct fk_l4 *chip = calloc(1, sizeof *chip);

    if (chip == NULL)
        return NULL;
    chip->host = *host;
    fk_stm32l4_set_cache_shapes(chip, (struct fk_stm32l4_cache_shape){1, 128, 1},
                                (struct fk_stm32l4_cache_shape){1, 8, 4});
    reset(chip);
    return chip;
}

static void destroy(void *soc)
{
    struct fk_l4 *chip = soc;

    if (chip == NULL)
        return;
    free(chip->line.bytes);
    free(chip);
}

bool fk_stm32l4_set_cache_shapes(void *soc, struct fk_stm32l4_cache_shape instruction,
                                 struct fk_stm32l4_cache_shape data)
{
    struct fk_l4 *chip = soc;
    struct fk_stm32l4_cache_shape old = chip->accelerator.instructions.shape;

    if (!fk_l4_cache_shape(&chip->accelerator.instructions, instruction))
        return false;
    if (!fk_l4_cache_shape(&chip->accelerator.data, data)) {
        fk_l4_cache_shape(&chip->accelerator.instructions, old);
        return false;
    }
    return true;
}

/* The block of an address; NULL where the model has none. */
static const struct fk_l4_block *block_at(uint32_t address)
{
    for (size_t i = 0; i < BLOCK_COUNT; i++)
        if (address - blocks[i].base < blocks[i].size_bytes)
            return &blocks[i];
    return NULL;
}

/* The access of a block without clock, or in reset, has no effect: the user is told. */
static bool reachable(struct fk_l4 *chip, const struct fk_l4_block *block)
{
    uint32_t bit = FK_L4_BIT(block->bit);

    if (fk_l4_clock_enabled(chip, block->bus, block->bit))
        return true;
    if ((chip->rcc.enr[block->bus] & bit) == 0)
        fk_l4_note(chip,
                   "%s is accessed while its clock is off: reads give 0, writes are ignored; set "
                   "RCC %s bit %u first",
                   block->name, fk_l4_enable_register(block->bus), block->bit);
    else
        fk_l4_note(chip,
                   "%s is accessed while RCC holds it in reset: reads give 0, writes are "
                   "ignored",
                   block->name);
    return false;
}

static enum fk_soc_access read(void *soc, uint64_t cycle, uint32_t address, unsigned size,
                               uint32_t *value)
{
    struct fk_l4 *chip = soc;
    const struct fk_l4_block *block = block_at(address);
    uint32_t word = 0;
    enum fk_soc_access access;

    *value = 0;
    if (block == NULL)
        return FK_SOC_ACCESS_UNMODELLED;
    fk_l4_advance(chip, cycle);
    if (!reachable(chip, block))
        return FK_SOC_ACCESS_POLL; /* it stays 0 until the firmware does something about it */
    access = block->read(chip, block->unit, (address - block->base) & ~UINT32_C(3), &word);
    word >>= 8 * (address & 3);
    if (size < 4)
        word &= (UINT32_C(1) << (8 * size)) - 1;
    *value = word;
    return access;
}

/* On APB a byte or halfword is repeated over the whole word; AHB blocks write the bytes alone. */
static bool is_apb(uint32_t address)
{
    return address >= 0x40000000 && address < 0x40020000;
}

static enum fk_soc_access write(void *soc, uint64_t cycle, uint32_t address, unsigned size,
                                uint32_t value)
{
    struct fk_l4 *chip = soc;
    const struct fk_l4_block *block = block_at(address);
    uint32_t lanes = 0xFFFFFFFF;

    if (block == NULL)
        return FK_SOC_ACCESS_UNMODELLED;
    fk_l4_advance(chip, cycle);
    if (!reachable(chip, block))
        return FK_SOC_ACCESS_DONE;
    if (size < 4) {
        uint32_t ones = (UINT32_C(1) << (8 * size)) - 1;

        value &= ones;
        if (is_apb(address)) {
            value *= size == 1 ? 0x01010101U : 0x00010001U;
        } else {
            value <<= 8 * (address & 3);
            lanes = ones << (8 * (address & 3));
        }
    }
    return block->write(chip, block->unit, (address - block->base) & ~UINT32_C(3), value, lanes);
}

static uint64_t next_event(void *soc)
{
    const struct fk_l4 *chip = soc;

    return chip->time.next_cycle;
}

static void advance(void *soc, uint64_t cycle)
{
    fk_l4_advance(soc, cycle);
}

static void set_level(uint32_t levels[8], unsigned irq, bool level)
{
    if (level)
        levels[irq / 32] |= FK_L4_BIT(irq % 32);
}

static void irq_levels(void *soc, uint32_t levels[8])
{
    const struct fk_l4 *chip = soc;

    for (unsigned i = 0; i < 8; i++)
        levels[i] = 0;
    set_level(levels, 5, fk_l4_rcc_irq(chip));
    set_level(levels, 28, fk_l4_tim2_irq(chip));
    set_level(levels, 37, fk_l4_usart_irq(chip, FK_L4_USART1));
    set_level(levels, 38, fk_l4_usart_irq(chip, FK_L4_USART2));
    set_level(levels, 80, fk_l4_rng_irq(chip));
    fk_l4_exti_irqs(chip, levels);
}

static void serial_in(void *soc, uint64_t cycle, const uint8_t *bytes, size_t length)
{
    struct fk_l4 *chip = soc;

    fk_l4_advance(chip, cycle);
    fk_l4_usart_queue(chip, bytes, length);
}

static uint32_t hclk_hz(void *soc)
{
    return fk_l4_hclk_hz(soc);
}

static bool trigger_level(void *soc)
{
    const struct fk_l4 *chip = soc;

    return chip->trigger;
}

static unsigned flash_fetch(void *soc, uint64_t cycle, uint32_t address)
{
    struct fk_l4 *chip = soc;

    return fk_l4_accelerator_fetch(&chip->accelerator, cycle, address);
}

static unsigned flash_load(void *soc, uint64_t cycle, uint32_t address, unsigned size)
{
    struct fk_l4 *chip = soc;

    return fk_l4_accelerator_load(&chip->accelerator, cycle, address, size);
}

static bool flash_waits(void *soc)
{
    const struct fk_l4 *chip = soc;

    return chip->accelerator.wait_states != 0;
}

static void flash_settle(void *soc)
{
    struct fk_l4 *chip = soc;

    fk_l4_accelerator_settle(&chip->accelerator);
}

static bool serial_awaited(void *soc)
{
    const struct fk_l4 *chip = soc;

    return fk_l4_usart_line_quiet(chip);
}

static void serial_flush(void *soc)
{
    fk_l4_usart_flush(soc);
}

const struct fk_soc_class fk_stm32l476rg = {
    .name = "stm32l476rg",
    .regions = regions,
    .region_count = sizeof regions / sizeof regions[0],
    .irq_count = 82,
    .priority_bits = 4,
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .reset_by_software = reset_by_software,
    .read = read,
    .write = write,
    .next_event = next_event,
    .advance = advance,
    .irq_levels = irq_levels,
    .serial_in = serial_in,
    .hclk_hz = hclk_hz,
    .trigger_level = trigger_level,
    .flash_fetch = flash_fetch,
    .flash_line_bytes = 8,
    .flash_waits = flash_waits,
    .flash_load = flash_load,
    .flash_settle = flash_settle,
    .serial_awaited = serial_awaited,
    .serial_flush = serial_flush,
};
