/*
 * call.c - the calls of programs: one function for each.
 *
 * Each caller's stack and the processor's Error flag are checked on entry.
 */
#include "node.h"

/* These calls have functions of their own, which gate.s calls, too. */
#define call_SEND message_send
#define call_RECEIVE message_receive

/*
 * start_receive: begin the receive of an exchange, after its send. From now on the call counts as a
 * receive: if a signal interrupts it, the message is not sent again.
 */
static int32_t
start_receive(Process *p, KCall *c)
{
	c->number = KC_RECEIVE;
	c->argument[0] = (uint32_t)c->then;
	c->argument[1] = 0;
	return message_receive(p, c);
}

static int32_t
call_EXCHANGE(Process *p, KCall *c) /* carry out KC_EXCHANGE; its result */
{
	int32_t result = message_send(p, c);

	return result >= 0 ? start_receive(p, c) : result;
}

static int32_t
call_ROUTE(Process *p, KCall *c) /* carry out KC_ROUTE; its result */
{
	uint32_t to = c->argument[0];
	int link;

	(void)p;
	if (to == NODE_LOCAL || to == node_self())
		return NH_LINK_LOCAL;
	link = route_link(to, node_self(), -1);
	return link < 0 ? KE_NONODE : link;
}

static int32_t
call_TABLE(Process *p, KCall *c) /* carry out KC_TABLE; its result */
{
	(void)p;
	*(uint32_t *)c->argument[0] = node_count();
	return (int32_t)node_table();
}

static int32_t
call_ALLOC(Process *p, KCall *c) /* carry out KC_ALLOC; its result */
{
	return (int32_t)memory_alloc(p, c->argument[0]);
}

static int32_t
call_FREE(Process *p, KCall *c) /* carry out KC_FREE; its result */
{
	void *block = (void *)c->argument[0];

	if (block && !memory_owned(block, p))
		return KE_INVAL;
	memory_free(block);
	links_retry();
	return 0;
}

static int32_t
call_AVAIL(Process *p, KCall *c) /* carry out KC_AVAIL; its result */
{
	(void)p;
	(void)c;
	return memory_avail();
}

static int32_t
call_EVENT(Process *p, KCall *c) /* carry out KC_EVENT; its result */
{
	static uint32_t last;

	(void)p;
	(void)c;
	last = (last + 1) & (NOWN_EVENTS - 1);
	return (int32_t)(OWN_EVENTS | last);
}

static int32_t
call_EXIT(Process *p, KCall *c) /* carry out KC_EXIT; its result */
{
	caller_stop(c);
	stamp_exit();
	if (c->argument[1] != EXIT_CALLED)
		report_caller(p, c, PANIC_ABORT, "abort");
	process_end(p, c->argument[1], c->argument[0]);
	return CALL_ENDS;
}

static int32_t
call_PANIC(Process *p, KCall *c) /* carry out KC_PANIC; its result */
{
	caller_stop(c);
	stamp_exit();
	report_caller(p, c, PANIC_ABORT, (const char *)c->argument[0]);
	process_end(p, EXIT_PANIC, 0);
	return CALL_ENDS;
}

static int32_t
call_CLONE(Process *p, KCall *c) /* carry out KC_CLONE; its result */
{
	return process_clone(p, c->argument[0], c->argument[1], c->argument[2], c->argument[3]);
}

static int32_t
call_STACK(Process *p, KCall *c) /* carry out KC_STACK; its result */
{
	int result = stack_add(p, c->argument[0], c->argument[1]);

	if (result == 0)
		stamp_start_thread(c, p->stacks);
	return result;
}

static int32_t
call_THREAD_END(Process *p, KCall *c) /* carry out KC_THREAD_END; its result */
{
	caller_stop(c);
	sem_signal_call(p, (Semaphore *)c->argument[1]);
	stack_remove(p, c->argument[0]);
	return CALL_ENDS;
}

