/* SPDX-License-Identifier: MIT */
/*
 * The decoder against two others: Capstone and the disassembler of binutils. Names, sizes, and
 * which encodings there are: every halfword, and of every first halfword of a 32-bit instruction a
 * fixed number of second ones. Neither of the two limits itself to this processor, and they differ
 * where the architecture says UNPREDICTABLE; what may differ is listed below.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef FK_HAVE_CAPSTONE
#include <capstone/capstone.h>
#endif

#include "vboard/core/insn.h"

#define FIRST_WIDE 0xE800u
#define SECONDS 64 /* second halfwords tried with each first one */

/* xorshift32 (Marsaglia 2003) */
static uint32_t random_state;

static uint16_t second_halfword(unsigned number)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    uint16_t value = (uint16_t)random_state;
    if (number % 4 == 2) { /* few bits set */
        value &= (uint16_t)(random_state >> 16);
    } else if (number % 4 == 3) { /* as most of data processing: the upper digit is F */
        value |= 0xF000u;
    }
    return value;
}

/* Calls `check` for every encoding of the sample. */
static void for_each(void (*check)(uint16_t first, uint16_t second, void *context), void *context)
{
    random_state = 0x2545F491u;
    for (uint32_t first = 0; first < FIRST_WIDE; first++) {
        check((uint16_t)first, 0xBF00, context);
    }
    for (uint32_t first = FIRST_WIDE; first < 0x10000; first++) {
        for (unsigned i = 0; i < SECONDS; i++) {
            check((uint16_t)first, second_halfword(i), context);
        }
    }
}

/* Other names of the same instruction, or of a form of it. */
static const char *const aliases[][2] = {
    {"adr", "add"},       {"adr", "sub"},     {"adr", "addw"},      {"adr", "subw"},
    {"stmdb", "push"},    {"ldm", "pop"},     {"lsl", "mov"},       {"lsr", "mov"},
    {"asr", "mov"},       {"ror", "mov"},     {"ror", "rrx"},       {"rsb", "neg"},
    {"pld", "pldw"},      {"pld", "pli"},     {"mov", "nop"},       {"vstmdb", "vpush"},
    {"vldm", "vpop"},     {"vldm", "fldmia"}, {"vldmdb", "fldmdb"}, {"vstm", "fstmia"},
    {"vstmdb", "fstmdb"}, {"nop", "hint"},    {"nop", "csdb"},      {"nop", "sevl"},
    {"nop", "esb"},       {"push", "stmdb"},  {"cbz", "cbz"},
};

/* `theirs` may have more at its end: conditions, .w, flags, halves of registers, t. */
static bool same_name(const char *ours, const char *theirs)
{
    if (strncmp(ours, theirs, strlen(ours)) == 0) {
        return true;
    }
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        if (strcmp(ours, aliases[i][0]) == 0 &&
            strncmp(theirs, aliases[i][1], strlen(aliases[i][1])) == 0) {
            return true;
        }
    }
    return false;
}

struct pattern {
    uint32_t mask, value;
};

static bool matches(const struct pattern *patterns, size_t count, uint32_t opcode)
{
    for (size_t i = 0; i < count; i++) {
        if ((opcode & patterns[i].mask) == patterns[i].value) {
            return true;
        }
    }
    return false;
}

/* Encodings with bits that must be 0 or 1 and are not, or with registers that must not be used: we
 * may take them as the instruction that they resemble, or as undefined. */
static bool is_unpredictable(uint32_t opcode)
{
    static const struct pattern patterns[] = {
        {0xFE008000, 0xEA008000}, /* data processing, shifted register: bit 15 */
        {0xFE402000, 0xE8002000}, /* ... with SP in the list */
        {0xFE508000, 0xE8008000}, /* ... store with the PC in the list */
        {0xFE40C000, 0xE800C000}, /* ... load with LR and PC */
        {0xFB808000, 0xF3808000}, /* miscellaneous control */
        {0xFF008000, 0xF3000000}, /* saturation and bit fields: bit 5, widths */
        {0xFF008000, 0xF7000000}, {0xFF8000C0, 0xFA0000C0}, /* extensions: bit 6 */
        {0xFFD000F0, 0xFB9000F0},                           /* divisions: bits 15 to 12 */
        {0xFF10F000, 0xF810F000},                           /* hints that are not allocated */
        {0xFF10F000, 0xF910F000}, {0xFFB00F50, 0xEEB00A00},
        {0xFF1F0000, 0xF80F0000}, /* store relative to the PC */
        {0xFE000F80, 0xF8000080}, /* register offset: bits 7 and 6 */
        {0xFE000F40, 0xF8000040},
    };
    if (opcode <= 0xFFFF) {
        return (opcode & 0xFFE8) == 0xB660 || /* CPS of no mask */
               ((opcode & 0xFF00) == 0x4700 && (opcode & 7) != 0) ||
               ((opcode & 0xF400) == 0xB400 && (opcode & 0x1FF) == 0) || /* empty lists */
               ((opcode & 0xF000) == 0xC000 && (opcode & 0xFF) == 0);
    }
    if (matches(patterns, sizeof patterns / sizeof patterns[0], opcode)) {
        return true;
    }
    /* Multiple with fewer than two registers. */
    if ((opcode & 0xFE400000) == 0xE8000000 && __builtin_popcount(opcode & 0xFFFF) < 2) {
        return true;
    }
    return false;
}

