/* node_state.c - describes the processes of a node's kernel in text. */
#include "node_state.h"

#include "kernel/include/kernel_calls.h"

#include <inttypes.h>

void
state_row_text(const StateRow *row, Buf *out)
{
	static const char *const states[] = {"A", "BS", "BR", "S", "E"};

	/*
	 * KPRI: as in Trollius, a higher number is more urgent; on the processor 0 is the high
	 * priority
	 */
	buf_printf(out, "[%u] %d %d %s", row->index, row->pid, row->priority == 0,
		row->state < sizeof states / sizeof *states ? states[row->state] : "?");
	/* system events are large negative numbers: they are printed in hexadecimal */
	buf_printf(out, row->event < (int32_t)OWN_EVENTS ? " (0x%08x, %" PRIu32 ")"
		: " (%d, %" PRIu32 ")", row->event, row->type);
	buf_printf(out, " %.*s", (int)sizeof row->name, row->name);
}
