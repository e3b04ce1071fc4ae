/* SPDX-License-Identifier: MIT */
#include "vector_engine.h"

#include "bytes.h"
#include "oracle.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SKIPPED = 77, MARGIN = 16, FILL = 0xA5 };

bool fk_vector_case(struct fk_vector_run *run, const char *file, unsigned number)
{
    unsigned index = run->seen++;
    if (index % run->parts != run->part)
        return false;
    run->ran++;
    snprintf(run->source, sizeof run->source, "%s, case %u", file, number);
    return true;
}

void fk_vector_fail(struct fk_vector_run *run, const char *format, ...)
{
    va_list arguments;
    run->failed++;
    fprintf(stderr, "%s (%s): ", run->source, run->operations->name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

struct fk_expectation fk_expect_ok(const uint8_t *result)
{
    return (struct fk_expectation){.status = FK_OK, .result = result};
}

struct fk_expectation fk_expect_status(fk_status status)
{
    return (struct fk_expectation){.status = status};
}

struct fk_expectation fk_expect_any_error(void)
{
    return (struct fk_expectation){.any_error = true};
}

static void check(struct fk_vector_run *run, const char *operation, fk_status status,
                  const uint8_t *area, size_t length, struct fk_expectation expected)
{
    const uint8_t *output = area + MARGIN;
    char got[FK_HEX_BYTES], wanted[FK_HEX_BYTES];
    bool right =
        expected.any_error ? status != FK_OK && status < FK_NO_ANSWER : status == expected.status;
    if (!right) {
        char text[32];
        snprintf(text, sizeof text, "status %d", (int)expected.status);
        fk_vector_fail(run, "%s: status %d, expected %s", operation, (int)status,
                       expected.any_error ? "an error" : text);
        return;
    }
    if (status == FK_OK && expected.result != NULL && memcmp(output, expected.result, length) != 0)
        fk_vector_fail(run, "%s: got %s, expected %s", operation, fk_to_hex(got, output, length),
                       fk_to_hex(wanted, expected.result, length));
    if (status != FK_OK && !fk_all_bytes(output, length, 0))
        fk_vector_fail(run, "%s: status %d leaves output %s", operation, (int)status,
                       fk_to_hex(got, output, length));
    if (!fk_all_bytes(area, MARGIN, FILL) || !fk_all_bytes(output + length, MARGIN, FILL))
        fk_vector_fail(run, "%s: wrote around its output", operation);
}

void fk_vector_public_key(struct fk_vector_run *run, uint16_t group, const uint8_t *private_key,
                          size_t private_key_length, struct fk_expectation expected)
{
    uint8_t area[FK_MAX_PUBLIC_KEY_BYTES + 2 * MARGIN];
    memset(area, FILL, sizeof area);
    fk_status status = run->operations->public_key(run->operations->context, group, area + MARGIN,
                                                   private_key, private_key_length);
    check(run, "public key", status, area, fk_contract_sizes(group)->public_key_bytes, expected);
}

void fk_vector_shared_secret(struct fk_vector_run *run, uint16_t group, const uint8_t *private_key,
                             size_t private_key_length, const uint8_t *public_key,
                             size_t public_key_length, struct fk_expectation expected)
{
    uint8_t area[FK_MAX_SHARED_SECRET_BYTES + 2 * MARGIN];
    memset(area, FILL, sizeof area);
    fk_status status =
        run->operations->shared_secret(run->operations->context, group, area + MARGIN, private_key,
                                       private_key_length, public_key, public_key_length);
    check(run, "shared secret", status, area, fk_contract_sizes(group)->shared_secret_bytes,
          expected);
}

const struct fk_vector_suite fk_vector_suites[] = {
    {"wycheproof_x25519", 518, true, fk_run_wycheproof_x25519},
    {"wycheproof_x448", 510, true, fk_run_wycheproof_x448},
    {"wycheproof_p256", 355, true, fk_run_wycheproof_p256},
    {"nist_cdh", 25, true, fk_run_nist_cdh},
    {"nist_pkv_186_2", 12, true, fk_run_nist_pkv_186_2},
    {"nist_pkv_186_3", 12, true, fk_run_nist_pkv_186_3},
    /* Two functions, two iterations and one exchange for each of two curves. */
    {"rfc7748", 10, true, fk_run_rfc7748},
    {"rfc8448", 5, true, fk_run_rfc8448},
    {"rfc5903", 1, true, fk_run_rfc5903},
    {"own", 0, false, fk_run_own},
};
const size_t fk_vector_suite_count = sizeof fk_vector_suites / sizeof fk_vector_suites[0];

/* The folder of the shared vectors, or NULL. */
static const char *shared_folder(void)
{
    const char *named = getenv("FIELDKEX_VECTORS");
    const char *folder = named != NULL && *named != '\0' ? named : FK_SHARED_VECTORS;
    return access(folder, R_OK | X_OK) == 0 ? folder : NULL;
}

static int run_suite(const struct fk_vector_suite *suite, struct fk_vector_run run)
{
    suite->run(&run);
    unsigned expected = suite->expected != 0 ? suite->expected : run.seen;
    unsigned share = expected / run.parts + (run.part < expected % run.parts ? 1 : 0);
    if (run.seen != expected || run.seen == 0) {
        fprintf(stderr, "%s: the file has %u cases, not %u\n", suite->name, run.seen, expected);
        run.failed++;
    }
    if (run.ran != share) {
        fprintf(stderr, "%s: ran %u cases of %u\n", suite->name, run.ran, share);
        run.failed++;
    }
    printf("%s: ran %u of %u cases, %u failed (%s)\n", suite->name, run.ran, expected, run.failed,
           run.operations->name);
    return run.failed == 0 ? 0 : 1;
}

int fk_vector_main(int argc, char **argv, const struct fk_operations *const *operations,
                   size_t count, unsigned iterations)
{
    struct fk_vector_run run = {
        .reference = &fk_oracle_bignum, .own_file = FK_OWN_VECTORS, .parts = 1};
    char rest;
    run.iterations = iterations;
    if (argc < 2 || argc > 3 ||
        (argc == 3 && (sscanf(argv[2], "%u/%u%c", &run.part, &run.parts, &rest) != 2 ||
                       run.part >= run.parts))) {
        fprintf(stderr, "usage: %s SUITE [PART/PARTS]\n", argv[0]);
        return 2;
    }
    for (size_t i = 0; i < fk_vector_suite_count; i++) {
        const struct fk_vector_suite *suite = &fk_vector_suites[i];
        if (strcmp(suite->name, argv[1]) != 0)
            continue;
        run.folder = shared_folder();
        if (suite->shared && run.folder == NULL) {
            printf("skipped: vectors not found (FIELDKEX_VECTORS names their folder)\n");
            return SKIPPED;
        }
        int status = 0;
        for (size_t j = 0; j < count; j++) {
            run.operations = operations[j];
            status |= run_suite(suite, run);
        }
        return status;
    }
    fprintf(stderr, "%s: no suite is named \"%s\"\n", argv[0], argv[1]);
    return 2;
}
