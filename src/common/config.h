/* SPDX-License-Identifier: MIT */
/*
 * Which representation of numbers is compiled. Exactly one of the two macros is defined after this
 * header; a build may define one itself (-DFK_LIMBS_32 or -DFK_LIMBS_64).
 *
 *   FK_LIMBS_64  limbs in 64-bit words, products in unsigned __int128: 64-bit hosts
 *   FK_LIMBS_32  limbs in 32-bit words, products in 64-bit words: microcontrollers, any C99
 * compiler
 *
 * Every file of src/ compiles under either choice, so that any build system may take them all: a
 * file of one representation is empty under the other, or defines symbols with the representation's
 * name in them (fe25519_9x29.c: fk_fe25519_9x29_...), which a linker leaves out where nothing calls
 * them, and which a test may compare with the other's in one program.
 */
#ifndef FK_COMMON_CONFIG_H
#define FK_COMMON_CONFIG_H

#if defined(FK_LIMBS_32) && defined(FK_LIMBS_64)
#error "fieldkex: define FK_LIMBS_32 or FK_LIMBS_64, not both"
#endif

#if !defined(FK_LIMBS_32) && !defined(FK_LIMBS_64)
#if defined(__SIZEOF_INT128__)
#define FK_LIMBS_64 1
#else
#define FK_LIMBS_32 1
#endif
#endif

#if defined(FK_LIMBS_64) && !defined(__SIZEOF_INT128__)
#error "fieldkex: FK_LIMBS_64 needs a compiler with unsigned __int128; use FK_LIMBS_32"
#endif

/* ISO C has no 128-bit integer; the keyword keeps -Wpedantic quiet about the extension. */
#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 fk_u128;
#endif

#endif
