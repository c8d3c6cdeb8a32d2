/*
 * record_files.c - makes files of a recorded run's folder from its recording: the machine's trace,
 * the functions beside it, and the records of the monitor from outside.
 *
 * So these cost the recorded run nothing. They are made when a command first reads them, all in one
 * replay, in a folder beside the others, and get their places when all are whole. The file `made`
 * has the size of the recording that they were made from, because a recording grows while its run
 * continues. The run notes in its recording that they are to be made:
 *
 * 	report [monitor]
 */
#include "run_record.h"
#include "build.h"
#include "function_log.h"
#include "replay_monitor.h"
#include "run_monitor.h"

#include "sim/trace/functions.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REPORT_NOTE "report"
#define MONITOR_NOTE "report monitor"

void
record_files_note(Past *p, bool monitor)
{
	past_record_note(p, 0, monitor ? MONITOR_NOTE : REPORT_NOTE);
}

static char *
in_folder(const char *dir, const char *name)
{
	return xasprintf("%s/%s", dir, name);
}

/* ---- have they been made? ---- */

/* has_file: is there a file or folder of that name in the folder? */
static bool
has_file(const char *dir, const char *name)
{
	char *path = in_folder(dir, name);
	bool there = access(path, F_OK) == 0;

	free(path);
	return there;
}

/* stamp: the text of the file `made` for a folder; NULL if it is not that of a recorded run. */
static char *
stamp(const char *dir)
{
	char *name = in_folder(dir, "recording"), *text = NULL;
	struct stat st;

	if (stat(name, &st) == 0 && S_ISREG(st.st_mode) && has_file(dir, "report.txt"))
		text = xasprintf("from a recording of %" PRIu64 " bytes\n",
			(uint64_t)st.st_size);
	free(name);
	return text;
}

/* is_made: does `made` have this text? Without it, the files are there if they were not made so. */
static bool
is_made(const char *dir, const char *text)
{
	char *made = in_folder(dir, "made");
	bool whole = has_file(dir, "machine.trace") && !has_file(dir, "making");
	Buf b;

	if (has_file(dir, "made")) {
		b = file_read(made, 1000);
		whole = b.len == strlen(text) && memcmp(b.data, text, b.len) == 0;
		buf_free(&b);
	}
	free(made);
	return whole;
}

/* has_note: is one of the recording's notes this text? */
static bool
has_note(const Past *p, const char *text)
{
	const RecordedNote *notes;
	uint32_t n = past_notes(p, &notes);

	for (uint32_t i = 0; i < n; i++)
		if (strcmp(notes[i].text, text) == 0)
			return true;
	return false;
}

/* ---- the folder in which they are made ---- */

static char *making; /* NULL if there is none */

/* each_file: call f with the paths of a file of `making`, there and in dir. */
static void
each_file(const char *dir, void (*f)(const char *from, const char *to))
{
	DIR *d = opendir(making);

	for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
		char *from = in_folder(making, e->d_name), *to = in_folder(dir, e->d_name);

		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			f(from, to);
		free(from);
		free(to);
	}
	if (d)
		closedir(d);
}

static void
remove_file(const char *from, const char *to)
{
	(void)to;
	unlink(from);
}

static void
move_file(const char *from, const char *to)
{
	if (rename(from, to) != 0)
		fatal("cannot write %s:", to);
}

/* remove_making: also at exit, after a failure. */
static void
remove_making(void)
{
	if (!making)
		return;
	each_file("", remove_file);
	rmdir(making);
	free(making);
	making = NULL;
}

/* open_making: a folder that is a link could lead out of dir, whose maker may not be trusted. */
static void
open_making(const char *dir)
{
	static bool registered;
	char *name = in_folder(dir, "making");
	struct stat st;

	if (lstat(name, &st) == 0 && !S_ISDIR(st.st_mode))
		fatal("%s is in the way of a folder: remove it", name);
	directory_make(name);
	making = name;
	each_file("", remove_file); /* of a process that was killed */
	if (!registered)
		atexit(remove_making);
	registered = true;
}

/* ---- making them ---- */

/* follow_replay: replay the whole recording, with the monitor if it was asked for. */
static void
follow_replay(Past *p, const char *dir)
{
	bool monitored = has_note(p, MONITOR_NOTE) && monitor_recorded(p);
	char *prefix = in_folder(making, "data");
	ReplayMonitor *monitor = monitored ? replay_monitor_begin(p, dir, prefix) : NULL;

	while (replay_piece(p, NEVER, monitor))
		continue;
	progress_clear();
	if (monitor)
		replay_monitor_end(monitor);
	free(prefix);
}

static void
make_files(Past *p, const char *dir)
{
	Network *w = past_network(p);
	char *trace_name = in_folder(making, "machine.trace"),
		*functions_name = in_folder(making, FUNCTIONS_FILE);
	Trace *trace = trace_open(trace_name, w->topology, false);
	FunctionLog *functions = function_log_new(p);

	trace_follow(trace, function_log_follow, functions);
	network_trace(w, trace);
	follow_replay(p, dir);
	network_trace(w, NULL);
	trace_close(trace);
	function_log_write(functions, functions_name);
	function_log_free(functions);
	free(trace_name);
	free(functions_name);
}

/* write_made: not into dir itself, where file_write would follow a link. */
static void
write_made(const char *text)
{
	char *name = in_folder(making, "made");

	file_write(name, text, strlen(text));
	free(name);
}

/* make: text: for the file `made`, which gets its place last. */
static void
make(const char *dir, const char *text)
{
	Past *p = past_open(dir);

	if (has_note(p, REPORT_NOTE) || has_note(p, MONITOR_NOTE)) {
		fprintf(stderr, "%s: making the run's trace and records from its recording\n", dir);
		open_making(dir);
		make_files(p, dir);
		each_file(dir, move_file);
		write_made(text);
		each_file(dir, move_file);
		remove_making();
	}
	past_free(p);
}

void
record_files_make(const char *dir)
{
	char *text = stamp(dir);
	int lock;

	if (!text || is_made(dir, text)) {
		free(text);
		return;
	}
	lock = build_lock(dir);
	if (!is_made(dir, text)) /* another process may have made them meanwhile */
		make(dir, text);
	build_unlock(lock);
	free(text);
}

void
record_files_complete(const char *name)
{
	const char *slash = strrchr(name, '/');
	char *dir = slash ? xstrndup(name, slash - name + (slash == name)) : xstrdup(".");

	record_files_make(dir);
	free(dir);
}
