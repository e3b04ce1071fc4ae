/* SPDX-License-Identifier: MIT */
/*
 * Images that cannot be loaded: one line that names the file and what is wrong, never a crash, and
 * a board that is as good as before. Offsets are those of the ELF header and of program headers, 32
 * bits, little-endian (System V ABI).
 */
#include "snippet_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define E_CLASS 4
#define E_DATA 5
#define E_TYPE 16
#define E_MACHINE 18
#define E_PHOFF 28
#define E_PHENTSIZE 42
#define E_PHNUM 44
#define P_SIZE 32
#define P_TYPE 0
#define P_OFFSET 4
#define P_PADDR 12
#define P_FILESZ 16
#define P_MEMSZ 20

static uint8_t *image;
static size_t image_size;
static struct snippet_board *board;
static char path[64];

static int set_up(void **state)
{
    (void)state;
    FILE *file = fopen(snippet_image("snippets"), "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        return -1;
    }
    image_size = (size_t)ftell(file);
    rewind(file);
    image = malloc(image_size);
    if (image == NULL || fread(image, 1, image_size, file) != image_size) {
        return -1;
    }
    fclose(file);
    /* Some 6,000 files are written: to memory where that is possible. */
    strcpy(path, "/dev/shm/fk-elf-XXXXXX");
    int descriptor = mkstemp(path);
    if (descriptor < 0) {
        strcpy(path, "/tmp/fk-elf-XXXXXX");
        descriptor = mkstemp(path);
    }
    if (descriptor < 0) {
        return -1;
    }
    close(descriptor);
    board = snippet_open((struct snippet_options){.mode = FK_VBOARD_FUNCTIONAL}, "snippets");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    free(image);
    snippet_close(board);
    return 0;
}

/* Loads `length` bytes as a file. */
static bool load(const uint8_t *bytes, size_t length, char *error, size_t error_size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    memset(error, 0, error_size);
    return fk_vboard_load(board->vboard, path, error, error_size);
}

static void assert_one_line(const char *error)
{
    assert_in_range(strlen(error), 10, 500);
    if (strchr(error, '\n') != NULL || strstr(error, path) == NULL) {
        fail_msg("\"%s\" is not one line that names the file", error);
    }
}

static void board_still_works(void)
{
    char error[512];
    assert_true(fk_vboard_load(board->vboard, snippet_image("snippets"), error, sizeof error));
    assert_int_equal(snippet_call(board, "returns_seven", 0, NULL), 7);
}

static void put32(uint8_t *at, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

static uint32_t get32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* The image with some bytes changed is refused. */
static void refuse(size_t offset, const void *bytes, size_t count, const char *what)
{
    char error[512];
    uint8_t *changed = malloc(image_size);
    assert_non_null(changed);
    memcpy(changed, image, image_size);
    memcpy(changed + offset, bytes, count);
    if (load(changed, image_size, error, sizeof error)) {
        fail_msg("%s: the image is loaded", what);
    }
    assert_one_line(error);
    free(changed);
}

static size_t program_header(unsigned index)
{
    return get32(image + E_PHOFF) + (size_t)index * P_SIZE;
}

static void headers_are_checked(void **state)
{
    (void)state;
    refuse(0,
           "\x7f"
           "ELG",
           4, "magic");
    refuse(0, "\0\0\0\0", 4, "magic of zeros");
    refuse(0, "#!/b", 4, "a script");
    refuse(E_CLASS, "\2", 1, "64 bits");
    refuse(E_DATA, "\2", 1, "big-endian");
    refuse(E_MACHINE, "\3\0", 2, "x86");
    refuse(E_MACHINE, "\xB7\0", 2, "AArch64");
    refuse(E_TYPE, "\1\0", 2, "an object file");
    refuse(E_TYPE, "\4\0", 2, "a core file");
    refuse(E_PHNUM, "\0\0", 2, "no program headers");
    refuse(E_PHOFF, "\xFF\xFF\xFF\x7F", 4, "program headers outside the file");
    board_still_works();
}

static void segments_are_checked(void **state)
{
    (void)state;
    static const uint32_t addresses[] = {0x30000000, 0x20018000, 0x07FFFFF0, 0x080FFFF0,
                                         0x40000000, 0xFFFFFFF0, 0x10007FF0};
    uint8_t word[4];
    for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        put32(word, addresses[i]);
        refuse(program_header(0) + P_PADDR, word, 4, "a segment outside the memories");
    }
    put32(word, (uint32_t)image_size + 1000);
    refuse(program_header(0) + P_OFFSET, word, 4, "a segment outside the file");
    put32(word, 0xFFFFFF00);
    refuse(program_header(0) + P_OFFSET, word, 4, "a segment far outside the file");
    refuse(program_header(0) + P_FILESZ, word, 4, "a segment longer than the file");
    put32(word, 4);
    refuse(program_header(0) + P_MEMSZ, word, 4, "a segment with less memory than file");
    board_still_works();
}

/* No segment to load: all of another type. */
static void nothing_to_load(void **state)
{
    (void)state;
    char error[512];
    uint8_t *changed = malloc(image_size);
    assert_non_null(changed);
    memcpy(changed, image, image_size);
    unsigned count = image[E_PHNUM];
    for (unsigned i = 0; i < count; i++) {
        put32(changed + program_header(i) + P_TYPE, 4); /* PT_NOTE */
    }
    assert_false(load(changed, image_size, error, sizeof error));
    assert_one_line(error);
    free(changed);
    board_still_works();
}

