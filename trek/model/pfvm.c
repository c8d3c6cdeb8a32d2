/* pfvm.c - a node of a PFVM as `trellis cc --graph` sees it: each task becomes a result. */
#include <trek.h>
#include "compute_model.h"

void
model_work(void)
{
	for (;;) {
		__graph_receive(TASK, 0);
		model_compute();
		__graph_send(0, RESULT, 0);
	}
}
