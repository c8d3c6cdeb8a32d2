/*
 * progress.c - a progress line on a terminal during a long run. It is erased before any other
 * output.
 */
#include "clock.h"
#include "progress.h"
#include "terminal.h"

#include <stdarg.h>
#include <unistd.h>

#define QUIET_SECONDS 1.0 /* s: shorter work shows no progress line */
#define UPDATE_INTERVAL 0.1 /* s between two updates of the line */

static double begun, last; /* when the work began, and the last update (clock_wall) */
static bool shown; /* the line is on the terminal */
static int width; /* characters of the line shown */

/* The time and the arguments of the first call of progress_show_share for the present work. */
static struct {
	double time, done, whole;
} first;

void
progress_begin(void)
{
	begun = clock_wall();
	first.whole = 0;
}

bool
progress_due(void)
{
	double now = clock_wall();

	return now - begun >= QUIET_SECONDS && now - last >= UPDATE_INTERVAL
		&& isatty(STDERR_FILENO);
}

/* erase_rest: erase the characters of the previous line after its first n. */
static void
erase_rest(int n)
{
	if (terminal_has_escapes())
		fputs("\033[K", stderr);
	else
		fprintf(stderr, "%*s\r", width > n ? width - n : 0, "");
}

/* show_line: replace the progress line by a formatted text and `rest`. */
static void
show_line(double now, const char *fmt, va_list ap, const char *rest)
{
	int n;

	last = now;
	shown = true;
	fputc('\r', stderr);
	n = vfprintf(stderr, fmt, ap);
	n += fprintf(stderr, "%s", rest);
	erase_rest(n);
	width = n;
}

void
progress_show(const char *fmt, ...)
{
	double now = clock_wall();
	va_list ap;

	if (!progress_due())
		return;
	va_start(ap, fmt);
	show_line(now, fmt, ap, "");
	va_end(ap);
}

/*
 * time_left: the text of the time until all is done, if the speed stays the same; "" as long as
 * too little is done to guess it.
 */
static const char *
time_left(double now, double done)
{
	static char text[40];
	double rate = (done - first.done) / (now - first.time), seconds;

	if (now - first.time < QUIET_SECONDS || !(rate > 0))
		return "";
	seconds = (first.whole - done) / rate;
	if (seconds < 100)
		snprintf(text, sizeof text, ", %.0f s left", seconds);
	else if (seconds < 100 * 60)
		snprintf(text, sizeof text, ", %.0f min left", seconds / 60);
	else
		snprintf(text, sizeof text, ", %.1f h left", seconds / 3600);
	return text;
}

void
progress_show_share(double done, double whole, const char *fmt, ...)
{
	double now = clock_wall();
	va_list ap;

	if (whole != first.whole || done < first.done) {
		first.time = now;
		first.done = done;
		first.whole = whole;
	}
	if (!progress_due())
		return;
	va_start(ap, fmt);
	show_line(now, fmt, ap, time_left(now, done));
	va_end(ap);
}

void
progress_clear(void)
{
	if (shown) {
		fputc('\r', stderr);
		erase_rest(0);
	}
	shown = false;
	width = 0;
}
