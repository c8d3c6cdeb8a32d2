/*
 * pipeline.c - items go from node 0 through all others to the last; each stage adds its number.
 * Every node must run it.
 *
 * No stage gets an answer, so no event of an earlier stage is stable for a later one; monotonic
 * events, such as count > 3, can be recognised at each later stage.
 */
#include <stdio.h>
#include "patterns.h"

enum { ITEMS = 20, ITEM = 1, DONE = 2 };

volatile uint32_t count; /* items that have passed the stage */

int
main(void)
{
	uint32_t me = getnodeid(), last = getnnodes() - 1, item = 0;

	for (int i = 0; i < ITEMS; i++) {
		item = me == 0 ? i : receive_word(ITEM, NULL);
		spend(item);
		count++;
		if (me < last)
			send_word(me + 1, ITEM, item + me);
	}
	if (me == last)
		send_word(0, DONE, item);
	if (me == 0)
		printf("pipeline: %d items, the last is %u\n", ITEMS,
			(unsigned)receive_word(DONE, NULL));
	return 0;
}
