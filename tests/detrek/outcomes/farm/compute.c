/* compute.c - the letter of a task; that of the first one takes longest. */
#include <trek.h>

void
compute_fn(void *task, uint32_t nbytes)
{
	uint32_t number = *(uint32_t *)task;
	char letter = 'a' + number;

	(void)nbytes;
	for (volatile uint32_t i = 0; i < 9000 - 3000 * number; i++)
		;
	put_result(&letter, sizeof letter);
}
