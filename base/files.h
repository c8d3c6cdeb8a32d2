/* files.h - files and directories: reading, writing, checking names. */
#ifndef FILES_H
#define FILES_H

#include "base.h"

/*
 * file_open: open a file for reading and return its descriptor. A directory, or a file that cannot
 * be opened, is fatal.
 */
int file_open(const char *name);

/*
 * file_read: read a whole regular file, a pipe or (name "-") standard input, at most max bytes. A
 * directory, an unreadable file or one above max bytes is fatal.
 */
Buf file_read(const char *name, size_t max);

/*
 * file_write: replace a file's contents atomically: the data is written to a temporary file, which
 * then takes the name. A special file (a device, a pipe) is written in place. Name "-" is standard
 * output. Failure is fatal.
 */
void file_write(const char *name, const void *data, size_t n);
/* file_beside: the name of another file in the directory of a file; the caller frees it. */
char *file_beside(const char *name, const char *other);
/* file_copy: copy a file of at most max bytes, as file_read and file_write do. */
void file_copy(const char *from, const char *to, size_t max);
/*
 * file_check_output: fail now (fatal) if file_write could not write this file later.
 */
void file_check_output(const char *name);

/* file_is_directory: true if there is a directory of this name. */
bool file_is_directory(const char *name);
/* directory_make: make a directory, unless there is one; failure is fatal. */
void directory_make(const char *name);
/*
 * directory_prepare_output: make a directory for recordings; one that is not empty is refused
 * (fatal), so that nothing is overwritten. Returns whether it is new.
 */
bool directory_prepare_output(const char *name);

/*
 * output_close: flush standard output; an error there, such as a full disk or a closed pipe, is
 * fatal.
 */
void output_close(void);

#endif
