/*
 * record.h - a live past on disk, as its run goes on: the recording's file and copies of the run's
 * files.
 */
#ifndef RECORD_H
#define RECORD_H

#include "chunk.h"
#include "past_state.h"
#include "tape_wire.h"

/* ---- record.c ---- */

/*
 * record_ran: the network has run on; what is due is written. record_end: the end, and all that is
 * left.
 */
void record_ran(Past *p);
void record_end(Past *p);

#endif
