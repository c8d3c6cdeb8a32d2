/* note.c - notes for a kernel that logs operations (notes.h): calls that never wait. */
#include "../lib.h"

#include <t800.h>

/* note: make a call that notes something for the kernel. */
static int32_t
note(uint32_t number, uint32_t argument)
{
	return __call(number, argument, 0, 0, 0);
}

void
__note_start(void)
{
	note(KC_TURN, 0);
}

void
__note_turn(void)
{
	if (process_priority() == PRIORITY_HIGH)
		note(KC_TURN, 0);
}

void
__note_run(uint32_t wdesc)
{
	note(KC_RUN, wdesc);
}

int
__note_channel(volatile uint32_t *channel)
{
	return note(KC_CHANNEL, (uint32_t)channel);
}

void
__note_used(int noted)
{
	if (!noted)
		__note_turn();
}
