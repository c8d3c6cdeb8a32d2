/*
 * runs.c - names, lists and removes the recordings of the last runs, whose names begin with the
 * time.
 */
#include "runs.h"

#include "base/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { KEPT = 20, TIME_NAME = 32 }; /* recordings that are kept; bytes of a time in a name */

/* is_recording: callback for scandir: true if the name is that of a recording. */
static int
is_recording(const struct dirent *e)
{
	size_t n = strlen(e->d_name);

	return n > 4 && strcmp(e->d_name + n - 4, ".rec") == 0;
}

/* drop_recording: remove a recording, unless its run has not ended. */
static void
drop_recording(const char *folder, const char *name)
{
	char *path = xasprintf("%s/%s", folder, name);
	int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);

	if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
		unlink(path);
	if (file >= 0)
		close(file);
	free(path);
}

/*
 * list_recordings: list the recordings in a folder in their order; list_free frees the list.
 * Returns their number.
 */
static int
list_recordings(const char *folder, struct dirent ***all)
{
	int n = scandir(folder, all, is_recording, alphasort);

	return n < 0 ? 0 : n;
}

static void
list_free(struct dirent **all, int n)
{
	for (int i = 0; i < n; i++)
		free(all[i]);
	if (n > 0)
		free(all);
}

/* recording_stem: a file's name without directory and suffix; the caller frees it. */
static char *
recording_stem(const char *what)
{
	const char *slash = strrchr(what, '/'), *name = slash ? slash + 1 : what;

	return xstrndup(name, strcspn(name, "."));
}

char *
runs_new_name(const char *what)
{
	char *folder = cache_folder("runs"), *name = recording_stem(what), *path, at[TIME_NAME];
	struct timespec now;
	struct dirent **all;
	int n = list_recordings(folder, &all);

	for (int i = 0; i <= n - KEPT; i++)
		drop_recording(folder, all[i]->d_name);
	list_free(all, n);
	clock_gettime(CLOCK_REALTIME, &now);
	strftime(at, sizeof at, "%Y%m%d-%H%M%S", localtime(&now.tv_sec));
	path = xasprintf("%s/%s-%09ld-%s.rec", folder, at, now.tv_nsec, name);
	free(folder);
	free(name);
	return path;
}

char *
runs_find(const char *name)
{
	char *folder, *path = NULL;
	struct dirent **all;
	int n;

	if (strcmp(name, RUNS_LAST) != 0 || access(name, F_OK) == 0)
		return xstrdup(name);
	folder = cache_folder("runs");
	n = list_recordings(folder, &all);
	if (n == 0)
		fatal("no run is recorded yet: 'trellis run', 'boot' and 'shell' record runs");
	path = xasprintf("%s/%s", folder, all[n - 1]->d_name);
	list_free(all, n);
	free(folder);
	return path;
}

char **
runs_list(uint32_t *n)
{
	char *folder = cache_folder("runs"), **names;
	struct dirent **all;

	*n = list_recordings(folder, &all);
	names = xcalloc(*n + 1, sizeof *names);
	for (uint32_t i = 0; i < *n; i++)
		names[i] = xasprintf("%s/%s", folder, all[*n - 1 - i]->d_name);
	list_free(all, *n);
	free(folder);
	return names;
}
