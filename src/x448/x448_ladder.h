/* SPDX-License-Identifier: MIT */
#ifndef FK_X448_LADDER_H
#define FK_X448_LADDER_H

#include <stdint.h>

/*
 * The function X448 of RFC 7748, 5: result = the u-coordinate of scalar times the point with
 * u-coordinate u, on curve448 or its twist. All are 56 bytes, little-endian. The scalar is
 * clamped inside; u is reduced modulo p. u may be null for the base
 * point 5, which is a tenth faster. The result may be all zero; nothing is reported.
 *
 * The scalar and the result are secret, and u is treated so; whether it is null is public. result
 * may start at scalar or at u. Leaves secrets on the stack below its caller, which is to clear it,
 * and therefore is never inlined.
 */
void fk_x448_ladder(uint8_t result[56], const uint8_t scalar[56], const uint8_t *u);

#endif
