/* SPDX-License-Identifier: MIT */
/*
 * The rules of fetch, flash and neighbours written down a second time, plainly, and compared with
 * the virtual board on random programs: straight lines, branches ahead, loops, loads and stores, at
 * every number of wait states, with and without prefetch and cache, cold and warm. The seed is
 * fixed and printed with a difference.
 */
#include "snippet_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CODE 0x08020000u /* an erased part of the flash, a multiple of 1024 */
#define SCRATCH 0x20002000u
#define HALFWORDS 2048 /* of a program at most */
#define PROGRAMS 60
#define NEVER UINT64_MAX

/* ---- Programs ---- */

enum kind {
    OTHER, /* 1 cycle, writes no address */
    MAKES_ADDRESS,
    LOAD,              /* single, from r0 */
    LOAD_MADE_ADDRESS, /* single, from r7 */
    STORE,             /* immediate offset */
    STORE_BY_REGISTER, /* r0 + r6 */
    THREE,             /* LDRD */
    FOUR,              /* LDM of three */
    BRANCH,            /* P = 1 */
    LEAVE,             /* the end of the program */
};

struct program {
    uint16_t code[HALFWORDS];
    uint8_t kind[HALFWORDS]; /* of the instruction that starts there */
    unsigned length;
};

static uint64_t random_state;

/* splitmix64 */
static uint32_t draw(uint32_t below)
{
    uint64_t z = random_state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ z >> 31) >> 33) % below;
}

static void put(struct program *program, enum kind kind, uint16_t first)
{
    program->kind[program->length] = (uint8_t)kind;
    program->code[program->length++] = first;
}

static void put_wide(struct program *program, enum kind kind, uint16_t first, uint16_t second)
{
    put(program, kind, first);
    put(program, OTHER, second);
}

/* One instruction that goes on to the next. */
static void put_plain(struct program *program)
{
    switch (draw(14)) {
    case 0:
    case 1:
        put(program, OTHER, 0xBF00); /* nop */
        break;
    case 2:
        put(program, OTHER, 0x3201); /* adds r2, #1 */
        break;
    case 3:
    case 4:
        put_wide(program, OTHER, 0xF102, 0x0201); /* add.w r2, r2, #1 */
        break;
    case 5:
        put_wide(program, OTHER, 0xFBA2, 0x4502); /* umull r4, r5, r2, r2 */
        break;
    case 6:
        put(program, MAKES_ADDRESS, 0x1C07); /* adds r7, r0, #0 */
        break;
    case 7:
        put(program, LOAD, 0x6841); /* ldr r1, [r0, #4] */
        break;
    case 8:
        put_wide(program, LOAD, 0xF8D0, 0x1008); /* ldr.w r1, [r0, #8] */
        break;
    case 9:
        put(program, LOAD_MADE_ADDRESS, 0x6839); /* ldr r1, [r7] */
        break;
    case 10:
        put(program, STORE, 0x6042); /* str r2, [r0, #4] */
        break;
    case 11:
        put(program, STORE_BY_REGISTER, 0x5182); /* str r2, [r0, r6] */
        break;
    case 12:
        put_wide(program, THREE, 0xE9D0, 0x4502); /* ldrd r4, r5, [r0, #8] */
        break;
    default:
        put_wide(program, FOUR, 0xE890, 0x0032); /* ldm r0, {r1, r4, r5} */
        break;
    }
}

static void put_plains(struct program *program, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        put_plain(program);
    }
}

/* A branch over 1 to 20 halfwords of NOP; never to the next instruction. */
static void put_skip(struct program *program)
{
    unsigned over = 1 + draw(20);
    if (draw(2) == 0) {
        /* From pc + 4: imm11 in halfwords. */
        put(program, BRANCH, (uint16_t)(0xE000 | (over - 1)));
    } else {
        put_wide(program, BRANCH, 0xF000, (uint16_t)(0xB800 | over));
    }
    for (unsigned i = 0; i < over; i++) {
        put(program, OTHER, 0xBF00);
    }
}

/* MOVS r3; a body; SUBS r3; BNE.W back (encoding T3: S, J1, J2 are ones for a short way back). */
static void put_loop(struct program *program)
{
    unsigned times = 2 + draw(3);
    put(program, OTHER, (uint16_t)(0x2300 | times));
    unsigned start = program->length;
    unsigned most = draw(4) == 0 ? 500 : 60; /* sometimes about as large as the cache */
    put_plains(program, 1 + draw(most));
    if (draw(2) == 0) {
        put_skip(program);
        put_plains(program, draw(20));
    }
    put(program, OTHER, 0x3B01);
    uint32_t offset = (uint32_t)(2 * ((int)start - (int)program->length) - 4);
    put_wide(program, BRANCH, (uint16_t)(0xF440 | (offset >> 12 & 0x3F)),
             (uint16_t)(0xA800 | (offset >> 1 & 0x7FF)));
}

