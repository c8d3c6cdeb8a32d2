/*
 * deliveries.h - finds, for each receive of a recorded run, every message that the receive gets in
 * some possible execution of the run's operations.
 */
#ifndef DELIVERIES_H
#define DELIVERIES_H

#include "order.h"

typedef struct Deliveries Deliveries;

/* deliveries_new: a search of the executions of a trace and its messages, which are borrowed. */
Deliveries *deliveries_new(const SemTrace *t, const OrderMessages *m);
/* deliveries_free: free the search. */
void deliveries_free(Deliveries *d);

/*
 * deliveries_explore: visit all states. false: there are too many states, or an unbuffered message
 * comes from another node (such messages are not supported).
 */
bool deliveries_explore(Deliveries *d);
/*
 * deliveries_could_match: true if an execution was found in which the receive gets the message.
 * receive: the number of the message that the receive got in the trace; for a miss, m->n plus the
 * miss's number (m: the OrderMessages). message: NO_EVENT for no message.
 */
bool deliveries_could_match(const Deliveries *d, uint32_t receive, uint32_t message);
/*
 * deliveries_deadlocks: the deadlocks that were found, as *n sorted rows, each with the counts of
 * all tasks. The caller frees the array.
 */
Count *deliveries_deadlocks(const Deliveries *d, uint32_t *n);

/* In place of a message's number: any message. */
enum { ANY_MESSAGE = UINT32_MAX - 2 };

/*
 * deliveries_search_pair: search for an execution that reaches event p.after without event
 * p.before. Only one of deliveries_search_pair, deliveries_search_match and deliveries_search_state
 * may be called, once, before any other function.
 */
Answer deliveries_search_pair(Deliveries *d, EventPair p);
/*
 * deliveries_search_match: search for an execution in which the receive or miss with the event
 * `receive` gets the message, or, if message is NO_EVENT, gets no message.
 */
Answer deliveries_search_match(Deliveries *d, uint32_t receive, uint32_t message);
/*
 * deliveries_search_state: search for an execution that leads to the deadlock in which each task
 * has executed done[task] events.
 */
Answer deliveries_search_state(Deliveries *d, const Count *done);
/*
 * deliveries_write: write the execution that was found, as a .sem trace whose receives name their
 * sends.
 */
void deliveries_write(FILE *out, const Deliveries *d);
/* deliveries_schedule: the execution that the search has found; the caller frees its events. */
Schedule deliveries_schedule(const Deliveries *d);

#endif
