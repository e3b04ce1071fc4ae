/* SPDX-License-Identifier: MIT */
/*
 * images.c IMPLEMENTATION: every image of one implementation on the virtual board. Each says of
 * itself what images.json says of it, runs at both clocks, gives right answers, also for keys at
 * the edges of the contract, and repeatable figures.
 *
 * The images are in FIELDKEX_IMAGE_DIR, by default in the build folder.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "generator.h"
#include "image_board.h"
#include "oracle.h"

enum { SKIPPED = 77 };

static unsigned failures;
static char subject[128];

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
expect(bool right, const char *format, ...)
{
    if (!right) {
        va_list arguments;
        va_start(arguments, format);
        printf("%s: ", subject);
        vprintf(format, arguments);
        printf("\n");
        va_end(arguments);
        failures++;
    }
    return right;
}

static void expect_text(const char *what, const char *is, const json_t *described, const char *key)
{
    const char *should = json_string_value(json_object_get(described, key));
    expect(should != NULL && strcmp(is, should) == 0,
           "%s is '%s' on the board, '%s' in images.json", what, is,
           should == NULL ? "(missing)" : should);
}

static uint16_t group_of(enum fk_link_curve curve)
{
    return fk_group_by_name(fk_link_curve_names[curve]);
}

/* The i-th input of an operation: edges first, then random ones. false where there is no more. */
enum { INPUTS = 4 };
static bool make_input(unsigned i, enum fk_link_curve curve, enum fk_link_operation operation,
                       uint8_t *private_key, uint8_t *public_key)
{
    const struct fk_link_sizes *sizes = &fk_link_sizes[curve];
    struct fk_generator generator = fk_generator_from(1000u + i);
    fk_generator_bytes(&generator, private_key, sizes->private_key);
    fk_generator_bytes(&generator, public_key, sizes->public_key);
    if (curve == FK_LINK_P256) {
        uint8_t theirs[32];
        fk_generator_bytes(&generator, theirs, sizeof theirs);
        private_key[0] &= 0x7F; /* below the order */
        theirs[0] &= 0x7F;
        if (i == 0) { /* the smallest key */
            memset(private_key, 0, 32);
            private_key[31] = 1;
        } else if (i == 1) { /* the largest: the order less 1 */
            static const uint8_t largest[32] = {0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00,
                                                0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                                                0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84,
                                                0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x50};
            memcpy(private_key, largest, 32);
        } else if (i == 2) { /* 2, with the base point: a doubling */
            memset(private_key, 0, 32);
            private_key[31] = 2;
            memset(theirs, 0, 32);
            theirs[31] = 1;
        }
        return operation == FK_LINK_PUBLIC_KEY ||
               fk_oracle_bignum.public_key(fk_oracle_bignum.context, group_of(curve), public_key,
                                           theirs, sizeof theirs) == FK_OK;
    }
    /* X25519, X448: every string of bytes is a key. */
    if (i == 0) {
        memset(private_key, 0xFF, sizes->private_key);
        memset(public_key, 0xFF, sizes->public_key); /* not canonical; the top bit is set */
    } else if (i == 1) {
        memset(private_key, 0, sizes->private_key);
        memset(public_key, 0, sizes->public_key);
        public_key[0] = 9;
        public_key[sizes->public_key - 1] = 0x80;
    } else if (i == 2) { /* p + 2 (2^255 - 17), p + 1 would be of small order; X448: p + 2^8 */
        memset(public_key, 0xFF, sizes->public_key);
        if (curve == FK_LINK_X25519) {
            public_key[0] = 0xEF;
            public_key[31] = 0x7F;
        } else {
            memset(public_key, 0, 28);
            public_key[1] = 1;
            public_key[0] = 0xFF;
        }
    }
    return true;
}

