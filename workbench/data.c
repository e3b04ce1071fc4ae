/* SPDX-License-Identifier: MIT */
#include "data.h"

#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Relative to the folder of the command; the build system sets both: FK_INSTALLED_DATA after
 * installation, FK_BUILD_BOARDS and FK_BUILD_IMAGES in a build tree. */

/* The folder of the running command, or NULL. */
static char *own_folder(void)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) {
        return NULL;
    }
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return NULL;
    }
    *slash = '\0';
    return fk_copy(path);
}

static bool has(const char *folder, const char *entry)
{
    char *path = fk_format("%s/%s", folder, entry);
    bool there = access(path, F_OK) == 0;
    free(path);
    return there;
}

/* The first of the places that holds `entry`; `build` is relative to the command. */
static char *find(const char *kind, const char *build, const char *entry)
{
    const char *variable = getenv("FIELDKEX_DATA");
    if (variable != NULL && *variable != '\0') {
        /* Said by the user: no other place is looked at. */
        char *folder = fk_format("%s/%s", variable, kind);
        if (has(folder, entry)) {
            return folder;
        }
        free(folder);
        return NULL;
    }
    char *own = own_folder();
    if (own == NULL) {
        return NULL;
    }
    char *places[] = {fk_format("%s/" FK_INSTALLED_DATA "/%s", own, kind),
                      fk_format("%s/%s", own, build)};
    char *found = NULL;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (found == NULL && has(places[i], entry)) {
            found = places[i];
        } else {
            free(places[i]);
        }
    }
    free(own);
    return found;
}

char *fk_data_boards(void)
{
    char *folder = find("boards", FK_BUILD_BOARDS, ".");
    if (folder == NULL) {
        fk_complain(
            "the folder 'boards' is not found; set FIELDKEX_DATA to the folder that has it");
    }
    return folder;
}

char *fk_data_images(const char *option)
{
    if (option != NULL) {
        if (has(option, "images.json")) {
            return fk_copy(option);
        }
        fk_complain("%s: has no images.json: %s", option, strerror(errno));
        return NULL;
    }
    char *folder = find("images", FK_BUILD_IMAGES, "images.json");
    if (folder == NULL) {
        fk_complain("the board images are not found; build them with 'make firmware', or name "
                    "their folder with --images");
    }
    return folder;
}

static int compare(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

char **fk_data_board_names(void)
{
    char *folder = fk_data_boards();
    if (folder == NULL) {
        return NULL;
    }
    size_t count = 0;
    char **names = fk_allocate(1, sizeof *names);
    DIR *directory = opendir(folder);
    struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        char *json = fk_format("%s/board.json", entry->d_name);
        if (entry->d_name[0] != '.' && has(folder, json)) {
            names = fk_grow(names, count + 2, sizeof *names);
            names[count++] = fk_copy(entry->d_name);
        }
        free(json);
    }
    if (directory != NULL) {
        closedir(directory);
    }
    names[count] = NULL;
    qsort(names, count, sizeof *names, compare);
    free(folder);
    return names;
}

char *fk_data_board_json(const char *board)
{
    char **names = fk_data_board_names();
    if (names == NULL) {
        return NULL;
    }
    char *path = NULL;
    struct fk_text known = {0};
    fk_text_add(&known, "host");
    for (size_t i = 0; names[i] != NULL; i++) {
        fk_text_add(&known, ", %s", names[i]);
        if (strcmp(names[i], board) == 0) {
            char *folder = fk_data_boards();
            path = folder != NULL ? fk_format("%s/%s/board.json", folder, board) : NULL;
            free(folder);
        }
        free(names[i]);
    }
    free(names);
    if (path == NULL) {
        fk_complain("unknown board '%s' (there is: %s)", board, known.bytes);
    }
    fk_text_free(&known);
    return path;
}
