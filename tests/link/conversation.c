/* SPDX-License-Identifier: MIT */
/* Host and board talking over a line that fails: what comes through is right, or an error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "faulty_line.h"

static struct faulty_line line;
static struct fk_link link_;

static void start(uint64_t seed)
{
    faulty_line_start(&line, seed);
    fk_link_open(&link_, &line.transport, 0);
}

static void say_hello(void)
{
    struct fk_link_board board;
    assert_int_equal(fk_link_hello(&link_, &board), FK_LINK_OK);
}

static void board_introduces_itself(void **state)
{
    (void)state;
    struct fk_link_board board;
    start(1);
    assert_int_equal(fk_link_hello(&link_, &board), FK_LINK_OK);
    assert_int_equal(board.protocol, 1);
    assert_string_equal(board.board, "fake-board");
    assert_string_equal(board.implementation, "fake");
    assert_string_equal(board.variant, "none");
    assert_string_equal(board.version, "1.2");
    assert_string_equal(board.compiler, "fakecc 3.1");
    assert_string_equal(board.flags, "-O9 -fno-doubt");
    assert_string_equal(board.code_memory, "flash");
    assert_int_equal(board.offer_count, 5);
    assert_int_equal(board.offers[2].curve, FK_LINK_X448);
    assert_int_equal(board.offers[2].operation, FK_LINK_SHARED_SECRET);
    assert_false(board.offers[2].first_differs);
    assert_string_equal(board.offers[2].includes, "decode");
    assert_int_equal(board.offers[4].curve, FK_LINK_P256);
    assert_true(board.offers[4].first_differs);
    assert_string_equal(board.offers[4].includes, "decode validate encode");
    assert_int_equal(link_.repeats, 0);
}

static void clock_is_set_or_refused(void **state)
{
    (void)state;
    struct fk_link_clock clock;
    start(1);
    say_hello();
    assert_int_equal(fk_link_set_clock(&link_, 80000000, &clock), FK_LINK_OK);
    assert_int_equal(clock.hz, 80000000);
    assert_int_equal(clock.flash_wait_states, 4);
    assert_true(clock.instruction_cache && clock.data_cache && clock.prefetch);
    assert_int_equal(fk_link_set_clock(&link_, 48000000, &clock), FK_LINK_REFUSED);
    assert_non_null(strstr(link_.error, "16000000 or 80000000"));
    assert_int_equal(fk_link_set_clock(&link_, 13, &clock), FK_LINK_REFUSED);
    assert_non_null(strstr(link_.error, "oscillator"));
}

/* Keys of a curve from a generator, and the fake operation's output for them. */
struct keys {
    uint8_t private_key[FK_LINK_MAX_VALUE_BYTES];
    uint8_t public_key[FK_LINK_MAX_VALUE_BYTES];
    uint8_t expected[FK_LINK_MAX_VALUE_BYTES];
    size_t expected_bytes;
};

static void make_keys(struct keys *keys, struct fk_generator *generator, enum fk_link_curve curve,
                      enum fk_link_operation operation)
{
    const struct fk_link_sizes *sizes = &fk_link_sizes[curve];
    fk_generator_bytes(generator, keys->private_key, sizeof keys->private_key);
    fk_generator_bytes(generator, keys->public_key, sizeof keys->public_key);
    keys->private_key[0] &= 0x7F; /* not refused */
    bool public = operation == FK_LINK_PUBLIC_KEY;
    keys->expected_bytes = public ? sizes->public_key : sizes->shared_secret;
    fake_output(keys->expected, keys->expected_bytes, keys->private_key, sizes->private_key,
                keys->public_key, public ? 0 : sizes->public_key);
}

