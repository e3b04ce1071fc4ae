/* SPDX-License-Identifier: MIT */
/*
 * divstep_bounds BITS [STEPS]: how many division steps are enough for 0 <= g <= f < 2^BITS, when
 * delta starts at 1/2 (src/armv7em/invert.S has the steps). With STEPS, fails if it is another
 * number. It takes about a minute for 256 bits and a quarter of an hour for 448.
 *
 * The argument is Wuille's ("Bounds on divsteps iterations in safegcd", 2021). For each delta take
 * all points (f, g) that some number of steps can lead to. A step is linear, one of three maps, so
 * it takes the convex hull of the points to the convex hulls of their images. Start with the hull
 * of (0, 0), (2^BITS, 0), (2^BITS, 2^BITS), apply to each hull every map that its delta allows,
 * whether the points' parity does or not, and join what falls on the same delta. Where |g| < 1 on a
 * hull, all its g are 0, so it is dropped. When none is left, g is 0 for every start.
 *
 * Exact: after n steps coordinates are integers over 2^n, as multiples of 2^BITS.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BITS = 512, MOST_STEPS = 1280, WORDS = MOST_STEPS / 64 + 1 };

__extension__ typedef unsigned __int128 wide;

/* Two's complement; `words` of them are in use, the same number in all points of a step. */
struct number {
    uint64_t word[WORDS];
};

struct point {
    struct number f, g;
};

struct hull {
    struct point *points;
    size_t count, room;
};

static unsigned words = 1;

static bool is_negative(const struct number *a)
{
    return a->word[words - 1] >> 63 != 0;
}

static bool is_zero(const struct number *a)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < words; i++)
        any |= a->word[i];
    return any == 0;
}

/* a + (b, all bits inverted where mask is) + carry. */
static void combine(struct number *r, const struct number *a, const struct number *b, uint64_t mask)
{
    unsigned carry = mask & 1;
    for (unsigned i = 0; i < words; i++) {
        const wide sum = (wide)a->word[i] + (b->word[i] ^ mask) + carry;
        r->word[i] = (uint64_t)sum;
        carry = (unsigned)(sum >> 64);
    }
}

static void add(struct number *r, const struct number *a, const struct number *b)
{
    combine(r, a, b, 0);
}

static void subtract(struct number *r, const struct number *a, const struct number *b)
{
    combine(r, a, b, UINT64_MAX);
}

static int compare(const struct number *a, const struct number *b)
{
    struct number difference;
    subtract(&difference, a, b);
    return is_negative(&difference) ? -1 : !is_zero(&difference);
}

static int compare_points(const void *a, const void *b)
{
    const struct point *p = a, *q = b;
    const int by_f = compare(&p->f, &q->f);
    return by_f != 0 ? by_f : compare(&p->g, &q->g);
}

/* |a|, and the sign of a. */
static int magnitude(struct number *a)
{
    static const struct number zero;
    if (is_negative(a)) {
        subtract(a, &zero, a);
        return -1;
    }
    return !is_zero(a);
}

