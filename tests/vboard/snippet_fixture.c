/* SPDX-License-Identifier: MIT */
#include "snippet_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define SKIP_STATUS 77

const char *snippet_image(const char *name)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s.elf", FK_SNIPPETS, name);
    return path;
}

const char *snippet_board_json(void)
{
    return FK_BOARD_JSON;
}

int snippet_skip(void)
{
    if (access(snippet_image("snippets"), R_OK) == 0) {
        return 0;
    }
    puts("skipped: arm-none-eabi-gcc was not found when this build was configured");
    return SKIP_STATUS;
}

static void on_instruction(void *context, uint32_t address, unsigned size, uint64_t cycle,
                           bool executed)
{
    struct snippet_board *board = context;
    if (board->steps < SNIPPET_TRACE) {
        board->trace[board->steps] = (struct snippet_step){address, size, cycle, executed};
    }
    board->steps++;
}

static void on_memory(void *context, uint32_t pc, uint32_t address, unsigned size, bool write)
{
    struct snippet_board *board = context;
    if (board->accesses < SNIPPET_ACCESSES) {
        board->access[board->accesses] = (struct snippet_access){pc, address, size, write};
    }
    board->accesses++;
}

static void on_serial(void *context, uint8_t byte)
{
    struct snippet_board *board = context;
    if (board->serial_length + 1 < SNIPPET_SERIAL) {
        board->serial[board->serial_length++] = (char)byte;
        board->serial[board->serial_length] = '\0';
    }
}

static void on_trigger(void *context, bool level, uint64_t cycle)
{
    struct snippet_board *board = context;
    if (board->triggers < SNIPPET_TRIGGERS) {
        board->trigger_cycle[board->triggers] = cycle;
        board->trigger_level[board->triggers] = level;
    }
    board->triggers++;
}

static void on_log(void *context, const char *line)
{
    struct snippet_board *board = context;
    size_t room = sizeof board->log - board->log_length;
    int length = snprintf(board->log + board->log_length, room, "%s\n", line);
    if (length > 0 && (size_t)length < room) {
        board->log_length += (size_t)length;
    }
}

void snippet_clear(struct snippet_board *board)
{
    board->steps = board->accesses = 0;
    board->serial_length = board->triggers = board->log_length = 0;
    board->serial[0] = board->log[0] = '\0';
}

struct snippet_board *snippet_open(struct snippet_options options, const char *image)
{
    struct snippet_board *board = calloc(1, sizeof *board);
    assert_non_null(board);
    struct fk_vboard_config config = {
        .board_json_path = FK_BOARD_JSON,
        .mode = options.mode,
        .lenient = options.lenient,
        .cycle_budget = options.cycle_budget,
        .serial_out = on_serial,
        .trigger = on_trigger,
        .log = on_log,
        .context = board,
    };
    if (!options.without_probe) {
        config.probe.instruction = on_instruction;
        config.probe.memory = on_memory;
        config.probe.context = board;
    }
    char error[512] = "";
    board->vboard = fk_vboard_create(&config, error, sizeof error);
    if (board->vboard == NULL) {
        fail_msg("cannot create the board: %s", error);
    }
    if (!fk_vboard_load(board->vboard, snippet_image(image), error, sizeof error)) {
        fail_msg("cannot load the image: %s", error);
    }
    return board;
}

void snippet_close(struct snippet_board *board)
{
    fk_vboard_destroy(board->vboard);
    free(board);
}

uint32_t snippet_symbol(struct snippet_board *board, const char *name)
{
    uint32_t address = 0, size = 0;
    if (!fk_vboard_symbol(board->vboard, name, &address, &size)) {
        fail_msg("the image has no symbol %s", name);
    }
    return address & ~UINT32_C(1);
}

/* "name_begin" and the like. The text is overwritten by the next call. */
static const char *with_suffix(const char *name, const char *suffix)
{
    static char text[128];
    snprintf(text, sizeof text, "%s_%s", name, suffix);
    return text;
}

