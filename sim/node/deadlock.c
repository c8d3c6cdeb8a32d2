/*
 * deadlock.c - which threads wait for each other for ever, and a cycle of waits among them.
 *
 * Each thread waits for one thing, and any of several others may release it, so those that can never go on are what is
 * left when all are taken away that can: from those that are not blocked backwards. A cycle is only named of waits
 * that one process alone can end.
 */
#include "deadlock.h"

#include "kernel/include/border.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	NONE = UINT32_MAX,
	SYSTEM_EVENTS = -0x40000000,  /* below them: replies of servers, and servers */
	PIDS = 128, FIRST_PLACE = 18, /* a pid modulo PIDS is its place in the kernel's table, of users' from FIRST_PLACE on */
};

void
deadlock_add(void *to, const ThreadRow *row)
{
	Deadlock *d = to;

	d->row = xrealloc(d->row, (d->n + 1) * sizeof *d->row);
	d->row[d->n++] = *row;
}

void
deadlock_free(Deadlock *d)
{
	free(d->row);
	free(d->stuck);
	*d = (Deadlock){0};
}

/* ---- who could release whom ---- */

static bool
same_process(const ThreadRow *a, const ThreadRow *b)
{
	return a->node == b->node && a->pid == b->pid;
}

/* own_event: the event of one process, minus its pid. */
static bool
own_event(int32_t event)
{
	return event < 0 && event > SYSTEM_EVENTS && -event % PIDS >= FIRST_PLACE;
}

static bool
waits_for_child(const ThreadRow *r)
{
	return r->event == -r->pid && r->type == TYPE_EXIT;
}

/* external: something else than the programs can release it. */
static bool
external(const ThreadRow *r, bool closed)
{
	switch (r->block) {
	case BLOCK_RECEIVE:
		if (r->timed || (r->event < 0 && !own_event(r->event)))
			return true;
		return !closed && !waits_for_child(r);
	case BLOCK_SEND: return r->to == NODE_HOST || r->event < SYSTEM_EVENTS;
	case BLOCK_OTHER: return r->alone;
	default: return false;
	}
}

/* could_release: r is blocked, and by is another thread that runs or may do so again. */
static bool
could_release(const ThreadRow *r, const ThreadRow *by)
{
	if (by->halted)
		return false;
	switch (r->block) {
	case BLOCK_SEND: return by->node == r->to && (!own_event(r->event) || by->pid == -r->event);
	case BLOCK_RECEIVE:
		return waits_for_child(r) ? by->parent_node == r->node && by->parent_event == r->event : true;
	case BLOCK_SEMAPHORE:
	case BLOCK_JOIN:
		return same_process(r, by) && (r->holder == 0 || r->holder == by->stack);
	default: return same_process(r, by);
	}
}

/* waits_for: row i for row j; only a lock can be waited for by who holds it. */
static bool
waits_for(const Deadlock *d, uint32_t i, uint32_t j)
{
	const ThreadRow *r = &d->row[i];

	return could_release(r, &d->row[j]) && (i != j || (r->block == BLOCK_SEMAPHORE && r->holder != 0));
}

static bool
may_go_on(const Deadlock *d, uint32_t i)
{
	for (uint32_t j = 0; j < d->n; j++)
		if (!d->stuck[j] && waits_for(d, i, j))
			return true;
	return false;
}

static void
find_stuck(Deadlock *d, bool closed)
{
	bool changed = true;

	d->stuck = xcalloc(d->n + 1, sizeof *d->stuck);
	for (uint32_t i = 0; i < d->n; i++)
		d->stuck[i] = !d->row[i].halted && d->row[i].block != BLOCK_NONE && !external(&d->row[i], closed);
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < d->n; i++)
			if (d->stuck[i] && may_go_on(d, i)) {
				d->stuck[i] = false;
				changed = true;
			}
	}
}

/* ---- a cycle ---- */

