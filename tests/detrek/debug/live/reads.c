#include <stdio.h>

int
main(void)
{
	char line[80];

	for (volatile int i = 0; i < 10000; i++)
		; /* the run is some steps ahead of the debugger: do not read in these */
	while (fgets(line, sizeof line, stdin))
		printf("read %s", line);
	return 3;
}
