/*
 * console.c - the console: output of programs goes to the host's output, and the host's input is
 * typed.
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

void
hs_serve_console(Helios *s, const Message *m, const Name *name)
{
	HeliosStream *st = NULL;
	Buf info = {0};

	switch (m->function & FG_Mask) {
	case FG_Open:
		st = hs_stream_new(s, STREAM_CONSOLE);
		if (!st) {
			hs_answer(s, m, EC_Error | SS_IOProc | EG_Congested | EO_Stream);
			break;
		}
		/* fallthrough */
	case FG_Locate:
	case FG_Create:
		hs_answer_object(s, m, name, TYPE_STREAM, FLAGS_CLOSEABLE | FLAGS_INTERACTIVE,
			st ? st->port : 0);
		break;
	case FG_ObjectInfo:
		hs_put_entry(&info, TYPE_STREAM, name->word[name->n - 1]);
		for (int i = 0; i < 5; i++) /* account, size and dates */
			buf_word(&info, 0);
		hs_answer_data(s, m, 0, info.data, info.len);
		buf_free(&info);
		break;
	default:
		hs_answer(s, m, EC_Error | SS_IOProc | EG_WrongFn | EO_Stream);
	}
}

void
hs_serve_window(Helios *s, const Message *m, const Name *name)
{
	uint32_t function = m->function & FG_Mask;
	HeliosStream *st;

	if (name->n > 1) {
		hs_serve_console(s, m, name);
	} else if (function == FG_Locate) {
		hs_answer_object(s, m, name, TYPE_DIRECTORY, FLAGS_CLOSEABLE, 0);
	} else if (function == FG_Open && (st = hs_stream_new(s, STREAM_LISTING))) {
		hs_put_entry(&st->listing, TYPE_STREAM, "console");
		hs_answer_object(s, m, name, TYPE_DIRECTORY, FLAGS_CLOSEABLE, st->port);
	} else {
		hs_answer(s, m, EC_Error | SS_IOProc | EG_WrongFn | EO_Directory);
	}
}

/* ---- output ---- */

