/*
 * run.c - reads the files that `trellis run --record` leaves in the folder of a run.
 *
 * 	command          the command line of the run
 * 	report.txt       the application's output: TrEK's report
 * 	run.json         result, time, fingerprint, and the work of each node (trellis run
 * 	                 --json)
 * 	machine.trace    the machine's events (docs/trace.md)
 * 	data.json .all   input of trellis probe: the work of each node at the end of the
 * 	                 application and, if it was monitored, all recorded events
 * 	data.spf .tvm    TrEK's messages (docs/detrek.md), if it was monitored; data.tree: the
 * 	                 topology tree, if it has no name
 *
 * Any of them may be missing, but not all.
 */
#include "page.h"

#include "base/files.h"
#include "sim/past/past.h"
#include "tmon/host/monitor_host.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_TEXT = 1 << 26 }; /* bytes of a text file */

/* find_file: the path of a file of the folder, if it exists. */
static char *
find_file(PageRun *r, const char *name)
{
	char *whole = xasprintf("%s/%s", r->folder, name), *kept = NULL;

	if (access(whole, R_OK) == 0)
		kept = arena_strndup(&r->arena, whole, strlen(whole));
	free(whole);
	return kept;
}

/* read_text: the text of a file, in r's arena. */
static char *
read_text(PageRun *r, const char *file)
{
	Buf b = file_read(file, MAX_TEXT);
	char *text = arena_strndup(&r->arena, (char *)b.data, b.len);

	buf_free(&b);
	return text;
}

/* read_named_text: the contents of the run's file `name`; NULL if it has none. */
static char *
read_named_text(PageRun *r, const char *name)
{
	char *file = find_file(r, name);

	return file ? read_text(r, file) : NULL;
}

/* read_start_time: read the time at which the monitors started. */
static Time
read_start_time(const json_t *run, const char *file)
{
	enum { MOST = 18000000 }; /* seconds; 64 bits of picoseconds can hold 18,446,744 seconds */
	double s = page_number(run, "monitored_from");

	if (!(s >= 0 && s <= MOST))
		fatal("%s: \"monitored_from\" is %g; it is a time in s, 0 to %d", file, s, MOST);
	return s * 1e12;
}

/* read_figures: read the run's figures (JSON), if it has any. */
static void
read_figures(PageRun *r)
{
	char *file = find_file(r, TEXT_FIGURES);
	json_error_t e;

	if (!file)
		return;
	r->run = json_load_file(file, 0, &e);
	if (!r->run)
		fatal_at(file, e.line, "%s", e.text);
	if (json_object_get(r->run, "failed") && !json_object_get(r->run, "result")) {
		json_decref(r->run); /* the run has begun, and not ended */
		r->run = NULL;
		return;
	}
	if (!json_is_array(json_object_get(r->run, "nodes")))
		fatal("%s: has no list \"nodes\"; trellis run --record writes one", file);
	r->began = read_start_time(r->run, file);
}

/* find_prefix: the start of the names of the files that trellis probe reads, if they exist. */
static char *
find_prefix(PageRun *r)
{
	char *figures = find_file(r, "data.json");

	if (figures)
		*strrchr(figures, '.') = '\0';
	return figures;
}

/* read_trek: read the run's model and task trace and find the tasks that failed, if it has them. */
static void
read_trek(PageRun *r)
{
	char *spf = find_file(r, "data.spf"), *tvm = find_file(r, "data.tvm"),
		*tree = find_file(r, "data.tree");
	char *std = find_file(r, "data.std");
	TrekCauses causes;
	Buf text;
	Spec *s;
	TvmTrace *t;

	if (!spf || !tvm)
		return;
	text = file_read(spf, MAX_TEXT);
	s = spec_read(&r->arena, NULL, spf, (char *)text.data, text.len);
	buf_free(&text);
	if (s->tolerant) /* the tree changes in the run, so its messages cannot be checked */
		return;
	if (tree) {
		text = file_read(tree, MAX_TEXT);
		spec_read_tree(&r->arena, s, tree, (char *)text.data, text.len);
		buf_free(&text);
	}
	if (std) {
		text = file_read(std, MAX_TEXT);
		causes = trek_causes(&r->arena, s, std, (char *)text.data, text.len);
		buf_free(&text);
	}
	t = tvm_load(&r->arena, s, tvm, true, std ? causes.halted : NULL);
	if (std)
		trek_add_receiver_cause(&r->arena, &causes, t);
	r->trek = trek_find(t, std ? &causes : NULL, r->ran);
	r->analysed = true;
}

/* read_outcomes: read the report that trellis outcomes leaves beside its recordings. */
static void
read_outcomes(PageRun *r)
{
	char *file = file_beside(r->name, "outcomes");

	if (access(file, F_OK) == 0)
		r->outcomes = read_text(r, file);
	free(file);
}

/* read_texts: read the texts about a run in a recording, and the records of its monitor. */
static void
read_texts(PageRun *r)
{
	r->command = read_named_text(r, TEXT_COMMAND);
	r->report = read_named_text(r, TEXT_OUTPUT);
	read_outcomes(r);
	read_figures(r);
	r->prefix = find_prefix(r);
	if (r->prefix) {
		r->ran = trek_run_end(&r->arena, r->prefix);
		records_sort_killed(r->prefix, r->ran.not_ended);
	}
	read_trek(r);
}

void
page_run_read(PageRun *r, const char *name, const char *folder)
{
	const char *trace = name;

	*r = (PageRun){.name = name, .folder = folder};
	if (folder) {
		read_texts(r);
		trace = find_file(r, "machine.trace");
	}
	r->traced = trace != NULL;
	if (trace)
		r->trace = trace_file_read(trace);
}

void
page_run_free(PageRun *r)
{
	json_decref(r->run);
	if (r->traced)
		trace_file_free(&r->trace);
	arena_free(&r->arena);
}

double
page_number(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

const char *
page_string(const json_t *object, const char *key)
{
	const char *s = json_string_value(json_object_get(object, key));

	return s ? s : "";
}
