/* SPDX-License-Identifier: MIT */
/* Clearing of secrets that the compiler cannot remove. */
#ifndef FK_COMMON_WIPE_H
#define FK_COMMON_WIPE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "attributes.h"

/*
 * Clears length bytes. An optimiser drops a plain memset of memory that nobody reads again; the
 * empty assembly after it claims to read all memory that the pointer reaches. length 0 is allowed,
 * also with a null pointer.
 *
 * Clearing named variables is not enough: compilers keep copies of limbs in stack slots of their
 * own. So each operation runs as a function that is never inlined, and its caller then clears the
 * stack that this function had used: with a local array of at least the depth of that function, in
 * another function that is never inlined (see fk_x25519_ladder and its callers).
 */
FK_INLINE void fk_wipe(void *memory, size_t length)
{
#if defined(__GNUC__)
    if (length != 0) {
        memset(memory, 0, length);
    }
    __asm__ __volatile__("" : : "r"(memory) : "memory");
#else
    volatile uint8_t *bytes = (volatile uint8_t *)memory;

    while (length-- != 0) {
        *bytes++ = 0;
    }
#endif
}

#endif
