/* SPDX-License-Identifier: MIT */
#include "protocol.h"

const char *const fk_link_curve_names[FK_LINK_CURVES] = {"x25519", "x448", "p256"};
const char *const fk_link_operation_names[FK_LINK_OPERATIONS] = {"public_key", "shared_secret"};
const char *const fk_link_call_names[FK_LINK_CALLS] = {"first", "later"};

const struct fk_link_sizes fk_link_sizes[FK_LINK_CURVES] = {
    {32, 32, 32},
    {56, 56, 56},
    {32, 65, 32},
};

static const char hex_digits[] = "0123456789abcdef";

uint32_t fk_link_crc32(const char *bytes, size_t length)
{
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < length; i++) {
        crc ^= (uint8_t)bytes[i];
        for (unsigned bit = 0; bit < 8; bit++) {
            crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0xEDB88320u : 0u);
        }
    }
    return ~crc;
}

static void put_hex32(char *at, uint32_t value)
{
    for (unsigned i = 0; i < 8; i++) {
        at[i] = hex_digits[(value >> (28 - 4 * i)) & 15u];
    }
}

/* The value of a hex digit; capital letters are none, since they differ from small ones in one bit
 * and damage must show. */
static int hex_value(char digit)
{
    if (digit >= '0' && digit <= '9') {
        return digit - '0';
    }
    if (digit >= 'a' && digit <= 'f') {
        return digit - 'a' + 10;
    }
    return -1;
}

static bool get_hex32(const char *at, uint32_t *value)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < 8; i++) {
        int digit = hex_value(at[i]);
        if (digit < 0) {
            return false;
        }
        sum = (sum << 4) | (uint32_t)digit;
    }
    *value = sum;
    return true;
}

/* ">fk1 " and "0123abcd " before the text, " #0123abcd" and the line feed behind it. */
#define HEAD_BYTES 14u
#define TAIL_BYTES 11u

size_t fk_link_frame(char *line, enum fk_link_direction direction, uint32_t sequence,
                     const char *text)
{
    size_t length = 0;
    line[length++] = (char)direction;
    line[length++] = 'f';
    line[length++] = 'k';
    line[length++] = '0' + FK_LINK_VERSION_NUMBER;
    line[length++] = ' ';
    put_hex32(line + length, sequence);
    length += 8;
    line[length++] = ' ';
    for (const char *at = text; *at != '\0'; at++) {
        if (*at < ' ' || *at > '~' || length + TAIL_BYTES >= FK_LINK_LINE_BYTES) {
            return 0;
        }
        line[length++] = *at;
    }
    line[length++] = ' ';
    uint32_t crc = fk_link_crc32(line, length);
    line[length++] = '#';
    put_hex32(line + length, crc);
    length += 8;
    line[length++] = '\n';
    line[length] = '\0';
    return length;
}

enum fk_link_check fk_link_unframe(char *line, size_t length, enum fk_link_direction direction,
                                   uint32_t *sequence, unsigned *version, char **text)
{
    /* The frame's length differs between versions by the version's digits alone. */
    if (length < HEAD_BYTES + TAIL_BYTES - 1 || length >= FK_LINK_LINE_BYTES) {
        return FK_LINK_BROKEN;
    }
    size_t hash = length - 9;
    uint32_t crc;
    if (line[hash] != '#' || !get_hex32(line + hash + 1, &crc) ||
        crc != fk_link_crc32(line, hash) || line[hash - 1] != ' ') {
        return FK_LINK_BROKEN;
    }
    if ((line[0] != FK_LINK_TO_BOARD && line[0] != FK_LINK_TO_HOST) || line[1] != 'f' ||
        line[2] != 'k') {
        return FK_LINK_BROKEN;
    }
    size_t at = 3;
    unsigned number = 0;
    while (at < 6 && line[at] >= '0' && line[at] <= '9') {
        number = 10 * number + (unsigned)(line[at] - '0');
        at++;
    }
    /* At least one digit, then the sequence number between spaces, then at least the last space. */
    if (at == 3 || line[at] != ' ' || at + 10 >= hash || !get_hex32(line + at + 1, sequence) ||
        line[at + 9] != ' ') {
        return FK_LINK_BROKEN;
    }
    *version = number;
    if (line[0] != (char)direction) {
        return FK_LINK_OTHER_DIRECTION;
    }
    if (number != FK_LINK_VERSION_NUMBER) {
        return FK_LINK_OTHER_VERSION;
    }
    line[hash - 1] = '\0';
    *text = line + at + 10;
    return FK_LINK_WHOLE;
}

