/*
 * generate.c - a task for each strip of the image.
 *
 *	group [THRESHOLD] < IMAGE
 */
#include <trek.h>
#include "pixels.h"

uint32_t Nsegs;

void
init_master(int argc, char **argv)
{
	image_init(argc, argv);
	Nsegs = total_tasks();
}

void
data_generator(void)
{
	for (uint32_t i = 0; i < Nsegs; i++)
		image_strip(i, Nsegs);
}
