/* pipeline.c - a stage as `trellis cc --graph` sees it: a result is the task of the next stage. */
#include <trek.h>
#include "compute_model.h"

void
model_work(void)
{
	for (;;) {
		__graph_receive(TASK, 0);
		model_compute();
		if (getnodeid() == getnnodes() - 1)
			__graph_send(0, RESULT, 0);
		else
			__graph_send(getnodeid() + 1, TASK, 0);
	}
}
