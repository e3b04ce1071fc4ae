/* SPDX-License-Identifier: MIT */
/* Ports A to H, and the board's trigger pin, which is one of their outputs. */
#include "chip.h"

enum { MODE_INPUT, MODE_OUTPUT, MODE_ALTERNATE, MODE_ANALOG };

/* Steps of the lock sequence: lock bit 1, 0, 1 with the same pins, then a read. */
enum { LOCK_IDLE, LOCK_ONE, LOCK_ZERO, LOCKED };
#define LCKR_LCKK FK_L4_BIT(16)

/* Pins that the port has: port H has two. */
static uint32_t pins_of(unsigned port)
{
    return port == 7 ? 0x3 : 0xFFFF;
}

/* One bit for each pin made two: 0b11 where it is set. */
static uint32_t doubled(uint32_t pins)
{
    uint32_t spread = pins & 0xFFFF;

    spread = (spread | spread << 8) & 0x00FF00FF;
    spread = (spread | spread << 4) & 0x0F0F0F0F;
    spread = (spread | spread << 2) & 0x33333333;
    spread = (spread | spread << 1) & 0x55555555;
    return spread * 3;
}

static unsigned mode_of(const struct fk_l4_gpio *gpio, unsigned pin)
{
    return (gpio->moder >> (2 * pin)) & 3;
}

static bool level_of(const struct fk_l4 *chip, unsigned port, unsigned pin)
{
    const struct fk_l4_gpio *gpio = &chip->gpio[port];
    bool pulled =
        ((gpio->pupdr >> (2 * pin)) & 3) == 1 || (chip->host.pins_high[port] & FK_L4_BIT(pin)) != 0;

    switch (mode_of(gpio, pin)) {
    case MODE_ANALOG:
        return false; /* the input stage is off */
    case MODE_OUTPUT:
        if ((gpio->odr & FK_L4_BIT(pin)) == 0)
            return false;
        return (gpio->otyper & FK_L4_BIT(pin)) == 0 || pulled;
    default:
        return pulled;
    }
}

bool fk_l4_gpio_trigger_level(const struct fk_l4 *chip)
{
    unsigned port = chip->host.trigger_port;
    unsigned pin = chip->host.trigger_pin;

    return port < FK_L4_PORTS && pin < 16 && mode_of(&chip->gpio[port], pin) == MODE_OUTPUT &&
           (chip->gpio[port].odr & FK_L4_BIT(pin)) != 0;
}

/* Passes on what a write has changed: levels to the external interrupts, the trigger to the host.
 */
static void pins_changed(struct fk_l4 *chip, unsigned port)
{
    struct fk_l4_gpio *gpio = &chip->gpio[port];
    uint32_t levels = 0;
    uint32_t changed;
    bool trigger;

    for (unsigned pin = 0; pin < 16; pin++)
        if ((pins_of(port) & FK_L4_BIT(pin)) != 0 && level_of(chip, port, pin))
            levels |= FK_L4_BIT(pin);
    changed = levels ^ gpio->idr;
    gpio->idr = levels;
    for (unsigned pin = 0; pin < 16; pin++)
        if ((changed & FK_L4_BIT(pin)) != 0)
            fk_l4_exti_pin_changed(chip, port, pin, (levels & FK_L4_BIT(pin)) != 0);

    trigger = fk_l4_gpio_trigger_level(chip);
    if (trigger != chip->trigger) {
        chip->trigger = trigger;
        if (chip->host.trigger != NULL)
            chip->host.trigger(chip->host.context, trigger, chip->time.now);
    }
}

void fk_l4_gpio_reset(struct fk_l4 *chip, unsigned unit)
{
    struct fk_l4_gpio *gpio = &chip->gpio[unit];

    *gpio = (struct fk_l4_gpio){.moder = 0xFFFFFFFF & doubled(pins_of(unit))};
    /* Pins of the debug port: PA13, PA14, PA15, PB3, PB4. */
    if (unit == 0) {
        gpio->moder = 0xABFFFFFF;
        gpio->ospeedr = 0x0C000000;
        gpio->pupdr = 0x64000000;
    } else if (unit == 1) {
        gpio->moder = 0xFFFFFEBF;
        gpio->pupdr = 0x00000100;
    }
    pins_changed(chip, unit);
}

