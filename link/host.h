/* SPDX-License-Identifier: MIT */
/*
 * The workbench's side of the board link (docs/link-protocol.md), over any transport: asks, waits,
 * asks again where a line was lost or damaged, and gives back checked values or one line that says
 * what is wrong. No operating system, no allocation, no global state.
 *
 * Order of use: fk_link_open, fk_link_hello, fk_link_set_clock, then the operations in any order.
 */
#ifndef FK_LINK_HOST_H
#define FK_LINK_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol.h"

/* Bytes to and from one board. */
struct fk_link_transport {
    /* Sends all bytes; 0, or -1 when the transport failed. */
    int (*send)(void *context, const void *bytes, size_t length);
    /*
     * Waits until at least one byte is there and returns how many it put into `bytes` (1..size), 0
     * when nothing came within `timeout_ms` (or when it is certain that nothing will come: the
     * virtual board waits for input), -1 when the transport failed (port gone, the virtual board
     * stopped on a fault).
     */
    int (*receive)(void *context, void *bytes, size_t size, unsigned timeout_ms);
    /* Why the last send or receive failed, one line without newline; the member or the result may
     * be NULL. */
    const char *(*reason)(void *context);
    void *context;
};

enum fk_link_status {
    FK_LINK_OK,
    FK_LINK_SILENT,    /* no answer, after all attempts */
    FK_LINK_DAMAGED,   /* answers came, none of them whole */
    FK_LINK_TRANSPORT, /* send or receive failed */
    FK_LINK_VERSION,   /* the board speaks another version of the protocol */
    FK_LINK_REFUSED,   /* the board said why it does not do it */
    FK_LINK_NONSENSE   /* a whole answer that is not one to this request */
};

struct fk_link {
    struct fk_link_transport transport;
    /* Preset by fk_link_open; may be changed afterwards. */
    unsigned answer_timeout_ms;    /* for hello, clock and descriptions: 1000 */
    unsigned operation_timeout_ms; /* for requests that run an operation: 30000 */
    unsigned attempts;             /* how often a request is sent at most: 4 */
    /* Statistics: requests that were sent again, and lines that were thrown away. */
    unsigned long repeats;
    unsigned long damaged_lines;
    /* One line without newline after anything but FK_LINK_OK. */
    char error[FK_LINK_LINE_BYTES + 128];
    /* The rest is the link's own. */
    uint32_t sequence;
    struct fk_link_receiver receiver;
    char request[FK_LINK_LINE_BYTES + 1];
    char answer[FK_LINK_LINE_BYTES + 1];
};

/* One operation that the board's image offers. */
struct fk_link_offer {
    enum fk_link_curve curve;
    enum fk_link_operation operation;
    bool first_differs; /* a first call costs something else than a later one: time both */
    char includes[96];  /* what is inside the timing: words with one space between */
};

/* What the board says about itself and its image. */
struct fk_link_board {
    unsigned protocol;
    char board[48];          /* "nucleo-l476rg" */
    char implementation[48]; /* "wolfssl" */
    char variant[48];        /* "c-O2" */
    char version[48];        /* "5.5.4" */
    char compiler[128];      /* name and version, as it names itself */
    char flags[FK_LINK_TEXT_BYTES + 1];
    char code_memory[16]; /* "flash" */
    size_t offer_count;
    struct fk_link_offer offers[FK_LINK_CURVES * FK_LINK_OPERATIONS];
};

/* What runs the board's processor now. */
struct fk_link_clock {
    uint32_t hz; /* HCLK as set */
    unsigned flash_wait_states;
    bool instruction_cache;
    bool data_cache;
    bool prefetch;
};

/* The result of one call on the board. */
struct fk_link_result {
    int status; /* the implementation's: 0 is success */
    uint8_t output[FK_LINK_MAX_VALUE_BYTES];
    size_t output_bytes;  /* 0 when status is not 0 */
    uint64_t cycles;      /* fk_link_time: without the empty call */
    uint32_t stack_bytes; /* fk_link_stack: below the stack pointer at the call */
};

/*
 * Starts a conversation. Answers of another conversation (an earlier process on the same serial
 * port) are told apart by `session`: any 16-bit number that changes from run to run; 0 will do
 * where the board starts afresh.
 */
void fk_link_open(struct fk_link *link, const struct fk_link_transport *transport,
                  uint16_t session);

/* Asks who is there. A silent board is reported after attempts * answer_timeout_ms at most. */
enum fk_link_status fk_link_hello(struct fk_link *link, struct fk_link_board *board);

/* Sets the processor's clock; refused, with the possible ones named, if the board has not `hz`.
 * Prefetch and both flash caches are on afterwards. */
enum fk_link_status fk_link_set_clock(struct fk_link *link, uint32_t hz,
                                      struct fk_link_clock *clock);

/*
 * One call on the board, untimed. Keys are raw bytes of the curve's sizes (fk_link_sizes);
 * `public_key` is NULL for FK_LINK_PUBLIC_KEY. A refusal by the implementation is FK_LINK_OK with
 * result->status set.
 */
enum fk_link_status fk_link_answer(struct fk_link *link, enum fk_link_curve curve,
                                   enum fk_link_operation operation, const uint8_t *private_key,
                                   const uint8_t *public_key, struct fk_link_result *result);

/*
 * One timed call. FK_LINK_FIRST: all that earlier calls left behind is dropped before.
 * FK_LINK_LATER: as if calls of the same operation had been made before. The figure depends on
 * nothing else that ran before. The output comes along, to be checked.
 */
enum fk_link_status fk_link_time(struct fk_link *link, enum fk_link_curve curve,
                                 enum fk_link_operation operation, enum fk_link_call call,
                                 const uint8_t *private_key, const uint8_t *public_key,
                                 struct fk_link_result *result);

/* One untimed call with the free stack painted; the deepest changed word gives the bytes. */
enum fk_link_status fk_link_stack(struct fk_link *link, enum fk_link_curve curve,
                                  enum fk_link_operation operation, enum fk_link_call call,
                                  const uint8_t *private_key, const uint8_t *public_key,
                                  struct fk_link_result *result);

#endif
