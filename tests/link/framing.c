/* SPDX-License-Identifier: MIT */
/* Lines: what is written is read back, and no damage is overlooked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "generator.h"
#include "link/protocol.h"

static const char sample_text[] = "time x25519 public_key later 77076d0a7318a57d3c16c17251b26645";

static enum fk_link_check check(const char *line, size_t length, enum fk_link_direction direction,
                                char **text)
{
    static char copy[2 * FK_LINK_LINE_BYTES];
    uint32_t sequence = 0;
    unsigned version = 0;
    memcpy(copy, line, length);
    return fk_link_unframe(copy, length, direction, &sequence, &version, text);
}

static void crc_is_the_ieee_one(void **state)
{
    (void)state;
    /* The check value of CRC-32 in every catalogue of CRCs. */
    assert_int_equal(fk_link_crc32("123456789", 9), 0xCBF43926u);
    assert_int_equal(fk_link_crc32("", 0), 0);
}

static void a_line_looks_as_documented(void **state)
{
    (void)state;
    char line[FK_LINK_LINE_BYTES + 1];
    size_t length = fk_link_frame(line, FK_LINK_TO_BOARD, 0x1002Au, "hello");
    assert_int_equal(length, strlen(line));
    assert_memory_equal(line, ">fk1 0001002a hello #", 21);
    assert_int_equal(length, 21 + 8 + 1);
    assert_int_equal(line[length - 1], '\n');
}

static void a_line_is_read_back(void **state)
{
    (void)state;
    struct fk_generator generator = fk_generator_start("link.framing");
    for (int i = 0; i < 20000; i++) {
        char text[FK_LINK_TEXT_BYTES + 1];
        size_t length = (size_t)fk_generator_below(&generator, FK_LINK_TEXT_BYTES + 1);
        for (size_t at = 0; at < length; at++) {
            text[at] = (char)(' ' + (char)fk_generator_below(&generator, 95));
        }
        text[length] = '\0';
        uint32_t sequence = (uint32_t)fk_generator_word(&generator);
        char line[FK_LINK_LINE_BYTES + 1];
        size_t line_length = fk_link_frame(line, FK_LINK_TO_HOST, sequence, text);
        assert_true(line_length > 0 && line_length <= FK_LINK_LINE_BYTES);
        uint32_t read_sequence;
        unsigned version;
        char *read_text;
        assert_int_equal(fk_link_unframe(line, line_length - 1, FK_LINK_TO_HOST, &read_sequence,
                                         &version, &read_text),
                         FK_LINK_WHOLE);
        assert_int_equal(read_sequence, sequence);
        assert_int_equal(version, FK_LINK_VERSION_NUMBER);
        assert_string_equal(read_text, text);
    }
}

static void text_that_is_no_line_is_not_framed(void **state)
{
    (void)state;
    char line[FK_LINK_LINE_BYTES + 1];
    char text[FK_LINK_LINE_BYTES + 8];
    assert_int_equal(fk_link_frame(line, FK_LINK_TO_BOARD, 1, "two\nlines"), 0);
    assert_int_equal(fk_link_frame(line, FK_LINK_TO_BOARD, 1, "\x80"), 0);
    memset(text, 'x', sizeof text);
    for (size_t length = FK_LINK_TEXT_BYTES; length < sizeof text; length++) {
        text[length] = '\0';
        size_t framed = fk_link_frame(line, FK_LINK_TO_BOARD, 1, text);
        assert_true(framed == 0 || (framed == length + 25 && framed <= FK_LINK_LINE_BYTES));
        text[length] = 'x';
    }
}

static void every_wrong_bit_is_seen(void **state)
{
    (void)state;
    char line[FK_LINK_LINE_BYTES + 1];
    char *text;
    size_t length = fk_link_frame(line, FK_LINK_TO_BOARD, 0xABCDEFu, sample_text) - 1;
    assert_int_equal(check(line, length, FK_LINK_TO_BOARD, &text), FK_LINK_WHOLE);
    for (size_t bit = 0; bit < 8 * length; bit++) {
        line[bit / 8] = (char)(line[bit / 8] ^ (1 << (bit % 8)));
        assert_int_equal(check(line, length, FK_LINK_TO_BOARD, &text), FK_LINK_BROKEN);
        line[bit / 8] = (char)(line[bit / 8] ^ (1 << (bit % 8)));
    }
}

