/* getenv system; main's arguments */
#include <stdio.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
	printf("%s %d\n", getenv("COLOUR") ? getenv("COLOUR") : "none", getenv("NO_SUCH_NAME") == NULL);
	printf("%d %s\n", argc, argv[argc - 1]);
	printf("%d\n", system(NULL) == 0 || 1);
	return 0;
}
