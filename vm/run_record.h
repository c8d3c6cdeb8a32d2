/* run_record.h - what a run adds to its recording, for `trellis report`. */
#ifndef RUN_RECORD_H
#define RUN_RECORD_H

#include "sim/past/past.h"

#include <stdio.h>

typedef struct Record Record;

/*
 * record_new: of a past that is recorded; argv: the command; the application's output is also
 * copied to `to`; fold: with the lines of many nodes folded (distribution.h). record_free: the
 * recording gets what has been written since the last call; call it before the past ends.
 */
Record *record_new(Past *p, int argc, char **argv, int to, bool fold);
void record_free(Record *r);
int record_descriptor(const Record *r); /* the descriptor for the output */
void record_pass(Record *r); /* copy the output since the last call */
/*
 * record_open, record_close: output written in between is recorded, but not copied.
 */
FILE *record_open(Record *r);
void record_close(Record *r, FILE *f);
/*
 * record_file: record the contents of a file as the text of that name, instead of what that was; if
 * it does not exist, this does nothing. record_monitored: so with the files of a monitor that have
 * the prefix; its records are recorded from now on while their file grows.
 */
void record_monitored(Record *r, const char *prefix);
void record_file(Record *r, const char *text, const char *file);

/* ---- record_files.c: what is made from a recording ---- */

/*
 * record_files_make: the folder of a recorded run, in the cache, with everything that a recording
 * holds (sim/past/past.h) and what the analyses read: the machine's trace, the functions beside it,
 * and the records of the monitor. They are made if they are not there. The caller frees the path.
 */
char *record_files_make(const char *recording);

#endif
