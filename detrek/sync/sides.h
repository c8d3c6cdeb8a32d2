/*
 * sides.h - the two sides of each channel: threads of one side meet only those of the other.
 *
 * A thread that arrives at a channel waits for one of the other side, in whichever direction the
 * message goes. So the arrivals of each side are a semaphore for the other side.
 */
#ifndef SIDES_H
#define SIDES_H

#include "base/base.h"

typedef struct Sides Sides;

/* sides_new: an empty record of which threads are at which end of channels. */
Sides *sides_new(void);
void sides_free(Sides *s);

/*
 * sides_arrive: note that a thread waits at a channel; the next thread that arrives there meets it.
 */
void sides_arrive(Sides *s, uint32_t channel, uint32_t thread);

/*
 * sides_meet: note that a thread meets the one that waits at the channel, so that they are at
 * different ends of it. false: earlier meetings have shown both at one end, so the channel has no
 * two ends.
 */
bool sides_meet(Sides *s, uint32_t channel, uint32_t thread);

/*
 * sides_of: 0 if the thread is at the same end of the channel as the first thread that came there,
 * otherwise 1.
 */
uint32_t sides_of(const Sides *s, uint32_t channel, uint32_t thread);

#endif
