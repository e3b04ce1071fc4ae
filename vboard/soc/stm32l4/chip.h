/* SPDX-License-Identifier: MIT */
/*
 * The whole chip: the state of every peripheral and what they use of each other. Registers are as
 * ST's reference manual RM0351 and CMSIS header stm32l476xx.h have them.
 *
 * Time is kept twice. The core counts HCLK cycles; events (an oscillator is ready, a frame is sent)
 * are kept in picoseconds since reset, since HCLK may change before they happen.
 */
#ifndef FK_STM32L4_CHIP_H
#define FK_STM32L4_CHIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../core/soc.h"
#include "accelerator.h"
#include "stm32l4.h"

struct fk_l4;

#define FK_L4_BIT(n) (UINT32_C(1) << (n))
/* The bits [high:low] of a register. */
#define FK_L4_FIELD(value, high, low) (((value) >> (low)) & ((UINT32_C(2) << ((high) - (low))) - 1))

/* ---- events.c: time ---- */

enum fk_l4_event {
    FK_L4_EVENT_MSI,
    FK_L4_EVENT_HSI,
    FK_L4_EVENT_HSE,
    FK_L4_EVENT_LSE,
    FK_L4_EVENT_LSI,
    FK_L4_EVENT_PLL,
    FK_L4_EVENT_PLLSAI1,
    FK_L4_EVENT_PLLSAI2,
    FK_L4_EVENT_VOS,
    FK_L4_EVENT_RNG,
    FK_L4_EVENT_TIM2,
    /* Three for each USART, in the order of enum fk_l4_usart_unit. */
    FK_L4_EVENT_USART_SENT,
    FK_L4_EVENT_USART_RECEIVED,
    FK_L4_EVENT_USART_IDLE,
    FK_L4_EVENT_COUNT = FK_L4_EVENT_USART_SENT + 3 * 2
};

#define FK_L4_PS_PER_S UINT64_C(1000000000000)
#define FK_L4_PS_PER_US UINT64_C(1000000)

struct fk_l4_time {
    uint64_t now;        /* cycle that the chip has been brought to */
    uint64_t base_cycle; /* HCLK has been hclk_hz since this cycle, at base_ps */
    uint64_t base_ps;
    uint32_t hclk_hz;
    uint64_t event_ps[FK_L4_EVENT_COUNT]; /* FK_SOC_NEVER: not due */
    uint64_t next_cycle;                  /* of the earliest event */
    uint64_t happening_ps;                /* time of the event that happens now; FK_SOC_NEVER */
};

void fk_l4_time_reset(struct fk_l4 *chip, uint32_t hclk_hz);
/* The frequency of HCLK from now on. */
void fk_l4_time_set_hclk(struct fk_l4 *chip, uint32_t hclk_hz);
uint64_t fk_l4_time_ps(const struct fk_l4 *chip, uint64_t cycle);
/* The time that `count` periods of a clock take; FK_SOC_NEVER for a clock that stands still. */
uint64_t fk_l4_periods_ps(uint64_t count, uint32_t hz);
void fk_l4_event_at(struct fk_l4 *chip, unsigned event, uint64_t ps);
/* So long after now; FK_SOC_NEVER cancels. */
void fk_l4_event_after(struct fk_l4 *chip, unsigned event, uint64_t ps);
void fk_l4_event_cancel(struct fk_l4 *chip, unsigned event);
bool fk_l4_event_pending(const struct fk_l4 *chip, unsigned event);
/* Lets everything happen that is due up to `cycle`. */
void fk_l4_advance(struct fk_l4 *chip, uint64_t cycle);

/* ---- notes.c: what the user is told ---- */

#define FK_L4_NOTES 128

struct fk_l4_notes {
    uint64_t seen[FK_L4_NOTES]; /* hash of each line that was logged */
    unsigned count;
};

