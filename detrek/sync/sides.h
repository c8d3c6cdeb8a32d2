/*
 * sides.h - finds the two sides of each channel. A thread on one side communicates only with
 * threads on the other side.
 *
 * A thread that arrives at a channel waits for a thread of the other side, whether it sends or
 * receives. So the arrivals of each side act as a semaphore for the other side.
 */
#ifndef SIDES_H
#define SIDES_H

#include "base/base.h"

typedef struct Sides Sides;

/* sides_new: an empty record of which threads are on which side of channels. */
Sides *sides_new(void);
void sides_free(Sides *s);

/*
 * sides_arrive: note that a thread waits at a channel; the next thread that arrives there meets it.
 */
void sides_arrive(Sides *s, uint32_t channel, uint32_t thread);

/*
 * sides_meet: note that a thread meets the thread that waits at the channel, so that the two are on
 * different sides. false: earlier meetings put both on the same side, so the channel does not have
 * two sides.
 */
bool sides_meet(Sides *s, uint32_t channel, uint32_t thread);

/*
 * sides_of: 0 if the thread is on the same side of the channel as the first thread that arrived
 * there, otherwise 1.
 */
uint32_t sides_of(const Sides *s, uint32_t channel, uint32_t thread);

#endif
