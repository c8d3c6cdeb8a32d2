/*
 * deadlock.c - finds threads that wait for each other for ever, and a cycle of waits among them.
 *
 * Each thread waits for one thing, which any of several other threads may provide. Starting with
 * the threads that are not blocked, the search removes every thread that a removed thread can
 * release; the threads that remain wait for ever. A cycle is reported only for waits that exactly
 * one thread can end, so each thread in it has one successor. Where several threads could end a
 * wait, the deadlock is a knot: a set of threads such that only threads of the set can release
 * them, and waits lead from each of them to every other.
 */
#include "deadlock.h"

#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	NONE = UINT32_MAX, /* no thread */
	PEERS = 3, /* at most this many threads are named that could release a thread */
};

void
deadlock_add(void *to, const ThreadRow *row)
{
	Deadlock *d = to;

	d->row = xrealloc(d->row, (d->n + 1) * sizeof *d->row);
	d->remark = xrealloc(d->remark, (d->n + 1) * sizeof *d->remark);
	d->remark[d->n] = NULL;
	d->row[d->n++] = *row;
}

void
deadlock_free(Deadlock *d)
{
	for (uint32_t i = 0; i < d->n; i++)
		free(d->remark[i]);
	free(d->remark);
	free(d->row);
	free(d->stuck);
	*d = (Deadlock){0};
}

/* ---- threads in a forced order ---- */

/* row_at: the thread whose stack contains the address; NONE if all stacks lie above the address. */
static uint32_t
row_at(const Deadlock *d, uint32_t node, Addr wptr)
{
	uint32_t found = NONE;

	for (uint32_t i = 0; i < d->n; i++)
		if (d->row[i].node == node && d->row[i].stack - MOSTNEG <= wptr - MOSTNEG
			&& (found == NONE || d->row[i].stack - MOSTNEG
				> d->row[found].stack - MOSTNEG))
			found = i;
	return found;
}

/* add_remark: replace the remark about thread i. */
static void
add_remark(Deadlock *d, uint32_t i, const char *text)
{
	free(d->remark[i]);
	d->remark[i] = xstrdup(text);
}

void
deadlock_hold(Deadlock *d, uint32_t node, Addr wptr, const char *before)
{
	uint32_t i = row_at(d, node, wptr);

	if (i == NONE)
		return;
	d->row[i].block = BLOCK_HELD;
	add_remark(d, i, before);
}

void
deadlock_remark(Deadlock *d, uint32_t node, Addr wptr, const char *remark)
{
	uint32_t i = row_at(d, node, wptr);

	if (i != NONE)
		add_remark(d, i, remark);
}

bool
deadlock_holds(const Deadlock *d)
{
	for (uint32_t i = 0; i < d->n; i++)
		if (d->row[i].block == BLOCK_HELD)
			return true;
	return false;
}

/* ---- which thread could release which ---- */

/* same_process: true if two threads belong to one process. */
static bool
same_process(const ThreadRow *a, const ThreadRow *b)
{
	return a->node == b->node && a->pid == b->pid;
}

/*
 * is_own_event: true for an event number that belongs to a user's process: minus the pid of the
 * process. The event numbers of system servers lie below OWN_EVENTS.
 */
static bool
is_own_event(int32_t event)
{
	return event < 0 && event > (int32_t)OWN_EVENTS && -event % NPROCESSES >= FIRST_INDEX;
}

/* waits_for_child: true if the thread waits for the end of a process that it has started. */
static bool
waits_for_child(const ThreadRow *r)
{
	return r->event == -r->pid && r->type == TYPE_EXIT;
}

/* waits_for_service: true if the thread waits for an answer of the host, or of a node's system. */
static bool
waits_for_service(const ThreadRow *r)
{
	return r->event == -r->pid
		&& (r->type & (TYPE_FILED | TYPE_KENYAD | TYPE_FLATD | TYPE_TRANSPORT));
}

/*
 * has_external_wait: true if the thread waits for something that may come from outside the
 * programs. closed: as for deadlock_find.
 */
