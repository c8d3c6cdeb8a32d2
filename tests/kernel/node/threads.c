/* threads.c - tests each function of C11 threads under the kernel; prints TAP. */
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

enum { THREADS = 5, ROUNDS = 50 };

static int tests;
static mtx_t mutex, again;
static cnd_t full, empty;
static int box, sum, created, destroyed, once, ready;
static tss_t key;
static once_flag flag = ONCE_FLAG_INIT;

static void
ok(int good, const char *name)
{
	printf("%s %d - %s\n", good ? "ok" : "not ok", ++tests, name);
}

static int
count(void *n)
{
	for (int i = 0; i < ROUNDS; i++) {
		int before;

		mtx_lock(&mutex);
		before = sum;
		thrd_yield();
		sum = before + (int)n;
		mtx_unlock(&mutex);
	}
	return (int)n * 10;
}

static int
deep(int n)
{
	if (n == 0)
		thrd_exit(77);
	return deep(n - 1) + 1;
}

static int
leave(void *unused)
{
	(void)unused;
	return deep(5);
}

static int
consume(void *unused)
{
	int got = 0;

	(void)unused;
	for (int i = 0; i < ROUNDS; i++) {
		mtx_lock(&mutex);
		while (box == 0)
			cnd_wait(&full, &mutex);
		got += box;
		box = 0;
		cnd_signal(&empty);
		mtx_unlock(&mutex);
	}
	return got;
}

static void
destroy(void *value)
{
	destroyed += *(int *)value;
}

static int
own_value(void *n)
{
	static int values[THREADS + 1];
	int *mine = &values[(int)n];

	*mine = (int)n;
	tss_set(key, mine);
	thrd_yield();
	return tss_get(key) == mine && !thrd_equal(thrd_current(), (thrd_t)NULL);
}

static void
make_once(void)
{
	once++;
}

static int
call_it(void *unused)
{
	(void)unused;
	call_once(&flag, make_once);
	created++;
	return 0;
}

static int
wait_for_all(void *unused)
{
	(void)unused;
	mtx_lock(&mutex);
	while (!ready)
		cnd_wait(&full, &mutex);
	mtx_unlock(&mutex);
	return 1;
}

static int
hold(void *unused)
{
	struct timespec second = {.tv_sec = 2};

	(void)unused;
	mtx_lock(&mutex);
	ready = 2;
	thrd_sleep(&second, NULL);
	mtx_unlock(&mutex);
	return 0;
}

static int
all_of(thrd_start_t f, int *total)
{
	thrd_t t[THREADS];
	int good = 1, result;

	*total = 0;
	for (int i = 0; i < THREADS; i++)
		good &= thrd_create(&t[i], f, (void *)(i + 1)) == thrd_success;
	for (int i = 0; i < THREADS; i++) {
		good &= thrd_join(t[i], &result) == thrd_success;
		*total += result;
	}
	return good;
}

static void
conditions(void)
{
	struct timespec soon;
	thrd_t t[THREADS], holder;
	int result, total = 0;

	thrd_create(&t[0], consume, NULL);
	for (int i = 1; i <= ROUNDS; i++) {
		mtx_lock(&mutex);
		while (box != 0)
			cnd_wait(&empty, &mutex);
		box = i;
		cnd_signal(&full);
		mtx_unlock(&mutex);
	}
	thrd_join(t[0], &result);
	ok(result == ROUNDS * (ROUNDS + 1) / 2, "conditions: one gives, one takes");
	for (int i = 0; i < THREADS; i++)
		thrd_create(&t[i], wait_for_all, NULL);
	thrd_sleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
	mtx_lock(&mutex);
	ready = 1;
	cnd_broadcast(&full);
	mtx_unlock(&mutex);
	for (int i = 0; i < THREADS; i++) {
		thrd_join(t[i], &result);
		total += result;
	}
	ok(total == THREADS, "cnd_broadcast wakes all");
	timespec_get(&soon, TIME_UTC);
	soon.tv_sec++;
	mtx_lock(&mutex);
	ok(cnd_timedwait(&full, &mutex, &soon) == thrd_timedout, "cnd_timedwait ends");
	mtx_unlock(&mutex);
	thrd_create(&holder, hold, NULL);
	while (ready != 2)
		thrd_yield();
	timespec_get(&soon, TIME_UTC);
	soon.tv_sec++;
	ok(mtx_trylock(&mutex) == thrd_busy, "mtx_trylock: held by another");
	ok(mtx_timedlock(&mutex, &soon) == thrd_timedout, "mtx_timedlock ends");
	soon.tv_sec += 5;
	ok(mtx_timedlock(&mutex, &soon) == thrd_success, "mtx_timedlock gets it");
	mtx_unlock(&mutex);
	thrd_join(holder, NULL);
}

int
main(void)
{
	thrd_t t;
	int total, result;

	mtx_init(&mutex, mtx_plain | mtx_timed);
	mtx_init(&again, mtx_plain | mtx_recursive);
	cnd_init(&full);
	cnd_init(&empty);
	ok(all_of(count, &total) && total == 150, "threads and their results");
	ok(sum == ROUNDS * 15, "a mutex keeps others out");
	ok(thrd_create(&t, leave, NULL) == thrd_success && thrd_join(t, &result) == thrd_success
			&& result == 77,
		"thrd_exit");
	ok(mtx_lock(&again) == thrd_success && mtx_trylock(&again) == thrd_success
			&& mtx_unlock(&again) == thrd_success && mtx_unlock(&again) == thrd_success
			&& again.depth == 0,
		"a recursive mutex");
	conditions();
	ok(tss_create(&key, destroy) == thrd_success && tss_set(key, &sum) == thrd_success,
		"tss_create");
	ok(all_of(own_value, &total) && total == THREADS && tss_get(key) == &sum,
		"values of each thread's own");
	ok(destroyed == 15, "their destructors");
	tss_delete(key);
	ok(all_of(call_it, &total) && once == 1 && created == THREADS, "call_once");
	for (int i = 0; i < 40; i++)
		if (thrd_create(&t, call_it, NULL) != thrd_success
			|| thrd_detach(t) != thrd_success)
			created = -1000;
	while (created < THREADS + 40)
		thrd_yield();
	ok(created == THREADS + 40, "threads that are detached");
	ok(thrd_equal(thrd_current(), thrd_current()), "thrd_current");
	printf("1..%d\n", tests);
	mtx_destroy(&mutex);
	cnd_destroy(&full);
	thrd_exit(0);
}
