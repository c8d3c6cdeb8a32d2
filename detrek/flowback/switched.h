/*
 * switched.h - finds the writes and deeds (deeds.h) that a process would have done if one of its
 * conditional jumps had gone the other way (predicate switching; Zhang, Gupta and Gupta, 2006).
 *
 * The code that follows if the jump goes the other way is run on a spare node, with the registers
 * and the memory that the process had at the jump. The run ends where both ways meet. If the run
 * comes to the jump again, in a loop, the jump goes the other way each time. So a loop that has
 * ended too early continues.
 */
#ifndef SWITCHED_H
#define SWITCHED_H

#include "control_flow.h"
#include "deeds.h"

typedef struct Switched Switched;

/*
 * switched_new: the state for runs in which a conditional jump goes the other way.
 */
Switched *switched_new(Steps *s, CodeCache *codes, const Target *target);
/* switched_free: free the runs. */
void switched_free(Switched *x);

/*
 * switched_writes: true if some of the bytes would have been written if the jump had gone the other
 * way. Also false if the instruction is not a conditional jump, or if the answer is not known,
 * because the code first depends on links, the clock or other processes, or runs for too long.
 */
bool switched_writes(Switched *x, At jump, Addr a, Word nbytes);

/*
 * switched_deeds: list the deeds (kernel calls and uses of channels) that would have followed the
 * jump if each deed had succeeded at once: those of the process, and of the threads that it would
 * have started. actual: let the jump go the way that it went in the run, otherwise the other way.
 * The list is owned by x; NULL: the instruction is not a conditional jump, or the answer is not
 * known.
 */
const Deeds *switched_deeds(Switched *x, At jump, bool actual);

#endif
