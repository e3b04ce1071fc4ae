/* SPDX-License-Identifier: MIT */
#include "trial_board.h"

#include "firmware/commands.h"
#include "link/board.h"
#include "workbench/inputs.h"

#include <string.h>

static struct trial_fault fault;
static unsigned calls, timed_calls;
static struct fk_link_board_side side;
static struct fk_commands commands;

/* What the board sent and the host has not taken. */
static char sent[8 * FK_LINK_LINE_BYTES];
static size_t sent_bytes;

static int operate(enum fk_link_curve curve, enum fk_link_operation operation, uint8_t *output,
                   const uint8_t *private_key, const uint8_t *public_key)
{
    struct fk_input input;
    calls++;
    memset(&input, 0, sizeof input);
    memcpy(input.private_key, private_key, fk_link_sizes[curve].private_key);
    if (public_key != NULL) {
        memcpy(input.public_key, public_key, fk_link_sizes[curve].public_key);
    }
    if (calls == fault.refused_call || !fk_independent_answer(&input, curve, operation)) {
        return TRIAL_REFUSAL;
    }
    memcpy(output, input.answer, input.answer_bytes);
    if (calls == fault.wrong_call) {
        output[input.answer_bytes - 1] ^= 0x80;
    }
    return 0;
}

static int x25519_public_key(uint8_t *public_key, const uint8_t *private_key)
{
    return operate(FK_LINK_X25519, FK_LINK_PUBLIC_KEY, public_key, private_key, NULL);
}

static int x25519_shared_secret(uint8_t *secret, const uint8_t *private_key,
                                const uint8_t *public_key)
{
    return operate(FK_LINK_X25519, FK_LINK_SHARED_SECRET, secret, private_key, public_key);
}

static int p256_public_key(uint8_t *public_key, const uint8_t *private_key)
{
    return operate(FK_LINK_P256, FK_LINK_PUBLIC_KEY, public_key, private_key, NULL);
}

static void p256_forget(void)
{
}

const struct fk_implementation fk_implementation = {
    .struct_bytes = sizeof(struct fk_implementation),
    .name = TRIAL_NAME,
    .variant = TRIAL_VARIANT,
    .version = "1",
    .curves[FK_CURVE_X25519] = {.public_key = x25519_public_key,
                                .public_key_includes = "encode",
                                .shared_secret = x25519_shared_secret,
                                .shared_secret_includes = "decode encode"},
    .curves[FK_CURVE_P256] = {.public_key = p256_public_key,
                              .public_key_includes = "table",
                              .forget = p256_forget},
};

const struct fk_build fk_build = {.compiler = "none", .flags = "none", .code_memory = "flash"};

const char fk_board_name[] = TRIAL_BOARD;
const char fk_board_clocks[] = "8000000 or 16000000";

enum fk_board_clock_status fk_board_set_clock(uint32_t hz, struct fk_board_clock *clock)
{
    if (hz != 8000000u && hz != 16000000u) {
        return FK_BOARD_CLOCK_UNKNOWN;
    }
    *clock = (struct fk_board_clock){.hz = hz};
    return FK_BOARD_CLOCK_SET;
}

uint32_t fk_board_time(void (*call)(void *), void *argument)
{
    unsigned before = calls;
    call(argument);
    if (calls == before) {
        return 0; /* the empty call */
    }
    static const uint32_t cycles[] = {4000, 5000, 3000};
    return cycles[++timed_calls % 3];
}

size_t fk_board_stack(void (*call)(void *), void *argument)
{
    unsigned before = calls;
    call(argument);
    return calls == before ? 0 : TRIAL_STACK_BYTES;
}

void fk_board_restart_memory(void)
{
}

/* Each timed call then has one before it that is not timed. */
bool fk_board_memory_untouched(void)
{
    return false;
}

static void execute(void *context, char *request, struct fk_link_text *answer)
{
    (void)context;
    fk_commands_execute(&commands, request, answer);
}

static void send_to_host(void *context, const char *bytes, size_t length)
{
    (void)context;
    memcpy(sent + sent_bytes, bytes, length);
    sent_bytes += length;
}

static bool is_dead(void)
{
    return fault.last_call != 0 && calls >= fault.last_call;
}

static int transport_send(void *context, const void *bytes, size_t length)
{
    (void)context;
    for (size_t i = 0; i < length && !fault.silent; i++) {
        fk_link_board_take(&side, ((const uint8_t *)bytes)[i]);
    }
    return 0;
}

static int transport_receive(void *context, void *bytes, size_t size, unsigned timeout_ms)
{
    (void)context;
    (void)timeout_ms;
    if (is_dead()) {
        return -1;
    }
    size_t taken = sent_bytes < size ? sent_bytes : size;
    memcpy(bytes, sent, taken);
    sent_bytes -= taken;
    memmove(sent, sent + taken, sent_bytes);
    return (int)taken;
}

static const char *transport_reason(void *context)
{
    (void)context;
    return "the trial board is dead";
}

void trial_board_start(const struct trial_fault *new_fault)
{
    fault = *new_fault;
    calls = timed_calls = 0;
    sent_bytes = 0;
    memset(&side, 0, sizeof side);
    memset(&commands, 0, sizeof commands);
    side.execute = execute;
    side.send = send_to_host;
}

struct fk_link_transport trial_board_transport(void)
{
    return (struct fk_link_transport){
        .send = transport_send, .receive = transport_receive, .reason = transport_reason};
}

unsigned trial_board_calls(void)
{
    return calls;
}