static void operations_run_on_the_board(void **state)
{
    (void)state;
    static const struct {
        enum fk_link_curve curve;
        enum fk_link_operation operation;
    } offered[] = {{FK_LINK_X25519, FK_LINK_PUBLIC_KEY},
                   {FK_LINK_X25519, FK_LINK_SHARED_SECRET},
                   {FK_LINK_X448, FK_LINK_SHARED_SECRET},
                   {FK_LINK_P256, FK_LINK_PUBLIC_KEY},
                   {FK_LINK_P256, FK_LINK_SHARED_SECRET}};
    struct fk_generator generator = fk_generator_from(5);
    start(1);
    say_hello();
    for (size_t i = 0; i < sizeof offered / sizeof offered[0]; i++) {
        enum fk_link_curve curve = offered[i].curve;
        enum fk_link_operation operation = offered[i].operation;
        struct keys keys;
        struct fk_link_result result;
        make_keys(&keys, &generator, curve, operation);
        assert_int_equal(
            fk_link_answer(&link_, curve, operation, keys.private_key, keys.public_key, &result),
            FK_LINK_OK);
        assert_int_equal(result.status, 0);
        assert_int_equal(result.output_bytes, keys.expected_bytes);
        assert_memory_equal(result.output, keys.expected, keys.expected_bytes);
        for (int call = 0; call < FK_LINK_CALLS; call++) {
            assert_int_equal(fk_link_time(&link_, curve, operation, (enum fk_link_call)call,
                                          keys.private_key, keys.public_key, &result),
                             FK_LINK_OK);
            assert_memory_equal(result.output, keys.expected, keys.expected_bytes);
            assert_int_equal(result.cycles, FAKE_CYCLES); /* without the empty call */
            assert_int_equal(fk_link_stack(&link_, curve, operation, (enum fk_link_call)call,
                                           keys.private_key, keys.public_key, &result),
                             FK_LINK_OK);
            assert_memory_equal(result.output, keys.expected, keys.expected_bytes);
            assert_int_equal(result.stack_bytes, FAKE_STACK_BYTES);
        }
    }
}

static void first_calls_start_from_nothing(void **state)
{
    (void)state;
    struct fk_generator generator = fk_generator_from(6);
    struct keys keys;
    struct fk_link_result result;
    start(1);
    say_hello();
    make_keys(&keys, &generator, FK_LINK_P256, FK_LINK_PUBLIC_KEY);
    fk_link_time(&link_, FK_LINK_P256, FK_LINK_PUBLIC_KEY, FK_LINK_FIRST, keys.private_key, NULL,
                 &result);
    assert_int_equal(fake_counts.forgotten, 1);
    assert_int_equal(fake_counts.restarts, 1);
    assert_int_equal(fake_counts.p256_calls_since_restart, 1);
    fk_link_time(&link_, FK_LINK_P256, FK_LINK_PUBLIC_KEY, FK_LINK_LATER, keys.private_key, NULL,
                 &result);
    /* Two calls after all was forgotten: the second is the one that was timed. */
    assert_int_equal(fake_counts.forgotten, 2);
    assert_int_equal(fake_counts.p256_calls_since_restart, 2);
    assert_int_equal(fake_counts.timed, 2);
}

static void later_calls_follow_one_that_left_something(void **state)
{
    (void)state;
    struct fk_generator generator = fk_generator_from(10);
    struct keys keys;
    struct fk_link_result result;
    start(1);
    say_hello();
    make_keys(&keys, &generator, FK_LINK_X25519, FK_LINK_PUBLIC_KEY);
    /* X25519 leaves nothing behind: as soon as that is known, no call needs another before it. */
    static const unsigned calls[] = {2, 3, 4};
    for (size_t i = 0; i < 3; i++) {
        fk_link_time(&link_, FK_LINK_X25519, FK_LINK_PUBLIC_KEY, FK_LINK_LATER, keys.private_key,
                     NULL, &result);
        assert_int_equal(fake_counts.calls, calls[i]);
        assert_int_equal(fake_counts.restarts, i + 1);
    }
    /* P-256 always does, also after known answers. */
    make_keys(&keys, &generator, FK_LINK_P256, FK_LINK_PUBLIC_KEY);
    fk_link_answer(&link_, FK_LINK_P256, FK_LINK_PUBLIC_KEY, keys.private_key, NULL, &result);
    fake_counts.calls = 0;
    for (unsigned i = 1; i <= 3; i++) {
        fk_link_time(&link_, FK_LINK_P256, FK_LINK_PUBLIC_KEY, FK_LINK_LATER, keys.private_key,
                     NULL, &result);
        assert_int_equal(fake_counts.calls, 2 * i);
        assert_int_equal(fake_counts.p256_calls_since_restart, 2);
    }
}

