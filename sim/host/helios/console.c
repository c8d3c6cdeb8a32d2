/*
 * console.c - the windows: output of programs goes to a window's output, and its input is typed.
 *
 * Programs choose between single keys, and lines that the console shows and the user can edit. A
 * terminal's keys are passed on at once. A file or pipe is a script: its next line is typed when a
 * program reads and nothing has passed over the link for a second of simulated time. So a line is
 * not typed into the output caused by the previous line, and a run depends on the contents of the
 * script, not on timing.
 *
 * Texts of the typist are passed on when the output that they answer has appeared, or when a
 * program reads.
 */
#include "helios_server.h"

#include "base/interrupt.h"
#include "base/progress.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define QUIET 1000000000000ull   /* ps without a byte on the link before a line is typed */
#define KEY_POLL_INTERVAL 1000000000ull       /* ps between looks for keys of a terminal */
#define MIN_READ_TIMEOUT 50000000000ull   /* ps; the least timeout of a program's read */
#define MICROSECOND 1000000ull   /* ps */

enum {
	FOREVER = -1,  /* timeout of a program that waits for ever */
	DELETE = 0x7F, /* the key */
};

Console *
hs_console_new(int in, int out, Typist *typist)
{
	/*
	 * At first, a window echoes typed keys, and passes on whole lines. Five words of attrib.h:
	 * input, output, control, local; width and height.
	 */
	static const uint8_t attributes[ATTRIBUTES] = {7, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0,
		LOCAL_ECHO, 0, 0, 0, 80, 0, 24, 0};
	Console *c = xcalloc(1, sizeof *c);

	c->in = in;
	c->out = out;
	c->typist = typist;
	c->interactive = isatty(in);
	memcpy(c->attributes, attributes, ATTRIBUTES);
	return c;
}

void
hs_console_free(Console *c)
{
	buf_free(&c->typed);
	free(c);
}

void
hs_open_console(Helios *s, Console *c, const Message *m, const Name *name)
{
	HeliosStream *st = hs_stream_new(s, STREAM_CONSOLE);

	if (!st) {
		hs_answer(s, m, EC_Error | SS_IOProc | EG_Congested | EO_Stream);
		return;
	}
	st->console = c;
	hs_answer_object(s, m, name, TYPE_STREAM, FLAGS_CLOSEABLE | FLAGS_INTERACTIVE, st->port);
}

/* ---- output ---- */

/* write_all: write all bytes to the host's descriptor. */
static void
write_all(Console *c, const uint8_t *bytes, size_t n)
{
	while (n > 0 && !c->output_error) {
		ssize_t done = write(c->out, bytes, n);

		if (done < 0 && errno != EINTR)
			c->output_error = errno;
		if (done > 0) {
			bytes += done;
			n -= done;
		}
	}
}

/*
 * put_bytes: write bytes for the user: all of them to a terminal; without carriage returns to a
 * file.
 */
static void
put_bytes(Helios *s, Console *c, const uint8_t *bytes, size_t n)
{
	Buf text = {0};

	if (n > s->quota) {
		c->output_error = EDQUOT;
		return;
	}
	s->quota -= n;
	for (size_t i = 0; i < n; i++)
		if (c->interactive || bytes[i] != '\r')
			buf_byte(&text, bytes[i]);
	progress_clear();
	write_all(c, text.data, text.len);
	buf_free(&text);
}

void
hs_console_write(Helios *s, Console *c, const uint8_t *bytes, size_t n)
{
	put_bytes(s, c, bytes, n);
	typist_see_output(c->typist, bytes, n);
}

/* ---- input ---- */

/* longest_reader: the window's stream whose read has waited longest; NULL if no read waits. */
static HeliosStream *
longest_reader(Helios *s, const Console *c)
{
	HeliosStream *first = NULL;

	for (HeliosStream *st = s->streams; st < s->streams + MAX_STREAMS; st++)
		if (st->kind == STREAM_CONSOLE && st->console == c && st->reader
			&& (!first || st->since < first->since))
			first = st;
	return first;
}

/* expire_reads: answer the reads whose time is over. */
static void
expire_reads(Helios *s)
{
	for (HeliosStream *st = s->streams; st < s->streams + MAX_STREAMS; st++) {
		if (st->kind != STREAM_CONSOLE || !st->reader || s->now < st->until)
			continue;
		hs_answer(s, &(Message){.reply = st->reader},
			EC_Recover | SS_IOProc | EG_Timeout | EO_Stream);
		st->reader = 0;
	}
}

/* has_local: true if the console has this local attribute. */
static bool
has_local(const Console *c, uint8_t attribute)
{
	return c->attributes[LOCAL] & attribute;
}

/*
 * has_keys: true if keys are typed singly, at a terminal or by the typist; false if a script's
 * lines are read.
 */
static bool
has_keys(const Console *c)
{
	return c->interactive || c->typist;
}

/* echo_input: show typed bytes, unless programs do that themselves. */
static void
echo_input(Helios *s, Console *c, const uint8_t *bytes, size_t n)
{
	if (has_local(c, LOCAL_ECHO) && !has_local(c, LOCAL_RAW))
		put_bytes(s, c, bytes, n);
}

