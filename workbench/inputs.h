/* SPDX-License-Identifier: MIT */
/* What operations are given and what they must answer: known answers of the standards, and the
 * samples that are timed, whose answers OpenSSL computes. All keys are public test values. */
#ifndef FK_WORKBENCH_INPUTS_H
#define FK_WORKBENCH_INPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "link/protocol.h"

struct fk_input {
    uint8_t private_key[FK_LINK_MAX_VALUE_BYTES];
    uint8_t public_key[FK_LINK_MAX_VALUE_BYTES]; /* the peer's, for a shared secret */
    uint8_t answer[FK_LINK_MAX_VALUE_BYTES];
    size_t answer_bytes;
};

/* Known answers for each curve and operation: 2. */
#define FK_KNOWN_ANSWERS 2

/* `index` is below FK_KNOWN_ANSWERS. */
void fk_known_answer(struct fk_input *input, enum fk_link_curve curve,
                     enum fk_link_operation operation, unsigned index);

/* The keys of sample `index`, the same in every run, and the answer by OpenSSL. false if OpenSSL
 * fails. */
bool fk_sample_input(struct fk_input *input, enum fk_link_curve curve,
                     enum fk_link_operation operation, unsigned index);

/* By OpenSSL, from input->private_key and input->public_key. */
bool fk_independent_answer(struct fk_input *input, enum fk_link_curve curve,
                           enum fk_link_operation operation);

#endif
