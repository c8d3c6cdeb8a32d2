/*
 * pthread.c - POSIX threads, mutexes, conditions and values, built on those of C11.
 *
 * A result of C11 is an int, which has room for a pointer.
 */
#include "lib.h"
#include "own_thread.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>

_Static_assert(sizeof(int) == sizeof(void *), "a thread's result");

/* error_of: the number of errno.h for a result of C11. */
static int
error_of(int result)
{
	switch (result) {
	case thrd_success:
		return 0;
	case thrd_busy:
		return EBUSY;
	case thrd_timedout:
		return ETIMEDOUT;
	default:
		return EAGAIN;
	}
}

/* ---- threads ---- */

int
pthread_create(pthread_t *restrict to, const pthread_attr_t *restrict attributes,
	void *(*f)(void *), void *restrict argument)
{
	pthread_attr_t a;

	if (attributes)
		a = *attributes;
	else
		pthread_attr_init(&a);
	return error_of(__thrd_start(to, (thrd_start_t)f, argument, a.stack,
		a.detached == PTHREAD_CREATE_DETACHED));
}

int
pthread_join(pthread_t t, void **result)
{
	int value;

	if (t == thrd_current())
		return EDEADLK;
	if (!t->thread || t->detached)
		return EINVAL;
	thrd_join(t, &value);
	if (result)
		*result = (void *)value;
	return 0;
}

int
pthread_detach(pthread_t t)
{
	if (!t->thread || t->detached)
		return EINVAL;
	return error_of(thrd_detach(t));
}

void
pthread_exit(void *result)
{
	while (thrd_current()->cleanups)
		__cleanup_pop(1);
	thrd_exit((int)result);
}

pthread_t
pthread_self(void)
{
	return thrd_current();
}

int
pthread_equal(pthread_t a, pthread_t b)
{
	return a == b;
}

int
pthread_once(pthread_once_t *once, void (*f)(void))
{
	call_once(once, f);
	return 0;
}

int
sched_yield(void)
{
	thrd_yield();
	return 0;
}

void
__cleanup_push(struct __Cleanup *cleanup)
{
	thrd_t t = thrd_current();

	cleanup->next = t->cleanups;
	t->cleanups = cleanup;
}

void
__cleanup_pop(int execute)
{
	thrd_t t = thrd_current();
	struct __Cleanup *last = t->cleanups;

	t->cleanups = last->next;
	if (execute)
		last->f(last->argument);
}

/* ---- attributes ---- */

int
pthread_attr_init(pthread_attr_t *attributes)
{
	*attributes = (pthread_attr_t){THREAD_STACK, PTHREAD_CREATE_JOINABLE};
	return 0;
}

int
pthread_attr_destroy(pthread_attr_t *attributes)
{
	(void)attributes; /* nothing was allocated for them */
	return 0;
}

int
pthread_attr_setdetachstate(pthread_attr_t *attributes, int state)
{
	if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
		return EINVAL;
	attributes->detached = state;
	return 0;
}

int
pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state)
{
	*state = attributes->detached;
	return 0;
}

int
pthread_attr_setstacksize(pthread_attr_t *attributes, size_t bytes)
{
	if (bytes < PTHREAD_STACK_MIN)
		return EINVAL;
	attributes->stack = bytes;
	return 0;
}

int
pthread_attr_getstacksize(const pthread_attr_t *restrict attributes, size_t *restrict bytes)
{
	*bytes = attributes->stack;
	return 0;
}

/* ---- mutexes ---- */

int
pthread_mutexattr_init(pthread_mutexattr_t *attributes)
{
	*attributes = PTHREAD_MUTEX_DEFAULT;
	return 0;
}

int
pthread_mutexattr_destroy(pthread_mutexattr_t *attributes)
{
	(void)attributes;
	return 0;
}

int
pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type)
{
	if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ERRORCHECK)
		return EINVAL;
	*attributes = type;
	return 0;
}

int
pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attributes, int *restrict type)
{
	*type = *attributes;
	return 0;
}

int
pthread_mutex_init(pthread_mutex_t *restrict m, const pthread_mutexattr_t *restrict attributes)
{
	mtx_init(m, mtx_plain);
	m->recursive = attributes ? *attributes : PTHREAD_MUTEX_DEFAULT;
	return 0;
}

int
pthread_mutex_destroy(pthread_mutex_t *m)
{
	mtx_destroy(m);
	return 0;
}

/* is_checked_owner: true if the thread has locked a mutex that checks errors. */
static bool
is_checked_owner(const pthread_mutex_t *m)
{
	return m->recursive == PTHREAD_MUTEX_ERRORCHECK && m->owner == __own();
}

int
pthread_mutex_lock(pthread_mutex_t *m)
{
	return is_checked_owner(m) ? EDEADLK : error_of(mtx_lock(m));
}

int
pthread_mutex_trylock(pthread_mutex_t *m)
{
	return is_checked_owner(m) ? EBUSY : error_of(mtx_trylock(m));
}

int
pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict until)
{
	return is_checked_owner(m) ? EDEADLK : error_of(mtx_timedlock(m, until));
}

int
pthread_mutex_unlock(pthread_mutex_t *m)
{
	if (m->recursive != PTHREAD_MUTEX_NORMAL && m->owner != __own())
		return EPERM;
	return error_of(mtx_unlock(m));
}

/* ---- conditions ---- */

int
pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict none)
{
	(void)none;
	return error_of(cnd_init(c));
}

int
pthread_cond_destroy(pthread_cond_t *c)
{
	cnd_destroy(c);
	return 0;
}

int
pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m)
{
	return error_of(cnd_wait(c, m));
}

int
pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
	const struct timespec *restrict until)
{
	return error_of(cnd_timedwait(c, m, until));
}

int
pthread_cond_signal(pthread_cond_t *c)
{
	return error_of(cnd_signal(c));
}

int
pthread_cond_broadcast(pthread_cond_t *c)
{
	return error_of(cnd_broadcast(c));
}

/* ---- values of a thread's own ---- */

int
pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	return error_of(tss_create(key, destructor));
}

int
pthread_key_delete(pthread_key_t key)
{
	tss_delete(key);
	return 0;
}

void *
pthread_getspecific(pthread_key_t key)
{
	return tss_get(key);
}

int
pthread_setspecific(pthread_key_t key, const void *value)
{
	return tss_set(key, (void *)value) == thrd_success ? 0 : EINVAL;
}
