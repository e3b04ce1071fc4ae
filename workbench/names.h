/* SPDX-License-Identifier: MIT */
/* The words of the results format and of the command line, and how tables print them. Curves,
 * operations and calls are those of the board link. */
#ifndef FK_WORKBENCH_NAMES_H
#define FK_WORKBENCH_NAMES_H

#include "link/protocol.h"

enum fk_evidence { FK_SIMULATED, FK_MEASURED, FK_EVIDENCES };
enum fk_code_memory { FK_FLASH, FK_SRAM2, FK_CODE_MEMORIES };
enum fk_answers { FK_PASS, FK_FAIL, FK_ANSWERS };

extern const char *const fk_evidence_names[FK_EVIDENCES];
extern const char *const fk_code_memory_names[FK_CODE_MEMORIES];
extern const char *const fk_answers_names[FK_ANSWERS];

/* "wolfSSL" for "wolfssl"; a name that is not known stands for itself. */
const char *fk_implementation_title(const char *name);

/* "-O0" for wolfSSL's "c-O0", "-O2 in C" for mbed TLS's "O2-noasm"; else the variant itself. */
const char *fk_variant_title(const char *name, const char *variant);

/* Where a build stands in tables and lists: the builds of the published tables in their order, any
 * other after them. */
int fk_variant_rank(const char *name, const char *variant);

/* The curves that a build offers, for a build that could not be made: bit c stands for curve c. */
unsigned fk_variant_curves(const char *name, const char *variant);

/* Whether a build is one of the slow, unoptimised ones: they get one sample, and none with --quick.
 */
bool fk_variant_is_slow(const char *name, const char *variant);

/* The two published tables. */
enum fk_table_name { FK_TABLE_WFCS, FK_TABLE_SWRA };

/* Whether a table that shows the implementation shows this build of it. A build that is not known
 * is shown. */
bool fk_variant_is_in_table(const char *name, const char *variant, enum fk_table_name table);

#endif