/* only: a row of the one thread, or for a message of the one process, that could release row i; NONE: there are several, or none. */
static uint32_t
only(const Deadlock *d, uint32_t i)
{
	bool message = d->row[i].block == BLOCK_SEND || d->row[i].block == BLOCK_RECEIVE;
	uint32_t found = NONE;

	for (uint32_t j = 0; j < d->n; j++) {
		if (!waits_for(d, i, j))
			continue;
		if (found != NONE && !(message && same_process(&d->row[found], &d->row[j])))
			return NONE;
		found = j;
	}
	return found;
}

/* steps: a search from `from` in width over waits that one process alone can end; before[j]: who led to j. */
static bool
steps(const Deadlock *d, uint32_t from, const uint32_t *alone, uint32_t *before, uint32_t *queue)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < d->n; i++)
		before[i] = NONE;
	queue[n++] = from;
	for (uint32_t at = 0; at < n; at++)
		for (uint32_t j = 0; j < d->n; j++) {
			if (alone[j] == NONE || before[j] != NONE || !waits_for(d, queue[at], j))
				continue;
			before[j] = queue[at];
			if (j == from)
				return true;
			queue[n++] = j;
		}
	return false;
}

/* Rows, each of which waits for the next, and the last for the first. */
typedef struct Cycle {
	uint32_t *row;
	uint32_t n; /* 0: none can be named */
} Cycle;

/* keep: the cycle from `from` back to it, if that is shorter than what there is. */
static void
keep(Cycle *c, uint32_t from, const uint32_t *before)
{
	uint32_t n = 1;

	for (uint32_t at = before[from]; at != from; at = before[at])
		n++;
	if (c->n != 0 && n >= c->n)
		return;
	c->row = xrealloc(c->row, n * sizeof *c->row);
	c->n = n;
	c->row[0] = from;
	for (uint32_t at = before[from]; at != from; at = before[at])
		c->row[--n] = at;
}

/* What is told of. */
typedef struct Choice {
	bool (*wanted)(void *context, const ThreadRow *row);
	void *context;
} Choice;

static bool
is_wanted(const Deadlock *d, uint32_t i, const Choice *choice)
{
	return d->stuck[i] && (!choice->wanted || choice->wanted(choice->context, &d->row[i]));
}

static Cycle
find_cycle(const Deadlock *d, const Choice *choice)
{
	uint32_t *alone = xcalloc(d->n + 1, sizeof *alone), *before = xcalloc(d->n + 1, sizeof *before);
	uint32_t *queue = xcalloc(d->n + 1, sizeof *queue);
	Cycle c = {0};

	for (uint32_t i = 0; i < d->n; i++)
		alone[i] = d->stuck[i] ? only(d, i) : NONE;
	for (uint32_t i = 0; i < d->n; i++)
		if (alone[i] != NONE && is_wanted(d, i, choice) && steps(d, i, alone, before, queue))
			keep(&c, i, before);
	free(alone);
	free(before);
	free(queue);
	return c;
}

bool
deadlock_find(Deadlock *d, bool closed)
{
	free(d->stuck);
	find_stuck(d, closed);
	for (uint32_t i = 0; i < d->n; i++)
		if (d->stuck[i])
			return true;
	return false;
}

bool
deadlock_has(const Deadlock *d, uint32_t node, int32_t pid)
{
	bool one = false;

	for (uint32_t i = 0; i < d->n; i++) {
		const ThreadRow *r = &d->row[i];

		if (r->node != node || r->pid != pid)
			continue;
		if (!d->stuck[i])
			return false;
		one = true;
	}
	return one;
}

/* ---- in words ---- */

static void
put_name(Buf *b, const ThreadRow *r)
{
	buf_printf(b, "n%u %s (pid %d", r->node, r->name, r->pid);
	if (!r->alone)
		buf_printf(b, ", thread %08x", r->stack);
	buf_byte(b, ')');
}

