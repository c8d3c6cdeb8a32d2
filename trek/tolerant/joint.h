/*
 * joint.h - tasks that were split on this node, for the manager.
 */
#ifndef JOINT_H
#define JOINT_H

#include "tolerant.h"

typedef struct Joint {
	struct Joint *next;
	uint32_t task, part; /* of the task or part that was split */
	uint32_t n;          /* results that have come; all: it is being joined */
	int is_suspect;      /* the task is */
	int dropped;         /* the joined result is to be dropped */
	Item *aside;         /* of a part without a result; NULL if there is none */
	Item *result[];      /* [degree] by index; NULL: not yet */
} Joint;

void joint_new(const Item *task);
void joint_cancel(const Item *task); /* it was not split after all */
/* add a result, or HOP_ASIDE, of a part; NULL, and nothing was done: it is of no part made here */
Joint *joint_add(Item *m);
uint32_t joints_joining(void); /* how many wait for the join worker, or are with it */
void joint_join(Joint *j);     /* all are there: to the join worker */
Item *joint_give_up(Joint *j); /* all are there, some aside: the HOP_ASIDE of the whole */
/* true if m is the joined result of a task, which ends here */
int joint_end(const Item *m, int *dropped);
void joints_drop(void);

#endif
