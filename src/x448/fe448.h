/* SPDX-License-Identifier: MIT */
/*
 * The field of X448, GF(p) with p = 2^448 - 2^224 - 1 (RFC 7748, 4.2): the interface that the
 * ladder is written against. A representation is one header with the type and the functions named
 * fk_fe448_<representation>_<operation>; this header gives the chosen one the short names. A test
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
 *   from_bytes(r, bytes)          r = the 56 bytes, little-endian; values from p to 2^448 - 1 stand
 *                                 for themselves modulo p; T
 *   to_bytes(bytes, a)            the canonical 56 bytes of a: T
 *   add_sub(s, d, a, b)           s = a + b, d = a - b for a, b: T; gives an S and a D
 *   sub(r, a, b)                  r = a - b for a, b: T; D
 *   carry(r)                      r: S becomes T
 *   mul(r, a, b)                  r = a b for any two but S times S; T
 *   sqr(r, a)                     r = a^2 for a: T or D; T
 *   sqr_times(r, a, n)            r = a^(2^n), n >= 1, for a: T or D; T
 *   mul_small_add(r, a, b, k)     r = a + k b for a: T, b: T or D, k <= 39082; T
 *   select(r, bit, a, b)          r = a where bit is 1, b where it is 0; the larger class
 *
 * Aliasing: r of mul, sqr and sqr_times is none of the inputs; elsewhere an output may be any of
 * the inputs, but not the other output.
 *
 * Every element may be secret: no operation has a branch or an address that depends on one. Only
 * n, k and the pointers are public.
 */
#ifndef FK_X448_FE448_H
#define FK_X448_FE448_H

#include "../common/config.h"

#if defined(FK_LIMBS_64)
#include "fe448_8x56.h"
#define FK_FE448_NAME(operation) fk_fe448_8x56_##operation
typedef fk_fe448_8x56 fk_fe448;
#else
#include "fe448_16x28.h"
#define FK_FE448_NAME(operation) fk_fe448_16x28_##operation
typedef fk_fe448_16x28 fk_fe448;
#endif

#define fk_fe448_set_small FK_FE448_NAME(set_small)
#define fk_fe448_from_bytes FK_FE448_NAME(from_bytes)
#define fk_fe448_to_bytes FK_FE448_NAME(to_bytes)
#define fk_fe448_add_sub FK_FE448_NAME(add_sub)
#define fk_fe448_sub FK_FE448_NAME(sub)
#define fk_fe448_carry FK_FE448_NAME(carry)
#define fk_fe448_mul FK_FE448_NAME(mul)
#define fk_fe448_sqr FK_FE448_NAME(sqr)
#define fk_fe448_sqr_times FK_FE448_NAME(sqr_times)
#define fk_fe448_mul_small_add FK_FE448_NAME(mul_small_add)
#define fk_fe448_select FK_FE448_NAME(select)

#endif
