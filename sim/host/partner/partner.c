/* partner.c - passes bytes between a link of the host and a program outside. */
#include "partner.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/number.h"
#include "base/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	PIECE = 4096,      /* most bytes read from the partner, or kept for it, at once */
	PATIENCE = 10000,  /* ms; a partner that takes nothing for longer is given up */
	MOMENT = 50,       /* ms that an idle machine waits for the partner's next byte */
	SILENCE = 5,       /* s; a partner that is silent for longer is reported */
};

struct Partner {
	const char *link;         /* name of the link, for messages */
	PartnerEnds ends;
	PartnerOptions o;
	Frames requests, replies; /* for FRAMES_ISERVER: the packets in both directions */
	Buf in, out;      /* bytes for the machine, and for the partner */
	bool ended;       /* no bytes come from the partner, or it takes none */
	bool deaf;        /* the partner takes no bytes */
	Time now;         /* simulated time of the last byte, or of the last call of `wake` */
	double idle;      /* the host's clock when the machine began to be idle; 0: it is not */
	bool told;        /* the partner's silence has been reported */
};

Partner *
partner_new(const char *link, const char *where, const PartnerOptions *o)
{
	Partner *p = xcalloc(1, sizeof *p);

	signal(SIGPIPE, SIG_IGN); /* a partner that has gone is an error of write() */
	p->link = link;
	p->o = *o;
	p->requests.least = FRAME_LEAST_REQUEST;
	p->replies.least = FRAME_LEAST_REPLY;
	p->ends = partner_open(link, where);
	return p;
}

/* ---- packets ---- */

/* check_frame_byte: follow the packets of one direction, and report the first invalid one. */
static void
check_frame_byte(Partner *p, Frames *f, uint8_t byte)
{
	bool was_bad = f->is_bad;

	if (p->o.frames == FRAMES_NONE)
		return;
	frames_pass(f, byte);
	if (was_bad || !f->is_bad)
		return;
	progress_clear();
	fprintf(stderr, "link %s: at %s the %s has sent a packet of %u bytes; those of iserver "
		"have %u to %d\n", p->link, TIME_STRING(p->now),
		f == &p->requests ? "machine" : "partner", f->size, f->least, FRAME_MOST);
}

/* describe_incomplete: append which packet or answer is incomplete, if one is. */
static void
describe_incomplete(const Partner *p, Buf *text)
{
	const Frames *f = &p->replies;

	if (p->o.frames == FRAMES_NONE || f->is_bad || p->requests.is_bad)
		return;
	if (f->have >= FRAME_HEAD)
		buf_printf(text, " after %u of %u bytes of a packet", f->have,
			f->size + FRAME_HEAD);
	else if (f->have > 0)
		buf_printf(text, " after half of a packet's size");
	else if (f->n < p->requests.n)
		buf_printf(text, " before the answer to a request");
}

/* ---- to the partner ---- */

/* silence_link: report why the partner takes no more bytes, and send it none from now on. */
static void
silence_link(Partner *p, const char *why)
{
	Buf state = {0};

	p->deaf = p->ended = true;
	p->out.len = 0;
	describe_incomplete(p, &state);
	progress_clear();
	fprintf(stderr, "link %s: the partner %s at %s%.*s; the link is silent now\n", p->link, why,
		TIME_STRING(p->now), (int)state.len, (char *)state.data);
	buf_free(&state);
}

/* takes_bytes: true if the partner takes bytes before the timeout. */
static bool
takes_bytes(const Partner *p)
{
	struct pollfd f = {.fd = p->ends.out, .events = POLLOUT};
	int n;

	do
		n = poll(&f, 1, PATIENCE);
	while (n < 0 && errno == EINTR && !interrupt_signal);
	return n > 0;
}

/* flush_output: pass on all bytes that the machine has sent. */
static void
flush_output(Partner *p)
{
	size_t done = 0;

	while (done < p->out.len) {
		ssize_t n;

		if (!takes_bytes(p)) {
			silence_link(p, "takes no bytes");
			return;
		}
		n = write(p->ends.out, p->out.data + done,
			p->out.len - done < PIECE ? p->out.len - done : PIECE);
		if (n < 0 && errno != EINTR && errno != EAGAIN) {
			silence_link(p, "has closed the link");
			return;
		}
		done += n > 0 ? n : 0;
	}
	p->out.len = 0;
}

