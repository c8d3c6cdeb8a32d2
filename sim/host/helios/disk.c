/*
 * disk.c - the server `helios`: files and directories below the root.
 *
 * Helios's clock starts with the run, in 1990. A file that this run has written has the simulated
 * date of the writing. Another file has its own date, but at most the date of the run's beginning,
 * so that no file is newer than the clock.
 */
#include "helios_server.h"
#include "base/list.h"
#include "sim/host/iserver/iserver.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

uint32_t
hs_date(const Helios *s)
{
	return s->o.host_time ? time(NULL) : ISERVER_EPOCH + s->now / 1000000000000;
}

/* ---- dates ---- */

/*
 * find_written: the note about a file that a program of this run has written; NULL if there is
 * none.
 */
static WrittenFile *
find_written(const Helios *s, const struct stat *st)
{
	for (uint32_t i = 0; i < s->nwritten; i++)
		if (s->written[i].device == st->st_dev && s->written[i].number == st->st_ino)
			return &s->written[i];
	return NULL;
}

void
hs_note_written(Helios *s, int fd, uint32_t date)
{
	struct stat st;
	WrittenFile *w;

	if (s->o.host_time || fstat(fd, &st) != 0)
		return;
	w = find_written(s, &st);
	if (!w) {
		s->written = list_more(s->written, s->nwritten, sizeof *s->written);
		w = &s->written[s->nwritten++];
	}
	*w = (WrittenFile){.device = st.st_dev, .number = st.st_ino, .date = date};
}

/* modification_date: the date of a file's last change, in seconds since 1970. */
static uint32_t
modification_date(const Helios *s, const struct stat *st)
{
	const WrittenFile *w = find_written(s, st);

	if (w)
		return w->date;
	return s->o.host_time || st->st_mtime < ISERVER_EPOCH ? st->st_mtime : ISERVER_EPOCH;
}

/* ---- directories ---- */

