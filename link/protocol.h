/* SPDX-License-Identifier: MIT */
/*
 * Lines of the board link, for both sides (docs/link-protocol.md). Freestanding C99: no libc, no
 * state but the caller's.
 *
 *     >fk1 0001002a time x25519 public_key later 77076d0a... #89abcdef      host to board
 *     <fk1 0001002a ok 0 1523042 8520f009... #01234567                      board to host
 *
 * Direction and version, sequence number (8 hex digits), words, CRC-32 of all before the '#'; one
 * line feed ends a line. Hex digits are small letters only, so that no damaged bit is overlooked.
 */
#ifndef FK_LINK_PROTOCOL_H
#define FK_LINK_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FK_LINK_VERSION_NUMBER 1

/* Longest line in bytes, its line feed included. The longest request is a shared secret with the
 * largest keys: below 300. */
#define FK_LINK_LINE_BYTES 512
/* Longest text that an answer carries beside its frame. */
#define FK_LINK_TEXT_BYTES 448

enum fk_link_curve { FK_LINK_X25519, FK_LINK_X448, FK_LINK_P256, FK_LINK_CURVES };
enum fk_link_operation { FK_LINK_PUBLIC_KEY, FK_LINK_SHARED_SECRET, FK_LINK_OPERATIONS };
enum fk_link_call { FK_LINK_FIRST, FK_LINK_LATER, FK_LINK_CALLS };

/* The words of the protocol, indexed by the enumerations. */
extern const char *const fk_link_curve_names[FK_LINK_CURVES];         /* "x25519" ... */
extern const char *const fk_link_operation_names[FK_LINK_OPERATIONS]; /* "public_key" ... */
extern const char *const fk_link_call_names[FK_LINK_CALLS];           /* "first", "later" */

/* Sizes of one curve's raw values in bytes: RFC 7748 little-endian; SEC 1 big-endian, public keys
 * uncompressed. */
struct fk_link_sizes {
    unsigned private_key;
    unsigned public_key;
    unsigned shared_secret;
};
extern const struct fk_link_sizes fk_link_sizes[FK_LINK_CURVES];

#define FK_LINK_MAX_VALUE_BYTES 65

enum fk_link_direction { FK_LINK_TO_BOARD = '>', FK_LINK_TO_HOST = '<' };

/* CRC-32 of IEEE 802.3 (reflected polynomial 0xEDB88320, start and final inversion). */
uint32_t fk_link_crc32(const char *bytes, size_t length);

/*
 * Writes one whole line, line feed and terminating zero included, and returns its length without
 * the zero; 0 if it does not fit into FK_LINK_LINE_BYTES or `text` holds anything but printable
 * ASCII. `line` has room for FK_LINK_LINE_BYTES + 1.
 */
size_t fk_link_frame(char *line, enum fk_link_direction direction, uint32_t sequence,
                     const char *text);

enum fk_link_check {
    FK_LINK_WHOLE,           /* sequence and text are valid */
    FK_LINK_BROKEN,          /* damaged, cut, over-long, or not a line of this protocol */
    FK_LINK_OTHER_DIRECTION, /* a whole line, but an echo of what was sent */
    FK_LINK_OTHER_VERSION    /* whole, of another version: sequence and *version are valid */
};

/*
 * Checks one line of `length` bytes without its line feed. When whole, *text points at the words
 * inside `line`, which is cut there with a zero.
 */
enum fk_link_check fk_link_unframe(char *line, size_t length, enum fk_link_direction direction,
                                   uint32_t *sequence, unsigned *version, char **text);

/* Collects bytes into lines. */
struct fk_link_receiver {
    char line[FK_LINK_LINE_BYTES];
    size_t length;
    bool overlong; /* the rest of this line is thrown away */
};

enum fk_link_collect { FK_LINK_COLLECTING, FK_LINK_LINE, FK_LINK_LINE_OVERLONG };

void fk_link_receiver_clear(struct fk_link_receiver *receiver);

/* Takes one byte. After FK_LINK_LINE, line[0..length) is a line without its line feed, until
 * fk_link_receiver_clear; empty lines are not reported. */
enum fk_link_collect fk_link_collect(struct fk_link_receiver *receiver, uint8_t byte);

/* The next word of *rest (words are separated by one space), cut with a zero; NULL at the end. */
char *fk_link_word(char **rest);
/* The index of `word` in `names`, or -1. */
int fk_link_find(const char *word, const char *const *names, int count);
/* Unsigned decimal number without sign or leading blanks; false if it is none or exceeds `limit`.
 */
bool fk_link_number(const char *word, uint64_t limit, uint64_t *value);
/* Exactly `length` bytes from 2 * length hex digits in small letters. */
bool fk_link_from_hex(uint8_t *bytes, size_t length, const char *word);

/* Text that grows in a buffer; `full` is set instead of writing beyond it. */
struct fk_link_text {
    char *start;
    char *at;
    size_t room; /* for characters, without the terminating zero */
    bool full;
};

/* `buffer` has room for `size` bytes, the terminating zero included. */
void fk_link_text_start(struct fk_link_text *text, char *buffer, size_t size);
/* These put one space before what they add, unless the text is empty. */
void fk_link_add_word(struct fk_link_text *text, const char *word);
void fk_link_add_number(struct fk_link_text *text, uint64_t value);
void fk_link_add_signed(struct fk_link_text *text, int32_t value);
void fk_link_add_hex(struct fk_link_text *text, const uint8_t *bytes, size_t length);

#endif
