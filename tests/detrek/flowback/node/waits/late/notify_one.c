/* notify_one.c - two threads wait for the start, and only one is notified. net: single */
#include <stddef.h>
#include <sync.h>
#include <threads.h>

static Monitor gate;
static int open;

static void
pass(void *unused)
{
	(void)unused;
	monitor_enter(&gate);
	while (!open)
		monitor_wait(&gate);
	monitor_leave(&gate);
}

int
main(void)
{
	Thread *t[2];

	monitor_init(&gate);
	for (int i = 0; i < 2; i++)
		t[i] = thread_start(pass, NULL, 2048, 1);
	for (int i = 0; i < 10; i++)
		thrd_yield();
	monitor_enter(&gate);
	open = 1;
	monitor_notify(&gate); /* fault */
	monitor_leave(&gate);
	for (int i = 0; i < 2; i++)
		thread_join(t[i]);
	return 0;
}
