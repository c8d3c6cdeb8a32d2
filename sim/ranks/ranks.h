/*
 * ranks.h - a network that several processes, its ranks, execute together. The run is the same as
 * on one process.
 *
 * Rank 0 executes the command: it has the host, the files and the output, and between two runs the
 * state of the whole network. The others only execute their nodes (ranks_serve).
 */
#ifndef RANKS_H
#define RANKS_H

#include "transport.h"

#include "sim/network/network.h"

enum { RANKS_MAX = 64 }; /* limit for the number of ranks */

/* ---- ranks.c: rank 0 ---- */

/* ranks_init: use the ranks that this transport connects, from now on. */
void ranks_init(const Transport *t);
/* ranks_number: the number of ranks; 1 without ranks_init. */
uint32_t ranks_number(void);
/*
 * ranks_attach: let all ranks execute a network that has just been made. Does nothing if there is
 * only one rank. After the network has begun to run, nothing may observe its nodes.
 */
void ranks_attach(Network *w);
/*
 * ranks_refuse: if there are several ranks, report that `what`, an option or a command, cannot be
 * used with them, and end the program.
 */
void ranks_refuse(const char *what);
/*
 * ranks_give_task: let all other ranks do a task, by their RanksTask, while rank 0 does something
 * else.
 */
void ranks_give_task(const Buf *task);
/*
 * ranks_gather_results: wait for the results of a task given by ranks_give_task. Returns an array
 * [ranks_number()]; the caller frees the results and the array.
 */
Buf *ranks_gather_results(void);
/* ranks_leave: use no ranks from now on; for a process that a rank has forked. */
void ranks_leave(void);
/*
 * ranks_finish: let all ranks end, because the program ends. Returns false within a run or a task;
 * then the other ranks must be ended by force.
 */
bool ranks_finish(void);
/* ranks_print_stats: print how the nodes are divided, and what rank 0 has sent. */
void ranks_print_stats(const Network *w, FILE *f);

/* ---- serve.c: other ranks ---- */

/* RanksTask: do a task as one of `size` ranks, and write the result. */
typedef void RanksTask(const Buf *task, uint32_t rank, uint32_t size, Buf *result);

/*
 * ranks_serve: do what rank 0 requests, until it has finished; `task` does the tasks of
 * ranks_give_task.
 */
void ranks_serve(const Transport *t, RanksTask *task);

#endif
