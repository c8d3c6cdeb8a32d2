/*
 * circuit_history.h - which ends the crossbars of a run joined, and when.
 *
 * A network with crossbars has only its present circuits. Those of the run's other times are found
 * by replaying the parts of the run in which a control link is in use; elsewhere no circuit
 * changes.
 */
#ifndef CIRCUIT_HISTORY_H
#define CIRCUIT_HISTORY_H

#include "feed.h"

typedef struct CircuitHistory CircuitHistory;

/*
 * circuit_history_new: that of the past of a feed, which is at another place afterwards. The feed
 * is needed for the call only. Released by circuit_history_free.
 */
CircuitHistory *circuit_history_new(Past *p, const Feed *f);
void circuit_history_free(CircuitHistory *h);

/* circuit_history_peer: the end that was joined to e at a time, or NOWHERE_END. */
EndId circuit_history_peer(const CircuitHistory *h, EndId e, Time at);

/*
 * circuit_history_receiver: the end that got the message that e was ordered to send at a time, and
 * sent before its next order to send, at `next` (NEVER: there is none). NOWHERE_END: without a
 * circuit, its first byte was lost, and it ended there. false: the circuit changed when a part of
 * the message had been sent, so that it is not known what arrived; *to got that part.
 */
bool circuit_history_receiver(const CircuitHistory *h, EndId e, Time at, Time next, EndId *to);

#endif
