/* SPDX-License-Identifier: MIT */
/*
 * The field of X25519, GF(p) with p = 2^255 - 19 (RFC 7748, 4.1): the interface that the ladder is
 * written against. A representation is one header with the type and the functions named
 * fk_fe25519_<representation>_<operation>; this header gives the chosen one the short names. A test
 * may include both representations' own headers and compare them in one program.
 *
 * An element is held in limbs with room to spare, so additions need not carry. Three classes of
 * element are told apart; the bounds behind them are each representation's own:
 *
 *   T (tight)       what mul, sqr, mul_small_add, carry, from_bytes and set_small give
 *   S (sum)         the sum that add_sub gives
 *   D (difference)  what sub and add_sub give; every T is also a D and an S
 *
 * Operations; r is the output. No element is checked: the ladder keeps to the classes.
 *
 *   set_small(r, k)               r = k, k < 2^16; T
 *   from_bytes(r, bytes)          r = the 32 bytes, little-endian, without the topmost bit; values
 *                                 from p to 2^255 - 1 stand for themselves modulo p; T
 *   to_bytes(bytes, a)            the canonical 32 bytes of a: T
 *   add_sub(s, d, a, b)           s = a + b, d = a - b for a, b: T; gives an S and a D
 *   sub(r, a, b)                  r = a - b for a, b: T; D
 *   carry(r)                      r: S becomes T
 *   mul(r, a, b)                  r = a b for any two but S times S; T
 *   sqr(r, a)                     r = a^2 for a: T or D; T
 *   sqr_times(r, a, n)            r = a^(2^n), n >= 1, for a: T or D; T
 *   mul_small_add(r, a, b, k)     r = a + k b for a: T, b: T or D, k <= 121666; T
 *   select(r, bit, a, b)          r = a where bit is 1, b where it is 0; the larger class
 *
 * Aliasing: r of mul, sqr and sqr_times is none of the inputs; elsewhere an output may be any of
 * the inputs, but not the other output.
 *
 * Every element may be secret: no operation has a branch or an address that depends on one. Only
 * n, k and the pointers are public.
 */
#ifndef FK_X25519_FE25519_H
#define FK_X25519_FE25519_H

#include "../common/config.h"

#if defined(FK_LIMBS_64)
#include "fe25519_5x51.h"
#define FK_FE25519_NAME(operation) fk_fe25519_5x51_##operation
typedef fk_fe25519_5x51 fk_fe25519;
#else
#include "fe25519_9x29.h"
#define FK_FE25519_NAME(operation) fk_fe25519_9x29_##operation
typedef fk_fe25519_9x29 fk_fe25519;
#endif

#define fk_fe25519_set_small FK_FE25519_NAME(set_small)
#define fk_fe25519_from_bytes FK_FE25519_NAME(from_bytes)
#define fk_fe25519_to_bytes FK_FE25519_NAME(to_bytes)
#define fk_fe25519_add_sub FK_FE25519_NAME(add_sub)
#define fk_fe25519_sub FK_FE25519_NAME(sub)
#define fk_fe25519_carry FK_FE25519_NAME(carry)
#define fk_fe25519_mul FK_FE25519_NAME(mul)
#define fk_fe25519_sqr FK_FE25519_NAME(sqr)
#define fk_fe25519_sqr_times FK_FE25519_NAME(sqr_times)
#define fk_fe25519_mul_small_add FK_FE25519_NAME(mul_small_add)
#define fk_fe25519_select FK_FE25519_NAME(select)

#endif
