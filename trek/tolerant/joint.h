/*
 * joint.h - the interface, for the manager, to the tasks that were split on this node.
 */
#ifndef JOINT_H
#define JOINT_H

#include "tolerant.h"

/* A task that was split on this node, with the results of its parts. */
typedef struct Joint {
	struct Joint *next;
	uint32_t task, part; /* number and SubTid of the task or part that was split */
	uint32_t n;          /* number of results that have arrived */
	int is_suspect;      /* 1: the task is suspect (tolerant.h) */
	int dropped;         /* 1: the joined result must be dropped */
	Item *aside_notice;         /* the HOP_ASIDE of a part that has no result; or NULL */
	Item *result[];      /* [degree] results by index of the part; NULL: not arrived */
} Joint;

void joint_new(const Item *task); /* note that the task is being split */
void joint_cancel(const Item *task); /* forget the task: split_fn has made no parts of it */
/* joint_add: store m, a part's result or HOP_ASIDE; its joint, or NULL: none, m is not stored */
Joint *joint_add(Item *m);
uint32_t joints_count_joining(void); /* number of joints whose results are with the join worker */
void joint_join(Joint *j); /* give the joint's results, which are complete, to the join worker */
Item *joint_give_up(Joint *j); /* free a joint without result; returns its task's HOP_ASIDE */
/*
 * joint_finish: if m is a joined result, free its joint and return 1; *dropped 1: m must be freed
 */
int joint_finish(const Item *m, int *dropped);
void joints_drop(void); /* free all joints; those being joined are only marked as dropped */

#endif
