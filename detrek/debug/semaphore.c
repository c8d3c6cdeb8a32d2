/*
 * semaphore.c - who holds a semaphore, who waits for it, and who took it last, and where.
 *
 * A semaphore is taken where the kernel counts it down, or where a signal gives it to the first
 * process in its queue. So the changes of its first two words are examined, backward, until one is
 * of this kind, or was not made by the kernel.
 */
#include "commands.h"

#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- which semaphore ---- */

/* is_semaphore_type: true if the type is that of the kernel's semaphores. */
static bool
is_semaphore_type(const Type *t)
{
	return strcmp(type_plain(t)->name, "Semaphore") == 0;
}

bool
is_semaphore(const Value *v)
{
	return v->object && is_semaphore_type(v->type);
}

/* only_semaphore: the only semaphore of a structure, such as a mutex; or the object itself. */
static Value
only_semaphore(const Value *v)
{
	const Type *t = type_plain(v->type);
	const Member *found = NULL;

	for (size_t i = 0; v->object && t->kind == TYPE_STRUCT && i < t->nmembers; i++) {
		if (!is_semaphore_type(t->members[i].type))
			continue;
		if (found)
			return *v;
		found = &t->members[i];
	}
	return found ? value_of_object(found->type, v->addr + found->at) : *v;
}

/* semaphore_address: the address of the semaphore that an expression is, contains, or points to. */
static Addr
semaphore_address(Session *s, const char *text)
{
	Value v = session_object(s, text);

	if (type_plain(v.type)->kind == TYPE_POINTER) {
		v = session_eval(s, text);
		v = value_of_object(type_plain(v.type)->target, value_number(&v));
	}
	v = only_semaphore(&v);
	if (!is_semaphore(&v))
		session_fail(s,
			"'%s' is not a semaphore in memory, nor a structure with exactly one",
			text);
	return v.addr;
}

/* read_semaphore: the semaphore at an address: its count, and the calls that wait for it. */
static Semaphore
read_semaphore(const Session *s, Addr at)
{
	return (Semaphore){
		(int32_t)target_word(s->target, s->node, at + offsetof(Semaphore, count)),
		target_word(s->target, s->node, at + offsetof(Semaphore, front)),
		target_word(s->target, s->node, at + offsetof(Semaphore, back)),
		target_word(s->target, s->node, at + offsetof(Semaphore, holder))};
}

/* ---- processes ---- */

/* thread_with_stack: find the process of the selected node whose stack begins at an address. */
static bool
thread_with_stack(Session *s, Addr low, Thread *thread)
{
	uint32_t count, i = 0;
	Thread *threads = target_threads(s->target, s->node, &count);

	while (i < count && threads[i].low != low)
		i++;
	if (i < count)
		*thread = threads[i];
	free(threads);
	return i < count;
}

/*
 * A process (`thread`), and the process whose stack has its calls: itself or, while the kernel
 * works for it, the kernel's process.
 */
typedef struct Caller {
	Thread thread, stack;
} Caller;

/*
 * put_caller: append the process and where it is in its program: "1.3 prog: take() at store.c:14";
 * returns this place.
 */
static SourcePlace
put_caller(Session *s, const Caller *c, Buf *out)
{
	static ChainFrame chain[MAX_CHAIN];
	size_t n = target_chain(s->target, &c->stack, chain, MAX_CHAIN);
	const ChainFrame *f = n > 0 ? &chain[chain_frame_of_part(chain, n)] : NULL;

	buf_printf(out, "%u.%u %s", target_number(s->target, c->thread.node), c->thread.number,
		c->thread.in.name);
	if (f)
		buf_printf(out, ": %s()", f->function);
	if (f && f->place.file)
		buf_printf(out, " at %s:%d", source_name(f->place.file), f->place.line);
	return f ? f->place : (SourcePlace){0};
}

/* ---- who took it ---- */

/*
 * find_caller: find the process for which the kernel executes a call on the selected node; false if
 * there is none.
 */
static bool
find_caller(Session *s, Caller *c)
{
	uint32_t client = target_client_number(s->target, &s->thread);

	c->stack = s->thread;
	return client && target_thread(s->target, s->node, client, &c->thread);
}