static bool
has_external_wait(const ThreadRow *r, bool closed)
{
	switch (r->block) {
	case BLOCK_RECEIVE:
		if (r->timed || waits_for_service(r) || (r->event < 0 && !is_own_event(r->event)))
			return true;
		return !closed && !waits_for_child(r);
	case BLOCK_SEND: return r->to == NODE_HOST || r->event < (int32_t)OWN_EVENTS;
	case BLOCK_OTHER: return r->alone;
	default: return false;
	}
}

/* could_release: true if r is blocked, and `by` is another thread that runs or may run again. */
static bool
could_release(const ThreadRow *r, const ThreadRow *by)
{
	if (by->halted)
		return false;
	switch (r->block) {
	case BLOCK_SEND:
		return by->node == r->to && (!is_own_event(r->event) || by->pid == -r->event);
	case BLOCK_RECEIVE:
		return waits_for_child(r)
			? by->parent_node == r->node && by->parent_event == r->event
			: true;
	case BLOCK_SEMAPHORE:
	case BLOCK_JOIN:
		return same_process(r, by) && (r->holder == 0 || r->holder == by->stack);
	case BLOCK_MEETING: return by->node == r->node && by->pid != r->pid;
	default: return same_process(r, by);
	}
}

/*
 * waits_for: true if row i may wait for row j; a thread cannot wait for a lock that it holds
 * itself.
 */
static bool
waits_for(const Deadlock *d, uint32_t i, uint32_t j)
{
	const ThreadRow *r = &d->row[i];

	return could_release(r, &d->row[j])
		&& (i != j || (r->block == BLOCK_SEMAPHORE && r->holder != 0));
}

/*
 * can_continue: true if the thread is not blocked, or if a thread that can continue could release
 * it.
 */
static bool
can_continue(const Deadlock *d, uint32_t i)
{
	for (uint32_t j = 0; j < d->n; j++)
		if (!d->stuck[j] && waits_for(d, i, j))
			return true;
	return false;
}

/* find_stuck: mark the threads that wait for ever; closed: as for deadlock_find. */
static void
find_stuck(Deadlock *d, bool closed)
{
	bool changed = true;

	d->stuck = xcalloc(d->n + 1, sizeof *d->stuck);
	for (uint32_t i = 0; i < d->n; i++)
		d->stuck[i] = !d->row[i].halted && d->row[i].block != BLOCK_NONE
			&& d->row[i].block != BLOCK_HELD && !has_external_wait(&d->row[i], closed);
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < d->n; i++)
			if (d->stuck[i] && can_continue(d, i)) {
				d->stuck[i] = false;
				changed = true;
			}
	}
}

/* ---- a cycle ---- */

/*
 * only_releaser: a thread of the process that could release row i, if only one process could;
 * otherwise NONE. Sets *nthreads to the number of threads that could release row i.
 */
static uint32_t
only_releaser(const Deadlock *d, uint32_t i, uint32_t *nthreads)
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

/* only_thread: the only thread that could release row i; NONE if there are several, or none. */
static uint32_t
only_thread(const Deadlock *d, uint32_t i)
{
	uint32_t nthreads, found = only_releaser(d, i, &nthreads);

	return nthreads == 1 ? found : NONE;
}

/* Threads in a cycle: each waits for the next, and the last waits for the first. */
typedef struct Cycle {
	uint32_t *row; /* [n] indices of threads in Deadlock.row */
	uint32_t n; /* 0 if there is no cycle to report */
} Cycle;

/* is_row_wanted: true if thread i waits for ever and is chosen. */
static bool
is_row_wanted(const Deadlock *d, uint32_t i, const DeadlockChoice *choice)
{
	return d->stuck[i] && (!choice->wanted || choice->wanted(choice->context, &d->row[i]));
}

/*
 * cycle_length: follow `next` from row i; returns the length of the cycle that leads back to i; 0
 * if there is none.
 */
static uint32_t
cycle_length(const Deadlock *d, uint32_t i, const uint32_t *next)
{
	uint32_t n = 1, at = next[i];

	for (; at != NONE && at != i && n <= d->n; at = next[at])
		n++;
	return at == i ? n : 0;
}