static void refusals_are_no_results(void **state)
{
    (void)state;
    struct fk_generator generator = fk_generator_from(7);
    struct keys keys;
    struct fk_link_result result;
    start(1);
    say_hello();
    make_keys(&keys, &generator, FK_LINK_X25519, FK_LINK_PUBLIC_KEY);
    keys.private_key[0] = FAKE_REFUSED_BYTE;
    assert_int_equal(fk_link_time(&link_, FK_LINK_X25519, FK_LINK_PUBLIC_KEY, FK_LINK_LATER,
                                  keys.private_key, NULL, &result),
                     FK_LINK_OK);
    assert_int_equal(result.status, FAKE_REFUSAL);
    assert_int_equal(result.output_bytes, 0);
    assert_int_equal(result.cycles, 0);
    /* An operation that the image has not. */
    assert_int_equal(
        fk_link_answer(&link_, FK_LINK_X448, FK_LINK_PUBLIC_KEY, keys.private_key, NULL, &result),
        FK_LINK_REFUSED);
    assert_non_null(strstr(link_.error, "does not offer"));
}

/* Each fault once on each of the first lines of an exchange. */
static void every_fault_is_recovered(void **state)
{
    (void)state;
    for (int fault = FAULT_DROP; fault < FAULTS; fault++) {
        for (size_t position = 0; position < 2; position++) {
            for (uint64_t seed = 1; seed <= 200; seed++) {
                enum fault script[2] = {FAULT_NONE, FAULT_NONE};
                script[position] = (enum fault)fault;
                struct fk_generator generator = fk_generator_from(seed);
                struct keys keys;
                struct fk_link_result result;
                start(seed);
                say_hello();
                line.choose = scripted_fault;
                line.script = script;
                line.script_length = 2;
                fake_counts.calls = 0;
                make_keys(&keys, &generator, FK_LINK_X25519, FK_LINK_SHARED_SECRET);
                assert_int_equal(fk_link_answer(&link_, FK_LINK_X25519, FK_LINK_SHARED_SECRET,
                                                keys.private_key, keys.public_key, &result),
                                 FK_LINK_OK);
                assert_memory_equal(result.output, keys.expected, keys.expected_bytes);
                assert_int_equal(fake_counts.calls, 1); /* never executed twice */
            }
        }
    }
}

