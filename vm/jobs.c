/*
 * jobs.c - starts the programs of an application on a machine that has booted, waits for their end,
 * and ends them.
 */
#include "jobs.h"

#include "break_hits.h"

#include "cc/node/node_executables.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void
run_unstarted(Run *r, const char *fmt, ...)
{
	char text[300];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	if (r->o.machine.faults.n == 0)
		fatal("%s", text);
	fprintf(stderr, "%s\n", text);
	r->down = true;
}

/* no_process: explain why a process of the program could not be created on a node. */
static void
no_process(Run *r, const Station *s, const JobProcess *p, const Buf *file, WaitEnd end)
{
	Program h;

	if (end == WAIT_INTERRUPTED)
		run_give_up();
	memcpy(&h, file->data, sizeof h);
	if (p->pid == 0)
		run_unstarted(r, "node %s: %s was not started: %s", STATION_NODE(s, p->node),
			h.name,
			end == WAIT_INTERRUPTED ? "interrupted" : "the node did not answer");
	else
		run_unstarted(r,
			"node %s: %s was not started: %s; it has %u bytes of code, %u of data, %u "
			"of stack, and the node has %u KB; smaller arrays would do, or a node with "
			"more (mem=)",
			STATION_NODE(s, p->node), h.name, kernel_error(p->pid), h.text_size,
			h.data_size + h.bss_size, h.stack_size,
			watch_node(s, p->node)->r.size >> 10);
}

static Job *
start(Run *r, Station *s, const char *program, NodeSet set, int priority, int argc, char **argv)
{
	Buf file = program_read(program);
	JobOptions o = {.name = program,
		.program = &file,
		.argc = argc,
		.argv = argv,
		.priority = priority};
	WaitEnd end;
	Job *j = job_new(s, &set, &o, &end);

	for (uint32_t i = 0; i < set.n; i++)
		if (j->processes[i].pid <= 0)
			no_process(r, s, &j->processes[i], &file, end);
	if (r->o.verbose)
		fprintf(stderr, "%s on %u nodes, %zu bytes, after %s\n", j->program, set.n,
			file.len, TIME_STRING(station_network(s)->now));
	node_set_free(&set);
	buf_free(&file);
	return j;
}

/*
 * The master's arguments; see trek/options.c. The strings are in the arena, the caller frees the
 * list.
 */
static char **
master_arguments(Run *r, int *argc)
{
	static const char *const tree[NTREES] = {
#define X(shape, argument) argument,
		TREES(X)
#undef X
	};
	char **argv = xcalloc(r->v.narguments + 8, sizeof *argv);
	char number[16];

	*argc = 0;
#define WORD(s) (argv[(*argc)++] = arena_strndup(&r->arena, (s), strlen(s)))
#define NUMBER(n) (snprintf(number, sizeof number, "%u", (n)), WORD(number))
	WORD("-t");
	WORD(r->v.tree == TREE_FILE ? r->v.tree_file : tree[r->v.tree]);
	WORD("-b");
	NUMBER(r->v.buffers);
	WORD("-g");
	NUMBER(r->v.granularity);
	NUMBER(r->v.processors);
	NUMBER(r->v.tasks);
	for (uint32_t i = 0; i < r->v.narguments; i++)
		WORD(r->v.argument[i]);
#undef NUMBER
#undef WORD
	return argv;
}

static void
start_monitor(Run *r, Station *s, Jobs *j)
{
	char *program = monitor_program();

	j->nodemon = start(r, s, program, node_set_to(0, r->v.processors - 1), 0, 0, NULL);
	j->collector = monitor_new(&r->o, s, r->v.processors);
	free(program);
}

static void
check_output_files(const Run *r, const Station *s)
{
	if (r->o.monitor && !monitor_is_later(&r->o))
		monitor_prepare(r->o.prefix, s, &r->v, r->tree_file);
	if (r->o.reference)
		monitor_prepare(r->o.reference, s, &r->v, r->tree_file);
}