/* find_cycle: a shortest cycle of waits through a chosen thread; n is 0 if there is none. */
static Cycle
find_cycle(const Deadlock *d, const DeadlockChoice *choice)
{
	uint32_t *next = xcalloc(d->n + 1, sizeof *next), first = NONE, n;
	Cycle c = {0};

	for (uint32_t i = 0; i < d->n; i++)
		next[i] = d->stuck[i] ? only_thread(d, i) : NONE;
	for (uint32_t i = 0; i < d->n; i++) {
		n = is_row_wanted(d, i, choice) ? cycle_length(d, i, next) : 0;
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

/* ---- a knot ---- */

/*
 * reached_threads: [d->n] the threads to which waits lead from row i or, if `back`, from which
 * waits lead to it.
 */
static bool *
reached_threads(const Deadlock *d, uint32_t i, bool back)
{
	bool *seen = xcalloc(d->n + 1, sizeof *seen);
	uint32_t *todo = xcalloc(d->n + 1, sizeof *todo), n = 0;

	seen[i] = true;
	todo[n++] = i;
	while (n > 0) {
		uint32_t at = todo[--n];

		for (uint32_t j = 0; j < d->n; j++) {
			if (seen[j] || !(back ? waits_for(d, j, at) : waits_for(d, at, j)))
				continue;
			seen[j] = true;
			todo[n++] = j;
		}
	}
	free(todo);
	return seen;
}

/*
 * find_way_out: a thread that can be reached from thread i along waits, and from which no waits
 * lead back to i. NONE if there is no such thread; i is then in a knot.
 */
static uint32_t
find_way_out(const Deadlock *d, const bool *member, uint32_t i)
{
	bool *back = reached_threads(d, i, true);
	uint32_t found = NONE;

	for (uint32_t j = 0; found == NONE && j < d->n; j++)
		if (member[j] && !back[j])
			found = j;
	free(back);
	return found;
}

/* find_knot: the knot of one thread or more to which the waits of row i, which is stuck, lead. */
static bool *
find_knot(const Deadlock *d, uint32_t i)
{
	for (;;) {
		bool *member = reached_threads(d, i, false);

		i = find_way_out(d, member, i);
		if (i == NONE)
			return member;
		free(member);
	}
}

/* count_knot: the number of threads in a knot. */
static uint32_t
count_knot(const Deadlock *d, const bool *member)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < d->n; i++)
		n += member[i];
	return n;
}

