/*
 * record_files.c - makes files from a recording: the machine's trace, the functions beside it, and
 * the records of the monitor from outside.
 *
 * So these files cost the recorded run nothing. When a command first needs one of them, one replay
 * makes all. They are made in a temporary folder beside the final one, and moved when all are
 * complete; the file `made` is moved last.
 */
#include "run_record.h"
#include "build.h"
#include "function_log.h"
#include "replay_monitor.h"
#include "run_monitor.h"

#include "base/files.h"
#include "base/progress.h"
#include "sim/trace/functions.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MADE "made" /* the file that shows that all others are complete */

enum { MAX_FIGURES = 1 << 28 }; /* bytes */

/* path_in_folder: the path of a file in a folder; the caller frees it. */
static char *
path_in_folder(const char *dir, const char *name)
{
	return xasprintf("%s/%s", dir, name);
}

/* has_file: true if the folder has a file or folder of this name. */
static bool
has_file(const char *dir, const char *name)
{
	char *path = path_in_folder(dir, name);
	bool there = access(path, F_OK) == 0;

	free(path);
	return there;
}

/* ---- the folder in which the files are made ---- */

static char *making_folder; /* the temporary folder; NULL if there is none */

/*
 * for_each_file: call f for each file of `making_folder`, with its path there and its path in dir.
 */
static void
for_each_file(const char *dir, void (*f)(const char *from, const char *to))
{
	DIR *d = opendir(making_folder);

	for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
		char *from = path_in_folder(making_folder, e->d_name),
		     *to = path_in_folder(dir, e->d_name);

		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			f(from, to);
		free(from);
		free(to);
	}
	if (d)
		closedir(d);
}

/* remove_file: delete `from`; for for_each_file, `to` is unused. */
static void
remove_file(const char *from, const char *to)
{
	(void)to;
	unlink(from);
}

/* move_file: rename `from` to `to`, or end the program with a message. */
static void
move_file(const char *from, const char *to)
{
	if (rename(from, to) != 0)
		fatal("cannot write %s:", to);
}

/* remove_making: remove the unfinished folder; also at exit, after a failure. */
static void
remove_making(void)
{
	if (!making_folder)
		return;
	for_each_file("", remove_file);
	rmdir(making_folder);
	free(making_folder);
	making_folder = NULL;
}

/* open_making: create the folder for unfinished files, which is removed at exit. */
static void
open_making(const char *dir)
{
	static bool registered;

	making_folder = path_in_folder(dir, "making");
	directory_make(making_folder);
	for_each_file("", remove_file); /* left by a process that was killed */
	if (!registered)
		atexit(remove_making);
	registered = true;
}

/* ---- making the files ---- */

/*
 * follow_replay: replay the whole recording, with a monitor from outside if an application runs and
 * no other monitor has recorded it.
 */
static void
follow_replay(Past *p, const char *recording)
{
	bool monitored = monitor_recorded(p) && !has_file(past_folder(p), "data.all");
	char *prefix = path_in_folder(making_folder, "data");
	ReplayMonitor *monitor =
		monitored ? replay_monitor_begin(p, recording, prefix, false) : NULL;

	while (replay_piece(p, NEVER, monitor))
		continue;
	progress_clear();
	if (monitor)
		replay_monitor_end(monitor);
	free(prefix);
}

/* make_files: replay the run and write its trace and its record of functions. */
static void
make_files(Past *p, const char *recording)
{
	Network *w = past_network(p);
	char *trace_name = path_in_folder(making_folder, "machine.trace"),
		*functions_name = path_in_folder(making_folder, FUNCTIONS_FILE);
	Trace *trace = trace_open(trace_name, w->topology, false);
	FunctionLog *functions = function_log_new(p);

	trace_follow(trace, function_log_follow, functions);
	network_trace(w, trace);
	follow_replay(p, recording);
	network_trace(w, NULL);
	trace_close(trace);
	function_log_write(functions, functions_name);
	function_log_free(functions);
	free(trace_name);
	free(functions_name);
}

/* copy_figures: take the run's figures from those of its records. */
static void
copy_figures(const char *folder)
{
	char *from = path_in_folder(folder, TEXT_FIGURES),
	     *to = path_in_folder(making_folder, "data.json");

	if (access(from, F_OK) == 0)
		file_copy(from, to, MAX_FIGURES);
	free(from);
	free(to);
}

/* sort_records: sort the records of the nodes' monitors. */
static void
sort_records(const char *folder)
{
	char *prefix = path_in_folder(folder, "data");

	if (has_file(folder, "data.all") && !has_file(folder, "data.tvm"))
		records_filter(prefix, true); /* a run may end before the first record */
	free(prefix);
}

/* make_run_files: make in the folder what the recording of a run does not store but can repeat. */
static void
make_run_files(const char *recording, const char *folder)
{
	Past *p = past_open(recording);
	char *made = path_in_folder(folder, MADE);

	fprintf(stderr, "%s: making the run's trace and records from its recording\n", recording);
	open_making(folder);
	make_files(p, recording);
	copy_figures(folder);
	for_each_file(folder, move_file);
	sort_records(folder);
	file_write(made, "", 0);
	remove_making();
	free(made);
	past_free(p);
}

char *
record_files_make(const char *recording)
{
	char *folder = past_unpack(recording);
	int lock;

	if (has_file(folder, MADE))
		return folder;
	lock = build_lock(folder);
	if (!has_file(folder, MADE)) /* another process may have made them meanwhile */
		make_run_files(recording, folder);
	build_unlock(lock);
	return folder;
}
