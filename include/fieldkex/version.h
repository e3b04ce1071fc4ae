/* SPDX-License-Identifier: MIT */
/* The version of the library (semantic versioning 2.0.0); the build reads it from here. */
#ifndef FIELDKEX_VERSION_H
#define FIELDKEX_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

#define FK_VERSION_MAJOR 0
#define FK_VERSION_MINOR 1
#define FK_VERSION_PATCH 0
#define FK_VERSION "0.1.0"

/* FK_VERSION of the library that is linked, for comparison with the header's: static storage. While
 * the major number is 0, a new minor number may change the interface, and the soname has both. */
const char *fk_version(void);

#ifdef __cplusplus
}
#endif

#endif
