/* record.h - writes a live past to disk during the run: a recording. */
#ifndef RECORD_H
#define RECORD_H

#include "chunk.h"
#include "past_state.h"
#include "tape_wire.h"

/* ---- unpack.c ---- */

extern const char *const recording_texts[RECORDING_NTEXTS]; /* names */
/* recording_text: the number of the text with this name, which has n bytes; -1 if there is none. */
int recording_text(const char *name, size_t n);

/* ---- record.c ---- */

/* record_after_run: write the chunks of the recording that are due, after the network has run. */
void record_after_run(Past *p);
/* record_end: write the remaining chunks, end the recording, and free the recorder. */
void record_end(Past *p);

#endif