static int compare_words(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void no_wrong_result_ever(void **state)
{
    (void)state;
    struct fk_generator generator = fk_generator_start("link.conversation");
    unsigned long ok = 0;
    unsigned long failed = 0;
    fake_log_count = 0;
    for (unsigned percent = 5; percent <= 60; percent += 5) {
        start(fk_generator_word(&generator));
        line.choose = random_fault;
        line.fault_percent = percent;
        struct fk_link_board board;
        link_.attempts = 100;
        assert_int_equal(fk_link_hello(&link_, &board), FK_LINK_OK);
        assert_string_equal(board.flags, "-O9 -fno-doubt");
        assert_int_equal(board.offer_count, 5);
        for (int i = 0; i < 1500; i++) {
            struct keys keys;
            struct fk_link_result result;
            enum fk_link_curve curve = i % 3 == 0 ? FK_LINK_P256 : FK_LINK_X448;
            make_keys(&keys, &generator, curve, FK_LINK_SHARED_SECRET);
            link_.attempts = i % 2 == 0 ? 3 : 100; /* some requests fail, and all stays right */
            enum fk_link_status status =
                i % 5 == 0 ? fk_link_time(&link_, curve, FK_LINK_SHARED_SECRET, FK_LINK_FIRST,
                                          keys.private_key, keys.public_key, &result)
                           : fk_link_answer(&link_, curve, FK_LINK_SHARED_SECRET, keys.private_key,
                                            keys.public_key, &result);
            if (status == FK_LINK_OK) {
                ok++;
                assert_int_equal(result.status, 0);
                assert_int_equal(result.output_bytes, keys.expected_bytes);
                assert_memory_equal(result.output, keys.expected, keys.expected_bytes);
                assert_true(i % 5 != 0 || result.cycles == FAKE_CYCLES);
            } else {
                failed++;
                assert_true(status == FK_LINK_SILENT || status == FK_LINK_DAMAGED);
                assert_int_equal(result.output_bytes, 0);
                assert_true(link_.error[0] != '\0');
                assert_int_equal(i % 2, 0);
            }
        }
    }
    /* Each request has keys of its own: none was executed twice, at whatever time. */
    assert_true(fake_log_count >= ok && fake_log_count <= ok + failed);
    qsort(fake_log, fake_log_count, sizeof fake_log[0], compare_words);
    for (size_t i = 1; i < fake_log_count; i++) {
        assert_true(fake_log[i - 1] != fake_log[i]);
    }
    print_message("%lu results, %lu reported failures\n", ok, failed);
    assert_true(ok > 10000);
    assert_true(failed > 100);
}

static enum fault always_flip_to_host(struct faulty_line *unused, bool to_board)
{
    (void)unused;
    return to_board ? FAULT_NONE : FAULT_FLIP;
}

static void damaged_answers_are_never_results(void **state)
{
    (void)state;
    struct fk_generator generator = fk_generator_from(8);
    struct keys keys;
    for (uint64_t seed = 1; seed < 2000; seed++) {
        struct fk_link_result result;
        start(seed);
        say_hello();
        line.choose = always_flip_to_host;
        make_keys(&keys, &generator, FK_LINK_X25519, FK_LINK_PUBLIC_KEY);
        enum fk_link_status status = fk_link_time(&link_, FK_LINK_X25519, FK_LINK_PUBLIC_KEY,
                                                  FK_LINK_LATER, keys.private_key, NULL, &result);
        assert_true(status == FK_LINK_DAMAGED || status == FK_LINK_SILENT);
        assert_int_equal(result.output_bytes, 0);
        assert_int_equal(result.cycles, 0);
    }
}

static enum fault drop_all(struct faulty_line *unused, bool to_board)
{
    (void)unused;
    (void)to_board;
    return FAULT_DROP;
}

static void a_silent_board_is_reported_in_time(void **state)
{
    (void)state;
    struct fk_link_board board;
    start(1);
    line.choose = drop_all;
    assert_int_equal(fk_link_hello(&link_, &board), FK_LINK_SILENT);
    assert_true(line.waited_ms <= 4000);
    assert_non_null(strstr(link_.error, "does not answer 'hello'"));
    assert_null(strchr(link_.error, '\n'));
    /* In the middle of a conversation, too. */
    struct fk_link_result result;
    uint8_t key[32] = {0};
    start(1);
    say_hello();
    line.choose = drop_all;
    assert_int_equal(fk_link_answer(&link_, FK_LINK_X25519, FK_LINK_PUBLIC_KEY, key, NULL, &result),
                     FK_LINK_SILENT);
    assert_true(line.waited_ms <= 120000);
    assert_non_null(strstr(link_.error, "does not answer 'answer'"));
}

static int receive_noise(void *context, void *bytes, size_t size, unsigned timeout_ms)
{
    (void)timeout_ms;
    struct faulty_line *noisy = context;
    noisy->receives++;
    fk_generator_bytes(&noisy->random, bytes, size);
    return (int)size;
}

/* Bytes that never end a line. */
static int receive_zeros(void *context, void *bytes, size_t size, unsigned timeout_ms)
{
    (void)timeout_ms;
    ((struct faulty_line *)context)->receives++;
    memset(bytes, 0, size);
    return (int)size;
}

static void a_babbling_line_is_given_up(void **state)
{
    (void)state;
    struct fk_link_board board;
    start(1);
    link_.transport.receive = receive_noise;
    assert_int_equal(fk_link_hello(&link_, &board), FK_LINK_DAMAGED);
    assert_true(line.receives <= 4 * 8 * FK_LINK_LINE_BYTES);
    start(1);
    link_.transport.receive = receive_zeros;
    assert_int_equal(fk_link_hello(&link_, &board), FK_LINK_SILENT);
    assert_true(line.receives <= 4 * 8 * FK_LINK_LINE_BYTES);
}

static int broken_send(void *context, const void *bytes, size_t length)
{
    (void)context;
    (void)bytes;
    (void)length;
    return -1;
}

static int broken_receive(void *context, void *bytes, size_t size, unsigned timeout_ms)
{
    (void)context;
    (void)bytes;
    (void)size;
    (void)timeout_ms;
    return -1;
}

static const char *reason(void *context)
{
    (void)context;
    return "the port is gone";
}

static void a_broken_transport_is_named(void **state)
{
    (void)state;
    struct fk_link_board board;
    start(1);
    link_.transport.reason = reason;
    link_.transport.receive = broken_receive;
    assert_int_equal(fk_link_hello(&link_, &board), FK_LINK_TRANSPORT);
    assert_string_equal(link_.error, "receiving from the board failed: the port is gone");
    link_.transport.reason = NULL;
    link_.transport.send = broken_send;
    assert_int_equal(fk_link_hello(&link_, &board), FK_LINK_TRANSPORT);
    assert_non_null(strstr(link_.error, "sending to the board failed"));
}

/* A board that gives a fixed text, framed for the request that it got, or a line of its own. */
static struct {
    const char *text;
    const char *raw;
    char out[FK_LINK_LINE_BYTES + 1];
    size_t length;
    size_t at;
} scripted;

static int scripted_send(void *context, const void *bytes, size_t length)
{
    (void)context;
    char request[FK_LINK_LINE_BYTES + 1];
    uint32_t sequence;
    unsigned version;
    char *text;
    memcpy(request, bytes, length);
    scripted.at = 0;
    scripted.length = 0;
    if (fk_link_unframe(request, length - 1, FK_LINK_TO_BOARD, &sequence, &version, &text) !=
        FK_LINK_WHOLE) {
        return 0;
    }
    if (scripted.raw != NULL) {
        scripted.length = strlen(scripted.raw);
        memcpy(scripted.out, scripted.raw, scripted.length);
    } else {
        scripted.length = fk_link_frame(scripted.out, FK_LINK_TO_HOST, sequence, scripted.text);
    }
    return 0;
}

static int scripted_receive(void *context, void *bytes, size_t size, unsigned timeout_ms)
{
    (void)context;
    (void)timeout_ms;
    size_t count = scripted.length - scripted.at;
    count = count < size ? count : size;
    memcpy(bytes, scripted.out + scripted.at, count);
    scripted.at += count;
    return (int)count;
}

static void start_scripted(const char *text, const char *raw)
{
    static const struct fk_link_transport transport = {scripted_send, scripted_receive, NULL, NULL};
    scripted.text = text;
    scripted.raw = raw;
    fk_link_open(&link_, &transport, 0);
}

static void whole_answers_that_mean_nothing_are_refused(void **state)
{
    (void)state;
    struct fk_link_board board;
    struct fk_link_clock clock;
    struct fk_link_result result;
    uint8_t key[32] = {0};
    static const char *const hellos[] = {"", "ok", "ok one two three", "done", "ok a b c d ", "OK"};
    for (size_t i = 0; i < sizeof hellos / sizeof hellos[0]; i++) {
        start_scripted(hellos[i], NULL);
        assert_int_equal(fk_link_hello(&link_, &board), FK_LINK_NONSENSE);
    }
    static const char *const clocks[] = {"ok", "ok 1 2 3", "ok 1 2 1 1 2", "ok 99999999999 0 1 1 1",
                                         "ok x 0 1 1 1"};
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        start_scripted(clocks[i], NULL);
        assert_int_equal(fk_link_set_clock(&link_, 16000000, &clock), FK_LINK_NONSENSE);
    }
    static const char *const results[] = {
        "ok", "ok done", "ok done 00 1", "ok refused", "ok refused 0", "ok refused -",
        "ok refused x",
        /* the right length, without a figure and with one too large */
        "ok done 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "ok done 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f 1e3",
        ("ok done 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f "
         "18446744073709551616")};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        start_scripted(results[i], NULL);
        assert_int_equal(fk_link_time(&link_, FK_LINK_X25519, FK_LINK_PUBLIC_KEY, FK_LINK_FIRST,
                                      key, NULL, &result),
                         FK_LINK_NONSENSE);
        assert_int_equal(result.output_bytes, 0);
        assert_int_equal(result.cycles, 0);
        assert_int_equal(result.status, 0);
    }
    start_scripted("ok refused -2147483648", NULL);
    assert_int_equal(
        fk_link_time(&link_, FK_LINK_X25519, FK_LINK_PUBLIC_KEY, FK_LINK_FIRST, key, NULL, &result),
        FK_LINK_OK);
    assert_true(result.status == INT32_MIN);
}

