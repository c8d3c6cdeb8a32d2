/* sync.c - tests each function of locks, monitors, barriers and rendezvous; prints TAP. */
#include <stdio.h>
#include <sync.h>
#include <t800.h>

enum { THREADS = 5, ROUNDS = 40, STACK = 2048 };

static int tests;
static Lock lock;
static Monitor monitor;
static Barrier barrier;
static Rendezvous meeting;
static int sum, box, taken, wrong, woken, phase[THREADS];
static int met[4];

static void
ok(int good, const char *name)
{
	printf("%s %d - %s\n", good ? "ok" : "not ok", ++tests, name);
}

static void
pause_here(void)
{
	timer_wait(timer_now() + 1);
}

static void
all(void (*f)(void *), int n)
{
	Thread *t[THREADS];

	for (int i = 0; i < n; i++)
		t[i] = thread_start(f, (void *)i, STACK, PRIORITY_LOW);
	for (int i = 0; i < n; i++)
		thread_join(t[i]);
}

static void
add(void *me)
{
	(void)me;
	for (int i = 0; i < ROUNDS; i++) {
		int before;

		lock_acquire(&lock);
		before = sum;
		pause_here();
		sum = before + 1;
		lock_release(&lock);
	}
}

/* The first gives, the others take. */
static void
pass(void *me)
{
	int i = (int)me;

	for (int k = 0; k < (i == 0 ? ROUNDS * (THREADS - 1) : ROUNDS); k++) {
		monitor_enter(&monitor);
		while (i == 0 ? box != 0 : box == 0)
			monitor_wait(&monitor);
		if (i == 0)
			box = k + 1;
		else
			taken += box;
		if (i != 0)
			box = 0;
		monitor_notify_all(&monitor);
		monitor_leave(&monitor);
	}
}

static void
sleep_once(void *me)
{
	(void)me;
	monitor_enter(&monitor);
	box++;
	monitor_wait(&monitor);
	woken++;
	monitor_leave(&monitor);
}

static void
step(void *me)
{
	int i = (int)me;

	for (int k = 1; k <= ROUNDS; k++) {
		phase[i] = k;
		if (i == k % THREADS)
			pause_here();
		barrier_wait(&barrier);
		for (int j = 0; j < THREADS; j++)
			wrong += phase[j] != k;
		barrier_wait(&barrier);
	}
}

static void
meet(void *me)
{
	for (int k = 0; k < ROUNDS; k++)
		met[(int)me] += (int)rendezvous(&meeting, (void *)(1 << 8 * (int)me));
}

/* sleepers: how many of three have been woken by one notification. */
static int
sleepers(void)
{
	Thread *t[3];
	int after_one;

	box = woken = 0;
	for (int i = 0; i < 3; i++)
		t[i] = thread_start(sleep_once, NULL, STACK, PRIORITY_LOW);
	while (box < 3 || monitor.waiting < 3)
		pause_here();
	monitor_enter(&monitor);
	monitor_notify(&monitor);
	monitor_leave(&monitor);
	for (int i = 0; i < 20; i++)
		pause_here();
	after_one = woken;
	monitor_enter(&monitor);
	monitor_notify_all(&monitor);
	monitor_leave(&monitor);
	for (int i = 0; i < 3; i++)
		thread_join(t[i]);
	return after_one;
}

int
main(void)
{
	int given = ROUNDS * (THREADS - 1), all_met = 0;

	lock_init(&lock);
	all(add, THREADS);
	ok(sum == THREADS * ROUNDS, "a lock lets one thread in at a time");
	ok(lock_try(&lock) == 0 && lock_try(&lock) == KE_AGAIN,
		"lock_try takes a free lock, and only that");
	lock_release(&lock);
	monitor_init(&monitor);
	all(pass, THREADS);
	ok(taken == given * (given + 1) / 2, "a monitor: all that is given is taken once");
	ok(sleepers() == 1 && woken == 3,
		"monitor_notify wakes one, monitor_notify_all the others");
	barrier_init(&barrier, THREADS);
	all(step, THREADS);
	ok(wrong == 0, "a barrier: all have arrived before one goes on, each time");
	rendezvous_init(&meeting);
	all(meet, 4);
	for (int i = 0; i < 4; i++)
		all_met += met[i] == 0 || (met[i] >> 8 * i & 0xFF) > 0;
	ok((met[0] + met[1] + met[2] + met[3]) == ROUNDS * 0x01010101 && all_met == 0,
		"a rendezvous: in pairs, no thread with itself");
	printf("1..%d\n", tests);
	return 0;
}
