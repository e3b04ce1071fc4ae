/* SPDX-License-Identifier: MIT */
#include "faulty_line.h"

#include <string.h>

#include "generator.h"

static void append(char *queue, size_t *length, size_t size, const char *bytes, size_t count)
{
    if (*length + count <= size) {
        memcpy(queue + *length, bytes, count);
        *length += count;
    }
}

static void carry(struct faulty_line *line, bool to_board, const char *bytes, size_t length)
{
    if (to_board) {
        append(line->to_board, &line->to_board_length, sizeof line->to_board, bytes, length);
    } else {
        append(line->to_host, &line->to_host_length, sizeof line->to_host, bytes, length);
    }
}

static void delay(struct faulty_line *line, bool to_board, const char *bytes, size_t length)
{
    if (to_board) {
        append(line->delayed_to_board, &line->delayed_to_board_length,
               sizeof line->delayed_to_board, bytes, length);
    } else {
        append(line->delayed_to_host, &line->delayed_to_host_length, sizeof line->delayed_to_host,
               bytes, length);
    }
}

static void carry_with_fault(struct faulty_line *line, bool to_board, const char *bytes,
                             size_t length)
{
    char copy[FK_LINK_LINE_BYTES + 32];
    memcpy(copy, bytes, length);
    size_t at = (size_t)fk_generator_below(&line->random, length);
    bool behind_delayed =
        to_board ? line->delayed_to_board_length > 0 : line->delayed_to_host_length > 0;
    switch (line->choose != NULL ? line->choose(line, to_board) : FAULT_NONE) {
    case FAULT_DROP:
        return;
    case FAULT_TWICE:
        carry(line, to_board, copy, length);
        break;
    case FAULT_DELAY:
        delay(line, to_board, copy, length);
        return;
    case FAULT_FLIP:
        copy[at] = (char)(copy[at] ^ (1 << (int)fk_generator_below(&line->random, 8)));
        break;
    case FAULT_LOSE_BYTE:
        memmove(copy + at, copy + at + 1, length - at - 1);
        length--;
        break;
    case FAULT_ADD_BYTE:
        memmove(copy + at + 1, copy + at, length - at);
        copy[at] = (char)fk_generator_word(&line->random);
        length++;
        break;
    case FAULT_CUT:
        length = at;
        break;
    case FAULT_NOISE:
        for (uint64_t i = fk_generator_below(&line->random, 24); i > 0; i--) {
            char noise = (char)fk_generator_word(&line->random);
            carry(line, to_board, &noise, 1);
        }
        break;
    case FAULT_NONE:
    case FAULTS:
        break;
    }
    if (behind_delayed) {
        delay(line, to_board, copy, length); /* nothing overtakes on a serial line */
    } else {
        carry(line, to_board, copy, length);
    }
}

static void board_sends(void *context, const char *bytes, size_t length)
{
    carry_with_fault(context, false, bytes, length);
}

static int host_sends(void *context, const void *bytes, size_t length)
{
    struct faulty_line *line = context;
    line->sends++;
    carry_with_fault(line, true, bytes, length);
    return 0;
}

static void run_board(struct faulty_line *line)
{
    size_t length = line->to_board_length;
    char bytes[sizeof line->to_board];
    memcpy(bytes, line->to_board, length);
    line->to_board_length = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned calls = fake_counts.calls;
        fk_link_board_take(&line->board.side, (uint8_t)bytes[i]);
        /* While it executes nobody listens: some of what follows at once is lost. */
        if (fake_counts.calls != calls && line->choose == random_fault) {
            i += (size_t)fk_generator_below(&line->random, 40);
        }
    }
}

static int host_receives(void *context, void *bytes, size_t size, unsigned timeout_ms)
{
    struct faulty_line *line = context;
    line->receives++;
    if (line->to_host_length == 0) {
        run_board(line);
    }
    if (line->to_host_length == 0) {
        line->waited_ms += timeout_ms;
        /* What was delayed arrives now: too late for this wait, in time for the next. */
        carry(line, true, line->delayed_to_board, line->delayed_to_board_length);
        carry(line, false, line->delayed_to_host, line->delayed_to_host_length);
        line->delayed_to_board_length = 0;
        line->delayed_to_host_length = 0;
        return 0;
    }
    size_t count = 1 + (size_t)fk_generator_below(&line->random, 300);
    count = count < size ? count : size;
    count = count < line->to_host_length ? count : line->to_host_length;
    memcpy(bytes, line->to_host, count);
    line->to_host_length -= count;
    memmove(line->to_host, line->to_host + count, line->to_host_length);
    return (int)count;
}

void faulty_line_start(struct faulty_line *line, uint64_t seed)
{
    memset(line, 0, sizeof *line);
    line->random = fk_generator_from(seed);
    line->transport = (struct fk_link_transport){host_sends, host_receives, NULL, line};
    fake_board_start(&line->board, board_sends, line);
}

enum fault random_fault(struct faulty_line *line, bool to_board)
{
    (void)to_board;
    if (fk_generator_below(&line->random, 100) >= line->fault_percent) {
        return FAULT_NONE;
    }
    return (enum fault)(1 + (int)fk_generator_below(&line->random, FAULTS - 1));
}

enum fault scripted_fault(struct faulty_line *line, bool to_board)
{
    (void)to_board;
    if (line->script_length == 0) {
        return FAULT_NONE;
    }
    line->script_length--;
    return *line->script++;
}