/* is_shown: true for files and directories; for Helios, links and devices do not exist. */
static bool
is_shown(int directory, const char *name, struct stat *st)
{
	return name[0] != '.' && fstatat(directory, name, st, AT_SYMLINK_NOFOLLOW) == 0
		&& (S_ISREG(st->st_mode) || S_ISDIR(st->st_mode));
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* lower_case: a copy in lower case, as Helios's own server on MS-DOS gives names. */
static char *
lower_case(const char *name)
{
	char *copy = xstrdup(name);

	for (char *c = copy; *c; c++)
		if (*c >= 'A' && *c <= 'Z')
			*c += 'a' - 'A';
	return copy;
}

/* put_entries: append a directory entry for each of n names that programs may see. */
static void
put_entries(int fd, char **names, size_t n, Buf *listing)
{
	struct stat st;

	for (size_t i = 0; i < n; i++) {
		char *shown = lower_case(names[i]);

		if (is_shown(fd, names[i], &st))
			hs_put_entry(listing, S_ISDIR(st.st_mode) ? TYPE_DIRECTORY : TYPE_FILE,
				shown);
		free(shown);
	}
}

/* list_directory: append the entries of an open directory, sorted by name, and close it. */
static void
list_directory(int fd, Buf *listing)
{
	DIR *dir = fdopendir(fd);
	struct dirent *d;
	char **names = NULL;
	size_t n = 0;

	if (!dir) {
		close(fd);
		return;
	}
	while ((d = readdir(dir))) {
		names = list_more(names, n, sizeof *names);
		names[n++] = xstrdup(d->d_name);
	}
	if (n > 0)
		qsort(names, n, sizeof *names, compare_names);
	put_entries(fd, names, n, listing);
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
	closedir(dir);
}

/* ---- opening ---- */

/*
 * open_directory: answer a request to open or locate a directory, whose descriptor it takes over.
 */
static void
open_directory(Helios *s, const Message *m, const Name *name, int fd)
{
	HeliosStream *st = NULL;

	if ((m->function & FG_Mask) == FG_Open) {
		st = hs_stream_new(s, STREAM_LISTING);
		if (!st) {
			close(fd);
			hs_answer(s, m, EC_Error | SS_IOProc | EG_Congested | EO_Directory);
			return;
		}
		list_directory(fd, &st->listing);
	} else {
		close(fd);
	}
	hs_answer_object(s, m, name, TYPE_DIRECTORY, FLAGS_CLOSEABLE, st ? st->port : 0);
}

/* open_flags: the host's open(2) flags for a mode of Open. */
static int
open_flags(uint32_t mode)
{
	int flags = mode & O_WRITE ? O_RDWR : O_RDONLY;

	if ((mode & O_NEW) == O_NEW || mode & O_TRUNCATE)
		return O_RDWR | O_CREAT | O_TRUNC;
	return mode & O_CREATE ? O_RDWR | O_CREAT : flags;
}

/* open_file: open a file and answer; `keep`: leave it open, as a stream. */
static void
open_file(Helios *s, const Message *m, const Name *name, int flags, bool keep)
{
	int fd = hs_tree_open(s->root, name->word + 1, name->n - 1, flags);
	HeliosStream *st = NULL;

	if (fd < 0) {
		hs_answer(s, m, hs_error_code(errno, EO_File));
		return;
	}
	if (flags & (O_CREAT | O_TRUNC))
		hs_note_written(s, fd, hs_date(s));
	if (!keep) {
		close(fd);
	} else if ((st = hs_stream_new(s, STREAM_FILE))) {
		st->fd = fd;
	} else {
		close(fd);
		hs_answer(s, m, EC_Error | SS_IOProc | EG_Congested | EO_File);
		return;
	}
	hs_answer_object(s, m, name, TYPE_FILE, FLAGS_CLOSEABLE | FLAGS_SEEKABLE,
		st ? st->port : 0);
}

/* open_object: serve Open or, if not `open`, Locate. */
static void
open_object(Helios *s, const Message *m, const Name *name, bool open)
{
	int fd = name->n == 0
		? hs_tree_open_directory(s->root, NULL, 0)
		: hs_tree_open_directory(s->root, name->word + 1, name->n - 1);

	if (fd >= 0)
		open_directory(s, m, name, fd);
	else
		open_file(s, m, name,
			open && m->ncontrol > 5 ? open_flags(m->control[5]) : O_RDONLY, open);
}

/* create_object: create a file or directory, and answer. */
static void
create_object(Helios *s, const Message *m, const Name *name)
{
	if (m->ncontrol < 6 || m->control[5] != TYPE_DIRECTORY) {
		open_file(s, m, name, O_RDWR | O_CREAT | O_TRUNC, false);
		return;
	}
	if (hs_tree_make_directory(s->root, name->word + 1, name->n - 1) != 0)
		hs_answer(s, m, hs_error_code(errno, EO_Directory));
	else
		hs_answer_object(s, m, name, TYPE_DIRECTORY, FLAGS_CLOSEABLE, 0);
}

/* ---- other requests ---- */

/* open_for_info: open a file or directory to read its information. */
static int
open_for_info(const Helios *s, const Name *name)
{
	int fd = hs_tree_open_directory(s->root, name->word + 1, name->n - 1);

	return fd >= 0 ? fd : hs_tree_open(s->root, name->word + 1, name->n - 1, O_RDONLY);
}

/* answer_info: answer with the type, size and dates of a file or directory. */
static void
answer_info(Helios *s, const Message *m, const Name *name)
{
	struct stat st = {0};
	char *shown;
	Buf info = {0};
	int fd = open_for_info(s, name);

	if (fd < 0 || fstat(fd, &st) != 0) {
		hs_answer(s, m, hs_error_code(errno, EO_File));
		if (fd >= 0)
			close(fd);
		return;
	}
	close(fd);
	shown = lower_case(name->word[name->n - 1]);
	hs_put_entry(&info, S_ISDIR(st.st_mode) ? TYPE_DIRECTORY : TYPE_FILE, shown);
	buf_word(&info, 0);
	buf_word(&info, S_ISDIR(st.st_mode) ? 0 : st.st_size);
	for (int i = 0; i < 3; i++)
		buf_word(&info, modification_date(s, &st));
	hs_answer_data(s, m, 0, info.data, info.len);
	free(shown);
	buf_free(&info);
}

/* set_date: set the date of a file's last change; this lasts until the end of the run. */
static void
set_date(Helios *s, const Message *m, const Name *name)
{
	int fd = open_for_info(s, name);

	if (fd < 0) {
		hs_answer(s, m, hs_error_code(errno, EO_File));
		return;
	}
	hs_note_written(s, fd, m->ncontrol > 7 ? m->control[7] : hs_date(s));
	close(fd);
	hs_answer(s, m, 0);
}

/* rename_object: rename a file or directory to the second name in the request, and answer. */
static void
rename_object(Helios *s, const Message *m, const Name *name)
{
	Name to;

	if (m->ncontrol < 6 || !hs_name_read_other(s, m, m->control[5], &to))
		hs_answer(s, m, EC_Error | SS_IOProc | EG_Name | EO_Name);
	else if (hs_tree_rename(s->root, name, &to) != 0)
		hs_answer(s, m, hs_error_code(errno, EO_File));
	else
		hs_answer(s, m, 0);
}

void
hs_serve_disk(Helios *s, const Message *m, const Name *name)
{
	switch (m->function & FG_Mask) {
	case FG_Open:
		open_object(s, m, name, true);
		break;
	case FG_Locate:
		open_object(s, m, name, false);
		break;
	case FG_Create:
		create_object(s, m, name);
		break;
	case FG_ObjectInfo:
		answer_info(s, m, name);
		break;
	case FG_Delete:
		hs_answer(s, m, hs_tree_remove(s->root, name->word + 1, name->n - 1) == 0 ? 0
			: hs_error_code(errno, EO_File));
		break;
	case FG_Rename:
		rename_object(s, m, name);
		break;
	case FG_SetDate:
		set_date(s, m, name);
		break;
	default:
		hs_answer(s, m, EC_Error | SS_IOProc | EG_FnCode | EO_Message);
	}
}