static void another_version_is_named(void **state)
{
    (void)state;
    struct fk_link_board board;
    char raw[64] = "<fk2 00000001 ok ";
    size_t length = strlen(raw);
    snprintf(raw + length, sizeof raw - length, "#%08x\n", (unsigned)fk_link_crc32(raw, length));
    start_scripted(NULL, raw);
    assert_int_equal(fk_link_hello(&link_, &board), FK_LINK_VERSION);
    assert_non_null(strstr(link_.error, "version 2"));
    assert_non_null(strstr(link_.error, "version 1"));
}

/* The board's side of the same: a request in another version gets an answer in its own. */
static char board_said[4 * FK_LINK_LINE_BYTES];
static size_t board_said_length;

static void remember(void *context, const char *bytes, size_t length)
{
    (void)context;
    assert_true(board_said_length + length < sizeof board_said);
    memcpy(board_said + board_said_length, bytes, length + 1);
    board_said_length += length;
}

static void give(struct fake_board *board, const char *bytes, size_t length)
{
    board_said_length = 0;
    board_said[0] = '\0';
    for (size_t i = 0; i < length; i++) {
        fk_link_board_take(&board->side, (uint8_t)bytes[i]);
    }
}

static void ask_board(struct fake_board *board, uint32_t sequence, const char *text)
{
    char request[FK_LINK_LINE_BYTES + 1];
    size_t length = fk_link_frame(request, FK_LINK_TO_BOARD, sequence, text);
    give(board, request, length);
}