bool *
deadlock_knot(const Deadlock *d, const DeadlockChoice *choice)
{
	bool *known = xcalloc(d->n + 1, sizeof *known), *knot = NULL;

	for (uint32_t i = 0; !knot && i < d->n; i++) {
		if (known[i] || !is_row_wanted(d, i, choice))
			continue;
		knot = find_knot(d, i);
		if (count_knot(d, knot) > 1)
			continue;
		for (uint32_t j = 0; j < d->n; j++)
			known[j] |= knot[j];
		free(knot);
		knot = NULL;
	}
	free(known);
	return knot;
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

/* print_name: print a thread: "n2 slave (pid 3, thread 8000dc6c)". */
static void
print_name(Buf *b, const ThreadRow *r)
{
	buf_printf(b, "n%u %s (pid %d", r->node, r->name, r->pid);
	if (!r->alone)
		buf_printf(b, ", thread %08x", r->stack);
	buf_byte(b, ')');
}

/* print_message: print the message that a thread waits for: "(event, type)". */
static void
print_message(Buf *b, const DeadlockChoice *choice, const ThreadRow *r)
{
	if (choice->message)
		choice->message(choice->names, r, b);
	else
		buf_printf(b, r->event < (int32_t)OWN_EVENTS ? "(0x%08x, %" PRIu32 ")"
			: "(%d, %" PRIu32 ")", r->event, r->type);
}

void
deadlock_wait(const DeadlockChoice *choice, const ThreadRow *r, Buf *b)
{
	switch (r->block) {
	case BLOCK_SEND:
		buf_printf(b, "waits to send ");
		print_message(b, choice, r);
		buf_printf(b, " to n%u", r->to);
		break;
	case BLOCK_RECEIVE:
		buf_printf(b,
			waits_for_child(r) ? "waits for the end of a child: to receive "
			: "waits to receive ");
		print_message(b, choice, r);
		break;
	case BLOCK_SEMAPHORE:
		buf_printf(b, "waits for semaphore %08x", r->semaphore);
		if (choice->name)
			choice->name(choice->names, r, b);
		break;
	case BLOCK_JOIN:
		buf_printf(b, "waits for the end of thread %08x", r->holder);
		if (choice->name)
			choice->name(choice->names, r, b);
		break;
	case BLOCK_NONE: buf_printf(b, "runs"); break;
	case BLOCK_HELD: buf_printf(b, "is held by the machine"); break;
	default: buf_printf(b, "waits for a channel"); break;
	}
}

/* has_releaser: true if any thread may release row i. */
static bool
has_releaser(const Deadlock *d, uint32_t i)
{
	for (uint32_t j = 0; j < d->n; j++)
		if (waits_for(d, i, j))
			return true;
	return false;
}

/* The event that releases a blocked thread. */
static const char *const release_verbs[] = {[BLOCK_SEND] = "receive",
	[BLOCK_RECEIVE] = "send",
	[BLOCK_SEMAPHORE] = "signal",
	[BLOCK_JOIN] = "end",
	[BLOCK_MEETING] = "meet it there",
	[BLOCK_OTHER] = "serve"};

/* print_releaser: print the only thread that could release row i, or that none is left. */
static void
print_releaser(Buf *b, const Deadlock *d, uint32_t i)
{
	const ThreadRow *r = &d->row[i];
	bool lock = r->block == BLOCK_SEMAPHORE && r->holder != 0;
	uint32_t nthreads, one = only_releaser(d, i, &nthreads);

	if (!has_releaser(d, i)) {
		if (lock)
			buf_printf(b, ", whose holder has ended");
		else
			buf_printf(b, ", which no thread is left to %s", release_verbs[r->block]);
	} else if (one != NONE && (nthreads == 1 || r->block <= BLOCK_RECEIVE)
		&& r->block != BLOCK_JOIN) {
		buf_printf(b, lock ? ", held by " : ", which only ");
		print_name(b, &d->row[one]);
		if (!lock)
			buf_printf(b, " can %s", release_verbs[r->block]);
	}
}

void
deadlock_edge(const Deadlock *d, uint32_t i, const DeadlockChoice *choice, Buf *out)
{
	deadlock_wait(choice, &d->row[i], out);
	if (d->row[i].block != BLOCK_RECEIVE)
		print_releaser(out, d, i);
}

/* print_releasers: as print_releaser; if several processes could release row i, list them. */
static void
print_releasers(Buf *b, const Deadlock *d, uint32_t i)
{
	const ThreadRow *last = NULL;
	uint32_t nthreads, n = 0;

	if (only_releaser(d, i, &nthreads) != NONE) {
		print_releaser(b, d, i);
		return;
	}
	for (uint32_t j = 0; j < d->n; j++) {
		const ThreadRow *by = &d->row[j];

		if (!waits_for(d, i, j) || (last && same_process(last, by)))
			continue;
		last = by;
		if (n++ >= PEERS)
			continue;
		buf_printf(b, n == 1 ? ", which " : " or ");
		print_name(b, by);
	}
	if (n > PEERS)
		buf_printf(b, " or %u more", n - PEERS);
	buf_printf(b, " could %s", release_verbs[d->row[i].block]);
}

/* print_row: print a line: thread i, what it waits for, and what `put` adds. */
static void
print_row(Buf *b, const Deadlock *d, uint32_t i, const DeadlockChoice *choice,
	void (*put)(Buf *b, const Deadlock *d, uint32_t i))
{
	buf_printf(b, "  ");
	print_name(b, &d->row[i]);
	buf_byte(b, ' ');
	deadlock_wait(choice, &d->row[i], b);
	put(b, d, i);
	buf_byte(b, '\n');
	if (choice->shown)
		choice->shown(choice->names, &d->row[i]);
}

/* print_cycle: print a line for each thread of a cycle, then the cycle in one line. */
static void
print_cycle(Buf *b, const Deadlock *d, const Cycle *c, const DeadlockChoice *choice)
{
	for (uint32_t i = 0; i < c->n; i++)
		print_row(b, d, c->row[i], choice, print_releaser);
	buf_printf(b, "  cycle: ");
	for (uint32_t i = 0; i < c->n; i++) {
		print_name(b, &d->row[c->row[i]]);
		buf_printf(b, " -> ");
	}
	print_name(b, &d->row[c->row[0]]);
	buf_byte(b, '\n');
}

/*
 * print_rows: print the threads that no other thread can release or, with `all`, all stuck
 * threads; returns their number.
 */
static uint32_t
print_rows(Buf *b, const Deadlock *d, const DeadlockChoice *choice, bool all, uint32_t most)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < d->n; i++) {
		if (!is_row_wanted(d, i, choice) || (!all && has_releaser(d, i)))
			continue;
		if (n++ < most)
			print_row(b, d, i, choice, print_releaser);
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
		print_cycle(out, d, &c, choice);
	free(c.row);
	return found;
}

