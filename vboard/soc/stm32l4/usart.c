/* SPDX-License-Identifier: MIT */
/*
 * USART2, which is the board's serial line, and USART1, whose pins lead nowhere on the board. What
 * is modelled is asynchronous full duplex without parity, DMA or flow control; a setting beyond
 * that is reported as unmodelled.
 *
 * Sending takes the time that BRR, the kernel clock and the frame format give. Bytes of the host
 * come at the host's rate, 8 data bits and one stop bit, one straight after the other.
 */
#include "chip.h"

#include <stdlib.h>
#include <string.h>

#define CR1_UE FK_L4_BIT(0)
#define CR1_RE FK_L4_BIT(2)
#define CR1_TE FK_L4_BIT(3)
#define CR1_IDLEIE FK_L4_BIT(4)
#define CR1_RXNEIE FK_L4_BIT(5)
#define CR1_TCIE FK_L4_BIT(6)
#define CR1_TXEIE FK_L4_BIT(7)
#define CR1_M0 FK_L4_BIT(12)
#define CR1_CMIE FK_L4_BIT(14)
#define CR1_OVER8 FK_L4_BIT(15)
#define CR1_M1 FK_L4_BIT(28)
/* PCE, WAKE, MME, RTOIE, EOBIE. */
#define CR1_UNMODELLED UINT32_C(0x0C002C00)
#define CR1_WRITABLE UINT32_C(0x1FFFFFFF)
/* Locked while UE is set: PS, PCE, WAKE, M0, OVER8, DEDT, DEAT, M1. */
#define CR1_FORMAT UINT32_C(0x13FF9E00)
/* LBDL, LBDIE, LBCL, CPHA, CPOL, CLKEN, LINEN, SWAP, RXINV, TXINV, DATAINV, MSBFIRST, ABREN,
 * ABRMOD, RTOEN. */
#define CR2_UNMODELLED UINT32_C(0x00FFCF60)
#define CR2_WRITABLE UINT32_C(0xFFFFFF70)
/* IREN, IRLP, HDSEL, NACK, SCEN, DMAR, DMAT, RTSE, CTSE, CTSIE, DEM, SCARCNT. */
#define CR3_UNMODELLED UINT32_C(0x000E47FE)
#define CR3_WRITABLE UINT32_C(0x007EFFFF)
#define CR3_EIE FK_L4_BIT(0)
#define CR3_OVRDIS FK_L4_BIT(12)

#define ISR_RESET UINT32_C(0x000000C0)
#define ISR_ORE FK_L4_BIT(3)
#define ISR_IDLE FK_L4_BIT(4)
#define ISR_RXNE FK_L4_BIT(5)
#define ISR_TC FK_L4_BIT(6)
#define ISR_TXE FK_L4_BIT(7)
#define ISR_BUSY FK_L4_BIT(16)
#define ISR_CMF FK_L4_BIT(17)
#define ISR_TEACK FK_L4_BIT(21)
#define ISR_REACK FK_L4_BIT(22)

/* PE, FE, NE, ORE, IDLE, TC, LBDF, CTSIF, RTOF, EOBF, CMF, WUF: where ICR and ISR agree. */
#define ICR_CLEARS UINT32_C(0x00121B5F)

#define RQR_RXFRQ FK_L4_BIT(3)
#define RQR_TXFRQ FK_L4_BIT(4)
/* ABRRQ, SBKRQ, MMRQ. */
#define RQR_UNMODELLED UINT32_C(0x00000007)

#define HOST_FRAME_BITS 10
#define HOST_DEFAULT_BAUD 115200U

enum { EVENT_SENT, EVENT_RECEIVED, EVENT_IDLE };

struct wiring {
    const char *name;
    bool board_line; /* connected to the host */
    uint8_t port;    /* of both pins */
    uint8_t tx_pin;
    uint8_t rx_pin;
    uint8_t function;
};

