/*
 * bench.c - measures how the cost of analysing a trace grows with its events.
 *
 * The traces are complete runs, node after node as tvmfilter writes them, generated piece by piece:
 * a node works on task i, then receives and forwards the results of task i - TASKS_IN_PROGRESS. The
 * last tasks get no result, as if the run had been stopped there. Each measurement is a separate
 * process, so that its memory use can be measured. Times are processor times; generating the text
 * does not count.
 */
#include "tasks.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	SMALLEST = 10000, /* events of the shortest trace */
	TASKS_IN_PROGRESS = 8,    /* tasks in progress */
	PIECE_BYTES = 1 << 18, /* bytes of text passed to the reader at a time */
};

/* A trace while it is generated and read. */
typedef struct Maker {
	const Spec *spec;
	TvmReader *reader;
	Buf text;
	double seconds; /* time for reading */
} Maker;

/* feed_reader: give the text made so far to the reader, and add the time to m->seconds. */
static void
feed_reader(Maker *m)
{
	double start = clock_processor();

	tvm_feed(m->reader, (char *)m->text.data, m->text.len);
	m->seconds += clock_processor() - start;
	m->text.len = 0;
}

/* put_event: append the line of one message event to the trace's text. */
static void
put_event(Maker *m, uint32_t node, bool recv, uint32_t peer, uint32_t task, uint64_t sub)
{
	char line[80];

	buf_put(&m->text, line,
		snprintf(line, sizeof line, "%u %u %s %u %u %llx\n", task * 10, node,
			recv ? "recv" : "send", peer, task, (unsigned long long)sub));
	if (m->text.len >= PIECE_BYTES)
		feed_reader(m);
}

/*
 * received_part: the SubTid of the part of each task that the node receives; 0 if tasks are not
 * split.
 */
static uint64_t
received_part(const Spec *s, uint32_t node)
{
	uint64_t sub = 0;

	if (s->degree == 1)
		return 0;
	for (uint32_t i = node; i > 1; i = s->parent[i]) {
		uint32_t index = s->topology == 2 ? i % 2 : (i + 1) % 3;

		sub |= (uint64_t)index << s->bits * s->level[s->parent[i]];
	}
	return sub;
}

/* first_child: the first child of the node in the tree; the number of nodes if it has none. */
static uint32_t
first_child(const Spec *s, uint32_t node)
{
	uint32_t i = node + 1;

	while (i < s->nnodes && s->parent[i] != node)
		i++;
	return i;
}

/*
 * write_turn: write a node's events in one step of the run: the events of task `task`, and the
 * results of an earlier task.
 */
static void
write_turn(Maker *m, uint32_t node, uint32_t task, uint32_t ntasks)
{
	const Spec *s = m->spec;
	uint32_t child = first_child(s, node), n = s->nchildren[node];
	uint64_t sub = received_part(s, node);

	if (task < ntasks) {
		if (node > 0)
			put_event(m, node, true, s->parent[node], task, sub);
		for (uint32_t i = child; i < child + n; i++)
			put_event(m, node, false, i, task, received_part(s, i));
	}
	if (task < TASKS_IN_PROGRESS || task - TASKS_IN_PROGRESS + TASKS_IN_PROGRESS / 2 >= ntasks)
		return; /* no result has come yet, or the task never gets one */
	for (uint32_t i = child; i < child + n; i++)
		put_event(m, node, true, i, task - TASKS_IN_PROGRESS, received_part(s, i));
	if (node > 0)
		put_event(m, node, false, s->parent[node], task - TASKS_IN_PROGRESS, sub);
}

/* count_tasks: the number of tasks whose messages give about nevents events. */
static uint32_t
count_tasks(const Spec *s, uint32_t nevents)
{
	/* each link carries two messages per task */
	return nevents / (4 * (s->nnodes - 1)) + TASKS_IN_PROGRESS;
}

/* stamp_events: compute and read the times of all events once. */
static void
stamp_events(TvmTrace *t, Stamps kind)
{
	Stack order = stack_start(t);
	Stamper s = stamper_new(t, kind);

	for (uint32_t event; (event = stack_next(&order)) != NONE;)
		stamper_next(&s, event);
}

/* measure_trace: make a trace for this shape of machine and print what its analysis costs. */
static void
measure_trace(const char *shape, const char *spf, uint32_t nevents, Stamps kind)
{
	Arena a = {0};
	char text[64];
	struct rusage before, after;
	Spec *s = spec_read(&a, NULL, "bench", spf, strlen(spf));
	uint32_t ntasks = count_tasks(s, nevents);
	Maker m = {.spec = s};
	TvmTrace *t;
	TrekResult r;
	double start, find, stamps;

	s->ntasks = ntasks;
	getrusage(RUSAGE_SELF, &before);
	m.reader = tvm_start(&a, s, "bench", kind != NO_STAMPS, NULL);
	for (uint32_t node = 0; node < s->nnodes; node++)
		for (uint32_t task = 0; task < ntasks + TASKS_IN_PROGRESS; task++)
			write_turn(&m, node, task, ntasks);
	feed_reader(&m);
	start = clock_processor();
	t = tvm_end(m.reader);
	r = trek_find(t, NULL, (TrekRunEnd){0});
	find = clock_processor() - start;
	if (kind)
		stamp_events(t, kind);
	stamps = clock_processor() - start - find;
	getrusage(RUSAGE_SELF, &after);
	snprintf(text, sizeof text, "%s, %u", shape, s->nnodes);
	printf("%-14s %9u %7u %8.3f %8.3f %8.3f %8.2f %8.1f\n", text, t->n, r.nrows, m.seconds,
		find, stamps, t->n / (m.seconds + find + stamps) / 1e6,
		(after.ru_maxrss - before.ru_maxrss) * 1024.0 / t->n);
	buf_free(&m.text);
	arena_free(&a);
}

/* measure_apart: call measure_trace in a process of its own, so that its memory can be measured. */
static void
measure_apart(const char *shape, const char *spf, uint32_t nevents, Stamps kind)
{
	pid_t child;
	int status;

	fflush(stdout);
	child = fork();
	if (child < 0)
		fatal("cannot start a process to measure in:");
	if (child == 0) {
		measure_trace(shape, spf, nevents, kind);
		fflush(stdout);
		_exit(0);
	}
	if (waitpid(child, &status, 0) < 0 || status != 0)
		fatal("the process to measure in failed");
}

void
trek_bench(uint32_t nevents, Stamps kind)
{
	static const struct {
		const char *name, *spf;
	} shape[] = {
		{"chain", "10 1 1 1 1"},
		{"binary", "16 2 1 2 5"},
		{"ternary", "14 3 1 3 5"},
		{"binary", "64 2 1 2 6"},
	};

	printf("%-14s %9s %7s %8s %8s %8s %8s %8s\n", "tree, nodes", "events", "rows", "read-s",
		"find-s", "stamps-s", "M/s", "bytes/ev");
	for (int i = 0; i < 4; i++) {
		for (uint32_t n = SMALLEST; n < nevents; n *= 10)
			measure_apart(shape[i].name, shape[i].spf, n, kind);
		measure_apart(shape[i].name, shape[i].spf, nevents, kind);
	}
}
