/* receive.c - prints the letters as they come. */
#include <stdio.h>
#include <trek.h>

void
result_receiver(void)
{
	char letter;

	while (get_result(&letter, sizeof letter, NULL) >= 0)
		putchar(letter);
	putchar('\n');
}
