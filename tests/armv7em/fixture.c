/* SPDX-License-Identifier: MIT */
/* The fixture of these tests sees what a routine does to registers, stack and memory. */
#include "routine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char *image;

static void registers_come_and_go(void **state)
{
    (void)state;
    struct fk_routines *routines = fk_routines_open(image, FK_VBOARD_FUNCTIONAL, NULL);
    struct fk_routine_frame frames[3], before[3];
    uint32_t at[3], stored;
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned j = 0; j < 13; j++)
            frames[i].r[j] = 1000u * i + j;
        for (unsigned j = 0; j < 32; j++)
            frames[i].s[j] = 500u * i + j;
        at[i] = frames[i].r[3] = fk_routine_memory(routines, 4);
    }
    memcpy(before, frames, sizeof frames);
    fk_routine_run(routines, "fk_test_routine_good", frames, 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(frames[i].r[0], before[i].r[1] + before[i].r[2]);
        assert_memory_equal(frames[i].r + 1, before[i].r + 1, 12 * 4);
        assert_memory_equal(frames[i].s, before[i].s, sizeof frames[i].s);
        fk_routine_read(routines, at[i], &stored, 4);
        assert_int_equal(stored, before[i].r[12]);
    }
    assert_int_equal(fk_routine_stack_bytes(routines), 8);
    fk_routine_check_fill(routines);
    fk_routines_close(routines);
}

static void a_lost_stack_pointer_is_seen(void **state)
{
    (void)state;
    struct fk_routines *routines = fk_routines_open(image, FK_VBOARD_FUNCTIONAL, NULL);
    struct fk_routine_frame frames[2];
    memset(frames, 0, sizeof frames);
    fk_routine_try(routines, "fk_test_routine_moves_sp", frames, 2);
    assert_int_equal(frames[0].sp, fk_routine_sp(routines) - 8);
    assert_int_equal(frames[1].sp, fk_routine_sp(routines) - 8);
    fk_routines_close(routines);
}

static void a_stray_write_is_seen(void **state)
{
    (void)state;
    struct fk_routines *routines = fk_routines_open(image, FK_VBOARD_FUNCTIONAL, NULL);
    struct fk_routine_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.r[3] = fk_routine_memory(routines, 4);
    (void)fk_routine_memory(routines, 4);
    assert_int_equal(fk_routine_stray_write(routines), 0);
    fk_routine_run(routines, "fk_test_routine_writes_beyond", &frame, 1);
    assert_int_equal(fk_routine_stray_write(routines), frame.r[3] + 4);
    fk_routines_close(routines);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(registers_come_and_go),
                                       cmocka_unit_test(a_lost_stack_pointer_is_seen),
                                       cmocka_unit_test(a_stray_write_is_seen)};
    image = fk_routine_image(argc, argv);
    return cmocka_run_group_tests_name("armv7em.fixture", tests, NULL, NULL);
}
