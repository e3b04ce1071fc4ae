/* SPDX-License-Identifier: MIT */
/* The vectors through the library on this host. */
#include "vector_engine.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    static const struct fk_operations *const operations[] = {&fk_operations_direct,
                                                             &fk_operations_generic};
    const char *long_tests = getenv("FIELDKEX_LONG_TESTS");
    unsigned iterations = long_tests != NULL && *long_tests != '\0' ? 1000000 : 1000;
    return fk_vector_main(argc, argv, operations, 2, iterations);
}
