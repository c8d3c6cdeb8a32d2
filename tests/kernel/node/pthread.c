/* pthread.c - tests each function of POSIX threads under the kernel; prints TAP. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 5, ROUNDS = 40 };

static int tests, sum, box, destroyed, once, cleaned, reads, writes, most_readers, readers, serial;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_once_t flag = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static pthread_t created;

static void
ok(int good, const char *name)
{
	printf("%s %d - %s\n", good ? "ok" : "not ok", ++tests, name);
}

static void *
count(void *n)
{
	for (int i = 0; i < ROUNDS; i++) {
		int before;

		pthread_mutex_lock(&mutex);
		before = sum;
		sched_yield();
		sum = before + *(int *)n;
		pthread_mutex_unlock(&mutex);
	}
	return n;
}

static void
mutexes(void)
{
	pthread_t t[THREADS];
	int numbers[THREADS], same = 1;
	void *result;

	for (int i = 0; i < THREADS; i++) {
		numbers[i] = i + 1;
		pthread_create(&t[i], NULL, count, &numbers[i]);
	}
	for (int i = 0; i < THREADS; i++) {
		same &= pthread_join(t[i], &result) == 0;
		same &= result == &numbers[i];
	}
	ok(same, "pthread_create, pthread_join: results are pointers");
	ok(sum == ROUNDS * THREADS * (THREADS + 1) / 2, "pthread_mutex_lock");
}

static void *
unlock(void *m)
{
	return (void *)pthread_mutex_unlock(m);
}

static void
types(void)
{
	pthread_mutexattr_t a;
	pthread_mutex_t again, checked;
	struct timespec now;
	pthread_t t;
	void *result;
	int type;

	pthread_mutexattr_init(&a);
	ok(pthread_mutexattr_settype(&a, 7) == EINVAL
		&& pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE) == 0
		&& pthread_mutexattr_gettype(&a, &type) == 0 && type == PTHREAD_MUTEX_RECURSIVE, "types of mutexes");
	pthread_mutex_init(&again, &a);
	ok(pthread_mutex_lock(&again) == 0 && pthread_mutex_trylock(&again) == 0
		&& pthread_mutex_unlock(&again) == 0 && pthread_mutex_unlock(&again) == 0
		&& pthread_mutex_unlock(&again) == EPERM, "a recursive mutex");
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&checked, &a);
	clock_gettime(CLOCK_REALTIME, &now);
	ok(pthread_mutex_unlock(&checked) == EPERM && pthread_mutex_lock(&checked) == 0
		&& pthread_mutex_lock(&checked) == EDEADLK && pthread_mutex_trylock(&checked) == EBUSY
		&& pthread_mutex_timedlock(&checked, &now) == EDEADLK, "a mutex that checks its owner");
	pthread_create(&t, NULL, unlock, &checked);
	pthread_join(t, &result);
	ok((int)result == EPERM && pthread_mutex_unlock(&checked) == 0, "another thread may not unlock it");
	pthread_mutex_lock(&mutex);
	ok(pthread_mutex_trylock(&mutex) == EBUSY && pthread_mutex_timedlock(&mutex, &now) == ETIMEDOUT,
		"pthread_mutex_trylock, pthread_mutex_timedlock");
	pthread_mutex_unlock(&mutex);
	pthread_mutexattr_destroy(&a);
	pthread_mutex_destroy(&again);
	pthread_mutex_destroy(&checked);
}

static void *
consume(void *unused)
{
	int got = 0;

	(void)unused;
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&mutex);
		while (box == 0)
			pthread_cond_wait(&full, &mutex);
		got += box;
		box = 0;
		pthread_cond_signal(&empty);
		pthread_mutex_unlock(&mutex);
	}
	return (void *)got;
}

static void
conditions(void)
{
	struct timespec start, until, end;
	pthread_t t;
	void *got;
	int late;

	pthread_cond_init(&empty, NULL);
	pthread_create(&t, NULL, consume, NULL);
	for (int i = 1; i <= ROUNDS; i++) {
		pthread_mutex_lock(&mutex);
		while (box)
			pthread_cond_wait(&empty, &mutex);
		box = i;
		pthread_cond_broadcast(&full);
		pthread_mutex_unlock(&mutex);
	}
	pthread_join(t, &got);
	ok((int)got == ROUNDS * (ROUNDS + 1) / 2, "pthread_cond_wait, signal, broadcast");
	pthread_mutex_lock(&mutex);
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += 20000000;
	clock_gettime(CLOCK_MONOTONIC, &start);
	late = pthread_cond_timedwait(&full, &mutex, &until);
	clock_gettime(CLOCK_MONOTONIC, &end);
	ok(late == ETIMEDOUT && (end.tv_sec - start.tv_sec) * 1000000000 + end.tv_nsec - start.tv_nsec >= 20000000,
		"pthread_cond_timedwait waits parts of seconds");
	pthread_mutex_unlock(&mutex);
	pthread_cond_destroy(&empty);
}

static void
destroy(void *value)
{
	destroyed += *(int *)value;
}

static void
clean(void *n)
{
	cleaned = cleaned * 10 + (int)n;
}

static void
deep(int n)
{
	pthread_cleanup_push(clean, (void *)n);
	if (n == 3)
		pthread_exit((void *)77);
	deep(n + 1);
	pthread_cleanup_pop(0);
}

static void *
leave(void *value)
{
	pthread_cleanup_push(clean, (void *)9);
	pthread_cleanup_pop(1);
	pthread_setspecific(key, value);
	if (pthread_getspecific(key) == value)
		deep(1);
	return NULL;
}

static void
values(void)
{
	pthread_t t;
	void *result;
	int value = 5;

	ok(pthread_key_create(&key, destroy) == 0, "pthread_key_create");
	pthread_create(&t, NULL, leave, &value);
	pthread_join(t, &result);
	ok((int)result == 77 && cleaned == 9321, "pthread_exit, pthread_cleanup_push");
	ok(destroyed == 5 && pthread_getspecific(key) == NULL, "pthread_setspecific: the destructor was called");
	ok(pthread_key_delete(key) == 0 && pthread_setspecific(key, &value) == EINVAL, "pthread_key_delete");
}

static void *
read_shared(void *unused)
{
	for (int i = 0; i < ROUNDS; i++) {
		pthread_rwlock_rdlock(&shared);
		readers++;
		if (readers > most_readers)
			most_readers = readers;
		sched_yield();
		reads += writes % 2; /* a writer was seen in the middle */
		readers--;
		pthread_rwlock_unlock(&shared);
	}
	return unused;
}

