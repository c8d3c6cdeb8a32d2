/* run_record.h - a run's folder, for `trellis report`. */
#ifndef RUN_RECORD_H
#define RUN_RECORD_H

#include "sim/past/past.h"

#include <stdio.h>

typedef struct Record Record;

/*
 * record_new: create the folder; argv: the command; the application's output is also copied to
 * `to`.
 */
Record *record_new(const char *dir, int argc, char **argv, int to);
void record_free(Record *r);
int record_descriptor(const Record *r); /* the descriptor for the output */
void record_pass(Record *r); /* copy the output since the last call */
/*
 * record_open, record_close: output written in between is appended to the file, but not copied.
 */
FILE *record_open(Record *r);
void record_close(Record *r, FILE *f);
/* a path in the folder; the caller frees it */
char *record_file(const Record *r, const char *name);

/* ---- record_files.c: what that folder has besides, made from the recording ---- */

/*
 * record_files_note: note in the run's recording that these files are to be made; monitor: also the
 * records of the monitor from outside.
 */
void record_files_note(Past *p, bool monitor);

#endif
