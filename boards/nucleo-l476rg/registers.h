/* SPDX-License-Identifier: MIT */
/*
 * The registers of the STM32L476RG and of its Cortex-M4 that this board's code touches. Addresses
 * and bits: ST RM0351 (RCC 6.4, FLASH 3.7, PWR 5.4, GPIO 8.5, USART 40.8), Arm DDI 0403 (B3.2,
 * C1.6, C1.8).
 */
#ifndef FK_NUCLEO_L476RG_REGISTERS_H
#define FK_NUCLEO_L476RG_REGISTERS_H

#include <stdint.h>

#define FK_REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))

/* Reset and clock control */
#define RCC_CR FK_REGISTER(0x40021000)
#define RCC_CR_HSION (1u << 8)
#define RCC_CR_HSIRDY (1u << 10)
#define RCC_CR_PLLON (1u << 24)
#define RCC_CR_PLLRDY (1u << 25)
#define RCC_CFGR FK_REGISTER(0x40021008)
#define RCC_CFGR_SW_HSI16 1u
#define RCC_CFGR_SW_PLL 3u
#define RCC_CFGR_SW_MASK 3u
#define RCC_CFGR_SWS_SHIFT 2
#define RCC_PLLCFGR FK_REGISTER(0x4002100C)
#define RCC_PLLCFGR_SRC_HSI16 2u
#define RCC_PLLCFGR_N(n) ((uint32_t)(n) << 8)
#define RCC_PLLCFGR_REN (1u << 24)
#define RCC_AHB2ENR FK_REGISTER(0x4002104C)
#define RCC_AHB2ENR_GPIOA (1u << 0)
#define RCC_APB1ENR1 FK_REGISTER(0x40021058)
#define RCC_APB1ENR1_USART2 (1u << 17)
#define RCC_APB1ENR1_PWR (1u << 28)
#define RCC_CCIPR FK_REGISTER(0x40021088)
#define RCC_CCIPR_USART2_MASK (3u << 2)
#define RCC_CCIPR_USART2_HSI16 (2u << 2)

/* Power control */
#define PWR_CR1 FK_REGISTER(0x40007000)
#define PWR_CR1_VOS_MASK (3u << 9)
#define PWR_CR1_VOS_RANGE1 (1u << 9)
#define PWR_SR2 FK_REGISTER(0x40007014)
#define PWR_SR2_VOSF (1u << 10)

/* Flash interface */
#define FLASH_ACR FK_REGISTER(0x40022000)
#define FLASH_ACR_LATENCY_MASK 7u
#define FLASH_ACR_PRFTEN (1u << 8)
#define FLASH_ACR_ICEN (1u << 9)
#define FLASH_ACR_DCEN (1u << 10)
#define FLASH_ACR_ICRST (1u << 11)
#define FLASH_ACR_DCRST (1u << 12)

/* Port A: PA2 and PA3 are the serial line of the ST-LINK, PA8 is the trigger. */
#define GPIOA_MODER FK_REGISTER(0x48000000)
#define GPIOA_OSPEEDR FK_REGISTER(0x48000008)
#define GPIOA_PUPDR FK_REGISTER(0x4800000C)
#define GPIOA_BSRR FK_REGISTER(0x48000018)
#define GPIOA_AFRL FK_REGISTER(0x48000020)

/* Serial line */
#define USART2_CR1 FK_REGISTER(0x40004400)
#define USART2_CR1_UE (1u << 0)
#define USART2_CR1_RE (1u << 2)
#define USART2_CR1_TE (1u << 3)
#define USART2_CR3 FK_REGISTER(0x40004408)
#define USART2_CR3_OVRDIS (1u << 12)
#define USART2_BRR FK_REGISTER(0x4000440C)
#define USART2_RQR FK_REGISTER(0x40004418)
#define USART2_RQR_RXFRQ (1u << 3)
#define USART2_ISR FK_REGISTER(0x4000441C)
#define USART2_ISR_RXNE (1u << 5)
#define USART2_ISR_TC (1u << 6)
#define USART2_ISR_TXE (1u << 7)
#define USART2_ICR FK_REGISTER(0x40004420)
#define USART2_ICR_ERRORS 0xFu /* parity, framing, noise, overrun */
#define USART2_RDR FK_REGISTER(0x40004424)
#define USART2_TDR FK_REGISTER(0x40004428)

/* Core */
#define DWT_CTRL FK_REGISTER(0xE0001000)
#define DWT_CTRL_CYCCNTENA (1u << 0)
#define DWT_CYCCNT FK_REGISTER(0xE0001004)
#define SCB_AIRCR FK_REGISTER(0xE000ED0C)
#define SCB_AIRCR_KEY (0x05FAu << 16)
#define SCB_AIRCR_SYSRESETREQ (1u << 2)
#define SCB_CFSR FK_REGISTER(0xE000ED28)
#define SCB_BFAR FK_REGISTER(0xE000ED38)
#define SCB_CPACR FK_REGISTER(0xE000ED88)
#define SCB_CPACR_FPU_FULL (0xFu << 20)
#define DEMCR FK_REGISTER(0xE000EDFC)
#define DEMCR_TRCENA (1u << 24)

#endif