static void *
write_shared(void *unused)
{
	for (int i = 0; i < ROUNDS; i++) {
		pthread_rwlock_wrlock(&shared);
		writes++;
		sched_yield();
		writes++;
		pthread_rwlock_unlock(&shared);
		sched_yield();
	}
	return unused;
}

static void
readers_and_writers(void)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, i < 3 ? read_shared : write_shared, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	ok(reads == 0 && writes == 2 * ROUNDS && most_readers > 1, "pthread_rwlock_rdlock, wrlock");
	ok(pthread_rwlock_unlock(&shared) == EPERM && pthread_rwlock_tryrdlock(&shared) == 0
		&& pthread_rwlock_trywrlock(&shared) == EBUSY && pthread_rwlock_unlock(&shared) == 0
		&& pthread_rwlock_trywrlock(&shared) == 0 && pthread_rwlock_tryrdlock(&shared) == EBUSY
		&& pthread_rwlock_rdlock(&shared) == EDEADLK && pthread_rwlock_unlock(&shared) == 0,
		"pthread_rwlock_tryrdlock, trywrlock, unlock");
	pthread_rwlock_destroy(&shared);
}

static void *
meet(void *slot)
{
	int *step = slot;

	for (int i = 0; i < 10; i++) {
		++*step;
		if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
			serial++;
	}
	return NULL;
}

static void
barriers(void)
{
	pthread_t t[3];
	int steps[3] = {0};

	ok(pthread_barrier_init(&barrier, NULL, 0) == EINVAL && pthread_barrier_init(&barrier, NULL, 3) == 0,
		"pthread_barrier_init");
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, meet, &steps[i]);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	ok(serial == 10 && steps[0] == 10 && steps[1] == 10 && steps[2] == 10, "pthread_barrier_wait");
	pthread_barrier_destroy(&barrier);
}

static void
note_once(void)
{
	once++;
}

static void *
report(void *stack)
{
	char big[6000];

	big[0] = 1;
	pthread_once(&flag, note_once);
	pthread_mutex_lock(&mutex);
	box = big[0] + *(int *)stack;
	created = pthread_self();
	pthread_cond_signal(&full);
	pthread_mutex_unlock(&mutex);
	return NULL;
}

static void
attributes(void)
{
	pthread_attr_t a;
	pthread_t t;
	size_t bytes;
	int state, value = 41;

	pthread_attr_init(&a);
	ok(pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_JOINABLE
		&& pthread_attr_setdetachstate(&a, 5) == EINVAL && pthread_attr_setstacksize(&a, 100) == EINVAL
		&& pthread_attr_setstacksize(&a, 12000) == 0 && pthread_attr_getstacksize(&a, &bytes) == 0
		&& bytes == 12000 && pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0, "attributes");
	box = 0;
	pthread_create(&t, &a, report, &value);
	pthread_mutex_lock(&mutex);
	while (!box)
		pthread_cond_wait(&full, &mutex);
	pthread_mutex_unlock(&mutex);
	ok(box == 42 && pthread_equal(created, t) && !pthread_equal(t, pthread_self()), "a detached thread");
	ok(pthread_join(t, NULL) == EINVAL && pthread_detach(t) == EINVAL && pthread_join(pthread_self(), NULL) == EDEADLK,
		"pthread_join refuses a detached thread, and the caller");
	pthread_once(&flag, note_once);
	ok(once == 1, "pthread_once");
	pthread_attr_destroy(&a);
	pthread_create(&t, NULL, count, &value);
	ok(pthread_detach(t) == 0, "pthread_detach");
}

int
main(void)
{
	mutexes();
	types();
	conditions();
	values();
	readers_and_writers();
	barriers();
	attributes();
	printf("1..%d\n", tests);
	pthread_exit(NULL);
}
