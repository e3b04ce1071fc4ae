/* SPDX-License-Identifier: MIT */
/*
 * Whole numbers of up to 575 bits and a sign, and arithmetic modulo an odd prime, written to be
 * obviously right and independent of the library: variable time, for public values only.
 */
#ifndef FK_TOOLS_NUMBER_H
#define FK_TOOLS_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#define NUMBER_WORDS 18

/* Two's complement, from the lowest word. Room for a product of two 256-bit numbers. */
typedef struct {
    uint32_t word[NUMBER_WORDS];
} number;

number number_from_hex(const char *hex);
number number_from_int(int32_t value);
number number_power_of_two(unsigned exponent);

number number_add(number a, number b);
number number_sub(number a, number b);
number number_shift_left(number a, unsigned bits);
/* Rounds down. */
number number_half(number a);
/* The product of two numbers of at most 256 bits, neither negative. */
number number_mul(number a, number b);

bool number_is_negative(number a);
bool number_is_zero(number a);
bool number_is_less(number a, number b);
/* bits is at most 32. */
uint32_t number_bits(number a, unsigned from, unsigned bits);

/* Operands and results in [0, p), p an odd prime below 2^256. */
number number_mod_add(number a, number b, number p);
number number_mod_sub(number a, number b, number p);
number number_mod_mul(number a, number b, number p);
/* a is not 0. */
number number_mod_inverse(number a, number p);

#endif
