/* SPDX-License-Identifier: MIT */
/*
 * Computation that uses much of the instruction set as a compiler does: 32- and 64-bit integers,
 * division, shifts, byte and halfword accesses, floats, tables, calls through pointers. Its answers
 * are compared between modes, so that what it computes does not matter.
 */
#include <stdint.h>

#define WORDS 256

uint32_t compute_buffer[WORDS];

static uint32_t mix(uint32_t a, uint32_t b)
{
    a ^= b << 7 | b >> 25;
    a *= 0x9E3779B1u;
    return a ^ a >> 15;
}

static uint32_t divide(uint32_t a, uint32_t b)
{
    return a / (b | 1u) + (uint32_t)((int32_t)a % (int32_t)(b >> 3 | 5u));
}

static uint32_t multiply_long(uint32_t a, uint32_t b)
{
    uint64_t product = (uint64_t)a * b + ((uint64_t)b << 17) + a;
    int64_t negative = (int64_t)(int32_t)a * (int32_t)b - (int64_t)product;
    return (uint32_t)(product >> 32) ^ (uint32_t)negative ^ (uint32_t)(negative >> 40);
}

static uint32_t floats(uint32_t a, uint32_t b)
{
    float x = (float)a * 0.5f + 1.0f;
    float y = (float)(int32_t)b;
    float z = x > y ? x / (y * y + 1.0f) : __builtin_sqrtf(x) - y;
    return (uint32_t)(int32_t)(z * 16.0f);
}

static uint32_t bytes(uint32_t a, uint32_t b)
{
    uint8_t *raw = (uint8_t *)compute_buffer;
    uint16_t half;
    raw[a % sizeof compute_buffer] ^= (uint8_t)b;
    __builtin_memcpy(&half, raw + (b % (sizeof compute_buffer - 1)), sizeof half);
    return a + half - (uint32_t)(int8_t)raw[(a ^ b) % sizeof compute_buffer];
}

static uint32_t conditions(uint32_t a, uint32_t b)
{
    uint32_t result = a < b ? a : b;
    if ((int32_t)a < 0) {
        result += 3;
    }
    switch (b & 7u) {
    case 0:
        return result ^ 1u;
    case 1:
        return result + b;
    case 2:
        return (uint32_t)__builtin_clz(a | 1u);
    case 3:
        return __builtin_bswap32(result);
    case 4:
        return result >> (a & 31u);
    default:
        return result - a;
    }
}

uint32_t compute(uint32_t seed, uint32_t rounds);
__attribute__((noinline)) uint32_t compute(uint32_t seed, uint32_t rounds)
{
    static uint32_t (*const steps[])(uint32_t, uint32_t) = {mix,    divide, multiply_long,
                                                            floats, bytes,  conditions};
    uint32_t a = seed, b = ~seed;
    for (unsigned i = 0; i < WORDS; i++) {
        compute_buffer[i] = a = mix(a, i);
    }
    for (uint32_t i = 0; i < rounds; i++) {
        uint32_t next = steps[(a ^ i) % 6u](a, b);
        b = a + i;
        a = mix(next, b);
        compute_buffer[i % WORDS] += a;
    }
    return a;
}

#define FLASH_ACR (*(volatile uint32_t *)0x40022000u)
#define GPIOA_BSRR (*(volatile uint32_t *)0x48000018u)
#define DWT_CYCCNT (*(volatile uint32_t *)0xE0001004u)

static inline void empty_flash_caches(void)
{
    uint32_t on = FLASH_ACR;
    uint32_t off = on & ~(3u << 9);
    FLASH_ACR = off;
    FLASH_ACR = off | 3u << 11;
    FLASH_ACR = off;
    FLASH_ACR = on;
}

/* The same between a rise and a fall of the trigger pin PA8, counted by DWT; the cycles go to
 * *cycles. The flash caches are emptied after the rise, so that all that is counted begins from a
 * state that does not depend on what ran before the rise. */
uint32_t compute_triggered(uint32_t seed, uint32_t rounds, uint32_t *cycles);
uint32_t compute_triggered(uint32_t seed, uint32_t rounds, uint32_t *cycles)
{
    GPIOA_BSRR = 1u << 8;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
    empty_flash_caches();
    uint32_t start = DWT_CYCCNT;
    uint32_t answer = compute(seed, rounds);
    uint32_t stop = DWT_CYCCNT;
    GPIOA_BSRR = 1u << 24;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
    *cycles = stop - start;
    return answer;
}

/* The same with the caches emptied before the rise, as the firmware does. */
uint32_t compute_triggered_late(uint32_t seed, uint32_t rounds, uint32_t *cycles);
uint32_t compute_triggered_late(uint32_t seed, uint32_t rounds, uint32_t *cycles)
{
    empty_flash_caches();
    GPIOA_BSRR = 1u << 8;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
    uint32_t start = DWT_CYCCNT;
    uint32_t answer = compute(seed, rounds);
    uint32_t stop = DWT_CYCCNT;
    GPIOA_BSRR = 1u << 24;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
    *cycles = stop - start;
    return answer;
}

/* PA8 becomes an output. */
void enable_trigger(void);
void enable_trigger(void)
{
    *(volatile uint32_t *)0x4002104Cu |= 1u;
    (void)*(volatile uint32_t *)0x4002104Cu;
    volatile uint32_t *const moder = (volatile uint32_t *)0x48000000u;
    *moder = (*moder & ~(3u << 16)) | 1u << 16;
}

/* Six arguments: two of them on the stack. */
uint32_t weigh(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e, uint32_t f);
uint32_t weigh(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e, uint32_t f)
{
    return a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f;
}
