/* SPDX-License-Identifier: MIT */
/*
 * The virtual board: runs a bare-metal ELF file for the chip that a board.json names, on Unicorn's
 * processor core, with this project's instruction timing, flash and peripheral models. It knows
 * nothing of cryptography.
 */
#ifndef FK_VBOARD_H
#define FK_VBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fk_vboard;

enum fk_vboard_mode {
    /* Answers only: no hook on each instruction; cycles are a rough count. */
    FK_VBOARD_FUNCTIONAL,
    /* Every instruction is timed. */
    FK_VBOARD_TIMED,
    /* Functional, but timed from a known state while the board's trigger pin is high. */
    FK_VBOARD_TIMED_WHILE_TRIGGERED
};

/*
 * Observers of timed execution; they never change a cycle. Any member may be NULL. An instruction
 * is reported when the next one begins, so after its own data accesses.
 */
struct fk_vboard_probe {
    /* After an instruction has been costed: its address, its size in bytes (2 or 4), the cycle at
     * which it started to execute and whether its condition passed (false: a failed IT condition).
     */
    void (*instruction)(void *context, uint32_t address, unsigned size, uint64_t cycle,
                        bool executed);
    /* A data access by the instruction at `pc`. */
    void (*memory)(void *context, uint32_t pc, uint32_t address, unsigned size, bool write);
    void *context;
};

struct fk_vboard_config {
    const char *board_json_path;
    enum fk_vboard_mode mode;
    /* Unmodelled registers read 0, are logged once each and counted, instead of ending the run. */
    bool lenient;
    /* A run (fk_vboard_run, fk_vboard_call) ends this many cycles after it began; 0 is no limit. */
    uint64_t cycle_budget;
    /* Cycles of VMOV between a core register and a single: 1 fits measurements, Arm's table says 2.
     * 0 is 1. */
    unsigned vmov_cycles;
    /* Callbacks, each may be NULL. */
    void (*serial_out)(void *context, uint8_t byte);            /* the board sent a byte */
    void (*trigger)(void *context, bool level, uint64_t cycle); /* the trigger pin changed */
    void (*log)(void *context, const char *line);               /* notes, without newline */
    void *context;
    struct fk_vboard_probe probe;
};

enum fk_vboard_end {
    FK_VBOARD_END_EXIT,        /* BKPT, a semihosting exit or a branch to itself */
    FK_VBOARD_END_RETURNED,    /* fk_vboard_call: the function returned */
    FK_VBOARD_END_SERIAL_IDLE, /* the firmware waits for serial input and none is queued */
    FK_VBOARD_END_FAULT,       /* a fault, a stack overflow, an unmapped access ... */
    FK_VBOARD_END_UNMODELLED,  /* a register that the virtual board does not have */
    FK_VBOARD_END_BUDGET,      /* the cycle budget is used up */
    FK_VBOARD_END_DEADLOCK,    /* sleeping or polling with no event that could ever end it */
    FK_VBOARD_END_STOPPED      /* fk_vboard_request_stop */
};

struct fk_vboard_stop {
    enum fk_vboard_end end;
    int exit_status;  /* FK_VBOARD_END_EXIT: 0, or the status of a semihosting exit */
    uint32_t pc;      /* where */
    uint32_t address; /* the data address or register, where one is to blame */
    uint64_t cycle;
    char message[512]; /* one line: what, the address, the symbol and the source line */
};

/* NULL on error, with one line in `error`. */
struct fk_vboard *fk_vboard_create(const struct fk_vboard_config *config, char *error,
                                   size_t error_size);
void fk_vboard_destroy(struct fk_vboard *vboard);

/* Loads an ELF file by physical address and resets the board. false on error, one line in `error`.
 */
bool fk_vboard_load(struct fk_vboard *vboard, const char *elf_path, char *error, size_t error_size);

/* As after power-on, with the loaded image: memories, peripherals, caches and counters. */
void fk_vboard_reset(struct fk_vboard *vboard);

/* Runs until something ends it. After SERIAL_IDLE or STOPPED it may be called again. */
struct fk_vboard_stop fk_vboard_run(struct fk_vboard *vboard);

/*
 * Calls a function of the image by the procedure call standard and runs until it returns. `result`
 * (r0) may be NULL. The stack is where the stack pointer is: after a reset the top of the image's
 * own stack, else below what is in use (the end of the first RAM if it points to no RAM). After
 * FK_VBOARD_END_RETURNED the registers are as before, and fk_vboard_run goes on where it was.
 */
struct fk_vboard_stop fk_vboard_call(struct fk_vboard *vboard, uint32_t function,
                                     const uint32_t *arguments, size_t argument_count,
                                     uint32_t *result);

/* May be called from a signal handler or another thread. */
void fk_vboard_request_stop(struct fk_vboard *vboard);

/* Queues bytes that the serial line brings to the board at its baud rate. */
void fk_vboard_serial_in(struct fk_vboard *vboard, const void *bytes, size_t length);

/* Memory, without time and without side effects; false where it is not mapped. */
bool fk_vboard_memory_read(struct fk_vboard *vboard, uint32_t address, void *bytes, size_t length);
bool fk_vboard_memory_write(struct fk_vboard *vboard, uint32_t address, const void *bytes,
                            size_t length);

/* Core registers r0..r15 (index 0..15) and xPSR (16). */
uint32_t fk_vboard_register(struct fk_vboard *vboard, unsigned index);
void fk_vboard_set_register(struct fk_vboard *vboard, unsigned index, uint32_t value);

/* Processor cycles (HCLK) since reset, and their number per second now. */
uint64_t fk_vboard_cycle(const struct fk_vboard *vboard);
uint32_t fk_vboard_clock_hz(const struct fk_vboard *vboard);
/* Instructions executed in timed mode since reset. */
uint64_t fk_vboard_instruction_count(const struct fk_vboard *vboard);
/* Accesses to unmodelled registers that --lenient let pass. */
uint64_t fk_vboard_unmodelled_count(const struct fk_vboard *vboard);

/* The address of a symbol (the Thumb bit is kept as the ELF file has it) and its size in bytes;
 * false if unknown. */
bool fk_vboard_symbol(const struct fk_vboard *vboard, const char *name, uint32_t *address,
                      uint32_t *size);
/* "0x08001234 (fe25519_mul+0x12, fe25519.c:88)" for messages; as much as is known. */
void fk_vboard_locate(const struct fk_vboard *vboard, uint32_t address, char *text,
                      size_t text_size);

#endif