/* Logs a line, each different line once. */
void fk_l4_note(struct fk_l4 *chip, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for a setting that the model lacks; returns FK_SOC_ACCESS_UNMODELLED. */
enum fk_soc_access fk_l4_unmodelled(struct fk_l4 *chip, const char *what);

/* ---- rcc.c, clocks.c: reset and clock control ---- */

enum fk_l4_bus {
    FK_L4_AHB1,
    FK_L4_AHB2,
    FK_L4_AHB3,
    FK_L4_APB1_1,
    FK_L4_APB1_2,
    FK_L4_APB2,
    FK_L4_BUS_COUNT,
    FK_L4_ALWAYS_ON = FK_L4_BUS_COUNT
};

enum fk_l4_pll { FK_L4_PLL_MAIN, FK_L4_PLL_SAI1, FK_L4_PLL_SAI2, FK_L4_PLL_COUNT };

enum fk_l4_sysclk { FK_L4_SYSCLK_MSI, FK_L4_SYSCLK_HSI, FK_L4_SYSCLK_HSE, FK_L4_SYSCLK_PLL };

#define FK_L4_HSI_HZ 16000000U
#define FK_L4_LSI_HZ 32000U

#define FK_L4_RCC_CR_MSION FK_L4_BIT(0)
#define FK_L4_RCC_CR_MSIRDY FK_L4_BIT(1)
#define FK_L4_RCC_CR_MSIRGSEL FK_L4_BIT(3)
#define FK_L4_RCC_CR_HSION FK_L4_BIT(8)
#define FK_L4_RCC_CR_HSIRDY FK_L4_BIT(10)
#define FK_L4_RCC_CR_HSEON FK_L4_BIT(16)
#define FK_L4_RCC_CR_HSERDY FK_L4_BIT(17)
#define FK_L4_RCC_CR_HSEBYP FK_L4_BIT(18)
#define FK_L4_RCC_CR_CSSON FK_L4_BIT(19)
/* PLLON and PLLRDY of the main PLL, PLLSAI1 and PLLSAI2. */
#define FK_L4_RCC_CR_PLLON(pll) FK_L4_BIT(24 + 2 * (pll))
#define FK_L4_RCC_CR_PLLRDY(pll) FK_L4_BIT(25 + 2 * (pll))
#define FK_L4_RCC_PLL_PEN FK_L4_BIT(16)
#define FK_L4_RCC_PLL_QEN FK_L4_BIT(20)
#define FK_L4_RCC_PLL_REN FK_L4_BIT(24)
#define FK_L4_RCC_BDCR_LSEON FK_L4_BIT(0)
#define FK_L4_RCC_BDCR_LSERDY FK_L4_BIT(1)
#define FK_L4_RCC_CSR_LSION FK_L4_BIT(0)
#define FK_L4_RCC_CSR_LSIRDY FK_L4_BIT(1)

struct fk_l4_rcc {
    uint32_t cr;
    uint32_t icscr;
    uint32_t cfgr;
    uint32_t pllcfgr[FK_L4_PLL_COUNT];
    uint32_t cier;
    uint32_t cifr;
    uint32_t rstr[FK_L4_BUS_COUNT];
    uint32_t enr[FK_L4_BUS_COUNT];
    uint32_t smenr[FK_L4_BUS_COUNT];
    uint32_t ccipr;
    uint32_t bdcr;
    uint32_t csr;
    uint32_t sysclk_hz;
};

void fk_l4_rcc_reset(struct fk_l4 *chip);
/* After a reset by software: CSR as it was shows the earlier causes, BDCR is kept. */
void fk_l4_rcc_keep(struct fk_l4 *chip, uint32_t csr, uint32_t bdcr);
enum fk_soc_access fk_l4_rcc_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                  uint32_t *value);
enum fk_soc_access fk_l4_rcc_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                   uint32_t value, uint32_t lanes);
/* The events MSI .. PLLSAI2: that oscillator or PLL is ready. */
void fk_l4_rcc_ready(struct fk_l4 *chip, unsigned event);
bool fk_l4_rcc_irq(const struct fk_l4 *chip);

