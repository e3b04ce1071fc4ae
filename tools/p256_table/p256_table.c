/* SPDX-License-Identifier: MIT */
/*
 * Writes the table of the fixed-base comb of P-256 (src/p256/p256_table.h) as a C source file, for
 * one representation of the field:
 *
 *   p256_table 9x29 > src/p256/p256_table_9x29.c
 *   p256_table 4x64 > src/p256/p256_table_4x64.c
 *
 * From the affine group law as SP 800-186 states it and numbers of its own: no code is shared with
 * the library, so a test that compares the table with the library's group law says something.
 */
#include <stdio.h>
#include <string.h>

#include "number.h"

#define TEETH 5
#define SPACING 52
#define TABLES 4
#define SHIFT 13
#define ENTRIES (1 << (TEETH - 1))

struct point {
    number x, y;
};

struct representation {
    const char *name;
    const char *guard;
    unsigned limbs;
    unsigned bits;            /* of a limb */
    unsigned montgomery_bits; /* R = 2^montgomery_bits */
};

static const struct representation representations[] = {
    {"9x29", "FK_LIMBS_32", 9, 29, 261},
    {"4x64", "FK_LIMBS_64", 4, 64, 256},
};

static number p;

/* b = a or b of another x-coordinate; not the opposite of a. */
static struct point add(struct point a, struct point b)
{
    number above, below;
    struct point r;

    if (number_is_zero(number_sub(a.x, b.x))) {
        const number x2 = number_mod_mul(a.x, a.x, p);

        /* 3 x^2 - 3 over 2 y */
        above = number_mod_sub(x2, number_from_int(1), p);
        above = number_mod_mul(above, number_from_int(3), p);
        below = number_mod_add(a.y, a.y, p);
    } else {
        above = number_mod_sub(b.y, a.y, p);
        below = number_mod_sub(b.x, a.x, p);
    }
    const number slope = number_mod_mul(above, number_mod_inverse(below, p), p);

    r.x = number_mod_mul(slope, slope, p);
    r.x = number_mod_sub(r.x, a.x, p);
    r.x = number_mod_sub(r.x, b.x, p);
    r.y = number_mod_sub(a.x, r.x, p);
    r.y = number_mod_mul(r.y, slope, p);
    r.y = number_mod_sub(r.y, a.y, p);
    return r;
}

static struct point negative(struct point a)
{
    a.y = number_mod_sub(number_from_int(0), a.y, p);
    return a;
}

static void print_element(const struct representation *as, number value)
{
    number r = value;

    for (unsigned i = 0; i < as->montgomery_bits; i++) {
        r = number_mod_add(r, r, p);
    }
    printf("{{");
    for (unsigned i = 0; i < as->limbs; i++) {
        printf("%s0x", i != 0 ? ", " : "");
        if (as->bits > 32) {
            printf("%08X", (unsigned)number_bits(r, i * as->bits + 32, as->bits - 32));
        }
        printf("%08X", (unsigned)number_bits(r, i * as->bits, as->bits > 32 ? 32 : as->bits));
    }
    printf("}}");
}

static void print_table(const struct representation *as)
{
    /* power[i] = 2^i G for the positions of all teeth. */
    static struct point power[TEETH * SPACING];

    p = number_from_hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
    power[0].x =
        number_from_hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296");
    power[0].y =
        number_from_hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5");
    for (int i = 1; i < TEETH * SPACING; i++) {
        power[i] = add(power[i - 1], power[i - 1]);
    }

    printf(
        "/* SPDX-License-Identifier: MIT */\n"
        "/* Generated: p256_table %s > src/p256/p256_table_%s.c. Do not edit. */\n"
        "#include \"../common/config.h\"\n\n"
        "#if defined(%s)\n\n"
        "#include \"p256_table.h\"\n\n"
        "/* clang-format off */\n"
        "const fk_p256_affine fk_p256_comb_table[FK_P256_COMB_TABLES][FK_P256_COMB_ENTRIES] = {\n",
        as->name, as->name, as->guard);
    for (int table = 0; table < TABLES; table++) {
        printf("    {\n");
        for (int entry = 0; entry < ENTRIES; entry++) {
            struct point sum = power[SHIFT * table + SPACING * (TEETH - 1)];

            for (int tooth = 0; tooth < TEETH - 1; tooth++) {
                const struct point term = power[SHIFT * table + SPACING * tooth];

                sum = add(sum, (entry >> tooth & 1) != 0 ? term : negative(term));
            }
            printf("        {");
            print_element(as, sum.x);
            printf(",\n         ");
            print_element(as, sum.y);
            printf("},\n");
        }
        printf("    },\n");
    }
    printf("};\n\n#endif\n");
}

int main(int argc, char **argv)
{
    const size_t count = sizeof representations / sizeof representations[0];

    if (argc == 2) {
        for (size_t i = 0; i < count; i++) {
            if (strcmp(argv[1], representations[i].name) == 0) {
                print_table(&representations[i]);
                if (fflush(stdout) != 0 || ferror(stdout) != 0) {
                    perror("p256_table: standard output");
                    return 1;
                }
                return 0;
            }
        }
    }
    fprintf(stderr, "usage: p256_table 9x29|4x64\n");
    return 2;
}
