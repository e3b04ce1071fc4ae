/* SPDX-License-Identifier: MIT */
/* The operations of fieldkex and of OpenSSL's EVP interface on this computer, in one shape. */
#ifndef FK_WORKBENCH_HOST_OPERATIONS_H
#define FK_WORKBENCH_HOST_OPERATIONS_H

#include <stdbool.h>

#include "inputs.h"

enum fk_host_contender { FK_HOST_FIELDKEX, FK_HOST_OPENSSL, FK_HOST_CONTENDERS };

/* One operation with its keys in the form that the contender wants them in: made before timing. */
struct fk_host_operation;

/* NULL if OpenSSL refuses the keys. */
struct fk_host_operation *fk_host_prepare(enum fk_host_contender contender,
                                          enum fk_link_curve curve,
                                          enum fk_link_operation operation,
                                          const struct fk_input *input);
/* What is timed. */
bool fk_host_call(struct fk_host_operation *operation);
/* Whether the last call's answer was right; outside the timing. */
bool fk_host_check(struct fk_host_operation *operation);
void fk_host_release(struct fk_host_operation *operation);

/* Words for the results. */
const char *fk_host_implementation(enum fk_host_contender contender);
const char *fk_host_variant(enum fk_host_contender contender);
const char *fk_host_version(enum fk_host_contender contender);
const char *fk_host_compiler(enum fk_host_contender contender); /* NULL: not known */
const char *fk_host_flags(enum fk_host_contender contender);    /* NULL: not known */
const char *fk_host_includes(enum fk_host_contender contender, enum fk_link_curve curve,
                             enum fk_link_operation operation);

#endif