static void two_wrong_bits_are_seen(void **state)
{
    (void)state;
    char line[FK_LINK_LINE_BYTES + 1];
    char *text;
    size_t length = fk_link_frame(line, FK_LINK_TO_HOST, 7, "ok done 5a 1234567") - 1;
    for (size_t first = 0; first < 8 * length; first++) {
        line[first / 8] = (char)(line[first / 8] ^ (1 << (first % 8)));
        for (size_t second = 0; second < first; second++) {
            line[second / 8] = (char)(line[second / 8] ^ (1 << (second % 8)));
            assert_int_equal(check(line, length, FK_LINK_TO_HOST, &text), FK_LINK_BROKEN);
            line[second / 8] = (char)(line[second / 8] ^ (1 << (second % 8)));
        }
        line[first / 8] = (char)(line[first / 8] ^ (1 << (first % 8)));
    }
}

static void cut_and_grown_lines_are_broken(void **state)
{
    (void)state;
    char line[2 * FK_LINK_LINE_BYTES];
    char *text;
    size_t length = fk_link_frame(line, FK_LINK_TO_BOARD, 3, sample_text) - 1;
    for (size_t cut = 0; cut < length; cut++) {
        assert_int_equal(check(line, cut, FK_LINK_TO_BOARD, &text), FK_LINK_BROKEN);
        assert_int_equal(check(line + cut + 1, length - cut - 1, FK_LINK_TO_BOARD, &text),
                         FK_LINK_BROKEN);
    }
    for (size_t at = 0; at <= length; at++) {
        for (int byte = 0; byte < 256; byte++) {
            char grown[2 * FK_LINK_LINE_BYTES];
            memcpy(grown, line, at);
            grown[at] = (char)byte;
            memcpy(grown + at + 1, line + at, length - at);
            assert_int_equal(check(grown, length + 1, FK_LINK_TO_BOARD, &text), FK_LINK_BROKEN);
        }
    }
    memset(line, 'x', sizeof line);
    assert_int_equal(check(line, FK_LINK_LINE_BYTES, FK_LINK_TO_BOARD, &text), FK_LINK_BROKEN);
}

/* A whole line with any head: its CRC is right. */
static size_t frame_by_hand(char *line, const char *head)
{
    size_t length = strlen(head);
    memcpy(line, head, length);
    static const char digits[] = "0123456789abcdef";
    uint32_t crc = fk_link_crc32(line, length);
    line[length++] = '#';
    for (int shift = 28; shift >= 0; shift -= 4) {
        line[length++] = digits[(crc >> shift) & 15];
    }
    return length;
}

static void other_versions_and_directions_are_told_apart(void **state)
{
    (void)state;
    char line[FK_LINK_LINE_BYTES + 1];
    char *text;
    uint32_t sequence;
    unsigned version;
    size_t length = frame_by_hand(line, "<fk12 0000002a ok ");
    assert_int_equal(fk_link_unframe(line, length, FK_LINK_TO_HOST, &sequence, &version, &text),
                     FK_LINK_OTHER_VERSION);
    assert_int_equal(version, 12);
    assert_int_equal(sequence, 42);
    length = frame_by_hand(line, ">fk1 0000002a hello ");
    assert_int_equal(check(line, length, FK_LINK_TO_HOST, &text), FK_LINK_OTHER_DIRECTION);
    assert_int_equal(check(line, length, FK_LINK_TO_BOARD, &text), FK_LINK_WHOLE);
    static const char *const broken[] = {
        "?fk1 0000002a ok ",   "<fk 0000002a ok ",  "<fk1234 0000002a ok ", "<fk1 0000002A ok ",
        "<fk1 000002a ok now", "<fk1 0000002aok  ", "<fk1 0000002a okay",   "<fx1 0000002a ok ",
        "<fk1  000002a ok  ",  "<fk1 0000002a",
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        length = frame_by_hand(line, broken[i]);
        assert_int_equal(check(line, length, FK_LINK_TO_HOST, &text), FK_LINK_BROKEN);
    }
}

