/* signal.h: handlers, which are called once; ignored signals; termination by a signal. */
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t count;

static void
handler(int number)
{
	count += number;
}

int
main(void)
{
	printf("%d\n", signal(SIGINT, handler) == SIG_DFL);
	printf("%d %d\n", raise(SIGINT), count);
	printf("%d\n", signal(SIGINT, SIG_IGN) == SIG_DFL);
	printf("%d %d\n", raise(SIGINT), count);
	printf("%d %d %d\n", signal(SIGFPE, handler) == SIG_DFL, raise(SIGFPE), count);
	printf("%d %d\n", signal(99, handler) == SIG_ERR, raise(-1));
	printf("%d %d\n", raise(SIGCHLD), raise(SIGWINCH));
	fflush(stdout);
	raise(SIGTERM);
	puts("not reached");
	return 0;
}
