/*
 * base.h - helpers that all host code uses: errors, memory, buffers, files, byte order.
 *
 * Exit status of every command: 0 nothing found, 1 something found, 2 bad use or bad input, 3 our
 * own failure.
 */
#ifndef BASE_H
#define BASE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

enum {
	EXIT_FOUND = 1,
	EXIT_INPUT = 2,
	EXIT_OURS = 3,
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
void warning(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void warning_at(const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* like fatal_at, but returns, so that further mistakes can be reported */
void mistake_at(const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void fatal_catch(void (*handler)(int status));
/* the last message without its "file:line: " prefix; valid until the next message */
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
/* xaligned: like xmalloc, but the n bytes share no cache line of the host with others. */
enum { CACHE_LINE = 64 };
void *xaligned(size_t n);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* buf.c */
void buf_put(Buf *b, const void *p, size_t n);
void buf_byte(Buf *b, uint8_t c);
void buf_word(Buf *b, uint32_t w); /* little-endian */
void buf_printf(Buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_free(Buf *b);
/* quote.c: append, quoted for a shell, a word or the command line "trellis ARGUMENTS". */
void buf_quoted(Buf *b, const char *word);
void buf_command(Buf *b, int argc, char **argv);
/*
 * words_cut: cut text, in place, into words separated by blanks; '...' and "..." keep blanks.
 * Returns a list of n words and NULL, which the caller frees. A missing quote is fatal.
 */
char **words_cut(char *text, int *n);

/* file.c */

/*
 * file_open: open a file for reading and return its descriptor. A directory, or a file that cannot
 * be opened, is fatal.
 */
int file_open(const char *name);

/*
 * file_read: read a whole regular file, a pipe or (name "-") standard input, at most max bytes. A
 * directory, an unreadable file or one above max bytes is fatal.
 */
Buf file_read(const char *name, size_t max);

/*
 * file_write: replace a file's contents atomically: the data is written to a temporary file, which
 * then takes the name. A special file (a device, a pipe) is written in place. Name "-" is standard
 * output. Failure is fatal.
 */
void file_write(const char *name, const void *data, size_t n);
/* file_beside: the name of another file in the directory of a file; the caller frees it. */
char *file_beside(const char *name, const char *other);
/* file_copy: file_write what file_read reads, at most max bytes. */
void file_copy(const char *from, const char *to, size_t max);
/*
 * file_check_output: fail now (fatal) if file_write could not write this file later.
 */
void file_check_output(const char *name);

bool file_is_directory(const char *name);
/* directory_make: make a directory, unless there is one; failure is fatal. */
void directory_make(const char *name);
/*
 * directory_begin: make a directory for recordings; one that is not empty is refused (fatal), so
 * that nothing is overwritten. Returns whether it is new.
 */
bool directory_begin(const char *name);

/*
 * output_close: flush standard output; an error there, such as a full disk or a closed pipe, is
 * fatal.
 */
void output_close(void);

/* start.c */

/*
 * program_start: call this first in main: it opens missing standard streams, and makes a write
 * beyond the file size limit fail with an error.
 */
void program_start(void);

/* program.c */

/* the path of a program in this program's directory; the caller frees it */
char *program_beside(const char *name);

/*
 * program_become: replace this process by the program `name` from the same directory. If it is
 * missing, fatal: `missing` explains why, and how to get it.
 */
_Noreturn void program_become(const char *name, char **argv, const char *missing);

/* process_await: wait until a child has ended, whatever signals come; its status, as of waitpid. */
int process_await(pid_t pid);
uint32_t processors(void); /* of the host, that this process may use; at least 1 */

/* progress.c: a progress line on a terminal during long work. */

void progress_begin(void); /* start progress reports; nothing is shown in the first second */
/* a line would be shown now; for callers that have to compute its contents */
bool progress_due(void);
/* update the line; call this often */
void progress_show(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* as progress_show, with the time left: `done` of `whole` is done, in any unit */
void progress_share(double done, double whole, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* erase the line; call this before writing anything else to the terminal */
void progress_clear(void);

/* verdict.c */

bool terminal_has_escapes(void); /* TERM is neither unset nor `dumb` */
/*
 * verdict_print: the n bytes of text as a line that says whether all is well, on a terminal green
 * or red; without colours if NO_COLOR is set.
 */
void verdict_print(FILE *f, bool good, const char *text, size_t n);

/* terminal.c */

/*
 * terminal_keys: from now on, until the process ends, let this terminal give single keys, which are
 * not shown; does nothing if fd is not a terminal. terminal_restore: read lines again; a signal
 * handler may call it.
 */
void terminal_keys(int fd);
void terminal_restore(void);

/* interrupt.c */

/*
 * interrupt_catch: from now on SIGINT and SIGTERM only set interrupt_signal, which a run polls. A
 * second signal ends the process. If ends_at_once returns true, the first signal ends it, too;
 * ends_at_once is called in the signal handler, and may be NULL.
 */
void interrupt_catch(bool (*ends_at_once)(void));
extern volatile sig_atomic_t interrupt_signal; /* 0 until a signal arrives */

/*
 * interrupt_pipe: the reader of standard output has closed the pipe. The run is interrupted as by a
 * signal, and after cleaning up the process ends by SIGPIPE, unless SIGPIPE was ignored at start.
 */
void interrupt_pipe(void);
void interrupt_end(void); /* the last function at exit */

/* number.c */

/*
 * number_parse: read s as an unsigned number, decimal or 0x..., at most max. Returns false if s is
 * not a number or too large.
 */
bool number_parse(const char *s, uint64_t max, uint64_t *value);
/* number_option: read an option's value as a number from least to most; anything else is fatal. */
uint64_t number_option(const char *option, const char *value, uint64_t least, uint64_t most);

/*
 * size_option: read an option's value as a number of bytes, at least 1, such as 4096, 64K, 20M or
 * 2G.
 */
uint64_t size_option(const char *option, const char *value);

/* time.c */

enum { TIME_TEXT = 28 }; /* room for the text of a time */
#define TIME_END 10000000000000000000u /* ps; time_parse accepts only times below this */

/*
 * time_parse: read a time with its unit, such as 20ms or 1.5us, in ps; false if the text is not a
 * time.
 */
bool time_parse(const char *s, uint64_t *ps);
/*
 * time_text: print a time so that time_parse reads exactly the same value: in the largest unit not
 * above it, or in the next smaller one if that needs no fraction and is shorter: 1005ms, 1.5us.
 * TIME_STRING does the same in memory that lasts until the end of the block.
 */
const char *time_text(char text[TIME_TEXT], uint64_t ps);
#define TIME_STRING(ps) time_text((char[TIME_TEXT]){0}, ps)
/*
 * time_option, file_at_option: read an option's value of the form TIME, or FILE@TIME. Any other
 * text, or a file that cannot be written, is fatal.
 */
uint64_t time_option(const char *option, const char *value);
/* the caller frees it */
char *file_at_option(const char *option, const char *value, uint64_t *when);

/* clock.c: wall-clock seconds, and seconds of processor time of this process. */
double clock_wall(void);
double clock_processor(void);
double clock_thread(void); /* processor time of this thread */

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

/* ---- utf8.c ---- */

/* text_utf8: a copy, with U+FFFD for each byte that is not UTF-8. The caller frees it. */
char *text_utf8(const char *text);

#endif
