/* mutant.h - a branch of the run in which a statement does something else each time. */
#ifndef MUTANT_H
#define MUTANT_H

#include "detrek/flowback/mutations.h"
#include "session.h"

typedef struct Mutants Mutants;

/*
 * mutants_new: a branch of the session's run at its beginning, for mutants of it; the session is
 * where it was afterwards. mutants_free: the branch stays with the session.
 */
Mutants *mutants_new(Session *s);
void mutants_free(Mutants *x);
/*
 * mutants_begin: switch to the branch, with the mutation; in a process that has been made for it
 * and ends with it. Only what happens from then on until the end is the mutant's run: going back in
 * it would repeat the original.
 */
void mutants_begin(Mutants *x, const Mutation *m);

#endif
