/* SPDX-License-Identifier: MIT */
#include "bench.h"
#include "board_file.h"
#include "command.h"
#include "data.h"
#include "files.h"
#include "host_operations.h"
#include "images.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: fieldkex list boards | implementations | operations\n"
    "\n"
    "  boards            what fieldkex bench and run know as --board\n"
    "  implementations   the images that were built, and those that could not "
    "be\n"
    "  operations        curves and operations\n"
    "\n"
    "  --images DIR      where images.json is (default: beside the command)\n"
    "\n"
    "example:\n"
    "  fieldkex list implementations\n";

static bool list_boards(struct fk_text *text)
{
    char **names = fk_data_board_names();
    if (names == NULL) {
        return false;
    }
    bool good = true;
    for (size_t i = 0; names[i] != NULL; i++) {
        struct fk_board_clocks board = {0};
        char *path = good ? fk_data_board_json(names[i]) : NULL;
        good = path != NULL && fk_board_file_read(&board, path);
        if (good) {
            fk_text_add(text, "%-16s simulated  %s; clocks:", names[i],
                        board.description != NULL ? board.description : "");
            for (size_t c = 0; c < board.count; c++) {
                fk_text_add(text, " %g MHz", board.clocks[c].hz / 1e6);
            }
            fk_text_add(text, "\n");
        }
        fk_board_clocks_free(&board);
        free(path);
        free(names[i]);
    }
    free(names);
    fk_text_add(text, "%-16s measured   this computer\n", FK_BENCH_HOST);
    return good;
}

static bool list_implementations(struct fk_text *text, const char *option)
{
    struct fk_images images;
    char *folder = fk_data_images(option);
    bool good = folder != NULL && fk_images_read(&images, folder);
    free(folder);
    if (!good) {
        return false;
    }
    for (size_t i = 0; i < images.count; i++) {
        const struct fk_image *image = &images.images[i];
        char *name = fk_format("%s/%s", image->implementation, image->variant);
        fk_text_add(text, "%-22s ", name);
        free(name);
        if (image->skipped != NULL) {
            fk_text_add(text, "skipped: %s\n", image->skipped);
            continue;
        }
        fk_text_add(text, "%-8s %s:", image->version != NULL ? image->version : "-", images.board);
        for (size_t o = 0; o < image->operation_count; o++) {
            fk_text_add(text, "%s %s %s", o > 0 ? "," : "",
                        fk_link_curve_names[image->operations[o].curve],
                        fk_link_operation_names[image->operations[o].operation]);
        }
        fk_text_add(text, "\n");
    }
    fk_images_free(&images);
    for (int c = 0; c < FK_HOST_CONTENDERS; c++) {
        enum fk_host_contender contender = (enum fk_host_contender)c;
        char *name =
            fk_format("%s/%s", fk_host_implementation(contender), fk_host_variant(contender));
        fk_text_add(text, "%-22s %-8s %s: all operations\n", name, fk_host_version(contender),
                    FK_BENCH_HOST);
        free(name);
    }
    return true;
}

static bool list_operations(struct fk_text *text)
{
    static const char *const meanings[] = {"public key from private key",
                                           "shared secret from private key and peer's public key"};
    for (int c = 0; c < FK_LINK_CURVES; c++) {
        for (int o = 0; o < FK_LINK_OPERATIONS; o++) {
            fk_text_add(text, "%-7s %-14s %s\n", fk_link_curve_names[c], fk_link_operation_names[o],
                        meanings[o]);
        }
    }
    return true;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {{"images", required_argument, NULL, 'i'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    const char *images = NULL;
    int option;
    while ((option = fk_next_option(argc, argv, ":h", options)) != -1) {
        if (option == 'h') {
            return fk_show_help(&fk_command_list);
        }
        if (option != 'i') {
            return FK_EXIT_USAGE;
        }
        images = optarg;
    }
    if (argc - optind != 1) {
        return fk_usage_error(argv[0], "one of boards, implementations and operations is needed");
    }
    struct fk_text text = {0};
    const char *what = argv[optind];
    bool good;
    if (strcmp(what, "boards") == 0) {
        good = list_boards(&text);
    } else if (strcmp(what, "implementations") == 0) {
        good = list_implementations(&text, images);
    } else if (strcmp(what, "operations") == 0) {
        good = list_operations(&text);
    } else {
        return fk_usage_error(argv[0], "unknown word '%s' (boards, implementations, operations)",
                              what);
    }
    if (text.length > 0) {
        good = fk_output(text.bytes, text.length) && good;
    }
    fk_text_free(&text);
    return good ? FK_EXIT_GOOD : FK_EXIT_USAGE;
}

const struct fk_command fk_command_list = {.name = "list",
                                           .summary = "list boards, implementations or operations",
                                           .help = help,
                                           .run = run};
