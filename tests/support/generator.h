/* SPDX-License-Identifier: MIT */
/*
 * Inputs for comparisons: a deterministic generator and values chosen to reach carries, borrows and
 * final reductions, which uniform values almost never do.
 */
#ifndef FK_TEST_GENERATOR_H
#define FK_TEST_GENERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fk_generator {
    uint64_t state;
};

/* From the environment variable FIELDKEX_SEED (a number) or a fixed default; prints the seed. */
struct fk_generator fk_generator_start(const char *what);
/* From a seed of the caller's, without a word. */
struct fk_generator fk_generator_from(uint64_t seed);

uint64_t fk_generator_word(struct fk_generator *generator);
/* Below `bound`, which is not 0; a small bias is of no matter here. */
uint64_t fk_generator_below(struct fk_generator *generator, uint64_t bound);
void fk_generator_bytes(struct fk_generator *generator, uint8_t *bytes, size_t length);

/*
 * A little-endian value of `length` bytes of a random kind: uniform; alternating runs of ones and
 * zeros; limbs of 0, 1, all ones and all ones less one at one of the widths in use (26, 28, 32, 51,
 * 52, 56, 64 bits); 2^k or k * `modulus` (little-endian, `length` bytes, may be NULL) plus or minus
 * a small number, modulo 2^(8 length).
 */
void fk_generator_edge(struct fk_generator *generator, uint8_t *bytes, size_t length,
                       const uint8_t *modulus);

#endif
