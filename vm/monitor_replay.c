/*
 * monitor_replay.c - makes the monitor's records of a recorded run, while it is replayed.
 *
 * The run notes in its recording what the monitor needs besides the programs: when the application
 * begins, and where its nodes are (NETWORK, in the notation of node_set.c); and which reports of
 * failures have arrived. Notes of other kinds are for other readers.
 *
 * 	application TYPE PROCESSORS TREE TASKS DEGREE DEPTH TOLERANT NETWORK [PARENT...]
 * 	halted NODE PID REASON WPTR FUNCTION TASK PART
 *
 * FUNCTION is the NodeFunction that set Error, with its task and part; 0 for other reasons.
 */
#include "replay_monitor.h"
#include "run_monitor.h"

#include "base/interrupt.h"
#include "base/number.h"
#include "base/progress.h"

#include <stdlib.h>
#include <string.h>

struct ReplayMonitor {
	Past *past;
	const char *file; /* the recording, for messages */
	const char *prefix;
	bool meter;       /* see replay_monitor_begin */
	const RecordedNote *notes;
	uint32_t nnotes, next; /* number of notes; index of the next one to handle */
	NodeSet network;  /* the nodes of the application */
	Vms v;            /* its type, size and tree */
	uint32_t *parent; /* NULL for trees that are known by number */
	Outside *outside; /* NULL before the application has begun */
};

/* ---- writing notes ---- */

void
monitor_note(const Watch *w, const char *tree_file)
{
	const Station *s = w->s;
	NodeSet network = {.nodes = station_plan(s)->place, .n = station_nnodes(s)};
	const Vms *v = w->v;
	uint32_t *parent;
	Buf text = {0};

	if (!w->past || v->processors == 1)
		return;
	parent = monitor_parents(s, v, tree_file);
	buf_printf(&text, "application %s %u %u %u %u %u %u ", v->type->name, v->processors,
		v->tree, v->tasks, v->degree, v->depth, v->tolerant);
	node_set_print(&network, &text);
	for (uint32_t i = 0; parent && i < v->processors; i++)
		buf_printf(&text, " %u", parent[i]);
	buf_byte(&text, '\0');
	past_record_note(w->past, station_network(s)->now, (char *)text.data);
	buf_free(&text);
	free(parent);
}

void
monitor_note_halted(const Watch *w, const Halt *h, Time at)
{
	const HaltReport *r = &h->report;
	NodeWorker p = {0};
	char text[120];

	if (h->error)
		node_error_worker(h->error, &p);
	snprintf(text, sizeof text, "halted %u %u %u %u %u %u %u", r->node, (uint32_t)r->pid,
		r->reason, h->wptr, p.function, p.task, p.part);
	if (w->past)
		past_record_note(w->past, at, text);
}

/* ---- reading notes ---- */

/* monitor_damaged: end the program with a message: the recording's notes are damaged. */
static _Noreturn void
monitor_damaged(const ReplayMonitor *m)
{
	fatal("%s is damaged: its notes on the application; record the run again", m->file);
}

/* next_word: the next word of a note, "" at its end. */
static const char *
next_word(char **rest)
{
	const char *word = strtok_r(NULL, " ", rest);

	return word ? word : "";
}

/* next_number: the next word of a note as a number, at most `most`; a damaged note is fatal. */
static uint32_t
next_number(const ReplayMonitor *m, char **rest, uint32_t most)
{
	uint64_t n;

	if (!number_parse(next_word(rest), most, &n))
		monitor_damaged(m);
	return n;
}

/* read_network: read the set of nodes that run the application. */
static void
read_network(ReplayMonitor *m, const char *word)
{
	if (word[0] != 'n')
		monitor_damaged(m);
	node_set_parse(&m->network, word, past_network(m->past)->nnodes);
	if (m->v.processors > m->network.n)
		monitor_damaged(m);
}

/* read_application: read the application's type, size and tree. */
static void
read_application(ReplayMonitor *m, char **rest)
{
	const char *type = next_word(rest);
	Vms *v = &m->v;

	v->type = vms_type_named(type, strlen(type));
	v->processors = next_number(m, rest, NODE_LIMIT);
	v->tree = next_number(m, rest, NTREES - 1);
	v->tasks = next_number(m, rest, VMS_MAX_TASKS);
	v->degree = next_number(m, rest, UINT32_MAX);
	v->depth = next_number(m, rest, UINT32_MAX);
	v->tolerant = next_number(m, rest, 1);
	if (!v->type || v->processors < 2 || m->outside)
		monitor_damaged(m);
	read_network(m, next_word(rest));
	if (!monitor_lists_parents(v))
		return;
	m->parent = xcalloc(v->processors, sizeof *m->parent);
	for (uint32_t i = 0; i < v->processors; i++)
		m->parent[i] = next_number(m, rest, v->processors - 1);
}

