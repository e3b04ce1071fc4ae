/* SPDX-License-Identifier: MIT */
/*
 * Proves, by trying all candidates, that no addition of the P-256 multiplications meets equal,
 * opposite or neutral points, for any scalar in 1 ... n - 1. The group law of src/p256/p256_point.h
 * has no answer for those.
 *
 *   p256_digits
 *
 * prints what it finds for each scheme and ends with status 0 where the schemes that the library
 * uses have no exception and those that are known to have one, kept as a control, have it.
 *
 * A scheme is a sequence of groups of bit positions. The sum starts with the first group's digits;
 * for each other group it is doubled until the group's lowest position has weight 1, and T, the
 * signed sum of the group's digits, is added. At that time the sum is N times the point, where
 *
 *   N = sum of s_i 2^(i - e) over the positions i already used, s_i = 1 or -1,
 *
 * e the doublings still to come. An exception is N = T, N = -T or N = 0 modulo n: N = r T + m n
 * with r = 1, -1 or 0. N is at most S = sum of 2^(i - e), which leaves few m. And a number N is
 * such a sum exactly where (N + S) / 2 is a sum of some of the 2^(i - e): where it has no other
 * bits.
 *
 * What is found this way still needs a scalar: 2^e (N + T), changed by at most the sum of 2^i over
 * the positions not yet used, must be in 1 ... n - 1. Where e = 0 and none are left, it is that
 * scalar (or n minus the library's, where that is even).
 */
#include <stdio.h>

#include "../../src/p256/p256_table.h"
#include "../p256_table/number.h"

#define POSITIONS 260
#define MAX_TEETH 5

enum direction { DOWN, UP };

struct group {
    unsigned position[MAX_TEETH];
    unsigned doublings_left; /* e */
};

struct scheme {
    const char *name;
    unsigned expected; /* exceptions */
    unsigned teeth;    /* positions in a group */
    unsigned groups;
    struct group group[POSITIONS];
};

static number n;

static void add_group(struct scheme *s, unsigned first, unsigned spacing, unsigned doublings_left)
{
    struct group *const g = &s->group[s->groups++];

    for (unsigned i = 0; i < s->teeth; i++) {
        g->position[i] = first + spacing * i;
    }
    g->doublings_left = doublings_left;
}

static void windows(struct scheme *s, unsigned width)
{
    s->teeth = width;
    for (unsigned i = POSITIONS / width; i-- > 0;) {
        add_group(s, width * i, 1, width * i);
    }
}

/* The columns of a comb downwards; in each the tables down or up. */
static void comb(struct scheme *s, enum direction tables)
{
    s->teeth = FK_P256_COMB_TEETH;
    for (unsigned column = FK_P256_COMB_SHIFT; column-- > 0;) {
        for (unsigned i = 0; i < FK_P256_COMB_TABLES; i++) {
            const unsigned table = tables == UP ? i : FK_P256_COMB_TABLES - 1 - i;

            add_group(s, FK_P256_COMB_SHIFT * table + column, FK_P256_COMB_SPACING, column);
        }
    }
}

static number negative(number a)
{
    return number_sub(number_from_int(0), a);
}

/* Whether a, not negative, has no bit that mask has not. */
static int is_within(number a, number mask)
{
    for (int i = 0; i < NUMBER_WORDS; i++) {
        if ((a.word[i] & ~mask.word[i]) != 0) {
            return 0;
        }
    }
    return 1;
}

static void print_number(number a)
{
    for (unsigned i = 256; i > 0; i -= 32) {
        printf("%08X", (unsigned)number_bits(a, i - 32, 32));
    }
}

/* Whether the sum can be N before T is added, for a scalar in range; says so if it can. */
static unsigned check(const struct scheme *s, unsigned step, number used, number left, number sum,
                      number t, const char *meets)
{
    const unsigned e = s->group[step].doublings_left;

    if (number_is_less(used, sum) || number_is_less(used, negative(sum)) ||
        number_bits(number_add(sum, used), 0, 1) != 0 ||
        !is_within(number_half(number_add(sum, used)), used)) {
        return 0;
    }
    const number scalar = number_shift_left(number_add(sum, t), e);
    const number least = number_sub(scalar, left);
    const number most = number_add(scalar, left);

    if (!number_is_less(number_from_int(0), most) || !number_is_less(least, n)) {
        return 0;
    }
    printf("  addition %u of %u meets %s", step, s->groups - 1, meets);
    if (step == s->groups - 1) {
        printf(" for ");
        print_number(scalar);
    }
    printf("\n");
    return 1;
}

static unsigned exceptions(const struct scheme *s)
{
    number used = number_from_int(0); /* S 2^e: all positions that have been added */
    number all = number_from_int(0);
    unsigned found = 0;

    for (unsigned i = 0; i < POSITIONS; i++) {
        all = number_add(all, number_power_of_two(i));
    }
    for (unsigned step = 0; step < s->groups; step++) {
        const struct group *const g = &s->group[step];
        number now = used, powers[MAX_TEETH];

        for (unsigned i = 0; i < s->teeth; i++) {
            powers[i] = number_power_of_two(g->position[i] - g->doublings_left);
            now = number_add(now, number_power_of_two(g->position[i]));
        }
        const number left = number_sub(all, now);
        number scaled = used;
        for (unsigned i = 0; i < g->doublings_left; i++) {
            scaled = number_half(scaled);
        }
        number limit = number_from_int(0); /* the largest multiple of n to try */
        while (step > 0 && !number_is_less(number_add(scaled, number_shift_left(n, 1)), limit)) {
            limit = number_add(limit, n);
        }
        for (unsigned signs = 0; step > 0 && signs < 1u << s->teeth; signs++) {
            number t = number_from_int(0);

            for (unsigned i = 0; i < s->teeth; i++) {
                t = (signs >> i & 1) != 0 ? number_add(t, powers[i]) : number_sub(t, powers[i]);
            }
            for (number mn = negative(limit); !number_is_less(limit, mn); mn = number_add(mn, n)) {
                found += check(s, step, scaled, left, number_add(mn, t), t, "equal points");
                found += check(s, step, scaled, left, number_sub(mn, t), t, "opposite points");
                found += check(s, step, scaled, left, mn, t, "the neutral element");
            }
        }
        used = now;
    }
    return found;
}

int main(void)
{
    static struct scheme schemes[] = {
        {.name = "windows of 5 bits, as for any point", .expected = 0},
        {.name = "comb, tables downwards, as for the base point", .expected = 0},
        {.name = "windows of 4 bits (control)", .expected = 1},
        {.name = "comb, tables upwards (control)", .expected = 1},
    };
    int status = 0;

    n = number_from_hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
    windows(&schemes[0], 5);
    comb(&schemes[1], DOWN);
    windows(&schemes[2], 4);
    comb(&schemes[3], UP);
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        printf("%s\n", schemes[i].name);
        const unsigned found = exceptions(&schemes[i]);

        printf("  %u exceptions in %u additions, %u expected\n", found, schemes[i].groups - 1,
               schemes[i].expected);
        if (found != schemes[i].expected) {
            status = 1;
        }
    }
    return status;
}
