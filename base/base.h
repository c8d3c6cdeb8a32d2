/*
 * base.h - what every host program part needs: errors, memory, buffers, files, byte order.
 *
 * Exit status of every command: 0 nothing found, 1 something found, 2 bad use or bad input,
 * 3 our own failure.
 */
#ifndef BASE_H
#define BASE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
	EXIT_FOUND = 1,
	EXIT_INPUT = 2,
	EXIT_OURS = 3,
};


typedef struct Command Command; /* a subcommand of trellis: option.h */

/* Bytes that grow; {0} is empty. Owned by its holder, released by buf_free. */
typedef struct Buf {
	uint8_t *data;
	size_t len;
	size_t cap;
} Buf;

/* error.c: the user's mistake, explained: what, where, what would do. */

/*
 * fatal: print "trellis: message" to stderr and exit with status 2. A format that ends in a colon
 * gets the reason of errno added. fatal_at puts "file:line: " before the message; line 0 leaves
 * the line out. While a handler is set (fatal_catch), it is called with the exit status instead
 * of exit; it must not return.
 */
_Noreturn void fatal(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void fatal_at(const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void warn_at(const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* as fatal_at, but returns: more may follow */
void mistake_at(const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void fatal_catch(void (*handler)(int status));
/* the last message, without the place it is about; valid until the next */
const char *error_text(void);

/*
 * error_place: what messages without a place of their own are about; file is borrowed; NULL:
 * nothing.
 */
void error_place(const char *file, int line);

/* memory.c: never NULL; no memory left is our failure (exit 3). */
void *xmalloc(size_t n);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t n);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* buf.c */
void buf_put(Buf *b, const void *p, size_t n);
void buf_byte(Buf *b, uint8_t c);
void buf_word(Buf *b, uint32_t w); /* little-endian */
void buf_printf(Buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_free(Buf *b);
/* quote.c: "trellis" and its words, as a shell takes them. */
void buf_command(Buf *b, int argc, char **argv);

/* file.c */

/*
 * file_open: a descriptor to read from; what cannot be opened or is a directory is the user's
 * mistake (fatal).
 */
int file_open(const char *name);

/*
 * file_read: the whole of a regular file, pipe or (name "-") standard input, at most max bytes.
 * What cannot be read, is a directory or is too long is the user's mistake (fatal).
 */
Buf file_read(const char *name, size_t max);

/*
 * file_write: the file gets just these bytes, or stays as it was: written beside it under another
 * name and renamed. A special file (a device, a pipe) is written in place. Name "-" is standard
 * output. Failure is fatal.
 */
void file_write(const char *name, const void *data, size_t n);
/*
 * file_check_output: file_write may succeed; a place where it cannot is fatal now, and not after
 * the work.
 */
void file_check_output(const char *name);

/* output_close: flush standard output; a full disk or closed pipe there is fatal. */
void output_close(void);

/* start.c */

/*
 * program_start: to be called first: standard streams are open, and a file that grows too large is
 * an error of write.
 */
void program_start(void);

/* program.c */

/* the file of a program beside this one; the caller frees it */
char *program_beside(const char *name);

/*
 * program_become: run the program of that name that lies beside this one in its place; missing says
 * why it may not be there, and what would do (fatal).
 */
_Noreturn void program_become(const char *name, char **argv, const char *missing);

/* progress.c: a line on a terminal while something lasts. */

void progress_begin(void); /* it lasts from now on; nothing is shown in the first second */
/* to be called often */
void progress_show(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void progress_clear(void); /* before anything else is written to the terminal */

/* interrupt.c */

/*
 * interrupt_catch: from now on SIGINT and SIGTERM only set interrupt_signal, which a run looks at.
 * A second one ends the process, and so does the first while ends_at_once says so (NULL: it never
 * does; it is called in the handler).
 */
void interrupt_catch(bool (*ends_at_once)(void));
extern volatile sig_atomic_t interrupt_signal; /* 0: none has come */

/*
 * interrupt_pipe: the reader of the output has gone. The run is interrupted as by a signal, and the
 * process ends by SIGPIPE once it has tidied up; not if that was ignored when it started.
 */
void interrupt_pipe(void);
void interrupt_end(void); /* the last function at exit */

/* number.c */

/*
 * number_parse: the whole of s as an unsigned number, decimal or 0x..., at most max.
 * returns false if it is none or too large.
 */
bool number_parse(const char *s, uint64_t max, uint64_t *value);
/* number_option: a number from least to most as an option's value; anything else is the user's
 * mistake. */
uint64_t number_option(const char *option, const char *value, uint64_t least, uint64_t most);

/* size_option: bytes, from 1, as 4096, 64K, 20M or 2G. */
uint64_t size_option(const char *option, const char *value);

/* time.c */

enum { TIME_TEXT = 28 }; /* room for the text of a time */
#define TIME_END 10000000000000000000u /* ps; every time that is read is below it */

/*
 * time_parse: read a time with its unit, such as 20ms or 1.5us, in ps; returns false if the text is
 * not a time.
 */
bool time_parse(const char *s, uint64_t *ps);
/*
 * time_text: a text from which time_parse reads exactly this time: in the largest unit that is
 * not above it, or in the next one if that is shorter without a fraction: 1005ms, 1.5us.
 * TIME_STRING is the same, in memory that lasts until the end of the block.
 */
const char *time_text(char text[TIME_TEXT], uint64_t ps);
#define TIME_STRING(ps) time_text((char[TIME_TEXT]){0}, ps)
/*
 * time_option, file_at_option: a time, or FILE@TIME, as an option's value. A text that is neither,
 * or a file that cannot be written, is the user's mistake (fatal).
 */
uint64_t time_option(const char *option, const char *value);
/* the caller frees it */
char *file_at_option(const char *option, const char *value, uint64_t *when);

/* clock.c: seconds that have passed, and seconds that processors worked for this process. */
double clock_wall(void);
double clock_processor(void);
double clock_thread(void); /* processor time of this thread */

/* Little-endian words in packets and files. */
static inline uint32_t
get32(const void *p)
{
	const uint8_t *b = p;

	return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
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