bool fk_l4_gpio_is_alternate(const struct fk_l4 *chip, unsigned port, unsigned pin,
                             unsigned function)
{
    const struct fk_l4_gpio *gpio = &chip->gpio[port];

    return mode_of(gpio, pin) == MODE_ALTERNATE &&
           ((gpio->afr[pin / 8] >> (4 * (pin % 8))) & 0xF) == function;
}

enum fk_soc_access fk_l4_gpio_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                   uint32_t *value)
{
    struct fk_l4_gpio *gpio = &chip->gpio[unit];

    switch (offset) {
    case 0x00:
        *value = gpio->moder;
        return FK_SOC_ACCESS_DONE;
    case 0x04:
        *value = gpio->otyper;
        return FK_SOC_ACCESS_DONE;
    case 0x08:
        *value = gpio->ospeedr;
        return FK_SOC_ACCESS_DONE;
    case 0x0C:
        *value = gpio->pupdr;
        return FK_SOC_ACCESS_DONE;
    case 0x10:
        *value = gpio->idr;
        return FK_SOC_ACCESS_POLL;
    case 0x14:
        *value = gpio->odr;
        return FK_SOC_ACCESS_DONE;
    case 0x18:
    case 0x28:
        *value = 0;
        return FK_SOC_ACCESS_DONE;
    case 0x1C:
        *value = gpio->lckr;
        return FK_SOC_ACCESS_DONE;
    case 0x20:
    case 0x24:
        *value = gpio->afr[(offset - 0x20) / 4];
        return FK_SOC_ACCESS_DONE;
    case 0x2C:
        *value = gpio->ascr;
        return FK_SOC_ACCESS_DONE;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
}

static void write_lckr(struct fk_l4_gpio *gpio, uint32_t value, uint32_t pins)
{
    uint32_t wanted = value & pins;
    bool key = (value & LCKR_LCKK) != 0;

    if (gpio->lock_step == LOCKED)
        return;
    if (key && gpio->lock_step == LOCK_ZERO && wanted == (gpio->lckr & pins)) {
        gpio->lock_step = LOCKED;
        gpio->lckr |= LCKR_LCKK;
        return;
    }
    if (!key && gpio->lock_step == LOCK_ONE && wanted == (gpio->lckr & pins)) {
        gpio->lock_step = LOCK_ZERO;
        return;
    }
    gpio->lock_step = key ? LOCK_ONE : LOCK_IDLE;
    gpio->lckr = wanted;
}

enum fk_soc_access fk_l4_gpio_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                    uint32_t value, uint32_t lanes)
{
    struct fk_l4_gpio *gpio = &chip->gpio[unit];
    uint32_t pins = pins_of(unit);
    uint32_t free_pins = pins;

    if (gpio->lock_step == LOCKED)
        free_pins &= ~gpio->lckr;
    switch (offset) {
    case 0x00:
        gpio->moder = fk_l4_merge(gpio->moder, value, lanes, doubled(free_pins));
        break;
    case 0x04:
        gpio->otyper = fk_l4_merge(gpio->otyper, value, lanes, free_pins);
        break;
    case 0x08:
        gpio->ospeedr = fk_l4_merge(gpio->ospeedr, value, lanes, doubled(free_pins));
        break;
    case 0x0C:
        gpio->pupdr = fk_l4_merge(gpio->pupdr, value, lanes, doubled(free_pins));
        break;
    case 0x10:
        break; /* read only */
    case 0x14:
        gpio->odr = fk_l4_merge(gpio->odr, value, lanes, pins);
        break;
    case 0x18:
        gpio->odr = ((gpio->odr & ~(value >> 16)) | value) & pins; /* set wins */
        break;
    case 0x1C:
        write_lckr(gpio, value, pins);
        break;
    case 0x20:
    case 0x24: {
        unsigned half = (offset - 0x20) / 4;
        uint32_t half_pins = (free_pins >> (8 * half)) & 0xFF;
        uint32_t writable = 0;

        for (unsigned pin = 0; pin < 8; pin++)
            if ((half_pins & FK_L4_BIT(pin)) != 0)
                writable |= UINT32_C(0xF) << (4 * pin);
        gpio->afr[half] = fk_l4_merge(gpio->afr[half], value, lanes, writable);
        break;
    }
    case 0x28:
        gpio->odr &= ~value;
        break;
    case 0x2C:
        gpio->ascr = fk_l4_merge(gpio->ascr, value, lanes, pins);
        break;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
    pins_changed(chip, unit);
    fk_l4_usart_resume(chip);
    return FK_SOC_ACCESS_DONE;
}
