/* SPDX-License-Identifier: MIT */
/* The vectors through the library on this host. */
#include "vector_engine.h"

#include <stdbool.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static const struct fk_operations *const operations[] = {&fk_operations_direct,
                                                             &fk_operations_generic};
    /* The million takes minutes: by one entry, which is the other's too. */
    const char *named = getenv("FIELDKEX_LONG_TESTS");
    bool long_tests = named != NULL && *named != '\0';
    return fk_vector_main(argc, argv, operations, long_tests ? 1 : 2, long_tests ? 1000000 : 1000);
}