/*
 * find_first_waiter: find the process that waits first in a semaphore's queue, from the address of
 * its call in its stack; false if it is not known.
 */
static bool
find_first_waiter(Session *s, Addr call, Caller *c)
{
	Addr arguments = call + target_layout(s->target)->call_argument;
	Addr stack = target_word(s->target, s->node, arguments + SEM_WAIT_STACK * sizeof(Word));

	if (!thread_with_stack(s, stack, &c->thread))
		return false;
	c->stack = c->thread;
	return true;
}

/*
 * find_taker: find the process that takes the semaphore by the change that the kernel is about to
 * make; false if none does.
 */
static bool
find_taker(Session *s, const Semaphore *before, const Semaphore *after, Caller *c)
{
	if (after->count < before->count)
		return find_caller(s, c);
	return before->front && after->front != before->front
		&& find_first_waiter(s, before->front, c);
}

/* is_by_kernel: true if the instruction after the place is the kernel's. */
static bool
is_by_kernel(const Session *s, Place at)
{
	return at.node != NOWHERE && s->has_thread && s->nchain > 0
		&& s->chain[0].part == PART_KERNEL;
}

/*
 * go_to_taking: go back to where the semaphore was last taken; false if code other than the kernel
 * has written the semaphore since then, or if it was never taken.
 */
static bool
go_to_taking(Session *s, Addr at, Caller *by)
{
	Semaphore after = read_semaphore(s, at);
	Place found;

	while (past_last_change(s->past, s->node, at, offsetof(Semaphore, back), &found)) {
		Semaphore before;

		session_refresh(s);
		before = read_semaphore(s, at);
		if (!is_by_kernel(s, found))
			return false;
		if (find_taker(s, &before, &after, by))
			return true;
		after = before;
	}
	return false;
}

SemaphoreTaker
semaphore_find_taker(Session *s, Addr at)
{
	Spot from = session_spot(s);
	Buf text = {0};
	SemaphoreTaker taken = {0};
	Caller by;

	if (go_to_taking(s, at, &by)) {
		taken.place = put_caller(s, &by, &text);
		buf_printf(&text, ", at ");
		show_place(s, &text);
	} else {
		buf_printf(&text, "none since it was initialised");
	}
	snprintf(taken.text, sizeof taken.text, "%.*s", (int)text.len, (char *)text.data);
	buf_free(&text);
	session_return(s, &from);
	return taken;
}

/* ---- who has it, who waits ---- */

SourcePlace
semaphore_put_holder(Session *s, Addr at, Buf *out)
{
	Word holder = read_semaphore(s, at).holder;
	Thread t;

	if (holder == 0)
		buf_printf(out, "none");
	else if (holder == NO_LOCK)
		buf_printf(out, "none: it is not used as a lock");
	else if (!thread_with_stack(s, holder, &t))
		buf_printf(out, "a process that has ended");
	else
		return put_caller(s, &(Caller){t, t}, out);
	return (SourcePlace){0};
}

/* show_waiting: print each process of the session's node that waits for the semaphore at `at`. */
static void
show_waiting(Session *s, Addr at)
{
	uint32_t count;
	Thread *threads = target_threads(s->target, s->node, &count);

	for (uint32_t i = 0; i < count; i++) {
		Buf b = {0};

		if (threads[i].semaphore != at)
			continue;
		buf_printf(&b, "  waits:         ");
		put_caller(s, &(Caller){threads[i], threads[i]}, &b);
		buf_byte(&b, '\n');
		session_print(s, &b);
	}
	free(threads);
}

/*
 * run_semaphore: the command `semaphore`: print who holds a semaphore, who waits for it, and where
 * it was taken last.
 */
void
run_semaphore(Session *s, const char *argument)
{
	Buf b = {0};
	Addr at;

	if (!*argument)
		session_fail(s, "semaphore: an expression must follow");
	at = semaphore_address(s, argument);
	buf_printf(&b, "%s, count %d\n  held by:       ", argument, read_semaphore(s, at).count);
	semaphore_put_holder(s, at, &b);
	buf_byte(&b, '\n');
	session_print(s, &b);
	show_waiting(s, at);
	fprintf(s->out, "  taken last by: %s\n", semaphore_find_taker(s, at).text);
}
