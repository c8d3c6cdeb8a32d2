/* channels.c - two threads use two channels in different order. net: single */
#include <stddef.h>
#include <kernel.h>
#include <t800.h>

static Channel first, second;
static uint32_t sum;

static void
reader(void *unused)
{
	(void)unused;
	sum += channel_in_word(&second); /* fault */
	sum += channel_in_word(&first);
}

int
main(void)
{
	Thread *t;

	channel_init(&first);
	channel_init(&second);
	t = thread_start(reader, NULL, 2048, 1);
	channel_out_word(&first, 1);
	channel_out_word(&second, 2);
	thread_join(t);
	return 0;
}
