/* SPDX-License-Identifier: MIT */
#include "firmware/commands.h"

_Static_assert((int)FK_CURVE_X25519 == (int)FK_LINK_X25519 &&
                   (int)FK_CURVE_X448 == (int)FK_LINK_X448 &&
                   (int)FK_CURVE_P256 == (int)FK_LINK_P256 &&
                   (int)FK_CURVE_COUNT == (int)FK_LINK_CURVES,
               "the link and the implementations count the curves alike");

/* One call of an operation, made by `call` through the pointer that its operation has. */
struct call {
    enum fk_link_operation operation;
    fk_public_key_fn *public_key_fn;
    fk_shared_secret_fn *shared_secret_fn;
    uint8_t *output;
    const uint8_t *private_key;
    const uint8_t *public_key;
    int status;
};

static void call_operation(void *argument)
{
    struct call *call = argument;
    if (call->operation == FK_LINK_PUBLIC_KEY) {
        call->status = call->public_key_fn(call->output, call->private_key);
    } else {
        call->status = call->shared_secret_fn(call->output, call->private_key, call->public_key);
    }
}

static int empty_public_key(uint8_t *public_key, const uint8_t *private_key)
{
    (void)public_key;
    (void)private_key;
    return 0;
}

static int empty_shared_secret(uint8_t *shared_secret, const uint8_t *private_key,
                               const uint8_t *public_key)
{
    (void)shared_secret;
    (void)private_key;
    (void)public_key;
    return 0;
}

/* The cost of everything around an operation: the same call of a function that does nothing. */
static void measure_empty_calls(struct fk_commands *commands)
{
    commands->empty_measured = true;
    for (int operation = 0; operation < FK_LINK_OPERATIONS; operation++) {
        struct call call = {
            .operation = (enum fk_link_operation)operation,
            .public_key_fn = empty_public_key,
            .shared_secret_fn = empty_shared_secret,
            .output = commands->output,
            .private_key = commands->private_key,
            .public_key = commands->public_key,
        };
        commands->empty_cycles[operation] = fk_board_time(call_operation, &call);
        commands->empty_stack_bytes[operation] = fk_board_stack(call_operation, &call);
    }
}

static bool offered(const struct fk_implementation_curve *curve, enum fk_link_operation operation)
{
    return operation == FK_LINK_PUBLIC_KEY ? curve->public_key != NULL
                                           : curve->shared_secret != NULL;
}

static void hello(struct fk_link_text *answer)
{
    fk_link_add_word(answer, "ok");
    fk_link_add_word(answer, fk_board_name);
    fk_link_add_word(answer, fk_implementation.name);
    fk_link_add_word(answer, fk_implementation.variant);
    fk_link_add_word(answer, fk_implementation.version);
    fk_link_add_word(answer, fk_build.code_memory);
}

static void describe(char *words, struct fk_link_text *answer)
{
    static const char *const names[] = {"compiler", "flags"};
    const char *const values[] = {fk_build.compiler, fk_build.flags};
    int which = fk_link_find(fk_link_word(&words), names, 2);
    if (which < 0) {
        fk_link_add_word(answer, "error there is 'describe compiler' and 'describe flags'");
        return;
    }
    fk_link_add_word(answer, "ok");
    fk_link_add_word(answer, values[which]);
}

