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

void
drive_until(Drive *c, Time until)
{
	c->until = until;
	c->end = RUN_REACHED;
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

static uint64_t
passed(const Network *w)
{
	return w->now;
}

/* What a step waits for to change, and the pieces of time in which it is looked at. */
static const struct {
	uint64_t (*value)(const Network *w);
	Time piece;
} waits[NSTEPS] = {
	[STEP_EVENT] = {fingerprint, SETUP},
	[STEP_MESSAGE] = {messages, SETUP},
	[STEP_INTERVAL] = {passed, EPOCH},
	[STEP_FAULT] = {stopped, EPOCH},
};

static bool
step_done(const Drive *c)
{
	return waits[c->step].value(c->w) != c->before && c->w->now >= c->goal;
}

static bool
back(Drive *c)
{
	while (c->nmoments > 0 && c->moments[c->nmoments - 1].at >= c->w->now)
		buf_free(&c->moments[--c->nmoments].bytes);
	if (c->nmoments == 0)
		return false;
	c->step = STEP_NONE;
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
	c->step = step;
	c->before = waits[step].value(c->w);
	c->goal = step == STEP_INTERVAL ? c->w->now + c->interval : 0;
	return drive_step_on(c);
}

bool
drive_step_on(Drive *c)
{
	while (!step_done(c) && !drive_over(c)) {
		Time next = c->w->now + waits[c->step].piece;

		drive_run(c, c->step == STEP_INTERVAL && next > c->goal ? c->goal : next);
	}
	if (!step_done(c))
		return false;
	c->step = STEP_NONE;
	return true;
}

void
drive_keep(Drive *c)
{
	size_t kept = 0;
	Moment *m;

	if (!c->w->host || !host_rewinds(c->w->host))
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
