/* SPDX-License-Identifier: MIT */
/*
 * Decisions on secrets without a branch. A mask is all ones (true) or 0 (false).
 *
 * A compiler that sees how a mask was made may turn the selection back into a branch. Each mask is
 * therefore passed through a value barrier: an empty piece of assembly that claims to change it.
 */
#ifndef FK_COMMON_CONSTANT_TIME_H
#define FK_COMMON_CONSTANT_TIME_H

#include <stddef.h>
#include <stdint.h>

#include "attributes.h"
#include "fieldkex/status.h"

/* The same value, of which the compiler knows nothing any more. */
FK_INLINE uint32_t fk_barrier_u32(uint32_t value)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(value));
    return value;
#else
    volatile uint32_t hidden = value;
    return hidden;
#endif
}

FK_INLINE uint64_t fk_barrier_u64(uint64_t value)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(value));
    return value;
#else
    volatile uint64_t hidden = value;
    return hidden;
#endif
}

/* bit is 0 or 1. */
FK_INLINE uint32_t fk_mask_u32(uint32_t bit)
{
    return fk_barrier_u32(0u - bit);
}

FK_INLINE uint64_t fk_mask_u64(uint64_t bit)
{
    return fk_barrier_u64(0u - bit);
}

/* The mask of value == 0. value | -value has its top bit set for every value but 0. */
FK_INLINE uint32_t fk_is_zero_u32(uint32_t value)
{
    return fk_barrier_u32(((value | (0u - value)) >> 31) - 1u);
}

FK_INLINE uint64_t fk_is_zero_u64(uint64_t value)
{
    return fk_barrier_u64(((value | (0u - value)) >> 63) - 1u);
}

/* a where the mask is all ones, b where it is 0. */
FK_INLINE uint32_t fk_select_u32(uint32_t mask, uint32_t a, uint32_t b)
{
    return b ^ (mask & (a ^ b));
}

FK_INLINE uint64_t fk_select_u64(uint64_t mask, uint64_t a, uint64_t b)
{
    return b ^ (mask & (a ^ b));
}

/* The mask of "every one of the length bytes equals value". Reads all of them. */
FK_INLINE uint32_t fk_all_bytes_equal(const uint8_t *bytes, size_t length, uint8_t value)
{
    uint32_t difference = 0;

    for (size_t i = 0; i < length; i++) {
        difference |= (uint32_t)(bytes[i] ^ value);
    }
    return fk_is_zero_u32(difference);
}

/* Keeps the bytes where the mask is all ones, clears them where it is 0. */
FK_INLINE void fk_keep_bytes(uint8_t *bytes, size_t length, uint32_t mask)
{
    for (size_t i = 0; i < length; i++) {
        bytes[i] = (uint8_t)(bytes[i] & mask);
    }
}

/* FK_OK where the mask is all ones, error where it is 0. */
FK_INLINE fk_status fk_status_ok_if(uint32_t mask, fk_status error)
{
    return (fk_status)((uint32_t)error & ~mask);
}

/*
 * FK_PUBLISH(variable): from here on the variable is public although secrets went into it, such as
 * "this draw was no private key". Nothing happens in a normal build; a build with
 * FK_CHECK_CONSTANT_TIME tells valgrind, under which tests run with secrets marked undefined.
 */
#if defined(FK_CHECK_CONSTANT_TIME)
#include <valgrind/memcheck.h>
#define FK_PUBLISH(variable) (void)VALGRIND_MAKE_MEM_DEFINED(&(variable), sizeof(variable))
#else
#define FK_PUBLISH(variable) (void)(variable)
#endif

#endif
