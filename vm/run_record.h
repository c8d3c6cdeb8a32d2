/* run_record.h - adds data to the recording of a run, for `trellis report`. */
#ifndef RUN_RECORD_H
#define RUN_RECORD_H

#include "sim/past/past.h"

#include <stdio.h>

typedef struct Record Record;

/*
 * record_new: begin to add data of a run to the recording of its past. argv: the command. The
 * application's output is also copied to `to`; fold: the lines of many nodes are folded in the copy
 * (distribution.h).
 */
Record *record_new(Past *p, int argc, char **argv, int to, bool fold);
/*
 * record_free: add what has been written since the last call, and end; call it before the past
 * ends.
 */
void record_free(Record *r);
/* record_descriptor: the descriptor to which the application writes its output. */
int record_descriptor(const Record *r);
/* record_pass: record and copy the output since the last call. */
void record_pass(Record *r);
/* record_open: open a stream for output that is recorded, but not copied to the user. */
FILE *record_open(Record *r);
/* record_close: close the stream of record_open and add to the recording what was written. */
void record_close(Record *r, FILE *f);
/*
 * record_monitored: record the files of a monitor that have the prefix; the file of its records is
 * recorded as it grows, from now on.
 */
void record_monitored(Record *r, const char *prefix);
/* record_file: replace the text with this name by the contents of a file, if the file exists. */
void record_file(Record *r, const char *text, const char *file);

/* ---- record_files.c: what is made from a recording ---- */

/*
 * record_files_make: the path of the cache's folder for a recorded run, which the caller frees. It
 * has everything that a recording holds (sim/past/past.h) and the files that the analyses read: the
 * machine's trace, its functions, and the records of the monitor. Missing files are made by a
 * replay.
 */
char *record_files_make(const char *recording);

#endif
