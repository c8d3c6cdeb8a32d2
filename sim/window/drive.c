/* drive.c - runs a network in the steps that the window's user requests, forwards or backwards. */
#include "drive.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

/* Processor time of the host for one slice of a step. */
#define STEP_SECONDS 0.03 /* s */

void
drive_init(Drive *c, Network *w, Past *past, Time until)
{
	*c = (Drive){.w = w, .past = past ? past : past_new(w), .owns_past = !past, .until = until,
		.interval = EPOCH, .sender = NOWHERE_END};
	c->sent = xcalloc(w->links.nends, sizeof *c->sent);
}

void
drive_free(Drive *c)
{
	drive_return_to_present(c);
	free(c->sent);
	if (c->owns_past)
		past_free(c->past);
}

void
drive_set_until(Drive *c, Time until)
{
	if (!drive_is_past(c))
		c->end = RUN_REACHED;
	c->until = until;
}

bool
drive_is_past(const Drive *c)
{
	return !past_is_present(c->past);
}

bool
drive_is_over(const Drive *c)
{
	return !drive_is_past(c) && (c->end != RUN_REACHED || c->w->now >= c->until);
}

void
drive_save_moment(Drive *c)
{
	past_keep_moment(c->past);
}

void
drive_return_to_present(Drive *c)
{
	if (past_command(c->past)) /* a recorded run ends without waiting for the user */
		return;
	if (drive_is_past(c))
		c->step = STEP_NONE;
	past_go_present(c->past);
}

/*
 * return_to: go to an earlier time by way of one interval before it, so that the observer sees the
 * activity from there on.
 */
static void
return_to(Drive *c, Time at)
{
	Time begin = past_beginning(c->past),
		from = at > begin + c->interval ? at - c->interval : begin;

	c->step = STEP_NONE;
	if (c->before_arrival && from < at && past_goto(c->past, place_at(from)))
		c->before_arrival(c->context);
	past_goto(c->past, place_at(at));
}

void
drive_goto(Drive *c, Time at)
{
	Time begin = past_beginning(c->past), present = past_present(c->past);

	if (at < present)
		return_to(c, at > begin ? at : begin);
	else
		past_go_present(c->past);
}

/*
 * take_back_step: go to where the last step began, or back by one interval; false at the beginning
 * of the past.
 */
static bool
take_back_step(Drive *c)
{
	Time now = c->w->now;

	if (now <= past_beginning(c->past))
		return false;
	if (c->ndone == 0 || c->done[c->ndone - 1].until != now) {
		c->ndone = 0;
		drive_goto(c, now > c->interval ? now - c->interval : 0);
	} else
		drive_goto(c, c->done[--c->ndone].from);
	return true;
}

/*
 * run_to_breakpoint: as drive_run, but the debugger watches and may stop the run at a breakpoint.
 */
static void
run_to_breakpoint(Drive *c, Time at)
{
	Time until = drive_is_past(c) || at < c->until ? at : c->until;

	c->has_hit = c->sources->run(c->source, until, &c->hit_node, c->hit_text);
	if (!c->has_hit && !drive_is_past(c))
		c->end = past_run(c->past, until);
}

void
drive_run(Drive *c, Time at)
{
	c->has_hit = false;
	if (c->source && !drive_is_over(c) && c->sources->has_breakpoints(c->source)) {
		run_to_breakpoint(c, at);
		return;
	}
	while (drive_is_past(c) && c->w->now < at)
		past_run(c->past, at);
	if (drive_is_over(c) || drive_is_past(c))
		return;
	c->end = past_run(c->past, at < c->until ? at : c->until);
}

/* ---- steps ---- */

/*
 * state_fingerprint: a number that changes with each event of the machine. This function and the
 * following ones return the value whose change a step waits for.
 */
static uint64_t
state_fingerprint(const Network *w)
{
	return network_fingerprint(w);
}

/* messages_sent: how many messages have been sent over all links. */
static uint64_t
messages_sent(const Network *w)
{
	uint64_t n = 0;

	for (EndId e = 0; e < w->links.nends; e++)
		n += w->links.ends[e].out_traffic.nmessages;
	return n;
}

