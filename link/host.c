/* SPDX-License-Identifier: MIT */
#include "host.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Bytes that are no answer to a request, after which an attempt is given up: room for some stale
 * answers, and a bound for a line that babbles. */
#define NOISE_BYTES (8 * FK_LINK_LINE_BYTES)

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static enum fk_link_status
fail(struct fk_link *link, enum fk_link_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(link->error, sizeof link->error, format, arguments);
    va_end(arguments);
    return status;
}

void fk_link_open(struct fk_link *link, const struct fk_link_transport *transport, uint16_t session)
{
    memset(link, 0, sizeof *link);
    link->transport = *transport;
    link->answer_timeout_ms = 1000;
    link->operation_timeout_ms = 30000;
    link->attempts = 4;
    link->sequence = (uint32_t)session << 16;
}

static enum fk_link_status transport_failed(struct fk_link *link, const char *what)
{
    const char *reason =
        link->transport.reason != NULL ? link->transport.reason(link->transport.context) : NULL;
    return fail(link, FK_LINK_TRANSPORT, "%s the board failed: %s", what,
                reason != NULL ? reason : "the transport gives no reason");
}

/* What one received line means to the request with link->sequence. */
enum meaning { MEANS_NOTHING, MEANS_ANSWER, MEANS_AGAIN, MEANS_OTHER_VERSION };

static enum meaning read_line(struct fk_link *link, enum fk_link_collect collected,
                              unsigned *version)
{
    uint32_t sequence = 0;
    char *text = NULL;
    enum fk_link_check check = FK_LINK_BROKEN;
    if (collected == FK_LINK_LINE) {
        check = fk_link_unframe(link->receiver.line, link->receiver.length, FK_LINK_TO_HOST,
                                &sequence, version, &text);
    }
    switch (check) {
    case FK_LINK_WHOLE:
        if (sequence == link->sequence) {
            memcpy(link->answer, text, strlen(text) + 1);
            return MEANS_ANSWER;
        }
        if (sequence == 0 && strcmp(text, "again") == 0) {
            return MEANS_AGAIN;
        }
        return MEANS_NOTHING; /* an answer that was asked for twice, or another conversation's */
    case FK_LINK_OTHER_VERSION:
        return MEANS_OTHER_VERSION;
    case FK_LINK_OTHER_DIRECTION:
        return MEANS_NOTHING;
    case FK_LINK_BROKEN:
        break;
    }
    link->damaged_lines++;
    return MEANS_AGAIN;
}

enum outcome {
    OUTCOME_ANSWER,
    OUTCOME_AGAIN,   /* something was damaged: ask at once */
    OUTCOME_NOTHING, /* time is over */
    OUTCOME_FAILED,
    OUTCOME_OTHER_VERSION
};

static enum outcome wait_for_answer(struct fk_link *link, unsigned timeout_ms, unsigned *version)
{
    for (size_t noise = 0; noise < NOISE_BYTES;) {
        uint8_t bytes[256];
        int count =
            link->transport.receive(link->transport.context, bytes, sizeof bytes, timeout_ms);
        if (count < 0) {
            return OUTCOME_FAILED;
        }
        if (count == 0) {
            return OUTCOME_NOTHING;
        }
        noise += (size_t)count;
        enum meaning found = MEANS_NOTHING;
        for (int i = 0; i < count; i++) {
            enum fk_link_collect collected = fk_link_collect(&link->receiver, bytes[i]);
            if (collected == FK_LINK_COLLECTING) {
                continue;
            }
            enum meaning meaning = read_line(link, collected, version);
            fk_link_receiver_clear(&link->receiver);
            /* The first line that means something decides, an answer over everything. */
            if (found == MEANS_NOTHING || meaning == MEANS_ANSWER) {
                found = meaning;
            }
        }
        switch (found) {
        case MEANS_ANSWER:
            return OUTCOME_ANSWER;
        case MEANS_AGAIN:
            return OUTCOME_AGAIN;
        case MEANS_OTHER_VERSION:
            return OUTCOME_OTHER_VERSION;
        case MEANS_NOTHING:
            break;
        }
    }
    return OUTCOME_NOTHING;
}

