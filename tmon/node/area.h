/*
 * area.h - what the meter in an application and the monitor of its node share, in the node's
 * memory.
 *
 * The monitor makes the area and puts its address into the node's words. The meter fills one of two
 * buffers while the other is unloaded. Both together take no more than the upper bound in force: a
 * node that crashes loses no more than these records and the one being noted.
 */
#ifndef AREA_H
#define AREA_H

#include <kernel.h>
#include "tmon/monitor.h"

enum AreaState {
	AREA_WAITS,  /* for MONITOR_BEGIN; processes that reach a probe wait, too */
	AREA_NOTES,
	AREA_ENDED,  /* probes do nothing */
};

/* All but the semaphores is read and changed at high priority only. */
typedef struct MonitorArea {
	uint32_t state;
	uint32_t start;      /* of the clock, us */
	const Bounds *bounds; /* in force */
	const Bounds *last;  /* which stay so */
	uint32_t noted;      /* records, since the beginning */
	uint32_t resting;    /* the watcher sleeps until something is noted */
	uint32_t pending;    /* records noted and not yet at the host */
	uint32_t fill;       /* the buffer that is being filled */
	uint32_t count[2];
	MonitorRecord *buffer[2]; /* as many records each as the greatest upper bound */
	uint32_t waiting;    /* meters that have still to note something: others come behind them */
	uint32_t blocked;    /* the one whose turn it is waits for room, or for the begin */
	Semaphore turn;      /* whose it is, of those that wait */
	Semaphore room;      /* where that one waits */
	Semaphore work;      /* signalled when there is something to unload */
	Semaphore wake;      /* signalled when the watcher is to go on */
} MonitorArea;

/* area_bounds: those in force at a time, in us since the beginning; time goes on. Critical. */
static inline const Bounds *
area_bounds(MonitorArea *a, uint32_t time)
{
	while (a->bounds != a->last && time >= a->bounds->time)
		a->bounds++;
	return a->bounds;
}

static inline MonitorArea *
monitor_area(void)
{
	return (MonitorArea *)((const NodeWords *)NODE_WORDS)->monitor;
}

#endif
