/*
 * generate-bug.c - as generate.c, but for the place where Nsegs is set: here the result receiver, a
 * process with its own copy of the global variables as init_master left them, never sees it.
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
