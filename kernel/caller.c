/*
 * caller.c - who calls the kernel. The caller is known by its workspace, which must be in a stack
 * whose guard is intact; gate.s finds most callers of low priority by itself.
 *
 * The processor's Error flag belongs to no process: it is checked when a low-priority process
 * enters the kernel, and this process, which has most likely run since the last check, is reported
 * as its cause.
 */
#include "node.h"

enum { NFOUND = 32, FOUND_SHIFT = 9 }; /* stacks that are found at once; a power of two */

static Stack *found[NFOUND]; /* stacks of callers, by bits of their workspaces' addresses */

/* no stack; its lowest word can be read, since it is compared with the guard */
static Stack none = {.low = NODE_WORDS};

/* end_caller: end the caller because of a fatal error. */
static void
end_caller(Process *p, KCall *c, uint32_t panic, uint32_t exit, const char *text)
{
	caller_stop(c);
	report_caller(p, c, panic, text);
	memory_check(p);
	process_end(p, exit, 0);
}

static void
set_caller_thread(CallerThread *t, Stack *s) /* note that t has the stack s */
{
	*t = (CallerThread){s, s->low, s->nbytes};
}

static void
set_caller_process(Process *p) /* note p as the last caller */
{
	Caller *last = last_caller();

	last->process = p;
	last->last = &last->threads[0];
	set_caller_thread(&last->threads[0], &none);
	set_caller_thread(&last->threads[1], &none);
}

void
caller_forget(void)
{
	set_caller_process(NULL);
}

void
caller_remove(const Stack *s)
{
	Caller *last = last_caller();

	for (int i = 0; i < 2; i++)
		if (last->threads[i].stack == s)
			set_caller_thread(&last->threads[i], &none);
}

void
caller_expect(const Process *p, Stack *s)
{
	Caller *last = last_caller();

	if (p == last->process && !p->pending)
		set_caller_thread(&last->threads[last->last != &last->threads[1]], s);
}

void
caller_suspect(const Process *p)
{
	if (p == last_caller()->process)
		caller_forget();
}

/* stack_of: the stack of p that contains the workspace; NULL if there is none. */
static Stack *
stack_of(const Process *p, uint32_t wdesc)
{
	Stack *s = p->stacks;

	while (s && !is_stack(s, wdesc))
		s = s->next;
	return s;
}

/*
 * find_caller: find the caller's stack; NULL if it has none, and has been stopped. A stack that has
 * been found before may be another one by now, or have no bytes.
 */
static Stack *
find_caller(KCall *c)
{
	Stack **at = &found[(c->wdesc >> FOUND_SHIFT) % NFOUND];
	Process *p;

	if (*at && is_stack(*at, c->wdesc))
		return *at;
	p = process_of_data(c->gsb);
	*at = p ? stack_of(p, c->wdesc) : NULL;
	if (!p)
		caller_stop(c); /* the kernel knows no such process */
	else if (!*at)
		end_caller(p, c, PANIC_STACK, EXIT_STACK, "stack overflow");
	return *at;
}

/* note_low: note the thread with the stack s, of low priority, as the last caller. */
static void
note_low(Caller *last, Stack *s)
{
	CallerThread *t = last->threads[1].stack == s ? &last->threads[1] : &last->threads[0];

	if (t->stack != s)
		last->threads[1] = last->threads[0];
	set_caller_thread(t, s);
	if (s->process->pending)
		t->nbytes = 0; /* so that the gate asks for each call of the process */
	last->last = t;
}

/* note_caller: note the thread with the stack s as the last caller. */
static void
note_caller(Stack *s, uint32_t priority)
{
	Caller *last = last_caller();

	if (s->process != last->process) {
		set_caller_process(s->process);
		node_words()->running = s->process->pid;
	}
	if (priority == PRIORITY_LOW) {
		note_low(last, s);
		return;
	}
	last->high = (CallerThread){.stack = s, .low = s->low};
	last->last = &last->high;
}

/* The status of the low-priority process that a call has interrupted; negative: Error is set. */
#define SAVED_STATUS ((int32_t *)0x80000040u)

static void
end_for_error(Process *p, KCall *c) /* end the caller, which has set Error */
{
	*SAVED_STATUS &= INT32_MAX;
	__t800_testerr();
	end_caller(p, c, PANIC_ERROR, EXIT_ERROR,
		"Error was set: division by zero, index out of bounds, or checked overflow");
}

bool
caller_check(KCall *c)
{
	Stack *s = find_caller(c);

	if (!s)
		return false;
	note_caller(s, c->wdesc & PRIORITY_LOW);
	if (!is_whole(s))
		end_caller(s->process, c, PANIC_STACK, EXIT_STACK, "stack overflow");
	else if (*SAVED_STATUS >= 0 || !(c->wdesc & PRIORITY_LOW))
		return true;
	else
		end_for_error(s->process, c);
	return false;
}
