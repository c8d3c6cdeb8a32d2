/*
 * run_messages.h - answers questions about a recorded run from its messages, not only from the
 * semaphores of its trace.
 */
#ifndef RUN_MESSAGES_H
#define RUN_MESSAGES_H

#include "deliveries.h"

struct SemMessages;

/* The trace of a recorded run, and the run's messages. */
typedef struct Recorded {
	const SemTrace *t; /* borrowed */
	OrderMessages m;   /* its strings are borrowed */
} Recorded;

/* recorded_new: convert the messages of a recorded run into those of the analysis. */
Recorded recorded_new(const SemTrace *t, const struct SemMessages *s);
/* recorded_free: free the converted messages. */
void recorded_free(Recorded *r);

/*
 * recorded_deadlocks: in o, replace the deadlocks that the semaphores allow by the deadlocks that
 * the messages allow. found: a search that has visited all states.
 */
void recorded_deadlocks(const Deliveries *found, Orders *o);

/*
 * recorded_match: answer --match=PAIR: can the receive get the message? PAIR is a send, or "none",
 * and a receive: "1.1.1,0.1.1". Returns the exit status.
 */
int recorded_match(const Recorded *r, const OrderOptions *o);
/*
 * recorded_witness: answer --witness by the messages, if the semaphores do not decide it.
 * ANSWER_UNKNOWN: there are too many states. *found: the search with the execution, which the
 * caller frees; or NULL.
 */
Answer recorded_witness(const Recorded *r, EventPair p, Deliveries **found);

#endif
