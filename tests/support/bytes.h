/* SPDX-License-Identifier: MIT */
/* Byte strings: hexadecimal text, comparison, printing. */
#ifndef FK_TEST_BYTES_H
#define FK_TEST_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Enough hexadecimal text for the longest value of a test and its terminator. */
#define FK_HEX_BYTES 160

/* Decodes text of an even number of digits into at most `capacity` bytes; false if it is not that.
 * An empty text gives no bytes. */
bool fk_from_hex(uint8_t *bytes, size_t capacity, size_t *length, const char *text);

/* An integer of any number of digits, big-endian, right-aligned into exactly `length` bytes; false
 * if it does not fit or is no number. */
bool fk_integer_from_hex(uint8_t *bytes, size_t length, const char *text);

/* Writes at most FK_HEX_BYTES characters with the terminator; longer values end in "...". */
const char *fk_to_hex(char text[FK_HEX_BYTES], const uint8_t *bytes, size_t length);

bool fk_all_bytes(const uint8_t *bytes, size_t length, uint8_t value);

/* Copies `length` bytes in reverse order; the buffers do not overlap. */
void fk_reverse(uint8_t *output, const uint8_t *input, size_t length);

#endif
