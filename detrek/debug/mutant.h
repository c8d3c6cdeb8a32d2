/* mutant.h - a branch of the run in which a statement does something else each time. */
#ifndef MUTANT_H
#define MUTANT_H

#include "detrek/flowback/mutations.h"
#include "session.h"

typedef struct Mutant Mutant;

/*
 * mutant_begin: switch the session to such a branch, at the run's beginning. Only what happens from
 * then on until its end is its run: going back in it would repeat the original. mutant_end: before
 * anything else is asked of its network.
 */
Mutant *mutant_begin(Session *s, const Mutation *m);
void mutant_end(Mutant *m);

#endif