/* r0 = scratch, r6 = 0, r7 = r0. What follows the end is erased flash. */
static void make_program(struct program *program)
{
    memset(program, 0, sizeof *program);
    put(program, OTHER, 0x2600);         /* movs r6, #0 */
    put(program, MAKES_ADDRESS, 0x1C07); /* adds r7, r0, #0 */
    put(program, OTHER, 0xBF00);
    while (program->length < 1200) {
        put_plains(program, draw(30));
        if (draw(3) != 0) {
            put_skip(program);
        } else {
            put_loop(program);
        }
    }
    put_plains(program, 10);
    put(program, LEAVE, 0x4770); /* bx lr */
}

/* ---- The flash: rules 1 to 6 ---- */

#define LINES 128 /* of the cache, and no line is number 0 */

struct flash {
    unsigned wait_states;
    bool prefetch, cache;
    uint32_t line[LINES]; /* 0: empty */
    uint64_t used[LINES];
    uint64_t uses;
    uint32_t current, prefetched;
    uint64_t prefetched_done, port_free;
};

static int cache_index(const struct flash *flash, uint32_t line)
{
    for (int i = 0; flash->cache && i < LINES; i++) {
        if (flash->line[i] == line) {
            return i;
        }
    }
    return -1;
}

static void cache_fill(struct flash *flash, uint32_t line)
{
    int oldest = 0;
    for (int i = 1; i < LINES; i++) {
        if (flash->used[i] < flash->used[oldest]) {
            oldest = i;
        }
    }
    flash->line[oldest] = line;
    flash->used[oldest] = ++flash->uses;
}

static uint64_t read_port(struct flash *flash, uint64_t from)
{
    uint64_t start = from > flash->port_free ? from : flash->port_free;
    flash->port_free = start + flash->wait_states + 1;
    return flash->port_free;
}

/* The stall of the word at `address` whose data phase begins at T. */
static uint64_t stall(struct flash *flash, uint64_t T, uint32_t address)
{
    uint32_t line = address / 8;
    uint64_t done = 0;
    if (line == flash->current) {
        return 0;
    }
    int index = cache_index(flash, line);
    if (line == flash->prefetched) {
        done = flash->prefetched_done;
        flash->prefetched = 0;
        cache_fill(flash, line);
    } else if (index >= 0) {
        flash->used[index] = ++flash->uses;
    } else {
        done = read_port(flash, T);
        cache_fill(flash, line);
    }
    flash->current = line;
    if (flash->prefetch && cache_index(flash, line + 1) < 0 && flash->prefetched != line + 1) {
        flash->prefetched = line + 1;
        flash->prefetched_done = read_port(flash, T);
    }
    return done > T + 1 ? done - T - 1 : 0;
}

/* ---- The fetch unit ---- */

struct fetch {
    struct flash flash;
    uint32_t first, next;                       /* words, by address / 4 */
    uint64_t R, DE;                             /* of the word before next */
    uint64_t data_end[HALFWORDS], F[HALFWORDS]; /* by word - CODE / 4 */
};

/* When the next word would be asked for; NEVER while its slot is in use with no end known. */
static uint64_t request_cycle(const struct fetch *fetch)
{
    uint64_t earliest = fetch->R + 1 > fetch->DE ? fetch->R + 1 : fetch->DE;
    if (fetch->next == fetch->first) {
        return fetch->R;
    }
    if (fetch->next - fetch->first < 3) {
        return earliest;
    }
    uint64_t freed = fetch->F[fetch->next - 3 - CODE / 4];
    if (freed == NEVER) {
        return NEVER;
    }
    return earliest >= freed - 1 ? earliest : freed;
}

static void request(struct fetch *fetch)
{
    fetch->R = request_cycle(fetch);
    assert_true(fetch->R != NEVER);
    uint32_t word = fetch->next++;
    fetch->DE = fetch->R + 1 + stall(&fetch->flash, fetch->R + 1, word * 4);
    fetch->data_end[word - CODE / 4] = fetch->DE;
    fetch->F[word - CODE / 4] = NEVER;
}

static void redirect(struct fetch *fetch, uint64_t R, uint32_t address)
{
    fetch->first = fetch->next = address / 4;
    fetch->R = R;
}

/* The last cycle of the data phase of a word. */
static uint64_t data_end_of(struct fetch *fetch, uint32_t word)
{
    while (fetch->next <= word) {
        request(fetch);
    }
    return fetch->data_end[word - CODE / 4];
}

/* ---- Comparison ---- */

static const unsigned costs[] = {
    [OTHER] = 1,  [MAKES_ADDRESS] = 1,
    [LOAD] = 2,   [LOAD_MADE_ADDRESS] = 2,
    [STORE] = 1,  [STORE_BY_REGISTER] = 2,
    [THREE] = 3,  [FOUR] = 4,
    [BRANCH] = 1, [LEAVE] = 1,
};