uint32_t snippet_word(struct snippet_board *board, uint32_t address)
{
    uint8_t bytes[4];
    if (!fk_vboard_memory_read(board->vboard, address, bytes, sizeof bytes)) {
        fail_msg("0x%08x cannot be read", (unsigned)address);
    }
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

struct fk_vboard_stop snippet_try(struct snippet_board *board, const char *function, size_t count,
                                  const uint32_t *arguments, uint32_t *result)
{
    uint32_t address = snippet_symbol(board, function);
    return fk_vboard_call(board->vboard, address | 1, arguments, count, result);
}

uint32_t snippet_call(struct snippet_board *board, const char *function, size_t count,
                      const uint32_t *arguments)
{
    uint32_t result = 0;
    struct fk_vboard_stop stop = snippet_try(board, function, count, arguments, &result);
    if (stop.end != FK_VBOARD_END_RETURNED) {
        fail_msg("%s did not return: end %d, %s", function, (int)stop.end, stop.message);
    }
    return result;
}

void snippet_measure(struct snippet_board *board, const char *name, uint32_t argument,
                     size_t *first, size_t *count)
{
    uint32_t begin = snippet_symbol(board, with_suffix(name, "begin"));
    uint32_t end = snippet_symbol(board, with_suffix(name, "end"));
    snippet_clear(board);
    snippet_call(board, name, 1, &argument);
    assert_in_range(board->steps, 1, SNIPPET_TRACE);
    size_t at = 0;
    while (at < board->steps && board->trace[at].address != begin) {
        at++;
    }
    *first = at;
    while (at < board->steps && board->trace[at].address != end) {
        at++;
    }
    if (at == board->steps) {
        fail_msg("%s: the trace of %zu instructions does not reach the end of the case", name,
                 board->steps);
    }
    *count = at - *first;
}

unsigned snippet_check_timing(struct snippet_board *board, const struct snippet_timing *timing)
{
    size_t first = 0, count = 0;
    unsigned wrong = 0;
    snippet_measure(board, timing->name, 0, &first, &count);
    if (count != timing->count) {
        print_error("%s: %zu instructions were seen, not %zu\n", timing->name, count,
                    timing->count);
        wrong++;
    }
    for (size_t i = 0; i < count && i < timing->count; i++) {
        const struct snippet_step *step = &board->trace[first + i];
        uint64_t cycles = step[1].cycle - step->cycle;
        if (cycles != timing->cycles[i]) {
            char where[256];
            fk_vboard_locate(board->vboard, step->address, where, sizeof where);
            print_error("%s: instruction %zu at %s takes %llu cycles, not %u\n", timing->name, i,
                        where, (unsigned long long)cycles, timing->cycles[i]);
            wrong++;
        }
    }
    return wrong;
}

static void assert_contains(const char *text, const char *part)
{
    if (strstr(text, part) == NULL) {
        fail_msg("\"%s\" does not contain \"%s\"", text, part);
    }
}

void snippet_assert_stop(struct snippet_board *board, const struct fk_vboard_stop *stop,
                         enum fk_vboard_end end, const char *name)
{
    uint32_t at = snippet_symbol(board, with_suffix(name, "at"));
    uint32_t line = snippet_word(board, snippet_symbol(board, with_suffix(name, "line")));
    char text[64];
    if (stop->end != end) {
        fail_msg("%s: the run ended with %d, not %d: %s", name, (int)stop->end, (int)end,
                 stop->message);
    }
    if (stop->pc != at) {
        fail_msg("%s: the run ended at 0x%08x, not 0x%08x: %s", name, (unsigned)stop->pc,
                 (unsigned)at, stop->message);
    }
    assert_null(strchr(stop->message, '\n'));
    snprintf(text, sizeof text, "0x%08x", (unsigned)at);
    assert_contains(stop->message, text);
    assert_contains(stop->message, name);
    snprintf(text, sizeof text, "faults.S:%u", (unsigned)line);
    assert_contains(stop->message, text);
}
