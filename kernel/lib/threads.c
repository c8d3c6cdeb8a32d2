/*
 * threads.c - C11 threads, built on those of kernel.h.
 *
 * A thread finds its record by __own(). The first thread, and those of thread_start, share one
 * record, which is not in the list. A detached thread's memory is freed when another is made,
 * because a thread cannot free its own stack.
 */
#include "lib.h"
#include "own_thread.h"
#include "../libc/host.h"

#include <stddef.h>
#include <stdlib.h>
#include <t800.h>

enum { POLL = 1000 }; /* us between two checks */

static struct __Thrd first;
static thrd_t list; /* the threads of thrd_create */
static int running; /* threads that have not ended, without the first */
static Semaphore lock = {.count = 1}; /* protects the list and the keys */

static struct {
	bool used;
	tss_dtor_t destructor;
} keys[KEYS];

/* ---- threads ---- */

thrd_t
thrd_current(void)
{
	thrd_t t = __own()->c11;

	return t ? t : &first;
}

/* take_value: the first value with a destructor, from key *k on; NULL if there is none. */
static void *
take_value(thrd_t t, unsigned *k, tss_dtor_t *destructor)
{
	void *value = NULL;

	sem_wait(&lock);
	for (; *k < KEYS && !value; ++*k) {
		*destructor = keys[*k].destructor;
		value = keys[*k].used && *destructor ? t->values[*k] : NULL;
		t->values[*k] = NULL;
	}
	sem_signal(&lock);
	return value;
}

/* destroy_values: call the destructors of t's values; a destructor may set values again. */
static void
destroy_values(thrd_t t)
{
	for (int round = 0; round < TSS_DTOR_ITERATIONS; round++) {
		unsigned k = 0;
		tss_dtor_t destructor;
		void *value;

		while ((value = take_value(t, &k, &destructor)) != NULL)
			destructor(value);
	}
}

static void
run_thread(void *record) /* the thread's entry: call its function */
{
	thrd_t t = record;

	__own()->c11 = t;
	if (setjmp(t->end) == 0)
		t->result = t->f(t->argument);
	destroy_values(t);
	sem_wait(&lock);
	t->ended = true;
	running--;
	sem_signal(&lock);
}

/* unlink_thread: remove the thread from the list of threads, which the caller has locked. */
static void
unlink_thread(thrd_t t)
{
	thrd_t *at = &list;

	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
}

static void
free_thread(thrd_t t) /* free the memory of thread t */
{
	thread_join(t->thread);
	free(t);
}

/* free_detached: free the detached threads that have ended. */
static void
free_detached(void)
{
	thrd_t t, next, ended = NULL;

	sem_wait(&lock);
	for (t = list; t; t = next) {
		next = t->next;
		if (!t->detached || !t->ended)
			continue;
		unlink_thread(t);
		t->next = ended;
		ended = t;
	}
	sem_signal(&lock);
	for (t = ended; t; t = next) {
		next = t->next;
		free_thread(t);
	}
}

int
__thrd_start(thrd_t *to, thrd_start_t f, void *argument, uint32_t stack, bool detached)
{
	thrd_t t = calloc(1, sizeof *t);

	free_detached();
	if (!t)
		return thrd_nomem;
	t->f = f;
	t->argument = argument;
	t->detached = detached;
	sem_wait(&lock);
	t->next = list;
	list = t;
	running++;
	*to = t;
	t->thread = thread_start(run_thread, t, stack, PRIORITY_LOW);
	if (!t->thread) {
		unlink_thread(t);
		running--;
	}
	sem_signal(&lock);
	if (t->thread)
		return thrd_success;
	free(t);
	return thrd_nomem;
}

int
thrd_create(thrd_t *to, thrd_start_t f, void *argument)
{
	return __thrd_start(to, f, argument, THREAD_STACK, false);
}

int
thrd_join(thrd_t t, int *result)
{
	thread_join(t->thread);
	if (result)
		*result = t->result;
	sem_wait(&lock);
	unlink_thread(t);
	sem_signal(&lock);
	free(t);
	return thrd_success;
}

int
thrd_detach(thrd_t t)
{
	sem_wait(&lock);
	t->detached = true;
	sem_signal(&lock);
	return thrd_success;
}

/* wait_microseconds: wait this number of microseconds of the high-priority clock. */
static void
wait_microseconds(uint32_t microseconds)
{
	timer_wait(host_clock()
		+ (process_priority() == PRIORITY_HIGH ? microseconds : microseconds / 64 + 1));
}

static int
count_running(void) /* number of threads that have not ended */
{
	int n;

	sem_wait(&lock);
	n = running;
	sem_signal(&lock);
	return n;
}

/* thrd_exit: end the calling thread; if it is the last one, end the program. */
void
thrd_exit(int result)
{
	thrd_t t = thrd_current();

	if (t == &first) {
		destroy_values(t);
		while (count_running() > 0)
			wait_microseconds(POLL);
		exit(EXIT_SUCCESS);
	}
	t->result = result;
	longjmp(t->end, 1);
}

int
thrd_equal(thrd_t a, thrd_t b)
{
	return a == b;
}

int
thrd_sleep(const struct timespec *duration, struct timespec *remaining)
{
	for (time_t s = duration->tv_sec; s > 0; s--)
		wait_microseconds(1000000);
	wait_microseconds(duration->tv_nsec / 1000);
	if (remaining)
		*remaining = (struct timespec){0};
	return 0;
}

