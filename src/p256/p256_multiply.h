/* SPDX-License-Identifier: MIT */
/*
 * Multiplication of points by private keys, from bytes to bytes. Both run the same instructions and
 * touch the same addresses for every content of their inputs, valid or not; where an input is not
 * valid, the output is 0.
 */
#ifndef FK_P256_MULTIPLY_H
#define FK_P256_MULTIPLY_H

#include <stdint.h>

/*
 * encoded_point = the point k G, uncompressed (0x04, x, y; SEC 1, 2.3.3), k = scalar. The result is
 * the mask of "the scalar is in 1 ... n - 1". The output may be the input.
 */
uint32_t fk_p256_multiply_base(uint8_t encoded_point[65], const uint8_t scalar[32]);

/*
 * x = the x-coordinate of k P, k = scalar, P = encoded_point (SEC 1, 3.3.1). The masks say whether
 * the scalar is in 1 ... n - 1 and whether the encoding is that of a point. The output may be an
 * input.
 */
void fk_p256_multiply_point(uint8_t x[32], uint32_t *scalar_is_valid, uint32_t *point_is_valid,
                            const uint8_t scalar[32], const uint8_t encoded_point[65]);

#endif
