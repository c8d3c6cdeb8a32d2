/*
 * again.c - composes the command that debugs a function of a recorded run in isolation. In Lin's
 * thesis, this is the second phase of debugging.
 */
#include "tasks.h"

#include "base/texts.h"

#include <stdlib.h>
#include <string.h>

/*
 * put_command: append the command that replays, in the debugger, a user function that has not
 * ended; process: the model's process for the function.
 */
static void
put_command(Buf *b, const Spec *s, const char *recording, uint32_t task, uint64_t sub,
	const MachineProcess *process)
{
	Buf name = {0};

	buf_printf(&name, "%u.", task);
	spec_put_subtid(s, sub, &name);
	buf_printf(&name, "%s%s", *process->replay ? " " : "", process->replay);
	buf_byte(&name, '\0');
	buf_printf(b, "To debug it alone: ");
	buf_command(b, 4, (char *[]){"replay", (char *)recording, "--task", (char *)name.data});
	buf_byte(b, '\n');
	buf_free(&name);
}

void
trek_put_command(Buf *b, const char *recording, const TrekResult *r, const TrekCauses *c)
{
	uint32_t i = 0;

	if (!recording)
		return;
	while (i < r->nrows && !r->row[i].process->replay)
		i++;
	if (c && c->n > 0 && c->cause[0].process->replay)
		put_command(b, r->trace->spec, recording, c->cause[0].task, c->cause[0].sub,
			c->cause[0].process);
	else if (i < r->nrows)
		put_command(b, r->trace->spec, recording, r->row[i].task, r->row[i].sub,
			r->row[i].process);
}