static const char x25519_request[] =
    "answer x25519 public_key "
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

static void the_board_is_silent_until_asked(void **state)
{
    (void)state;
    struct fake_board board;
    board_said_length = 0;
    fake_board_start(&board, remember, NULL);
    assert_int_equal(board_said_length, 0);
    give(&board, "\n\n\n", 3);
    assert_int_equal(board_said_length, 0);
    give(&board, "noise", 5);
    assert_int_equal(board_said_length, 0);
    give(&board, "\n", 1);
    assert_memory_equal(board_said, "<fk1 00000000 again #", 21);
    char raw[64] = ">fk2 00000009 hello ";
    size_t length = strlen(raw);
    length += (size_t)snprintf(raw + length, sizeof raw - length, "#%08x\n",
                               (unsigned)fk_link_crc32(raw, length));
    give(&board, raw, length);
    assert_memory_equal(board_said, "<fk1 00000009 error ", 20);
}

static void the_board_executes_a_request_once(void **state)
{
    (void)state;
    struct fake_board board;
    char first[sizeof board_said];
    fake_board_start(&board, remember, NULL);
    /* Before a hello nothing is executed. */
    ask_board(&board, 5, x25519_request);
    assert_non_null(strstr(board_said, "error say hello first"));
    assert_int_equal(fake_counts.calls, 0);

    ask_board(&board, 4, "hello");
    ask_board(&board, 5, x25519_request);
    assert_int_equal(fake_counts.calls, 1);
    assert_memory_equal(board_said, "<fk1 00000005 ok done ", 22);
    memcpy(first, board_said, sizeof first);
    for (int i = 0; i < 3; i++) {
        ask_board(&board, 5, x25519_request);
        assert_string_equal(board_said, first);
    }
    assert_int_equal(fake_counts.calls, 1);
    /* The same number with other words is no repetition. */
    ask_board(&board, 5, "describe flags");
    assert_non_null(strstr(board_said, "error this sequence number was another request's"));
    /* Late copies of what is past, the hello included, are not answered. */
    ask_board(&board, 6, "describe flags");
    ask_board(&board, 5, x25519_request);
    assert_int_equal(board_said_length, 0);
    ask_board(&board, 4, "hello");
    assert_int_equal(board_said_length, 0);
    assert_int_equal(fake_counts.calls, 1);
    /* Another conversation may start anywhere, also with a smaller number. */
    ask_board(&board, 1, "hello");
    assert_memory_equal(board_said, "<fk1 00000001 ok ", 17);
    ask_board(&board, 2, x25519_request);
    assert_int_equal(fake_counts.calls, 2);
}

static void the_board_says_what_is_wrong_with_a_request(void **state)
{
    (void)state;
    static const struct {
        const char *request;
        const char *says;
    } cases[] = {
        {"", "no such request"},
        {"helloo", "no such request"},
        {"describe", "describe compiler"},
        {"describe colour", "describe compiler"},
        {"offer", "needs a number"},
        {"offer -1", "needs a number"},
        {"clock", "number of hertz"},
        {"clock 99999999999", "number of hertz"},
        {"answer", "not offer"},
        {"answer x25519", "not offer"},
        {"answer x448 public_key 00", "not offer"},
        {"answer x25519 public_key", "a key is missing"},
        {"answer x25519 public_key 00", "a key is missing"},
        {"time x25519 public_key soon 00", "'first' or 'later'"},
        {"stack x25519 public_key first 00", "a key is missing"},
    };
    struct fake_board board;
    fake_board_start(&board, remember, NULL);
    ask_board(&board, 1, "hello");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ask_board(&board, (uint32_t)(2 + i), cases[i].request);
        assert_non_null(strstr(board_said, " error "));
        assert_non_null(strstr(board_said, cases[i].says));
    }
    /* One byte too many, or one word. */
    char request[FK_LINK_TEXT_BYTES];
    snprintf(request, sizeof request, "%s00", x25519_request);
    ask_board(&board, 100, request);
    assert_non_null(strstr(board_said, "error a key is missing or has another length"));
    snprintf(request, sizeof request, "%s 00", x25519_request);
    ask_board(&board, 101, request);
    assert_non_null(strstr(board_said, "error a key is missing or has another length"));
    assert_int_equal(fake_counts.calls, 0);
    /* A fault during an operation is the answer to its request. */
    ask_board(&board, 102, "describe flags");
    board_said_length = 0;
    fk_link_board_fault(&board.side, "error fault");
    assert_memory_equal(board_said, "<fk1 00000066 error fault #", 27);
}

