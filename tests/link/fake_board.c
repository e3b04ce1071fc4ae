/* SPDX-License-Identifier: MIT */
#include "fake_board.h"

#include <string.h>

struct fake_counts fake_counts;
uint64_t fake_log[FAKE_LOG_ENTRIES];
size_t fake_log_count;

void fake_output(uint8_t *output, size_t output_bytes, const uint8_t *private_key,
                 size_t private_bytes, const uint8_t *public_key, size_t public_bytes)
{
    uint32_t state = 0x811C9DC5u; /* FNV-1a, then one more step an output byte */
    for (size_t i = 0; i < private_bytes; i++) {
        state = (state ^ private_key[i]) * 0x01000193u;
    }
    for (size_t i = 0; i < public_bytes; i++) {
        state = (state ^ public_key[i]) * 0x01000193u;
    }
    for (size_t i = 0; i < output_bytes; i++) {
        state = (state ^ (uint32_t)i) * 0x01000193u;
        output[i] = (uint8_t)(state >> 24);
    }
}

static int operate(enum fk_curve curve, uint8_t *output, const uint8_t *private_key,
                   const uint8_t *public_key)
{
    const struct fk_link_sizes *sizes = &fk_link_sizes[curve];
    fake_counts.calls++;
    if (fake_log_count < FAKE_LOG_ENTRIES) {
        memcpy(&fake_log[fake_log_count++], private_key, sizeof fake_log[0]);
    }
    if (private_key[0] == FAKE_REFUSED_BYTE) {
        return FAKE_REFUSAL;
    }
    fake_output(output, public_key == NULL ? sizes->public_key : sizes->shared_secret, private_key,
                sizes->private_key, public_key, public_key == NULL ? 0 : sizes->public_key);
    return 0;
}

static int x25519_public_key(uint8_t *public_key, const uint8_t *private_key)
{
    return operate(FK_CURVE_X25519, public_key, private_key, NULL);
}

static int x25519_shared_secret(uint8_t *secret, const uint8_t *private_key,
                                const uint8_t *public_key)
{
    return operate(FK_CURVE_X25519, secret, private_key, public_key);
}

static int x448_shared_secret(uint8_t *secret, const uint8_t *private_key,
                              const uint8_t *public_key)
{
    return operate(FK_CURVE_X448, secret, private_key, public_key);
}

static int p256_public_key(uint8_t *public_key, const uint8_t *private_key)
{
    fake_counts.p256_calls_since_restart++;
    return operate(FK_CURVE_P256, public_key, private_key, NULL);
}

static int p256_shared_secret(uint8_t *secret, const uint8_t *private_key,
                              const uint8_t *public_key)
{
    fake_counts.p256_calls_since_restart++;
    return operate(FK_CURVE_P256, secret, private_key, public_key);
}

static void p256_forget(void)
{
    fake_counts.forgotten++;
}

const struct fk_implementation fk_implementation = {
    .struct_bytes = sizeof(struct fk_implementation),
    .name = "fake",
    .variant = "none",
    .version = "1.2",
    .curves[FK_CURVE_X25519] = {.public_key = x25519_public_key,
                                .public_key_includes = "clamp encode",
                                .shared_secret = x25519_shared_secret,
                                .shared_secret_includes = "clamp decode encode"},
    /* x448 public_key is not offered */
    .curves[FK_CURVE_X448] = {.shared_secret = x448_shared_secret,
                              .shared_secret_includes = "decode"},
    .curves[FK_CURVE_P256] = {.public_key = p256_public_key,
                              .public_key_includes = "table",
                              .shared_secret = p256_shared_secret,
                              .shared_secret_includes = "decode validate encode",
                              .forget = p256_forget},
};

const struct fk_build fk_build = {
    .compiler = "fakecc 3.1",
    .flags = "-O9 -fno-doubt",
    .code_memory = "flash",
};

const char fk_board_name[] = "fake-board";
const char fk_board_clocks[] = "16000000 or 80000000";

enum fk_board_clock_status fk_board_set_clock(uint32_t hz, struct fk_board_clock *clock)
{
    if (hz == 13u) {
        return FK_BOARD_CLOCK_FAILED;
    }
    if (hz != 16000000u && hz != 80000000u) {
        return FK_BOARD_CLOCK_UNKNOWN;
    }
    *clock = (struct fk_board_clock){hz, hz == 16000000u ? 0 : 4, true, true, true};
    return FK_BOARD_CLOCK_SET;
}

uint32_t fk_board_time(void (*call)(void *), void *argument)
{
    unsigned before = fake_counts.calls;
    call(argument);
    if (fake_counts.calls == before) {
        return FAKE_OVERHEAD_CYCLES;
    }
    fake_counts.timed++;
    return FAKE_OVERHEAD_CYCLES + FAKE_CYCLES;
}

size_t fk_board_stack(void (*call)(void *), void *argument)
{
    unsigned before = fake_counts.calls;
    call(argument);
    return fake_counts.calls == before ? FAKE_OVERHEAD_STACK_BYTES
                                       : FAKE_OVERHEAD_STACK_BYTES + FAKE_STACK_BYTES;
}

void fk_board_restart_memory(void)
{
    fake_counts.restarts++;
    fake_counts.p256_calls_since_restart = 0;
}

/* P-256 keeps something; the others do not. */
bool fk_board_memory_untouched(void)
{
    return fake_counts.p256_calls_since_restart == 0;
}

static void execute(void *context, char *request, struct fk_link_text *answer)
{
    struct fake_board *board = context;
    fk_commands_execute(&board->commands, request, answer);
}

/* link/board.h has one context for both callbacks: the board, whose sender is kept beside it. */
static void (*send_line)(void *context, const char *bytes, size_t length);
static void *send_context;

static void send(void *context, const char *bytes, size_t length)
{
    (void)context;
    send_line(send_context, bytes, length);
}

void fake_board_start(struct fake_board *board,
                      void (*send_to)(void *context, const char *bytes, size_t length),
                      void *context)
{
    memset(board, 0, sizeof *board);
    memset(&fake_counts, 0, sizeof fake_counts);
    board->side.execute = execute;
    board->side.send = send;
    board->side.context = board;
    send_line = send_to;
    send_context = context;
}
