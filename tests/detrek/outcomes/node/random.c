/*
 * random.c - threads that do what the arguments say: the first one has the values of semaphores, each of the others a
 * thread's operations of two characters each: P, V and T (try) with a semaphore's number; L with that of a lock, under
 * which the thread appends itself to the lock's text; I: skip the next operation if the last try has failed.
 */
#include <kernel.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>

enum { MOST = 4 };

static Semaphore semaphore[MOST], lock[MOST];
static char text[MOST][64], tried[MOST][64];
static char *code[MOST];

static int
act(int thread, char op, int k)
{
	switch (op) {
	case 'P': sem_wait(&semaphore[k]); break;
	case 'V': sem_signal(&semaphore[k]); break;
	case 'T':
		k = sem_try(&semaphore[k]) == 0;
		strcat(tried[thread], k ? "+" : "-");
		return k;
	case 'L':
		sem_wait(&lock[k]);
		text[k][strlen(text[k])] = 'a' + thread;
		sem_signal(&lock[k]);
		break;
	}
	return 1;
}

static int
run(void *number)
{
	int thread = (int)number, done = 1;

	for (const char *p = code[thread]; *p; p += 2)
		if (*p == 'I')
			p += done ? 0 : 2;
		else
			done = act(thread, p[0], p[1] - '0');
	return 0;
}

int
main(int argc, char **argv)
{
	thrd_t t[MOST];

	for (int i = 0; i < MOST; i++) {
		sem_init(&semaphore[i], i < (int)strlen(argv[1]) ? argv[1][i] - '0' : 0);
		sem_init(&lock[i], 1);
	}
	for (int i = 2; i < argc; i++)
		code[i - 2] = argv[i];
	for (int i = 2; i < argc; i++)
		thrd_create(&t[i - 2], run, (void *)(i - 2));
	for (int i = 2; i < argc; i++)
		thrd_join(t[i - 2], 0);
	for (int i = 0; i < MOST; i++)
		printf("%s,%s;", text[i], tried[i]);
	printf("\n");
}
