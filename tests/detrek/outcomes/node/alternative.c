/* alternative.c - main takes what two threads send in the order of their channels; it could be the other one. */
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

static Channel c[2] = {NOT_PROCESS, NOT_PROCESS};
static Channel *const both[2] = {&c[0], &c[1]};

static void
send(void *v)
{
	const int *n = v;

	channel_out_word(&c[*n], *n + 1);
}

int
main(void)
{
	Thread *t[2];
	int n[2] = {0, 1};
	uint32_t got[2];

	for (int i = 0; i < 2; i++)
		t[i] = thread_start(send, &n[i], 4096, PRIORITY_LOW);
	for (int i = 0; i < 2; i++)
		got[i] = channel_in_word(&c[alt_channels(both, 2)]);
	for (int i = 0; i < 2; i++)
		thread_join(t[i]);
	printf("%u%u\n", got[0], got[1]);
	return 0;
}
