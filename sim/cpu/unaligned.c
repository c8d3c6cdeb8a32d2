/* unaligned.c - notes where words were accessed at addresses that are not multiples of four. */
#include "execute.h"

/* find_place: the entry for an instruction, added if it is new; NULL if the list is full. */
static UnalignedPlace *
find_place(T800 *c, Addr instruction)
{
	Unaligned *u = &c->unaligned;

	for (uint32_t i = 0; i < u->nplaces; i++)
		if (u->place[i].instruction == instruction)
			return &u->place[i];
	if (u->nplaces == UNALIGNED_PLACES)
		return NULL;
	u->place[u->nplaces] = (UnalignedPlace){.instruction = instruction,
		.address = u->address, .wdesc = wdesc(c), .count = t800_count(c),
		.cycles = c->r.cycles};
	return &u->place[u->nplaces++];
}

void
unaligned_note(T800 *c)
{
	Addr instruction = t800_instruction(c);
	UnalignedPlace *p = find_place(c, instruction);

	if (!p)
		c->unaligned.nothers++;
	else if (p->naccesses < UINT32_MAX)
		p->naccesses++;
	if (c->watch)
		watch_report_event(c, NOTE_UNALIGNED, instruction);
}
