/*
 * outside.c - a program whose result depends on the time and on its input: threads that draw their
 * work from the clock, by all the ways of reading it that a kernel notes, lines from the standard
 * input and from a file, and whether a thread found a message in time. Arguments: a file; `own`: the
 * program also reads the clock itself; `still`: no thread looks for a message.
 */
#include <kernel.h>
#include <stdio.h>
#include <string.h>
#include <sync.h>
#include <t800.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 3, ROUNDS = 8, STACK = 4096, EVENT = 700 };

static Lock lock;
static Semaphore chosen;
static uint32_t sum, visits;
static int own;

static uint32_t
look(int round)
{
	if (own && round % 2)
		return timer_now();
	return round % 3 ? getclock() : (uint32_t)clock();
}

/* worker: which operations it does depends on the time; each read is inside or outside the lock. */
static void
worker(void *number)
{
	for (int i = 0; i < ROUNDS; i++) {
		uint32_t now = look(i);

		if (now / 4 % 2) {
			lock_acquire(&lock);
			sum = sum * 31 + now + (uint32_t)number;
			visits++;
			lock_release(&lock);
		} else {
			sem_signal(&chosen);
		}
		if (now % 3 == 0)
			usleep(now % 2000);
	}
}

/* poller: looks for a message until there is one, or too much time has passed. */
static void
poller(void *limit)
{
	uint32_t start = getclock(), word;
	int looks = 0, found;
	Nmsg m = {.nh_event = EVENT, .nh_length = sizeof word, .nh_msg = &word};

	do {
		found = ntry_recv(&m) >= 0;
		looks++;
	} while (!found && getclock() - start < (uint32_t)limit);
	printf("poller: %s\n", found ? "found" : "too late");
}

static void
sender(void *word)
{
	Nmsg m = {.nh_node = getnodeid(), .nh_event = EVENT, .nh_type = 1, .nh_length = sizeof word,
		.nh_msg = &word};

	for (volatile int i = 0; i < 400; i++)
		;
	nsend(&m);
}

int
main(int argc, char **argv)
{
	Thread *t[THREADS + 2];
	char line[80] = "";
	time_t now = time(NULL);
	FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;
	int still = argc > 2 && strcmp(argv[2], "still") == 0;

	own = argc > 2 && strcmp(argv[2], "own") == 0;
	lock_init(&lock);
	sem_init(&chosen, 0);
	for (int i = 0; i < THREADS; i++)
		t[i] = thread_start(worker, (void *)i, STACK, PRIORITY_LOW);
	if (!still) {
		t[THREADS] = thread_start(poller, (void *)(getclock() % 2 ? 3000 : 30000), STACK,
			PRIORITY_LOW);
		t[THREADS + 1] = thread_start(sender, (void *)5, STACK, PRIORITY_LOW);
	}
	for (int i = 0; i < THREADS + (still ? 0 : 2); i++)
		thread_join(t[i]);
	printf("sum %u visits %u seconds %d\n", (unsigned)sum, (unsigned)visits, (int)(now % 60));
	while (f && fgets(line, sizeof line, f))
		printf("file: %s", line);
	while (fgets(line, sizeof line, stdin))
		printf("input: %s", line);
	if (getclock() % 2)
		puts("odd");
	return 0;
}
