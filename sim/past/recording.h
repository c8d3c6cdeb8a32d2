/*
 * recording.h - the past of a recorded run, from its directory.
 */
#ifndef RECORDING_H
#define RECORDING_H

#include "past_state.h"

/* ---- recording.c ---- */

void recording_free(Past *p);

/*
 * recording_next_check: the next time at which the run's fingerprint is known; NEVER if there is
 * none. recording_check: the network is at a time; if its fingerprint is known for that time and is
 * another one, that is fatal.
 */
Time recording_next_check(const Past *p);
void recording_check(const Past *p);
/*
 * recording_check_end: likewise, at the end of the run; of the state, too, if the recording is
 * whole.
 */
void recording_check_end(const Past *p);

#endif
