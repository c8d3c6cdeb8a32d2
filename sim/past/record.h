/*
 * record.h - writes a live past to disk during the run: the recording's file, and copies of the
 * run's files.
 */
#ifndef RECORD_H
#define RECORD_H

#include "chunk.h"
#include "past_state.h"
#include "tape_wire.h"

/* ---- record.c ---- */

/*
 * record_ran: the network has run; write the chunks that are due. record_end: write the rest and
 * end the recording.
 */
void record_ran(Past *p);
void record_end(Past *p);

#endif
