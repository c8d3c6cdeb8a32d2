/*
 * attributes.c - functions of POSIX for files, users and memory that the host's server does not
 * support. The linker warns of the functions here that always fail.
 */
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

static int
refuse(int error)
{
	errno = error;
	return -1;
}

/* ---- owners, modes, times ---- */

int
chmod(const char *name, mode_t mode)
{
	(void)name, (void)mode;
	return refuse(ENOSYS);
}

int
fchmod(int fd, mode_t mode)
{
	(void)fd, (void)mode;
	return refuse(ENOSYS);
}

int
chown(const char *name, uid_t user, gid_t group)
{
	(void)name, (void)user, (void)group;
	return refuse(ENOSYS);
}

int
fchown(int fd, uid_t user, gid_t group)
{
	(void)fd, (void)user, (void)group;
	return refuse(ENOSYS);
}

int
utimes(const char *name, const struct timeval times[2])
{
	(void)name, (void)times;
	return refuse(ENOSYS);
}

int
utime(const char *name, const struct utimbuf *times)
{
	(void)name, (void)times;
	return refuse(ENOSYS);
}

mode_t
umask(mode_t mask)
{
	static mode_t now = S_IWGRP | S_IWOTH;
	mode_t before = now;

	now = mask & 0777;
	return before;
}

/* ---- the only user ---- */

uid_t
getuid(void)
{
	return 0;
}

uid_t
geteuid(void)
{
	return 0;
}

gid_t
getgid(void)
{
	return 0;
}

gid_t
getegid(void)
{
	return 0;
}

struct passwd *
getpwuid(uid_t user)
{
	static struct passwd only = {"root", "", "", "/", "", 0, 0};

	return user == 0 ? &only : NULL;
}

struct passwd *
getpwnam(const char *name)
{
	struct passwd *only = getpwuid(0);

	return strcmp(name, only->pw_name) == 0 ? only : NULL;
}

/* ---- links: the server follows them, so no file appears as a link ---- */

int
link(const char *from, const char *to)
{
	(void)from, (void)to;
	return refuse(ENOSYS);
}

int
symlink(const char *from, const char *to)
{
	(void)from, (void)to;
	return refuse(ENOSYS);
}

ssize_t
readlink(const char *restrict name, char *restrict to, size_t size)
{
	struct stat s;

	(void)to, (void)size;
	return stat(name, &s) < 0 ? -1 : refuse(EINVAL);
}

/* ---- descriptors ---- */

/* lock: a program that the server serves alone gets every lock; for others locks fail. */
static int
lock(int command, struct flock *l)
{
	if (!host_is_alone())
		return refuse(ENOLCK);
	if (command == F_GETLK)
		l->l_type = F_UNLCK;
	return 0;
}

/* fcntl: files have no flags that a program could change; those of a descriptor have no effect. */
int
fcntl(int fd, int command, ...)
{
	va_list ap;
	int result;

	if (fd < 0)
		return refuse(EBADF);
	switch (command) {
	case F_GETFD:
	case F_SETFD:
		return 0;
	case F_GETLK:
	case F_SETLK:
	case F_SETLKW:
		va_start(ap, command);
		result = lock(command, va_arg(ap, struct flock *));
		va_end(ap);
		return result;
	default:
		return refuse(EINVAL);
	}
}

int
ioctl(int fd, unsigned long request, ...)
{
	(void)fd, (void)request;
	return refuse(ENOTTY);
}

/* ---- other programs ---- */

FILE *
popen(const char *command, const char *mode)
{
	(void)command, (void)mode;
	errno = ENOSYS;
	return NULL;
}

int
pclose(FILE *f)
{
	(void)f;
	return refuse(ECHILD);
}

/* ---- memory ---- */

void *
mmap(void *at, size_t n, int protection, int flags, int fd, off_t offset)
{
	(void)at, (void)n, (void)protection, (void)flags, (void)fd, (void)offset;
	errno = ENODEV;
	return MAP_FAILED;
}

int
munmap(void *at, size_t n)
{
	(void)at, (void)n;
	return refuse(EINVAL);
}
