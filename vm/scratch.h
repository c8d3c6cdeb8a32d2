/* scratch.h - makes a temporary directory, which is removed when the process ends. */
#ifndef SCRATCH_H
#define SCRATCH_H


/*
 * scratch_directory: this process's directory below TMPDIR, for files only. It is made by the first
 * call, and removed when the process ends or, if it was killed, by the next process that needs one.
 */
const char *scratch_directory(void);

#endif