/* Cut off anywhere: either what is missing is needed and the file refused, or the whole program is
 * there and loaded (symbols and lines may be lost). */
static void truncated_files(void **state)
{
    (void)state;
    char error[512];
    size_t program_end = 0, refused = 0;
    for (unsigned i = 0; i < image[E_PHNUM]; i++) {
        const uint8_t *header = image + program_header(i);
        size_t end = get32(header + P_OFFSET) + get32(header + P_FILESZ);
        if (get32(header + P_TYPE) == 1 && get32(header + P_FILESZ) != 0 && end > program_end) {
            program_end = end;
        }
    }
    assert_in_range(program_end, 1000, image_size);
    for (size_t length = 0; length < image_size; length += 64) {
        bool loaded = load(image, length, error, sizeof error);
        if (loaded) {
            if (length < program_end) {
                fail_msg("%zu of %zu bytes are loaded, the program has %zu", length, image_size,
                         program_end);
            }
            uint32_t word = 0;
            assert_true(fk_vboard_memory_read(board->vboard, 0x08000000, &word, 4));
            assert_int_equal(word, 0x20001000);
        } else {
            assert_one_line(error);
            refused++;
        }
    }
    assert_in_range(refused, program_end / 64, image_size / 64 + 1);
    board_still_works();
}

/* Each byte of the headers and of the tables behind the program set to other values: never a crash.
 */
static void damaged_files(void **state)
{
    (void)state;
    static const uint8_t values[] = {0x00, 0x7F, 0x80, 0xFF};
    char error[512];
    uint8_t *changed = malloc(image_size);
    assert_non_null(changed);
    memcpy(changed, image, image_size);
    size_t headers = program_header(image[E_PHNUM]);
    size_t sections = get32(image + 32); /* e_shoff */
    assert_in_range(sections, headers, image_size);
    for (size_t at = 0; at < image_size; at++) {
        if (at == headers) {
            at = sections;
        }
        for (size_t i = 0; i < sizeof values; i++) {
            if (at >= sections && i != at % sizeof values) {
                continue;
            }
            uint8_t old = changed[at];
            changed[at] = values[i];
            if (!load(changed, image_size, error, sizeof error)) {
                assert_one_line(error);
            } else {
                /* Symbols and lines may be nonsense; asking for them is safe. */
                char text[128];
                uint32_t address, size;
                fk_vboard_locate(board->vboard, 0x08000500, text, sizeof text);
                fk_vboard_symbol(board->vboard, "returns_seven", &address, &size);
            }
            changed[at] = old;
        }
    }
    free(changed);
    board_still_works();
}

static void files_that_are_none(void **state)
{
    (void)state;
    static const char *const paths[] = {"/nowhere/at/all.elf", "/", "/dev/null", ""};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        char error[512] = "";
        assert_false(fk_vboard_load(board->vboard, paths[i], error, sizeof error));
        assert_in_range(strlen(error), 5, 500);
        assert_null(strchr(error, '\n'));
        assert_non_null(strstr(error, paths[i]));
    }
    board_still_works();
}

/* A long path and a short buffer. */
static void errors_fit_their_buffer(void **state)
{
    (void)state;
    char long_path[600], error[32];
    memset(long_path, 'x', sizeof long_path - 1);
    long_path[sizeof long_path - 1] = '\0';
    memset(error, 0x7F, sizeof error);
    assert_false(fk_vboard_load(board->vboard, long_path, error, sizeof error - 8));
    assert_non_null(memchr(error, '\0', sizeof error - 8));
    for (size_t i = sizeof error - 8; i < sizeof error; i++) {
        assert_int_equal(error[i], 0x7F);
    }
    board_still_works();
}

static void nothing_loaded_yet(void **state)
{
    (void)state;
    struct fk_vboard_config config = {.board_json_path = snippet_board_json(),
                                      .mode = FK_VBOARD_FUNCTIONAL};
    char error[512] = "";
    struct fk_vboard *vboard = fk_vboard_create(&config, error, sizeof error);
    assert_non_null(vboard);
    struct fk_vboard_stop stop = fk_vboard_run(vboard);
    assert_int_equal(stop.end, FK_VBOARD_END_FAULT);
    assert_in_range(strlen(stop.message), 5, 500);
    stop = fk_vboard_call(vboard, 0x08000001, NULL, 0, NULL);
    assert_int_equal(stop.end, FK_VBOARD_END_FAULT);
    fk_vboard_destroy(vboard);
    config.board_json_path = "/nowhere/board.json";
    assert_null(fk_vboard_create(&config, error, sizeof error));
    assert_non_null(strstr(error, "/nowhere/board.json"));
    assert_null(strchr(error, '\n'));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_are_checked),     cmocka_unit_test(segments_are_checked),
        cmocka_unit_test(nothing_to_load),         cmocka_unit_test(truncated_files),
        cmocka_unit_test(damaged_files),           cmocka_unit_test(files_that_are_none),
        cmocka_unit_test(errors_fit_their_buffer), cmocka_unit_test(nothing_loaded_yet),
    };
    int skip = snippet_skip();
    return skip != 0 ? skip : cmocka_run_group_tests(tests, set_up, tear_down);
}