/* program_copy: the recorded copy of one of the application's programs. */
static const char *
program_copy(const ReplayMonitor *m, const char *role)
{
	const RecordedFile *f = past_file(m->past, role);

	if (!f)
		fatal("%s has no copy of the application's program '%s'", m->file, role);
	return f->path;
}

/* begin_application: begin to monitor the application that the rest of a note describes. */
static void
begin_application(ReplayMonitor *m, char **rest)
{
	const Vms *v = &m->v;

	read_application(m, rest);
	m->outside = outside_new(
		(PlacedNodes){past_network(m->past), m->network.n, m->network.nodes}, v->processors,
		m->prefix, program_copy(m, "master"), program_copy(m, "slave"),
		m->meter);
	monitor_spec(m->prefix, v, v->tasks ? v->tasks : VMS_MAX_TASKS, m->parent);
}

/* handle_halt: repeat the monitor's report of a process that has failed. */
static void
handle_halt(ReplayMonitor *m, Time at, char **rest)
{
	ErrorRise error = {0};
	Halt h = {0};

	if (!m->outside) /* the failure happened while booting */
		return;
	h.report.node = next_number(m, rest, m->network.n - 1);
	h.report.pid = next_number(m, rest, UINT32_MAX);
	h.report.reason = next_number(m, rest, UINT32_MAX);
	h.wptr = next_number(m, rest, UINT32_MAX);
	for (int i = 0; i < 3; i++)
		error.kept[i] = next_number(m, rest, UINT32_MAX);
	if (error.kept[0] != FN_NONE)
		h.error = &error;
	outside_halted(m->outside, &h, at);
}

/* handle_note: handle one note of the recording: an application that begins, or a failure. */
static void
handle_note(ReplayMonitor *m, const RecordedNote *note)
{
	char *text = xstrdup(note->text), *rest = NULL;
	const char *kind = strtok_r(text, " ", &rest);

	if (kind && strcmp(kind, "application") == 0)
		begin_application(m, &rest);
	else if (kind && strcmp(kind, "halted") == 0)
		handle_halt(m, note->at, &rest);
	free(text);
}

/* ---- the replay ---- */

bool
monitor_recorded(const Past *p)
{
	const RecordedNote *notes;
	uint32_t n = past_notes(p, &notes);

	for (uint32_t i = 0; i < n; i++)
		if (strncmp(notes[i].text, "application ", 12) == 0)
			return true;
	return false;
}

/* handle_due_notes: handle the notes of the network's time, if it is the time of the next note. */
static void
handle_due_notes(ReplayMonitor *m)
{
	while (m->next < m->nnotes && m->notes[m->next].at <= past_network(m->past)->now)
		handle_note(m, &m->notes[m->next++]);
}

ReplayMonitor *
replay_monitor_begin(Past *p, const char *file, const char *prefix, bool meter)
{
	ReplayMonitor *m = xcalloc(1, sizeof *m);

	*m = (ReplayMonitor){
		.past = p, .file = file, .prefix = prefix, .meter = meter};
	past_require_same_kernel(p);
	m->nnotes = past_notes(p, &m->notes);
	if (!monitor_recorded(p))
		fatal("%s: no application begins on two nodes or more in this run, so there is "
			"none to monitor; 'trellis run --record FILE' records applications", file);
	handle_due_notes(m);
	return m;
}

/* next_due: the next time at which the network must be inspected; NEVER if there is none. */
static Time
next_due(const ReplayMonitor *m)
{
	return m->next < m->nnotes ? m->notes[m->next].at : NEVER;
}

void
replay_monitor_end(ReplayMonitor *m)
{
	NodeWork work;
	uint32_t made = 0;

	if (!m->outside)
		fatal("%s: the run ended before the application began", m->file);
	outside_free(m->outside);
	if (node_master_work(past_network(m->past)->nodes[m->network.nodes[0]], &work))
		made = work.made;
	monitor_spec(m->prefix, &m->v, m->v.tasks ? m->v.tasks : made, m->parent);
	records_filter(m->prefix, true);
	node_set_free(&m->network);
	free(m->parent);
	free(m);
}

/* next_piece: the time up to which the replay runs in one piece. */
static Time
next_piece(Time now, Time until, const ReplayMonitor *m)
{
	Time piece = now + 20 * EPOCH;

	if (m && next_due(m) < piece)
		piece = next_due(m);
	return piece < until ? piece : until;
}

bool
replay_piece(Past *p, Time until, ReplayMonitor *m)
{
	const Network *w = past_network(p);
	Time end = past_present(p) < until ? past_present(p) : until;

	if (past_is_present(p) || w->now >= until || interrupt_signal)
		return false;
	past_run(p, next_piece(w->now, until, m));
	if (m)
		handle_due_notes(m);
	progress_show_share(w->now, end, "%.3f s of %.3f s", w->now / 1e12, end / 1e12);
	return true;
}
