/* SPDX-License-Identifier: MIT */
/*
 * Cycles of exceptions with zero wait states: 12 to enter, 12 to return, 6 from one handler to the
 * next (tail-chaining), each from the end of the instruction before, which here always takes 1.
 */
#include "snippet_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct snippet_board *board;

static int open_board(void **state)
{
    (void)state;
    board = snippet_open((struct snippet_options){.mode = FK_VBOARD_TIMED}, "snippets");
    snippet_call(board, "prepare", 0, NULL);
    return 0;
}

static int close_board(void **state)
{
    (void)state;
    snippet_close(board);
    return 0;
}

/* The step in which the instruction at a symbol is executed. */
static const struct snippet_step *step_at(const char *name)
{
    uint32_t address = snippet_symbol(board, name);
    for (size_t i = 1; i + 1 < board->steps && i + 1 < SNIPPET_TRACE; i++) {
        if (board->trace[i].address == address) {
            return &board->trace[i];
        }
    }
    fail_msg("%s was not executed", name);
    return NULL;
}

/* Cycles from the start of a step to the start of the next. */
static unsigned took(const struct snippet_step *step)
{
    return (unsigned)(step[1].cycle - step->cycle);
}

static void supervisor_call(void **state)
{
    (void)state;
    size_t first, count;
    snippet_measure(board, "exception_svc", 0, &first, &count);
    assert_int_equal(count, 6); /* NOP SVC, NOP BX, NOP NOP */
    const struct snippet_step *call = step_at("exception_svc_at");
    assert_int_equal(call[1].address, snippet_symbol(board, "timed_svc"));
    assert_int_equal(took(call), 1 + 12);
    const struct snippet_step *back = step_at("timed_svc_return");
    assert_int_equal(back[1].address, call->address + 2);
    assert_int_equal(took(back), 1 + 12);
}

static void interrupt(void **state)
{
    (void)state;
    size_t first, count;
    snippet_measure(board, "exception_pendsv", 0, &first, &count);
    assert_int_equal(count, 12); /* NOP STR 8 NOP, and NOP BX of the handler */
    const struct snippet_step *entry = step_at("timed_pendsv");
    assert_int_equal(took(entry - 1), 1 + 12);
    const struct snippet_step *back = step_at("timed_pendsv_return");
    assert_int_equal(took(back), 1 + 12);
    assert_int_equal(back[1].address, entry[-1].address + 2);
}

static void tail_chaining(void **state)
{
    (void)state;
    size_t first, count;
    snippet_measure(board, "exception_tail", 0, &first, &count);
    assert_int_equal(count, 14); /* NOP CPSIE 8 NOP, and twice NOP BX */
    const struct snippet_step *entry = step_at("timed_systick");
    assert_int_equal(took(entry - 1), 1 + 12);
    const struct snippet_step *change = step_at("timed_systick_return");
    assert_int_equal(change[1].address, snippet_symbol(board, "timed_pendsv"));
    assert_int_equal(took(change), 1 + 6);
    const struct snippet_step *back = step_at("timed_pendsv_return");
    assert_int_equal(took(back), 1 + 12);
    assert_int_equal(back[1].address, entry[-1].address + 2);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(supervisor_call),
        cmocka_unit_test(interrupt),
        cmocka_unit_test(tail_chaining),
    };
    int skip = snippet_skip();
    return skip != 0 ? skip : cmocka_run_group_tests(tests, open_board, close_board);
}
