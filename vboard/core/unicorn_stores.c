/* SPDX-License-Identifier: MIT */
/*
 * Unicorn 2.0 takes every store through its check for translated code, and there collects the page
 * locks of the stored range in a freshly allocated tree: some 50 ns a store, half of the time of a
 * run. The locks protect against other threads that translate, which Unicorn does not have, and
 * are empty in its build. These two functions take the place of the library's own by symbol
 * interposition (the dynamic linker prefers the executable's) and leave the tree out; the check
 * itself goes on as before. In any other version they call the library's own.
 */
#include "unicorn_stores.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unicorn/unicorn.h>

typedef void *collect_fn(void *engine, uint64_t first, uint64_t last);
typedef void release_fn(void *collection);

/* Their names and types are Unicorn's. */
void *page_collection_lock_arm(void *engine, uint64_t first, uint64_t last);
void page_collection_unlock_arm(void *collection);

static collect_fn *library_collect;
static release_fn *library_release;

/* A function pointer out of dlsym, which ISO C has no cast for. */
static void look_up(void *function, const char *name)
{
    void *address = dlsym(RTLD_NEXT, name);
    memcpy(function, &address, sizeof address);
}

void fk_unicorn_stores_init(void)
{
    unsigned major = 0, minor = 0;

    (void)uc_version(&major, &minor);
    if (major == 2 && minor == 0)
        return;
    look_up(&library_collect, "page_collection_lock_arm");
    look_up(&library_release, "page_collection_unlock_arm");
}

void *page_collection_lock_arm(void *engine, uint64_t first, uint64_t last)
{
    return library_collect != NULL ? library_collect(engine, first, last) : NULL;
}

void page_collection_unlock_arm(void *collection)
{
    if (library_release != NULL)
        library_release(collection);
}