static void check_answers(struct fk_link *link, const struct fk_link_offer *offer)
{
    const struct fk_link_sizes *sizes = &fk_link_sizes[offer->curve];
    bool public = offer->operation == FK_LINK_PUBLIC_KEY;
    size_t bytes = public ? sizes->public_key : sizes->shared_secret;
    for (unsigned i = 0; i < INPUTS; i++) {
        uint8_t private_key[FK_LINK_MAX_VALUE_BYTES];
        uint8_t public_key[FK_LINK_MAX_VALUE_BYTES];
        uint8_t expected[FK_LINK_MAX_VALUE_BYTES];
        struct fk_link_result result;
        if (!expect(make_input(i, offer->curve, offer->operation, private_key, public_key),
                    "input %u cannot be made", i)) {
            return;
        }
        uint16_t group = group_of(offer->curve);
        fk_status status =
            public ? fk_oracle_bignum.public_key(fk_oracle_bignum.context, group, expected,
                                                 private_key, sizes->private_key)
                   : fk_oracle_bignum.shared_secret(fk_oracle_bignum.context, group, expected,
                                                    private_key, sizes->private_key, public_key,
                                                    sizes->public_key);
        if (!expect(status == FK_OK, "input %u has no answer", i)) {
            return;
        }
        if (!expect(fk_link_answer(link, offer->curve, offer->operation, private_key, public_key,
                                   &result) == FK_LINK_OK,
                    "%s", link->error)) {
            return;
        }
        expect(result.status == 0, "input %u is refused with %d", i, result.status);
        expect(result.output_bytes == bytes && memcmp(result.output, expected, bytes) == 0,
               "input %u gives a wrong answer", i);
    }
    struct fk_link_result result;
    uint8_t private_key[FK_LINK_MAX_VALUE_BYTES];
    uint8_t public_key[FK_LINK_MAX_VALUE_BYTES];
    if (make_input(INPUTS - 1, offer->curve, offer->operation, private_key, public_key) &&
        expect(fk_link_stack(link, offer->curve, offer->operation, FK_LINK_FIRST, private_key,
                             public_key, &result) == FK_LINK_OK,
               "%s", link->error)) {
        /* More than the values themselves, less than the board's stack of 32 KB. */
        expect(result.stack_bytes > 100 && result.stack_bytes < 32768 &&
                   result.stack_bytes % 4 == 0,
               "a stack of %" PRIu32 " bytes", result.stack_bytes);
    }
}

/* What the workbench reads in images.json is what the board says. */
static void check_offer(const struct fk_link_offer *offer, const json_t *operations)
{
    size_t index;
    json_t *described;
    json_array_foreach(operations, index, described)
    {
        const char *curve = json_string_value(json_object_get(described, "curve"));
        const char *operation = json_string_value(json_object_get(described, "operation"));
        if (curve == NULL || operation == NULL ||
            strcmp(curve, fk_link_curve_names[offer->curve]) != 0 ||
            strcmp(operation, fk_link_operation_names[offer->operation]) != 0) {
            continue;
        }
        size_t calls = json_array_size(json_object_get(described, "calls"));
        expect(calls == (offer->first_differs ? 2u : 1u), "the calls are not those of images.json");
        json_int_t flash = json_integer_value(json_object_get(described, "flash_bytes"));
        expect(flash > 500 && flash < 200000, "%" JSON_INTEGER_FORMAT " bytes of flash", flash);
        char words[sizeof offer->includes] = "";
        size_t at = 0;
        size_t i;
        json_t *word;
        json_array_foreach(json_object_get(described, "includes"), i, word)
        {
            at += (size_t)snprintf(words + at, sizeof words - at, "%s%s", at > 0 ? " " : "",
                                   json_string_value(word));
        }
        expect(strcmp(words, offer->includes) == 0, "it includes '%s', in images.json '%s'",
               offer->includes, words);
        return;
    }
    expect(false, "images.json has no such operation");
}

