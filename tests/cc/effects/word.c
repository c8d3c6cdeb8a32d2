/* word.c - a word is sent over a channel in memory, which is written. */
#include <t800.h>

static Channel channel;

static void
send(uint32_t word)
{
	channel_out_word(&channel, word);
}

int
main(void)
{
	send(3);
	return 0;
}
