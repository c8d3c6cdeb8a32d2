/*
 * filter.c - sorts a run's records into the files that analyses read.
 *
 * 	PREFIX.all --> PREFIX.tvm   sends and receives:
 * 	                            <Ptime> <Sid> <Type> <Did> <MainTid> <SubTid>
 * 	               PREFIX.std   begins and ends of user functions, and nodes' stops in them;
 * 	                            calls to receive; the user's own events
 * 	               PREFIX.use   samples of processor and link use
 *
 * Lines of one node are in the order of its events.
 */
#include "monitor_host.h"

#include "base/digits.h"
#include "base/files.h"
#include "base/option.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The texts of the three files. */
typedef struct SortedTexts {
	Buf tvm, standard, use;
} SortedTexts;

/* put_use_record: append a line of PREFIX.use: how much processor and links 0 to 3 were used. */
static void
put_use_record(Buf *out, uint32_t node, const MonitorRecord *r)
{
	const uint32_t fields[] = {r->time, node, r->peer, r->task & 0xFFFF, r->task >> 16,
		r->part & 0xFFFF, r->part >> 16};
	const size_t n = sizeof fields / sizeof *fields;

	for (size_t i = 0; i < n; i++)
		buf_number(out, fields[i], 10, i + 1 < n ? ' ' : '\n');
}

/* put_event_record: append a record as a line of PREFIX.std. */
static void
put_event_record(Buf *out, uint32_t node, const MonitorRecord *r)
{
	buf_number(out, r->time, 10, ' ');
	buf_number(out, node, 10, ' ');
	buf_put(out, monitor_kind[r->kind], strlen(monitor_kind[r->kind]));
	buf_byte(out, ' ');
	buf_number(out, r->peer, 10, ' ');
	buf_number(out, r->task, 10, ' ');
	buf_number(out, r->part, 16, '\n');
}

/* print_record: a RecordHandler: append the record, as a line, to the text of the right file. */
static void
print_record(void *sorted, uint32_t node, const MonitorRecord *r)
{
	SortedTexts *s = sorted;

	switch (r->kind) {
	case MONITOR_SEND:
	case MONITOR_RECV:
		put_event_record(&s->tvm, node, r);
		break;
	case MONITOR_USE:
		put_use_record(&s->use, node, r);
		break;
	default:
		put_event_record(&s->standard, node, r);
		break;
	}
}

/* write_sorted_file: write the text to PREFIX.SUFFIX, and free it. */
static void
write_sorted_file(const char *prefix, const char *suffix, Buf *text)
{
	char *name = xasprintf("%s.%s", prefix, suffix);

	file_write(name, text->data, text->len);
	buf_free(text);
	free(name);
}

void
records_filter(const char *prefix, bool empty)
{
	char *name = xasprintf("%s.all", prefix);
	Buf all = file_read(name, RECORDS_MAX_FILE);
	SortedTexts s = {0};
	RecordsRead read = records_read(name, all.data, all.len, print_record, &s);

	if (read.records == 0 && !empty)
		fatal("%s has no records: nothing was monitored", name);
	if (read.missing_blocks > 0)
		warning("%s: %u blocks are missing", name, read.missing_blocks);
	if (read.repeated_blocks > 0)
		warning("%s: %u blocks came again and are left out", name, read.repeated_blocks);
	if (read.unknown_records > 0)
		warning("%s: %u records have an unknown kind and are left out", name,
			read.unknown_records);
	write_sorted_file(prefix, "tvm", &s.tvm);
	write_sorted_file(prefix, "std", &s.standard);
	write_sorted_file(prefix, "use", &s.use);
	buf_free(&all);
	free(name);
}

/* has_file: true if the file PREFIX.SUFFIX exists. */
static bool
has_file(const char *prefix, const char *suffix)
{
	char *name = xasprintf("%s.%s", prefix, suffix);
	bool there = access(name, F_OK) == 0;

	free(name);
	return there;
}

void
records_sort_killed(const char *prefix, bool unended)
{
	bool sorted = has_file(prefix, "tvm");

	if (!has_file(prefix, "all") || (sorted && !unended))
		return;
	if (!sorted)
		warning("%s.all has not been sorted, as at the end of a run; it is sorted into "
			"%s.tvm, .std and .use now", prefix, prefix);
	records_filter(prefix, true);
}

void
records_unsort(const char *prefix)
{
	static const char *const suffixes[] = {"tvm", "std", "use"};

	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		char *name = xasprintf("%s.%s", prefix, suffixes[i]);

		if (unlink(name) != 0 && errno != ENOENT)
			fatal("cannot replace %s:", name);
		free(name);
	}
}