/* write_all: write all bytes to the host's descriptor. */
static void
write_all(Helios *s, const uint8_t *bytes, size_t n)
{
	while (n > 0 && !s->console.output_error) {
		ssize_t done = write(s->o.out, bytes, n);

		if (done < 0 && errno != EINTR)
			s->console.output_error = errno;
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
put_bytes(Helios *s, const uint8_t *bytes, size_t n)
{
	Buf text = {0};

	if (n > s->quota) {
		s->console.output_error = EDQUOT;
		return;
	}
	s->quota -= n;
	for (size_t i = 0; i < n; i++)
		if (s->console.interactive || bytes[i] != '\r')
			buf_byte(&text, bytes[i]);
	progress_clear();
	write_all(s, text.data, text.len);
	buf_free(&text);
}

void
hs_console_write(Helios *s, const uint8_t *bytes, size_t n)
{
	put_bytes(s, bytes, n);
	typist_see_output(s->o.typist, bytes, n);
}

/* ---- input ---- */

/* longest_reader: the stream whose read has waited longest; NULL if no read waits. */
static HeliosStream *
longest_reader(Helios *s)
{
	HeliosStream *first = NULL;

	for (HeliosStream *st = s->streams; st < s->streams + MAX_STREAMS; st++)
		if (st->kind == STREAM_CONSOLE && st->reader
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
has_keys(const Helios *s)
{
	return s->console.interactive || s->o.typist;
}

/* echo_input: show typed bytes, unless programs do that themselves. */
static void
echo_input(Helios *s, const uint8_t *bytes, size_t n)
{
	if (has_local(&s->console, LOCAL_ECHO) && !has_local(&s->console, LOCAL_RAW))
		put_bytes(s, bytes, n);
}

/* erase_key: remove the last key of the line. */
static void
erase_key(Helios *s)
{
	Buf *typed = &s->console.typed;

	if (typed->len == 0 || typed->data[typed->len - 1] == '\n')
		return;
	typed->len--;
	echo_input(s, (const uint8_t *)"\b \b", 3);
}

/* accept_key: add a typed key, or a byte of the script, to the input, with erasing and echo. */
static void
accept_key(Helios *s, uint8_t key)
{
	Console *c = &s->console;

	if (key == '\r')
		key = '\n';
	if (key == DELETE)
		key = '\b';
	if (key == '\b' && has_keys(s) && !has_local(c, LOCAL_RAW)) {
		erase_key(s);
		return;
	}
	buf_byte(&c->typed, key);
	if (has_keys(s))
		echo_input(s, &key, 1);
}

/*
 * read_host: read the host's next bytes; at the end of the input, or after an error, set `ended`.
 */
static void
read_host(Helios *s)
{
	uint8_t bytes[256];
	ssize_t n = s->o.in < 0 ? 0 : read(s->o.in, bytes, sizeof bytes);

	if (n < 0 && errno == EINTR)
		return;
	if (n <= 0)
		s->console.ended = true;
	for (ssize_t i = 0; i < n; i++)
		accept_key(s, bytes[i]);
}

/* has_key: true if the console's input can be read without waiting. */
static bool
has_key(const Helios *s)
{
	struct pollfd p = {.fd = s->o.in, .events = POLLIN};

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
next_input(Helios *s, bool quiet)
{
	Console *c = &s->console;

	if (typist_is_waiting(s->o.typist))
		return 0;
	if (c->interactive) {
		if (!c->ended && has_key(s))
			read_host(s);
		return typed_length(c);
	}
	if (!quiet && s->now < s->active + QUIET)
		return 0;
	while (line_length(&c->typed) == 0 && !c->ended && !interrupt_signal)
		read_host(s);
	return line_length(&c->typed) ? line_length(&c->typed) : c->typed.len;
}

/* answer_reader: answer a read with n bytes, or as many of them as it wants. */
static void
answer_reader(Helios *s, HeliosStream *st, size_t n)
{
	Console *c = &s->console;
	Message request = {.reply = st->reader};

	c->begun = n > st->wanted ? n - st->wanted : 0;
	n -= c->begun;
	st->reader = 0;
	if (!has_keys(s))
		echo_input(s, c->typed.data, n);
	hs_answer_data(s, &request, READ_END_OF_DATA, c->typed.data, n);
	memmove(c->typed.data, c->typed.data + n, c->typed.len - n);
	c->typed.len -= n;
}

void
hs_console_type(Helios *s)
{
	HeliosStream *st = longest_reader(s);
	uint8_t key;
	size_t n;

	while (st && typist_read(s->o.typist, &key, 1) > 0)
		accept_key(s, key);
	n = st && s->o.typist ? typed_length(&s->console) : 0;
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
	st->since = ++s->console.reads;
	st->until = (int32_t)m->control[2] == FOREVER
		? NEVER : s->now + (wait > MIN_READ_TIMEOUT ? wait : MIN_READ_TIMEOUT);
	if (s->console.begun > 0)
		answer_reader(s, st, s->console.begun);
}

/* next_check: when to look at the host's input again; NEVER while the typist has more to type. */
static Time
next_check(const Helios *s)
{
	if (typist_is_waiting(s->o.typist))
		return NEVER;
	return s->console.interactive ? s->now + KEY_POLL_INTERVAL : s->active + QUIET;
}

Time
hs_console_wake_time(const Helios *s)
{
	Time wakes = NEVER;

	for (const HeliosStream *st = s->streams; st < s->streams + MAX_STREAMS; st++)
		if (st->kind == STREAM_CONSOLE && st->reader)
			wakes = earlier(earlier(wakes, st->until), next_check(s));
	return wakes;
}

void
hs_console_wake(Helios *s, bool quiet)
{
	HeliosStream *st = longest_reader(s);
	size_t n = st ? next_input(s, quiet) : 0;

	if (n > 0)
		answer_reader(s, st, n);
	else if (st && s->console.ended)
		s->ended = true;
	expire_reads(s);
}
