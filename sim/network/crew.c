/*
 * crew.c - threads that do a task together.
 *
 * Tasks take microseconds and follow each other closely, so a thread looks for its next share for a
 * while before it sleeps. A share is FREE, then READY (set by the caller), TAKEN (set by the thread
 * that does it) and FREE again. Each of these changes publishes what was written before it.
 */
#define _GNU_SOURCE
#include "crew.h"

#include "base/base.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
	LOOKS = 2000, /* a thread looks so often for a share, for some 50 us, before it sleeps */
	FEW_LOOKS = 100, /* looks for a share before a thread gives up its processor for a while */
};

/* The state of a share of the task. */
typedef enum ShareState {
	FREE, /* there is nothing to do */
	READY, /* the share waits for a thread */
	TAKEN, /* a thread does the share */
} ShareState;

/* A share's thread. */
typedef struct Member {
	uint8_t apart[CACHE_LINE]; /* keeps the next member out of this one's cache lines */
	_Atomic ShareState state;
	atomic_bool asleep;        /* the thread waits for `wake` */
	bool started;              /* the thread exists */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	Crew *crew;
} Member;

struct Crew {
	Member *members; /* [size] */
	uint32_t size;
	bool crowded;    /* more threads than processors */
	atomic_bool ending; /* the threads are to end */
	/* of the present task; constant while a share is not FREE */
	CrewWork *work;
	void *context;
};

/* pause_briefly: tell the host's processor that this loop waits for another thread. */
static inline void
pause_briefly(void)
{
#if defined __x86_64__
	__builtin_ia32_pause();
#elif defined __aarch64__
	__asm__ volatile("yield");
#endif
}

/*
 * try_to_do_share: do a share of the work if no thread has begun it; returns whether this thread
 * did it.
 */
static bool
try_to_do_share(Crew *c, uint32_t share)
{
	Member *m = &c->members[share];
	ShareState ready = READY;

	if (atomic_load_explicit(&m->state, memory_order_relaxed) != READY
		|| !atomic_compare_exchange_strong(&m->state, &ready, TAKEN))
		return false;
	c->work(c->context, share);
	atomic_store_explicit(&m->state, FREE, memory_order_release);
	return true;
}

/*
 * look_for_share: for a while, look for a share of the work and do it; returns whether there was
 * one.
 */
static bool
look_for_share(Member *m)
{
	Crew *c = m->crew;

	for (int i = 0; i < LOOKS; i++) {
		if (try_to_do_share(c, m - c->members))
			return true;
		if (c->crowded)
			sched_yield();
		else
			pause_briefly();
	}
	return false;
}

/* sleep_member: sleep until there is a share, or the crew ends. */
static void
sleep_member(Member *m)
{
	pthread_mutex_lock(&m->lock);
	atomic_store(&m->asleep, true);
	while (atomic_load(&m->state) != READY && !atomic_load(&m->crew->ending))
		pthread_cond_wait(&m->wake, &m->lock);
	atomic_store(&m->asleep, false);
	pthread_mutex_unlock(&m->lock);
}

/* member_main: the main function of a thread of the crew: do shares until the crew ends. */
static void *
member_main(void *context)
{
	Member *m = context;

	while (!atomic_load(&m->crew->ending))
		if (!look_for_share(m))
			sleep_member(m);
	return NULL;
}

/* wake_member: wake a thread of the crew if it sleeps. */
static void
wake_member(Member *m)
{
	if (!atomic_load(&m->asleep))
		return;
	pthread_mutex_lock(&m->lock);
	pthread_cond_signal(&m->wake);
	pthread_mutex_unlock(&m->lock);
}

/* start_thread: start a member's thread, which receives no signals. */
static void
start_thread(Member *m)
{
	sigset_t all, old;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	m->started = pthread_create(&m->thread, NULL, member_main, m) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

uint32_t
crew_processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

Crew *
crew_new(uint32_t size)
{
	Crew *c = xcalloc(1, sizeof *c);

	c->size = size;
	c->crowded = size > crew_processors();
	c->members = xcalloc(size, sizeof *c->members);
	for (uint32_t i = 0; i < size; i++) {
		c->members[i].crew = c;
		pthread_mutex_init(&c->members[i].lock, NULL);
		pthread_cond_init(&c->members[i].wake, NULL);
	}
	for (uint32_t i = 1; i < size; i++)
		start_thread(&c->members[i]);
	return c;
}

void
crew_free(Crew *c)
{
	atomic_store(&c->ending, true);
	for (uint32_t i = 0; i < c->size; i++) {
		Member *m = &c->members[i];

		wake_member(m);
		if (m->started)
			pthread_join(m->thread, NULL);
		pthread_mutex_destroy(&m->lock);
		pthread_cond_destroy(&m->wake);
	}
	free(c->members);
	free(c);
}

/* await_share: wait until a share is done that another thread has begun. */
static void
await_share(Member *m)
{
	int looks = m->crew->crowded ? 0 : FEW_LOOKS;

	for (int i = 0; atomic_load_explicit(&m->state, memory_order_acquire) != FREE; i++) {
		if (i < looks)
			pause_briefly();
		else
			sched_yield();
	}
}

void
crew_do(Crew *c, uint64_t shares, CrewWork *work, void *context)
{
	c->work = work;
	c->context = context;
	for (uint32_t i = 1; i < c->size; i++) {
		if (!(shares >> i & 1))
			continue;
		atomic_store(&c->members[i].state, READY);
		wake_member(&c->members[i]);
	}
	if (shares & 1)
		work(context, 0);
	for (uint32_t i = 1; i < c->size; i++)
		if (shares >> i & 1)
			try_to_do_share(c, i);
	for (uint32_t i = 1; i < c->size; i++)
		if (shares >> i & 1)
			await_share(&c->members[i]);
}
