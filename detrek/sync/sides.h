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

/* sides_new: an empty list of the sides of channels. */
Sides *sides_new(void);
void sides_free(Sides *s);

/* sides_arrive: a thread waits at a channel; it will meet the next thread that arrives there. */
void sides_arrive(Sides *s, uint32_t channel, uint32_t thread);

/*
 * sides_meet: a thread meets the thread that waits there. false: because of earlier meetings both
 * are on one side, so the channel has no two sides.
 */
bool sides_meet(Sides *s, uint32_t channel, uint32_t thread);

/* sides_of: 0 for the side of the first thread that came to the channel, otherwise 1. */
uint32_t sides_of(const Sides *s, uint32_t channel, uint32_t thread);

#endif
