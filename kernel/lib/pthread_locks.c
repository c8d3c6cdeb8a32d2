/*
 * pthread_locks.c - POSIX locks for readers and writers, and barriers.
 *
 * A writer waits until no thread reads; a reader does not wait for waiting writers.
 */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- readers and writers ---- */

int
pthread_rwlock_init(pthread_rwlock_t *restrict l, const pthread_rwlockattr_t *restrict none)
{
	(void)none;
	pthread_mutex_init(&l->lock, NULL);
	pthread_cond_init(&l->changed, NULL);
	l->readers = 0;
	l->writer = NULL;
	return 0;
}

int
pthread_rwlock_destroy(pthread_rwlock_t *l)
{
	pthread_cond_destroy(&l->changed);
	return pthread_mutex_destroy(&l->lock);
}

/* acquire: lock for reading or writing; EBUSY if another has it and the caller does not wait. */
static int
acquire(pthread_rwlock_t *l, bool write, bool wait)
{
	pthread_t self = pthread_self();
	int result = 0;

	pthread_mutex_lock(&l->lock);
	while (result == 0 && (l->writer || (write && l->readers > 0))) {
		if (!wait)
			result = EBUSY;
		else if (l->writer == self)
			result = EDEADLK;
		else
			pthread_cond_wait(&l->changed, &l->lock);
	}
	if (result == 0 && write)
		l->writer = self;
	else if (result == 0)
		l->readers++;
	pthread_mutex_unlock(&l->lock);
	return result;
}

int
pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
	return acquire(l, false, true);
}

int
pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
	return acquire(l, false, false);
}

int
pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
	return acquire(l, true, true);
}

int
pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
	return acquire(l, true, false);
}

int
pthread_rwlock_unlock(pthread_rwlock_t *l)
{
	int result = 0;

	pthread_mutex_lock(&l->lock);
	if (l->writer == pthread_self())
		l->writer = NULL;
	else if (!l->writer && l->readers > 0)
		l->readers--;
	else
		result = EPERM;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->lock);
	return result;
}

/* ---- barriers ---- */

int
pthread_barrier_init(pthread_barrier_t *restrict b, const pthread_barrierattr_t *restrict none,
	unsigned count)
{
	(void)none;
	if (count == 0)
		return EINVAL;
	*b = (pthread_barrier_t){.count = count};
	pthread_mutex_init(&b->lock, NULL);
	return pthread_cond_init(&b->full, NULL);
}

int
pthread_barrier_destroy(pthread_barrier_t *b)
{
	pthread_cond_destroy(&b->full);
	return pthread_mutex_destroy(&b->lock);
}

/* pthread_barrier_wait: the last thread of a round gets PTHREAD_BARRIER_SERIAL_THREAD. */
int
pthread_barrier_wait(pthread_barrier_t *b)
{
	bool last;

	pthread_mutex_lock(&b->lock);
	last = ++b->waiting == b->count;
	if (last) {
		b->waiting = 0;
		b->round++;
		pthread_cond_broadcast(&b->full);
	} else {
		for (unsigned round = b->round; round == b->round;)
			pthread_cond_wait(&b->full, &b->lock);
	}
	pthread_mutex_unlock(&b->lock);
	return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
