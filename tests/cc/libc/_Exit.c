/* _Exit: calls no handlers and flushes no streams */
#include <stdio.h>
#include <stdlib.h>

static void
never(void)
{
	printf("never\n");
}

int
main(void)
{
	atexit(never);
	at_quick_exit(never);
	printf("out\n");
	fflush(stdout);
	_Exit(9);
}
