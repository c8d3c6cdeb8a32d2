/*
 * meter.c - the monitor's part in an application: notes what probes meet. Linked with programs that were
 * compiled for the monitor only.
 */
#include "tmon/node/area.h"
#include "tmon/node/meter.h"

/* wait: until the monitor has made room or begun; called and returning with the lock held. */
static void
wait(MonitorArea *a)
{
	a->waiting++;
	sem_signal(&a->lock);
	sem_wait(&a->room);
	sem_wait(&a->lock);
}

/* note: the next record, in the buffer that is being filled; the lock is held. */
static void
note(MonitorArea *a, const MonitorRecord *r)
{
	MonitorRecord *to = &a->buffer[a->fill][a->count[a->fill]++];

	*to = *r;
	to->time = getclock() - a->start;
	if (++a->pending == a->upper)
		sem_signal(&a->work);
}

void
meter_note(const MonitorRecord *r)
{
	MonitorArea *a = monitor_area();

	if (!a || a->state == AREA_ENDED)
		return;
	sem_wait(&a->lock);
	while (a->state == AREA_WAITS || (a->state == AREA_NOTES && a->pending >= a->upper))
		wait(a);
	if (a->state == AREA_NOTES)
		note(a, r);
	sem_signal(&a->lock);
}
