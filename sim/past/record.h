/* record.h - writes a live past to disk during the run: a recording. */
#ifndef RECORD_H
#define RECORD_H

#include "chunk.h"
#include "past_state.h"
#include "tape_wire.h"

/* ---- unpack.c ---- */

extern const char *const recording_texts[RECORDING_NTEXTS]; /* names */
/* recording_text: the number of the text of that name, of n bytes; -1 if there is none. */
int recording_text(const char *name, size_t n);

/* ---- record.c ---- */

/*
 * record_ran: the network has run; write the chunks that are due. record_end: write the rest and
 * end the recording.
 */
void record_ran(Past *p);
void record_end(Past *p);

#endif
