/* SPDX-License-Identifier: MIT */
/* Routines with which the fixture is tested: one that keeps to its word, two that do not. */
#include "../../../src/armv7em/assembly.h"

#if defined(FK_ARMV7EM)
/* r0 = r1 + r2, [r3] = r12, 8 bytes of stack. */
    FUNCTION fk_test_routine_good
    push {r1, r2}
    adds r0, r1, r2
    str r12, [r3]
    pop {r1, r2}
    bx lr
    END_FUNCTION fk_test_routine_good

    FUNCTION fk_test_routine_moves_sp
    sub sp, #8
    bx lr
    END_FUNCTION fk_test_routine_moves_sp

/* Writes the word behind [r3]. */
    FUNCTION fk_test_routine_writes_beyond
    str r12, [r3, #4]
    bx lr
    END_FUNCTION fk_test_routine_writes_beyond
#endif
