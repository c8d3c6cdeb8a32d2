/*
 * base.h - helpers that all host code uses: errors, memory, buffers, files, byte order.
 *
 * Exit status of every command: 0 nothing found, 1 something found, 2 bad use or bad input, 3 our
 * own failure.
 */
#ifndef BASE_H
#define BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
	EXIT_FOUND = 1, /* a finding, such as a race or a failed run */
	EXIT_INPUT = 2, /* bad use or bad input */
	EXIT_OURS = 3, /* our own failure */
};

typedef struct Command Command; /* a subcommand of trellis: option.h */

/* A growing array of bytes; {0} is empty. The user frees it with buf_free. */
typedef struct Buf {
	uint8_t *data;
	size_t len;
	size_t cap;
} Buf;

/* error.c: explain the user's mistake: what is wrong, where, and how to correct it. */

/*
 * fatal: print "trellis: message" to stderr and exit with status 2. A format that ends in a colon
 * gets the reason of errno added. fatal_at puts "file:line: " before the message; line 0 leaves
 * the line out. While a handler is set (fatal_catch), it is called with the exit status instead
 * of exit; it must not return.
 */
_Noreturn void fatal(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void fatal_at(const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* warning: print "trellis: warning: message" to stderr, and return. */
void warning(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* warning_at: as warning, with "file:line: " before the message. */
void warning_at(const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/*
 * mistake_at: print a message as fatal_at does, but return, so that further mistakes can be
 * reported.
 */
void mistake_at(const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* fatal_catch: set the handler that fatal and fatal_at call instead of exit; NULL: none. */
void fatal_catch(void (*handler)(int status));
/* error_text: the last message without its "file:line: " prefix; valid until the next message. */
const char *error_text(void);

/*
 * error_place: set the file and line that the following messages name unless they name their own.
 * file is borrowed; NULL clears the place.
 */
void error_place(const char *file, int line);

/* memory.c: these never return NULL; when memory runs out, the program exits with status 3. */
void *xmalloc(size_t n);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t n);
enum { CACHE_LINE = 64 }; /* bytes of a cache line of the host */
/* xaligned: like xmalloc, but the n bytes share no cache line of the host with others. */
void *xaligned(size_t n);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* ---- buf.c ---- */

/* buf_put: append n bytes. */
void buf_put(Buf *b, const void *p, size_t n);
/* buf_drop: remove the first n bytes; there are as many. */
void buf_drop(Buf *b, size_t n);
/* buf_byte: append a byte. */
void buf_byte(Buf *b, uint8_t c);
/* buf_word: append 32 bits, the lowest byte first. */
void buf_word(Buf *b, uint32_t w);
/* buf_printf: append formatted text without a terminating zero. */
void buf_printf(Buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_free(Buf *b);

/* Little-endian numbers in packets and files. */
static inline uint16_t
get16(const void *p)
{
	const uint8_t *b = p;

	return b[0] | b[1] << 8;
}

static inline uint32_t
get32(const void *p)
{
	const uint8_t *b = p;

	return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static inline uint64_t
get64(const void *p)
{
	return get32(p) | (uint64_t)get32((const uint8_t *)p + 4) << 32;
}

static inline void
put32(void *p, uint32_t w)
{
	uint8_t *b = p;

	b[0] = w;
	b[1] = w >> 8;
	b[2] = w >> 16;
	b[3] = w >> 24;
}

#endif
