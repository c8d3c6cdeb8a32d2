/* no_view.c - stubs for `trellis`, which has no window; trellis-view has one (sim/window/). */
#include "view.h"

#include "base/system.h"

#include <stdlib.h>

void
view_start(int argc, char **argv)
{
	char **all = xcalloc(argc + 2, sizeof *all);

	all[0] = "trellis";
	memcpy(all + 1, argv, argc * sizeof *argv);
	program_become("trellis-view", all, "trellis was built without its window, which needs SDL "
		"(Debian: libsdl2-dev libsdl2-ttf-dev libsdl2-image-dev)");
}

View *
view_new(Network *w, const ViewOptions *o)
{
	(void)w;
	(void)o;
	abort(); /* cannot be reached: view_start does not return */
}

void
view_free(View *v)
{
	(void)v;
}

RunEnd
view_run(View *v, Time until)
{
	(void)v;
	(void)until;
	abort();
}

RunEnd
view_wait_closed(View *v)
{
	(void)v;
	abort();
}

bool
view_closed(View *v)
{
	(void)v;
	abort();
}

uint32_t
view_outcome(View *v)
{
	(void)v;
	abort();
}

void
view_set_config(View *v, const Config *c)
{
	(void)v;
	(void)c;
	abort();
}

void
view_add_program(View *v, const char *file)
{
	(void)v;
	(void)file;
}

void
view_set_remark(View *v, const char *remark)
{
	(void)v;
	(void)remark;
}

ViewCost
view_cost(View *v)
{
	(void)v;
	abort();
}

void
view_set_resting(View *v, bool resting)
{
	(void)v;
	(void)resting;
	abort();
}