static const struct wiring wirings[FK_L4_USART_COUNT] = {
    [FK_L4_USART2] = {"USART2", true, 0, 2, 3, 7},
    [FK_L4_USART1] = {"USART1", false, 0, 9, 10, 7},
};

static unsigned event_of(unsigned unit, unsigned event)
{
    return FK_L4_EVENT_USART_SENT + 3 * unit + event;
}

static bool is_on(const struct fk_l4_usart *usart, uint32_t enable)
{
    return (usart->cr1 & (CR1_UE | enable)) == (CR1_UE | enable);
}

static uint32_t kernel_hz(const struct fk_l4 *chip, unsigned unit)
{
    unsigned shift = unit == FK_L4_USART1 ? 0 : 2;
    unsigned divider = unit == FK_L4_USART1 ? fk_l4_pclk2_divider(chip) : fk_l4_pclk1_divider(chip);

    switch ((chip->rcc.ccipr >> shift) & 3) {
    case 0:
        return fk_l4_hclk_hz(chip) / divider;
    case 1:
        return fk_l4_sysclk_hz(chip);
    case 2:
        return fk_l4_hsi_hz(chip);
    default:
        return fk_l4_lse_hz(chip);
    }
}

/* Kernel clock periods of two bits: BRR is in periods of a bit, or half that with OVER8. */
static uint32_t two_bits(const struct fk_l4_usart *usart)
{
    if ((usart->cr1 & CR1_OVER8) == 0)
        return 2 * usart->brr;
    return (usart->brr & 0xFFF0) | (usart->brr & 7) << 1;
}

/* A frame in half bits: start, data, stop. */
static uint32_t frame_half_bits(const struct fk_l4_usart *usart)
{
    static const uint8_t stop_half_bits[4] = {2, 1, 4, 3};
    uint32_t data_bits = 8;

    if ((usart->cr1 & CR1_M1) != 0)
        data_bits = 7;
    else if ((usart->cr1 & CR1_M0) != 0)
        data_bits = 9;
    return 2 + 2 * data_bits + stop_half_bits[FK_L4_FIELD(usart->cr2, 13, 12)];
}

static uint32_t data_mask(const struct fk_l4_usart *usart)
{
    if ((usart->cr1 & CR1_M1) != 0)
        return 0x7F;
    return (usart->cr1 & CR1_M0) != 0 ? 0x1FF : 0xFF;
}

/* FK_SOC_NEVER while there is no clock or no divider. */
static uint64_t frame_ps(const struct fk_l4 *chip, unsigned unit)
{
    const struct fk_l4_usart *usart = &chip->usart[unit];
    uint32_t hz = kernel_hz(chip, unit);
    uint64_t quarter_periods = (uint64_t)two_bits(usart) * frame_half_bits(usart);

    if (usart->brr < 16 || hz == 0)
        return FK_SOC_NEVER;
    /* half bits x periods of two bits = 4 x periods */
    return (fk_l4_periods_ps(quarter_periods, hz) + 2) / 4;
}

static uint32_t host_baud(const struct fk_l4 *chip)
{
    return chip->host.serial_baud != 0 ? chip->host.serial_baud : HOST_DEFAULT_BAUD;
}

/* Tells the user when board and host do not speak at the same rate or format. */
static void check_rate(struct fk_l4 *chip, unsigned unit)
{
    const struct fk_l4_usart *usart = &chip->usart[unit];
    uint32_t hz = kernel_hz(chip, unit);
    uint32_t host = host_baud(chip);
    uint64_t board;
    uint64_t difference;

    if (hz == 0 || usart->brr < 16) {
        fk_l4_note(chip, "%s is enabled with %s: it sends and receives nothing", wirings[unit].name,
                   hz == 0 ? "no kernel clock (RCC CCIPR)" : "BRR below 16");
        return;
    }
    if (!wirings[unit].board_line)
        return;
    board = 2 * (uint64_t)hz / two_bits(usart);
    difference = board > host ? board - host : host - board;
    if (difference * 100 > (uint64_t)host * 3)
        fk_l4_note(chip,
                   "WARNING: %s runs at %u baud, the host at %u: more than 3 %% apart, a real line "
                   "would bring garbage; BRR should be near %u",
                   wirings[unit].name, (unsigned)board, (unsigned)host,
                   (unsigned)((hz + host / 2) / host));
    if (frame_half_bits(usart) != 2 * HOST_FRAME_BITS)
        fk_l4_note(chip, "WARNING: %s does not use 8 data bits and 1 stop bit, as the host does",
                   wirings[unit].name);
}

