/* no_mpi.c - a stub for `trellis`, which has no MPI; trellis-mpi uses sim/mpi/ instead. */
#include "start.h"

#include "base/base.h"
#include "base/system.h"

#include <stdlib.h>

void
ranks_enter(int argc, char **argv, RanksTask *task)
{
	const char *size = getenv("OMPI_COMM_WORLD_SIZE");

	(void)argc, (void)task;
	if (size && atoi(size) > 1)
		program_become("trellis-mpi", argv, "trellis was built without MPI (Debian: "
			"libopenmpi-dev openmpi-bin)");
}
