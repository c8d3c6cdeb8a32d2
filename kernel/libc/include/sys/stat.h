/*
 * sys/stat.h - POSIX: the known properties of a file: its size and kind.
 */
#ifndef SYS_STAT_H
#define SYS_STAT_H

#include <sys/types.h>

struct stat {
	dev_t st_dev;
	ino_t st_ino;
	mode_t st_mode;
	nlink_t st_nlink;
	uid_t st_uid;
	gid_t st_gid;
	off_t st_size;
	time_t st_atime, st_mtime, st_ctime; /* 0: the host does not tell */
	blksize_t st_blksize;
	blkcnt_t st_blocks;
};

#define S_IFMT 0170000
#define S_IFCHR 0020000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_ISCHR(mode) (((mode) & S_IFMT) == S_IFCHR)
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#define S_IFLNK 0120000
#define S_IFIFO 0010000
#define S_IFBLK 0060000
#define S_IFSOCK 0140000
#define S_ISFIFO(mode) (((mode) & S_IFMT) == S_IFIFO)
#define S_ISBLK(mode) (((mode) & S_IFMT) == S_IFBLK)
#define S_ISSOCK(mode) (((mode) & S_IFMT) == S_IFSOCK)
#define S_ISLNK(mode) (((mode) & S_IFMT) == S_IFLNK)
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXU 0700
#define S_IRGRP 0040
#define S_IWGRP 0020
#define S_IXGRP 0010
#define S_IRWXG 0070
#define S_IROTH 0004
#define S_IWOTH 0002
#define S_IXOTH 0001
#define S_IRWXO 0007

int stat(const char *__restrict name, struct stat *__restrict to);
int fstat(int fd, struct stat *to);
int mkdir(const char *name, mode_t mode); /* a mode is not used: files are the host's */
mode_t umask(mode_t mask);
int chmod(const char *name, mode_t mode); /* fails: the server does not know modes */
int fchmod(int fd, mode_t mode);
int lstat(const char *__restrict name, struct stat *__restrict to);

#endif