static void check_clocks(struct fk_link *link)
{
    struct fk_link_clock clock;
    expect(fk_link_set_clock(link, 48000000, &clock) == FK_LINK_REFUSED,
           "a clock that the board has not is not refused");
    static const struct {
        uint32_t hz;
        unsigned wait_states;
    } clocks[] = {{80000000, 4}, {16000000, 0}, {80000000, 4}};
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        if (expect(fk_link_set_clock(link, clocks[i].hz, &clock) == FK_LINK_OK, "%s",
                   link->error)) {
            expect(clock.hz == clocks[i].hz && clock.flash_wait_states == clocks[i].wait_states &&
                       clock.instruction_cache && clock.data_cache && clock.prefetch,
                   "the clock is not what was asked for");
        }
    }
}

static bool open_image(struct image_board *board, struct fk_link *link,
                       struct fk_link_board *introduced, const char *elf, enum fk_vboard_mode mode)
{
    if (!expect(image_board_start(board, elf, mode), "the image does not start")) {
        return false;
    }
    fk_link_open(link, &board->transport, 1);
    if (!expect(fk_link_hello(link, introduced) == FK_LINK_OK, "%s", link->error)) {
        image_board_stop(board);
        return false;
    }
    expect(link->repeats == 0 && link->damaged_lines == 0, "something had to be asked twice");
    return true;
}

static void check_image(const json_t *image, const char *board_name, const char *elf)
{
    struct image_board board;
    struct fk_link link;
    struct fk_link_board introduced;
    if (!open_image(&board, &link, &introduced, elf, FK_VBOARD_FUNCTIONAL)) {
        return;
    }
    expect(strcmp(introduced.board, board_name) == 0, "the board is '%s'", introduced.board);
    expect_text("the implementation", introduced.implementation, image, "implementation");
    expect_text("the variant", introduced.variant, image, "variant");
    expect_text("the version", introduced.version, image, "version");
    expect_text("the compiler", introduced.compiler, image, "compiler");
    expect_text("the flags", introduced.flags, image, "flags");
    expect_text("the code memory", introduced.code_memory, image, "code_memory");
    const json_t *operations = json_object_get(image, "operations");
    expect(introduced.offer_count == json_array_size(operations) && introduced.offer_count > 0,
           "it offers %zu operations, images.json has %zu", introduced.offer_count,
           json_array_size(operations));
    check_clocks(&link);
    size_t length = strlen(subject);
    for (size_t i = 0; i < introduced.offer_count; i++) {
        const struct fk_link_offer *offer = &introduced.offers[i];
        snprintf(subject + length, sizeof subject - length, " %s %s",
                 fk_link_curve_names[offer->curve], fk_link_operation_names[offer->operation]);
        check_offer(offer, operations);
        check_answers(&link, offer);
        subject[length] = '\0';
    }
    expect(link.repeats == 0 && link.damaged_lines == 0, "something had to be asked twice");
    image_board_stop(&board);
}

/* Cycles of one timed call, 0 after an error. */
static uint64_t cycles_of(struct fk_link *link, struct image_board *board,
                          const struct fk_link_offer *offer, enum fk_link_call call, unsigned input)
{
    uint8_t private_key[FK_LINK_MAX_VALUE_BYTES];
    uint8_t public_key[FK_LINK_MAX_VALUE_BYTES];
    struct fk_link_result result;
    if (!make_input(input, offer->curve, offer->operation, private_key, public_key) ||
        !expect(fk_link_time(link, offer->curve, offer->operation, call, private_key, public_key,
                             &result) == FK_LINK_OK,
                "%s", link->error)) {
        return 0;
    }
    /* The pin is high from just before the first reading of the counter to just after the last. */
    expect(board->trigger_cycles >= result.cycles && board->trigger_cycles < result.cycles + 200,
           "%" PRIu64 " cycles, but the trigger pin was high for %" PRIu64, result.cycles,
           board->trigger_cycles);
    return result.cycles;
}

