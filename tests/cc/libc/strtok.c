/* strtok strtok_r, one inside the other */
#include <stdio.h>
#include <string.h>

int
main(void)
{
	char lines[] = "a=1;;b=22; c = 333 ;", words[] = "  only  two ", *save;

	for (char *l = strtok_r(lines, ";", &save); l; l = strtok_r(NULL, ";", &save)) {
		printf("%s:", l);
		for (char *w = strtok(l, " ="); w; w = strtok(NULL, " ="))
			printf("<%s>", w);
		putchar('\n');
	}
	for (char *w = strtok(words, " "); w; w = strtok(NULL, w[0] == 'o' ? "w" : " "))
		printf("[%s]", w);
	printf("%d\n", strtok(words + 2 + 4, "only") == NULL || 1);
	return 0;
}
