/*
 * jobs.c - starts the programs of an application on a machine that has booted, waits for their end,
 * and ends them.
 */
#include "jobs.h"
#include "break_hits.h"
#include "run_monitor.h"

#include "base/interrupt.h"
#include "base/number.h"
#include "base/progress.h"
#include "cc/node/node_programs.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void
jobs_unstarted(Jobs *j, const char *fmt, ...)
{
	char text[300];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	if (j->app->o.machine.faults.n == 0)
		fatal("%s", text);
	fprintf(stderr, "%s\n", text);
	j->down = true;
}

/* explain_no_process: explain why a process of the program could not be created on a node. */
static void
explain_no_process(Jobs *j, const JobProcess *p, const Buf *file, WaitEnd end)
{
	Program h;

	if (end == WAIT_INTERRUPTED)
		run_give_up();
	memcpy(&h, file->data, sizeof h);
	if (p->pid == 0)
		jobs_unstarted(j, "node %s: %s was not started: %s", STATION_NODE(j->s, p->node),
			h.name,
			end == WAIT_INTERRUPTED ? "interrupted" : "the node did not answer");
	else
		jobs_unstarted(j,
			"node %s: %s was not started: %s; it has %u bytes of code, %u of data, %u "
			"of stack, and the node has %u KB; smaller arrays would do, or a node with "
			"more (mem=)",
			STATION_NODE(j->s, p->node), h.name, kernel_error_text(p->pid), h.text_size,
			h.data_size + h.bss_size, h.stack_size,
			watch_node(j->s, p->node)->r.size >> 10);
}

/* start_program: create the processes of a program on the nodes of a set; returns their job. */
static Job *
start_program(Jobs *j, const char *program, NodeSet set, int priority, int argc, char **argv)
{
	Buf file = program_read(program);
	JobOptions o = {.name = program,
		.program = &file,
		.argc = argc,
		.argv = argv,
		.priority = priority};
	WaitEnd end;
	Job *new = job_new(j->s, &set, &o, &end);

	for (uint32_t i = 0; i < set.n; i++)
		if (new->processes[i].pid <= 0)
			explain_no_process(j, &new->processes[i], &file, end);
	if (j->app->o.verbose)
		fprintf(stderr, "%s on %u nodes, %zu bytes, after %s\n", new->program, set.n,
			file.len, TIME_STRING(station_network(j->s)->now));
	node_set_free(&set);
	buf_free(&file);
	return new;
}

/*
 * master_arguments: the master's arguments; see trek/options.c. The strings are in the arena; the
 * caller frees the list.
 */
static char **
master_arguments(App *a, int *argc)
{
	static const char *const tree[NTREES] = {
#define X(shape, argument) argument,
		TREES(X)
#undef X
	};
	char **argv = xcalloc(a->v.narguments + 8, sizeof *argv);
	char number[16];

	*argc = 0;
#define WORD(s) (argv[(*argc)++] = arena_strndup(&a->arena, (s), strlen(s)))
#define NUMBER(n) (snprintf(number, sizeof number, "%u", (n)), WORD(number))
	WORD("-t");
	WORD(a->v.tree == TREE_FILE ? a->v.tree_file : tree[a->v.tree]);
	WORD("-b");
	NUMBER(a->v.buffers);
	WORD("-g");
	NUMBER(a->v.granularity);
	NUMBER(a->v.processors);
	NUMBER(a->v.tasks);
	for (uint32_t i = 0; i < a->v.narguments; i++)
		WORD(a->v.argument[i]);
#undef NUMBER
#undef WORD
	return argv;
}

/* start_monitor: start the monitor on the application's nodes, and begin to collect its records. */
static void
start_monitor(Jobs *j)
{
	char *program = monitor_program();

	j->nodemon =
		start_program(j, program, node_set_range(0, j->app->v.processors - 1), 0, 0, NULL);
	j->collector = monitor_new(j->records, j->s, j->app->v.processors);
	free(program);
}

/*
 * prepare_records: prepare the monitor's files, so that the recording has them even if the run is
 * killed.
 */
static void
prepare_records(const Jobs *j)
{
	monitor_prepare(j->records, j->s, &j->app->v, j->app->tree_file);
	record_monitored(j->watch->record, j->records);
}

void
jobs_start(Jobs *j, const Programs *p)
{
	uint32_t n = j->app->v.processors;
	int argc;
	char **argv = master_arguments(j->app, &argc);

	j->monitored_from = station_network(j->s)->now;
	if (j->app->o.monitor == MONITOR_INSIDE && !j->down)
		start_monitor(j);
	if (!j->down)
		monitor_note(j->watch, j->app->tree_file);
	j->watch->collector = j->collector;
	if (j->collector && !j->down)
		prepare_records(j);
	if (!j->down)
		j->slaves = start_program(j, p->slave,
			n == 1 ? node_set_range(0, 0) : node_set_range(1, n - 1), 1, 0, NULL);
	if (!j->down)
		j->master = start_program(j, p->master, node_set_range(0, 0), 1, argc, argv);
	if (j->collector && !j->down) {
		j->monitored_from = station_network(j->s)->now;
		if (!monitor_begin(j->collector, &j->app->o))
			jobs_unstarted(j, "a node's monitor cannot begin");
	}
	j->started = station_network(j->s)->now;
	free(argv);
}

/* wait_result: the result of a run whose waiting has ended in this way. */
static RunResult
wait_result(const Jobs *j, WaitEnd end)
{
	if (end == WAIT_DONE)
		return RESULT_ENDED;
	if (end == WAIT_BROKEN)
		return RESULT_BROKEN;
	if (end == WAIT_INTERRUPTED && !interrupt_signal
		&& (run_events_has_begun(j->watch->events) || break_hits_broken(j->watch->hits)))
		return RESULT_EVENT;
	if (end == WAIT_INTERRUPTED)
		return j->watch->stuck ? RESULT_STUCK : RESULT_SIGNAL;
	return station_network(j->s)->now >= j->app->o.machine.until ? RESULT_LIMIT : RESULT_QUIET;
}

/* wait_master: wait until the master has ended, or cannot end. */
static WaitEnd
wait_master(const Jobs *j)
{
	Time until = j->app->o.machine.until;

	return j->watch->hits ? break_hits_wait(j->watch->hits, j->master, until)
		: job_wait(j->master, until);
}

RunResult
jobs_wait(Jobs *j, int *status)
{
	RunResult result;

	if (j->down)
		return RESULT_DOWN;
	faults_start(station_network(j->s));
	j->watch->processors = j->app->v.processors;
	j->watch->slaves = j->slaves;
	j->watch->last_finish = station_network(j->s)->now;
	result = wait_result(j, wait_master(j));
	progress_clear();
	if (run_events_has_begun(j->watch->events))
		result = RESULT_EVENT;
	*status = j->master->nfailed ? EXIT_FOUND : 0;
	if (result == RESULT_ENDED && *status == 0)
		job_wait(j->slaves, NEVER); /* they have been asked to end */
	job_has_ended(j->slaves); /* update which of them have ended */
	j->watch->collecting = true;
	return result;
}

void
jobs_end(Jobs *j)
{
	const App *a = j->app;

	if (j->collector)
		monitor_end(j->collector, &a->o);
	j->watch->collector = NULL;
	if (j->records && !j->down)
		monitor_files(j->records, j->watch, a->tree_file);
	if (j->nodemon)
		job_free(j->nodemon);
	if (j->master)
		job_free(j->master);
	if (j->slaves)
		job_free(j->slaves);
}