/* The cheapest operation of the image, timed in several orders. */
static void check_figures(const char *elf)
{
    struct image_board board;
    struct fk_link link;
    struct fk_link_board introduced;
    struct fk_link_clock clock;
    if (!open_image(&board, &link, &introduced, elf, FK_VBOARD_TIMED_WHILE_TRIGGERED)) {
        return;
    }
    const struct fk_link_offer *offer = &introduced.offers[0];
    for (size_t i = 0; i < introduced.offer_count; i++) {
        if (introduced.offers[i].first_differs) {
            offer = &introduced.offers[i];
            break;
        }
    }
    uint64_t later[2] = {0, 0};
    uint64_t fast = 0;
    if (expect(fk_link_set_clock(&link, 16000000, &clock) == FK_LINK_OK, "%s", link.error)) {
        later[0] = cycles_of(&link, &board, offer, FK_LINK_LATER, 3);
        uint64_t first = cycles_of(&link, &board, offer, FK_LINK_FIRST, 3);
        if (offer->first_differs) {
            expect(first > later[0] + later[0] / 10, "a first call costs no more than a later one");
        }
    }
    if (expect(fk_link_set_clock(&link, 80000000, &clock) == FK_LINK_OK, "%s", link.error)) {
        fast = cycles_of(&link, &board, offer, FK_LINK_LATER, 3);
    }
    if (expect(fk_link_set_clock(&link, 16000000, &clock) == FK_LINK_OK, "%s", link.error)) {
        later[1] = cycles_of(&link, &board, offer, FK_LINK_LATER, 3);
    }
    expect(later[0] > 100000, "only %" PRIu64 " cycles", later[0]);
    expect(later[0] == later[1], "%" PRIu64 " cycles, then %" PRIu64, later[0], later[1]);
    expect(fast > later[0], "wait states cost nothing");
    image_board_stop(&board);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s IMPLEMENTATION\n", argv[0]);
        return 2;
    }
    const char *folder = getenv("FIELDKEX_IMAGE_DIR");
    folder = folder != NULL && *folder != '\0' ? folder : FK_IMAGE_DIRECTORY;
    char path[4096];
    snprintf(path, sizeof path, "%s/images.json", folder);
    if (access(path, R_OK) != 0) {
        printf("skipped: there is no %s (make firmware; FIELDKEX_IMAGE_DIR)\n", path);
        return SKIPPED;
    }
    json_error_t error;
    json_t *images = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (images == NULL) {
        printf("%s:%d: %s\n", path, error.line, error.text);
        return 1;
    }
    const char *board_name = json_string_value(json_object_get(images, "board"));
    const char *schema = json_string_value(json_object_get(images, "schema"));
    snprintf(subject, sizeof subject, "images.json");
    expect(schema != NULL && strcmp(schema, "fieldkex-images/1") == 0 && board_name != NULL,
           "it has no schema and board that this test knows");
    unsigned run = 0;
    size_t index;
    json_t *image;
    json_array_foreach(json_object_get(images, "images"), index, image)
    {
        const char *name = json_string_value(json_object_get(image, "implementation"));
        const char *variant = json_string_value(json_object_get(image, "variant"));
        const char *elf = json_string_value(json_object_get(image, "elf"));
        if (!expect(name != NULL && variant != NULL && elf != NULL, "image %zu lacks a name",
                    index) ||
            board_name == NULL || strcmp(name, argv[1]) != 0) {
            continue;
        }
        snprintf(path, sizeof path, "%s/%s", folder, elf);
        snprintf(subject, sizeof subject, "%s %s", name, variant);
        check_image(image, board_name, path);
        check_figures(path);
        run++;
    }
    printf("%s: %u images, %u failures\n", argv[1], run, failures);
    if (run == 0) {
        json_t *skip;
        json_array_foreach(json_object_get(images, "skipped"), index, skip)
        {
            if (strcmp(json_string_value(json_object_get(skip, "implementation")), argv[1]) == 0) {
                printf("skipped: %s\n", json_string_value(json_object_get(skip, "reason")));
                json_decref(images);
                return SKIPPED;
            }
        }
        expect(false, "no image of %s, and no reason why", argv[1]);
    }
    json_decref(images);
    return failures == 0 ? 0 : 1;
}
