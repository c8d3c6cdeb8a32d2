/* observe.c - what chooses the order of a run's operations is told of its programs. */
#include "run.h"

void
run_observe(const RunObserver *o, Network *w, const char *kernel, const char *const *file,
	uint32_t n)
{
	if (!o)
		return;
	o->begins(o->context, w, kernel);
	for (uint32_t i = 0; i < n; i++)
		o->loads(o->context, file[i]);
}