/* Instructions of other profiles, of later versions, of other precisions. */
static bool is_of_others(uint32_t opcode, const char *name, const char *text)
{
    static const char *const names[] = {
        "hvc",   "smc",    "hlt",    "setend",  "setpan", "cps",   "crc32", "bf",     "blx",
        "wls",   "le",     "clrm",   "tt",      "sg",     "lda",   "stl",   "ldrexd", "strexd",
        "rfe",   "srs",    "pac",    "aut",     "eret",   "subs",  "bxj",   "aes",    "sha",
        "dls",   "lctp",   "dcps",   "enterx",  "leavex", "bxaut", "csel",  "csinc",  "csinv",
        "csneg", "ldc",    "stc",    "mcr",     "mrc",    "mrrc",  "mcrr",  "cdp",    "trap",
        "vsel",  "vmaxnm", "vminnm", "vrint",   "vcvta",  "vcvtn", "vcvtp", "vcvtm",  "vlld",
        "vlst",  "vins",   "vmovx",  "vscclrm", "vjcvt",  "vfmal", "vfmsl", "vdot",
    };
    if (opcode > 0xFFFF && (opcode & 0xEF000000) == 0xEF000000) {
        return true; /* vectors */
    }
    if (opcode > 0xFFFF && (opcode & 0xFF100000) == 0xF9000000) {
        return true; /* vector loads and stores */
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strncmp(name, names[i], strlen(names[i])) == 0) {
            return true;
        }
    }
    if (name[0] != 'v' && strncmp(name, "fld", 3) != 0 && strncmp(name, "fst", 3) != 0) {
        return false;
    }
    /* Doubles but for moves; parts of doubles; registers beyond d15; status registers that M has
     * not. */
    return strstr(text, "64") != NULL || strstr(text, "16") != NULL || strstr(text, ".8") != NULL ||
           strstr(text, "s8") != NULL || strstr(text, "u8") != NULL || (opcode & 0xF00) == 0xB00 ||
           strncmp(name, "vmrs", 4) == 0 || strncmp(name, "vmsr", 4) == 0 ||
           (opcode & 0xF000000) == 0xC000000;
}

static unsigned failures;

static void complain(const char *who, uint16_t first, uint16_t second, const char *theirs)
{
    if (failures++ < 60) {
        printf("%04x %04x: %s, %s says %s\n", first, second, fk_insn_name(first, second), who,
               theirs);
    }
}

/* `text` is NULL where the other has no such instruction. */
static void compare(const char *who, uint16_t first, uint16_t second, unsigned size,
                    const char *name, const char *text)
{
    uint32_t opcode = first < FIRST_WIDE ? first : (uint32_t)first << 16 | second;
    const char *ours = fk_insn_name(first, second);
    struct fk_insn insn = fk_insn_decode(first, second, 1);

    if (fk_insn_size(&insn) != (first < FIRST_WIDE ? 2u : 4u) ||
        (text != NULL && size != fk_insn_size(&insn))) {
        complain(who, first, second, "another size");
    } else if (text == NULL) {
        if (insn.kind != FK_INSN_UNDEFINED && insn.kind != FK_INSN_COPROCESSOR &&
            !is_unpredictable(opcode)) {
            complain(who, first, second, "nothing");
        }
    } else if (insn.kind == FK_INSN_COPROCESSOR) {
        /* Whatever it is called: of a coprocessor, but not of the FPU's two. */
        if ((opcode & 0xEC000000) != 0xEC000000 || (opcode & 0xE00) == 0xA00) {
            complain(who, first, second, text);
        }
    } else if (insn.kind == FK_INSN_UNDEFINED) {
        if (strncmp(name, "udf", 3) != 0 && !is_unpredictable(opcode) &&
            !is_of_others(opcode, name, text)) {
            complain(who, first, second, text);
        }
    } else if (!same_name(ours, name) && !is_unpredictable(opcode) &&
               !is_of_others(opcode, name, text)) {
        complain(who, first, second, text);
    }
}

