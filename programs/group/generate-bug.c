/*
 * generate-bug.c - as generate.c, but Nsegs is set too late. The result receiver is a process with
 * its own copy of the global variables as init_master left them, and never sees the value.
 */
#include <trek.h>
#include "pixels.h"

uint32_t Nsegs;

void
init_master(int argc, char **argv)
{
	image_init(argc, argv);
}

void
data_generator(void)
{
	Nsegs = total_tasks();
	for (uint32_t i = 0; i < Nsegs; i++)
		image_strip(i, Nsegs);
}
