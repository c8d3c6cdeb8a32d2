/* observers.c - begins and ends the observation of a machine that runs. */
#include "observers.h"

#include "detrek/logs/logs.h"

#include <stdlib.h>

struct Observers {
	SyncLive *sync; /* NULL: the processes are logged */
	void *logs;     /* of logs_live */
};

static void
receive_block(void *sync, const Message *m, Time at)
{
	(void)at;
	sync_live_receive(sync, m->node, m->body.data, m->body.len);
}

Observers *
observers_begin(const MachineOptions *m, Station *s)
{
	Observers *o;

	if (!machine_is_synced(m) && !m->log)
		return NULL;
	if (!station_kernel(s))
		fatal("--sync-log, --sync-order and --log need a kernel, whose operations are "
			"observed");
	o = xcalloc(1, sizeof *o);
	if (m->log) {
		o->logs = logs_live.begin(station_network(s), station_kernel(s), m->log);
		return o;
	}
	o->sync = sync_live_begin(station_network(s), station_kernel(s),
		&(SyncFiles){m->sync_log, m->sync_inside, m->sync_order});
	station_listen(s, EVENT_SYSTEM(EV_SYNCD), receive_block, o->sync);
	return o;
}

void
observers_program(Observers *o, const char *file)
{
	if (o && o->logs)
		logs_live.program(o->logs, file);
	else if (o)
		sync_live_program(o->sync, file);
}

void
observers_hold(void *observers, Deadlock *d)
{
	Observers *o = observers;

	if (o && o->sync)
		sync_live_hold(o->sync, d);
}

static bool
is_complete(void *sync)
{
	return sync_live_complete(sync);
}

/* sync_end: waits for the logs of the kernels. */
static int
sync_end(SyncLive *sync, Station *s)
{
	Time limit = station_network(s)->now + ANSWER_WAIT;

	if (!sync_live_complete(sync))
		station_await(s, is_complete, sync, limit);
	return sync_live_end(sync);
}

int
observers_end(Observers *o, Station *s)
{
	int status = 0;

	if (o && o->logs)
		logs_live.end(o->logs);
	else if (o)
		status = sync_end(o->sync, s);
	free(o);
	return status;
}
