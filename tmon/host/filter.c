/*
 * filter.c - `trellis tvmfilter`: a run's records, sorted into the files that analyses read.
 *
 *	PREFIX.all --> PREFIX.tvm   sends and receives: <Ptime> <Sid> <Type> <Did> <MainTid> <SubTid>
 *	               PREFIX.std   calls to receive, begins and ends of the user's functions
 *	               PREFIX.use   samples of the nodes' use
 *
 * Lines of one node stand in the order of its events. A block that comes twice, or out of order, is
 * left out, and so is a record of no known kind, which a node that is out of order may have sent; a block
 * that is missing is told of.
 */
#include "monitor_host.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ALL = 1 << 30 }; /* bytes */

typedef struct Sorted {
	Buf tvm, standard, use;
	uint32_t *next; /* serial expected of each node */
	uint32_t lost, again, nothing;
} Sorted;

static const char *const kind_name[] = {
#define X(name, text) text,
	MONITOR_KINDS(X)
#undef X
};

/* line: a record, in the file of its kind. */
static void
line(Sorted *s, uint32_t node, const uint8_t *r)
{
	uint32_t time = get32(r), words = get32(r + 4), task = get32(r + 8), part = get32(r + 12);
	uint32_t kind = words & 0xFFFF, peer = words >> 16;

	if (kind >= NMONITORKINDS) {
		s->nothing++;
		return;
	}
	switch (kind) {
	case MONITOR_SEND:
	case MONITOR_RECV:
		buf_printf(&s->tvm, "%u %u %s %u %u %x\n", time, node, kind_name[kind], peer, task, part);
		break;
	case MONITOR_USE:
		buf_printf(&s->use, "%u %u %u %u\n", time, node, task, part);
		break;
	default:
		buf_printf(&s->standard, "%u %u %s %u %u %x\n", time, node, kind_name[kind], peer, task, part);
		break;
	}
}

/* block: the one at p, of n bytes that are left; its length, 0 if it is not whole. Damage is fatal. */
static size_t
block(Sorted *s, const char *name, const uint8_t *start, size_t offset, size_t n)
{
	const uint8_t *p = start + offset;
	uint32_t node, serial, count;

	if (n < sizeof(BlockHeader))
		return 0;
	node = get32(p + 4);
	serial = get32(p + 8);
	count = get32(p + 12);
	if (get32(p) != BLOCK_MAGIC || node >= NODE_LIMIT || count > MONITOR_MOST)
		fatal("%s: what stands at byte %zu is no block of records", name, offset);
	p += sizeof(BlockHeader);
	n -= sizeof(BlockHeader);
	if (serial < s->next[node]) {
		s->again++;
	} else {
		s->lost += serial - s->next[node];
		s->next[node] = serial + 1;
		for (uint32_t i = 0; i < count && (i + 1) * sizeof(MonitorRecord) <= n; i++)
			line(s, node, p + i * sizeof(MonitorRecord));
	}
	if (count * sizeof(MonitorRecord) > n)
		return 0;
	return sizeof(BlockHeader) + count * sizeof(MonitorRecord);
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
records_filter(const char *prefix)
{
	char *name = xasprintf("%s.all", prefix);
	Buf all = file_read(name, MAX_ALL);
	Sorted s = {.next = xcalloc(NODE_LIMIT, sizeof *s.next)};
	size_t at = 0, n;

	while (at < all.len && (n = block(&s, name, all.data, at, all.len - at)) > 0)
		at += n;
	if (at < all.len)
		warn("%s was cut off: the last block is not whole", name);
	if (s.lost > 0)
		warn("%s: %u blocks are missing", name, s.lost);
	if (s.again > 0)
		warn("%s: %u blocks came again and are left out", name, s.again);
	if (s.nothing > 0)
		warn("%s: %u records are of no event and are left out", name, s.nothing);
	write_part(prefix, "tvm", &s.tvm);
	write_part(prefix, "std", &s.standard);
	write_part(prefix, "use", &s.use);
	free(s.next);
	buf_free(&all);
	free(name);
}

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
			puts("usage: tvmfilter -p PREFIX\n\nSorts the records of PREFIX.all into PREFIX.tvm, "
			     "PREFIX.std and PREFIX.use.");
			return 0;
		default: return EXIT_INPUT;
		}
	}
	if (!prefix || optind != argc)
		fatal("whose records are to be sorted? tvmfilter -p PREFIX reads PREFIX.all");
	records_filter(prefix);
	return 0;
}
