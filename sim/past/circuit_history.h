/*
 * circuit_history.h - which link ends were joined by the crossbars of a run, and when.
 *
 * A network has only its present circuits. The circuits of other times are found by replaying the
 * parts of the run in which a control link is in use; in other parts no circuit changes.
 */
#ifndef CIRCUIT_HISTORY_H
#define CIRCUIT_HISTORY_H

#include "feed.h"

typedef struct CircuitHistory CircuitHistory;

/*
 * circuit_history_new: the history of a past, whose feed is needed for the call only. The past is
 * at another place afterwards. Released by circuit_history_free.
 */
CircuitHistory *circuit_history_new(Past *p, const Feed *f);
void circuit_history_free(CircuitHistory *h);

/* circuit_history_peer: the end that was joined to e at a time; NOWHERE_END if none was. */
EndId circuit_history_peer(const CircuitHistory *h, EndId e, Time at);

/*
 * circuit_history_receiver: find the end that received a message, and store it in *to. e was
 * ordered to send the message at time `at`; its next order to send was at `next` (NEVER: there is
 * none). *to becomes NOWHERE_END if there was no circuit, so that the first byte was lost and the
 * message ended. Returns false if the circuit changed when a part of the message had been sent, so
 * that it is unknown how much arrived; *to is then the end that received the first part.
 */
bool circuit_history_receiver(const CircuitHistory *h, EndId e, Time at, Time next, EndId *to);

#endif
