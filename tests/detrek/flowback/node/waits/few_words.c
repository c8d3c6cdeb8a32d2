/* few_words.c - a thread puts fewer words into a channel than the other one takes. net: single */
#include <stddef.h>
#include <kernel.h>
#include <t800.h>

static Channel words;
static uint32_t sum;

static void
writer(void *unused)
{
	(void)unused;
	for (volatile uint32_t i = 0; i < 7; i++) /* fault */
		channel_out_word(&words, i);
}

int
main(void)
{
	Thread *t;

	channel_init(&words);
	t = thread_start(writer, NULL, 2048, 1);
	for (int i = 0; i < 8; i++)
		sum += channel_in_word(&words);
	thread_join(t);
	return 0;
}
