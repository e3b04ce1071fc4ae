/* SPDX-License-Identifier: MIT */
/*
 * How fast the model of the flash accelerator is on this machine: nanoseconds for each fetched
 * word, as the timed mode of the virtual board asks for it. A measurement, not a test.
 */
#include "vboard/core/soc.h"
#include "vboard/soc/stm32l4/stm32l4.h"

#include <stdio.h>
#include <time.h>

#define WORDS 50000000U
#define FLASH_ACR 0x40022000U

static double now_ns(void)
{
    struct timespec time;

    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* A loop of so many words, over and over. */
static void measure(const char *what, uint32_t acr, unsigned loop_words, unsigned load_every)
{
    const struct fk_soc_host host = {.seed = 1};
    const struct fk_soc_class *class = &fk_stm32l476rg;
    void *soc = class->create(&host);
    uint64_t cycle = 0;
    unsigned word = 0;
    unsigned until_load = load_every;
    double start;
    double ns;

    if (soc == NULL)
        return;
    class->write(soc, 0, FLASH_ACR, 4, acr);
    start = now_ns();
    for (unsigned i = 0; i < WORDS; i++) {
        cycle += class->flash_fetch(soc, cycle, 0x08000000 + 4 * word) + 1;
        word = word + 1 == loop_words ? 0 : word + 1;
        if (load_every != 0 && --until_load == 0) {
            cycle += class->flash_load(soc, cycle, 0x08080000 + (i & 0x3FC), 4);
            until_load = load_every;
        }
    }
    ns = (now_ns() - start) / WORDS;
    printf("%-44s %6.2f ns a word, %6.1f million words a second, %.2f cycles a word\n", what, ns,
           1e3 / ns, (double)cycle / WORDS);
    class->destroy(soc);
}

int main(void)
{
    measure("loop of 512 bytes, cached", 0x704, 128, 0);
    measure("loop of 512 bytes, a literal every 8 words", 0x704, 128, 8);
    measure("loop of 2 KB, never cached, prefetch", 0x704, 512, 0);
    measure("loop of 2 KB, never cached, no prefetch", 0x604, 512, 0);
    measure("loop of 2 KB, no caches", 0x004, 512, 0);
    measure("loop of 64 KB, no wait states", 0x600, 16384, 0);
    return 0;
}
