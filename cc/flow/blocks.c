/* blocks.c - sets of blocks of a function. */
#include "flow.h"

bool
blocks_have(const Blocks *s, LLVMBasicBlockRef b)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->block[i] == b)
			return true;
	return false;
}

void
blocks_add(Blocks *s, LLVMBasicBlockRef b)
{
	if (blocks_have(s, b))
		return;
	s->block = arena_more(&s->arena, s->block, s->n, sizeof *s->block);
	s->block[s->n++] = b;
}