static void multiply(uint64_t *r, const struct number *a, const struct number *b)
{
    memset(r, 0, 2 * words * sizeof *r);
    for (unsigned i = 0; i < words; i++) {
        uint64_t carry = 0;
        for (unsigned j = 0; j < words; j++) {
            const wide sum = (wide)a->word[i] * b->word[j] + r[i + j] + carry;
            r[i + j] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        r[i + words] = carry;
    }
}

/* The sign of a b - c d. */
static int compare_products(struct number *a, struct number *b, struct number *c, struct number *d)
{
    const int left = magnitude(a) * magnitude(b), right = magnitude(c) * magnitude(d);
    uint64_t x[2 * WORDS], y[2 * WORDS];
    if (left != right || left == 0)
        return (left > right) - (left < right);
    multiply(x, a, b);
    multiply(y, c, d);
    for (unsigned i = 2 * words; i-- > 0;) {
        if (x[i] != y[i])
            return x[i] > y[i] ? left : -left;
    }
    return 0;
}

/* Whether p - q - r turns left. */
static bool turns_left(const struct point *p, const struct point *q, const struct point *r)
{
    struct number qf, qg, rf, rg;
    subtract(&qf, &q->f, &p->f);
    subtract(&qg, &q->g, &p->g);
    subtract(&rf, &r->f, &p->f);
    subtract(&rg, &r->g, &p->g);
    return compare_products(&qf, &rg, &qg, &rf) > 0;
}

static void *or_stop(void *memory)
{
    if (memory == NULL) {
        fputs("divstep_bounds: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

/* Leaves the corners alone: one side from the least f to the greatest, then the other side. */
static void reduce(struct hull *hull)
{
    if (hull->count < 3)
        return;
    qsort(hull->points, hull->count, sizeof *hull->points, compare_points);
    struct point *corners = or_stop(malloc((hull->count + 2) * 2 * sizeof *corners));
    size_t count = 0, fixed = 1;
    for (size_t i = 0; i < 2 * hull->count; i++) {
        const struct point *p = &hull->points[i < hull->count ? i : 2 * hull->count - 1 - i];
        if (count > 0 && compare_points(&corners[count - 1], p) == 0)
            continue;
        while (count > fixed && !turns_left(&corners[count - 2], &corners[count - 1], p))
            count--;
        corners[count++] = *p;
        if (i == hull->count - 1)
            fixed = count;
    }
    if (count > 1)
        count--; /* the first point once more */
    free(hull->points);
    hull->points = corners;
    hull->room = (hull->count + 2) * 2;
    hull->count = count;
}

static struct point *new_point(struct hull *hull)
{
    if (hull->count == hull->room) {
        hull->room = 2 * hull->room + 8;
        hull->points = or_stop(realloc(hull->points, hull->room * sizeof *hull->points));
    }
    return &hull->points[hull->count++];
}

/* Whether |g| < 2^steps everywhere, where 2^steps stands for 1 / 2^bits of the start. */
static bool is_finished(const struct hull *hull, unsigned steps, unsigned bits)
{
    for (size_t i = 0; i < hull->count; i++) {
        struct number g = hull->points[i].g;
        unsigned length = 0;
        (void)magnitude(&g);
        for (unsigned j = 0; j < words; j++) {
            for (unsigned k = 0; k < 64; k++) {
                if ((g.word[j] >> k & 1) != 0)
                    length = 64 * j + k + 1;
            }
        }
        if (length > 0 && length - 1 + bits >= steps)
            return false;
    }
    return true;
}

/* The hulls by delta - 1/2 + MOST_STEPS. */
static struct hull hulls[2][2 * MOST_STEPS + 1];

/* Images of a point, doubled: coordinates are integers over one more power of two. */
static void step(struct hull *next, int delta, const struct point *p)
{
    struct point *r = new_point(&next[MOST_STEPS + delta + 1]);
    add(&r->f, &p->f, &p->f);
    r->g = p->g;
    if (delta >= 0) {
        r = new_point(&next[MOST_STEPS - delta]);
        add(&r->f, &p->g, &p->g);
        subtract(&r->g, &p->g, &p->f);
    } else {
        r = new_point(&next[MOST_STEPS + delta + 1]);
        add(&r->f, &p->f, &p->f);
        add(&r->g, &p->g, &p->f);
    }
}

static void extend_signs(struct hull *all, unsigned by_words)
{
    for (int i = 0; i <= 2 * MOST_STEPS; i++) {
        for (size_t j = 0; j < all[i].count; j++) {
            struct point *p = &all[i].points[j];
            const uint64_t f = is_negative(&p->f) ? UINT64_MAX : 0;
            const uint64_t g = is_negative(&p->g) ? UINT64_MAX : 0;
            for (unsigned k = words; k < by_words; k++) {
                p->f.word[k] = f;
                p->g.word[k] = g;
            }
        }
    }
    words = by_words;
}

/* 0 if MOST_STEPS are not enough. */
static unsigned bound(unsigned bits)
{
    struct hull *now = hulls[0], *next = hulls[1];
    const struct point start[3] = {
        {{{0}}, {{0}}},
        {{{1}}, {{0}}},
        {{{1}}, {{1}}},
    };
    for (int i = 0; i < 3; i++)
        *new_point(&now[MOST_STEPS]) = start[i];
    for (unsigned steps = 1; steps < MOST_STEPS; steps++) {
        bool any = false;
        extend_signs(now, (steps + 3) / 64 + 1);
        for (int i = 0; i <= 2 * MOST_STEPS; i++)
            next[i].count = 0;
        for (int i = 0; i <= 2 * MOST_STEPS; i++) {
            for (size_t j = 0; j < now[i].count; j++)
                step(next, i - MOST_STEPS, &now[i].points[j]);
        }
        for (int i = 0; i <= 2 * MOST_STEPS; i++) {
            reduce(&next[i]);
            if (is_finished(&next[i], steps, bits))
                next[i].count = 0;
            any = any || next[i].count > 0;
        }
        if (!any)
            return steps;
        struct hull *other = now;
        now = next;
        next = other;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const unsigned long bits = argc >= 2 ? strtoul(argv[1], NULL, 10) : 0;
    if (argc > 3 || bits < 1 || bits > MOST_BITS) {
        fprintf(stderr, "usage: divstep_bounds BITS [STEPS], 1 to %d bits\n", MOST_BITS);
        return 2;
    }
    const unsigned steps = bound((unsigned)bits);
    printf("%lu bits: %u steps\n", bits, steps);
    if (argc == 3 && strtoul(argv[2], NULL, 10) != steps) {
        fprintf(stderr, "divstep_bounds: not %s\n", argv[2]);
        return 1;
    }
    return steps == 0;
}
