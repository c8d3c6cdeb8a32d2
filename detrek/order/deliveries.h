/*
 * deliveries.h - which message each receive of a recorded run gets, in all executions of its
 * operations.
 */
#ifndef DELIVERIES_H
#define DELIVERIES_H

#include "order.h"

typedef struct Deliveries Deliveries;

/* Of a trace and its messages, which are borrowed. */
Deliveries *deliveries_new(const SemTrace *t, const OrderMessages *m);
void deliveries_free(Deliveries *d);

/*
 * deliveries_explore: visit all states; false: there are too many, or an unbuffered message comes
 * from another node.
 */
bool deliveries_explore(Deliveries *d);
/*
 * deliveries_could: was that match found? receive: the number of the message that it got in the
 * trace; of a miss, m->n plus its number. message: NO_EVENT for none.
 */
bool deliveries_could(const Deliveries *d, uint32_t receive, uint32_t message);
/*
 * deliveries_deadlocks: the states that were found in which nothing can happen: n rows of counts of
 * tasks, in their order; the caller's to free.
 */
Count *deliveries_deadlocks(const Deliveries *d, uint32_t *n);

enum { ANY_MESSAGE = UINT32_MAX - 2 };

/*
 * deliveries_pair: search an execution that reaches the later event without the earlier.
 * deliveries_match: one in which a receive, or a miss, gets that message, NO_EVENT for none;
 * receive: its event. deliveries_state: one to a state in which nothing can happen. One of them may
 * be called, once, and nothing else before.
 */
Answer deliveries_pair(Deliveries *d, EventPair p);
Answer deliveries_match(Deliveries *d, uint32_t receive, uint32_t message);
Answer deliveries_state(Deliveries *d, const Count *done);
/*
 * deliveries_write: the execution that was found, as a .sem trace whose receives name their sends.
 * deliveries_schedule: its events, without a last one that ends otherwise than in the trace.
 */
void deliveries_write(FILE *out, const Deliveries *d);
Schedule deliveries_schedule(const Deliveries *d); /* its list is the caller's to free */

#endif
