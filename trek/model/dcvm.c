/*
 * dcvm.c - a node of a DCVM as `trellis cc --graph` sees it. A node that splits tasks has two more
 * threads. The thread `split` gets tasks; if it makes no parts of a task, it hands the task over to
 * the computing thread. The thread `join` gets the results of parts.
 */
#include <stddef.h>
#include <trek.h>
#include "compute_model.h"

static Semaphore whole; /* signalled for each task of which `split` has made no parts */

static void
send_result(void) /* send a result to the node that gave the task */
{
	__graph_send(model_above[getnodeid()], RESULT, 0);
}

void
put_part(const void *data, uint32_t nbytes)
{
	(void)data, (void)nbytes;
	model_give(getnodeid());
}

static void
split(void *unused) /* thread of a node that splits tasks */
{
	static uint32_t task[(TREK_MAX_BYTES + 3) / 4];

	(void)unused;
	for (;;) {
		__graph_receive(TASK, 0);
		__graph_fill(task);
		split_fn(task, __graph_any());
		if (__graph_any())
			sem_signal(&whole);
	}
}

static void
join(void *unused) /* thread that receives the results of the parts */
{
	static Part part[TREK_MAX_DEGREE];

	(void)unused;
	for (;;) {
		__graph_receive(RESULT, 0);
		if (__graph_any())
			continue; /* another part is missing */
		__graph_fill(part);
		join_fn(part, TREK_DEGREE);
		send_result();
	}
}

void
model_work(void)
{
	int splits = model_splits[getnodeid()];

	if (splits) {
		__graph_start(split, NULL, 0);
		__graph_start(join, NULL, 0);
	}
	for (;;) {
		if (splits && __graph_any())
			sem_wait(&whole);
		else
			__graph_receive(TASK, 0);
		model_compute();
		send_result();
	}
}
