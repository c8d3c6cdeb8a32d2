/* quick_exit at_quick_exit: calls these handlers, not those of atexit */
#include <stdio.h>
#include <stdlib.h>

static void
never(void)
{
	printf("never\n");
}

static void
quick(void)
{
	printf("quick\n");
	fflush(stdout);
}

int
main(void)
{
	atexit(never);
	printf("%d\n", at_quick_exit(quick));
	fflush(stdout);
	quick_exit(3);
}