void
thrd_yield(void)
{
	wait_microseconds(0);
}

/* ---- mutexes ---- */

int
mtx_init(mtx_t *m, int type)
{
	*m = (mtx_t){.recursive = type & mtx_recursive};
	sem_init(&m->free, 1);
	return thrd_success;
}

void
mtx_destroy(mtx_t *m)
{
	(void)m; /* nothing was allocated for it */
}

/*
 * lock_again: lock once more a recursive mutex that the thread holds; false if the thread does not
 * hold it.
 */
static bool
lock_again(mtx_t *m)
{
	if (!m->recursive || m->owner != __own())
		return false;
	m->depth++;
	return true;
}

static int
lock_acquired(mtx_t *m) /* the lock is taken: note its owner */
{
	if (m->recursive)
		__set_owner(&m->owner, __own());
	m->depth = 1;
	return thrd_success;
}

int
mtx_lock(mtx_t *m)
{
	if (lock_again(m))
		return thrd_success;
	sem_wait(&m->free);
	return lock_acquired(m);
}

int
mtx_trylock(mtx_t *m)
{
	if (lock_again(m))
		return thrd_success;
	return sem_try(&m->free) == 0 ? lock_acquired(m) : thrd_busy;
}

/* try_until: try to pass the semaphore until this succeeds, or the time `until` has come. */
static bool
try_until(Semaphore *s, const struct timespec *until)
{
	int64_t left = (int64_t)(until->tv_sec - time(NULL)) * 1000000 + until->tv_nsec / 1000;
	uint32_t looks = left > 0 ? left / POLL : 0;

	while (sem_try(s) < 0) {
		if (looks-- == 0)
			return false;
		wait_microseconds(POLL);
	}
	return true;
}

int
mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict until)
{
	if (lock_again(m))
		return thrd_success;
	return try_until(&m->free, until) ? lock_acquired(m) : thrd_timedout;
}

int
mtx_unlock(mtx_t *m)
{
	if (--m->depth == 0) {
		if (m->recursive)
			__set_owner(&m->owner, NULL);
		sem_signal(&m->free);
	}
	return thrd_success;
}

/* ---- conditions ---- */

int
cnd_init(cnd_t *c)
{
	*c = (cnd_t){0};
	sem_init(&c->lock, 1);
	sem_init(&c->signalled, 0);
	return thrd_success;
}

void
cnd_destroy(cnd_t *c)
{
	(void)c; /* nothing was allocated for it */
}

static void
begin_waiting(cnd_t *c) /* count the calling thread as waiting for c */
{
	sem_wait(&c->lock);
	c->waiting++;
	sem_signal(&c->lock);
}

int
cnd_wait(cnd_t *c, mtx_t *m)
{
	begin_waiting(c);
	mtx_unlock(m);
	sem_wait(&c->signalled);
	return mtx_lock(m);
}

/* cancel_waiting: stop waiting after a timeout; false if this thread was signalled meanwhile. */
static bool
cancel_waiting(cnd_t *c)
{
	bool signalled;

	sem_wait(&c->lock);
	signalled = sem_try(&c->signalled) == 0;
	if (!signalled)
		c->waiting--;
	sem_signal(&c->lock);
	return !signalled;
}

int
cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict until)
{
	bool late;

	begin_waiting(c);
	mtx_unlock(m);
	late = !try_until(&c->signalled, until) && cancel_waiting(c);
	mtx_lock(m);
	return late ? thrd_timedout : thrd_success;
}

static int
wake_waiting(cnd_t *c, bool all) /* wake one thread, or all */
{
	sem_wait(&c->lock);
	for (int n = all ? c->waiting : c->waiting > 0; n > 0; n--) {
		c->waiting--;
		sem_signal(&c->signalled);
	}
	sem_signal(&c->lock);
	return thrd_success;
}

int
cnd_signal(cnd_t *c)
{
	return wake_waiting(c, false);
}

int
cnd_broadcast(cnd_t *c)
{
	return wake_waiting(c, true);
}

/* ---- values of a thread's own ---- */

int
tss_create(tss_t *key, tss_dtor_t destructor)
{
	int result = thrd_error;

	sem_wait(&lock);
	for (unsigned k = 0; k < KEYS && result == thrd_error; k++) {
		if (keys[k].used)
			continue;
		keys[k].used = true;
		keys[k].destructor = destructor;
		*key = k;
		result = thrd_success;
	}
	sem_signal(&lock);
	return result;
}

/* tss_delete: discard the values of all threads. */
void
tss_delete(tss_t key)
{
	sem_wait(&lock);
	keys[key].used = false;
	first.values[key] = NULL;
	for (thrd_t t = list; t; t = t->next)
		t->values[key] = NULL;
	sem_signal(&lock);
}

void *
tss_get(tss_t key)
{
	return thrd_current()->values[key];
}

int
tss_set(tss_t key, void *value)
{
	if (key >= KEYS || !keys[key].used)
		return thrd_error;
	thrd_current()->values[key] = value;
	return thrd_success;
}

void
call_once(once_flag *flag, void (*f)(void))
{
	sem_wait(&flag->turn);
	if (!flag->done)
		f();
	flag->done = 1;
	sem_signal(&flag->turn);
}