/* The n-th operation that the image offers, counted over curves and operations. */
static void offer(char *words, struct fk_link_text *answer)
{
    uint64_t left;
    if (!fk_link_number(fk_link_word(&words), 255, &left)) {
        fk_link_add_word(answer, "error 'offer' needs a number");
        return;
    }
    fk_link_add_word(answer, "ok");
    for (int i = 0; i < FK_LINK_CURVES * FK_LINK_OPERATIONS; i++) {
        const struct fk_implementation_curve *curve =
            &fk_implementation.curves[i / FK_LINK_OPERATIONS];
        enum fk_link_operation operation = (enum fk_link_operation)(i % FK_LINK_OPERATIONS);
        if (!offered(curve, operation) || left-- != 0) {
            continue;
        }
        fk_link_add_word(answer, fk_link_curve_names[i / FK_LINK_OPERATIONS]);
        fk_link_add_word(answer, fk_link_operation_names[operation]);
        fk_link_add_word(answer, curve->forget != NULL ? "differ" : "alike");
        fk_link_add_word(answer, operation == FK_LINK_PUBLIC_KEY ? curve->public_key_includes
                                                                 : curve->shared_secret_includes);
        return;
    }
    fk_link_add_word(answer, "none");
}

static void set_clock(struct fk_commands *commands, char *words, struct fk_link_text *answer)
{
    uint64_t hz;
    struct fk_board_clock clock;
    if (!fk_link_number(fk_link_word(&words), UINT32_MAX, &hz)) {
        fk_link_add_word(answer, "error 'clock' needs a number of hertz");
        return;
    }
    switch (fk_board_set_clock((uint32_t)hz, &clock)) {
    case FK_BOARD_CLOCK_UNKNOWN:
        fk_link_add_word(answer, "error the clock of this board can be");
        fk_link_add_word(answer, fk_board_clocks);
        fk_link_add_word(answer, "Hz");
        return;
    case FK_BOARD_CLOCK_FAILED:
        measure_empty_calls(commands);
        fk_link_add_word(answer, "error an oscillator or the flash interface does not get ready");
        return;
    case FK_BOARD_CLOCK_SET:
        break;
    }
    measure_empty_calls(commands);
    fk_link_add_word(answer, "ok");
    fk_link_add_number(answer, clock.hz);
    fk_link_add_number(answer, clock.flash_wait_states);
    fk_link_add_number(answer, clock.instruction_cache);
    fk_link_add_number(answer, clock.data_cache);
    fk_link_add_number(answer, clock.prefetch);
}

/*
 * Leaves nothing of earlier calls: neither the implementation's tables nor the state of the heap,
 * on which the time of an allocation depends. So a figure is a function of image, clock and inputs.
 */
static void forget_all(const struct fk_implementation_curve *curve)
{
    if (curve->forget != NULL) {
        curve->forget();
    }
    fk_board_restart_memory();
}

/* A call of which nothing is measured, from a memory without traces, and a look at what it left. */
static void call_unmeasured(struct fk_commands *commands, struct call *call, size_t curve)
{
    forget_all(&fk_implementation.curves[curve]);
    call_operation(call);
    commands->leaves_nothing[curve][call->operation] = fk_board_memory_untouched();
}

static bool read_call(struct fk_commands *commands, char **words, struct call *call, size_t *curve,
                      struct fk_link_text *answer)
{
    int which = fk_link_find(fk_link_word(words), fk_link_curve_names, FK_LINK_CURVES);
    int operation = fk_link_find(fk_link_word(words), fk_link_operation_names, FK_LINK_OPERATIONS);
    if (which < 0 || operation < 0 ||
        !offered(&fk_implementation.curves[which], (enum fk_link_operation)operation)) {
        fk_link_add_word(answer, "error this image does not offer that operation");
        return false;
    }
    *curve = (size_t)which;
    *call = (struct call){
        .operation = (enum fk_link_operation)operation,
        .public_key_fn = fk_implementation.curves[which].public_key,
        .shared_secret_fn = fk_implementation.curves[which].shared_secret,
        .output = commands->output,
        .private_key = commands->private_key,
        .public_key = commands->public_key,
    };
    return true;
}

