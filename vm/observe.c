/* observe.c - passes a run's programs to its observer, which chooses an order of operations. */
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
