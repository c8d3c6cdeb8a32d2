/*
 * scratch.c - a directory for compiled files, which is removed when the process ends.
 *
 * It contains a file that its owner keeps locked. The lock ends with the process, even if it is
 * killed; so the next process that creates such a directory detects abandoned ones and removes
 * them.
 */
#define _GNU_SOURCE /* O_PATH */
#include "scratch.h"

#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "trellis-"
#define LOCK "trellis.lock"

static char *scratch;       /* path of the directory; NULL if there is none */
/* the process that made the directory: forked children must not remove it */
static pid_t scratch_owner;

/* empty_directory: remove the files in the directory. */
static void
empty_directory(int dir)
{
	DIR *d = fdopendir(dup(dir));

	for (struct dirent *e; d && (e = readdir(d)) != NULL;)
		unlinkat(dir, e->d_name, 0);
	if (d)
		closedir(d);
}

/* remove_scratch: delete the process's own scratch folder; called at the exit. */
static void
remove_scratch(void)
{
	int dir = getpid() == scratch_owner ? open(scratch, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
		: -1;

	if (dir < 0)
		return;
	empty_directory(dir);
	close(dir);
	rmdir(scratch);
}

/* remove_left: remove a scratch folder whose process has ended. */
static void
remove_left(int tmp, const char *name)
{
	int dir = openat(tmp, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int lock = dir < 0 ? -1 : openat(dir, LOCK, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;

	if (lock >= 0 && fstat(dir, &st) == 0 && st.st_uid == geteuid()
		&& flock(lock, LOCK_EX | LOCK_NB) == 0) {
		empty_directory(dir);
		unlinkat(tmp, name, AT_REMOVEDIR);
	}
	if (lock >= 0)
		close(lock);
	if (dir >= 0)
		close(dir);
}

/* remove_all_left: delete the scratch folders that processes which are gone have left in `tmp`. */
static void
remove_all_left(const char *tmp)
{
	DIR *d = opendir(tmp);

	for (struct dirent *e; d && (e = readdir(d)) != NULL;)
		if (strncmp(e->d_name, PREFIX, strlen(PREFIX)) == 0)
			remove_left(dirfd(d), e->d_name);
	if (d)
		closedir(d);
}

/*
 * hold_lock: create and lock the lock file, and keep it open until the process ends. It gets its
 * name only after it is locked.
 */
static void
hold_lock(void)
{
	char *made = xasprintf("%s/lock", scratch), *name = xasprintf("%s/" LOCK, scratch);
	int lock = open(made, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	if (lock < 0 || flock(lock, LOCK_EX) != 0 || rename(made, name) != 0)
		fatal("cannot make the file %s:", name);
	free(made);
	free(name);
}

const char *
scratch_directory(void)
{
	const char *tmp = getenv("TMPDIR");

	if (scratch && scratch_owner == getpid())
		return scratch;
	if (!tmp || !*tmp)
		tmp = "/tmp";
	remove_all_left(tmp);
	scratch = xasprintf("%s/" PREFIX "XXXXXX", tmp);
	if (!mkdtemp(scratch))
		fatal("cannot make the directory %s (TMPDIR names another place):", scratch);
	scratch_owner = getpid();
	atexit(remove_scratch);
	hold_lock();
	return scratch;
}