/* receive_byte: HostStream.receive: pass a byte of the machine on to the partner. */
static void
receive_byte(void *partner, uint8_t byte, Time at)
{
	Partner *p = partner;

	p->now = at;
	check_frame_byte(p, &p->requests, byte);
	if (p->deaf)
		return;
	buf_byte(&p->out, byte);
	if (p->out.len >= PIECE)
		flush_output(p);
}

/* ---- from the partner ---- */

/* has_input: true if a byte, or the end of input, arrives within `wait` ms. */
static bool
has_input(const Partner *p, int wait)
{
	struct pollfd f = {.fd = p->ends.in, .events = POLLIN};

	return poll(&f, 1, wait) > 0;
}

/* read_input: read what the partner has sent, and notice the end of its input. */
static void
read_input(Partner *p)
{
	uint8_t bytes[PIECE];
	ssize_t n = read(p->ends.in, bytes, p->o.input == INPUT_IDLE ? 1 : sizeof bytes);

	if (n > 0) {
		buf_put(&p->in, bytes, n);
		for (ssize_t i = 0; i < n; i++)
			check_frame_byte(p, &p->replies, bytes[i]);
	} else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
		p->ended = true;
		if (!p->ends.closes)
			silence_link(p, "has closed the link");
	}
}

/* give_bytes: HostStream.give: hand over the bytes that the partner has sent. */
static void
give_bytes(void *partner, Buf *bytes)
{
	Partner *p = partner;

	if (p->in.len > 0)
		buf_put(bytes, p->in.data, p->in.len);
	p->in.len = 0;
}

/* wake_time: HostStream.wakes: the next multiple of EPOCH, unless the partner has ended. */
static Time
wake_time(const void *partner)
{
	const Partner *p = partner;

	return p->ended && p->out.len == 0 ? NEVER : p->now - p->now % EPOCH + EPOCH;
}

/*
 * tell_silence: report once that the machine has been idle for long; not for a terminal, whose user
 * may think.
 */
static void
tell_silence(Partner *p, bool quiet)
{
	Buf state = {0};

	if (!quiet || p->idle == 0)
		p->idle = quiet ? clock_wall() : 0;
	if (!quiet || p->told || isatty(p->ends.in) || clock_wall() - p->idle < SILENCE)
		return;
	p->told = true;
	describe_incomplete(p, &state);
	progress_clear();
	fprintf(stderr, "link %s: the machine is idle at %s, and the partner has sent nothing for "
		"%d s%.*s\n", p->link, TIME_STRING(p->now), SILENCE, (int)state.len,
		(char *)state.data);
	buf_free(&state);
}

/* wake_partner: HostStream.wake: pass on output, and look for input of the partner. */
static void
wake_partner(void *partner, Time at, bool quiet)
{
	Partner *p = partner;

	p->now = at;
	flush_output(p);
	if (p->ended || p->in.len > 0 || !(quiet || p->o.input == INPUT_EPOCH))
		return;
	if (has_input(p, quiet ? MOMENT : 0))
		read_input(p);
	tell_silence(p, quiet && p->in.len == 0);
}

/*
 * has_ended: HostStream.ended: true if the partner has closed its end; the run then ends as soon
 * as no event is left.
 */
static bool
has_ended(const void *partner)
{
	(void)partner; /* of the callback's type */
	return false;
}

/* close_partner: HostStream.close. */
static void
close_partner(void *partner)
{
	Partner *p = partner;

	if (!p->deaf)
		flush_output(p);
	if (!p->ends.closes)
		close(p->ends.in);
	if (p->ends.command)
		kill(p->ends.command, SIGTERM);
	buf_free(&p->in);
	buf_free(&p->out);
	free(p);
}

const HostStream partner_calls = {
	.receive = receive_byte,
	.give = give_bytes,
	.wakes = wake_time,
	.wake = wake_partner,
	.ended = has_ended,
	.close = close_partner,
};
