/* SPDX-License-Identifier: MIT */
#include "profile.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA "fieldkex-board/1"
#define PORTS 8

struct reader {
    const char *path;
    char *error;
    size_t error_size;
};

__attribute__((format(printf, 2, 3))) static bool fail(const struct reader *reader,
                                                       const char *format, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(reader->error, reader->error_size, "%s: %s", reader->path, text);
    return false;
}

/* A number, or a string that holds one, such as "0x08000000": JSON has no hexadecimal. */
static bool number(const struct reader *reader, const json_t *object, const char *key,
                   uint64_t limit, uint64_t *value)
{
    const json_t *item = json_object_get(object, key);
    uint64_t result = 0;

    if (json_is_integer(item) && json_integer_value(item) >= 0) {
        result = (uint64_t)json_integer_value(item);
    } else if (json_is_string(item)) {
        const char *text = json_string_value(item);
        char *end = NULL;
        errno = 0;
        result = strtoull(text, &end, 0);
        if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0)
            return fail(reader, "\"%s\": \"%s\" is not a number", key, text);
    } else {
        return fail(reader, "\"%s\" must be a number that is not negative", key);
    }
    if (result > limit)
        return fail(reader, "\"%s\": %" PRIu64 " is more than %" PRIu64, key, result, limit);
    *value = result;
    return true;
}

static bool optional_u32(const struct reader *reader, const json_t *object, const char *key,
                         uint32_t *value)
{
    uint64_t wide = 0;
    const json_t *item = json_object_get(object, key);

    if (item == NULL || json_is_null(item))
        return true;
    if (!number(reader, object, key, UINT32_MAX, &wide))
        return false;
    *value = (uint32_t)wide;
    return true;
}

static const struct fk_soc_class *find_chip(const char *name)
{
    for (size_t i = 0; fk_soc_classes[i] != NULL; i++)
        if (strcmp(fk_soc_classes[i]->name, name) == 0)
            return fk_soc_classes[i];
    return NULL;
}

static bool read_chip(const struct reader *reader, const json_t *root, struct fk_profile *profile)
{
    const char *schema = json_string_value(json_object_get(root, "schema"));
    const char *chip = json_string_value(json_object_get(root, "chip"));

    if (schema == NULL || strcmp(schema, SCHEMA) != 0)
        return fail(reader, "\"schema\" is %s%s%s; this program reads \"" SCHEMA "\"",
                    schema != NULL ? "\"" : "", schema != NULL ? schema : "missing",
                    schema != NULL ? "\"" : "");
    if (chip == NULL)
        return fail(reader, "\"chip\" must be the name of a chip");
    profile->chip = find_chip(chip);
    if (profile->chip == NULL)
        return fail(reader, "\"chip\": the virtual board has no \"%s\"", chip);
    return true;
}

static bool read_trigger(const struct reader *reader, const json_t *root,
                         struct fk_profile *profile)
{
    const json_t *trigger = json_object_get(root, "trigger");
    const char *port = json_string_value(json_object_get(trigger, "port"));
    uint64_t pin = 0;

    if (!json_is_object(trigger))
        return fail(reader, "\"trigger\" must be an object with \"port\" and \"pin\"");
    if (port == NULL || strlen(port) != 1 || port[0] < 'A' || port[0] >= 'A' + PORTS)
        return fail(reader, "\"trigger\": \"port\" must be a letter from A to H");
    if (!number(reader, trigger, "pin", 15, &pin))
        return false;
    profile->trigger_port = (uint8_t)(port[0] - 'A');
    profile->trigger_pin = (uint8_t)pin;
    return true;
}

static bool read_oscillators(const struct reader *reader, const json_t *root,
                             struct fk_profile *profile)
{
    const json_t *oscillators = json_object_get(root, "oscillators");
    const json_t *serial = json_object_get(root, "serial");
    const json_t *from = oscillators != NULL ? oscillators : root;

