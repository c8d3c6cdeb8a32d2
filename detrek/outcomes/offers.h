/*
 * offers.h - keeps a list of the messages that threads offer through channels in memory. A thread
 * that offers a message is held at its output until the thread at the other end takes the message.
 */
#ifndef OFFERS_H
#define OFFERS_H

#include "outcomes.h"

/* The messages that threads have offered through one channel. */
typedef struct Offer {
	uint64_t channel; /* Action.object */
	uint32_t nsent;   /* number of messages offered so far */
	uint32_t thread;  /* the thread that offers the last message; NO_THREAD: it was taken */
} Offer;

/* The offers of all channels; {0}: none. */
typedef struct Offers {
	Offer *offer; /* [n] */
	uint32_t n;
} Offers;

void offers_free(Offers *o);
/* offers_add: note that the thread offers the next message of a channel. */
void offers_add(Offers *o, uint64_t channel, uint32_t thread);
/*
 * offers_find: the offers of messages at a channel; NULL if there were none. Valid until
 * offers_add.
 */
Offer *offers_find(const Offers *o, uint64_t channel);

#endif
