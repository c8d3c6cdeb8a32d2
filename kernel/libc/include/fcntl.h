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
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2

struct flock {
	short l_type, l_whence;
	off_t l_start, l_len;
	pid_t l_pid;
};

int open(const char *name, int flags, ...); /* a mode is not used: files are the host's */
int creat(const char *name, mode_t mode);
/* Locks: only in a program that has the server for itself (without the kernel); else ENOLCK. */
int fcntl(int fd, int command, ...);

#endif
