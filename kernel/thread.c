/*
 * thread.c - the stacks of a process's threads, and semaphores.
 *
 * A semaphore is in the process's memory; its queue is a list of the waiting calls.
 *
 * A semaphore that is always released by the thread that took it is a lock, and records its holder,
 * so that a deadlock can be found from outside. It is no longer a lock once a thread other than its
 * holder has signalled it, or a thread has waited before any had taken it.
 */
#include "node.h"

static Pool pool = {sizeof(Stack), NULL};

int
stack_add(Process *p, uint32_t low, uint32_t nbytes)
{
	Stack *s = pool_take(&pool);

	if (!s)
		return KE_NOMEM;
	*s = (Stack){.next = p->stacks, .low = low, .nbytes = nbytes, .process = p};
	p->stacks = s;
	stamp_thread(s);
	*(uint32_t *)low = STACK_GUARD;
	caller_expect(p, s);
	return 0;
}

void
stack_remove(Process *p, uint32_t low)
{
	for (Stack **at = &p->stacks; *at; at = &(*at)->next) {
		Stack *s = *at;

		if (s->low != low)
			continue;
		*at = s->next;
		s->nbytes = 0;
		caller_remove(s);
		stamp_end(s);
		pool_put(&pool, s);
		return;
	}
}

void
stacks_free(Process *p)
{
	while (p->stacks)
		stack_remove(p, p->stacks->low);
}

static void
note_holder(Semaphore *s, uint32_t stack) /* store the stack of the thread that holds lock s */
{
	if (s->holder != NO_LOCK)
		s->holder = stack;
}

int
sem_wait_call(KCall *c, Semaphore *s)
{
	if (s->count > 0) {
		s->count--;
		note_holder(s, last_thread()->low);
		stamp_semaphore(s);
		return 0;
	}
	if (s->holder == 0)
		s->holder = NO_LOCK;
	c->state = KCALL_WAITS;
	c->argument[SEM_WAIT_STACK] = last_thread()->low;
	stamp_wait(c, s);
	c->next = NULL;
	if (s->front)
		((KCall *)s->back)->next = c;
	else
		s->front = (uint32_t)c;
	s->back = (uint32_t)c;
	return CALL_WAITS;
}

int
sem_try_call(Semaphore *s)
{
	if (s->count <= 0) {
		stamp_failed(s);
		return KE_AGAIN;
	}
	s->count--;
	note_holder(s, last_thread()->low);
	stamp_semaphore(s);
	return 0;
}

void
sem_signal_call(Process *p, Semaphore *s)
{
	KCall *c = (KCall *)s->front;

	note_holder(s, s->holder == last_thread()->low ? 0 : NO_LOCK);
	if (!c) {
		s->count++;
		stamp_semaphore(s);
		return;
	}
	s->front = (uint32_t)c->next;
	note_holder(s, c->argument[SEM_WAIT_STACK]);
	stamp_grant(s, c);
	call_finish(p, c, 0);
}
