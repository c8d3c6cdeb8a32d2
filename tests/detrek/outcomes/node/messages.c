/*
 * messages.c - two threads on each node that do what the arguments say: argument 1 + 2 NODE + THREAD is a thread's code.
 * SNE: send a message with event E and type 1 to node N; ZNE: with type 2. RE: receive one with event E and type 1, QE: with
 * any type, and append the letter of its sender to the thread's text. TE, UE: likewise, without waiting, or until some time;
 * BE: see whether there is one; then the number of its sender's node is appended; or -, if there is none. At the end node 0
 * gets the texts of all nodes, and prints them.
 */
#include <kernel.h>
#include <stdio.h>
#include <string.h>
#include <t800.h>

enum { NODES = 3, STACK = 4096, LAST = 90, SOON = 50 /* us */ };

static char text[2][32];
static char **code;

static void
send(int to, int event, int type, const char *bytes, int n)
{
	nsend(&(Nmsg){.nh_node = to, .nh_event = event, .nh_type = type, .nh_length = n, .nh_msg = (void *)bytes});
}

static void
receive(int event, int type, char *bytes, int n)
{
	nrecv(&(Nmsg){.nh_event = event, .nh_type = type, .nh_length = n, .nh_msg = bytes});
}

/* look: try to receive a message, in one of three ways; what is appended. */
static char
look(char way, int event)
{
	char letter = '-';
	Nmsg m = {.nh_event = event, .nh_length = 1, .nh_msg = &letter};

	if (way == 'T')
		ntry_recv(&m);
	else if (way == 'U')
		nrecv_until(&m, getclock() + SOON);
	else if (nprobe(&m) >= 0)
		letter = '0' + m.nh_node;
	return letter;
}

static void
act(void *number)
{
	int thread = (int)number;
	char letter = 'a' + 2 * (int)getnodeid() + thread;

	for (const char *p = code[2 * (int)getnodeid() + thread]; *p && *p != '-'; p += *p == 'S' || *p == 'Z' ? 3 : 2)
		switch (*p) {
		case 'S': case 'Z': send(p[1] - '0', p[2] - '0', *p == 'S' ? 1 : 2, &letter, 1); break;
		case 'R': case 'Q':
			receive(p[1] - '0', *p == 'R' ? 1 : 0, text[thread] + strlen(text[thread]), 1);
			break;
		default: text[thread][strlen(text[thread])] = look(*p, p[1] - '0');
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
		send(0, LAST + (int)getnodeid(), 1, text[0], sizeof text);
		return 0;
	}
	printf("%s,%s;", text[0], text[1]);
	for (int i = 1; i < NODES; i++) {
		receive(LAST + i, 1, text[0], sizeof text);
		printf("%s,%s;", text[0], text[1]);
	}
	printf("\n");
	return 0;
}
