/*
 * swarm_crashes.c - `trellis swarm 'crash NODES at message'`: an application is run once for each
 * of its messages before which one of these nodes may stop; which outcomes that has.
 *
 * Until the node stops, such a run is the run without faults, because the machine is deterministic.
 * So the messages of that run are all messages before which one node can stop.
 */
#include "crash_points.h"

#include "base/list.h"
#include "detrek/detrek.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Runs that have ended alike. */
typedef struct Ending {
	uint32_t first;    /* of the runs, the one with the fewest messages before */
	uint32_t n;
	uint32_t *of_node; /* [nplaces] how many of these runs stop each node */
	char *recording;   /* of the first; NULL if it ended as the run without faults */
	Buf command;       /* which shows it */
} Ending;

typedef struct Study {
	Swarm s;
	Trial base;        /* the run without faults */
	CrashPoints points;
	FaultOptions *faults; /* [points.n] */
	Trial *trial;      /* [points.n] */
	uint32_t nruns;    /* of these, in which a node has stopped */
	Ending *ending;   /* [n] first that of the run without faults, which may have no run */
	uint32_t n;
	const char *dir;
} Study;

/* ---- what is asked for ---- */

/* read_faults: returns the kind of the fault; the nodes go into *nodes. */
static char *
read_faults(const char *text, uint32_t nnodes, NodeSet *nodes)
{
	char *words = xstrdup(text), *kind = NULL;
	int n;
	char **word = words_cut(words, &n);

	if (n != 4 || (strcmp(word[0], "crash") != 0 && strcmp(word[0], "halt") != 0)
		|| strcmp(word[2], "at") != 0 || strcmp(word[3], "message") != 0)
		fatal("swarm: %s: expected 'crash NODES at message', or halt; NODES: any, or such "
			"as n1-6", text);
	node_set_parse(nodes, strcmp(word[1], "any") == 0 ? "N" : word[1], nnodes);
	kind = xstrdup(word[0]);
	free(word);
	free(words);
	return kind;
}

/* ---- runs ---- */

/* record_run: make a run once more, and record it in a file. */
static void
record_run(Study *y, const FaultOptions *faults, const char *file)
{
	Swarm s = y->s;
	Trial t = {.faults = faults};
	Buf command = swarm_command_line(&s, 0, faults);
	char **words = words_cut((char *)command.data, &s.run.nwords);

	s.run.words = words + 1;
	s.run.nwords--;
	s.run.machine.record = file;
	swarm_run_here(&s, &t, 1);
	if (t.messages)
		fatal("%s: %s", file, t.messages);
	trial_free(&t);
	free(words);
	buf_free(&command);
}

/* find_points: run without faults, and find where nodes may stop in that run. */
static void
find_points(Study *y, const char *faults)
{
	static const FaultOptions none;
	char *recording = xasprintf("%s/swarm-base", y->s.dir);
	NodeSet nodes;
	char *kind;

	y->base = swarm_reference(&y->s, 0);
	kind = read_faults(faults, y->base.end.nplaces, &nodes);
	record_run(y, &none, recording);
	y->points = crash_points(recording, &y->base.end, kind, &nodes);
	unlink(recording);
	node_set_free(&nodes);
	free(recording);
	free(kind);
}

static void
make_runs(Study *y)
{
	uint32_t n = y->points.n;

	y->faults = xcalloc(n, sizeof *y->faults);
	y->trial = xcalloc(n, sizeof *y->trial);
	for (uint32_t i = 0; i < n; i++) {
		fault_option(&y->faults[i], y->points.point[i].fault, false);
		y->trial[i] = (Trial){.faults = &y->faults[i]};
	}
	swarm_run_here(&y->s, y->trial, n);
	progress_clear();
	for (uint32_t i = 0; i < n; i++) {
		if (y->trial[i].messages)
			fatal("%s: %s", y->points.point[i].fault, y->trial[i].messages);
	}
}

/*
 * is_too_late: the node would stop after the run's end, because that comes before the node's next
 * checkpoint.
 */
static bool
is_too_late(const Study *y, const Trial *t)
{
	if (t->end.nstruck > 0)
		return false;
	/* until a node stops, the run is the one whose messages were counted */
	if (trial_failed(t) || t->end.now != y->base.end.now)
		fatal("%s: the run is not the same each time: it depends on files that it changes",
			y->s.run.vms);
	return true;
}

/* ---- how runs have ended ---- */

static bool
ends_well(const Trial *t)
{
	return t->end.result == RESULT_ENDED && t->end.status == 0;
}

/* is_same: have both runs failed alike? Outputs count if the application has ended well. */
static bool
is_same(const Trial *a, const Trial *b)
{
	return trial_alike(a, b) && (!ends_well(a) || a->output == b->output);
}

static Ending *
add_ending(Study *y, uint32_t first)
{
	y->ending = list_more(y->ending, y->n, sizeof *y->ending);
	y->ending[y->n] = (Ending){.first = first,
		.of_node = xcalloc(y->base.end.nplaces, sizeof(uint32_t))};
	return &y->ending[y->n++];
}

/* ending_of: how a run has ended; makes it if no other run has ended so. */
static Ending *
ending_of(Study *y, uint32_t run)
{
	if (!trial_failed(&y->trial[run]))
		return &y->ending[0];
	for (uint32_t i = 1; i < y->n; i++)
		if (is_same(&y->trial[y->ending[i].first], &y->trial[run]))
			return &y->ending[i];
	return add_ending(y, run);
}

