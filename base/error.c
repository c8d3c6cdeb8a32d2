/* error.c - reports the user's mistakes on stderr. */
#include "progress.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void (*fatal_handler)(int status); /* the handler of fatal_catch; NULL if there is none */

/* The place in the input for messages without a place of their own; NULL if there is none. */
static const char *place_file;
static int place_line;

static char last_message[500]; /* the last message, truncated */

/*
 * save_message: keep the message for error_text. If the format ends with a colon, the text for
 * `reason`, a value of errno, is appended.
 */
static void
save_message(int reason, const char *fmt, va_list ap)
{
	size_t n = strlen(fmt), len;

	vsnprintf(last_message, sizeof last_message, fmt, ap);
	len = strlen(last_message);
	if (n > 0 && fmt[n - 1] == ':')
		snprintf(last_message + len, sizeof last_message - len, " %s", strerror(reason));
}

const char *
error_text(void)
{
	return last_message;
}

/*
 * print_line: print text as one line, without characters that control a terminal: names in messages
 * may have any bytes.
 */
static void
print_line(const char *text)
{
	for (; *text; text++) {
		unsigned char c = *text;

		if (c == '\n')
			fputs("\\n", stderr);
		else if ((c < ' ' && c != '\t') || c == 0x7F)
			fprintf(stderr, "\\x%02x", c);
		else
			putc(c, stderr);
	}
}

/*
 * print_format: print a formatted message on a line of its own. Without memory for the text, print
 * the format itself.
 */
static void
print_format(const char *fmt, va_list ap)
{
	va_list again;
	size_t n;
	char *text;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again) + 1;
	va_end(again);
	text = malloc(n); /* a message about memory needs none */
	if (!text) {
		print_line(fmt);
		return;
	}
	vsnprintf(text, n, fmt, ap);
	print_line(text);
	free(text);
}

/*
 * print_message: print a message of a kind ("" or "warning: "), with its place if file is not NULL.
 */
static void
print_message(const char *file, int line, const char *kind, const char *fmt, va_list ap)
{
	int saved = errno;
	size_t n = strlen(fmt);
	va_list again;

	va_copy(again, ap);
	save_message(saved, fmt, again);
	va_end(again);
	fflush(stdout);
	progress_clear();
	if (!file && place_file) {
		file = place_file;
		line = place_line;
	}
	print_line(file ? file : "trellis");
	if (file && line > 0)
		fprintf(stderr, ":%d", line);
	fprintf(stderr, ": %s", kind);
	print_format(fmt, ap);
	if (n > 0 && fmt[n - 1] == ':')
		fprintf(stderr, " %s", strerror(saved));
	fputc('\n', stderr);
}

/* terminate_program: call the handler of fatal_catch, or exit with the status. */
static _Noreturn void
terminate_program(int status)
{
	if (fatal_handler)
		fatal_handler(status);
	exit(status);
}

void
fatal(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(NULL, 0, "", fmt, ap);
	va_end(ap);
	terminate_program(EXIT_INPUT);
}

void
fatal_at(const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(file, line, "", fmt, ap);
	va_end(ap);
	terminate_program(EXIT_INPUT);
}

void
mistake_at(const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(file, line, "", fmt, ap);
	va_end(ap);
}

void
warning(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(NULL, 0, "warning: ", fmt, ap);
	va_end(ap);
}

void
warning_at(const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(file, line, "warning: ", fmt, ap);
	va_end(ap);
}

void
fatal_catch(void (*handler)(int status))
{
	fatal_handler = handler;
}

void
error_place(const char *file, int line)
{
	place_file = file;
	place_line = line;
}