#ifdef FK_HAVE_CAPSTONE
static void compare_capstone(uint16_t first, uint16_t second, void *context)
{
    csh *handle = context;
    const uint8_t bytes[4] = {(uint8_t)first, (uint8_t)(first >> 8), (uint8_t)second,
                              (uint8_t)(second >> 8)};
    cs_insn *insn = NULL;
    size_t count = cs_disasm(*handle, bytes, sizeof bytes, 0x1000, 1, &insn);
    if (count == 0) {
        compare("Capstone", first, second, 0, NULL, NULL);
        return;
    }
    char text[256];
    snprintf(text, sizeof text, "%s %s", insn->mnemonic, insn->op_str);
    compare("Capstone", first, second, insn->size, insn->mnemonic, text);
    cs_free(insn, count);
}
#endif

static void capstone_agrees(void **state)
{
    (void)state;
#ifdef FK_HAVE_CAPSTONE
    csh handle;
    assert_int_equal(cs_open(CS_ARCH_ARM, CS_MODE_THUMB | CS_MODE_MCLASS, &handle), CS_ERR_OK);
    failures = 0;
    for_each(compare_capstone, &handle);
    cs_close(&handle);
    assert_int_equal(failures, 0);
#else
    puts("Capstone was not found when this build was configured");
    skip();
#endif
}

/* ---- binutils ---- */

static void write_encoding(uint16_t first, uint16_t second, void *context)
{
    const uint8_t bytes[4] = {(uint8_t)first, (uint8_t)(first >> 8), (uint8_t)second,
                              (uint8_t)(second >> 8)};
    assert_int_equal(fwrite(bytes, 1, sizeof bytes, context), sizeof bytes);
}

/* "   12c8:	e92d 4ff0 	push	{...}": address, halfwords, text. */
struct line {
    unsigned address;
    unsigned size;
    char *text;
};

static bool parse(char *from, struct line *line)
{
    char *end = NULL;
    line->address = (unsigned)strtoul(from, &end, 16);
    if (end == from || *end != ':') {
        return false;
    }
    char *opcode = strchr(end, '\t');
    char *text = opcode != NULL ? strchr(opcode + 1, '\t') : NULL;
    if (text == NULL) {
        return false;
    }
    line->size = opcode[5] == ' ' && opcode[6] != ' ' ? 4 : 2; /* "e92d 4ff0 " or "bf00      " */
    line->text = text + 1;
    line->text[strcspn(line->text, "\n")] = '\0';
    return true;
}

struct encodings {
    uint16_t (*halfwords)[2];
    size_t count;
};

static void collect(uint16_t first, uint16_t second, void *context)
{
    struct encodings *all = context;
    all->halfwords[all->count][0] = first;
    all->halfwords[all->count][1] = second;
    all->count++;
}

static void binutils_agrees(void **state)
{
    (void)state;
    char path[] = "/tmp/fk_decode_XXXXXX";
    char command[256];
    int descriptor = -1;
    if (FK_OBJDUMP[0] == '\0' || access(FK_OBJDUMP, X_OK) != 0 ||
        (descriptor = mkstemp(path)) < 0) {
        puts("arm-none-eabi-objdump was not found when this build was configured");
        skip();
    }
    FILE *file = fdopen(descriptor, "wb");
    assert_non_null(file);
    for_each(write_encoding, file);
    assert_int_equal(fclose(file), 0);

    struct encodings all = {malloc((0x10000 + 0x1800 * SECONDS) * sizeof *all.halfwords), 0};
    assert_non_null(all.halfwords);
    for_each(collect, &all);

    snprintf(command, sizeof command, "%s -D -b binary -m armv7e-m -M force-thumb %s", FK_OBJDUMP,
             path);
    FILE *lines = popen(command, "r");
    assert_non_null(lines);
    char text[512];
    size_t seen = 0;
    failures = 0;
    while (fgets(text, sizeof text, lines) != NULL) {
        struct line line;
        if (!parse(text, &line) || line.address % 4 != 0) {
            continue;
        }
        size_t index = line.address / 4;
        assert_true(index < all.count);
        uint16_t first = all.halfwords[index][0], second = all.halfwords[index][1];
        bool undefined = strstr(line.text, "UNDEFINED") != NULL ||
                         strstr(line.text, "undefined") != NULL || line.text[0] == '@' ||
                         strstr(line.text, "??") != NULL;
        bool other = strstr(line.text, "illegal") != NULL;
        seen++;
        if (!other && strstr(line.text, "UNPREDICTABLE") == NULL &&
            fk_insn_decode(first, second, 1).kind != FK_INSN_COPROCESSOR) {
            compare("objdump", first, second, line.size, line.text, undefined ? NULL : line.text);
        }
    }
    assert_int_equal(pclose(lines), 0);
    unlink(path);
    free(all.halfwords);
    assert_true(seen > all.count - all.count / 100);
    assert_int_equal(failures, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(capstone_agrees),
        cmocka_unit_test(binutils_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
