/* SPDX-License-Identifier: MIT */
#include "json_position.h"

#include <stdbool.h>
#include <string.h>

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* `at` is at the opening quote; returns what follows the closing one. */
static const char *skip_string(const char *at)
{
    for (at++; *at != '\0' && *at != '"'; at++) {
        if (*at == '\\' && at[1] != '\0') {
            at++;
        }
    }
    return *at == '"' ? at + 1 : at;
}

static const char *skip_value(const char *at)
{
    unsigned depth = 0;
    do {
        at = skip_blanks(at);
        if (*at == '"') {
            at = skip_string(at);
        } else if (*at == '{' || *at == '[') {
            depth++;
            at++;
        } else if (*at == '}' || *at == ']') {
            depth--;
            at++;
        } else if (*at == ',' || *at == ':') {
            at++;
        } else {
            at += strcspn(at, " \t\r\n,:{}[]\"");
        }
    } while (depth > 0 && *at != '\0');
    return at;
}

/* Keys with escapes are compared as they are written: none of the formats' own keys has any. */
static bool key_is(const char *at, const char *key)
{
    size_t length = strlen(key);
    return strncmp(at + 1, key, length) == 0 && at[1 + length] == '"';
}

/* The value that one step leads to, or NULL. */
static const char *follow(const char *at, const struct fk_json_step *step)
{
    bool object = step->key != NULL;
    if (*at != (object ? '{' : '[')) {
        return NULL;
    }
    at = skip_blanks(at + 1);
    for (size_t index = 0; *at != '\0' && *at != '}' && *at != ']'; index++) {
        bool found = object ? *at == '"' && key_is(at, step->key) : index == step->index;
        if (object) {
            at = skip_blanks(skip_value(at));
            at = skip_blanks(*at == ':' ? at + 1 : at);
        }
        if (found) {
            return at;
        }
        at = skip_blanks(skip_value(at));
        if (*at == ',') {
            at = skip_blanks(at + 1);
        }
    }
    return NULL;
}

struct fk_json_position fk_json_position(const char *text, const struct fk_json_step *steps,
                                         size_t step_count)
{
    const char *at = skip_blanks(text);
    for (size_t i = 0; i < step_count; i++) {
        const char *inside = follow(at, &steps[i]);
        if (inside == NULL) {
            break;
        }
        at = inside;
    }
    struct fk_json_position position = {1, 1};
    for (const char *byte = text; byte < at; byte++) {
        position.column++;
        if (*byte == '\n') {
            position = (struct fk_json_position){position.line + 1, 1};
        }
    }
    return position;
}