/* nodes_stopped: how many nodes have stopped by a fault. */
static uint64_t
nodes_stopped(const Network *w)
{
	uint64_t n = 0;

	for (NodeId i = 0; i < w->nnodes; i++)
		n += w->nodes[i]->stop > STOP_BOOT;
	return n;
}

/*
 * go_event_back: go back to the last time, in steps of SETUP, before the most recent event: first
 * to earlier and earlier moments until the fingerprint differs, then by bisection.
 */
static bool
go_event_back(Drive *c)
{
	uint64_t now = state_fingerprint(c->w);
	Time from = c->w->now, low, high = from;
	bool was_past = drive_is_past(c), there;

	while ((there = past_goto_moment(c->past)) && state_fingerprint(c->w) == now)
		high = c->w->now;
	if (!there) {
		was_past ? (void)past_goto(c->past, place_at(from)) : past_go_present(c->past);
		return false;
	}
	for (low = c->w->now; high - low > SETUP;) {
		Time middle = low + (high - low) / 2;

		past_goto(c->past, place_at(middle));
		if (state_fingerprint(c->w) == now)
			high = middle;
		else
			low = middle;
	}
	return_to(c, low);
	return true;
}

/* time_passed: the network's time. */
static uint64_t
time_passed(const Network *w)
{
	return w->now;
}

/*
 * For each step: the value whose change ends it, and the time slices after which this is checked.
 */
static const struct {
	uint64_t (*value)(const Network *w);
	Time piece;
} waits[NSTEPS] = {
	[STEP_EVENT] = {state_fingerprint, SETUP},
	[STEP_MESSAGE] = {messages_sent, SETUP},
	[STEP_INTERVAL] = {time_passed, EPOCH},
	[STEP_FAULT] = {nodes_stopped, EPOCH},
};

/* step_done: true if the event for which the present step waits has happened. */
static bool
step_done(const Drive *c)
{
	return waits[c->step].value(c->w) != c->before && c->w->now >= c->goal;
}

/* step_begin: note where the network is, so that the step can be detected and taken back. */
static void
step_begin(Drive *c, Step step)
{
	c->step = step;
	c->before = waits[step].value(c->w);
	c->goal = step == STEP_INTERVAL ? c->w->now + c->interval : 0;
	for (EndId e = 0; e < c->w->links.nends; e++)
		c->sent[e] = c->w->links.ends[e].out_traffic.nmessages;
	if (c->ndone == STEPS)
		memmove(c->done, c->done + 1, --c->ndone * sizeof *c->done);
	c->done[c->ndone].from = c->w->now;
}

/*
 * step_end: note where the step has ended and, after STEP_MESSAGE, which link end has sent the
 * message.
 */
static void
step_end(Drive *c)
{
	c->done[c->ndone++].until = c->w->now;
	for (EndId e = 0; c->step == STEP_MESSAGE && e < c->w->links.nends; e++)
		if (c->w->links.ends[e].out_traffic.nmessages != c->sent[e]) {
			c->sender = e;
			c->sent_at = c->w->now;
		}
	c->step = STEP_NONE;
}

EndId
drive_sender(const Drive *c)
{
	return c->w->now == c->sent_at ? c->sender : NOWHERE_END;
}

bool
drive_step(Drive *c, Step step)
{
	if (step == STEP_BACK)
		return take_back_step(c);
	if (step == STEP_EVENT_BACK)
		return go_event_back(c);
	if (drive_is_over(c))
		return false;
	drive_save_moment(c);
	step_begin(c, step);
	return drive_step_on(c);
}

bool
drive_step_on(Drive *c)
{
	double begin = clock_thread();

	c->has_hit = false;
	while (!c->has_hit && !step_done(c) && !drive_is_over(c)
		&& clock_thread() - begin < STEP_SECONDS) {
		Time next = c->w->now + waits[c->step].piece;

		drive_run(c, c->step == STEP_INTERVAL && next > c->goal ? c->goal : next);
	}
	if (!c->has_hit && !step_done(c))
		return false;
	step_end(c);
	return true;
}
