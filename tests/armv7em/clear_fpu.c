/* SPDX-License-Identifier: MIT */
/* Clearing the floating-point registers (src/armv7em/clear_fpu.h). */
#include "routine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char *image;

static void only_what_is_not_the_callers(void **state)
{
    (void)state;
    struct fk_routines *routines = fk_routines_open(image, FK_VBOARD_FUNCTIONAL, NULL);
    struct fk_routine_frame frame, before;
    uint32_t zero[16];
    memset(&frame, 0x5A, sizeof frame);
    memset(zero, 0, sizeof zero);
    before = frame;
    fk_routine_run(routines, "fk_armv7em_clear_fpu", &frame, 1);
    assert_memory_equal(frame.s, zero, sizeof zero);
    assert_memory_equal(frame.s + 16, before.s + 16, sizeof zero);
    assert_memory_equal(frame.r + 1, before.r + 1, 12 * 4);
    assert_int_equal(fk_routine_stack_bytes(routines), 0);
    fk_routines_close(routines);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_what_is_not_the_callers)};
    image = fk_routine_image(argc, argv);
    return cmocka_run_group_tests_name("armv7em.clear_fpu", tests, NULL, NULL);
}
