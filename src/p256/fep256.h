/* SPDX-License-Identifier: MIT */
/*
 * The field of P-256, GF(p) with p = 2^256 - 2^224 + 2^192 + 2^96 - 1 (SP 800-186, 3.2.1.3): the
 * interface that the group is written against. A representation is one header with the types and
 * the functions named fk_fep256_<representation>_<operation>; this header gives the chosen one the
 * short names. A test may include the representations' own headers and compare them in one program.
 *
 * Elements are in Montgomery form: a stands for a / R, where R is the representation's own. Limbs
 * may have room to spare, so additions need not carry. The contract counts that room in weights: an
 * element of weight [l, h] is a sum and difference of tight ones, at most h of them added and at
 * most -l subtracted. |[l, h]| is the larger of -l and h.
 *
 *   T  tight, weight [0, 1]: what from_bytes, set_one, mul, sqr, carry, sub_twice and
 *      half_3a_plus_b give, and table entries
 *   D  weight [-1, 1]: the difference of two tight elements, or a tight one with its sign changed
 *
 * Operations; r is the output. No element is checked: the group keeps to the weights, notes them,
 * and tools/p256_bounds proves it.
 *
 *   set_one(r)                  r = 1; T
 *   from_bytes(r, bytes)        r = the 32 bytes, big-endian (SEC 1, 2.3.5), taken modulo p; T. The
 *                               result is the mask of "below p" (the only canonical encoding)
 *   to_bytes(bytes, a)          the canonical 32 bytes of a, big-endian; |a| <= 3
 *   is_zero(a)                  the mask of a = 0 modulo p; |a| <= 3
 *   add(r, a, b), sub(r, a, b)  r = a + b, r = a - b; the weights add up, to at most |r| = 3
 *   carry(r)                    r becomes T; |r| <= 3
 *   sub_twice(r, a, b)          r = a - 2 b for a: D, b: T; T
 *   half_3a_plus_b(r, a, b)     r = (3 a + b) / 2 for a, b: T; T
 *   mul(r, a, b)                r = a b for |a| |b| <= 3; T
 *   sqr(r, a)                   r = a^2 for a: D; T
 *   invert(r, a)                r = 1 / a, and 0 for a = 0, for a: D; T
 *   negate_if(r, mask)          r = -r where the mask is all ones; r: T becomes D
 *   select(r, mask, a, b)       r = a where the mask is all ones, b where it is 0; larger weight
 *   lookup(r, table, count, i)  the pair r = table[i], i < count; reads the whole table
 *
 * Aliasing: r of mul and sqr is none of the inputs; elsewhere it may be any.
 *
 * Every element, index and mask may be secret: no operation has a branch or an address that depends
 * on one. Only n, count and the pointers are public.
 */
#ifndef FK_P256_FEP256_H
#define FK_P256_FEP256_H

#include "../common/config.h"

#if defined(FK_LIMBS_64)
#include "fep256_4x64.h"
#define FK_FEP256_NAME(operation) fk_fep256_4x64_##operation
typedef fk_fep256_4x64 fk_fep256;
typedef fk_fep256_4x64_pair fk_fep256_pair;
#else
#include "fep256_9x29.h"
#define FK_FEP256_NAME(operation) fk_fep256_9x29_##operation
typedef fk_fep256_9x29 fk_fep256;
typedef fk_fep256_9x29_pair fk_fep256_pair;
#endif

#define fk_fep256_set_one FK_FEP256_NAME(set_one)
#define fk_fep256_from_bytes FK_FEP256_NAME(from_bytes)
#define fk_fep256_to_bytes FK_FEP256_NAME(to_bytes)
#define fk_fep256_is_zero FK_FEP256_NAME(is_zero)
#define fk_fep256_add FK_FEP256_NAME(add)
#define fk_fep256_sub FK_FEP256_NAME(sub)
#define fk_fep256_carry FK_FEP256_NAME(carry)
#define fk_fep256_sub_twice FK_FEP256_NAME(sub_twice)
#define fk_fep256_half_3a_plus_b FK_FEP256_NAME(half_3a_plus_b)
#define fk_fep256_mul FK_FEP256_NAME(mul)
#define fk_fep256_sqr FK_FEP256_NAME(sqr)
#define fk_fep256_invert FK_FEP256_NAME(invert)
#define fk_fep256_negate_if FK_FEP256_NAME(negate_if)
#define fk_fep256_select FK_FEP256_NAME(select)
#define fk_fep256_lookup FK_FEP256_NAME(lookup)

#endif
