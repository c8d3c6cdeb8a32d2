/*
 * messages.c - two threads on each node that do what the arguments say: argument 1 + 2 NODE + THREAD is a thread's code.
 * SNE: send a message with event E to node N; RE: receive one with event E, and append the letter of its sender to the
 * thread's text. At the end node 0 gets the texts of all nodes, and prints them.
 */
#include <kernel.h>
#include <stdio.h>
#include <string.h>
#include <t800.h>

enum { NODES = 3, STACK = 4096, LAST = 90 };

static char text[2][32];
static char **code;

static void
send(int to, int event, const char *bytes, int n)
{
	nsend(&(Nmsg){.nh_node = to, .nh_event = event, .nh_type = 1, .nh_length = n, .nh_msg = (void *)bytes});
}

static void
receive(int event, char *bytes, int n)
{
	nrecv(&(Nmsg){.nh_event = event, .nh_type = 1, .nh_length = n, .nh_msg = bytes});
}

static void
act(void *number)
{
	int thread = (int)number;
	char letter = 'a' + 2 * (int)getnodeid() + thread;

	for (const char *p = code[2 * (int)getnodeid() + thread]; *p; p++)
		if (*p == 'S') {
			send(p[1] - '0', p[2] - '0', &letter, 1);
			p += 2;
		} else if (*p == 'R') {
			receive(p[1] - '0', text[thread] + strlen(text[thread]), 1);
			p++;
		}
}

int
main(int argc, char **argv)
{
	Thread *t;

	(void)argc;
	code = argv + 1;
	t = strcmp(code[2 * (int)getnodeid() + 1], "-") ? thread_start(act, (void *)1, STACK, PRIORITY_LOW) : NULL;
	act(0);
	if (t)
		thread_join(t);
	if ((int)getnodeid() > 0) {
		send(0, LAST + (int)getnodeid(), text[0], sizeof text);
		return 0;
	}
	printf("%s,%s;", text[0], text[1]);
	for (int i = 1; i < NODES; i++) {
		receive(LAST + i, text[0], sizeof text);
		printf("%s,%s;", text[0], text[1]);
	}
	printf("\n");
	return 0;
}
