/*
 * watch.c - observes a run from outside: its progress, and its state when it does not continue.
 *
 * This takes no simulated time: nodes' memories are read between two pieces of the run. The memory
 * may contain garbage, so everything is checked.
 */
#include "watch.h"
#include "break_hits.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/progress.h"

#include <inttypes.h>
#include <unistd.h>

/* The interval of progress checks, in simulated time. */
#define LOOK_EVERY 100000000000ull

/* ---- memories ---- */

const T800 *
watch_node(const Station *s, uint32_t node)
{
	return station_network(s)->nodes[station_plan(s)->place[node]];
}

bool
watch_work(const Station *s, uint32_t node, bool second, NodeWork *work)
{
	return node_work(watch_node(s, node), second, work);
}

uint32_t
watch_made(const Station *s)
{
	NodeWork work;

	return node_master_work(watch_node(s, 0), &work) ? work.made : 0;
}

/* ---- finished work ---- */

/* read_done: sum what the workers of the node have computed, split and joined. */
static WorkDone
read_done(const Station *s, uint32_t node)
{
	WorkDone sum = {0};
	NodeWork work;

	for (int second = 0; second < (node == 0 ? 2 : 1); second++) {
		if (!watch_work(s, node, second, &work))
			continue;
		sum.computed += work.computed;
		sum.split += work.split;
		sum.joined += work.joined;
	}
	return sum;
}

/*
 * keep_done_counts: save the counts of finished work when the manager reports, because the other
 * nodes' programs still exist then.
 */
static void
keep_done_counts(Watch *w)
{
	NodeWork work;

	if (w->done || w->processors == 0 || !node_master_work(watch_node(w->s, 0), &work)
		|| work.phase < WORK_REPORTED)
		return;
	w->done = xcalloc(w->processors, sizeof *w->done);
	for (uint32_t i = 0; i < w->processors; i++)
		w->done[i] = read_done(w->s, i);
}

WorkDone
watch_done(const Watch *w, uint32_t node)
{
	return w->done ? w->done[node] : read_done(w->s, node);
}

/* ---- progress ---- */

/* finished_tasks: a sum over all nodes that grows while work goes on; its growth shows progress. */
static uint64_t
finished_tasks(const Watch *w)
{
	uint64_t sum = 0;
	NodeWork work;

	for (uint32_t i = 0; i < w->processors; i++)
		for (int second = 0; second < (i == 0 ? 2 : 1); second++)
			if (watch_work(w->s, i, second, &work))
				sum += (uint64_t)work.made + work.taken + work.finished
					+ work.computed + work.split + work.joined + work.phase;
	return sum;
}

/* count_blocked: the number of nodes that do not execute. */
static uint32_t
count_blocked(const Watch *w)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < w->processors; i++)
		n += watch_node(w->s, i)->idle || watch_node(w->s, i)->stop > STOP_BOOT;
	return n;
}

/* show_progress: show on a terminal how many tasks are finished, and how fast. */
static void
show_progress(Watch *w)
{
	NodeWork work = {0};
	uint32_t whole; /* number of tasks; if the .vms file does not give it, tasks so far */
	double simulated = station_network(w->s)->now / 1e12;
	double ratio = simulated / (clock_wall() - w->began);
	char speed[32];

	if (!progress_due())
		return;
	if (w->processors == 0) {
		progress_show("%.3f s: booting and loading", simulated);
		return;
	}
	node_master_work(watch_node(w->s, 0), &work);
	whole = w->v->tasks && !w->v->type->steps ? w->v->tasks : work.made;
	snprintf(speed, sizeof speed, ratio < 10 ? "%.2g" : "%.0f", ratio);
	progress_show_share(work.finished, whole,
		"%.3f s: %u of %u tasks, %u of %u nodes blocked, %s of real time", simulated,
		work.finished, whole, count_blocked(w), w->processors, speed);
}

/* is_interrupted: true if a signal has arrived that is not for the debugger. */
static bool
is_interrupted(const Watch *w)
{
	return interrupt_signal && !(w->past && past_is_driven(w->past));
}

bool
watch_interrupted(void *watch)
{
	Watch *w = watch;
	Time now = station_network(w->s)->now;

	if (w->record)
		record_pass(w->record);
	if (is_interrupted(w) || (w->view && view_closed(w->view)))
		return true;
	break_hits_observe(w->hits);
	if (w->collecting)
		return false;
	show_progress(w);
	keep_done_counts(w);
	if (w->processors == 0)
		return false;
	if (run_events_has_begun(w->events))
		return true;
	if (now - w->last_look < LOOK_EVERY)
		return false;
	w->last_look = now;
	if (finished_tasks(w) != w->progress) {
		w->progress = finished_tasks(w);
		w->last_finish = now;
	}
	w->stuck = w->patience != NEVER && now - w->last_finish >= w->patience;
	return w->stuck;
}