static void
put_message(Buf *b, const ThreadRow *r)
{
	buf_printf(b, r->event < SYSTEM_EVENTS ? "(0x%08x, %" PRIu32 ")" : "(%d, %" PRIu32 ")", r->event, r->type);
}

static void
put_wait(Buf *b, const ThreadRow *r)
{
	switch (r->block) {
	case BLOCK_SEND:
		buf_printf(b, "waits to send ");
		put_message(b, r);
		buf_printf(b, " to n%u", r->to);
		break;
	case BLOCK_RECEIVE:
		buf_printf(b, waits_for_child(r) ? "waits for the end of a child: to receive " : "waits to receive ");
		put_message(b, r);
		break;
	case BLOCK_SEMAPHORE: buf_printf(b, "waits for semaphore %08x", r->semaphore); break;
	case BLOCK_JOIN: buf_printf(b, "waits for the end of thread %08x", r->holder); break;
	default: buf_printf(b, "waits for a channel"); break;
	}
}

static bool
any_left(const Deadlock *d, uint32_t i)
{
	for (uint32_t j = 0; j < d->n; j++)
		if (waits_for(d, i, j))
			return true;
	return false;
}

/* put_hands: who alone could release it, or that there is none left. */
static void
put_hands(Buf *b, const Deadlock *d, uint32_t i)
{
	static const char *const act[] = {[BLOCK_SEND] = "receive", [BLOCK_RECEIVE] = "send", [BLOCK_SEMAPHORE] = "signal",
		[BLOCK_JOIN] = "end", [BLOCK_OTHER] = "serve"};
	const ThreadRow *r = &d->row[i];
	bool lock = r->block == BLOCK_SEMAPHORE && r->holder != 0;
	uint32_t one = only(d, i);

	if (!any_left(d, i)) {
		if (lock)
			buf_printf(b, ", whose holder has ended");
		else
			buf_printf(b, ", which no thread is left to %s", act[r->block]);
	} else if (one != NONE && r->block != BLOCK_JOIN) {
		buf_printf(b, lock ? ", held by " : ", which only ");
		put_name(b, &d->row[one]);
		if (!lock)
			buf_printf(b, " can %s", act[r->block]);
	}
}

static void
put_row(Buf *b, const Deadlock *d, uint32_t i)
{
	buf_printf(b, "  ");
	put_name(b, &d->row[i]);
	buf_byte(b, ' ');
	put_wait(b, &d->row[i]);
	put_hands(b, d, i);
	buf_byte(b, '\n');
}

static void
put_cycle(Buf *b, const Deadlock *d, const Cycle *c)
{
	for (uint32_t i = 0; i < c->n; i++)
		put_row(b, d, c->row[i]);
	buf_printf(b, "  cycle: ");
	for (uint32_t i = 0; i < c->n; i++) {
		put_name(b, &d->row[c->row[i]]);
		buf_printf(b, " -> ");
	}
	put_name(b, &d->row[c->row[0]]);
	buf_byte(b, '\n');
}

/* put_rows: those that no thread is left to release, or all that are stuck. returns how many */
static uint32_t
put_rows(Buf *b, const Deadlock *d, const Choice *choice, bool all, uint32_t most)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < d->n; i++) {
		if (!is_wanted(d, i, choice) || (!all && any_left(d, i)))
			continue;
		if (n++ < most)
			put_row(b, d, i);
	}
	if (n > most)
		buf_printf(b, "  and %u more\n", n - most);
	return n;
}

void
deadlock_text(const Deadlock *d, bool (*wanted)(void *context, const ThreadRow *row), void *context, uint32_t most, Buf *out)
{
	Choice choice = {wanted, context};
	Cycle c = find_cycle(d, &choice);

	if (c.n > 0)
		put_cycle(out, d, &c);
	else if (put_rows(out, d, &choice, false, most) == 0)
		put_rows(out, d, &choice, true, most);
	free(c.row);
}
