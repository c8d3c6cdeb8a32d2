/* observers.c - begins and ends the observation of a machine that runs. */
#include "observers.h"

/* receive_block: take a block of the kernels' logs that has arrived; called by the station. */
static void
receive_block(void *live, const Message *m, Time at)
{
	(void)at;
	sync_live_receive(live, m->node, m->body.data, m->body.len);
}

SyncLive *
observers_begin(const MachineOptions *m, Station *s)
{
	SyncLive *l;

	if (!machine_is_synced(m))
		return NULL;
	if (!station_kernel_file(s))
		fatal("--sync-log and --sync-order need a kernel, whose operations are observed");
	l = sync_live_begin(station_network(s), station_kernel_file(s),
		&(SyncFiles){m->sync_inside, m->sync_order});
	station_listen(s, EVENT_SYSTEM(EV_SYNCD), receive_block, l);
	return l;
}

void
observers_program(SyncLive *l, const char *file)
{
	if (l)
		sync_live_program(l, file);
}

void
observers_hold(void *live, Deadlock *d)
{
	if (live)
		sync_live_mark_held(live, d);
}

/* is_complete: true if the kernels' logs have arrived completely; called by the station. */
static bool
is_complete(void *live)
{
	return sync_live_is_complete(live);
}

int
observers_end(SyncLive *l, Station *s)
{
	if (!l)
		return 0;
	if (!sync_live_is_complete(l))
		station_await(s, is_complete, l, station_network(s)->now + ANSWER_WAIT);
	return sync_live_end(l);
}
