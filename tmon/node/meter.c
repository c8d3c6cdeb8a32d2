/*
 * meter.c - the monitor's part in an application: records events at probes. Linked only with
 * programs that were compiled for the monitor.
 *
 * Recording runs at high priority, uninterrupted: usually it checks the area and copies a record. A
 * process that finds no room, or others waiting, queues behind them, so events are recorded in the
 * order of their probes.
 */
#include "tmon/node/area.h"
#include "tmon/node/meter.h"

#include <t800.h>

/* The events that still have to be recorded. */
typedef struct Events {
	MonitorRecord r;
	uint32_t n;
	int full; /* the records must be unloaded */
	int woken; /* the watcher must be woken */
} Events;

/* note: put the next event into the buffer being filled. */
static void
note(MonitorArea *a, Events *e, uint32_t time)
{
	MonitorRecord *to = &a->buffer[a->fill][a->count[a->fill]++];

	*to = e->r;
	to->time = time;
	e->r.task++;
	e->n--;
	a->noted++;
	a->pending++;
}

/* Record as many events as there is room for. Critical, as are those below. */
static void
put(MonitorArea *a, Events *e)
{
	if (a->state == AREA_NOTES) {
		uint32_t time = timer_now() - a->start, noted = a->noted;
		const Bounds *before = a->bounds, *now = area_bounds(a, time);

		while (e->n > 0 && a->pending < now->upper)
			note(a, e, time);
		e->full = a->pending >= now->upper && (a->noted != noted || now != before);
		e->woken = a->resting;
		a->resting = 0;
	}
	if (a->state == AREA_ENDED)
		e->n = 0;
}

/* The first try; returns whether events are left. */
static uint32_t
come(uint32_t events)
{
	MonitorArea *a = monitor_area();
	Events *e = (Events *)events;

	if (a->waiting == 0)
		put(a, e);
	a->waiting += e->n > 0;
	return e->n > 0;
}

/* A further try in turn; returns whether events are left. */
static uint32_t
serve(uint32_t events)
{
	MonitorArea *a = monitor_area();
	Events *e = (Events *)events;

	put(a, e);
	a->blocked = e->n > 0;
	a->waiting -= e->n == 0;
	return e->n > 0;
}

/* step: call come or serve, after which the monitor may have work. */
static uint32_t
step(MonitorArea *a, uint32_t (*f)(uint32_t), Events *e)
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
	Events e;

	if (!a || a->state == AREA_ENDED)
		return;
	e.r = *r;
	e.n = n;
	if (!step(a, come, &e))
		return;
	sem_wait(&a->turn);
	while (step(a, serve, &e))
		sem_wait(&a->room);
	sem_signal(&a->turn);
}