static bool pin_ready(struct fk_l4 *chip, unsigned unit, bool tx)
{
    const struct wiring *wiring = &wirings[unit];
    unsigned pin = tx ? wiring->tx_pin : wiring->rx_pin;

    if (!wiring->board_line)
        return false;
    if (fk_l4_gpio_is_alternate(chip, wiring->port, pin, wiring->function))
        return true;
    fk_l4_note(chip,
               "%s is to %s, but P%c%u is not its pin: set MODER to alternate function and "
               "AFR to %u",
               wiring->name, tx ? "send" : "receive", 'A' + wiring->port, pin, wiring->function);
    return false;
}

/* ---- sending ---- */

static void start_frame(struct fk_l4 *chip, unsigned unit)
{
    struct fk_l4_usart *usart = &chip->usart[unit];

    usart->shift = usart->tdr & data_mask(usart);
    usart->isr |= ISR_TXE;
    usart->shifting = true;
    usart->preamble = false;
    fk_l4_event_after(chip, event_of(unit, EVENT_SENT), frame_ps(chip, unit));
}

static void frame_sent(struct fk_l4 *chip, unsigned unit)
{
    struct fk_l4_usart *usart = &chip->usart[unit];
    uint32_t sent = usart->shift;
    bool was_preamble = usart->preamble;

    usart->shifting = false;
    if ((usart->isr & ISR_TXE) == 0 && is_on(usart, CR1_TE))
        start_frame(chip, unit);
    else
        usart->isr |= ISR_TC;
    if (!was_preamble && pin_ready(chip, unit, true) && chip->host.serial_out != NULL)
        chip->host.serial_out(chip->host.context, (uint8_t)sent);
}

static void write_tdr(struct fk_l4 *chip, unsigned unit, uint32_t value)
{
    struct fk_l4_usart *usart = &chip->usart[unit];

    if (!is_on(usart, CR1_TE)) {
        fk_l4_note(chip, "%s TDR is written while UE or TE is off: nothing is sent",
                   wirings[unit].name);
        return;
    }
    usart->tdr = value & 0x1FF;
    usart->isr &= ~(ISR_TXE | ISR_TC);
    if (!usart->shifting)
        start_frame(chip, unit);
}

void fk_l4_usart_flush(struct fk_l4 *chip)
{
    unsigned event = event_of(FK_L4_USART2, EVENT_SENT);

    /* Each frame starts the next, if there is one; one without a clock is never sent. */
    while (fk_l4_event_pending(chip, event)) {
        fk_l4_event_cancel(chip, event);
        frame_sent(chip, FK_L4_USART2);
    }
}

/* ---- receiving ---- */

/* Where the nth byte of the queue is; the queue goes round in its memory. */
static size_t queue_place(const struct fk_l4_line *line, size_t n)
{
    size_t place = line->first + n;

    return place < line->capacity ? place : place - line->capacity;
}

static bool queue_pop(struct fk_l4_line *line, uint8_t *byte)
{
    if (line->count == 0)
        return false;
    *byte = line->bytes[line->first];
    line->first = queue_place(line, 1);
    line->count--;
    return true;
}

