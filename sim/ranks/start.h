/* start.h - how a program finds out whether it is one of several ranks. */
#ifndef START_H
#define START_H

#include "ranks.h"

/*
 * ranks_enter: if mpirun has started this program several times, become one of its ranks: rank 0
 * returns, others serve it and exit. In this case `trellis` is replaced by trellis-mpi with the
 * same arguments. Otherwise return at once. `task` does the tasks that other ranks receive
 * (ranks_give).
 */
void ranks_enter(int argc, char **argv, RanksTask *task);

#endif
