/* beside.c - another process of the node writes what this one reads, and what it does not. */
#include <t800.h>

static Channel done;
static char stack[2000];
static int given, doubled, unread;

static void
beside(void *word)
{
	given = 21;
	unread = 7;
	channel_out_word(&done, (int)word);
}

int
main(void)
{
	channel_init(&done);
	process_start(beside, (void *)5, stack, sizeof stack, PRIORITY_LOW, &done);
	doubled = 2 * given + channel_in_word(&done);
	doubled += 2 * given;
	return 0;
}
