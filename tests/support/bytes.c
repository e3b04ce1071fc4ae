/* SPDX-License-Identifier: MIT */
#include "bytes.h"

#include <string.h>

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool fk_from_hex(uint8_t *bytes, size_t capacity, size_t *length, const char *text)
{
    size_t digits = strlen(text);
    if (digits % 2 != 0 || digits / 2 > capacity)
        return false;
    for (size_t i = 0; i < digits / 2; i++) {
        int high = digit(text[2 * i]);
        int low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        bytes[i] = (uint8_t)(high * 16 + low);
    }
    *length = digits / 2;
    return true;
}

bool fk_integer_from_hex(uint8_t *bytes, size_t length, const char *text)
{
    size_t digits = strlen(text);
    if (digits == 0)
        return false;
    memset(bytes, 0, length);
    for (size_t i = 0; i < digits; i++) {
        /* i-th digit from the right. */
        int value = digit(text[digits - 1 - i]);
        if (value < 0 || (value > 0 && i / 2 >= length))
            return false;
        if (value > 0)
            bytes[length - 1 - i / 2] |= (uint8_t)(i % 2 != 0 ? value * 16 : value);
    }
    return true;
}

const char *fk_to_hex(char text[FK_HEX_BYTES], const uint8_t *bytes, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    size_t most = (FK_HEX_BYTES - 4) / 2;
    size_t shown = length < most ? length : most;
    for (size_t i = 0; i < shown; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    memcpy(text + 2 * shown, shown < length ? "..." : "", shown < length ? 4 : 1);
    return text;
}

bool fk_all_bytes(const uint8_t *bytes, size_t length, uint8_t value)
{
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] != value)
            return false;
    }
    return true;
}

void fk_reverse(uint8_t *output, const uint8_t *input, size_t length)
{
    for (size_t i = 0; i < length; i++)
        output[i] = input[length - 1 - i];
}
