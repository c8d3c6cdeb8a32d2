/* panic.c - failures of a process or of the kernel. The record is
 * stored in the node's words, where peek can read it, and is sent to
 * the host.
 * 
 * The processor's Error flag belongs to no process: it is checked when
 * a low-priority process enters the kernel, and this process, which has
 * most likely run since the last check, is reported as its cause. */
#include "node.h"

static void
copy_text(char *to, uint32_t room, const char *from) /* copy it, cut to the room */
{
	uint32_t n = 0;

	while (n < room - 1 && from[n])
		n++;
	memcpy(to, from, n);
	to[n] = '\0';
}

static void /* in NodeWords */
record_panic(uint32_t pid, uint32_t reason, uint32_t wptr, uint32_t iptr, const char *text)
{
	NodeWords *w = node_words();

	w->panic = reason;
	w->panic_pid = pid;
	w->panic_wptr = wptr;
	w->panic_iptr = iptr;
	w->panic_text = (uint32_t)text;
}

void
report(Process *p, uint32_t reason, uint32_t wptr, uint32_t iptr, const char *text)
{
	static char kept[sizeof ((HaltReport *)0)->text];
	HaltReport *r = memory_alloc_server(sizeof *r);

	copy_text(kept, sizeof kept, text);
	record_panic(p ? p->pid : 0, reason, wptr, iptr, kept);
	if (!r)
		return; /* the record in memory has to suffice */
	*r = (HaltReport){.node = node_self(), .pid = p ? p->pid : 0, .reason = reason,
		.wptr = wptr,
		.iptr = iptr, .task = node_words()->task};
	memcpy(r->name, p ? p->image->program->name : "kernel", p ? sizeof r->name : 7);
	memcpy(r->text, kept, sizeof r->text);
	reply(NODE_HOST, EVENT_SYSTEM(EV_HALTD), 0, r, sizeof *r);
}

/* panic: stop the node, after a mistake of the kernel itself, or of a neighbour. */
void
panic(const char *text)
{
	NodeWords *w = node_words();

	record_panic(0, PANIC_KERNEL, (uint32_t)__t800_wptr(), 0, text);
	w->phase = PHASE_HALTED;
	__t800_sethalterr();
	for (;;)
		__t800_seterr();
}

/* end_caller: end the caller because of a fatal error. */
static void
end_caller(Process *p, KCall *c, uint32_t panic, uint32_t exit, const char *text)
{
	caller_stop(c);
	report(p, panic, c->wdesc & ~3u, caller_iptr(c), text);
	memory_check(p);
	process_end(p, exit, 0);
}

/*
 * stack_of: the caller's stack, NULL if there is none. It becomes the first stack of the process,
 * because this caller is likely to call again.
 */
static Stack *
stack_of(Process *p, uint32_t wdesc)
{
	Stack **at = &p->stacks, *s;

	while ((s = *at) && !is_stack(s, wdesc))
		at = &s->next;
	if (s && at != &p->stacks) {
		*at = s->next;
		s->next = p->stacks;
		p->stacks = s;
	}
	return s;
}

/* no stack; its lowest word can be read, since it is compared with the guard */
static Stack none = {.low = NODE_WORDS};

static void
set_caller_thread(CallerThread *t, Stack *s) /* note that t has the stack s */
{
	*t = (CallerThread){s, s->low, s->nbytes};
}

static void
set_caller_process(Process *p, Pid pid) /* note p as the last caller */
{
	Caller *last = last_caller();

	last->process = p;
	last->pid = pid;
	last->last = &last->threads[1];
	set_caller_thread(&last->threads[0], &none);
	set_caller_thread(&last->threads[1], &none);
}

void
caller_forget(void)
{
	set_caller_process(NULL, 0);
}

/* other_thread: of the two threads that called last, the one that called earlier. */
static CallerThread *
other_thread(void)
{
	Caller *last = last_caller();

	return &last->threads[last->last == last->threads];
}

void
caller_remove(const Stack *s)
{
	if (last_thread()->stack == s)
		set_caller_thread(last_thread(), &none);
	else if (other_thread()->stack == s)
		set_caller_thread(other_thread(), &none);
}

void
caller_expect(const Process *p, Stack *s)
{
	if (p == last_caller()->process)
		set_caller_thread(other_thread(), s);
}

/* The status of the low-priority process that a call has interrupted; negative: Error is set. */
#define SAVED_STATUS ((int32_t *)0x80000040u)

/* is_thread: true if the workspace is in the stack of t, whose guard is intact. */
static inline bool
is_thread(const CallerThread *t, uint32_t wdesc)
{
	return wdesc - t->low < t->nbytes && *(const uint32_t *)t->low == last_caller()->guard;
}

/* is_known: true if the caller is one of the two threads that called last; notes which. */
static inline bool
is_known(const KCall *c)
{
	Caller *last = last_caller();

	if (c->self != last->pid)
		return false;
	if (is_thread(last->last, c->wdesc))
		return true;
	if (!is_thread(other_thread(), c->wdesc))
		return false;
	last->last = other_thread();
	return true;
}

/* find_caller: find the caller's process and stack; false if there are none, or it has ended. */
static bool
find_caller(KCall *c)
{
	Caller *last = last_caller();
	Process *p = c->self == last->pid ? last->process : process_find(c->self);
	Stack *s;

	if (!p) {
		caller_stop(c); /* the kernel knows no such process */
		return false;
	}
	s = stack_of(p, c->wdesc);
	if (!s || !is_whole(s)) {
		node_words()->running = c->self;
		end_caller(p, c, PANIC_STACK, EXIT_STACK, "stack overflow");
		return false;
	}
	if (c->self != last->pid) {
		set_caller_process(p, c->self);
		node_words()->running = c->self;
	}
	if (last->last->stack != s) {
		last->last = other_thread();
		set_caller_thread(last->last, s);
	}
	return true;
}

static void
end_for_error(KCall *c) /* end the caller, which has set Error */
{
	*SAVED_STATUS &= INT32_MAX;
	__t800_testerr();
	end_caller(last_caller()->process, c, PANIC_ERROR, EXIT_ERROR,
		"Error was set: division by zero, index out of bounds, or checked overflow");
}

bool
caller_check(KCall *c)
{
	if (!is_known(c) && !find_caller(c))
		return false;
	if (*SAVED_STATUS >= 0 || !(c->wdesc & PRIORITY_LOW))
		return true;
	end_for_error(c);
	return false;
}
