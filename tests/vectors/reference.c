/* SPDX-License-Identifier: MIT */
/* The vectors through the bignum reference: what the other answers are compared with is itself
 * checked, and so is the engine, without the library. */
#include "oracle.h"
#include "vector_engine.h"

int main(int argc, char **argv)
{
    static const struct fk_operations *const operations[] = {&fk_oracle_bignum};
    return fk_vector_main(argc, argv, operations, 1, 10);
}
