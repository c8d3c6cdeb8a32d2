/* compute.c - gives no result of a task that it cannot do. */
#include <trek.h>
#include "item.h"

void
compute_fn(void *task, uint32_t nbytes)
{
	const Item *t = task;
	Item r = {t->number * t->number};

	(void)nbytes;
	if (t->number % 8 == 5) /* fault */
		return;
	put_result(&r, sizeof r);
}
