/*
 * trunk.h - repeats the recorded run once, as a branch (the trunk) from which trials branch off.
 * The trunk keeps the state of the network at the beginning of each piece of the run, and the
 * messages that the nodes had sent to the host until then. So a trial need not repeat the run
 * before its beginning.
 */
#ifndef TRUNK_H
#define TRUNK_H

#include "detrek/flowback/output.h"
#include "session.h"

/* number of pieces of the run; a trial begins at the beginning of a piece */
enum { TRUNK_PIECES = 64 };

typedef struct Trunk Trunk;

/*
 * trunk_new: repeat the run in a branch. Before each piece, and after the last one, `piece` is
 * called with the piece's number and the session in the branch. Afterwards the session is where it
 * was before.
 */
Trunk *trunk_new(Session *s, void (*piece)(void *context, uint32_t number), void *context);
/* trunk_free: free the trunk; its branch stays with the session. */
void trunk_free(Trunk *t);

/*
 * trunk_begin: switch the session to the branch, before a piece. Call it only in a process that was
 * made for a trial and ends with it, because the run may differ from there on.
 */
void trunk_begin(Trunk *t, uint32_t piece);
/*
 * trunk_begin_at: switch the session to the branch as trunk_begin does, but at the place *at of the
 * run; sets at->time. Returns false if the run has no such place.
 */
bool trunk_begin_at(Trunk *t, Place *at);

/* trunk_piece_length: the simulated time of a piece of the run. */
Time trunk_piece_length(const Trunk *t);
/*
 * trunk_messages: the number of messages that were sent to the host so far; not available with
 * crossbars.
 */
uint32_t trunk_messages(const Trunk *t);
/* trunk_output: the output that the messages to the host write; not available with crossbars. */
Output trunk_output(const Trunk *t);

#endif
