/* SPDX-License-Identifier: MIT */
/*
 * NIST's text files: sections in brackets, "name = value" lines, a blank line after each case. Only
 * the section [P-256] is read.
 */
#include "vector_engine.h"

#include "bytes.h"

#include <stdlib.h>
#include <string.h>

enum { FIELDS = 8, LINE = 512 };

struct entry {
    unsigned count;
    char names[FIELDS][32];
    char values[FIELDS][LINE];
};

static const char *value_of(struct fk_vector_run *run, const struct entry *entry, const char *name)
{
    for (unsigned i = 0; i < entry->count; i++) {
        if (strcmp(entry->names[i], name) == 0)
            return entry->values[i];
    }
    fk_vector_fail(run, "no \"%s\"", name);
    return "";
}

/* Octets of a coordinate, at least 32 and more where the number needs more; false: no number. */
static bool coordinate(uint8_t *bytes, size_t length, const char *text)
{
    return fk_integer_from_hex(bytes, length, text);
}

/* An uncompressed point. Numbers too large for 32 bytes take 34 each, so that the length is wrong;
 * there is no other way to write such a point. 0: not readable. */
static size_t point(uint8_t octets[69], const char *x, const char *y)
{
    octets[0] = 0x04;
    if (coordinate(octets + 1, 32, x) && coordinate(octets + 33, 32, y))
        return 65;
    if (coordinate(octets + 1, 34, x) && coordinate(octets + 35, 34, y))
        return 69;
    return 0;
}

static void run_cdh(struct fk_vector_run *run, const struct entry *entry)
{
    uint8_t theirs[69], ours[69], private_key[32], secret[32];
    size_t theirs_length =
        point(theirs, value_of(run, entry, "QCAVSx"), value_of(run, entry, "QCAVSy"));
    if (theirs_length != 65 ||
        point(ours, value_of(run, entry, "QIUTx"), value_of(run, entry, "QIUTy")) != 65 ||
        !fk_integer_from_hex(private_key, 32, value_of(run, entry, "dIUT")) ||
        !fk_integer_from_hex(secret, 32, value_of(run, entry, "ZIUT"))) {
        fk_vector_fail(run, "cannot read the case");
        return;
    }
    fk_vector_public_key(run, FK_GROUP_SECP256R1, private_key, 32, fk_expect_ok(ours));
    fk_vector_shared_secret(run, FK_GROUP_SECP256R1, private_key, 32, theirs, theirs_length,
                            fk_expect_ok(secret));
}

/* With the private key 1 the shared secret of an accepted key is its own x. */
static void run_pkv(struct fk_vector_run *run, const struct entry *entry)
{
    static const uint8_t one[32] = {[31] = 1};
    uint8_t theirs[69];
    size_t length = point(theirs, value_of(run, entry, "Qx"), value_of(run, entry, "Qy"));
    const char *result = value_of(run, entry, "Result");
    bool good = result[0] == 'P';
    if (length == 0 || (result[0] != 'P' && result[0] != 'F')) {
        fk_vector_fail(run, "cannot read the case");
        return;
    }
    fk_vector_shared_secret(run, FK_GROUP_SECP256R1, one, 32, theirs, length,
                            good ? fk_expect_ok(theirs + 1) : fk_expect_any_error());
}

/* A line "name = value" joins the entry; false if it is not of that form. */
static bool add_line(struct entry *entry, const char *line)
{
    unsigned i = entry->count;
    if (i == FIELDS ||
        sscanf(line, " %31[A-Za-z] = %511[^\r\n]", entry->names[i], entry->values[i]) != 2)
        return false;
    entry->count++;
    return true;
}

static void run_file(struct fk_vector_run *run, const char *file,
                     void (*run_entry)(struct fk_vector_run *, const struct entry *))
{
    char path[4096], line[LINE + 40];
    bool inside = false;
    struct entry entry = {0};
    const char *name = strrchr(file, '/') + 1;

    snprintf(run->source, sizeof run->source, "%s", name);
    snprintf(path, sizeof path, "%s/%s", run->folder, file);
    FILE *stream = fopen(path, "r");
    if (stream == NULL) {
        fk_vector_fail(run, "cannot open %s", path);
        return;
    }
    bool more = true;
    while (more) {
        more = fgets(line, sizeof line, stream) != NULL;
        bool ends = !more || line[0] == '[' || line[strspn(line, " \r\n")] == '\0';
        if (ends && inside && entry.count > 0) {
            if (fk_vector_case(run, name, run->seen))
                run_entry(run, &entry);
            entry.count = 0;
        }
        if (!more)
            break;
        if (line[0] == '[')
            inside = strncmp(line, "[P-256]", 7) == 0;
        else if (inside && !ends && line[0] != '#' && !add_line(&entry, line))
            fk_vector_fail(run, "cannot read the line %s", line);
    }
    fclose(stream);
}

void fk_run_nist_cdh(struct fk_vector_run *run)
{
    run_file(run, "nist/KAS_ECC_CDH_PrimitiveTest.txt", run_cdh);
}

void fk_run_nist_pkv_186_2(struct fk_vector_run *run)
{
    run_file(run, "nist/186-2_PKV.rsp", run_pkv);
}

void fk_run_nist_pkv_186_3(struct fk_vector_run *run)
{
    run_file(run, "nist/186-3_PKV.rsp", run_pkv);
}
