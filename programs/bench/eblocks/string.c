/* string.c - words of a text: found, counted, joined. */
#include <stdio.h>
#include <string.h>

enum { SIZE = 4000, TIMES = 60 };

static const char *const parts[] = {"node", "link", "transputer", "message", "process", "wait"};
static char text[SIZE], upper[SIZE];

static void
write_text(int seed)
{
	size_t n = 0;

	text[0] = '\0';
	while (n < SIZE - 20) {
		const char *word = parts[seed % 6];

		strcpy(text + n, word);
		n += strlen(word);
		text[n++] = ' ';
		seed = (seed * 5 + 1) % 1009;
	}
	text[n] = '\0';
}

static int
count_occurrences(const char *word)
{
	int n = 0;

	for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
		n++;
	return n;
}

static void
text_to_capitals(void)
{
	size_t i;

	for (i = 0; text[i]; i++)
		upper[i] = text[i] >= 'a' && text[i] <= 'z' ? text[i] - 'a' + 'A' : text[i];
	upper[i] = '\0';
}

int
main(void)
{
	int n = 0;

	for (int i = 0; i < TIMES; i++) {
		write_text(i);
		for (int k = 0; k < 6; k++)
			n += count_occurrences(parts[k]) * (k + 1);
		text_to_capitals();
		n += strcmp(text, upper) > 0;
	}
	printf("%d\n", n);
	return 0;
}
