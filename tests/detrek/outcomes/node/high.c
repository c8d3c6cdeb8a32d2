/*
 * high.c - on each node but 0 a thread of high priority sends COUNT messages to node 0, where a thread of high priority for
 * each of these nodes receives them, and appends the letter of their sender to one text. High priority alone protects it.
 */
#include <kernel.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <t800.h>

enum { STACK = 4096, MOST = 4 };

static char text[64];
static int count;

static void
send_letters(void *node)
{
	for (int i = 0; i < count; i++)
		nsend(&(Nmsg){.nh_event = (int)node, .nh_type = 1});
}

static void
append_letters(void *node)
{
	for (int i = 0; i < count; i++) {
		size_t n;

		nrecv(&(Nmsg){.nh_event = (int)node, .nh_type = 1});
		n = strlen(text);
		text[n] = '@' + (int)node;
	}
}

int
main(int argc, char **argv)
{
	int nodes = (int)getnnodes(), first = (int)getnodeid(), last = first;
	Thread *thread[MOST];

	(void)argc;
	count = atoi(argv[1]);
	if (first == 0)
		last = nodes - 1, first = 1;
	for (int i = first; i <= last; i++)
		thread[i] = thread_start(getnodeid() ? send_letters : append_letters, (void *)i, STACK, PRIORITY_HIGH);
	for (int i = first; i <= last; i++)
		thread_join(thread[i]);
	if (getnodeid() == 0)
		printf("%s\n", text);
	return 0;
}
