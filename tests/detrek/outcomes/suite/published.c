/* published.c - race: a thread begins before what it reads is stored. */
#include "suite.h"

static int settings;

static int
read_settings(void *unused)
{
	(void)unused;
	return settings;
}

int
main(void)
{
	thrd_t t;
	int result;

	IF_MENDED(settings = 5;)
	thrd_create(&t, read_settings, NULL);
	IF_WRONG(settings = 5;)
	thrd_join(t, &result);
	printf("%d\n", settings);
	return 0;
}
