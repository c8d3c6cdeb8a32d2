/* partner.c - bytes between a link of the host and a program outside. */
#include "partner.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	PIECE = 4096,      /* bytes that are read from the partner, or kept for it, at once */
	PATIENCE = 10000,  /* ms: a partner that takes nothing so long is given up */
	MOMENT = 50,       /* ms that an idle machine waits for the partner's next byte */
	SILENCE = 5,       /* s without a byte for an idle machine, before this is told */
};

struct Partner {
	const char *link;
	PartnerEnds ends;
	PartnerInput input;
	Buf in, out;      /* bytes for the machine, and for the partner */
	bool ended;       /* no bytes come from the partner, or it takes none */
	bool deaf;        /* it takes none */
	Time now;         /* of the last byte or wake */
	double idle;      /* the host's clock when the machine began to be idle; 0: it is not */
	bool told;        /* that the partner has sent nothing for so long */
};

Partner *
partner_new(const char *link, const char *where, PartnerInput input)
{
	Partner *p = xcalloc(1, sizeof *p);

	signal(SIGPIPE, SIG_IGN); /* a partner that has gone is an error of write() */
	p->link = link;
	p->input = input;
	p->ends = partner_open(link, where);
	return p;
}

/* ---- to the partner ---- */

/* give_up: the partner takes no more bytes. */
static void
give_up(Partner *p, const char *why)
{
	p->deaf = p->ended = true;
	p->out.len = 0;
	progress_clear();
	fprintf(stderr, "link %s: the partner %s at %s; the link is silent now\n", p->link, why,
		TIME_STRING(p->now));
}

/* takes_bytes: does the partner take bytes within its time? */
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

/* flush: pass all bytes on that the machine has sent. */
static void
flush(Partner *p)
{
	size_t done = 0;

	while (done < p->out.len) {
		ssize_t n;

		if (!takes_bytes(p)) {
			give_up(p, "takes no bytes");
			return;
		}
		n = write(p->ends.out, p->out.data + done,
			p->out.len - done < PIECE ? p->out.len - done : PIECE);
		if (n < 0 && errno != EINTR && errno != EAGAIN) {
			give_up(p, "has closed the link");
			return;
		}
		done += n > 0 ? n : 0;
	}
	p->out.len = 0;
}

static void
receive(void *partner, uint8_t byte, Time at)
{
	Partner *p = partner;

	p->now = at;
	if (p->deaf)
		return;
	buf_byte(&p->out, byte);
	if (p->out.len >= PIECE)
		flush(p);
}

/* ---- from the partner ---- */

/* has_input: is there a byte, or the end? wait: in ms. */
static bool
has_input(const Partner *p, int wait)
{
	struct pollfd f = {.fd = p->ends.in, .events = POLLIN};

	return poll(&f, 1, wait) > 0;
}

static void
read_input(Partner *p)
{
	uint8_t bytes[PIECE];
	ssize_t n = read(p->ends.in, bytes, p->input == INPUT_IDLE ? 1 : sizeof bytes);

	if (n > 0) {
		buf_put(&p->in, bytes, n);
	} else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
		p->ended = true;
		if (!p->ends.closes)
			give_up(p, "has closed the link");
	}
}

static void
give(void *partner, Buf *bytes)
{
	Partner *p = partner;

	if (p->in.len > 0)
		buf_put(bytes, p->in.data, p->in.len);
	p->in.len = 0;
}

static Time
wakes(const void *partner)
{
	const Partner *p = partner;

	return p->ended && p->out.len == 0 ? NEVER : p->now - p->now % EPOCH + EPOCH;
}

/* tell_silence: once, if the machine has been idle for long; a user at a terminal may think. */
static void
tell_silence(Partner *p, bool quiet)
{
	if (!quiet || p->idle == 0)
		p->idle = quiet ? clock_wall() : 0;
	if (!quiet || p->told || isatty(p->ends.in) || clock_wall() - p->idle < SILENCE)
		return;
	p->told = true;
	progress_clear();
	fprintf(stderr, "link %s: the machine is idle at %s, and the partner has sent nothing for "
		"%d s\n", p->link, TIME_STRING(p->now), SILENCE);
}

static void
wake(void *partner, Time at, bool quiet)
{
	Partner *p = partner;

	p->now = at;
	flush(p);
	if (p->ended || p->in.len > 0 || !(quiet || p->input == INPUT_EPOCH))
		return;
	if (has_input(p, quiet ? MOMENT : 0))
		read_input(p);
	tell_silence(p, quiet && p->in.len == 0);
}

/* ended: a run whose partner has gone ends only when nothing is left to do. */
static bool
ended(const void *partner)
{
	(void)partner; /* of the callback's type */
	return false;
}

const HostStream partner_calls = {receive, give, wakes, wake, ended};

void
partner_free(Partner *p)
{
	if (!p->deaf)
		flush(p);
	if (!p->ends.closes)
		close(p->ends.in);
	if (p->ends.command)
		kill(p->ends.command, SIGTERM);
	buf_free(&p->in);
	buf_free(&p->out);
	free(p);
}
