/* SPDX-License-Identifier: MIT */
/*
 * Words from and to bytes, little-endian (RFC 7748) and big-endian (SEC 1). No alignment is needed
 * and the machine's own byte order does not matter; compilers turn each into one load or store
 * where the machine allows it.
 */
#ifndef FK_COMMON_BYTE_ORDER_H
#define FK_COMMON_BYTE_ORDER_H

#include <stdint.h>

#include "attributes.h"

FK_INLINE uint32_t fk_load32_le(const uint8_t bytes[4])
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

FK_INLINE void fk_store32_le(uint8_t bytes[4], uint32_t word)
{
    bytes[0] = (uint8_t)word;
    bytes[1] = (uint8_t)(word >> 8);
    bytes[2] = (uint8_t)(word >> 16);
    bytes[3] = (uint8_t)(word >> 24);
}

FK_INLINE uint64_t fk_load64_le(const uint8_t bytes[8])
{
    return (uint64_t)fk_load32_le(bytes) | (uint64_t)fk_load32_le(bytes + 4) << 32;
}

FK_INLINE void fk_store64_le(uint8_t bytes[8], uint64_t word)
{
    fk_store32_le(bytes, (uint32_t)word);
    fk_store32_le(bytes + 4, (uint32_t)(word >> 32));
}

FK_INLINE uint32_t fk_load32_be(const uint8_t bytes[4])
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
           (uint32_t)bytes[3];
}

FK_INLINE void fk_store32_be(uint8_t bytes[4], uint32_t word)
{
    bytes[0] = (uint8_t)(word >> 24);
    bytes[1] = (uint8_t)(word >> 16);
    bytes[2] = (uint8_t)(word >> 8);
    bytes[3] = (uint8_t)word;
}

FK_INLINE uint64_t fk_load64_be(const uint8_t bytes[8])
{
    return (uint64_t)fk_load32_be(bytes) << 32 | (uint64_t)fk_load32_be(bytes + 4);
}

FK_INLINE void fk_store64_be(uint8_t bytes[8], uint64_t word)
{
    fk_store32_be(bytes, (uint32_t)(word >> 32));
    fk_store32_be(bytes + 4, (uint32_t)word);
}

#endif
