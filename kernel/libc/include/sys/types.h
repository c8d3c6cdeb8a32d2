/*
 * sys/types.h - POSIX: types of system calls.
 */
#ifndef SYS_TYPES_H
#define SYS_TYPES_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

typedef int32_t ssize_t;
typedef int32_t off_t;
typedef uint32_t mode_t;
typedef uint32_t dev_t;
typedef uint32_t ino_t;
typedef uint32_t nlink_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef int32_t pid_t;
typedef int32_t blksize_t;
typedef int32_t blkcnt_t;
typedef uint32_t useconds_t;
typedef int32_t suseconds_t;

#endif