void
jobs_start(Run *r, Station *s, const Programs *p, Jobs *j)
{
	uint32_t n = r->v.processors;
	int argc;
	char **argv = master_arguments(r, &argc);

	*j = (Jobs){0};
	r->monitored_from = station_network(s)->now;
	if (r->o.monitor == MONITOR_INSIDE && !r->down)
		start_monitor(r, s, j);
	if (r->o.monitor && !r->down && (j->collector ? r->o.reference != NULL
		: !monitor_is_later(&r->o)))
		j->outside = outside_new(placed_by(s), n,
			j->collector ? r->o.reference : r->o.prefix, p->master, p->slave,
			j->collector);
	if (!r->down)
		monitor_note(&r->watch, r->tree_file);
	r->watch.collector = j->collector;
	r->watch.outside = j->outside;
	if (!r->down)
		check_output_files(r, s);
	if (!r->down)
		j->slaves = start(r, s, p->slave,
			n == 1 ? node_set_to(0, 0) : node_set_to(1, n - 1), 1, 0, NULL);
	if (!r->down)
		j->master = start(r, s, p->master, node_set_to(0, 0), 1, argc, argv);
	if (j->collector && !r->down) {
		r->monitored_from = station_network(s)->now;
		if (!monitor_begin(j->collector, &r->o))
			run_unstarted(r, "a node's monitor cannot begin");
	}
	r->started = station_network(s)->now;
	free(argv);
}

static RunResult
why(const Run *r, const Station *s, WaitEnd end)
{
	if (end == WAIT_DONE)
		return RESULT_ENDED;
	if (end == WAIT_BROKEN)
		return RESULT_BROKEN;
	if (end == WAIT_INTERRUPTED && !interrupt_signal
		&& (run_events_found(r->watch.events) || break_hits_broken(r->watch.hits)))
		return RESULT_EVENT;
	if (end == WAIT_INTERRUPTED)
		return r->watch.stuck ? RESULT_STUCK : RESULT_SIGNAL;
	return station_network(s)->now >= r->o.machine.until ? RESULT_LIMIT : RESULT_QUIET;
}

static WaitEnd
wait_master(const Run *r, Job *master)
{
	Time until = r->o.machine.until;

	return r->watch.hits ? break_hits_wait(r->watch.hits, master, until)
		: job_wait(master, until);
}

RunResult
jobs_wait(Run *r, Station *s, Jobs *j, int *status)
{
	RunResult result;

	if (r->down)
		return RESULT_DOWN;
	faults_start(station_network(s));
	r->watch.processors = r->v.processors;
	r->watch.slaves = j->slaves;
	r->watch.news = station_network(s)->now;
	result = why(r, s, wait_master(r, j->master));
	progress_clear();
	if (run_events_found(r->watch.events))
		result = RESULT_EVENT;
	*status = j->master->nfailed ? EXIT_FOUND : 0;
	if (result == RESULT_ENDED && *status == 0)
		job_wait(j->slaves, NEVER); /* they have been asked to end */
	job_done(j->slaves); /* update which of them have ended */
	r->watch.collecting = true;
	return result;
}

void
jobs_end(Run *r, Jobs *j)
{
	if (j->collector)
		monitor_end(j->collector, &r->o);
	if (j->outside)
		outside_free(j->outside);
	r->watch.collector = NULL;
	r->watch.outside = NULL;
	if (r->o.monitor && !r->down)
		monitor_files(r->o.prefix, &r->watch, r->tree_file, monitor_is_later(&r->o));
	if (r->o.reference && !r->down)
		monitor_files(r->o.reference, &r->watch, r->tree_file, false);
	if (j->nodemon)
		job_free(j->nodemon);
	if (j->master)
		job_free(j->master);
	if (j->slaves)
		job_free(j->slaves);
}
