/*
 * threads.c - threads, semaphores and channels as `trellis cc --graph` sees them, like messages.c.
 *
 * A semaphore carries signals from thread to thread, first come first served: a signal is a send, a
 * wait a receive. A channel is a rendezvous: an output sends and waits for the answer of the input.
 * A condition that depends on other threads has both outcomes.
 */
#include <kernel.h>
#include <stdbool.h>
#include <t800.h>
#include <threads.h>
#include "graph_model.h"

/* ---- threads ---- */

Thread *
thread_start(void (*f)(void *), void *argument, uint32_t stack_bytes, int priority)
{
	(void)stack_bytes, (void)priority;
	return __graph_start((void *)f, argument, 0);
}

void
thread_join(Thread *t)
{
	__graph_join(t);
}

int
kclone(void (*f)(void *), void *argument, uint32_t stack_bytes, int priority)
{
	(void)stack_bytes, (void)priority;
	__graph_start((void *)f, argument, 1);
	return __graph_any();
}

/* ---- semaphores ---- */

/* The first signals come from the thread that sets the count. */
void
sem_init(Semaphore *s, int count)
{
	if (count < 0 || count > 4)
		__graph_count();
	if (count > 0)
		__graph_put(s, GRAPH_SEMAPHORE);
	if (count > 1)
		__graph_put(s, GRAPH_SEMAPHORE);
	if (count > 2)
		__graph_put(s, GRAPH_SEMAPHORE);
	if (count > 3)
		__graph_put(s, GRAPH_SEMAPHORE);
}

void
sem_wait(Semaphore *s)
{
	__graph_take(s, GRAPH_SEMAPHORE);
}

int
sem_try(Semaphore *s)
{
	if (!__graph_any())
		return KE_AGAIN;
	__graph_take(s, GRAPH_SEMAPHORE);
	return 0;
}

void
sem_signal(Semaphore *s)
{
	__graph_put(s, GRAPH_SEMAPHORE);
}

/* ---- channels ---- */

void
__t800_out(const void *from, Channel *c, uint32_t n)
{
	(void)from, (void)n;
	__graph_put(c, GRAPH_CHANNEL);
	__graph_take(c, GRAPH_ANSWER);
}

void
__t800_outword(Channel *c, uint32_t word)
{
	__t800_out(&word, c, sizeof word);
}

void
__t800_outbyte(Channel *c, uint32_t byte)
{
	__t800_out(&byte, c, 1);
}

void
__t800_in(void *to, Channel *c, uint32_t n)
{
	(void)n;
	__graph_take(c, GRAPH_CHANNEL);
	__graph_put(c, GRAPH_ANSWER);
	__graph_fill(to);
}

/* ---- C11 ---- */

int
thrd_create(thrd_t *t, thrd_start_t f, void *argument)
{
	*t = __graph_start((void *)f, argument, 0);
	return thrd_success;
}

int
thrd_join(thrd_t t, int *result)
{
	__graph_join(t);
	if (result)
		*result = __graph_any();
	return thrd_success;
}

int
mtx_init(mtx_t *m, int type)
{
	if (type & mtx_recursive)
		__graph_recursive();
	sem_init(&m->free, 1);
	return thrd_success;
}

int
mtx_lock(mtx_t *m)
{
	sem_wait(&m->free);
	return thrd_success;
}

int
mtx_trylock(mtx_t *m)
{
	return sem_try(&m->free) == 0 ? thrd_success : thrd_busy;
}

int
mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict until)
{
	(void)until;
	return sem_try(&m->free) == 0 ? thrd_success : thrd_timedout;
}

int
mtx_unlock(mtx_t *m)
{
	sem_signal(&m->free);
	return thrd_success;
}

int
cnd_init(cnd_t *c)
{
	sem_init(&c->lock, 1);
	sem_init(&c->signalled, 0);
	return thrd_success;
}

static void
join_waiting(cnd_t *c) /* wait for a signal of the condition */
{
	sem_wait(&c->lock);
	sem_signal(&c->lock);
}

int
cnd_wait(cnd_t *c, mtx_t *m)
{
	join_waiting(c);
	mtx_unlock(m);
	sem_wait(&c->signalled);
	return mtx_lock(m);
}

int
cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict until)
{
	bool late = false;

	(void)until;
	join_waiting(c);
	mtx_unlock(m);
	if (sem_try(&c->signalled) < 0) {
		sem_wait(&c->lock);
		late = sem_try(&c->signalled) < 0;
		sem_signal(&c->lock);
	}
	mtx_lock(m);
	return late ? thrd_timedout : thrd_success;
}

int
cnd_signal(cnd_t *c)
{
	sem_wait(&c->lock);
	if (__graph_any())
		sem_signal(&c->signalled);
	sem_signal(&c->lock);
	return thrd_success;
}

int
cnd_broadcast(cnd_t *c)
{
	sem_wait(&c->lock);
	while (__graph_any())
		sem_signal(&c->signalled);
	sem_signal(&c->lock);
	return thrd_success;
}

void
call_once(once_flag *flag, void (*f)(void))
{
	sem_wait(&flag->turn);
	if (__graph_any())
		f();
	sem_signal(&flag->turn);
}
