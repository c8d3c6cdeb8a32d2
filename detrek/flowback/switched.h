/*
 * switched.h - finds the writes and deeds that a process would have done if one of its conditional
 * jumps had gone the other way (predicate switching; Zhang, Gupta and Gupta, 2006).
 *
 * The code that the jump then lets execute is run on a spare node, with the registers and the
 * memory that the process had at the jump, up to the place where both ways meet. In a loop the jump
 * goes the same way each time: a loop that has ended too early continues.
 */
#ifndef SWITCHED_H
#define SWITCHED_H

#include "control_flow.h"
#include "deeds.h"

typedef struct Switched Switched;

/* switched_new: the state for runs of an interval in which a branch is switched. */
Switched *switched_new(Steps *s, Codes *codes, const Target *target);
void switched_free(Switched *x);

/*
 * switched_writes: had the jump gone the other way, some of the bytes would have been written. Also
 * false if the instruction is not a conditional jump, and if the answer is not known: the code
 * depends on links, the clock or other processes before it gets there, or it runs for long.
 */
bool switched_writes(Switched *x, At jump, Addr a, Word nbytes);

/*
 * switched_deeds: the deeds that the process would have done, if each had succeeded at once, and
 * those of the threads that it would have started. actual: the jump goes the way that it went.
 * Owned by x; NULL: not a conditional jump, or not known.
 */
const Deeds *switched_deeds(Switched *x, At jump, bool actual);

#endif
