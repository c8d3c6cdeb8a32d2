/*
 * fcntl.h - POSIX: opening files.
 */
#ifndef FCNTL_H
#define FCNTL_H

#include <sys/types.h>

#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_ACCMODE 3
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000

#define F_GETFD 1
#define F_SETFD 2
#define FD_CLOEXEC 1

int open(const char *name, int flags, ...); /* a mode is not used: files are the host's */
int creat(const char *name, mode_t mode);
int fcntl(int fd, int command, ...);

#endif