static unsigned cost(enum kind kind, enum kind next)
{
    bool single_load = kind == LOAD || kind == LOAD_MADE_ADDRESS;
    if (single_load && (next == LOAD || next == LOAD_MADE_ADDRESS || next == STORE_BY_REGISTER)) {
        return 1;
    }
    if (kind == MAKES_ADDRESS && next == LOAD_MADE_ADDRESS) {
        return 2;
    }
    return costs[kind];
}

static unsigned size_at(const struct program *program, uint32_t offset)
{
    return program->code[offset] >= 0xE800 ? 2 : 1; /* halfwords */
}

/* What the board recorded of one call against the rules. */
static void compare(const struct snippet_board *board, const struct program *program, unsigned seed,
                    struct flash *flash)
{
    struct fetch *fetch = calloc(1, sizeof *fetch);
    assert_non_null(fetch);
    const struct snippet_step *trace = board->trace;
    assert_in_range(board->steps, 100, SNIPPET_TRACE - 1);
    fetch->flash = *flash;
    /* Where a call begins is not in the rules: the unit holds the first three words, the line of
     * the third is the current one, and the port is idle. */
    fetch->flash.current = (CODE + 8) / 8;
    fetch->flash.prefetched = 0;
    fetch->flash.port_free = 0;
    fetch->first = CODE / 4;
    fetch->next = fetch->first + 3;
    fetch->R = trace[0].cycle - 1;
    fetch->DE = trace[0].cycle;
    for (unsigned i = 0; i < 3; i++) {
        fetch->data_end[i] = trace[0].cycle - 2;
        fetch->F[i] = NEVER;
    }
    uint64_t E = 0, end = 0;
    for (size_t i = 0; i < board->steps; i++) {
        uint32_t at = (trace[i].address - CODE) / 2;
        assert_true(at < program->length);
        unsigned halfwords = size_at(program, at);
        uint32_t last = (trace[i].address + 2 * (halfwords - 1)) / 4;
        uint64_t available = data_end_of(fetch, last) + 2;
        E = end > available ? end : available;
        if (E != trace[i].cycle) {
            fail_msg("seed %u: instruction %zu at 0x%08x starts at %llu, by the rules at %llu (W "
                     "%u%s%s)",
                     seed, i, (unsigned)trace[i].address, (unsigned long long)trace[i].cycle,
                     (unsigned long long)E, flash->wait_states, flash->prefetch ? ", prefetch" : "",
                     flash->cache ? ", cache" : "");
        }
        for (unsigned k = 0; k < halfwords; k++) {
            uint32_t halfword = trace[i].address + 2 * k;
            if (halfword % 4 == 2) {
                fetch->F[halfword / 4 - CODE / 4] = E;
            }
        }
        if (i + 1 == board->steps) {
            break;
        }
        uint32_t next = trace[i + 1].address;
        enum kind kind = program->kind[at];
        unsigned c = cost(kind, program->kind[(next - CODE) / 2]);
        end = E + c;
        if (next != trace[i].address + 2 * halfwords) {
            assert_int_equal(kind, BRANCH);
            uint64_t R = E + c - 1 + 1 - 2; /* P = 1 */
            while (request_cycle(fetch) < R) {
                request(fetch);
            }
            redirect(fetch, R > fetch->DE ? R : fetch->DE, next);
            end = 0;
        }
    }
    *flash = fetch->flash;
    free(fetch);
}

static void random_programs(void **state)
{
    (void)state;
    static struct program program;
    struct snippet_board *board =
        snippet_open((struct snippet_options){.mode = FK_VBOARD_TIMED}, "snippets");
    uint64_t executed = 0;
    snippet_call(board, "prepare", 0, NULL);
    for (unsigned i = 0; i < PROGRAMS; i++) {
        unsigned seed = 20260101 + i;
        random_state = seed;
        make_program(&program);
        assert_true(program.length < HALFWORDS);
        assert_true(
            fk_vboard_memory_write(board->vboard, CODE, program.code, 2 * (size_t)program.length));
        struct flash flash = {
            .wait_states = i % 5, .prefetch = (i / 5 & 1) != 0, .cache = (i / 10 & 1) != 0};
        snippet_call(board, "set_flash",
                     SNIPPET_ARGUMENTS(flash.wait_states | (flash.prefetch ? 0x100u : 0) |
                                       (flash.cache ? 0x200u : 0)));
        for (unsigned again = 0; again < 2; again++) {
            snippet_clear(board);
            uint32_t argument = SCRATCH;
            struct fk_vboard_stop stop =
                fk_vboard_call(board->vboard, CODE | 1, &argument, 1, NULL);
            if (stop.end != FK_VBOARD_END_RETURNED) {
                fail_msg("program %u: %s", i, stop.message);
            }
            compare(board, &program, seed, &flash);
            executed += board->steps;
        }
    }
    print_message("%llu instructions agree\n", (unsigned long long)executed);
    snippet_close(board);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_programs),
    };
    int skip = snippet_skip();
    return skip != 0 ? skip : cmocka_run_group_tests(tests, NULL, NULL);
}
