#include <stdio.h>

int
main(void)
{
	char line[80];

	while (fgets(line, sizeof line, stdin))
		printf("read %s", line);
	return 3;
}
