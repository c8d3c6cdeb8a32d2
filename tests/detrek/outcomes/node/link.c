/* link.c - main waits for a channel in memory or a link, over which nothing comes. */
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

static Channel c = NOT_PROCESS;

static void
send(void *argument)
{
	(void)argument;
	channel_out_word(&c, 7);
}

int
main(void)
{
	Channel *const both[2] = {&c, LINK_IN(3)};
	Thread *t = thread_start(send, NULL, 4096, PRIORITY_LOW);

	printf("%d", alt_channels(both, 2));
	printf(" %u\n", channel_in_word(&c));
	thread_join(t);
	return 0;
}
