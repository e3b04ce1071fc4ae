/* SPDX-License-Identifier: MIT */
/* Minimum, median and maximum of samples. */
#ifndef FK_WORKBENCH_STATISTICS_H
#define FK_WORKBENCH_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

struct fk_spread {
    uint64_t min, median, max;
};

/* Sorts `values` in place; count is at least 1. The median of an even number of values is the mean
 * of the middle two, rounded down. */
struct fk_spread fk_spread(uint64_t *values, size_t count);

#endif
