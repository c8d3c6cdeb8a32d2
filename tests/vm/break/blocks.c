/* blocks.c - makes a block for each node; arguments SEED MOST, as of generate.c. */
#include <stdlib.h>
#include <trek.h>
#include "random_time.h"

static uint32_t block, most;

void
init_master(int argc, char **argv)
{
	block = argc > 1 ? atoi(argv[1]) : 1;
	most = argc > 2 ? atoi(argv[2]) : 2000;
}

void
data_generator(void)
{
	for (uint32_t i = 0; i < stage_count(); i++) {
		spend(&block, most);
		do_task(&block, sizeof block);
	}
}
