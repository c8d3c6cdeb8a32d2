/* mutant.h - a run in which a statement does something else each time. */
#ifndef MUTANT_H
#define MUTANT_H

#include "detrek/flowback/mutations.h"
#include "session.h"

typedef struct Mutants Mutants;

/* mutants_new: for mutants of the session's run. */
Mutants *mutants_new(Session *s);
void mutants_free(Mutants *x);

enum { NEVER_EXECUTED = UINT32_MAX };
/*
 * While a run like the session's goes on, piece by piece (trunk.h): mutants_find: look for the
 * first execution of a mutation's instruction; mutants_piece: a piece begins, or the run has ended.
 * mutants_first: the piece with the first execution, or NEVER_EXECUTED.
 */
void mutants_find(Mutants *x, const Mutation *m);
void mutants_piece(Mutants *x, uint32_t number);
uint32_t mutants_first(const Mutants *x, const Mutation *m);

/*
 * mutants_begin: from now on the run of the session is the mutant's; in a process that has been
 * made for it and ends with it. Going back in the run would repeat the original.
 */
void mutants_begin(Mutants *x, const Mutation *m);

#endif