/* Is the clock of a peripheral on, and the peripheral not held in reset? */
bool fk_l4_clock_enabled(const struct fk_l4 *chip, unsigned bus, unsigned bit);
/* Frequencies in Hz, 0 while the clock stands still. */
uint32_t fk_l4_msi_hz(const struct fk_l4 *chip);
uint32_t fk_l4_hsi_hz(const struct fk_l4 *chip);
uint32_t fk_l4_hse_hz(const struct fk_l4 *chip);
uint32_t fk_l4_lse_hz(const struct fk_l4 *chip);
uint32_t fk_l4_sysclk_hz(const struct fk_l4 *chip);
uint32_t fk_l4_hclk_hz(const struct fk_l4 *chip);
/* HCLK cycles of a PCLK period: 1, 2, 4, 8 or 16. */
unsigned fk_l4_pclk1_divider(const struct fk_l4 *chip);
unsigned fk_l4_pclk2_divider(const struct fk_l4 *chip);
/* By CCIPR.CLK48SEL. */
uint32_t fk_l4_clk48_hz(const struct fk_l4 *chip);
/* After any change of the clock tree: locks and unlocks PLLs, switches SYSCLK, sets HCLK and tells
 * whoever depends on a clock. */
void fk_l4_clocks_update(struct fk_l4 *chip);
/* HCLK against the flash wait states and the voltage range; a bad combination is logged. */
void fk_l4_clocks_check(struct fk_l4 *chip);

/* ---- pwr.c ---- */

struct fk_l4_pwr {
    uint32_t cr1;
    uint32_t cr2;
    uint32_t cr3;
    uint32_t cr4;
    uint32_t pulls[16]; /* PUCRA, PDCRA .. PUCRH, PDCRH */
};

void fk_l4_pwr_reset(struct fk_l4 *chip, unsigned unit);
enum fk_soc_access fk_l4_pwr_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                  uint32_t *value);
enum fk_soc_access fk_l4_pwr_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                   uint32_t value, uint32_t lanes);
/* 1 or 2. While the supply still rises to range 1 (VOSF) it is 2. */
unsigned fk_l4_pwr_range(const struct fk_l4 *chip);
bool fk_l4_pwr_backup_writable(const struct fk_l4 *chip);

/* ---- flash.c: the register interface of flash ---- */

struct fk_l4_flash {
    uint32_t acr;
    uint32_t sr;
    uint32_t cr;
    uint32_t first_key; /* the key that was last written to KEYR, OPTKEYR and PDKEYR */
    uint32_t first_option_key;
    uint32_t first_power_key;
    bool locked_out; /* a wrong key: no unlocking before the next reset */
    bool option_locked_out;
};

void fk_l4_flash_reset(struct fk_l4 *chip);
enum fk_soc_access fk_l4_flash_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                    uint32_t *value);
enum fk_soc_access fk_l4_flash_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                     uint32_t value, uint32_t lanes);
unsigned fk_l4_flash_wait_states(const struct fk_l4 *chip);

/* ---- gpio.c ---- */

#define FK_L4_PORTS 8U

struct fk_l4_gpio {
    uint32_t moder;
    uint32_t otyper;
    uint32_t ospeedr;
    uint32_t pupdr;
    uint32_t odr;
    uint32_t lckr;
    uint32_t afr[2];
    uint32_t ascr;
    uint32_t idr; /* levels as the pins were last seen */
    unsigned lock_step;
};

void fk_l4_gpio_reset(struct fk_l4 *chip, unsigned unit);
enum fk_soc_access fk_l4_gpio_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                   uint32_t *value);
enum fk_soc_access fk_l4_gpio_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                    uint32_t value, uint32_t lanes);
bool fk_l4_gpio_is_alternate(const struct fk_l4 *chip, unsigned port, unsigned pin,
                             unsigned function);
bool fk_l4_gpio_trigger_level(const struct fk_l4 *chip);

/* ---- usart.c ---- */

