/* run_messages.h - the messages of a recorded run whose operations are a trace. */
#ifndef RUN_MESSAGES_H
#define RUN_MESSAGES_H

#include "deliveries.h"

struct SemMessages;

typedef struct Recorded {
	const SemTrace *t; /* borrowed */
	OrderMessages m;   /* its strings are borrowed */
} Recorded;

/* recorded_new: convert the messages of a recorded run into those of the analysis. */
Recorded recorded_new(const SemTrace *t, const struct SemMessages *s);
/* recorded_free: free the converted messages. */
void recorded_free(Recorded *r);

/*
 * recorded_deadlocks: replace the deadlocks that the semaphores allow by those that the messages
 * allow. found: all states of the messages.
 */
void recorded_deadlocks(const Deliveries *found, Orders *o);

/*
 * recorded_match: do what --match=PAIR asks for: "1.1.1,0.1.1", a send, or "none", and a receive;
 * returns the exit status.
 */
int recorded_match(const Recorded *r, const OrderOptions *o);
/*
 * recorded_witness: answer --witness by the messages, if the semaphores are not enough; UNKNOWN:
 * there are too many states. *found: the execution, which the caller frees, or NULL.
 */
Answer recorded_witness(const Recorded *r, EventPair p, Deliveries **found);

#endif
