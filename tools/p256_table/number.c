/* SPDX-License-Identifier: MIT */
#include "number.h"

#include <string.h>

number number_from_int(int32_t value)
{
    number r;

    memset(&r, value < 0 ? 0xFF : 0, sizeof r);
    r.word[0] = (uint32_t)value;
    return r;
}

number number_from_hex(const char *hex)
{
    static const char digits[] = "0123456789abcdef";
    number r = number_from_int(0);

    for (; *hex != '\0'; hex++) {
        r = number_shift_left(r, 4);
        r.word[0] |= (uint32_t)(strchr(digits, *hex) - digits);
    }
    return r;
}

number number_power_of_two(unsigned exponent)
{
    return number_shift_left(number_from_int(1), exponent);
}

number number_add(number a, number b)
{
    uint64_t carry = 0;

    for (int i = 0; i < NUMBER_WORDS; i++) {
        carry += (uint64_t)a.word[i] + b.word[i];
        a.word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return a;
}

number number_sub(number a, number b)
{
    for (int i = 0; i < NUMBER_WORDS; i++) {
        b.word[i] = ~b.word[i];
    }
    return number_add(number_add(a, b), number_from_int(1));
}

number number_shift_left(number a, unsigned bits)
{
    const unsigned words = bits / 32;
    number r = number_from_int(0);

    for (unsigned i = words; i < NUMBER_WORDS; i++) {
        const uint64_t upper = a.word[i - words];
        const uint64_t lower = i > words ? a.word[i - words - 1] : 0;

        r.word[i] = (uint32_t)((upper << 32 | lower) >> (32 - bits % 32));
    }
    return r;
}

number number_half(number a)
{
    for (int i = 0; i < NUMBER_WORDS - 1; i++) {
        a.word[i] = a.word[i] >> 1 | a.word[i + 1] << 31;
    }
    a.word[NUMBER_WORDS - 1] =
        a.word[NUMBER_WORDS - 1] >> 1 | (a.word[NUMBER_WORDS - 1] & 0x80000000u);
    return a;
}

number number_mul(number a, number b)
{
    number r = number_from_int(0);

    for (int i = 0; i < 8; i++) {
        uint64_t carry = 0;

        for (int k = 0; k < 8; k++) {
            carry += (uint64_t)a.word[i] * b.word[k] + r.word[i + k];
            r.word[i + k] = (uint32_t)carry;
            carry >>= 32;
        }
        r.word[i + 8] = (uint32_t)carry;
    }
    return r;
}

bool number_is_negative(number a)
{
    return a.word[NUMBER_WORDS - 1] >> 31 != 0;
}

bool number_is_zero(number a)
{
    const number zero = number_from_int(0);

    return memcmp(&a, &zero, sizeof a) == 0;
}

bool number_is_less(number a, number b)
{
    return number_is_negative(number_sub(a, b));
}

uint32_t number_bits(number a, unsigned from, unsigned bits)
{
    const unsigned word = from / 32;
    const uint64_t upper = word + 1 < NUMBER_WORDS ? a.word[word + 1] : 0;
    const uint64_t both = upper << 32 | a.word[word];

    return (uint32_t)(both >> (from % 32) & ((UINT64_C(1) << bits) - 1));
}

number number_mod_add(number a, number b, number p)
{
    const number sum = number_add(a, b);

    return number_is_less(sum, p) ? sum : number_sub(sum, p);
}

number number_mod_sub(number a, number b, number p)
{
    return number_is_less(a, b) ? number_sub(number_add(a, p), b) : number_sub(a, b);
}

number number_mod_mul(number a, number b, number p)
{
    number rest = number_mul(a, b);
    number multiple = number_shift_left(p, 256);

    for (int i = 256; i >= 0; i--) {
        if (!number_is_less(rest, multiple)) {
            rest = number_sub(rest, multiple);
        }
        multiple = number_half(multiple);
    }
    return rest;
}

/* a is even or odd, p odd: a / 2 modulo p. */
static number mod_half(number a, number p)
{
    return number_half(number_bits(a, 0, 1) != 0 ? number_add(a, p) : a);
}

/* The binary Euclidean algorithm: u = r a and v = s a modulo p all the time. */
number number_mod_inverse(number a, number p)
{
    number u = a, v = p, r = number_from_int(1), s = number_from_int(0);

    while (!number_is_zero(u)) {
        if (number_bits(u, 0, 1) == 0) {
            u = number_half(u);
            r = mod_half(r, p);
        } else if (number_bits(v, 0, 1) == 0) {
            v = number_half(v);
            s = mod_half(s, p);
        } else if (number_is_less(u, v)) {
            v = number_sub(v, u);
            s = number_mod_sub(s, r, p);
        } else {
            u = number_sub(u, v);
            r = number_mod_sub(r, s, p);
        }
    }
    return s; /* v is the greatest common divisor, 1 */
}
