/* start.h - how a program finds out whether it is one of several ranks. */
#ifndef START_H
#define START_H

#include "ranks.h"

/*
 * ranks_enter: if mpirun has started this program several times, be one of its ranks: rank 0
 * returns, others serve it and exit. `trellis` is then replaced by trellis-mpi with the same
 * arguments. Otherwise return. `task` does what other ranks are given (ranks_give).
 */
void ranks_enter(int argc, char **argv, RanksTask *task);

#endif
