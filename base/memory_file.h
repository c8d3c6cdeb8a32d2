/* memory_file.h - files in memory, by which processes leave bytes for others. */
#ifndef MEMORY_FILE_H
#define MEMORY_FILE_H

#include "base.h"

/* memory_file_new: make an empty file that exists in memory only; returns its descriptor. */
int memory_file_new(void);
/* memory_file_read: read all bytes of the file from its beginning. */
Buf memory_file_read(int fd);
/*
 * bytes_write: write all bytes, unless the reader of a pipe has gone; any other failure ends the
 * process with EXIT_OURS.
 */
void bytes_write(int fd, const void *bytes, size_t n);

#endif
