/*
 * thread.c - stacks of a process's threads, and their semaphores.
 *
 * A semaphore lies in the process's memory; those that wait are a list of their calls.
 */
#include "node.h"

static Pool pool = {sizeof(Stack), NULL};

int
stack_add(Process *p, uint32_t low, uint32_t nbytes)
{
	Stack *s = pool_take(&pool);

	if (!s)
		return KE_NOMEM;
	*s = (Stack){p->stacks, low, nbytes};
	p->stacks = s;
	*(uint32_t *)low = STACK_GUARD;
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

int
sem_wait_call(KCall *c, Semaphore *s)
{
	if (s->count > 0) {
		s->count--;
		return 0;
	}
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
	if (s->count <= 0)
		return KE_AGAIN;
	s->count--;
	return 0;
}

void
sem_signal_call(Semaphore *s)
{
	KCall *c = (KCall *)s->front;

	if (!c) {
		s->count++;
		return;
	}
	s->front = (uint32_t)c->next;
	call_finish(c, 0);
}
