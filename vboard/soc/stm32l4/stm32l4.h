/* SPDX-License-Identifier: MIT */
/*
 * The STM32L476RG as the virtual board sees it, and what only tests and studies reach: errors of
 * the random number generator and other organisations of the flash caches.
 */
#ifndef FK_STM32L4_H
#define FK_STM32L4_H

#include "../../core/soc.h"

extern const struct fk_soc_class fk_stm32l476rg;

enum fk_stm32l4_rng_fault {
    FK_STM32L4_RNG_GOOD,
    FK_STM32L4_RNG_CLOCK_ERROR, /* CECS stays set: no words */
    FK_STM32L4_RNG_SEED_ERROR,  /* SECS is set by every word that is tried: no words */
    FK_STM32L4_RNG_SILENT,      /* DRDY never rises and no error is shown */
    FK_STM32L4_RNG_REPEATING    /* every word is the same */
};

/* Takes effect at once and lasts until it is changed; a reset does not end it. `soc` is what
 * fk_stm32l476rg.create returned. */
void fk_stm32l4_rng_set_fault(void *soc, enum fk_stm32l4_rng_fault fault);

/*
 * A cache of `sets` x `ways` lines, each of `reads` flash reads (64 bits each) that are filled one
 * by one; replacement is least recently used within a set. All three are powers of two, `reads` at
 * most 8, lines at most 128.
 */
struct fk_stm32l4_cache_shape {
    unsigned sets;
    unsigned ways;
    unsigned reads;
};

/* The shapes after creation: 1 x 128 x 1 for instructions, 1 x 8 x 4 for data. Both caches are
 * emptied. false, and nothing changed, where a shape is out of bounds. */
bool fk_stm32l4_set_cache_shapes(void *soc, struct fk_stm32l4_cache_shape instruction,
                                 struct fk_stm32l4_cache_shape data);

#endif
