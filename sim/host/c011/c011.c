/* c011.c - the ports of a C011 in mode 1, as a server of the bytes of a link. */
#include "c011.h"

#include "base/files.h"
#include "base/number.h"
#include "sim/link/link.h"
#include "sim/past/snap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 64 << 20 };

struct C011 {
	C011Steps in;
	size_t ndue;   /* steps whose time has come */
	size_t ngiven; /* steps whose bytes have been given to the link */
	Time looked;   /* when the adaptor was last asked to act */
	char *out_name; /* owned */
	FILE *out;
};

C011 *
c011_new(const char *link, const char *files)
{
	C011 *c = xcalloc(1, sizeof *c);
	const char *comma = strchr(files, ',');
	char *in_name;
	Buf text;

	if (!comma || comma == files || !comma[1])
		fatal("--link %s=c011:%s: expected c011:IN,OUT, the files of the input port and of "
			"the output port", link, files);
	in_name = xstrndup(files, comma - files);
	text = file_read(in_name, MAX_TEXT);
	c011_read(&c->in, in_name, (const char *)text.data, text.len);
	buf_free(&text);
	free(in_name);
	c->out_name = xstrdup(comma + 1);
	c->out = fopen(c->out_name, "w");
	if (!c->out)
		fatal("cannot write %s:", c->out_name);
	return c;
}

/* receive: HostStream.receive: a byte is at the output port. */
static void
receive(void *server, uint8_t byte, Time at)
{
	C011 *c = server;

	fprintf(c->out, "%s 0x%02x\n", TIME_STRING(at), byte);
}

/* give: HostStream.give: the bytes at the input port. */
static void
give(void *server, Buf *bytes)
{
	C011 *c = server;

	for (; c->ngiven < c->ndue; c->ngiven++)
		buf_byte(bytes, c->in.step[c->ngiven].byte);
}

/*
 * wakes: HostStream.wakes: SETUP before the next byte is presented. While bytes wait for those
 * before, the adaptor looks again after each EPOCH.
 */
static Time
wakes(const void *server)
{
	const C011 *c = server;
	Time next = c->ndue < c->in.n ? c->in.step[c->ndue].at - SETUP : NEVER;

	return c->ngiven < c->ndue ? earlier(next, c->looked + EPOCH) : next;
}

/* wake: HostStream.wake: the time of some steps has come. */
static void
wake(void *server, Time at, bool quiet)
{
	C011 *c = server;

	(void)quiet; /* the adaptor is timed */
	c->looked = at;
	while (c->ndue < c->in.n && c->in.step[c->ndue].at <= at + SETUP)
		c->ndue++;
}

/* ended: HostStream.ended: never; the run ends when the machine is idle. */
static bool
ended(const void *server)
{
	(void)server;
	return false;
}

/* transfer: HostStream.transfer: how far the input port is. */
static void
transfer(void *server, Snap *s)
{
	C011 *c = server;
	uint64_t ndue = c->ndue, ngiven = c->ngiven;

	snap_transfer(s, &ndue, sizeof ndue);
	snap_transfer(s, &ngiven, sizeof ngiven);
	snap_transfer(s, &c->looked, sizeof c->looked);
	if (ndue > c->in.n)
		fatal("%s: %" PRIu64 " bytes had been presented to the adaptor, and its file has "
			"%zu; give the same file", s->name, ndue, c->in.n);
	if (ngiven > ndue)
		snap_damaged(s);
	c->ndue = ndue;
	c->ngiven = ngiven;
}

static void
close_ports(void *server)
{
	C011 *c = server;

	if (fclose(c->out) != 0)
		fatal("cannot write %s:", c->out_name);
	free(c->out_name);
	free(c->in.step);
	free(c);
}

const HostStream c011_calls = {
	.receive = receive,
	.give = give,
	.wakes = wakes,
	.wake = wake,
	.ended = ended,
	.close = close_ports,
	.transfer = transfer,
	.timed = true,
};
