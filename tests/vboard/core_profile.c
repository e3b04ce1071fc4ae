/* SPDX-License-Identifier: MIT */
/* board.json as the virtual board reads it: what it takes, and one clear line for what it does not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "vboard/core/profile.h"

static char path[] = "/tmp/fk_core_profile_XXXXXX";
static struct fk_profile profile;
static char error[512];

static bool read_text(const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
    memset(error, 0, sizeof error);
    return fk_profile_read(&profile, path, error, sizeof error);
}

/* The least that a file says, with more members behind it. */
#define BOARD(more)                                                                                \
    "{\"schema\": \"fieldkex-board/1\",\n \"name\": \"x\", \"chip\": \"stm32l476rg\",\n"           \
    " \"trigger\": {\"port\": \"A\", \"pin\": 8}" more "}\n"

static void refuse(const char *text, const char *part)
{
    if (read_text(text)) {
        fail_msg("taken: %s", text);
    }
    if (strncmp(error, path, strlen(path)) != 0 || strchr(error, '\n') != NULL ||
        strstr(error, part) == NULL) {
        fail_msg("\"%s\" is not one line that names the file and %s", error, part);
    }
}

static void the_board_of_the_project(void **state)
{
    (void)state;
    if (!fk_profile_read(&profile, FK_BOARD_JSON, error, sizeof error)) {
        fail_msg("%s", error);
    }
    assert_string_equal(profile.chip->name, "stm32l476rg");
    assert_int_equal(profile.trigger_port, 0);
    assert_int_equal(profile.trigger_pin, 8);
    assert_int_equal(profile.hse_hz, 8000000);
    assert_int_equal(profile.lse_hz, 32768);
    assert_int_equal(profile.serial_baud, 115200);
    assert_int_equal(profile.pins_high[2], 1u << 13);
}

static void the_least(void **state)
{
    (void)state;
    assert_true(read_text(BOARD("")));
    assert_int_equal(profile.hse_hz, 0);
    assert_int_equal(profile.lse_hz, 0);
    assert_int_equal(profile.serial_baud, 0);
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(profile.pins_high[i], 0);
    }
}

static void more_members(void **state)
{
    (void)state;
    assert_true(read_text(BOARD(", \"oscillators\": {\"hse_hz\": \"0x7A1200\", \"lse_hz\": null},"
                                " \"inputs_high\": [\"PA0\", \"PH15\"],"
                                " \"clocks\": [], \"currents\": [], \"unknown\": {}")));
    assert_int_equal(profile.hse_hz, 8000000);
    assert_int_equal(profile.pins_high[0], 1);
    assert_int_equal(profile.pins_high[7], 0x8000);
    assert_true(read_text(BOARD(", \"hse_hz\": 1, \"lse_hz\": 2")));
    assert_int_equal(profile.hse_hz, 1);
    assert_int_equal(profile.lse_hz, 2);
    assert_true(read_text(BOARD(", \"memory\": [{\"name\": \"sram2\", \"base\": 268435456,"
                                " \"size\": \"32768\"}]")));
}

static void broken_files(void **state)
{
    (void)state;
    refuse("", ":1: ");
    refuse("{\n\n\"schema\": \"fieldkex-board/1\",\n]", ":4: ");
    refuse("[]", "object");
    refuse("{\"schema\": 1, \"schema\": 2}", ":1: ");
    assert_false(fk_profile_read(&profile, "/nowhere/board.json", error, sizeof error));
    assert_non_null(strstr(error, "/nowhere/board.json: "));
    assert_false(fk_profile_read(&profile, "/tmp", error, sizeof error));
    assert_non_null(strstr(error, "/tmp"));
}

static void bad_values(void **state)
{
    (void)state;
    refuse("{\"chip\": \"stm32l476rg\"}", "schema");
    refuse("{\"schema\": \"fieldkex-board/2\", \"chip\": \"stm32l476rg\"}", "fieldkex-board/2");
    refuse("{\"schema\": \"fieldkex-board/1\"}", "chip");
    refuse("{\"schema\": \"fieldkex-board/1\", \"chip\": \"z80\"}", "z80");
    refuse("{\"schema\": \"fieldkex-board/1\", \"chip\": \"stm32l476rg\"}", "trigger");
    refuse("{\"schema\": \"fieldkex-board/1\", \"chip\": \"stm32l476rg\","
           " \"trigger\": {\"port\": \"I\", \"pin\": 8}}",
           "port");
    refuse("{\"schema\": \"fieldkex-board/1\", \"chip\": \"stm32l476rg\","
           " \"trigger\": {\"port\": \"A\", \"pin\": 16}}",
           "16");
    refuse(BOARD(", \"oscillators\": 1"), "oscillators");
    refuse(BOARD(", \"oscillators\": {\"hse_hz\": -1}"), "hse_hz");
    refuse(BOARD(", \"oscillators\": {\"hse_hz\": \"8 MHz\"}"), "8 MHz");
    refuse(BOARD(", \"oscillators\": {\"hse_hz\": 4294967296}"), "4294967296");
    refuse(BOARD(", \"serial\": []"), "serial");
    refuse(BOARD(", \"inputs_high\": \"PA0\""), "inputs_high");
    refuse(BOARD(", \"inputs_high\": [\"PA0\", \"P13\"]"), "item 2");
    refuse(BOARD(", \"inputs_high\": [\"PA16\"]"), "item 1");
    refuse(BOARD(", \"memory\": {}"), "memory");
    refuse(BOARD(", \"memory\": [{\"base\": 0}]"), "item 1");
    refuse(BOARD(", \"memory\": [{\"name\": \"sram9\", \"base\": 0, \"size_bytes\": 0}]"), "sram9");
    refuse(BOARD(", \"memory\": [{\"name\": \"sram1\", \"base\": \"0x20000000\","
                 " \"size_bytes\": \"0x20000\"}]"),
           "0x18000");
}

static void short_buffers(void **state)
{
    (void)state;
    char few[8];
    assert_false(read_text("{"));
    assert_false(fk_profile_read(&profile, path, few, sizeof few));
    assert_true(memchr(few, '\0', sizeof few) != NULL);
}

static int make_file(void **state)
{
    (void)state;
    int descriptor = mkstemp(path);
    return descriptor < 0 ? -1 : close(descriptor);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_of_the_project),
        cmocka_unit_test(the_least),
        cmocka_unit_test(more_members),
        cmocka_unit_test(broken_files),
        cmocka_unit_test(bad_values),
        cmocka_unit_test(short_buffers),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
