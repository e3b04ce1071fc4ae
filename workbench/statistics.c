/* SPDX-License-Identifier: MIT */
#include "statistics.h"

#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

struct fk_spread fk_spread(uint64_t *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    uint64_t low = values[(count - 1) / 2], high = values[count / 2];
    return (struct fk_spread){
        .min = values[0], .median = low + (high - low) / 2, .max = values[count - 1]};
}
