/* wait_question.c - finds the waits about which a question asks, and lists other stuck threads. */
#include "wait_parts.h"

#include <stdlib.h>
#include <string.h>

/* is_asked: true if the question, about thread `number` of node n, is about the thread `one`. */
static bool
is_asked(const Waiter *one, NodeId n, uint32_t number)
{
	return waits_is_waiting(one) && (n == NOWHERE || one->node == n)
		&& (number == 0 || one->number == number);
}

/*
 * is_named: true if the report at the run's end names the thread, because the thread is in a cycle,
 * or no other thread can release it.
 */
static bool
is_named(const Waiter *one, const StuckThread *named, uint32_t nnamed)
{
	for (uint32_t i = 0; i < nnamed; i++)
		if (named[i].node == one->node && named[i].number == one->number)
			return true;
	return false;
}

/* has_reason: true if the object of the wait is known, and is not only the end of a thread. */
static bool
has_reason(const Waiter *one)
{
	return one->row.block == BLOCK_SEMAPHORE || one->row.block == BLOCK_SEND
		|| one->row.block == BLOCK_RECEIVE
		|| (one->channel && one->row.block == BLOCK_OTHER);
}

/*
 * choose_waiter: choose one of the threads in question: preferably one that waits for ever in the
 * program's own code, for a known reason, and that the report at the run's end names. NULL: none.
 */
static Waiter *
choose_waiter(Waits *w, NodeId n, uint32_t number, bool closed)
{
	enum { MOST_NAMED = 16 };
	StuckThread named[MOST_NAMED];
	uint32_t nnamed = target_stuck_threads(w->f->target, closed, named, MOST_NAMED);
	Waiter *best = NULL;
	int most = -1;

	for (uint32_t i = 0; i < w->n; i++) {
		Waiter *one = &w->waiters[i];
		int rank = 8 * one->stuck + 4 * one->in_program + 2 * has_reason(one)
			+ is_named(one, named, nnamed);

		if (is_asked(one, n, number) && rank > most) {
			most = rank;
			best = one;
		}
	}
	return best;
}

/* is_in_cycle: true if the chain of threads that wait for each other leads back to this thread. */
static bool
is_in_cycle(const Waits *w, const Waiter *one)
{
	const Waiter *at = one->next;

	for (uint32_t i = 0; at && at != one && i < w->n; i++)
		at = at->next;
	return at == one;
}

/* put_cycle: print the waits of a thread and of those for which it waits, if they form a cycle. */
static void
put_cycle(const Waits *w, const Waiter *one, Buf *out)
{
	const Waiter *from;

	for (uint32_t i = 0; one && !is_in_cycle(w, one) && i < w->n; i++)
		one = one->next;
	if (!one)
		return;
	from = one;
	do {
		buf_printf(out, "%s -> ", one->name);
		one = one->next;
	} while (one != from);
	buf_printf(out, "%s", from->name);
}

/* note_cycle: set the note of a thread's node to the cycle, if its waits form one. */
static void
note_cycle(Waits *w, Waiter *one)
{
	Buf cycle = {0};

	buf_printf(&cycle, "cycle: ");
	put_cycle(w, one, &cycle);
	one->cause->note = cycle.len > strlen("cycle: ")
		? arena_strndup(&w->f->graph.arena, (char *)cycle.data, cycle.len) : "";
	buf_free(&cycle);
}

/* mark_reached: mark the causes of a node, their causes, and so on. */
static void
mark_reached(const CauseGraph *g, const Cause *c, bool *reached)
{
	if (reached[c->number])
		return;
	reached[c->number] = true;
	for (uint32_t i = 0; i < c->ncauses; i++)
		mark_reached(g, g->nodes[c->causes[i].cause], reached);
}

/*
 * note_other_waits: list the program's threads that wait for ever, and that are not in the graph of
 * the answer, which begins with the node `first`.
 */
static void
note_other_waits(Waits *w, const Cause *first)
{
	bool *reached = xcalloc(w->f->graph.nnodes + 1, sizeof *reached);
	Buf names = {0};

	mark_reached(&w->f->graph, first, reached);
	for (uint32_t i = 0; i < w->n; i++) {
		const Waiter *one = &w->waiters[i];

		if (one->stuck && one->in_program && !(one->cause && reached[one->cause->number]))
			buf_printf(&names, "%s%s%s%s", names.len ? ", " : "", one->name,
				*one->place ? " in " : "", one->place);
	}
	w->f->others = names.len
		? arena_strndup(&w->f->graph.arena, (char *)names.data, names.len) : NULL;
	buf_free(&names);
	free(reached);
}

/*
 * first_skipped: follow the chain of threads that wait for each other, from the thread `one`, to
 * the first one whose wait a skipped signal or message would have ended; `one` itself if there is
 * none.
 */
static Waiter *
first_skipped(const Waits *w, Waiter *one)
{
	Waiter *at = one;

	for (uint32_t i = 0; at && i < w->n; i++, at = at->next)
		if (at->skipped)
			return at;
	return one;
}

/*
 * answer_wait: the first node of the answer; NULL: it is not known where the thread began to wait.
 * any: the answer may begin with another thread for which this one waits.
 */
static const Cause *
answer_wait(Waits *w, Waiter *one, bool any)
{
	waits_observe(w);
	w->switched = switched_new(w->f->steps, w->f->codes, w->f->target);
	waits_explain(w, one);
	switched_free(w->switched);
	if (any)
		one = first_skipped(w, one);
	if (!one->cause)
		return NULL;
	note_cycle(w, one);
	note_other_waits(w, one->cause);
	return one->cause;
}

/* explain_no_wait: write into `why` that none of the threads in question waits. */
static void
explain_no_wait(const Waits *w, NodeId n, uint32_t number, char why[FLOWBACK_WHY])
{
	if (n == NOWHERE)
		snprintf(why, FLOWBACK_WHY, "no thread of a program waits for another one here");
	else if (number == 0)
		snprintf(why, FLOWBACK_WHY, "no thread of a program on node %s waits for another "
			"one here", TARGET_NODE(w->f->target, n));
	else
		snprintf(why, FLOWBACK_WHY, "process %u.%u does not wait for another one here",
			w->nodes[n].number, number);
}

const Cause *
flowback_waits(Flowback *f, const FlowbackOptions *o, NodeId n, uint32_t number, bool closed,
	char why[FLOWBACK_WHY])
{
	Waits w = {.f = f, .spare = {.steps = f->steps}};
	const Cause *first = NULL;
	Waiter *one;

	f->options = *o;
	waits_read(&w, closed);
	one = choose_waiter(&w, n, number, closed);
	if (one)
		snprintf(why, FLOWBACK_WHY, "it is not known where %s began to wait", one->name);
	else
		explain_no_wait(&w, n, number, why);
	if (one)
		first = answer_wait(&w, one, n == NOWHERE);
	if (first)
		flowback_expand_further(f, o, first);
	spare_free(&w.spare);
	arena_free(&w.arena);
	return first;
}

const char *
flowback_other_waits(const Flowback *f)
{
	return f->others;
}
