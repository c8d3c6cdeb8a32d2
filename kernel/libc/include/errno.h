/*
 * errno.h - what went wrong.
 */
#ifndef ERRNO_H
#define ERRNO_H

/* Shared by the processes of one copy of a program. */
extern int errno;

#define ENOENT 2
#define EIO 5
#define EBADF 9
#define ENOMEM 12
#define EINVAL 22
#define EMFILE 24
#define EDOM 33
#define ERANGE 34
#define EILSEQ 84

#endif
