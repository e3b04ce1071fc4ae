/* SPDX-License-Identifier: MIT */
/*
 * Private keys of P-256 as numbers (SEC 1, 2.3.8: 32 bytes, big-endian) and as signed digits.
 *
 * n, the order of the group (SP 800-186, 3.2.1.3), is odd, so of k and n - k one is odd, and
 * k G = -((n - k) G). The odd one has a representation in digits that are never zero:
 *
 *   odd = sum of s_i 2^i for i = 0 ... 259, each s_i = 1 or -1
 *
 * With s_i = 2 b_i - 1 this says (odd - 1) / 2 + 2^259 = sum of b_i 2^i: the digits are the bits of
 * odd >> 1 with bit 259 set. Five of them, from a window or from the teeth of a comb, make one
 * digit whose absolute value is odd; no digit needs an addition of nothing.
 */
#ifndef FK_P256_SCALAR_H
#define FK_P256_SCALAR_H

#include <stdint.h>

/* b_0 to b_259, from the lowest bit of word 0; the rest is 0. Secret. */
struct fk_p256_digits {
    uint32_t word[9];
};

/* Which of 16 entries to add, and the mask of "subtract it instead". Secret. */
struct fk_p256_digit {
    uint32_t index;
    uint32_t negative;
};

/* The mask of "the 32 bytes, big-endian, are a number in 1 ... n - 1". */
uint32_t fk_p256_scalar_is_valid(const uint8_t scalar[32]);

/*
 * The digits of k = scalar, or of n - k where k is even: *negated is the mask of that. A scalar
 * that is not in 1 ... n - 1 counts as 1. The result is the mask of "it is"; nothing here takes
 * another time or address for one scalar than for another.
 */
uint32_t fk_p256_scalar_digits(struct fk_p256_digits *digits, uint32_t *negated,
                               const uint8_t scalar[32]);

/*
 * The window of b_(5 i) to b_(5 i + 4), i < 51, stands for the digit d = sum of s_(5 i + j) 2^j,
 * odd and at most 31: index = (|d| - 1) / 2. The window above, i = 51, is 1 for every scalar.
 */
struct fk_p256_digit fk_p256_window(const struct fk_p256_digits *digits, uint32_t i);

/*
 * The comb of b_position + b_(position + 52) 2 + ... + b_(position + 208) 16, position < 52, stands
 * for s_(position + 208) 2^208 + ... + s_position. index has bit t set where s_(position + 52 t) is
 * s_(position + 208), which gives the sign.
 */
struct fk_p256_digit fk_p256_comb(const struct fk_p256_digits *digits, uint32_t position);

#endif
