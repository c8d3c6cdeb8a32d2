/*
 * deadlock.c - finds threads that wait for each other for ever, and a cycle of waits among them.
 *
 * Each thread waits for one thing, which any of several other threads may provide. Starting with
 * the threads that are not blocked, the search removes every thread that a removed thread can
 * release; the threads that remain wait for ever. A cycle is reported only for waits that exactly
 * one thread can end, so each thread in it has one successor.
 */
#include "deadlock.h"

#include "kernel/include/border.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	NONE = UINT32_MAX,
	SYSTEM_EVENTS = -0x40000000,  /* events of system servers and of their replies lie below */
	/*
	 * a pid modulo PIDS is its index in the kernel's process table; users' processes start at
	 * FIRST_PLACE
	 */
	PIDS = 128, FIRST_PLACE = 18,
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

/* own_event: the event number for a process is this minus its pid. */
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

/* external: something other than the programs can release the thread. */
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

/* could_release: r is blocked, and `by` is another thread that runs or may run again. */
static bool
could_release(const ThreadRow *r, const ThreadRow *by)
{
	if (by->halted)
		return false;
	switch (r->block) {
	case BLOCK_SEND: return by->node == r->to && (!own_event(r->event) || by->pid == -r->event);
	case BLOCK_RECEIVE:
		return waits_for_child(r)
			? by->parent_node == r->node && by->parent_event == r->event
			: true;
	case BLOCK_SEMAPHORE:
	case BLOCK_JOIN:
		return same_process(r, by) && (r->holder == 0 || r->holder == by->stack);
	default: return same_process(r, by);
	}
}