void fk_link_receiver_clear(struct fk_link_receiver *receiver)
{
    receiver->length = 0;
    receiver->overlong = false;
}

enum fk_link_collect fk_link_collect(struct fk_link_receiver *receiver, uint8_t byte)
{
    if (byte == '\n') {
        if (receiver->overlong) {
            return FK_LINK_LINE_OVERLONG;
        }
        return receiver->length > 0 ? FK_LINK_LINE : FK_LINK_COLLECTING;
    }
    if (receiver->length + 1 >= FK_LINK_LINE_BYTES) {
        receiver->overlong = true;
    } else {
        receiver->line[receiver->length++] = (char)byte;
    }
    return FK_LINK_COLLECTING;
}

char *fk_link_word(char **rest)
{
    char *word = *rest;
    if (*word == '\0') {
        return NULL;
    }
    char *end = word;
    while (*end != '\0' && *end != ' ') {
        end++;
    }
    if (*end == ' ') {
        *end++ = '\0';
    }
    *rest = end;
    return word;
}

int fk_link_find(const char *word, const char *const *names, int count)
{
    for (int i = 0; word != NULL && i < count; i++) {
        const char *name = names[i];
        size_t at = 0;
        while (name[at] != '\0' && name[at] == word[at]) {
            at++;
        }
        if (name[at] == word[at]) {
            return i;
        }
    }
    return -1;
}

bool fk_link_number(const char *word, uint64_t limit, uint64_t *value)
{
    if (word == NULL || *word == '\0') {
        return false;
    }
    uint64_t sum = 0;
    for (; *word != '\0'; word++) {
        unsigned digit = (unsigned)(uint8_t)*word - '0';
        if (digit > 9 || sum > (limit - digit) / 10 || limit < digit) {
            return false;
        }
        sum = 10 * sum + digit;
    }
    *value = sum;
    return true;
}

bool fk_link_from_hex(uint8_t *bytes, size_t length, const char *word)
{
    if (word == NULL) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        int high = hex_value(word[2 * i]);
        int low = high < 0 ? -1 : hex_value(word[2 * i + 1]);
        if (low < 0) {
            return false;
        }
        bytes[i] = (uint8_t)(16 * high + low);
    }
    return word[2 * length] == '\0';
}

void fk_link_text_start(struct fk_link_text *text, char *buffer, size_t size)
{
    text->start = buffer;
    text->at = buffer;
    text->room = size - 1;
    text->full = false;
    *buffer = '\0';
}

static void add_character(struct fk_link_text *text, char character)
{
    if (text->room == 0) {
        text->full = true;
        return;
    }
    *text->at++ = character;
    *text->at = '\0';
    text->room--;
}

static void add_separator(struct fk_link_text *text)
{
    if (text->at != text->start) {
        add_character(text, ' ');
    }
}

void fk_link_add_word(struct fk_link_text *text, const char *word)
{
    add_separator(text);
    for (; *word != '\0'; word++) {
        add_character(text, *word);
    }
}

static void add_digits(struct fk_link_text *text, uint64_t value)
{
    char digits[20]; /* 2^64 - 1 has 20 */
    unsigned count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    while (count > 0) {
        add_character(text, digits[--count]);
    }
}

void fk_link_add_number(struct fk_link_text *text, uint64_t value)
{
    add_separator(text);
    add_digits(text, value);
}

void fk_link_add_signed(struct fk_link_text *text, int32_t value)
{
    add_separator(text);
    if (value < 0) {
        add_character(text, '-');
    }
    add_digits(text, value < 0 ? (uint64_t)(-(int64_t)value) : (uint64_t)value);
}

void fk_link_add_hex(struct fk_link_text *text, const uint8_t *bytes, size_t length)
{
    add_separator(text);
    for (size_t i = 0; i < length; i++) {
        add_character(text, hex_digits[bytes[i] >> 4]);
        add_character(text, hex_digits[bytes[i] & 15u]);
    }
}
