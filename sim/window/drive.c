/*
 * drive.c - running a network in the pieces that somebody who looks at it asks for.
 */
#include "drive.h"

#include <stdlib.h>

enum {
	KEPT = 256 << 20, /* bytes of moments at most; the oldest goes first */
};

void
drive_init(Drive *c, Network *w, Time until)
{
	*c = (Drive){.w = w, .until = until, .interval = EPOCH};
}

static void
forget_first(Drive *c)
{
	buf_free(&c->moments[0].bytes);
	memmove(c->moments, c->moments + 1, --c->nmoments * sizeof *c->moments);
}

void
drive_free(Drive *c)
{
	while (c->nmoments > 0)
		forget_first(c);
}

bool
drive_over(const Drive *c)
{
	return c->end != RUN_REACHED || c->w->now >= c->until;
}

void
drive_run(Drive *c, Time at)
{
	if (!drive_over(c))
		c->end = network_run(c->w, at < c->until ? at : c->until);
}

/* What the steps wait for to change. */
static uint64_t
fingerprint(const Network *w)
{
	return network_fingerprint(w);
}

static uint64_t
messages(const Network *w)
{
	uint64_t n = 0;

	for (EndId e = 0; e < w->nends; e++)
		n += w->ends[e].in_traffic.nmessages;
	return n;
}

static uint64_t
stopped(const Network *w)
{
	uint64_t n = 0;

	for (NodeId i = 0; i < w->nnodes; i++)
		n += w->nodes[i]->stop > STOP_BOOT;
	return n;
}

/* run_until_changed: in pieces of time `piece`. */
static void
run_until_changed(Drive *c, uint64_t (*value)(const Network *), Time piece)
{
	uint64_t before = value(c->w);

	while (!drive_over(c) && value(c->w) == before)
		drive_run(c, c->w->now + piece);
}

static bool
back(Drive *c)
{
	while (c->nmoments > 0 && c->moments[c->nmoments - 1].at >= c->w->now)
		buf_free(&c->moments[--c->nmoments].bytes);
	if (c->nmoments == 0)
		return false;
	snapshot_load(c->w, "(a moment kept)", c->moments[c->nmoments - 1].bytes);
	c->end = RUN_REACHED;
	return true;
}

bool
drive_step(Drive *c, Step step)
{
	if (step == STEP_BACK)
		return back(c);
	if (drive_over(c))
		return false;
	drive_keep(c);
	switch (step) {
	case STEP_EVENT: run_until_changed(c, fingerprint, SETUP); break;
	case STEP_MESSAGE: run_until_changed(c, messages, SETUP); break;
	case STEP_FAULT: run_until_changed(c, stopped, EPOCH); break;
	default: drive_run(c, c->w->now + c->interval); break;
	}
	return true;
}

void
drive_keep(Drive *c)
{
	size_t kept = 0;
	Moment *m;

	if (!host_rewinds(c->w->host))
		return;
	if (c->nmoments > 0 && c->moments[c->nmoments - 1].at == c->w->now)
		return;
	if (c->nmoments == MAX_MOMENTS)
		forget_first(c);
	m = &c->moments[c->nmoments++];
	*m = (Moment){.at = c->w->now};
	snapshot_save(c->w, &m->bytes);
	for (uint32_t i = 0; i < c->nmoments; i++)
		kept += c->moments[i].bytes.len;
	while (kept > KEPT && c->nmoments > 1) {
		kept -= c->moments[0].bytes.len;
		forget_first(c);
	}
}
