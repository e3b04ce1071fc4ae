/* SPDX-License-Identifier: MIT */
#include "p256_scalar.h"

#include "../common/attributes.h"
#include "../common/byte_order.h"
#include "../common/constant_time.h"

#define WORDS 8
#define COMB_SPACING 52

/* n = 2^256 - 2^224 + 2^192 - 0x4319055258E8617B0C46353D039CDAAF, from the lowest word. */
static const uint32_t ORDER[WORDS] = {0xFC632551, 0xF3B9CAC2, 0xA7179E84, 0xBCE6FAAD,
                                      0xFFFFFFFF, 0xFFFFFFFF, 0x00000000, 0xFFFFFFFF};

/* k = the scalar; the result is the mask of "in 1 ... n - 1". */
static uint32_t load(uint32_t k[WORDS], const uint8_t scalar[32])
{
    uint32_t bits = 0, borrow = 0;

    for (int i = 0; i < WORDS; i++) {
        k[i] = fk_load32_be(scalar + 28 - 4 * i);
        bits |= k[i];
        /* The upper word of the difference is all ones where it is negative, else 0. */
        borrow = (uint32_t)(((uint64_t)k[i] - ORDER[i] - borrow) >> 32) & 1;
    }
    return fk_mask_u32(borrow) & ~fk_is_zero_u32(bits);
}

uint32_t fk_p256_scalar_is_valid(const uint8_t scalar[32])
{
    uint32_t k[WORDS];

    return load(k, scalar);
}

uint32_t fk_p256_scalar_digits(struct fk_p256_digits *digits, uint32_t *negated,
                               const uint8_t scalar[32])
{
    uint32_t k[WORDS], odd[WORDS], borrow = 0;
    const uint32_t valid = load(k, scalar);

    for (int i = 0; i < WORDS; i++) {
        k[i] = fk_select_u32(valid, k[i], i == 0);
    }
    const uint32_t even = fk_mask_u32(~k[0] & 1);
    for (int i = 0; i < WORDS; i++) {
        const uint64_t t = (uint64_t)ORDER[i] - k[i] - borrow;

        odd[i] = fk_select_u32(even, (uint32_t)t, k[i]);
        borrow = (uint32_t)(t >> 32) & 1;
    }
    for (int i = 0; i < WORDS; i++) {
        digits->word[i] = odd[i] >> 1 | (i + 1 < WORDS ? odd[i + 1] << 31 : 0);
    }
    digits->word[WORDS] = 1u << (259 - 32 * WORDS);
    *negated = even;
    return valid;
}

FK_INLINE uint32_t bit(const struct fk_p256_digits *digits, uint32_t i)
{
    return digits->word[i / 32] >> (i % 32) & 1;
}

/* v = five digits, the highest in bit 4, which gives the sign: the others count relative to it. */
FK_INLINE struct fk_p256_digit digit(uint32_t v)
{
    struct fk_p256_digit d;

    d.negative = fk_mask_u32((v >> 4) ^ 1);
    d.index = (v ^ d.negative) & 15;
    return d;
}

struct fk_p256_digit fk_p256_window(const struct fk_p256_digits *digits, uint32_t i)
{
    const uint32_t first = 5 * i;
    const uint64_t two_words =
        (uint64_t)digits->word[first / 32 + 1] << 32 | digits->word[first / 32];

    return digit((uint32_t)(two_words >> (first % 32)) & 31);
}

struct fk_p256_digit fk_p256_comb(const struct fk_p256_digits *digits, uint32_t position)
{
    uint32_t v = 0;

    for (uint32_t tooth = 0; tooth < 5; tooth++) {
        v |= bit(digits, position + COMB_SPACING * tooth) << tooth;
    }
    return digit(v);
}
