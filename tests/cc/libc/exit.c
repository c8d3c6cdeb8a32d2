/* exit atexit: last first, output flushed, status */
#include <stdio.h>
#include <stdlib.h>

static void
first(void)
{
	printf("first registered\n");
}

static void
last(void)
{
	printf("last registered\n");
}

int
main(void)
{
	printf("%d", atexit(first));
	printf("%d\n", atexit(last));
	exit(7);
}
