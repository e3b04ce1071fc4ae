/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void no_memory(void)
{
    fputs("fieldkex: out of memory\n", stderr);
    exit(1);
}

void *fk_allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) {
        no_memory();
    }
    return memory;
}

void *fk_grow(void *memory, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        no_memory();
    }
    void *grown = realloc(memory, count * size);
    if (grown == NULL) {
        no_memory();
    }
    return grown;
}

char *fk_copy(const char *string)
{
    if (string == NULL) {
        return NULL;
    }
    size_t bytes = strlen(string) + 1;
    char *copy = fk_allocate(bytes, 1);
    memcpy(copy, string, bytes);
    return copy;
}

char *fk_format_list(const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int needed = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (needed < 0) {
        no_memory();
    }
    char *string = fk_allocate((size_t)needed + 1, 1);
    vsnprintf(string, (size_t)needed + 1, format, arguments);
    return string;
}

char *fk_format(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *string = fk_format_list(format, arguments);
    va_end(arguments);
    return string;
}

static void make_room(struct fk_text *text, size_t more)
{
    size_t needed = text->length + more + 1;
    if (needed > text->room) {
        text->room = needed * 2;
        text->bytes = fk_grow(text->bytes, text->room, 1);
    }
}

void fk_text_add(struct fk_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *string = fk_format_list(format, arguments);
    va_end(arguments);
    size_t length = strlen(string);
    make_room(text, length);
    memcpy(text->bytes + text->length, string, length + 1);
    text->length += length;
    free(string);
}

void fk_text_fill(struct fk_text *text, char byte, size_t count)
{
    make_room(text, count);
    memset(text->bytes + text->length, byte, count);
    text->length += count;
    text->bytes[text->length] = '\0';
}

void fk_text_free(struct fk_text *text)
{
    free(text->bytes);
    *text = (struct fk_text){0};
}

size_t fk_text_width(const char *string)
{
    size_t width = 0;
    for (; *string != '\0'; string++) {
        /* Bytes 10xxxxxx continue a character (RFC 3629, 3). */
        width += ((unsigned char)*string & 0xC0) != 0x80;
    }
    return width;
}

void fk_complain_list(const char *format, va_list arguments)
{
    char *line = fk_format_list(format, arguments);
    for (size_t i = 0; line[i] != '\0'; i++) {
        if ((unsigned char)line[i] < 0x20 || line[i] == 0x7F) {
            line[i] = '?';
        }
    }
    fflush(stdout);
    fprintf(stderr, "fieldkex: %s\n", line);
    free(line);
}

void fk_complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fk_complain_list(format, arguments);
    va_end(arguments);
}