static bool read_keys(struct fk_commands *commands, char **words, const struct call *call,
                      const struct fk_link_sizes *sizes, struct fk_link_text *answer)
{
    if (fk_link_from_hex(commands->private_key, sizes->private_key, fk_link_word(words)) &&
        (call->operation == FK_LINK_PUBLIC_KEY ||
         fk_link_from_hex(commands->public_key, sizes->public_key, fk_link_word(words))) &&
        fk_link_word(words) == NULL) {
        return true;
    }
    fk_link_add_word(answer, "error a key is missing or has another length than its curve's keys");
    return false;
}

static void add_outcome(struct fk_link_text *answer, const struct call *call,
                        const struct fk_link_sizes *sizes, const uint32_t *figure)
{
    fk_link_add_word(answer, "ok");
    if (call->status != 0) {
        fk_link_add_word(answer, "refused");
        fk_link_add_signed(answer, call->status);
        return;
    }
    fk_link_add_word(answer, "done");
    fk_link_add_hex(answer, call->output,
                    call->operation == FK_LINK_PUBLIC_KEY ? sizes->public_key
                                                          : sizes->shared_secret);
    if (figure != NULL) {
        fk_link_add_number(answer, *figure);
    }
}

enum verb { VERB_ANSWER, VERB_TIME, VERB_STACK, VERBS };
static const char *const verb_names[VERBS] = {"answer", "time", "stack"};

/* answer CURVE OPERATION PRIVATE [PUBLIC]
 * time|stack CURVE OPERATION first|later PRIVATE [PUBLIC] */
static void run(struct fk_commands *commands, enum verb verb, char *words,
                struct fk_link_text *answer)
{
    struct call call;
    size_t curve;
    if (!read_call(commands, &words, &call, &curve, answer)) {
        return;
    }
    int which = verb == VERB_ANSWER
                    ? FK_LINK_FIRST
                    : fk_link_find(fk_link_word(&words), fk_link_call_names, FK_LINK_CALLS);
    const struct fk_link_sizes *sizes = &fk_link_sizes[curve];
    if (which < 0) {
        fk_link_add_word(answer, "error the call is 'first' or 'later'");
        return;
    }
    if (!read_keys(commands, &words, &call, sizes, answer)) {
        return;
    }
    if (verb == VERB_ANSWER) {
        call_unmeasured(commands, &call, curve);
        add_outcome(answer, &call, sizes, NULL);
        return;
    }
    if (!commands->empty_measured) {
        measure_empty_calls(commands);
    }
    if (which == FK_LINK_LATER && !commands->leaves_nothing[curve][call.operation]) {
        call_unmeasured(commands, &call, curve);
    } else {
        forget_all(&fk_implementation.curves[curve]);
    }
    /* The output of this call, not of the one before, is what the host will check. */
    for (size_t i = 0; i < sizeof commands->output; i++) {
        commands->output[i] = 0;
    }
    size_t with = verb == VERB_TIME ? fk_board_time(call_operation, &call)
                                    : fk_board_stack(call_operation, &call);
    size_t without = verb == VERB_TIME ? commands->empty_cycles[call.operation]
                                       : commands->empty_stack_bytes[call.operation];
    if (with < without) {
        fk_link_add_word(answer, "error the call cost less than an empty one");
        return;
    }
    uint32_t figure = (uint32_t)(with - without);
    add_outcome(answer, &call, sizes, &figure);
}

void fk_commands_execute(struct fk_commands *commands, char *request, struct fk_link_text *answer)
{
    char *words = request;
    const char *name = fk_link_word(&words);
    static const char *const others[] = {"hello", "describe", "offer", "clock"};
    int verb = fk_link_find(name, verb_names, VERBS);
    if (verb >= 0) {
        run(commands, (enum verb)verb, words, answer);
        return;
    }
    switch (fk_link_find(name, others, 4)) {
    case 0:
        hello(answer);
        break;
    case 1:
        describe(words, answer);
        break;
    case 2:
        offer(words, answer);
        break;
    case 3:
        set_clock(commands, words, answer);
        break;
    default:
        fk_link_add_word(answer, "error there is no such request");
        break;
    }
}
