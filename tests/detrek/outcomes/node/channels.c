/*
 * channels.c - four threads that do what the arguments say: argument 1 + T is the code of thread T, with a channel in memory
 * from each thread to each other one. OT: output to thread T. IT: input from T, and append its letter to the thread's text.
 * A, K, U, L, each with threads and a '.': take one of the channels from these threads, by an alternative; K with a skip, U
 * with a time; and append the letter of the one that was received, or -. L appends the number of the sender, and leaves its
 * output. P, V with a digit: wait for that semaphore, or signal it.
 */
#include <kernel.h>
#include <stdio.h>
#include <string.h>
#include <sync.h>
#include <t800.h>
#include <threads.h>

enum { THREADS = 4, STACK = 4096, SEMAPHORES = 2, SOON = 2 /* ticks of 64 us */ };

static Channel channel[THREADS][THREADS];
static Semaphore semaphore[SEMAPHORES];
static char text[THREADS][32];
static char **code;

static void
receive(int from, int to)
{
	text[to][strlen(text[to])] = 'a' + (int)channel_in_word(&channel[from][to]);
}

/* take: by an alternative in one of three ways. */
static void
take(char way, const char *from, int n, int to)
{
	Channel *list[THREADS];
	int chosen;

	for (int i = 0; i < n; i++)
		list[i] = &channel[from[i] - '0'][to];
	chosen = way == 'A' || way == 'L' ? alt_channels(list, n) : way == 'K' ? alt_channels_skip(list, n)
		: alt_channels_until(list, n, timer_now() + SOON);
	if (chosen < 0)
		text[to][strlen(text[to])] = '-';
	else if (way == 'L')
		text[to][strlen(text[to])] = from[chosen];
	else
		receive(from[chosen] - '0', to);
}

static void
act(void *number)
{
	int t = (int)number, n;

	for (const char *p = code[t]; *p && *p != '-'; p += 2)
		switch (*p) {
		case 'O': channel_out_word(&channel[t][p[1] - '0'], t); break;
		case 'I': receive(p[1] - '0', t); break;
		case 'P': sem_wait(&semaphore[p[1] - '0']); break;
		case 'V': sem_signal(&semaphore[p[1] - '0']); break;
		default:
			n = (int)(strchr(p, '.') - p) - 1;
			take(*p, p + 1, n, t);
			p += n;
		}
}

int
main(int argc, char **argv)
{
	Thread *t[THREADS];

	(void)argc;
	code = argv + 1;
	for (int i = 0; i < THREADS; i++)
		for (int k = 0; k < THREADS; k++)
			channel[i][k] = NOT_PROCESS;
	for (int i = 1; i < THREADS; i++)
		t[i] = thread_start(act, (void *)i, STACK, PRIORITY_LOW);
	act(0);
	for (int i = 1; i < THREADS; i++)
		thread_join(t[i]);
	for (int i = 0; i < THREADS; i++)
		printf("%s;", text[i]);
	printf("\n");
	return 0;
}
