/*
 * errno.h - the number of the last error.
 */
#ifndef ERRNO_H
#define ERRNO_H

/*
 * Each thread of kernel.h and threads.h has its own; the processes of a program that is alone on its
 * node share one.
 */
int *__errno(void);
#define errno (*__errno())

#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EAGAIN 11
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EMFILE 24
#define ENOTTY 25
#define ENOSPC 28
#define EDOM 33
#define ERANGE 34
#define ENOSYS 38
#define EILSEQ 84

#endif
