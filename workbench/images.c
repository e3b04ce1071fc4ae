/* SPDX-License-Identifier: MIT */
#include "images.h"

#include "files.h"
#include "json_position.h"
#include "text.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *path, *folder, *text;
    const char *list; /* "images" or "skipped" */
    size_t index;
};

static bool refuse(const struct reader *reader, const char *member, const char *what)
{
    struct fk_json_step steps[] = {{reader->list, 0}, {NULL, reader->index}, {member, 0}};
    struct fk_json_position at =
        fk_json_position(reader->text, steps, reader->list == NULL ? 0 : 3);
    fk_complain("%s:%u:%u: %s %s", reader->path, at.line, at.column, member, what);
    return false;
}

/* A member that is a string; required unless `optional`. */
static bool read_text(const struct reader *reader, const json_t *object, const char *member,
                      bool optional, char **text)
{
    const json_t *value = json_object_get(object, member);
    if (json_is_string(value)) {
        *text = fk_copy(json_string_value(value));
        return true;
    }
    return (optional && (value == NULL || json_is_null(value))) ||
           refuse(reader, member, "must be a string");
}

static bool read_operation(const struct reader *reader, const json_t *value,
                           struct fk_image_operation *operation)
{
    const char *curve = json_string_value(json_object_get(value, "curve"));
    const char *name = json_string_value(json_object_get(value, "operation"));
    int c = curve != NULL ? fk_link_find(curve, fk_link_curve_names, FK_LINK_CURVES) : -1;
    int o = name != NULL ? fk_link_find(name, fk_link_operation_names, FK_LINK_OPERATIONS) : -1;
    if (c < 0 || o < 0) {
        return refuse(reader, "operations", "needs a known curve and operation in each element");
    }
    operation->curve = (enum fk_link_curve)c;
    operation->operation = (enum fk_link_operation)o;
    const json_t *bytes = json_object_get(value, "flash_bytes");
    operation->flash_bytes = json_is_integer(bytes) ? json_integer_value(bytes) : -1;
    const json_t *calls = json_object_get(value, "calls");
    for (size_t i = 0; i < json_array_size(calls); i++) {
        const char *call = json_string_value(json_array_get(calls, i));
        operation->first_differs =
            operation->first_differs || (call != NULL && strcmp(call, "first") == 0);
    }
    struct fk_text includes = {0};
    const json_t *words = json_object_get(value, "includes");
    for (size_t i = 0; i < json_array_size(words); i++) {
        const char *word = json_string_value(json_array_get(words, i));
        if (word == NULL) {
            fk_text_free(&includes);
            return refuse(reader, "operations", "includes must hold strings");
        }
        fk_text_add(&includes, "%s%s", i > 0 ? " " : "", word);
    }
    operation->includes = includes.bytes;
    return true;
}

static bool read_image(const struct reader *reader, const json_t *value, struct fk_image *image)
{
    char *elf = NULL, *memory = NULL;
    bool good = read_text(reader, value, "implementation", false, &image->implementation) &&
                read_text(reader, value, "variant", false, &image->variant) &&
                read_text(reader, value, "version", true, &image->version) &&
                read_text(reader, value, "compiler", true, &image->compiler) &&
                read_text(reader, value, "flags", true, &image->flags) &&
                read_text(reader, value, "elf", false, &elf) &&
                read_text(reader, value, "code_memory", false, &memory);
    if (good && elf != NULL && memory != NULL) {
        int index = fk_link_find(memory, fk_code_memory_names, FK_CODE_MEMORIES);
        image->code_memory = (enum fk_code_memory)index;
        image->elf = elf[0] == '/' ? fk_copy(elf) : fk_format("%s/%s", reader->folder, elf);
        good = index >= 0 || refuse(reader, "code_memory", "must be \"flash\" or \"sram2\"");
    }
    free(elf);
    free(memory);
    const json_t *operations = json_object_get(value, "operations");
    if (good && json_array_size(operations) == 0) {
        good = refuse(reader, "operations", "must be an array that is not empty");
    }
    if (good) {
        image->operations = fk_allocate(json_array_size(operations), sizeof *image->operations);
        for (size_t i = 0; i < json_array_size(operations) && good; i++) {
            good = read_operation(reader, json_array_get(operations, i),
                                  &image->operations[image->operation_count++]);
        }
    }
    return good;
}

static bool read_skipped(const struct reader *reader, const json_t *value, struct fk_image *image)
{
    return read_text(reader, value, "implementation", false, &image->implementation) &&
           read_text(reader, value, "variant", false, &image->variant) &&
           read_text(reader, value, "reason", false, &image->skipped);
}

static bool read_list(struct reader *reader, const json_t *root, const char *list,
                      bool (*read_one)(const struct reader *, const json_t *, struct fk_image *),
                      struct fk_images *images)
{
    const json_t *values = json_object_get(root, list);
    reader->list = list;
    for (reader->index = 0; reader->index < json_array_size(values); reader->index++) {
        images->images = fk_grow(images->images, images->count + 1, sizeof *images->images);
        struct fk_image *image = &images->images[images->count++];
        *image = (struct fk_image){0};
        if (!read_one(reader, json_array_get(values, reader->index), image)) {
            return false;
        }
    }
    return true;
}

static bool read_root(struct reader *reader, const json_t *root, struct fk_images *images)
{
    const char *schema = json_string_value(json_object_get(root, "schema"));
    if (schema == NULL || strcmp(schema, FK_IMAGES_SCHEMA) != 0) {
        return refuse(reader, "schema", "must be \"" FK_IMAGES_SCHEMA "\"");
    }
    return read_text(reader, root, "board", false, &images->board) &&
           read_list(reader, root, "images", read_image, images) &&
           read_list(reader, root, "skipped", read_skipped, images);
}

bool fk_images_read(struct fk_images *images, const char *folder)
{
    char *path = fk_format("%s/images.json", folder);
    size_t length;
    char *text = fk_file_read(path, &length);
    bool good = text != NULL;
    *images = (struct fk_images){0};
    if (good) {
        struct reader reader = {.path = path, .folder = folder, .text = text};
        json_error_t error;
        json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
        if (root == NULL) {
            fk_complain("%s:%d:%d: %s", path, error.line > 0 ? error.line : 1,
                        error.column > 0 ? error.column : 1, error.text);
        }
        good = root != NULL && read_root(&reader, root, images);
        json_decref(root);
    }
    if (!good) {
        fk_images_free(images);
    }
    free(text);
    free(path);
    return good;
}

void fk_images_free(struct fk_images *images)
{
    for (size_t i = 0; i < images->count; i++) {
        struct fk_image *image = &images->images[i];
        char *texts[] = {image->implementation, image->variant, image->version, image->compiler,
                         image->flags,          image->elf,     image->skipped};
        for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
            free(texts[t]);
        }
        for (size_t o = 0; o < image->operation_count; o++) {
            free(image->operations[o].includes);
        }
        free(image->operations);
    }
    free(images->images);
    free(images->board);
    *images = (struct fk_images){0};
}