static int32_t
call_SEM_WAIT(Process *p, KCall *c) /* carry out KC_SEM_WAIT; its result */
{
	(void)p;
	return sem_wait_call(c, (Semaphore *)c->argument[0]);
}

static int32_t
call_SEM_TRY(Process *p, KCall *c) /* carry out KC_SEM_TRY; its result */
{
	(void)p;
	return sem_try_call((Semaphore *)c->argument[0]);
}

static int32_t
call_SEM_SIGNAL(Process *p, KCall *c) /* carry out KC_SEM_SIGNAL; its result */
{
	sem_signal_call(p, (Semaphore *)c->argument[0]);
	return 0;
}

static int32_t
call_SIGNALS(Process *p, KCall *c) /* carry out KC_SIGNALS; its result */
{
	p->handled = c->argument[0];
	return 0;
}

static int32_t
call_CRITICAL(Process *p, KCall *c) /* carry out KC_CRITICAL; its result */
{
	int32_t result = __call_with(p->data, c->argument[0], c->argument[1]);

	stamp_critical(c, result);
	caller_answer(result);
	return CALL_DONE;
}

/* go_on: let the caller run again; if its process is arrested, park it until the release. */
void
go_on(Process *p, KCall *c)
{
	uint32_t signals = p->pending & p->handled & ~(1u << SIGNAL_ARREST);

	c->state |= KCALL_WAITS | signals;
	p->pending &= ~signals;
	if (p->arrested) {
		c->next = p->parked;
		p->parked = c;
	} else {
		__t800_runp(c->wdesc);
	}
}

/* resume_caller: let a caller that has stopped, or is about to, continue with this result. */
static inline __attribute__((always_inline)) void
resume_caller(Process *p, KCall *c, int32_t result)
{
	c->result = result;
	if (p->pending)
		go_on(p, c);
	else
		__t800_runp(c->wdesc);
}

/* continue_receive: the send of a call that also receives is complete; do its receive. */
static __attribute__((noinline)) void
continue_receive(Process *p, KCall *c)
{
	int32_t result = start_receive(p, c);

	if (result != CALL_WAITS)
		resume_caller(p, c, result);
}

void
call_finish(Process *p, KCall *c, int32_t result) /* answer the call, or go on to its receive */
{
	if (c->number == KC_EXCHANGE && result >= 0)
		continue_receive(p, c);
	else
		resume_caller(p, c, result);
}

/* answer_call: let the caller continue with this result, or wait. gate.s does the same. */
static void
answer_call(Process *p, KCall *c, int32_t result)
{
	bool interrupted = c->wdesc & PRIORITY_LOW;

	if (result == CALL_WAITS) {
		if (interrupted)
			caller_wait(c);
		return;
	}
	c->result = result == CALL_DONE ? caller_answered() : result;
	if (interrupted)
		caller_answer(c->result);
	if (!p->pending)
		return;
	if (interrupted) {
		c->state = 0;
		caller_wait(c);
	}
	go_on(p, c);
}

int32_t
call_unknown(Process *p, KCall *c)
{
	int32_t result = stamp_note(c);

	(void)p;
	if (result == CALL_ENDS)
		caller_stop(c);
	return result;
}

const CallFunction calls[CALL_SLOTS] = {
#define X(name) [KC_##name] = call_##name,
	KCALLS(X)
#undef X
	[NKCALLS ... CALL_SLOTS - 1] = call_unknown,
};

/*
 * kernel_call: carry out a call of the last caller, who has been checked, and answer it. It is not
 * inline, because observers set a breakpoint on it.
 */
static __attribute__((noinline)) void
kernel_call(KCall *c)
{
	Process *p = last_caller()->process;
	int32_t result = carry_out(p, c);

	if (result == CALL_ENDS)
		return;
	stamp_answer(p, c, result);
	answer_call(p, c, result);
}

void
kernel_enter(KCall *c)
{
	if (stamp_enter(c))
		return;
	if (caller_check(c))
		kernel_call(c);
}