    if (oscillators != NULL && !json_is_object(oscillators))
        return fail(reader, "\"oscillators\" must be an object");
    if (serial != NULL && !json_is_object(serial))
        return fail(reader, "\"serial\" must be an object");
    return optional_u32(reader, from, "hse_hz", &profile->hse_hz) &&
           optional_u32(reader, from, "lse_hz", &profile->lse_hz) &&
           optional_u32(reader, serial, "baud", &profile->serial_baud);
}

/* "PC13": inputs that the board holds high. */
static bool read_pins(const struct reader *reader, const json_t *root, struct fk_profile *profile)
{
    const json_t *pins = json_object_get(root, "inputs_high");
    size_t index;
    const json_t *pin;

    if (pins == NULL)
        return true;
    if (!json_is_array(pins))
        return fail(reader, "\"inputs_high\" must be a list of pins, such as [\"PC13\"]");
    json_array_foreach(pins, index, pin)
    {
        const char *name = json_string_value(pin);
        char *end = NULL;
        unsigned long bit = 0;
        bool good = name != NULL && name[0] == 'P' && name[1] >= 'A' && name[1] < 'A' + PORTS &&
                    name[2] >= '0' && name[2] <= '9';
        if (good)
            bit = strtoul(name + 2, &end, 10);
        if (!good || *end != '\0' || bit > 15)
            return fail(reader, "\"inputs_high\": item %zu must be a pin, such as \"PC13\"",
                        index + 1);
        profile->pins_high[name[1] - 'A'] |= (uint16_t)(1u << bit);
    }
    return true;
}

static const struct fk_soc_region *find_region(const struct fk_soc_class *chip, const char *name)
{
    for (size_t i = 0; i < chip->region_count; i++)
        if (strcmp(chip->regions[i].name, name) == 0)
            return &chip->regions[i];
    return NULL;
}

static bool check_memory(const struct reader *reader, const json_t *root,
                         const struct fk_profile *profile)
{
    const json_t *memories = json_object_get(root, "memory");
    size_t index;
    const json_t *memory;

    if (memories == NULL)
        return true;
    if (!json_is_array(memories))
        return fail(reader, "\"memory\" must be a list of memories");
    json_array_foreach(memories, index, memory)
    {
        const char *name = json_string_value(json_object_get(memory, "name"));
        const char *size_key =
            json_object_get(memory, "size_bytes") != NULL ? "size_bytes" : "size";
        uint64_t base = 0, size = 0;
        if (name == NULL)
            return fail(reader, "\"memory\": item %zu has no \"name\"", index + 1);
        const struct fk_soc_region *region = find_region(profile->chip, name);
        if (region == NULL)
            return fail(reader, "\"memory\": %s has no \"%s\"", profile->chip->name, name);
        if (!number(reader, memory, "base", UINT32_MAX, &base) ||
            !number(reader, memory, size_key, UINT32_MAX, &size))
            return false;
        if (base != region->base || size != region->size_bytes)
            return fail(reader,
                        "\"memory\": \"%s\" of %s is 0x%" PRIX32 " bytes at 0x%08" PRIX32
                        ", not 0x%" PRIX64 " at 0x%08" PRIX64,
                        name, profile->chip->name, region->size_bytes, region->base, size, base);
    }
    return true;
}

bool fk_profile_read(struct fk_profile *profile, const char *path, char *error, size_t error_size)
{
    struct reader reader = {path, error, error_size};
    json_error_t json_error;
    FILE *file = fopen(path, "rbe");

    *profile = (struct fk_profile){0};
    if (file == NULL)
        return fail(&reader, "%s", strerror(errno));
    json_t *root = json_loadf(file, JSON_REJECT_DUPLICATES, &json_error);
    fclose(file);
    if (root == NULL) {
        snprintf(error, error_size, "%s:%d: %s", path, json_error.line, json_error.text);
        return false;
    }
    bool good = json_is_object(root) ? true : fail(&reader, "must be a JSON object");
    good = good && read_chip(&reader, root, profile) && read_trigger(&reader, root, profile) &&
           read_oscillators(&reader, root, profile) && read_pins(&reader, root, profile) &&
           check_memory(&reader, root, profile);
    json_decref(root);
    return good;
}
