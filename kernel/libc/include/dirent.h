/*
 * dirent.h - POSIX: the files in a directory, without "." and "..", in the order of their names.
 */
#ifndef DIRENT_H
#define DIRENT_H

#include <limits.h>
#include <sys/types.h>

struct dirent {
	ino_t d_ino; /* a number in the directory; not the host's */
	char d_name[NAME_MAX + 1];
};

typedef struct DIR DIR;

DIR *opendir(const char *name);
struct dirent *readdir(DIR *dir); /* NULL behind the last */
void rewinddir(DIR *dir);
int closedir(DIR *dir);

#endif
