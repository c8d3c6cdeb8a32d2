/*
 * joint.h - tasks that were split on this node, for the manager.
 */
#ifndef JOINT_H
#define JOINT_H

#include "tolerant.h"

typedef struct Joint {
	struct Joint *next;
	uint32_t task, part; /* of the task or part that was split */
	uint32_t n;          /* results that have arrived; when all have, they are being joined */
	int is_suspect;      /* the task is suspect (tolerant.h) */
	int dropped;         /* the joined result is to be dropped */
	Item *aside;         /* of a part without a result; NULL if there is none */
	Item *result[];      /* [degree] by index; NULL: not yet */
} Joint;

void joint_new(const Item *task); /* note that the task is being split */
void joint_cancel(const Item *task); /* forget the task: split_fn has made no parts of it */
/* joint_add: store a part's result or HOP_ASIDE; its joint, NULL if it was not split off here */
Joint *joint_add(Item *m);
uint32_t joints_joining(void); /* number of joints whose results are being, or will be, joined */
void joint_join(Joint *j); /* let the join worker join the results of j, which are complete */
Item *joint_give_up(Joint *j); /* free j, which lacks results; returns a HOP_ASIDE for its task */
/* joint_end: 1 if m is the joined result of a task split here, whose joint is then freed */
int joint_end(const Item *m, int *dropped);
void joints_drop(void); /* drop all joints, and results that are still being joined */

#endif
