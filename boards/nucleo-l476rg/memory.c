/* SPDX-License-Identifier: MIT */
/* The heap of newlib's malloc: what the linker script leaves between data and the end of SRAM1. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

extern char fk_heap_start[], fk_heap_end[];

void *_sbrk(ptrdiff_t increment);
void *_sbrk(ptrdiff_t increment)
{
    static size_t used; /* zeroed by fk_board_restart_memory, together with malloc's own state */
    size_t size = (uintptr_t)fk_heap_end - (uintptr_t)fk_heap_start;
    if (increment > 0 ? (size_t)increment > size - used : (size_t)-increment > used) {
        errno = ENOMEM;
        return (void *)-1;
    }
    void *start = fk_heap_start + used;
    used += (size_t)increment;
    return start;
}