static uint32_t next_sequence(uint32_t sequence)
{
    return sequence == UINT32_MAX ? 1 : sequence + 1; /* 0 is the board's "again" */
}

/* Sends `text` until its answer is in link->answer. Every attempt of a hello opens a conversation
 * of its own, so that a board which already knows this session's number listens. */
static enum fk_link_status exchange(struct fk_link *link, const char *text, unsigned timeout_ms,
                                    bool new_session)
{
    bool anything = false;
    for (unsigned attempt = 0; attempt < link->attempts; attempt++) {
        if (attempt == 0) {
            link->sequence = next_sequence(link->sequence);
        } else {
            link->repeats++;
            if (new_session) {
                link->sequence = next_sequence(((link->sequence >> 16) + 1) << 16);
            }
        }
        size_t length = fk_link_frame(link->request, FK_LINK_TO_BOARD, link->sequence, text);
        if (length == 0) {
            return fail(link, FK_LINK_NONSENSE, "the request does not fit into a line");
        }
        /* If the board still holds a line whose end was lost, it takes both for one broken line and
         * says "again". */
        if (link->transport.send(link->transport.context, link->request, length) != 0) {
            return transport_failed(link, "sending to");
        }
        unsigned version = 0;
        switch (wait_for_answer(link, timeout_ms, &version)) {
        case OUTCOME_ANSWER:
            return FK_LINK_OK;
        case OUTCOME_FAILED:
            return transport_failed(link, "receiving from");
        case OUTCOME_OTHER_VERSION:
            return fail(link, FK_LINK_VERSION,
                        "the board speaks version %u of the link protocol, this program version "
                        "%d: load the firmware of this release",
                        version, FK_LINK_VERSION_NUMBER);
        case OUTCOME_AGAIN:
            anything = true;
            break;
        case OUTCOME_NOTHING:
            break;
        }
    }
    size_t verb = strcspn(text, " ");
    if (anything) {
        return fail(link, FK_LINK_DAMAGED,
                    "no whole answer to '%.*s' in %u attempts: the serial line damages what it "
                    "carries",
                    (int)verb, text, link->attempts);
    }
    return fail(link, FK_LINK_SILENT,
                "the board does not answer '%.*s' (%u attempts of %u ms): is the firmware loaded "
                "and is this its serial port?",
                (int)verb, text, link->attempts, timeout_ms);
}

static enum fk_link_status nonsense(struct fk_link *link, const char *to)
{
    return fail(link, FK_LINK_NONSENSE,
                "the board's answer to '%s' is not one of this version of the protocol", to);
}

/* Sends a request and splits the first word off its answer: `*words` is what follows "ok". */
static enum fk_link_status ask(struct fk_link *link, const char *text, unsigned timeout_ms,
                               char **words)
{
    bool hello = strcmp(text, "hello") == 0;
    *words = link->answer;
    enum fk_link_status status = exchange(link, text, timeout_ms, hello);
    if (status != FK_LINK_OK) {
        return status;
    }
    char *word = fk_link_word(words);
    if (word != NULL && strcmp(word, "error") == 0) {
        return fail(link, FK_LINK_REFUSED, "the board refuses '%.*s': %s", (int)strcspn(text, " "),
                    text, *words);
    }
    if (word == NULL || strcmp(word, "ok") != 0) {
        return nonsense(link, text);
    }
    return FK_LINK_OK;
}

/* Copies a word or text that must not be empty and must fit. */
static bool keep(char *field, size_t size, const char *word)
{
    if (word == NULL || *word == '\0' || strlen(word) >= size) {
        return false;
    }
    memcpy(field, word, strlen(word) + 1);
    return true;
}

