/*
 * filter.c - `trellis tvmfilter`: a run's records, sorted into the files that analyses read.
 *
 *	PREFIX.all --> PREFIX.tvm   sends and receives: <Ptime> <Sid> <Type> <Did> <MainTid> <SubTid>
 *	               PREFIX.std   begins and ends of the user's functions, and nodes' stops in them; calls to
 *	                             receive; the user's own events
 *	               PREFIX.use   samples of the nodes' use
 *
 * Lines of one node stand in the order of its events.
 */
#include "monitor_host.h"

#include <getopt.h>
#include <stdlib.h>

typedef struct Sorted {
	Buf tvm, standard, use;
} Sorted;

/* line: a record, in the file of its kind. */
static void
line(void *sorted, uint32_t node, const MonitorRecord *r)
{
	Sorted *s = sorted;

	switch (r->kind) {
	case MONITOR_SEND:
	case MONITOR_RECV:
		buf_printf(&s->tvm, "%u %u %s %u %u %x\n", r->time, node, monitor_kind[r->kind], r->peer,
			r->task, r->part);
		break;
	case MONITOR_USE:
		buf_printf(&s->use, "%u %u %u %u %u %u %u\n", r->time, node, r->peer, r->task & 0xFFFF, r->task >> 16,
			r->part & 0xFFFF, r->part >> 16);
		break;
	default:
		buf_printf(&s->standard, "%u %u %s %u %u %x\n", r->time, node, monitor_kind[r->kind],
			r->peer, r->task, r->part);
		break;
	}
}

static void
write_part(const char *prefix, const char *suffix, Buf *text)
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
	Sorted s = {0};
	RecordsRead read = records_read(name, all.data, all.len, line, &s);

	if (read.records == 0 && !empty)
		fatal("%s has no records: nothing was monitored", name);
	if (read.lost > 0)
		warn("%s: %u blocks are missing", name, read.lost);
	if (read.again > 0)
		warn("%s: %u blocks came again and are left out", name, read.again);
	if (read.nothing > 0)
		warn("%s: %u records are of no event and are left out", name, read.nothing);
	write_part(prefix, "tvm", &s.tvm);
	write_part(prefix, "std", &s.standard);
	write_part(prefix, "use", &s.use);
	buf_free(&all);
	free(name);
}

static const char usage[] =
	"usage: tvmfilter -p PREFIX\n"
	"\n"
	"Sorts the records of PREFIX.all into PREFIX.tvm, PREFIX.std and PREFIX.use.\n"
	"\n"
	"  -p, --prefix PREFIX  of the files\n"
	"  -h, --help           this text\n";

int
tvmfilter_main(int argc, char **argv)
{
	static const struct option options[] = {{"prefix", required_argument, NULL, 'p'},
		{"help", no_argument, NULL, 'h'}, {0}};
	const char *prefix = NULL;
	int c;

	optind = 0;
	while ((c = getopt_long(argc, argv, "p:h", options, NULL)) != -1) {
		switch (c) {
		case 'p': prefix = optarg; break;
		case 'h':
			fputs(usage, stdout);
			return 0;
		default: option_fatal(argv[0]);
		}
	}
	if (!prefix || optind != argc)
		fatal("whose records are to be sorted? tvmfilter -p PREFIX reads PREFIX.all");
	records_filter(prefix, false);
	return 0;
}
