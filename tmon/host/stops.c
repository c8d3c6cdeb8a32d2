/*
 * stops.c - what no node can note any more: the function of the user's in which it has stopped. Its memory
 * tells that afterwards: whose stack the processor's workspace lies in.
 */
#include "monitor_host.h"
#include "sim/node_words.h"

/* put_stops: one for each process that has the node's workspace; there is one at most unless memory is destroyed. */
static uint32_t
put_stops(uint8_t *p, const T800 *c, const NodeWork *work, Cycles start)
{
	uint32_t n = 0;

	for (int i = 0; i < NWORKERS; i++) {
		const NodeWorker *k = &work->worker[i];

		if (node_worker_busy(k) && node_worker_has(k, c->r.wptr))
			record_put(p + n++ * sizeof(MonitorRecord), &(MonitorRecord){
				.time = (c->r.cycles - start) * 1000 / c->khz, .kind = MONITOR_STOPPED,
				.peer = k->function, .task = k->task, .part = k->part});
	}
	return n;
}

void
records_stop(Records *r, const T800 *c, uint32_t node, uint32_t serial, Cycles start)
{
	uint8_t block[2 * NWORKERS * sizeof(MonitorRecord)];
	uint32_t n = 0;
	NodeWork work;

	if (c->stop <= STOP_BOOT || c->idle)
		return;
	for (int second = 0; second < (node == 0 ? 2 : 1); second++)
		if (node_work(c, second, &work))
			n += put_stops(block + n * sizeof(MonitorRecord), c, &work, start);
	if (n > 0)
		records_block(r, node, serial, n, block);
}