/* waits_for: row i may wait for row j; a thread cannot wait for a lock that it holds itself. */
static bool
waits_for(const Deadlock *d, uint32_t i, uint32_t j)
{
	const ThreadRow *r = &d->row[i];

	return could_release(r, &d->row[j])
		&& (i != j || (r->block == BLOCK_SEMAPHORE && r->holder != 0));
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
		d->stuck[i] = !d->row[i].halted && d->row[i].block != BLOCK_NONE
			&& !external(&d->row[i], closed);
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

/*
 * only: a row of the one process that could release row i; NONE if there are several, or none.
 * *nthreads gets the number of its threads that could.
 */
static uint32_t
only(const Deadlock *d, uint32_t i, uint32_t *nthreads)
{
	uint32_t found = NONE;

	*nthreads = 0;
	for (uint32_t j = 0; j < d->n; j++) {
		if (!waits_for(d, i, j))
			continue;
		if (found != NONE && !same_process(&d->row[found], &d->row[j]))
			return NONE;
		found = j;
		++*nthreads;
	}
	return found;
}

/* only_thread: the one thread that could release row i. */
static uint32_t
only_thread(const Deadlock *d, uint32_t i)
{
	uint32_t nthreads, found = only(d, i, &nthreads);

	return nthreads == 1 ? found : NONE;
}

/* Rows, each of which waits for the next, and the last for the first. */
typedef struct Cycle {
	uint32_t *row;
	uint32_t n; /* 0 if there is no cycle to report */
} Cycle;

static bool
is_wanted(const Deadlock *d, uint32_t i, const DeadlockChoice *choice)
{
	return d->stuck[i] && (!choice->wanted || choice->wanted(choice->context, &d->row[i]));
}

/* walk: follow `next` from row i; returns the length of the cycle that leads back to i, or 0. */
static uint32_t
walk(const Deadlock *d, uint32_t i, const uint32_t *next)
{
	uint32_t n = 1, at = next[i];

	for (; at != NONE && at != i && n <= d->n; at = next[at])
		n++;
	return at == i ? n : 0;
}

static Cycle
find_cycle(const Deadlock *d, const DeadlockChoice *choice)
{
	uint32_t *next = xcalloc(d->n + 1, sizeof *next), first = NONE, n;
	Cycle c = {0};

	for (uint32_t i = 0; i < d->n; i++)
		next[i] = d->stuck[i] ? only_thread(d, i) : NONE;
	for (uint32_t i = 0; i < d->n; i++) {
		n = is_wanted(d, i, choice) ? walk(d, i, next) : 0;
		if (n != 0 && (c.n == 0 || n < c.n)) {
			c.n = n;
			first = i;
		}
	}
	c.row = xcalloc(c.n + 1, sizeof *c.row);
	for (uint32_t i = 0; i < c.n; i++, first = next[first])
		c.row[i] = first;
	free(next);
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
	buf_printf(b, r->event < SYSTEM_EVENTS ? "(0x%08x, %" PRIu32 ")" : "(%d, %" PRIu32 ")",
		r->event, r->type);
}

void
deadlock_wait(const DeadlockChoice *choice, const ThreadRow *r, Buf *b)
{
	switch (r->block) {
	case BLOCK_SEND:
		buf_printf(b, "waits to send ");
		put_message(b, r);
		buf_printf(b, " to n%u", r->to);
		break;
	case BLOCK_RECEIVE:
		buf_printf(b,
			waits_for_child(r) ? "waits for the end of a child: to receive "
			: "waits to receive ");
		put_message(b, r);
		break;
	case BLOCK_SEMAPHORE:
		buf_printf(b, "waits for semaphore %08x", r->semaphore);
		if (choice->name)
			choice->name(choice->context, r, b);
		break;
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

/* put_hands: print the only thread that could release it, or that none is left. */
static void
put_hands(Buf *b, const Deadlock *d, uint32_t i)
{
	static const char *const act[] = {[BLOCK_SEND] = "receive",
		[BLOCK_RECEIVE] = "send",
		[BLOCK_SEMAPHORE] = "signal",
		[BLOCK_JOIN] = "end",
		[BLOCK_OTHER] = "serve"};
	const ThreadRow *r = &d->row[i];
	bool lock = r->block == BLOCK_SEMAPHORE && r->holder != 0;
	uint32_t nthreads, one = only(d, i, &nthreads);

	if (!any_left(d, i)) {
		if (lock)
			buf_printf(b, ", whose holder has ended");
		else
			buf_printf(b, ", which no thread is left to %s", act[r->block]);
	} else if (one != NONE && (nthreads == 1 || r->block <= BLOCK_RECEIVE)
		&& r->block != BLOCK_JOIN) {
		buf_printf(b, lock ? ", held by " : ", which only ");
		put_name(b, &d->row[one]);
		if (!lock)
			buf_printf(b, " can %s", act[r->block]);
	}
}

static void
put_row(Buf *b, const Deadlock *d, uint32_t i, const DeadlockChoice *choice)
{
	buf_printf(b, "  ");
	put_name(b, &d->row[i]);
	buf_byte(b, ' ');
	deadlock_wait(choice, &d->row[i], b);
	put_hands(b, d, i);
	buf_byte(b, '\n');
}

static void
put_cycle(Buf *b, const Deadlock *d, const Cycle *c, const DeadlockChoice *choice)
{
	for (uint32_t i = 0; i < c->n; i++)
		put_row(b, d, c->row[i], choice);
	buf_printf(b, "  cycle: ");
	for (uint32_t i = 0; i < c->n; i++) {
		put_name(b, &d->row[c->row[i]]);
		buf_printf(b, " -> ");
	}
	put_name(b, &d->row[c->row[0]]);
	buf_byte(b, '\n');
}

/* put_rows: print the threads that no other can release, or all stuck ones. Returns how many. */
static uint32_t
put_rows(Buf *b, const Deadlock *d, const DeadlockChoice *choice, bool all, uint32_t most)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < d->n; i++) {
		if (!is_wanted(d, i, choice) || (!all && any_left(d, i)))
			continue;
		if (n++ < most)
			put_row(b, d, i, choice);
	}
	if (n > most)
		buf_printf(b, "  and %u more\n", n - most);
	return n;
}

bool
deadlock_cycle(const Deadlock *d, const DeadlockChoice *choice, Buf *out)
{
	Cycle c = find_cycle(d, choice);
	bool found = c.n > 0;

	if (found)
		put_cycle(out, d, &c, choice);
	free(c.row);
	return found;
}

void
deadlock_rows(const Deadlock *d, const DeadlockChoice *choice, uint32_t most, Buf *out)
{
	if (put_rows(out, d, choice, false, most) == 0)
		put_rows(out, d, choice, true, most);
}
