/*
 * task.c - finds where TrEK begins a task on a node.
 *
 * A slave's functions begin a task when they are called. The generator and the receiver are called
 * once for all tasks: they begin a task when do_task has passed on the previous one, or get_result
 * has its result, and record it in their NodeWorker (kernel/include/border.h).
 */
#include "session.h"

#include "base/number.h"
#include "sim/node/node_words.h"

#include <stddef.h>
#include <string.h>

/*
 * The words by which the user names the functions; for those of node 0, the index of their
 * NodeWorker.
 */
static const struct {
	const char *word, *name;
	uint32_t place; /* index among the workers of node 0 */
} functions[NFUNCTIONS] = {
	[FN_DATA_GENERATOR] = {"generator", NULL, 1},
	[FN_RESULT_RECEIVER] = {"receiver", NULL, 2},
	[FN_COMPUTE] = {"compute", "compute_fn", 0},
	[FN_SPLIT] = {"split", "split_fn", 0},
	[FN_JOIN] = {"join", "join_fn", 0},
};

/* ---- names ---- */

/* parse_part: parse a SubTid in deTrEK's notation, binary digits. */
static bool
parse_part(const char *text, size_t n, uint32_t *part)
{
	*part = 0;
	for (size_t i = 0; i < n; i++) {
		if ((text[i] != '0' && text[i] != '1') || *part >> 31)
			return false;
		*part = 2 * *part + (text[i] - '0');
	}
	return n > 0;
}

/* parse_function: find the function that a word such as "compute" names; false if there is none. */
static bool
parse_function(const char *text, uint32_t *function)
{
	for (uint32_t i = 0; i < NFUNCTIONS; i++)
		if (functions[i].word && strcmp(functions[i].word, text) == 0) {
			*function = i;
			return true;
		}
	return false;
}

bool
task_parse(const char *text, TaskName *t)
{
	size_t digits = strspn(text, "0123456789"),
		n = digits + (text[digits] == '.' ? strspn(text + digits, ".01") : 0);
	char number[11];
	uint64_t task;

	*t = (TaskName){0};
	if (digits == 0 || digits >= sizeof number)
		return false;
	memcpy(number, text, digits);
	number[digits] = '\0';
	t->has_part = n > digits;
	if (!number_parse(number, UINT32_MAX, &task)
		|| (t->has_part && !parse_part(text + digits + 1, n - digits - 1, &t->part)))
		return false;
	t->task = task;
	text += n;
	return !*text || (*text == ' ' && parse_function(text + 1, &t->function));
}

/* ---- a slave's functions ---- */

void
task_set_marks(Session *s, NodeId n, const TaskName *t, const Loaded *in,
	void (*mark)(Session *s, NodeId n, Addr a))
{
	for (uint32_t i = 0; i < NFUNCTIONS; i++) {
		const DebugFunction *f = functions[i].name
				&& (t->function == FN_NONE || t->function == i)
			? program_function(in->program, functions[i].name)
			: NULL;

		if (f)
			mark(s, n, f->addr + in->text_moved);
	}
}

bool
task_begins(const Session *s, const TaskName *t, NodeId n, const Loaded *in)
{
	const T800 *c = s->w->nodes[n];
	const DebugFunction *f = in->program
		? program_function_at(in->program, c->r.iptr - in->text_moved)
		: NULL;
	NodeWork work;
	const NodeWorker *worker;

	if (!f || f->addr != c->r.iptr - in->text_moved)
		return false;
	worker = node_worker_at(c, c->r.wptr, false, &work);
	return worker && worker->function >= FN_COMPUTE && worker->task == t->task
		&& (!t->has_part || worker->part == t->part)
		&& (t->function == FN_NONE || worker->function == t->function);
}

/* ---- generator and receiver ---- */

/*
 * worker_at: the address of the record (NodeWorker) that shows at which task the generator or
 * receiver works. A node may have two tables of these records (NodeWork); `second` chooses the
 * second. 0: there is none.
 */
static Addr
worker_at(const T800 *c, uint32_t function, bool second)
{
	NodeWords words;
	NodeWork work;
	Addr a;

	if (functions[function].place == 0 || !node_words(c, &words) || !node_work(c, false, &work))
		return 0;
	a = second ? work.next : words.work;
	return a && node_work(c, second, &work)
		? a + offsetof(NodeWork, worker) + functions[function].place * sizeof(NodeWorker)
		: 0;
}

void
task_watch_ranges(Session *s, NodeId n, const TaskName *t)
{
	for (int second = 0; second < 2; second++) {
		Addr a = worker_at(s->w->nodes[n], t->function, second);

		if (a)
			watcher_range(s->watcher, n, 1 << ACCESS_WRITE, a, offsetof(NodeWorker,
				part));
	}
}

bool
task_begins_by_access(const Session *s, const TaskName *t, NodeId n, const Access *a)
{
	const T800 *c = s->w->nodes[n];

	for (int second = 0; second < 2 && a->kind == ACCESS_WRITE; second++) {
		Addr worker = worker_at(c, t->function, second);
		const uint8_t *words = worker ? node_memory(c, worker, sizeof(NodeWorker)) : NULL;

		if (!words || get32(words + offsetof(NodeWorker, function)) != t->function)
			continue;
		if (a->addr == worker + offsetof(NodeWorker, task) && (t->any || a->new == t->task))
			return true;
		if (a->addr == worker + offsetof(NodeWorker, function)
			&& t->function == FN_DATA_GENERATOR && t->task == 0 && !t->any)
			return true;
	}
	return false;
}

/* ---- before a task ---- */

/*
 * is_before_task: true if the generator, which makes the tasks in the order of their numbers, has
 * not made the task yet.
 */
static bool
is_before_task(Session *s, uint32_t task)
{
	NodeId n = target_node(s->target, 0);
	const T800 *c = n == NOWHERE ? NULL : s->w->nodes[n];
	Addr worker = c ? worker_at(c, FN_DATA_GENERATOR, false) : 0;
	const uint8_t *words = worker ? node_memory(c, worker, sizeof(NodeWorker)) : NULL;

	return words && get32(words + offsetof(NodeWorker, function)) == FN_DATA_GENERATOR
		&& get32(words + offsetof(NodeWorker, task)) < task;
}

void
session_go_before_task(Session *s, const TaskName *t)
{
	bool found = false;

	if (past_file(s->past, "application")) { /* of `trellis run`, so there is one */
		past_go_present(s->past);
		while (!found && past_goto_moment(s->past))
			found = is_before_task(s, t->task);
	}
	if (!found)
		past_goto(s->past, place_at(past_beginning(s->past)));
	session_refresh(s);
}