enum fk_l4_usart_unit { FK_L4_USART2, FK_L4_USART1, FK_L4_USART_COUNT };

struct fk_l4_usart {
    uint32_t cr1;
    uint32_t cr2;
    uint32_t cr3;
    uint32_t brr;
    uint32_t gtpr;
    uint32_t rtor;
    uint32_t isr; /* without TEACK, REACK and BUSY, which follow from the rest */
    uint32_t rdr;
    uint32_t tdr;
    uint32_t shift;     /* the word being sent */
    bool shifting;      /* a frame or the preamble is being sent */
    bool preamble;      /* it is the idle frame that follows TE */
    bool receiving;     /* a frame is being received */
    uint8_t receive_as; /* its byte */
};

/* Bytes that the host has sent and the line has not brought yet; grows as needed. */
struct fk_l4_line {
    uint8_t *bytes;
    size_t capacity;
    size_t first;
    size_t count;
};

void fk_l4_usart_reset(struct fk_l4 *chip, unsigned unit);
enum fk_soc_access fk_l4_usart_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                    uint32_t *value);
enum fk_soc_access fk_l4_usart_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                     uint32_t value, uint32_t lanes);
void fk_l4_usart_event(struct fk_l4 *chip, unsigned event);
/* Pins, clocks or the queue have changed: a frame that waits for one of them may begin. */
void fk_l4_usart_resume(struct fk_l4 *chip);
void fk_l4_usart_queue(struct fk_l4 *chip, const uint8_t *bytes, size_t length);
bool fk_l4_usart_irq(const struct fk_l4 *chip, unsigned unit);
/* The receiver of the board's line is on, and nothing is received, queued or being sent. */
bool fk_l4_usart_line_quiet(const struct fk_l4 *chip);
/* Sends at once what the transmitter of the board's line is sending and holds. */
void fk_l4_usart_flush(struct fk_l4 *chip);

/* ---- rng.c ---- */

struct fk_l4_rng {
    uint32_t cr;
    uint32_t sr;
    uint32_t dr;
    uint64_t words; /* drawn since reset */
};

void fk_l4_rng_reset(struct fk_l4 *chip, unsigned unit);
enum fk_soc_access fk_l4_rng_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                  uint32_t *value);
enum fk_soc_access fk_l4_rng_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                   uint32_t value, uint32_t lanes);
void fk_l4_rng_word_due(struct fk_l4 *chip);
/* Its clock, HCLK or its enable has changed. */
void fk_l4_rng_update(struct fk_l4 *chip);
bool fk_l4_rng_irq(const struct fk_l4 *chip);

/* ---- exti.c: external interrupts; syscfg.c: system configuration ---- */

struct fk_l4_exti {
    uint32_t imr[2];
    uint32_t emr[2];
    uint32_t rtsr[2];
    uint32_t ftsr[2];
    uint32_t swier[2];
    uint32_t pr[2];
};

struct fk_l4_syscfg {
    uint32_t memrmp;
    uint32_t cfgr1;
    uint32_t exticr[4];
    uint32_t scsr;
    uint32_t cfgr2;
    uint32_t swpr;
    uint32_t key; /* what was last written to SKR */
};

void fk_l4_exti_reset(struct fk_l4 *chip, unsigned unit);
enum fk_soc_access fk_l4_exti_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                   uint32_t *value);
enum fk_soc_access fk_l4_exti_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                    uint32_t value, uint32_t lanes);
void fk_l4_exti_pin_changed(struct fk_l4 *chip, unsigned port, unsigned pin, bool level);
void fk_l4_exti_irqs(const struct fk_l4 *chip, uint32_t levels[8]);

void fk_l4_syscfg_reset(struct fk_l4 *chip, unsigned unit);
enum fk_soc_access fk_l4_syscfg_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                     uint32_t *value);
enum fk_soc_access fk_l4_syscfg_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                      uint32_t value, uint32_t lanes);
/* The port whose pin `line` (0..15) is the external interrupt of that number. */
unsigned fk_l4_syscfg_exti_port(const struct fk_l4 *chip, unsigned line);

