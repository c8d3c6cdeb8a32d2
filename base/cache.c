/*
 * cache.c - folders of files that can be made again.
 *
 * Each folder has a file `lock`, on which every process that uses the folder keeps a shared lock.
 * So a folder that another process uses is not removed. The time of the lock file tells when the
 * folder was last used.
 */
#define _GNU_SOURCE /* nftw */
#include "cache.h"
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	DEPTH = 16, /* open directories while a folder is visited */
	/* folders kept: making a folder visits all others, which takes some 20 ms for this many */
	MOST_FOLDERS = 300,
};
#define MOST_BYTES ((uint64_t)2 << 30) /* of all folders together */

/* ---- the cache's place ---- */

/* make_folders: make a folder and its missing parents; false if it cannot be written to. */
static bool
make_folders(const char *name)
{
	char *path = xstrdup(name);

	for (char *p = path + 1; *p; p++)
		if (*p == '/') {
			*p = '\0';
			mkdir(path, 0777);
			*p = '/';
		}
	mkdir(path, 0700);
	free(path);
	return access(name, W_OK | X_OK) == 0 && file_is_directory(name);
}

/*
 * folder_below: the folder that a variable names, with a suffix, which is made if necessary; NULL
 * if the variable is not set or the folder cannot be made. The caller frees it.
 */
static char *
folder_below(const char *variable, const char *suffix)
{
	const char *value = getenv(variable);
	char *name = value && *value == '/' ? xasprintf("%s%s", value, suffix) : NULL;

	if (name && make_folders(name))
		return name;
	free(name);
	return NULL;
}

/*
 * temporary_folder: a folder below TMPDIR; NULL if somebody else has made a folder with that name.
 */
static char *
temporary_folder(void)
{
	const char *tmp = getenv("TMPDIR");
	char *name = xasprintf("%s/trellis-of-%u", tmp && *tmp ? tmp : "/tmp", geteuid());
	struct stat st;

	if (!make_folders(name) || lstat(name, &st) != 0 || !S_ISDIR(st.st_mode)
		|| st.st_uid != geteuid() || (st.st_mode & 077) != 0)
		fatal("no folder can be made for files from recordings: set TRELLIS_CACHE to the "
			"absolute name of a folder");
	return name;
}

/* cache_root: the folder that contains all folders of the cache; NULL if none can be made. */
static char *
cache_root(void)
{
	char *place = folder_below("TRELLIS_CACHE", "");

	if (!place)
		place = folder_below("XDG_CACHE_HOME", "/trellis");
	if (!place)
		place = folder_below("HOME", "/.cache/trellis");
	return place ? place : temporary_folder();
}

/* ---- its folders ---- */

/* A folder of the cache. */
typedef struct Folder {
	char *path;
	uint64_t bytes;
	struct timespec used; /* when it was last used */
} Folder;

/* All folders of the cache. */
typedef struct Folders {
	Folder *folder; /* [n] */
	size_t n;
	uint64_t bytes;
} Folders;

static uint64_t counted; /* bytes of the files that count_file has visited */

/* count_file: callback for nftw: add a file's size to `counted`; returns 0, to go on. */
static int
count_file(const char *path, const struct stat *st, int type, struct FTW *f)
{
	(void)path;
	(void)f;
	counted += type == FTW_F ? st->st_size : 0;
	return 0;
}

/* remove_file: callback for nftw: remove a file or directory; returns 0, to go on. */
static int
remove_file(const char *path, const struct stat *st, int type, struct FTW *f)
{
	(void)st;
	(void)type;
	(void)f;
	remove(path);
	return 0;
}

/* lock_path: the path of a folder's lock file. */
static char *
lock_path(const char *folder)
{
	return xasprintf("%s/lock", folder);
}

/*
 * folders_add: add a folder's path to the list, if the folder has a lock (others are not the
 * cache's).
 */
static void
folders_add(Folders *all, char *path)
{
	char *lock = lock_path(path);
	struct stat st;

	counted = 0;
	if (lstat(lock, &st) == 0 && nftw(path, count_file, DEPTH, FTW_PHYS) == 0) {
		all->folder = xrealloc(all->folder, (all->n + 1) * sizeof *all->folder);
		all->folder[all->n++] = (Folder){path, counted, st.st_mtim};
		all->bytes += counted;
	} else {
		free(path);
	}
	free(lock);
}

/* list_folders: list the folders of the cache, which lie in the folder `place`. */
static Folders
list_folders(const char *place)
{
	Folders all = {0};
	DIR *d = opendir(place);

	for (const struct dirent *e; d && (e = readdir(d)) != NULL;)
		if (e->d_name[0] != '.')
			folders_add(&all, xasprintf("%s/%s", place, e->d_name));
	if (d)
		closedir(d);
	return all;
}

/* used_earlier: for qsort: order folders by the time of their last use. */
static int
used_earlier(const void *a, const void *b)
{
	const struct timespec *s = &((const Folder *)a)->used, *t = &((const Folder *)b)->used;

	if (s->tv_sec != t->tv_sec)
		return s->tv_sec < t->tv_sec ? -1 : 1;
	return (s->tv_nsec > t->tv_nsec) - (s->tv_nsec < t->tv_nsec);
}

/* remove_unused: remove a folder unless a process uses it; returns true if it was removed. */
static bool
remove_unused(const char *folder)
{
	char *name = lock_path(folder);
	int lock = open(name, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
	bool unused = lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0;

	if (unused)
		nftw(folder, remove_file, DEPTH, FTW_PHYS | FTW_DEPTH);
	if (lock >= 0)
		close(lock);
	free(name);
	return unused;
}

/*
 * make_room: remove the folders that were unused for the longest time, while the cache is too
 * large.
 */
static void
make_room(const char *place)
{
	Folders all = list_folders(place);
	size_t left = all.n;

	if (all.n > 0)
		qsort(all.folder, all.n, sizeof *all.folder, used_earlier);
	for (size_t i = 0; i < all.n; i++) {
		const Folder *f = &all.folder[i];

		if ((all.bytes > MOST_BYTES || left >= MOST_FOLDERS) && remove_unused(f->path)) {
			all.bytes -= f->bytes;
			left--;
		}
		free(f->path);
	}
	free(all.folder);
}

/*
 * hold_folder: keep a shared lock of a folder until this process ends. Returns false if another
 * process is removing the folder at this moment.
 */
static bool
hold_folder(const char *folder)
{
	char *name = lock_path(folder);
	int lock = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
	struct stat held, there;
	bool good;

	if (lock < 0 && errno != ENOENT)
		fatal("cannot write %s:", name);
	good = lock >= 0 && flock(lock, LOCK_SH | LOCK_NB) == 0 && fstat(lock, &held) == 0
		&& stat(name, &there) == 0 && held.st_ino == there.st_ino;
	if (good)
		futimens(lock, NULL);
	else if (lock >= 0)
		close(lock);
	free(name);
	return good;
}

char *
cache_folder(const char *key)
{
	char *place = cache_root(), *folder = xasprintf("%s/%s", place, key);

	if (!file_is_directory(folder))
		make_room(place);
	do
		directory_make(folder);
	while (!hold_folder(folder));
	free(place);
	return folder;
}
