/*
 * trek.h - the tree execution kernel, for applications.
 *
 * An application is farmed out as tasks over a tree of nodes. Node 0, the manager, makes the tasks
 * and takes the results; the other nodes compute. In a PFVM a task is computed whole by some node.
 * In a DCVM a node with children may split a task instead: its parts go down to the children, where
 * they may be split again, down to tree level split_depth, and their results are joined where they
 * were split. The .vms file (trellis-vms(5)) says which file has which function and how the tree
 * looks.
 *
 * The application defines the functions of the first part below; TrEK calls them. It calls those of
 * the second. Numbers and bytes are its own affair: data travels as it is, word-aligned, nothing is
 * converted. A task or result has at most TREK_MAX_BYTES; 0 are allowed.
 *
 * The same functions, linked with the sequential driver (vm/native/driver.c), run on the host.
 *
 * Source: Lin 1993, chapter 3; the calls' arguments are ours.
 */
#ifndef TREK_H
#define TREK_H

#include <stdint.h>

enum {
	TREK_MAX_BYTES = 1 << 20,
	TREK_MAX_DEGREE = 16, /* parts of a split */
};

/* One part's result, as join_fn gets it. */
typedef struct Part {
	const void *data;
	uint32_t nbytes;
} Part;

/* ---- what the application defines ---- */

/*
 * init_master: on node 0, before anything else. argv[0] is the program's name; the others are
 * `arguments` of the .vms file or of the command line. What it leaves in global variables, the data
 * generator and the result receiver find there: each is a process with its own copy, so neither
 * sees what the other changes later. Other nodes do not see it at all; share() is for them.
 */
void init_master(int argc, char **argv);

/* data_generator: on node 0; calls do_task for each task, in order of their numbers 0, 1, ... */
void data_generator(void);

/*
 * result_receiver: on node 0; takes the results with get_result. The run ends when it returns.
 * Results come as they are ready, not in the order of tasks.
 */
void result_receiver(void);

/* compute_fn: on any node but 0; calls put_result once. The task's memory may be changed. */
void compute_fn(void *task, uint32_t nbytes);

/*
 * split_fn, join_fn: of a DCVM. split_fn calls put_part for each of the split_degree parts, or not
 * at all, when the task is not worth it: then it is computed whole. join_fn gets the parts'
 * results, by index, and calls put_result once. TrEK decides which tasks are split, from how busy
 * the nodes are; so the joined result must be what compute_fn makes of the whole task, to the bit.
 * They may run while compute_fn runs on the same node: what they change must not be shared.
 */
void split_fn(const void *task, uint32_t nbytes);
void join_fn(const Part *part, uint32_t nparts);

/* ---- what TrEK offers ---- */

/*
 * Each copies the data; it may be changed when the call returns. A function that makes a call it
 * may not make, or makes it too often, never, or with too many bytes, is stopped with a message
 * that names node, function and task.
 */
/* data_generator; waits while the tree is full */
void do_task(const void *data, uint32_t nbytes);
void put_result(const void *data, uint32_t nbytes); /* compute_fn, join_fn */
void put_part(const void *data, uint32_t nbytes);   /* split_fn */

/*
 * get_result: wait for the next result and copy it to room; its bytes, with the task's number in
 * *task (if not NULL), or -1 when the results of all tasks have been taken. A result of more than
 * room_bytes stops the program with a message.
 */
int32_t get_result(void *room, uint32_t room_bytes, uint32_t *task);

/*
 * share: called once, in init_master: these bytes are sent to every node before the first task.
 * shared finds them in compute_fn, split_fn and join_fn (NULL and 0 bytes: there are none).
 */
void share(const void *data, uint32_t nbytes);
const void *shared(uint32_t *nbytes);

uint32_t total_tasks(void);  /* total_tasks of the .vms or the command line; 0: it does not say */
/* in compute_fn, split_fn, join_fn: of the task, or of what it is part of */
uint32_t task_number(void);
/* there: SubTid: for each level of the tree at which it was split, the index */
uint32_t task_part(void);
uint32_t split_degree(void); /* parts of a split; 1 in a PFVM */

/*
 * note_event: an event of the application's own for the monitor, from wherever the user's code
 * runs; nothing in programs that are not made for it.
 */
#ifdef TREK_MONITOR
void note_event(uint16_t code, uint32_t value);
#else
#define note_event(code, value) ((void)(code), (void)(value))
#endif

#endif
