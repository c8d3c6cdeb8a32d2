/*
 * printf without floating-point arguments and with one: the compiler chooses the smaller function
 * when it can
 */
#include <stdio.h>

int
main(void)
{
	char s[16];

	printf("%d and %s\n", 1, "text");
	fprintf(stdout, "%c%c\n", 'o', 'k');
	printf("%d ", sprintf(s, "%05d", 42));
	printf("%s %.1f\n", s, 2.5);
	return 0;
}
