/*
 * meter.c - the monitor's part in an application: records events at probes. It is linked only with
 * programs that were compiled for the monitor.
 *
 * The recording functions run at high priority, uninterrupted: usually they check the area and copy
 * a record. If there is no room, or other processes are waiting, the process queues behind those,
 * so events are recorded in the order of their probes.
 */
#include "tmon/node/area.h"
#include "tmon/node/meter.h"

#include <t800.h>

/* The events that still have to be recorded. */
typedef struct PendingEvents {
	MonitorRecord r;
	uint32_t n;
	int full; /* set by buffer_events: the unloader must be woken */
	int woken; /* set by buffer_events: the watcher, which was asleep, must be woken */
} PendingEvents;

/* buffer_event: put the next event into the buffer being filled. */
static void
buffer_event(MonitorArea *a, PendingEvents *e, uint32_t time)
{
	MonitorRecord *to = &a->buffer[a->fill][a->count[a->fill]++];

	*to = e->r;
	to->time = time;
	e->r.task++;
	e->n--;
	a->noted++;
	a->pending++;
}

/*
 * buffer_events: put as many events into the buffer as it has room for. Critical, as are the
 * functions below.
 */
static void
buffer_events(MonitorArea *a, PendingEvents *e)
{
	if (a->state == AREA_NOTING) {
		uint32_t time = timer_now() - a->start, noted = a->noted;
		const Bounds *before = a->bounds, *now = area_bounds(a, time);

		while (e->n > 0 && a->pending < now->upper)
			buffer_event(a, e, time);
		e->full = a->pending >= now->upper && (a->noted != noted || now != before);
		e->woken = a->watcher_sleeps;
		a->watcher_sleeps = 0;
	}
	if (a->state == AREA_ENDED)
		e->n = 0;
}

/* try_first: try to note a call's events, unless others wait; returns 1 if some are left. */
static uint32_t
try_first(uint32_t events)
{
	MonitorArea *a = monitor_area();
	PendingEvents *e = (PendingEvents *)events;

	if (a->waiting == 0)
		buffer_events(a, e);
	a->waiting += e->n > 0;
	return e->n > 0;
}

/* try_again: note events of the caller, whose turn it is; returns 1 if some are left. */
static uint32_t
try_again(uint32_t events)
{
	MonitorArea *a = monitor_area();
	PendingEvents *e = (PendingEvents *)events;

	buffer_events(a, e);
	a->blocked = e->n > 0;
	a->waiting -= e->n == 0;
	return e->n > 0;
}

/* call_critical: call f, then wake the monitor's threads if necessary; returns the result of f. */
static uint32_t
call_critical(MonitorArea *a, uint32_t (*f)(uint32_t), PendingEvents *e)
{
	uint32_t left;

	e->full = 0;
	e->woken = 0;
	left = critical(f, (uint32_t)e);
	if (e->full)
		sem_signal(&a->work);
	if (e->woken)
		sem_signal(&a->wake);
	return left;
}

void
meter_note(const MonitorRecord *r, uint32_t n)
{
	MonitorArea *a = monitor_area();
	PendingEvents e;

	if (!a || a->state == AREA_ENDED)
		return;
	e.r = *r;
	e.n = n;
	if (!call_critical(a, try_first, &e))
		return;
	sem_wait(&a->turn);
	while (call_critical(a, try_again, &e))
		sem_wait(&a->room);
	sem_signal(&a->turn);
}
