/* select.c - a server waits for two channels, and its client uses a third. net: single */
#include <stddef.h>
#include <kernel.h>
#include <t800.h>

static Channel line[3];
static uint32_t sum;

static void
serve(void *unused)
{
	Channel *lines[] = {&line[0], &line[1]};

	(void)unused;
	for (int i = 0; i < 2; i++) {
		int ready = alt_channels(lines, 2);

		sum += channel_in_word(lines[ready]);
	}
}

int
main(void)
{
	Thread *t;

	for (int i = 0; i < 3; i++)
		channel_init(&line[i]);
	t = thread_start(serve, NULL, 2048, 1);
	channel_out_word(&line[0], 3);
	channel_out_word(&line[2], 4); /* fault */
	thread_join(t);
	return sum;
}