/* ---- tim2.c ---- */

struct fk_l4_tim2 {
    uint32_t cr1;
    uint32_t dier;
    uint32_t sr;
    uint32_t count;
    uint32_t prescaler;        /* PSC as written */
    uint32_t active_prescaler; /* PSC as the last update took it over */
    uint32_t reload;
    uint32_t active_reload;
    uint64_t tick_cycle; /* cycle of the tick that made `count` */
};

void fk_l4_tim2_reset(struct fk_l4 *chip, unsigned unit);
enum fk_soc_access fk_l4_tim2_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                   uint32_t *value);
enum fk_soc_access fk_l4_tim2_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                    uint32_t value, uint32_t lanes);
void fk_l4_tim2_overflow(struct fk_l4 *chip);
/* Around a change of a clock or of the enable: count up to now before, arm the event after. */
void fk_l4_tim2_before_clock_change(struct fk_l4 *chip);
void fk_l4_tim2_after_clock_change(struct fk_l4 *chip);
bool fk_l4_tim2_irq(const struct fk_l4 *chip);

/* ---- identity.c: unique ID, flash size, package; DBGMCU ---- */

struct fk_l4_dbgmcu {
    uint32_t cr;
    uint32_t freeze[3]; /* APB1FZR1, APB1FZR2, APB2FZR */
};

enum fk_soc_access fk_l4_identity_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                       uint32_t *value);
enum fk_soc_access fk_l4_identity_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                        uint32_t value, uint32_t lanes);
enum fk_soc_access fk_l4_dbgmcu_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                     uint32_t *value);
enum fk_soc_access fk_l4_dbgmcu_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                      uint32_t value, uint32_t lanes);

/* ---- chip.c ---- */

/*
 * A block of registers. Offsets are multiples of 4. A write brings a whole word; `lanes` has the
 * bits of the bytes that were written (the rest of `value` is 0).
 */
struct fk_l4_block {
    const char *name;
    uint32_t base;
    uint32_t size_bytes;
    unsigned unit; /* which of several alike */
    unsigned bus;  /* whose clock gate and reset; FK_L4_ALWAYS_ON: none */
    unsigned bit;
    enum fk_soc_access (*read)(struct fk_l4 *chip, unsigned unit, uint32_t offset, uint32_t *value);
    enum fk_soc_access (*write)(struct fk_l4 *chip, unsigned unit, uint32_t offset, uint32_t value,
                                uint32_t lanes);
    void (*reset)(struct fk_l4 *chip, unsigned unit); /* by RSTR; NULL: has none */
};

/* Puts the blocks whose bit of a reset register is set into reset. */
void fk_l4_reset_blocks(struct fk_l4 *chip, unsigned bus, uint32_t bits);
/* "AHB2ENR" and the like. */
const char *fk_l4_enable_register(unsigned bus);

struct fk_l4 {
    struct fk_soc_host host;
    struct fk_l4_time time;
    struct fk_l4_notes notes;
    struct fk_l4_rcc rcc;
    struct fk_l4_pwr pwr;
    struct fk_l4_flash flash;
    struct fk_l4_gpio gpio[FK_L4_PORTS];
    struct fk_l4_usart usart[FK_L4_USART_COUNT];
    struct fk_l4_line line;
    struct fk_l4_rng rng;
    enum fk_stm32l4_rng_fault rng_fault;
    struct fk_l4_exti exti;
    struct fk_l4_syscfg syscfg;
    struct fk_l4_tim2 tim2;
    struct fk_l4_dbgmcu dbgmcu;
    bool trigger;
    struct fk_l4_accelerator accelerator;
};

/* A plain register after a write: the written bytes, where the register has writable bits. */
static inline uint32_t fk_l4_merge(uint32_t old, uint32_t value, uint32_t lanes, uint32_t writable)
{
    uint32_t bits = lanes & writable;

    return (old & ~bits) | (value & bits);
}

#endif
