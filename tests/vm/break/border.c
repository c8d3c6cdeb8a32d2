/* border.c - a border is the first word of the block. */
#include <trek.h>

void
border_fn(const void *block, uint32_t nbytes, Side side)
{
	(void)nbytes, (void)side;
	put_border(block, sizeof(uint32_t));
}
