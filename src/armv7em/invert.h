/* SPDX-License-Identifier: MIT */
/*
 * Inversion modulo the three field primes, in constant time (assembly, invert.S).
 *
 * Words are little-endian. a is any value below 2^256 (2^448): it need not be below the prime. r is
 * canonical; it is 0 where a is a multiple of the prime. r may be a.
 *
 * The instructions executed, the addresses and the cycles do not depend on a. The routines leave
 * secrets in r1 to r3 and r12 and on their stack: the caller wipes FK_ARMV7EM_INVERT_*_STACK_BYTES
 * below its own stack pointer.
 */
#ifndef FK_ARMV7EM_INVERT_H
#define FK_ARMV7EM_INVERT_H

#include <stdint.h>

#define FK_ARMV7EM_INVERT_256_STACK_BYTES 200 /* of 25519 and p256 */
#define FK_ARMV7EM_INVERT_448_STACK_BYTES 304

/* 1 / a modulo 2^255 - 19. */
void fk_armv7em_invert_25519(uint32_t r[8], const uint32_t a[8]);
/* 1 / a modulo 2^256 - 2^224 + 2^192 + 2^96 - 1: plain, not in Montgomery's form. */
void fk_armv7em_invert_p256(uint32_t r[8], const uint32_t a[8]);
/* 1 / a modulo 2^448 - 2^224 - 1. */
void fk_armv7em_invert_448(uint32_t r[14], const uint32_t a[14]);

#endif
