/*
 * progress.c - a progress line on a terminal during a long run. It is erased before any other
 * output.
 */
#include "base.h"

#include <stdarg.h>
#include <unistd.h>

#define QUIET 1.0 /* s: shorter work shows no progress line */
#define EVERY 0.1 /* s */

static double begun, last; /* seconds of the host's clock */
static bool shown;

void
progress_begin(void)
{
	begun = clock_wall();
}

void
progress_show(const char *fmt, ...)
{
	double now = clock_wall();
	va_list ap;

	if (now - begun < QUIET || now - last < EVERY || !isatty(STDERR_FILENO))
		return;
	last = now;
	shown = true;
	fputc('\r', stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputs("\033[K", stderr);
}

void
progress_clear(void)
{
	if (shown)
		fputs("\r\033[K", stderr);
	shown = false;
}
