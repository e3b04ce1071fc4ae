/* SPDX-License-Identifier: MIT */
/*
 * What a board supplies to the firmware (firmware/): one folder under boards/ implements all of
 * this. Nothing here is called from an interrupt, and no interrupt is ever enabled.
 */
#ifndef FK_BOARD_H
#define FK_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Data that outlives fk_board_restart_memory: the firmware's own. Zero after reset. */
#define FK_BOARD_KEPT __attribute__((section(".fk_kept")))

struct fk_board_clock {
    uint32_t hz;
    unsigned flash_wait_states;
    bool instruction_cache;
    bool data_cache;
    bool prefetch;
};

/* "nucleo-l476rg" */
extern const char fk_board_name[];
/* The clocks that it can run at, for a message: "16000000 or 80000000". */
extern const char fk_board_clocks[];

/* Clock, serial line, trigger pin and cycle counter; called once, first. */
void fk_board_start(void);

enum fk_board_clock_status {
    FK_BOARD_CLOCK_SET,
    FK_BOARD_CLOCK_UNKNOWN, /* not one of fk_board_clocks; nothing changed */
    FK_BOARD_CLOCK_FAILED   /* an oscillator did not start; the board runs on the slow clock */
};
enum fk_board_clock_status fk_board_set_clock(uint32_t hz, struct fk_board_clock *clock);

/* The serial line at 115200 baud, 8N1. fk_board_receive waits for a byte. */
uint8_t fk_board_receive(void);
void fk_board_send(const char *bytes, size_t length);
/* Throws away what arrived while nobody listened. */
void fk_board_discard_input(void);

/*
 * Calls call(argument) with interrupts off, flash caches just reset and the trigger pin high;
 * processor cycles (modulo 2^32) between two readings of the cycle counter, overhead included.
 */
uint32_t fk_board_time(void (*call)(void *), void *argument);

/*
 * Calls call(argument) with the free stack painted; bytes from the stack pointer here to the
 * deepest word that the call changed.
 */
size_t fk_board_stack(void (*call)(void *), void *argument);

/* Initialised data and zeroed data as after reset, but for FK_BOARD_KEPT. The caller and all its
 * callers keep no other static data. */
void fk_board_restart_memory(void);
/* Whether that data is still as fk_board_restart_memory left it. */
bool fk_board_memory_untouched(void);

/* Ends the firmware's life after a fault, by a reset of the chip. */
_Noreturn void fk_board_reset(void);

/* Supplied by the firmware: called once after a fault, on an empty stack. */
_Noreturn void fk_board_fault(uint32_t fault_status, uint32_t bus_address, uint32_t pc);

#endif
