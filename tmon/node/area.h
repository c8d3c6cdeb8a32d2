/*
 * area.h - memory shared by the meter in an application and the monitor of its node.
 *
 * The monitor makes the area and stores its address in the node's status words. The meter fills one
 * of two buffers while the other is unloaded. The number of records in both together is at most the
 * upper bound in force: a node that crashes loses only these records and the one being noted.
 */
#ifndef AREA_H
#define AREA_H

#include <kernel.h>
#include "tmon/monitor.h"

enum AreaState {
	AREA_WAITING,  /* for MONITOR_BEGIN; processes that reach a probe wait, too */
	AREA_NOTING,  /* probes note their events */
	AREA_ENDED,  /* probes have no effect */
};

/* Everything except the semaphores is accessed only at high priority. */
typedef struct MonitorArea {
	uint32_t state;      /* enum AreaState */
	uint32_t start;      /* the node's clock at the first MONITOR_BEGIN, us */
	const Bounds *bounds; /* bounds in force */
	const Bounds *last_bounds;  /* the last bounds of the sequence */
	uint32_t noted;      /* number of records since the beginning */
	uint32_t watcher_sleeps;    /* 1: the watcher sleeps until the next record */
	uint32_t pending;    /* number of records noted and not yet acknowledged by the host */
	uint32_t fill;       /* index of the buffer being filled */
	uint32_t count[2];   /* number of records in each buffer */
	MonitorRecord *buffer[2]; /* each has room for the greatest upper bound */
	uint32_t waiting;    /* meters that still have to note events; others queue behind them */
	uint32_t blocked;    /* 1: the first of them waits for room, or for monitoring to begin */
	Semaphore turn;      /* meters other than the first wait here for their turn */
	Semaphore room;      /* the first meter waits here */
	Semaphore work;      /* signalled when there is something to unload */
	Semaphore wake;      /* signalled when the watcher is to continue */
} MonitorArea;

/*
 * area_bounds: the bounds in force at a time, in us since the beginning; times never decrease.
 * Critical.
 */
static inline const Bounds *
area_bounds(MonitorArea *a, uint32_t time)
{
	while (a->bounds != a->last_bounds && time >= a->bounds->time)
		a->bounds++;
	return a->bounds;
}

static inline MonitorArea *
monitor_area(void)
{
	return (MonitorArea *)((const NodeWords *)NODE_WORDS)->monitor;
}

#endif
