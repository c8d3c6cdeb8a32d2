/*
 * fail.c - ends a run because of an error in a user function, by a panic that names the function.
 *
 * The kernel adds node and process to the message, and the host prints it.
 */
#include "tree_node.h"

#include <stdarg.h>
#include <stdio.h>

const char *const function_name[NFUNCTIONS] = {
	[FN_INIT_MASTER] = "init_master",
	[FN_DATA_GENERATOR] = "data_generator",
	[FN_RESULT_RECEIVER] = "result_receiver",
	[FN_COMPUTE] = "compute_fn",
	[FN_SPLIT] = "split_fn",
	[FN_JOIN] = "join_fn",
};

enum { MESSAGE_BYTES = 200 }; /* bytes of a message */

void
fail(const char *fmt, ...)
{
	static char text[MESSAGE_BYTES];
	const Worker *self = worker_self();
	const NodeWorker *w = self ? self->status : node.process_status;
	uint32_t n = 0;
	va_list ap;

	if (w && w->function >= FN_COMPUTE && w->part)
		n = snprintf(text, MESSAGE_BYTES, "%s(), task %u part 0x%x: ",
			function_name[w->function], (unsigned)w->task, (unsigned)w->part);
	else if (w && w->function >= FN_COMPUTE)
		n = snprintf(text, MESSAGE_BYTES, "%s(), task %u: ", function_name[w->function],
			(unsigned)w->task);
	else if (w && w->function != FN_NONE)
		n = snprintf(text, MESSAGE_BYTES, "%s(): ", function_name[w->function]);
	va_start(ap, fmt);
	vsnprintf(text + n, MESSAGE_BYTES - n, fmt, ap);
	va_end(ap);
	panic(text);
}
