/* outcomes_recorded.h - the program of a recorded run, for `trellis outcomes`. */
#ifndef OUTCOMES_RECORDED_H
#define OUTCOMES_RECORDED_H

#include "vm/run_options.h"

typedef struct RecordedProgram {
	char **words;   /* [nwords] the command line, of these files */
	int nwords;
	RunOptions run;
} RecordedProgram;

/*
 * recorded_program_open: what `trellis run` of the recording ran, on the machine of the recording;
 * a recording of anything else is fatal. The files are in the scratch directory (vm/scratch.h).
 */
void recorded_program_open(RecordedProgram *r, const char *recording);
void recorded_program_close(RecordedProgram *r);

#endif
