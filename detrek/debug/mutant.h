/* mutant.h - makes runs in which each execution of a statement is changed (mutants). */
#ifndef MUTANT_H
#define MUTANT_H

#include "detrek/flowback/mutations.h"
#include "session.h"

typedef struct Mutants Mutants;

/*
 * mutants_new: the state for running mutants of the session's run. In a mutant, one instruction is
 * changed.
 */
Mutants *mutants_new(Session *s);
/* mutants_free: free the state for mutants. */
void mutants_free(Mutants *x);

enum { NEVER_EXECUTED = UINT32_MAX };
/* mutants_find: search for the first execution of a mutation's instruction from now on. */
void mutants_find(Mutants *x, const Mutation *m);
/*
 * mutants_note_piece: note that piece `number` begins, or that the run has ended; called while the
 * run is repeated piece by piece (trunk.h).
 */
void mutants_note_piece(Mutants *x, uint32_t number);
/*
 * mutants_first_piece: the number of the piece in which the mutation's instruction is first
 * executed, or NEVER_EXECUTED.
 */
uint32_t mutants_first_piece(const Mutants *x, const Mutation *m);

/*
 * mutants_begin: continue the session's run as a mutant from here on. Call it only in a process of
 * its own, which ends with the run, because a move backward would repeat the original run.
 */
void mutants_begin(Mutants *x, const Mutation *m);

#endif
