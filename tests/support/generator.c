/* SPDX-License-Identifier: MIT */
#include "generator.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fk_generator fk_generator_from(uint64_t seed)
{
    return (struct fk_generator){.state = seed};
}

struct fk_generator fk_generator_start(const char *what)
{
    uint64_t seed = 20240229;
    const char *text = getenv("FIELDKEX_SEED");
    if (text != NULL && *text != '\0') {
        char *end;
        seed = strtoull(text, &end, 0);
        if (*end != '\0') {
            fprintf(stderr, "FIELDKEX_SEED: \"%s\" is not a number\n", text);
            exit(2);
        }
    }
    printf("%s: FIELDKEX_SEED=%" PRIu64 "\n", what, seed);
    fflush(stdout);
    return fk_generator_from(seed);
}

/* A counter through a 64-bit mixing function: distinct, well spread, no state to warm up. */
uint64_t fk_generator_word(struct fk_generator *generator)
{
    uint64_t x = generator->state += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

uint64_t fk_generator_below(struct fk_generator *generator, uint64_t bound)
{
    return fk_generator_word(generator) % bound;
}

void fk_generator_bytes(struct fk_generator *generator, uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)(fk_generator_word(generator) >> 56);
}

static void set_bit(uint8_t *bytes, size_t bit, bool value)
{
    uint8_t mask = (uint8_t)(1u << (bit % 8));
    bytes[bit / 8] = (uint8_t)(value ? bytes[bit / 8] | mask : bytes[bit / 8] & ~mask);
}

static void runs(struct fk_generator *generator, uint8_t *bytes, size_t length)
{
    bool value = fk_generator_below(generator, 2) != 0;
    size_t bit = 0;
    while (bit < 8 * length) {
        size_t run = 1 + (size_t)fk_generator_below(generator, 2 + 4 * length);
        for (; run > 0 && bit < 8 * length; run--)
            set_bit(bytes, bit++, value);
        value = !value;
    }
}

static void limbs(struct fk_generator *generator, uint8_t *bytes, size_t length)
{
    static const size_t widths[] = {26, 28, 32, 51, 52, 56, 64};
    size_t width = widths[fk_generator_below(generator, sizeof widths / sizeof widths[0])];
    for (size_t start = 0; start < 8 * length; start += width) {
        uint64_t limb;
        switch (fk_generator_below(generator, 6)) {
        case 0:
            limb = 0;
            break;
        case 1:
            limb = 1;
            break;
        case 2:
            limb = UINT64_MAX;
            break;
        case 3:
            limb = UINT64_MAX - 1;
            break;
        case 4:
            limb = UINT64_C(1) << (width - 1);
            break;
        default:
            limb = fk_generator_word(generator);
            break;
        }
        for (size_t i = 0; i < width && start + i < 8 * length; i++)
            set_bit(bytes, start + i, ((limb >> i) & 1) != 0);
    }
}

/* bytes += small, modulo 2^(8 length). */
static void add_small(uint8_t *bytes, size_t length, int64_t small)
{
    int64_t carry = small;
    for (size_t i = 0; i < length; i++) {
        carry += bytes[i];
        bytes[i] = (uint8_t)(carry & 0xFF);
        /* Floor division by 256, also for a negative carry. */
        carry = (carry - (carry & 0xFF)) / 256;
    }
}

static void add_modulus(uint8_t *bytes, size_t length, const uint8_t *modulus)
{
    unsigned carry = 0;
    for (size_t i = 0; i < length; i++) {
        carry += (unsigned)bytes[i] + modulus[i];
        bytes[i] = (uint8_t)carry;
        carry >>= 8;
    }
}

void fk_generator_edge(struct fk_generator *generator, uint8_t *bytes, size_t length,
                       const uint8_t *modulus)
{
    int64_t small = (int64_t)fk_generator_below(generator, 41) - 20;
    switch (fk_generator_below(generator, modulus != NULL ? 6 : 5)) {
    case 0:
        fk_generator_bytes(generator, bytes, length);
        break;
    case 1:
    case 2:
        runs(generator, bytes, length);
        break;
    case 3:
        limbs(generator, bytes, length);
        break;
    case 4:
        memset(bytes, 0, length);
        set_bit(bytes, (size_t)fk_generator_below(generator, 8 * length), true);
        add_small(bytes, length, small);
        break;
    default:
        memset(bytes, 0, length);
        for (uint64_t times = fk_generator_below(generator, 4); times > 0; times--)
            add_modulus(bytes, length, modulus);
        add_small(bytes, length, small);
        break;
    }
}