static void
group_runs(Study *y)
{
	const CrashPoint *point = y->points.point;

	add_ending(y, 0);
	for (uint32_t i = 0; i < y->points.n; i++) {
		Ending *o;

		if (is_too_late(y, &y->trial[i]))
			continue;
		y->nruns++;
		o = ending_of(y, i);
		if (o->n == 0 || point[i].nbefore < point[o->first].nbefore)
			o->first = i;
		o->n++;
		o->of_node[point[i].node]++;
	}
}

/* record_endings: record the first run of each ending but that of the run without faults. */
static void
record_endings(Study *y)
{
	if (y->n > 1)
		directory_begin(y->dir);
	for (uint32_t i = 1; i < y->n; i++) {
		Ending *o = &y->ending[i];

		o->recording = xasprintf("%s/%u", y->dir, i);
		o->command = swarm_command_line(&y->s, 0, &y->faults[o->first]);
		record_run(y, &y->faults[o->first], o->recording);
	}
}

/* ---- the report ---- */

/* runs_of_node: how many of the runs stop a node. */
static uint32_t
runs_of_node(const Study *y, uint32_t node)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < y->n; i++)
		n += y->ending[i].of_node[node];
	return n;
}

static const char *
ending_name(const Study *y, const Ending *o, char room[CLASS_TEXT])
{
	return o == y->ending ? "ended well, with the output of the run without faults"
		: trial_class(&y->trial[o->first], room);
}

static void
print_nodes(const Study *y, const Ending *o)
{
	const char *between = " ";

	for (uint32_t n = 0; n < y->base.end.nplaces; n++) {
		if (o->of_node[n] == 0)
			continue;
		printf("%sn%u %u of %u", between, n, o->of_node[n], runs_of_node(y, n));
		between = ", ";
	}
	printf("\n");
}

static void
print_ending(const Study *y, const Ending *o)
{
	const CrashPoint *first = &y->points.point[o->first];
	char room[CLASS_TEXT];

	printf("%s: %u of %u runs\n ", ending_name(y, o, room), o->n, y->nruns);
	print_nodes(y, o);
	if (!o->recording)
		return;
	printf("  the first: n%u stops after %u of its messages\n", first->node, first->nbefore);
	printf("  %s\n  recorded in %s\n", (char *)o->command.data, o->recording);
}

static void
print_text(const Study *y)
{
	Buf line = {0};

	for (uint32_t i = 0; i < y->n; i++)
		if (y->ending[i].n > 0)
			print_ending(y, &y->ending[i]);
	buf_printf(&line, "complete: %u runs, each node stops before each of its messages; "
		"endings %u", y->nruns, y->n - (y->ending[0].n == 0));
	verdict_print(stdout, y->n == 1, (char *)line.data, line.len);
	buf_free(&line);
}

static json_t *
ending_json(const Study *y, const Ending *o)
{
	char room[CLASS_TEXT];
	json_t *nodes = json_object(), *j = json_pack("{ss sI so}", "ending",
		ending_name(y, o, room), "runs", (json_int_t)o->n, "nodes", nodes);

	for (uint32_t n = 0; n < y->base.end.nplaces; n++) {
		char name[16];

		snprintf(name, sizeof name, "n%u", n);
		if (o->of_node[n] > 0)
			json_object_set_new(nodes, name, json_integer(o->of_node[n]));
	}
	if (!o->recording)
		return j;
	json_object_set_new(j, "fault", json_string(y->points.point[o->first].fault));
	json_object_set_new(j, "command", json_string((char *)o->command.data));
	json_object_set_new(j, "recording", json_string(o->recording));
	return j;
}

static void
print_json(const Study *y)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < y->n; i++)
		if (y->ending[i].n > 0)
			json_array_append_new(list, ending_json(y, &y->ending[i]));
	report_json(json_pack("{sI sb so}", "runs", (json_int_t)y->nruns, "complete", true,
		"endings", list));
}

static void
free_study(Study *y)
{
	for (uint32_t i = 0; i < y->n; i++) {
		free(y->ending[i].of_node);
		free(y->ending[i].recording);
		buf_free(&y->ending[i].command);
	}
	for (uint32_t i = 0; i < y->points.n; i++) {
		free(y->faults[i].option);
		trial_free(&y->trial[i]);
	}
	free(y->ending);
	free(y->faults);
	free(y->trial);
	crash_points_free(&y->points);
	trial_free(&y->base);
	swarm_end(&y->s);
}

int
swarm_crashes(const CrashOptions *o)
{
	Study y = {0};
	char *dir;
	bool found;

	swarm_begin(&y.s, o->jobs, o->argc, o->argv);
	if (y.s.run.machine.faults.n > 0 || y.s.run.machine.record)
		fatal("--fault and --record cannot be used with crashes at all messages; use "
			"'trellis run'");
	y.s.one_seed = true;
	dir = xasprintf("%s.crashes", y.s.run.vms);
	y.dir = o->dir ? o->dir : dir;
	swarm_build(&y.s);
	find_points(&y, o->crashes);
	make_runs(&y);
	group_runs(&y);
	record_endings(&y);
	if (o->json)
		print_json(&y);
	else
		print_text(&y);
	found = y.n > 1;
	free_study(&y);
	free(dir);
	return found ? EXIT_FOUND : 0;
}