void fk_l4_usart_queue(struct fk_l4 *chip, const uint8_t *bytes, size_t length)
{
    struct fk_l4_line *line = &chip->line;

    if (length > line->capacity - line->count) {
        size_t capacity = line->capacity == 0 ? 256 : line->capacity;
        uint8_t *larger;

        while (capacity - line->count < length)
            capacity *= 2;
        larger = malloc(capacity);
        if (larger == NULL) {
            fk_l4_note(chip, "out of memory: serial input is lost");
            return;
        }
        for (size_t i = 0; i < line->count; i++)
            larger[i] = line->bytes[queue_place(line, i)];
        free(line->bytes);
        line->bytes = larger;
        line->capacity = capacity;
        line->first = 0;
    }
    for (size_t i = 0; i < length; i++)
        line->bytes[queue_place(line, line->count++)] = bytes[i];
    fk_l4_usart_resume(chip);
}

/* The next byte of the host begins, if the line is free and the receiver can take it. */
static void start_receiving(struct fk_l4 *chip)
{
    struct fk_l4_usart *usart = &chip->usart[FK_L4_USART2];
    uint8_t byte;

    if (chip->line.count == 0 || usart->receiving || !is_on(usart, CR1_RE) || usart->brr < 16 ||
        !fk_l4_clock_enabled(chip, FK_L4_APB1_1, 17) || kernel_hz(chip, FK_L4_USART2) == 0 ||
        !pin_ready(chip, FK_L4_USART2, false) || !queue_pop(&chip->line, &byte))
        return;
    usart->receiving = true;
    usart->receive_as = byte;
    fk_l4_event_cancel(chip, event_of(FK_L4_USART2, EVENT_IDLE));
    fk_l4_event_after(chip, event_of(FK_L4_USART2, EVENT_RECEIVED),
                      fk_l4_periods_ps(HOST_FRAME_BITS, host_baud(chip)));
}

void fk_l4_usart_resume(struct fk_l4 *chip)
{
    for (unsigned unit = 0; unit < FK_L4_USART_COUNT; unit++)
        if (chip->usart[unit].shifting && !fk_l4_event_pending(chip, event_of(unit, EVENT_SENT)))
            fk_l4_event_after(chip, event_of(unit, EVENT_SENT), frame_ps(chip, unit));
    start_receiving(chip);
}

static void frame_received(struct fk_l4 *chip, unsigned unit)
{
    struct fk_l4_usart *usart = &chip->usart[unit];
    uint32_t word = usart->receive_as & data_mask(usart);

    usart->receiving = false;
    if ((usart->isr & ISR_RXNE) != 0 && (usart->cr3 & CR3_OVRDIS) == 0) {
        usart->isr |= ISR_ORE;
        fk_l4_note(chip,
                   "%s: a byte came before the last one was read from RDR; bytes are lost "
                   "(ORE)",
                   wirings[unit].name);
    } else {
        usart->rdr = word;
        usart->isr |= ISR_RXNE;
        if (word == FK_L4_FIELD(usart->cr2, 31, 24))
            usart->isr |= ISR_CMF;
    }
    start_receiving(chip);
    if (!usart->receiving)
        fk_l4_event_after(chip, event_of(unit, EVENT_IDLE),
                          fk_l4_periods_ps(HOST_FRAME_BITS, host_baud(chip)));
}

bool fk_l4_usart_line_quiet(const struct fk_l4 *chip)
{
    const struct fk_l4_usart *usart = &chip->usart[FK_L4_USART2];

    return is_on(usart, CR1_RE) && !usart->receiving && chip->line.count == 0 &&
           (usart->isr & (ISR_RXNE | ISR_TC)) == ISR_TC;
}

/* ---- events and registers ---- */

void fk_l4_usart_event(struct fk_l4 *chip, unsigned event)
{
    unsigned unit = (event - FK_L4_EVENT_USART_SENT) / 3;

    switch ((event - FK_L4_EVENT_USART_SENT) % 3) {
    case EVENT_SENT:
        frame_sent(chip, unit);
        break;
    case EVENT_RECEIVED:
        frame_received(chip, unit);
        break;
    default:
        chip->usart[unit].isr |= ISR_IDLE;
        break;
    }
}

