/*
 * drive.c - running a network in the pieces that somebody who looks at it asks for, and again.
 */
#include "drive.h"

#include "sim/trace/trace.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Of the host's processor that a step takes in one go. */
#define STEP_SECONDS 0.03

/* ---- what happens between two runs ---- */

static uint64_t
hash_faults(const Network *w)
{
	return w->faults.n > 0 ? XXH3_64bits(w->faults.fault, w->faults.n * sizeof *w->faults.fault) : 0;
}

/* leave: the network is left to whoever commands it. */
static void
leave(Drive *c)
{
	c->left = c->w->now;
	c->faults = hash_faults(c->w);
	c->tape.touched = false;
}

/* touched: what the network is now is not what the last run made it. */
static bool
touched(const Drive *c)
{
	return c->tape.touched || c->left != c->w->now || c->faults != hash_faults(c->w);
}

void
drive_init(Drive *c, Network *w, Time until)
{
	*c = (Drive){.w = w, .until = until, .interval = EPOCH};
	moments_init(&c->moments, w, &c->tape);
	tape_init(&c->tape, w);
	leave(c);
}

void
drive_free(Drive *c)
{
	drive_present(c);
	moments_free(&c->moments);
	tape_free(&c->tape);
}

void
drive_until(Drive *c, Time until)
{
	if (!c->past) {
		c->end = RUN_REACHED;
		if (touched(c) && c->moments.n > 0)
			moments_keep(&c->moments, true);
		leave(c);
	}
	c->until = until;
}

bool
drive_over(const Drive *c)
{
	return !c->past && (c->end != RUN_REACHED || c->w->now >= c->until);
}

void
drive_keep(Drive *c)
{
	moments_keep(&c->moments, false);
}

/* ---- the past ---- */

static void
enter_past(Drive *c)
{
	Network *w = c->w;
	Present *p = &c->present;

	*p = (Present){
		.machine = moment_take(&c->moments),
		.print = network_fingerprint(w),
		.end = c->end,
		.finishing = w->finishing,
		.finish = w->finish,
		.text = xcalloc(w->faults.n + 1, sizeof *p->text),
		.trace = w->links.trace,
		.look = w->look,
		.look_context = w->look_context,
	};
	for (uint32_t i = 0; i < w->faults.n; i++)
		p->text[i] = w->faults.text[i] ? xstrdup(w->faults.text[i]) : NULL;
	network_trace(w, trace_open(NULL, w->topology, false)); /* until enter_present */
	network_watch(w, NULL, NULL);
	c->end = RUN_REACHED;
	c->past = true;
}

/* enter_present: the network is what it was when the past began. */
static void
enter_present(Drive *c)
{
	Network *w = c->w;
	Present *p = &c->present;

	assert(network_fingerprint(w) == p->print);
	trace_close(w->links.trace);
	network_trace(w, p->trace);
	network_watch(w, p->look, p->look_context);
	w->finishing = p->finishing;
	w->finish = p->finish;
	for (uint32_t i = 0; i < w->faults.n; i++) {
		free(w->faults.text[i]);
		w->faults.text[i] = p->text[i];
	}
	free(p->text);
	c->end = p->end;
	moment_drop(&c->moments, &p->machine);
	tape_record(&c->tape);
	leave(c);
	c->past = false;
}

void
drive_present(Drive *c)
{
	if (!c->past)
		return;
	moment_load(&c->moments, &c->present.machine);
	c->step = STEP_NONE;
	enter_present(c);
}

static bool
back(Drive *c)
{
	const Moment *m = moments_before(&c->moments, c->w->now);

	if (!m)
		return false;
	if (!c->past)
		enter_past(c);
	c->step = STEP_NONE;
	moment_load(&c->moments, m);
	return true;
}

/* run_again: from the past to `at`, the next jump or the present, whatever comes first. */
static void
run_again(Drive *c, Time at)
{
	const Moment *jump = moments_jump(&c->moments, c->w->now);
	Time end = c->present.machine.at;

	if (jump && jump->at < end)
		end = jump->at;
	if (at < end)
		end = at;
	/* what was quiet then was run to the last event, which may act at the very end */
	network_run(c->w, end == c->present.machine.at && c->present.end == RUN_QUIET ? NEVER : end);
	if (c->w->now < end) /* it was quiet */
		c->w->now = end;
	if (jump && end == jump->at)
		moment_load(&c->moments, jump);
	if (end == c->present.machine.at)
		enter_present(c);
}

void
drive_run(Drive *c, Time at)
{
	while (c->past && c->w->now < at)
		run_again(c, at);
	if (drive_over(c) || c->past)
		return;
	c->end = network_run(c->w, at < c->until ? at : c->until);
	leave(c);
}

/* ---- steps ---- */

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

	for (EndId e = 0; e < w->links.nends; e++)
		n += w->links.ends[e].in_traffic.nmessages;
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
	double begin = clock_thread();

	while (!step_done(c) && !drive_over(c) && clock_thread() - begin < STEP_SECONDS) {
		Time next = c->w->now + waits[c->step].piece;

		drive_run(c, c->step == STEP_INTERVAL && next > c->goal ? c->goal : next);
	}
	if (!step_done(c))
		return false;
	c->step = STEP_NONE;
	return true;
}
