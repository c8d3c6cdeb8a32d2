/*
 * recorded.c - derives data for commands from a recording, by replaying it with an observer. A file
 * that is kept in the recording's folder gets its final name when it is complete.
 */
#include "recorded.h"

#include "base/files.h"
#include "base/progress.h"
#include "detrek/logs/logs.h"
#include "detrek/races/live.h"
#include "sim/trace/trace.h"
#include "vm/replay_monitor.h"
#include "vm/run_record.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FILE = 1 << 30 }; /* bytes */

/* replay_all: run the whole recording. */
static void
replay_all(Past *p)
{
	while (replay_piece(p, NEVER, NULL))
		continue;
	progress_clear();
}

/* ---- what is made in the recording's folder ---- */

/* export_records: copy the run's records and figures to files OUTPUT.all, OUTPUT.json and so on. */
void
export_records(const char *recording, const char *output)
{
	static const char *const kinds[] = {
		"all", "config", "spf", "tree", "tvm", "std", "use", "json",
	};
	char *folder = record_files_make(recording);
	bool found = false;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		char *from = xasprintf("%s/data.%s", folder, kinds[i]),
			*to = xasprintf("%s.%s", output, kinds[i]);

		if (access(from, F_OK) == 0) {
			file_copy(from, to, MAX_FILE);
			found |= strcmp(kinds[i], "all") == 0;
		}
		free(from);
		free(to);
	}
	if (!found)
		fatal("%s: no application begins on two nodes or more in this run, so there are no "
			"records; 'trellis run --record FILE' records applications", recording);
	free(folder);
}

/* ---- what a replay makes ---- */

/* export_reference: replay the recording and write what the probes of its monitors have noted. */
void
export_reference(const char *recording, const char *output)
{
	Past *p = past_open(recording);
	ReplayMonitor *m = replay_monitor_begin(p, recording, output, true);

	while (replay_piece(p, NEVER, m))
		continue;
	progress_clear();
	replay_monitor_end(m);
	past_free(p);
}

/* A recorded run whose operations are observed. */
typedef struct Observed {
	Arena arena;
	Past *past;
	Target *target;
	Live *live;
} Observed;

/* observed_open: open a recording and observe its run; without `accesses`, only its operations. */
static void
observed_open(Observed *o, const char *recording, bool accesses)
{
	*o = (Observed){.past = past_open(recording)};
	o->target = sync_target(o->past);
	o->live = live_replay(&o->arena, o->past, o->target, accesses);
}

/* observed_close: end the observation, and close the recording. */
static void
observed_close(Observed *o)
{
	arena_free(&o->arena);
	target_free(o->target);
	past_free(o->past);
}

/* export_sync: write the log of the order of the run's operations to a file. */
void
export_sync(const char *recording, const char *output)
{
	Buf text = {0};
	Observed o;
	size_t size;

	observed_open(&o, recording, false);
	live_log(o.live, &text, &size);
	file_write(output, text.data, text.len);
	buf_free(&text);
	observed_close(&o);
}

/*
 * export_mtr: write the operations and accesses of the run's threads to a file, as `races` reads
 * them.
 */
void
export_mtr(const char *recording, const char *output)
{
	Buf text = {0};
	Observed o;

	observed_open(&o, recording, true);
	live_text(o.live, &text);
	file_write(output, text.data, text.len);
	buf_free(&text);
	observed_close(&o);
}

/*
 * export_logs: write the logs of the recorded processes into a folder, or the log of a lone program
 * to a file.
 */
void
export_logs(const char *recording, const char *output)
{
	Past *p = past_open(recording);

	logs_take(p, output, replay_all);
	past_free(p);
}

/* write_packets: replay the recording and write the trace of all packets on its links. */
static void
write_packets(const char *recording, const char *output)
{
	Past *p = past_open(recording);
	Trace *t = trace_open(output, past_network(p)->topology, true);

	network_trace(past_network(p), t);
	replay_all(p);
	network_trace(past_network(p), NULL);
	trace_close(t);
	past_free(p);
}

/* ---- what is kept ---- */

/*
 * kept_export: the path of the file `name` in the folder. If the file is missing, `write` makes it
 * from the recording. The caller frees the path.
 */
static char *
kept_export(const char *recording, const char *folder, const char *name, RecordedExporter *write)
{
	char *path = xasprintf("%s/%s", folder, name),
		*making = xasprintf("%s/%s.%d", folder, name, (int)getpid());

	if (access(path, F_OK) != 0) {
		write(recording, making);
		if (rename(making, path) != 0 && access(path, F_OK) != 0)
			fatal("cannot write %s:", path);
	}
	free(making);
	return path;
}

char *
recorded_packets(const char *recording, const char *folder)
{
	return kept_export(recording, folder, "packets.trace", write_packets);
}

char *
recorded_logs(const char *recording)
{
	char *folder = past_unpack(recording), *logs;

	logs = kept_export(recording, folder, "logs", export_logs);
	free(folder);
	return logs;
}

char *
recorded_program(const char *recording)
{
	Past *p = past_open(recording);
	const RecordedFile *f = logs_recorded_program(p);
	char *path = f ? xstrdup(f->path) : NULL;

	past_free(p);
	return path;
}
