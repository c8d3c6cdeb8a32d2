/* both_send.c - two threads send to each other, without buffers, before they receive. net: single */
#include <stddef.h>
#include <kernel.h>

enum { EVENT_UP = 3, EVENT_DOWN };

static void
lower(void *unused)
{
	Nmsg out = {.nh_event = EVENT_UP}, in = {.nh_event = EVENT_DOWN};

	(void)unused;
	ksend(&out);
	krecv(&in); /* fault */
}

int
main(void)
{
	Thread *t = thread_start(lower, NULL, 2048, 1);
	Nmsg out = {.nh_event = EVENT_DOWN}, in = {.nh_event = EVENT_UP};

	ksend(&out);
	krecv(&in);
	thread_join(t);
	return 0;
}