static void conversations_do_not_mix(void **state)
{
    (void)state;
    struct fk_link_result result;
    struct fk_generator generator = fk_generator_from(9);
    struct keys keys;
    make_keys(&keys, &generator, FK_LINK_X25519, FK_LINK_PUBLIC_KEY);
    start(1);
    say_hello();
    /* A second host with the same session number: its first hello is taken for a late copy. */
    fk_link_answer(&link_, FK_LINK_X25519, FK_LINK_PUBLIC_KEY, keys.private_key, NULL, &result);
    fk_link_open(&link_, &line.transport, 0);
    say_hello();
    assert_true(link_.repeats <= 1);
    assert_int_equal(
        fk_link_answer(&link_, FK_LINK_X25519, FK_LINK_PUBLIC_KEY, keys.private_key, NULL, &result),
        FK_LINK_OK);
    /* A third with another; an answer of the second is still on the line. */
    static const char stale[] = "<fk1 00020002 ok one two three four five ";
    line.to_host_length = (size_t)snprintf(line.to_host, sizeof line.to_host, "%s#%08x\n", stale,
                                           (unsigned)fk_link_crc32(stale, strlen(stale)));
    fk_link_open(&link_, &line.transport, 9);
    struct fk_link_board board;
    assert_int_equal(fk_link_hello(&link_, &board), FK_LINK_OK);
    assert_string_equal(board.board, "fake-board");
    assert_int_equal(link_.repeats, 0);
    /* The board loses its supply: the next request is refused, a hello helps. */
    fake_board_start(&line.board, remember, NULL);
    faulty_line_start(&line, 1);
    assert_int_equal(
        fk_link_answer(&link_, FK_LINK_X25519, FK_LINK_PUBLIC_KEY, keys.private_key, NULL, &result),
        FK_LINK_REFUSED);
    assert_non_null(strstr(link_.error, "say hello first"));
    say_hello();
}

static void sequence_numbers_wrap(void **state)
{
    (void)state;
    struct fk_link_clock clock;
    start(1);
    fk_link_open(&link_, &line.transport, 0xFFFF);
    say_hello();
    link_.sequence = 0xFFFFFFFDu;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(fk_link_set_clock(&link_, 16000000, &clock), FK_LINK_OK);
    }
    assert_int_equal(link_.sequence, 4);
    assert_int_equal(link_.repeats, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(board_introduces_itself),
        cmocka_unit_test(clock_is_set_or_refused),
        cmocka_unit_test(operations_run_on_the_board),
        cmocka_unit_test(first_calls_start_from_nothing),
        cmocka_unit_test(later_calls_follow_one_that_left_something),
        cmocka_unit_test(refusals_are_no_results),
        cmocka_unit_test(every_fault_is_recovered),
        cmocka_unit_test(no_wrong_result_ever),
        cmocka_unit_test(damaged_answers_are_never_results),
        cmocka_unit_test(a_silent_board_is_reported_in_time),
        cmocka_unit_test(a_babbling_line_is_given_up),
        cmocka_unit_test(a_broken_transport_is_named),
        cmocka_unit_test(whole_answers_that_mean_nothing_are_refused),
        cmocka_unit_test(another_version_is_named),
        cmocka_unit_test(the_board_is_silent_until_asked),
        cmocka_unit_test(the_board_executes_a_request_once),
        cmocka_unit_test(the_board_says_what_is_wrong_with_a_request),
        cmocka_unit_test(conversations_do_not_mix),
        cmocka_unit_test(sequence_numbers_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