static void bytes_become_lines(void **state)
{
    (void)state;
    struct fk_link_receiver receiver;
    memset(&receiver, 0, sizeof receiver);
    assert_int_equal(fk_link_collect(&receiver, '\n'), FK_LINK_COLLECTING); /* empty */
    assert_int_equal(fk_link_collect(&receiver, 'a'), FK_LINK_COLLECTING);
    assert_int_equal(fk_link_collect(&receiver, '\n'), FK_LINK_LINE);
    assert_int_equal(receiver.length, 1);
    fk_link_receiver_clear(&receiver);
    /* The longest line, then one byte more, then far too long. */
    static const size_t lengths[] = {FK_LINK_LINE_BYTES - 1, FK_LINK_LINE_BYTES,
                                     100 * FK_LINK_LINE_BYTES};
    for (size_t i = 0; i < 3; i++) {
        for (size_t at = 0; at < lengths[i]; at++) {
            assert_int_equal(fk_link_collect(&receiver, 'x'), FK_LINK_COLLECTING);
        }
        assert_int_equal(fk_link_collect(&receiver, '\n'),
                         i == 0 ? FK_LINK_LINE : FK_LINK_LINE_OVERLONG);
        fk_link_receiver_clear(&receiver);
    }
    assert_int_equal(fk_link_collect(&receiver, 'b'), FK_LINK_COLLECTING);
    assert_int_equal(fk_link_collect(&receiver, '\n'), FK_LINK_LINE);
    assert_int_equal(receiver.length, 1);
}

static void words_and_numbers(void **state)
{
    (void)state;
    char text[] = "one  two";
    char *rest = text;
    assert_string_equal(fk_link_word(&rest), "one");
    assert_string_equal(fk_link_word(&rest), ""); /* two spaces are no separator of one kind */
    assert_string_equal(fk_link_word(&rest), "two");
    assert_null(fk_link_word(&rest));

    uint64_t value = 0;
    assert_true(fk_link_number("18446744073709551615", UINT64_MAX, &value));
    assert_true(value == UINT64_MAX);
    assert_true(fk_link_number("0", 0, &value));
    static const char *const none[] = {"", "-1", "+1", " 1", "1 ", "0x1", "18446744073709551616"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        assert_false(fk_link_number(none[i], UINT64_MAX, &value));
    }
    assert_false(fk_link_number(NULL, 9, &value));
    assert_false(fk_link_number("256", 255, &value));
    assert_false(fk_link_number("5", 4, &value));
    assert_true(fk_link_number("255", 255, &value));

    assert_int_equal(fk_link_find("p256", fk_link_curve_names, FK_LINK_CURVES), FK_LINK_P256);
    assert_int_equal(fk_link_find("p25", fk_link_curve_names, FK_LINK_CURVES), -1);
    assert_int_equal(fk_link_find("p2566", fk_link_curve_names, FK_LINK_CURVES), -1);
    assert_int_equal(fk_link_find(NULL, fk_link_curve_names, FK_LINK_CURVES), -1);

    uint8_t bytes[2];
    assert_true(fk_link_from_hex(bytes, 2, "00ff"));
    assert_int_equal(bytes[1], 0xFF);
    static const char *const not_hex[] = {"00f", "00ff0", "00FF", "00fg", "", "0"};
    for (size_t i = 0; i < sizeof not_hex / sizeof not_hex[0]; i++) {
        assert_false(fk_link_from_hex(bytes, 2, not_hex[i]));
    }
    assert_false(fk_link_from_hex(bytes, 2, NULL));
}

static void text_grows_and_never_overflows(void **state)
{
    (void)state;
    char buffer[32];
    struct fk_link_text text;
    memset(buffer, '!', sizeof buffer);
    fk_link_text_start(&text, buffer, 24);
    fk_link_add_word(&text, "ok");
    fk_link_add_number(&text, 0);
    fk_link_add_signed(&text, INT32_MIN);
    fk_link_add_hex(&text, (const uint8_t *)"\x01\xAB", 2);
    assert_string_equal(buffer, "ok 0 -2147483648 01ab");
    assert_false(text.full);
    fk_link_add_number(&text, UINT64_MAX);
    assert_true(text.full);
    assert_int_equal(strlen(buffer), 23);
    assert_int_equal(buffer[24], '!');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc_is_the_ieee_one),
        cmocka_unit_test(a_line_looks_as_documented),
        cmocka_unit_test(a_line_is_read_back),
        cmocka_unit_test(text_that_is_no_line_is_not_framed),
        cmocka_unit_test(every_wrong_bit_is_seen),
        cmocka_unit_test(two_wrong_bits_are_seen),
        cmocka_unit_test(cut_and_grown_lines_are_broken),
        cmocka_unit_test(other_versions_and_directions_are_told_apart),
        cmocka_unit_test(bytes_become_lines),
        cmocka_unit_test(words_and_numbers),
        cmocka_unit_test(text_grows_and_never_overflows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
