/*
 * unistd.h - POSIX: files by number (the host's streams), waiting, options.
 */
#ifndef UNISTD_H
#define UNISTD_H

#include <getopt.h>
#include <sys/types.h>

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4

#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif

ssize_t read(int fd, void *to, size_t n);
ssize_t write(int fd, const void *from, size_t n);
off_t lseek(int fd, off_t offset, int origin);
int close(int fd);
int fsync(int fd);
int unlink(const char *name);
int access(const char *name, int mode); /* 0 if the file can be opened with this mode */
int isatty(int fd); /* 0: the host does not tell */
unsigned sleep(unsigned seconds);
int usleep(useconds_t microseconds);
__attribute__((__noreturn__)) void _exit(int status);
ssize_t pread(int fd, void *to, size_t n, off_t at);
ssize_t pwrite(int fd, const void *from, size_t n, off_t at);
int rmdir(const char *name);
int ftruncate(int fd, off_t length);
int truncate(const char *name, off_t length);
int chdir(const char *name);
char *getcwd(char *to, size_t size);
int link(const char *from, const char *to); /* fails: the server does not make links */
int symlink(const char *from, const char *to);
ssize_t readlink(const char *__restrict name, char *__restrict to, size_t size);
int chown(const char *name, uid_t user, gid_t group); /* fails: the server does not know owners */
int fchown(int fd, uid_t user, gid_t group);
pid_t getpid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int getpagesize(void);
enum { _SC_CLK_TCK, _SC_OPEN_MAX, _SC_PAGESIZE, _SC_NPROCESSORS_ONLN };
long sysconf(int name);

#endif
