/* debugged.c - opens a recording, one task of a recording, or a snapshot for the debugger. */
#include "debug_main.h"

#include "cc/node/node_dir.h"
#include "sim/host/adapter.h"
#include "sim/past/snapshot.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* print_forced: warn on standard error if an order was forced on the recorded run. */
static void
print_forced(const Past *p, const char *name)
{
	if (past_is_forced(p))
		fprintf(stderr,
			"%s: an order was forced on this run: threads were held, and values of the "
			"clock and messages of the host may be those of another run's log\n",
			name);
}

bool
debugged_open(Debugged *d, const char *name)
{
	*d = (Debugged){0};
	if (past_is_recording(name)) {
		d->past = past_open(name);
		session_check_chips(past_network(d->past));
		print_forced(d->past, name);
		return true;
	}
	d->topology = snapshot_topology(name);
	d->network = network_new(d->topology);
	d->host = host_new(
		d->network, &(HostOptions){.mode = HOST_RAW, .output = stdout, .idle = true});
	snapshot_read(d->network, name);
	session_check_chips(d->network);
	d->past = past_new(d->network);
	return false;
}

bool
debugged_isolate_task(Debugged *d, const char *task, bool called, char why[MAX_MESSAGE])
{
	Session *s = debugged_session(d, true);
	bool good = setjmp(s->escape) == 0;

	if (good)
		session_isolate_task(s, task, called, &d->alone);
	else
		memcpy(why, s->message, MAX_MESSAGE);
	session_free(s);
	if (!good)
		return false;
	d->whole_recording = d->past;
	d->past = d->alone.lone.past;
	return true;
}

void
debugged_close(Debugged *d)
{
	if (!d->whole_recording)
		past_free(d->past);
	lone_task_free(&d->alone);
	past_free(d->whole_recording);
	if (!d->topology)
		return;
	host_free(d->host);
	network_free(d->network);
	topology_free(d->topology);
}

void
debugged_add_kernel(Session *s, const char *file)
{
	char *dir = file || target_kernel(s->target) ? NULL : node_dir();
	char *kernel = file ? xstrdup(file) : dir ? xasprintf("%s/kernel.elf", dir) : NULL;

	if (kernel && (file || access(kernel, R_OK) == 0))
		target_add_kernel(s->target, kernel);
	free(kernel);
	free(dir);
}

Session *
debugged_session(Debugged *d, bool recorded)
{
	Session *s = session_new(d->past, d->whole_recording ? d->whole_recording : d->past);

	if (d->whole_recording)
		s->end = d->alone.end;
	if (recorded) { /* the kernels' addresses at the end are needed for earlier times */
		past_go_present(d->past);
		target_store_kernels(s->target);
	}
	return s;
}

bool
debugged_go_to_error(Session *s, char why[MAX_MESSAGE])
{
	ErrorRise r;
	NodeId n;

	if (!session_find_first_error(s, &n, &r) || r.finder == 0
		|| !session_goto(s, place_before(n, r.count)))
		return false;
	snprintf(why, MAX_MESSAGE, "node %s: a process was stopped because of Error: %s",
		TARGET_NODE(s->target, n), error_rise_text(&r));
	return true;
}
