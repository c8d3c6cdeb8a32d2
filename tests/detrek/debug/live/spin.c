#include <stdio.h>

volatile unsigned n;

int
main(void)
{
	puts("ready");
	fflush(stdout);
	for (;;)
		n++;
}
