/*
 * trek.h - the tree execution kernel, for applications.
 *
 * An application is divided into tasks, which are computed on a tree of nodes. Node 0, the manager,
 * makes the tasks and takes the results; the other nodes compute. In a PFVM, one node computes a
 * task as a whole.
 * In a DCVM a node with children may split a task instead: its parts go down to the children, where
 * they may be split again, down to tree level split_depth, and their results are joined where they
 * were split. In a PIPELINE a task passes all nodes in turn, and each computes a stage of it. In an
 * SPMD the nodes are a ring; each has a block, and computes it again in each of total_tasks steps,
 * after it has exchanged borders with its neighbours. The .vms file (trellis-vms(5)) names the
 * files with the functions, and describes the tree.
 *
 * The application defines the functions of the first part below; TrEK calls them. The application
 * calls the functions of the second part. Data is sent unchanged and word-aligned. A task or
 * result has at most TREK_MAX_BYTES; 0 bytes are allowed.
 *
 * The same functions, linked with the sequential driver (vm/native/driver.c), run on the host.
 *
 * Source: Lin 1993, chapter 3; the arguments of the calls are our own.
 */
#ifndef TREK_H
#define TREK_H

#include <stdint.h>

enum {
	TREK_MAX_BYTES = 1 << 20,
	TREK_MAX_DEGREE = 16, /* parts of a split */
};

/* The result of one part: an argument of join_fn. */
typedef struct Part {
	const void *data;
	uint32_t nbytes;
} Part;

/* ---- what the application defines ---- */

/*
 * init_master: on node 0, before anything else. argv[0] is the program's name; the other arguments
 * are the `arguments` of the .vms file or the command line. The data generator and result receiver
 * each get a copy of the global variables as init_master leaves them: they are separate processes,
 * so neither sees the other's later changes. Other nodes do not get them; use share() for data that
 * they need.
 */
void init_master(int argc, char **argv);

/* data_generator: on node 0; calls do_task for each task, in the order of the numbers 0, 1, ... */
void data_generator(void);

/*
 * result_receiver: on node 0; takes the results with get_result. The run ends when it returns.
 * Results arrive when they are ready, not in the order of tasks.
 */
void result_receiver(void);

/* compute_fn: on any node except 0; calls put_result once. It may change the task's memory. */
void compute_fn(void *task, uint32_t nbytes);

/*
 * split_fn, join_fn: for a DCVM. split_fn calls put_part for each of the split_degree parts. If the
 * task is too small, it does not call put_part, and the task is computed as a whole. join_fn gets
 * the parts' results, by index, and calls put_result once. TrEK decides which tasks are split,
 * depending on the load; so the joined result must be identical to the result of compute_fn for the
 * whole task. Both functions may run while compute_fn runs on the same node, so they must not
 * change shared data.
 */
void split_fn(const void *task, uint32_t nbytes);
void join_fn(const Part *part, uint32_t nparts);

/*
 * border_fn: for an SPMD, in the files of compute_fn: calls put_border once, with the part of the
 * block that the neighbour at that side needs. The data generator makes a block for each node
 * except node 0. In each step TrEK calls border_fn for both sides, exchanges the borders, and calls
 * compute_fn, whose result is the block of the next step. The block after the last step goes to
 * node 0, where get_result returns the number that the block had in do_task.
 */
typedef enum Side {
	SIDE_NEXT,     /* the node of the next block; after the last one the first */
	SIDE_PREVIOUS,
	NSIDES
} Side;

void border_fn(const void *block, uint32_t nbytes, Side side);

/* ---- the functions that TrEK offers ---- */

/*
 * Each call copies the data, which may be changed after the call. If a function makes a call that
 * is not allowed there, too many or too few calls, or a call with too many bytes, it is stopped
 * with a message that names node, function and task.
 */
/* do_task: give away a task, in data_generator; waits while the tree is full */
void do_task(const void *data, uint32_t nbytes);
void put_result(const void *data, uint32_t nbytes); /* in compute_fn, join_fn */
void put_part(const void *data, uint32_t nbytes);   /* split_fn */
void put_border(const void *data, uint32_t nbytes); /* border_fn */

/*
 * get_result: wait for the next result and copy it to room. Returns its size, and the task's number
 * in *task (if not NULL), or -1 after the results of all tasks. A result of more than room_bytes
 * stops the program with a message.
 */
int32_t get_result(void *room, uint32_t room_bytes, uint32_t *task);

/*
 * get_border: in compute_fn of an SPMD: the border that the neighbour at that side has made for
 * this node in this step, and its size in *nbytes (if not NULL). Valid until compute_fn returns.
 */
const void *get_border(Side side, uint32_t *nbytes);

/*
 * share: send these bytes to every node before the first task; to be called once, in init_master.
 * shared: these bytes, in compute_fn, split_fn and join_fn (NULL and 0 bytes if there are none).
 */
void share(const void *data, uint32_t nbytes);
const void *shared(uint32_t *nbytes);

uint32_t total_tasks(void);  /* total_tasks of the .vms file or the command line; 0 if not given */
/*
 * task_number: in compute_fn, split_fn, join_fn: the number of the task, or of the task to which
 * the part belongs; in an SPMD the number of the step, from 0
 */
uint32_t task_number(void);
/* task_part: in the same functions: the SubTid: the part's index at each level of its splits */
uint32_t task_part(void);
uint32_t split_degree(void); /* parts of a split; 1 in a PFVM */
/*
 * stage_number, stage_count: in compute_fn of a PIPELINE, the stage to compute, from 1, and the
 * number of stages, one for each node except node 0; the result of a stage is the task of the next
 * stage. In an SPMD (also in data_generator), the node's place on the ring, and the number of
 * blocks. Elsewhere both are 1.
 */
uint32_t stage_number(void);
uint32_t stage_count(void);

/*
 * note_event: record an event of the application for the monitor, from any user function; programs
 * not compiled for the monitor ignore it.
 */
#ifdef TREK_MONITOR
void note_event(uint16_t code, uint32_t value);
#else
#define note_event(code, value) ((void)(code), (void)(value))
#endif

#endif
