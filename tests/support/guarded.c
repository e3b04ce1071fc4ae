/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "guarded.h"

#include "bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FILL = 0xA5 };

static void must(bool good, const char *what)
{
    if (!good) {
        perror(what);
        exit(2);
    }
}

struct fk_guarded fk_guarded_new(size_t length, enum fk_guarded_place place)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t inside = (length + page) / page * page;
    uint8_t *all = mmap(NULL, inside + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(all != MAP_FAILED, "mmap");
    struct fk_guarded guarded = {.length = length, .page = all + page, .page_bytes = inside};
    must(mprotect(guarded.page, inside, PROT_READ | PROT_WRITE) == 0, "mprotect");
    memset(guarded.page, FILL, inside);
    guarded.bytes = place == FK_GUARDED_START ? guarded.page : guarded.page + inside - length;
    return guarded;
}

void fk_guarded_free(struct fk_guarded *guarded)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    must(munmap(guarded->page - page, guarded->page_bytes + 2 * page) == 0, "munmap");
    guarded->bytes = NULL;
}

void fk_guarded_allow_writes(struct fk_guarded *guarded, bool allow)
{
    must(mprotect(guarded->page, guarded->page_bytes, allow ? PROT_READ | PROT_WRITE : PROT_READ) ==
             0,
         "mprotect");
}

bool fk_guarded_clean(const struct fk_guarded *guarded)
{
    size_t before = (size_t)(guarded->bytes - guarded->page);
    return fk_all_bytes(guarded->page, before, FILL) &&
           fk_all_bytes(guarded->bytes + guarded->length,
                        guarded->page_bytes - before - guarded->length, FILL);
}
