/* SPDX-License-Identifier: MIT */
/* Memory that never fails quietly, growing text, and messages on standard error. */
#ifndef FK_WORKBENCH_TEXT_H
#define FK_WORKBENCH_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/* Zeroed memory; ends the program with one line when there is none. */
void *fk_allocate(size_t count, size_t size);
void *fk_grow(void *memory, size_t count, size_t size);
/* A copy of a string; NULL gives NULL. */
char *fk_copy(const char *string);
/* A string made as by printf. */
__attribute__((format(printf, 1, 2))) char *fk_format(const char *format, ...);
char *fk_format_list(const char *format, va_list arguments);

struct fk_text {
    char *bytes; /* NULL while empty, else ends with a zero byte */
    size_t length, room;
};

__attribute__((format(printf, 2, 3))) void fk_text_add(struct fk_text *text, const char *format,
                                                       ...);
void fk_text_fill(struct fk_text *text, char byte, size_t count);
void fk_text_free(struct fk_text *text);

/* The number of characters of UTF-8 text: columns on a terminal, as none here is wide. */
size_t fk_text_width(const char *string);

/* One line "fieldkex: ..." on standard error. Control characters in it become '?', so that no file
 * name can make two lines of it. */
__attribute__((format(printf, 1, 2))) void fk_complain(const char *format, ...);
void fk_complain_list(const char *format, va_list arguments);

#endif