static enum fk_link_status describe(struct fk_link *link, const char *request, char *field,
                                    size_t size)
{
    char *words;
    enum fk_link_status status = ask(link, request, link->answer_timeout_ms, &words);
    if (status == FK_LINK_OK && !keep(field, size, words)) {
        return nonsense(link, request);
    }
    return status;
}

/* "x25519 public_key alike decode clamp": one operation; false if it is none. */
static bool read_offer(struct fk_link_offer *offer, char *words)
{
    int curve = fk_link_find(fk_link_word(&words), fk_link_curve_names, FK_LINK_CURVES);
    int operation = fk_link_find(fk_link_word(&words), fk_link_operation_names, FK_LINK_OPERATIONS);
    const char *calls = fk_link_word(&words);
    if (curve < 0 || operation < 0 || calls == NULL) {
        return false;
    }
    offer->curve = (enum fk_link_curve)curve;
    offer->operation = (enum fk_link_operation)operation;
    offer->first_differs = strcmp(calls, "differ") == 0;
    return (offer->first_differs || strcmp(calls, "alike") == 0) &&
           keep(offer->includes, sizeof offer->includes, words);
}

enum fk_link_status fk_link_hello(struct fk_link *link, struct fk_link_board *board)
{
    memset(board, 0, sizeof *board);
    char *words;
    enum fk_link_status status = ask(link, "hello", link->answer_timeout_ms, &words);
    if (status != FK_LINK_OK) {
        return status;
    }
    board->protocol = FK_LINK_VERSION_NUMBER;
    if (!keep(board->board, sizeof board->board, fk_link_word(&words)) ||
        !keep(board->implementation, sizeof board->implementation, fk_link_word(&words)) ||
        !keep(board->variant, sizeof board->variant, fk_link_word(&words)) ||
        !keep(board->version, sizeof board->version, fk_link_word(&words)) ||
        !keep(board->code_memory, sizeof board->code_memory, fk_link_word(&words))) {
        return nonsense(link, "hello");
    }
    status = describe(link, "describe compiler", board->compiler, sizeof board->compiler);
    if (status == FK_LINK_OK) {
        status = describe(link, "describe flags", board->flags, sizeof board->flags);
    }
    for (unsigned i = 0; status == FK_LINK_OK; i++) {
        char request[24];
        snprintf(request, sizeof request, "offer %u", i);
        status = ask(link, request, link->answer_timeout_ms, &words);
        if (status != FK_LINK_OK || strcmp(words, "none") == 0) {
            break;
        }
        if (i >= FK_LINK_CURVES * FK_LINK_OPERATIONS || !read_offer(&board->offers[i], words)) {
            return nonsense(link, "offer");
        }
        board->offer_count = i + 1;
    }
    return status;
}

enum fk_link_status fk_link_set_clock(struct fk_link *link, uint32_t hz,
                                      struct fk_link_clock *clock)
{
    char request[24];
    snprintf(request, sizeof request, "clock %lu", (unsigned long)hz);
    char *words;
    enum fk_link_status status = ask(link, request, link->answer_timeout_ms, &words);
    if (status != FK_LINK_OK) {
        return status;
    }
    uint64_t value[5]; /* Hz, wait states, instruction cache, data cache, prefetch */
    static const uint64_t limit[5] = {UINT32_MAX, 255, 1, 1, 1};
    for (size_t i = 0; i < 5; i++) {
        if (!fk_link_number(fk_link_word(&words), limit[i], &value[i])) {
            return nonsense(link, "clock");
        }
    }
    clock->hz = (uint32_t)value[0];
    clock->flash_wait_states = (unsigned)value[1];
    clock->instruction_cache = value[2] != 0;
    clock->data_cache = value[3] != 0;
    clock->prefetch = value[4] != 0;
    return FK_LINK_OK;
}