/* UE off ends whatever is under way and brings the flags back to their reset values. */
static void stop(struct fk_l4 *chip, unsigned unit)
{
    struct fk_l4_usart *usart = &chip->usart[unit];

    usart->isr = ISR_RESET;
    usart->shifting = false;
    usart->preamble = false;
    usart->receiving = false;
    for (unsigned event = EVENT_SENT; event <= EVENT_IDLE; event++)
        fk_l4_event_cancel(chip, event_of(unit, event));
}

void fk_l4_usart_reset(struct fk_l4 *chip, unsigned unit)
{
    chip->usart[unit] = (struct fk_l4_usart){.isr = ISR_RESET};
    stop(chip, unit);
}

bool fk_l4_usart_irq(const struct fk_l4 *chip, unsigned unit)
{
    const struct fk_l4_usart *usart = &chip->usart[unit];
    uint32_t causes = 0;

    if ((usart->cr1 & CR1_TXEIE) != 0)
        causes |= ISR_TXE;
    if ((usart->cr1 & CR1_TCIE) != 0)
        causes |= ISR_TC;
    if ((usart->cr1 & CR1_RXNEIE) != 0)
        causes |= ISR_RXNE | ISR_ORE;
    if ((usart->cr1 & CR1_IDLEIE) != 0)
        causes |= ISR_IDLE;
    if ((usart->cr1 & CR1_CMIE) != 0)
        causes |= ISR_CMF;
    if ((usart->cr3 & CR3_EIE) != 0)
        causes |= ISR_ORE;
    return (usart->isr & causes) != 0;
}

static enum fk_soc_access write_cr1(struct fk_l4 *chip, unsigned unit, uint32_t value,
                                    uint32_t lanes)
{
    struct fk_l4_usart *usart = &chip->usart[unit];
    uint32_t old = usart->cr1;
    uint32_t writable = (old & value & CR1_UE) != 0 ? CR1_WRITABLE & ~CR1_FORMAT : CR1_WRITABLE;
    bool was_sending = is_on(usart, CR1_TE);

    if ((value & lanes & CR1_UNMODELLED) != 0)
        return fk_l4_unmodelled(chip, "parity, mute mode and receiver time-out of a USART (CR1)");
    usart->cr1 = fk_l4_merge(old, value, lanes, writable);
    if ((usart->cr1 & CR1_UE) == 0) {
        if ((old & CR1_UE) != 0)
            stop(chip, unit);
        return FK_SOC_ACCESS_DONE;
    }
    if (!is_on(usart, CR1_RE) && usart->receiving) {
        usart->receiving = false;
        fk_l4_event_cancel(chip, event_of(unit, EVENT_RECEIVED));
    }
    if ((old & CR1_UE) == 0 && (usart->cr1 & (CR1_TE | CR1_RE)) != 0)
        check_rate(chip, unit);
    /* An idle frame goes out before the first data after TE. */
    if (is_on(usart, CR1_TE) && !was_sending && !usart->shifting) {
        usart->shifting = true;
        usart->preamble = true;
        fk_l4_event_after(chip, event_of(unit, EVENT_SENT), frame_ps(chip, unit));
    }
    start_receiving(chip);
    return FK_SOC_ACCESS_DONE;
}

static enum fk_soc_access write_locked(struct fk_l4 *chip, unsigned unit, uint32_t *reg,
                                       uint32_t value, uint32_t lanes, const char *name)
{
    uint32_t written = fk_l4_merge(*reg, value, lanes, 0xFFFF);

    if ((chip->usart[unit].cr1 & CR1_UE) == 0)
        *reg = written;
    else if (written != *reg)
        fk_l4_note(chip, "%s %s is written while UE is set: the write is ignored",
                   wirings[unit].name, name);
    return FK_SOC_ACCESS_DONE;
}

