/* eblock_alone.c - the log of a program without a kernel (eblock.c) has one process. */
#include "eblock.h"

void
__log_where(LogWhere *w)
{
	*w = (LogWhere){0};
}