/* The status with which an implementation refused: any number but 0. */
static bool read_refusal(const char *word, int *status)
{
    bool negative = word != NULL && *word == '-';
    uint64_t magnitude;
    if (!fk_link_number(negative ? word + 1 : word, (uint64_t)INT32_MAX + (negative ? 1 : 0),
                        &magnitude) ||
        magnitude == 0) {
        return false;
    }
    *status = (int)(negative ? -(int64_t)magnitude : (int64_t)magnitude);
    return true;
}

/* The three requests that run an operation; `call` and `figure` are NULL where there is none. */
static enum fk_link_status run(struct fk_link *link, const char *verb, enum fk_link_curve curve,
                               enum fk_link_operation operation, const char *call,
                               const uint8_t *private_key, const uint8_t *public_key,
                               struct fk_link_result *result, uint64_t *figure)
{
    memset(result, 0, sizeof *result);
    char request[FK_LINK_TEXT_BYTES + 1];
    struct fk_link_text text;
    fk_link_text_start(&text, request, sizeof request);
    fk_link_add_word(&text, verb);
    fk_link_add_word(&text, fk_link_curve_names[curve]);
    fk_link_add_word(&text, fk_link_operation_names[operation]);
    if (call != NULL) {
        fk_link_add_word(&text, call);
    }
    fk_link_add_hex(&text, private_key, fk_link_sizes[curve].private_key);
    if (operation == FK_LINK_SHARED_SECRET) {
        fk_link_add_hex(&text, public_key, fk_link_sizes[curve].public_key);
    }
    char *words;
    enum fk_link_status asked = ask(link, request, link->operation_timeout_ms, &words);
    if (asked != FK_LINK_OK) {
        return asked;
    }
    /* "done OUTPUT FIGURE" or, where the implementation returned an error, "refused STATUS". */
    const char *outcome = fk_link_word(&words);
    if (outcome != NULL && strcmp(outcome, "refused") == 0) {
        if (!read_refusal(fk_link_word(&words), &result->status)) {
            return nonsense(link, verb);
        }
        return FK_LINK_OK;
    }
    size_t bytes = operation == FK_LINK_PUBLIC_KEY ? fk_link_sizes[curve].public_key
                                                   : fk_link_sizes[curve].shared_secret;
    if (outcome == NULL || strcmp(outcome, "done") != 0 ||
        !fk_link_from_hex(result->output, bytes, fk_link_word(&words)) ||
        (figure != NULL && !fk_link_number(fk_link_word(&words), UINT64_MAX, figure))) {
        memset(result, 0, sizeof *result);
        return nonsense(link, verb);
    }
    result->output_bytes = bytes;
    return FK_LINK_OK;
}

enum fk_link_status fk_link_answer(struct fk_link *link, enum fk_link_curve curve,
                                   enum fk_link_operation operation, const uint8_t *private_key,
                                   const uint8_t *public_key, struct fk_link_result *result)
{
    return run(link, "answer", curve, operation, NULL, private_key, public_key, result, NULL);
}

enum fk_link_status fk_link_time(struct fk_link *link, enum fk_link_curve curve,
                                 enum fk_link_operation operation, enum fk_link_call call,
                                 const uint8_t *private_key, const uint8_t *public_key,
                                 struct fk_link_result *result)
{
    uint64_t cycles = 0;
    enum fk_link_status status = run(link, "time", curve, operation, fk_link_call_names[call],
                                     private_key, public_key, result, &cycles);
    result->cycles = cycles;
    return status;
}

enum fk_link_status fk_link_stack(struct fk_link *link, enum fk_link_curve curve,
                                  enum fk_link_operation operation, enum fk_link_call call,
                                  const uint8_t *private_key, const uint8_t *public_key,
                                  struct fk_link_result *result)
{
    uint64_t stack_bytes = 0;
    enum fk_link_status status = run(link, "stack", curve, operation, fk_link_call_names[call],
                                     private_key, public_key, result, &stack_bytes);
    result->stack_bytes = (uint32_t)stack_bytes;
    return status;
}
