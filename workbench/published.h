/* SPDX-License-Identifier: MIT */
/* Figures that others have published, each with its source. Measured by their authors. */
#ifndef FK_WORKBENCH_PUBLISHED_H
#define FK_WORKBENCH_PUBLISHED_H

#include "names.h"

enum fk_publication {
    /* wolfSSL on a NUCLEO-L476RG at 80 MHz; build options, compiler and version are not stated. */
    FK_WFCS_2022_WOLFSSL,
    /* CC13x2/CC26x2 at 48 MHz: public key accelerator, and mbed TLS on the processor. */
    FK_SWRA667_HARDWARE,
    FK_SWRA667_MBEDTLS,
    FK_PUBLICATIONS
};

/* "WFCS 2022", "SWRA667" and so on, as tables head them. */
extern const char *const fk_publication_titles[FK_PUBLICATIONS];
/* One line: authors, title, where. */
extern const char *const fk_publication_sources[FK_PUBLICATIONS];

struct fk_published {
    enum fk_publication publication;
    enum fk_link_curve curve;
    enum fk_link_operation operation;
    double time_ms;
    const char *time_text; /* with the digits that the record has */
    double current_ma;     /* average; 0 where none is published */
    const char *current_text;
};

/* NULL where the record has no such figure. */
const struct fk_published *fk_published(enum fk_publication publication, enum fk_link_curve curve,
                                        enum fk_link_operation operation);

#endif
