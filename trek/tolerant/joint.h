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

void joint_new(const Item *task); /* note that a task is being split */
void joint_cancel(const Item *task); /* the task was not split after all */
/* joint_add: add a part's result, or HOP_ASIDE; NULL, if the part was not made here */
Joint *joint_add(Item *m);
uint32_t joints_joining(void); /* how many wait for the join worker, or are being joined */
void joint_join(Joint *j);     /* all results are there: give them to the join worker */
Item *joint_give_up(Joint *j); /* all are there, some set aside: the whole's HOP_ASIDE */
/* joint_end: true if m is the joined result of a task, whose splitting ends here */
int joint_end(const Item *m, int *dropped);
void joints_drop(void); /* drop all; of those being joined, the result */

#endif
