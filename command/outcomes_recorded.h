/* outcomes_recorded.h - the program of a recorded run, for `trellis outcomes`. */
#ifndef OUTCOMES_RECORDED_H
#define OUTCOMES_RECORDED_H

#include "vm/run_options.h"

/* The program of a recorded run, and how to run it again. */
typedef struct RecordedProgram {
	char *text;      /* the command line of the recording */
	char **recorded; /* the words of the command line; they point into text */
	char **words;    /* [nwords] the command line with the recorded files */
	int nwords;
	MadePrograms made; /* the recorded programs of an application */
	RunOptions run;    /* the options of the recorded run */
} RecordedProgram;

/*
 * recorded_program_open: get the program that `trellis run` ran in a recording, and the machine; a
 * recording of another command is fatal. The files are in the scratch directory (vm/scratch.h).
 */
void recorded_program_open(RecordedProgram *r, const char *recording);
/* recorded_program_close: free the program and close its recording. */
void recorded_program_close(RecordedProgram *r);

#endif
