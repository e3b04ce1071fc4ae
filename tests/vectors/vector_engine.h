/* SPDX-License-Identifier: MIT */
/*
 * Runs files of published vectors through any operations. A suite reads its file, runs every case
 * of its part, counts, and says of each wrong answer which case it was. A case that cannot be read
 * is a failure, never skipped.
 */
#ifndef FK_TEST_VECTOR_ENGINE_H
#define FK_TEST_VECTOR_ENGINE_H

#include "operations.h"

#include <stdbool.h>
#include <stdio.h>

struct fk_vector_run {
    const struct fk_operations *operations;
    /* Answers what a file does not list (iterations of RFC 7748 other than its own). */
    const struct fk_operations *reference;
    const char *folder;   /* of the shared vectors */
    const char *own_file; /* the project's own vectors */
    unsigned part, parts; /* cases with index % parts == part */
    unsigned iterations;  /* RFC 7748: the most to run */
    unsigned seen;        /* cases in the file */
    unsigned ran;         /* cases of this part that ran */
    unsigned failed;      /* checks that did not hold, or cases that could not be read */
    char source[64];      /* for messages: file and case */
};

struct fk_vector_suite {
    const char *name;
    /* Cases that the file must have; 0 where the file says it itself. */
    unsigned expected;
    bool shared; /* needs the shared folder */
    void (*run)(struct fk_vector_run *run);
};

extern const struct fk_vector_suite fk_vector_suites[];
extern const size_t fk_vector_suite_count;

/* One case begins: counts it, names it for messages; false where another part has it. */
bool fk_vector_case(struct fk_vector_run *run, const char *file, unsigned number);
/* A line on standard error; counts a failure. */
void fk_vector_fail(struct fk_vector_run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What an answer must be. */
struct fk_expectation {
    bool any_error;        /* some error, whichever */
    fk_status status;      /* without any_error: exactly this */
    const uint8_t *result; /* for FK_OK: the group's size; NULL: not looked at */
};
struct fk_expectation fk_expect_ok(const uint8_t *result);
struct fk_expectation fk_expect_status(fk_status status);
struct fk_expectation fk_expect_any_error(void);

/* An operation and every check on its answer: status, result, zeroed output after an error, and
 * nothing written around the output. */
void fk_vector_public_key(struct fk_vector_run *run, uint16_t group, const uint8_t *private_key,
                          size_t private_key_length, struct fk_expectation expected);
void fk_vector_shared_secret(struct fk_vector_run *run, uint16_t group, const uint8_t *private_key,
                             size_t private_key_length, const uint8_t *public_key,
                             size_t public_key_length, struct fk_expectation expected);

/* Suites, by file. */
void fk_run_wycheproof_x25519(struct fk_vector_run *run);
void fk_run_wycheproof_x448(struct fk_vector_run *run);
void fk_run_wycheproof_p256(struct fk_vector_run *run);
void fk_run_nist_cdh(struct fk_vector_run *run);
void fk_run_nist_pkv_186_2(struct fk_vector_run *run);
void fk_run_nist_pkv_186_3(struct fk_vector_run *run);
void fk_run_rfc7748(struct fk_vector_run *run);
void fk_run_rfc8448(struct fk_vector_run *run);
void fk_run_rfc5903(struct fk_vector_run *run);
void fk_run_own(struct fk_vector_run *run);

/* A whole program: `NAME SUITE [PART/PARTS]` for each of the operations; the exit status. */
int fk_vector_main(int argc, char **argv, const struct fk_operations *const *operations,
                   size_t count, unsigned iterations);

#endif