void
deadlock_waits(const Deadlock *d,
	void (*each)(void *context, const ThreadRow *waits, const ThreadRow *on), void *context)
{
	DeadlockChoice all = {0};
	Cycle c = find_cycle(d, &all);
	bool *knot = c.n > 0 ? NULL : deadlock_knot(d, &all);

	for (uint32_t i = 0; i < c.n; i++)
		each(context, &d->row[c.row[i]], &d->row[c.row[(i + 1) % c.n]]);
	for (uint32_t i = 0; knot && i < d->n; i++)
		for (uint32_t j = 0; j < d->n; j++)
			if (knot[i] && knot[j] && waits_for(d, i, j))
				each(context, &d->row[i], &d->row[j]);
	free(knot);
	free(c.row);
}

void
deadlock_rows(const Deadlock *d, const DeadlockChoice *choice, uint32_t most, Buf *out)
{
	if (print_rows(out, d, choice, false, most) == 0)
		print_rows(out, d, choice, true, most);
}

void
deadlock_knot_rows(const Deadlock *d, const DeadlockChoice *choice, const bool *knot,
	uint32_t most, Buf *out)
{
	uint32_t n = 0, all = count_knot(d, knot);
	Buf names = {0};

	for (uint32_t i = 0; i < d->n && n < most; i++) {
		if (!knot[i])
			continue;
		print_row(out, d, i, choice, print_releasers);
		buf_printf(&names, n++ == 0 ? " " : ", ");
		print_name(&names, &d->row[i]);
	}
	if (all > n) {
		buf_printf(out, "  and %u more\n", all - n);
		buf_printf(&names, " and %u more", all - n);
	}
	buf_printf(out, "  knot: each of these %u waits, and only others of them could release it:",
		all);
	buf_put(out, names.data, names.len);
	buf_byte(out, '\n');
	buf_free(&names);
}

/* print_held: print a line: held thread i, what it waits for, and its remark. */
static void
print_held(Buf *b, const Deadlock *d, uint32_t i, const DeadlockChoice *choice)
{
	const ThreadRow *r = &d->row[i];

	buf_printf(b, "  ");
	print_name(b, r);
	buf_byte(b, ' ');
	deadlock_wait(choice, r, b);
	buf_printf(b, "%s%s\n", r->block == BLOCK_HELD ? " before " : ", ", d->remark[i]);
}

void
deadlock_held_rows(const Deadlock *d, const DeadlockChoice *choice, uint32_t most, Buf *out)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < d->n; i++)
		if (d->remark[i] && n++ < most)
			print_held(out, d, i, choice);
	if (n > most)
		buf_printf(out, "  and %u more\n", n - most);
}
