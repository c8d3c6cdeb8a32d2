/*
 * joint.h - tasks that were split on this node, for the manager.
 */
#ifndef JOINT_H
#define JOINT_H

#include "tolerant.h"

typedef struct Joint {
	struct Joint *next;
	uint32_t task, part; /* number and SubTid of the task or part that was split */
	uint32_t n;          /* number of results that have arrived; all are then joined */
	int is_suspect;      /* 1: the task is suspect (tolerant.h) */
	int dropped;         /* 1: the joined result must be dropped */
	Item *aside;         /* HOP_ASIDE of a part without result; or NULL */
	Item *result[];      /* [degree] results by index; NULL: not yet */
} Joint;

void joint_new(const Item *task); /* note that the task is being split */
void joint_cancel(const Item *task); /* forget the task: split_fn has made no parts of it */
/* joint_add: store m, a part's result or HOP_ASIDE, and return its joint; NULL: none, not stored */
Joint *joint_add(Item *m);
uint32_t joints_joining(void); /* number of joints whose results are being, or will be, joined */
void joint_join(Joint *j); /* give the joint's results, which are complete, to the join worker */
Item *joint_give_up(Joint *j); /* free a joint without result; its task's HOP_ASIDE */
/* joint_end: 1 if m is a joined result; its joint is freed, and *dropped set: 1: free m, too */
int joint_end(const Item *m, int *dropped);
void joints_drop(void); /* free all joints; those being joined are only marked as dropped */

#endif