enum fk_soc_access fk_l4_usart_read(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                    uint32_t *value)
{
    struct fk_l4_usart *usart = &chip->usart[unit];

    switch (offset) {
    case 0x00:
        *value = usart->cr1;
        return FK_SOC_ACCESS_DONE;
    case 0x04:
        *value = usart->cr2;
        return FK_SOC_ACCESS_DONE;
    case 0x08:
        *value = usart->cr3;
        return FK_SOC_ACCESS_DONE;
    case 0x0C:
        *value = usart->brr;
        return FK_SOC_ACCESS_DONE;
    case 0x10:
        *value = usart->gtpr;
        return FK_SOC_ACCESS_DONE;
    case 0x14:
        *value = usart->rtor;
        return FK_SOC_ACCESS_DONE;
    case 0x18:
    case 0x20:
        *value = 0;
        return FK_SOC_ACCESS_DONE;
    case 0x1C:
        *value = usart->isr | (usart->receiving ? ISR_BUSY : 0) |
                 (is_on(usart, CR1_TE) ? ISR_TEACK : 0) | (is_on(usart, CR1_RE) ? ISR_REACK : 0);
        if (wirings[unit].board_line && fk_l4_usart_line_quiet(chip))
            return FK_SOC_ACCESS_POLL_SERIAL;
        return FK_SOC_ACCESS_POLL;
    case 0x24:
        *value = usart->rdr;
        usart->isr &= ~ISR_RXNE;
        return FK_SOC_ACCESS_DONE;
    case 0x28:
        *value = usart->tdr;
        return FK_SOC_ACCESS_DONE;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
}

enum fk_soc_access fk_l4_usart_write(struct fk_l4 *chip, unsigned unit, uint32_t offset,
                                     uint32_t value, uint32_t lanes)
{
    struct fk_l4_usart *usart = &chip->usart[unit];

    switch (offset) {
    case 0x00:
        return write_cr1(chip, unit, value, lanes);
    case 0x04:
        if ((value & lanes & CR2_UNMODELLED) != 0)
            return fk_l4_unmodelled(chip, "synchronous, LIN, inverted and auto-baud modes of a "
                                          "USART (CR2)");
        usart->cr2 = fk_l4_merge(usart->cr2, value, lanes, CR2_WRITABLE);
        break;
    case 0x08:
        if ((value & lanes & CR3_UNMODELLED) != 0)
            return fk_l4_unmodelled(chip, "DMA, flow control, half duplex, IrDA and smartcard "
                                          "modes of a USART (CR3)");
        usart->cr3 = fk_l4_merge(usart->cr3, value, lanes, CR3_WRITABLE);
        break;
    case 0x0C:
        return write_locked(chip, unit, &usart->brr, value, lanes, "BRR");
    case 0x10:
        return write_locked(chip, unit, &usart->gtpr, value, lanes, "GTPR");
    case 0x14:
        usart->rtor = fk_l4_merge(usart->rtor, value, lanes, 0xFFFFFFFF);
        break;
    case 0x18:
        if ((value & RQR_UNMODELLED) != 0)
            return fk_l4_unmodelled(chip, "break, mute and auto-baud requests of a USART (RQR)");
        if ((value & RQR_RXFRQ) != 0)
            usart->isr &= ~ISR_RXNE;
        if ((value & RQR_TXFRQ) != 0)
            usart->isr |= ISR_TXE;
        break;
    case 0x1C:
        break; /* read only */
    case 0x20:
        usart->isr &= ~(value & ICR_CLEARS);
        break;
    case 0x24:
        break; /* read only */
    case 0x28:
        write_tdr(chip, unit, value);
        break;
    default:
        return FK_SOC_ACCESS_UNMODELLED;
    }
    return FK_SOC_ACCESS_DONE;
}