/* erase_key: remove the last key of the line. */
static void
erase_key(Helios *s, Console *c)
{
	Buf *typed = &c->typed;

	if (typed->len == 0 || typed->data[typed->len - 1] == '\n')
		return;
	typed->len--;
	echo_input(s, c, (const uint8_t *)"\b \b", 3);
}

/* accept_key: add a typed key, or a byte of the script, to the input, with erasing and echo. */
static void
accept_key(Helios *s, Console *c, uint8_t key)
{
	if (key == '\r')
		key = '\n';
	if (key == DELETE)
		key = '\b';
	if (key == '\b' && has_keys(c) && !has_local(c, LOCAL_RAW)) {
		erase_key(s, c);
		return;
	}
	buf_byte(&c->typed, key);
	if (has_keys(c))
		echo_input(s, c, &key, 1);
}

/*
 * read_host: read the host's next bytes; at the end of the input, or after an error, set `ended`.
 */
static void
read_host(Helios *s, Console *c)
{
	uint8_t bytes[256];
	ssize_t n = c->in < 0 ? 0 : read(c->in, bytes, sizeof bytes);

	if (n < 0 && errno == EINTR)
		return;
	if (n <= 0)
		c->ended = true;
	for (ssize_t i = 0; i < n; i++)
		accept_key(s, c, bytes[i]);
}

/* has_key: true if the console's input can be read without waiting. */
static bool
has_key(const Console *c)
{
	struct pollfd p = {.fd = c->in, .events = POLLIN};

	return poll(&p, 1, 0) > 0;
}

/* line_length: the length of the first typed line with its end; 0 if it is not complete. */
static size_t
line_length(const Buf *typed)
{
	const uint8_t *end = typed->len ? memchr(typed->data, '\n', typed->len) : NULL;

	return end ? end - typed->data + 1 : 0;
}

/* typed_length: the number of typed bytes that programs can already read. */
static size_t
typed_length(const Console *c)
{
	return has_local(c, LOCAL_RAW) || c->ended ? c->typed.len : line_length(&c->typed);
}

/*
 * next_input: read the host's input if it is time to; returns the number of bytes that may be
 * passed on.
 */
static size_t
next_input(Helios *s, Console *c, bool quiet)
{
	if (typist_is_waiting(c->typist))
		return 0;
	if (c->interactive) {
		if (!c->ended && has_key(c))
			read_host(s, c);
		return typed_length(c);
	}
	if (!quiet && s->now < s->active + QUIET)
		return 0;
	while (line_length(&c->typed) == 0 && !c->ended && !interrupt_signal)
		read_host(s, c);
	return line_length(&c->typed) ? line_length(&c->typed) : c->typed.len;
}

/* answer_reader: answer a read with n bytes, or as many of them as it wants. */
static void
answer_reader(Helios *s, HeliosStream *st, size_t n)
{
	Console *c = st->console;
	Message request = {.reply = st->reader};

	c->begun = n > st->wanted ? n - st->wanted : 0;
	n -= c->begun;
	st->reader = 0;
	if (!has_keys(c))
		echo_input(s, c, c->typed.data, n);
	hs_answer_data(s, &request, READ_END_OF_DATA, c->typed.data, n);
	buf_drop(&c->typed, n);
}

void
hs_console_type(Helios *s, Console *c)
{
	HeliosStream *st = longest_reader(s, c);
	uint8_t key;
	size_t n;

	while (st && typist_read(c->typist, &key, 1) > 0)
		accept_key(s, c, key);
	n = st && c->typist ? typed_length(c) : 0;
	if (n > 0)
		answer_reader(s, st, n);
}

/* hs_console_read: let a read wait for input; if a line was read in part, pass on more now. */
void
hs_console_read(Helios *s, HeliosStream *st, const Message *m)
{
	uint64_t wait = m->control[2] * MICROSECOND;

	st->reader = m->reply;
	st->wanted = m->control[1];
	st->since = ++st->console->reads;
	st->until = (int32_t)m->control[2] == FOREVER
		? NEVER : s->now + (wait > MIN_READ_TIMEOUT ? wait : MIN_READ_TIMEOUT);
	if (st->console->begun > 0)
		answer_reader(s, st, st->console->begun);
}

/* next_check: when to look at a window's input again; NEVER while the typist has more to type. */
static Time
next_check(const Helios *s, const Console *c)
{
	if (typist_is_waiting(c->typist))
		return NEVER;
	return c->interactive ? s->now + KEY_POLL_INTERVAL : s->active + QUIET;
}

Time
hs_console_wake_time(const Helios *s)
{
	Time wakes = NEVER;

	for (const HeliosStream *st = s->streams; st < s->streams + MAX_STREAMS; st++)
		if (st->kind == STREAM_CONSOLE && st->reader)
			wakes = earlier(earlier(wakes, st->until), next_check(s, st->console));
	return wakes;
}

/* wake_window: look for the input of a window that a program reads. */
static void
wake_window(Helios *s, Console *c, bool quiet)
{
	HeliosStream *st = longest_reader(s, c);
	size_t n = st ? next_input(s, c, quiet) : 0;

	if (n > 0)
		answer_reader(s, st, n);
	else if (st && c->ended && c == s->windows[0])
		s->ended = true;
}

void
hs_console_wake(Helios *s, bool quiet)
{
	for (int i = 0; i < MAX_WINDOWS; i++)
		if (s->windows[i])
			wake_window(s, s->windows[i], quiet);
	expire_reads(s);
}
