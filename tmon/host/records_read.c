/*
 * records_read.c - reads the file of all records of a run, even if it is incomplete.
 *
 * A block that is duplicated or out of order is skipped. A record of an unknown kind, which a
 * faulty node may have sent, is skipped, too. Missing blocks are counted. An incomplete block, or
 * data that is not a block, is the user's mistake, because a run flushes each block to the file as
 * a whole.
 */
#include "monitor_host.h"

#include <stdlib.h>

typedef struct Reader {
	uint32_t *next; /* [node] expected serial number of the node's next block */
	RecordsRead result;
	RecordHandler *handle;
	void *context;
} Reader;

const char *const monitor_kind[NMONITORKINDS] = {
#define X(name, text) text,
	MONITOR_KINDS(X)
#undef X
};

/* read_record: decode a record and pass it to the handler, unless its kind is unknown. */
static void
read_record(Reader *r, uint32_t node, const uint8_t *p)
{
	MonitorRecord m = {.time = get32(p + offsetof(MonitorRecord, time)),
		.kind = get32(p + offsetof(MonitorRecord, kind)),
		.peer = get32(p + offsetof(MonitorRecord, kind)) >> 16,
		.task = get32(p + offsetof(MonitorRecord, task)),
		.part = get32(p + offsetof(MonitorRecord, part))};

	if (m.kind >= NMONITORKINDS) {
		r->result.unknown_records++;
		return;
	}
	r->result.records++;
	r->handle(r->context, node, &m);
}

/*
 * read_block: pass the n records of a block to the handler, unless the block has been read already;
 * count missing blocks.
 */
static void
read_block(Reader *r, uint32_t node, uint32_t serial, const uint8_t *p, uint32_t n)
{
	if (serial < r->next[node]) {
		r->result.repeated_blocks++;
		return;
	}
	r->result.missing_blocks += serial - r->next[node];
	r->next[node] = serial + 1;
	for (uint32_t i = 0; i < n; i++)
		read_record(r, node, p + i * sizeof(MonitorRecord));
}

/* header_at: decode the head of a block. */
static BlockHeader
header_at(const uint8_t *p)
{
	return (BlockHeader){.magic = get32(p + offsetof(BlockHeader, magic)),
		.node = get32(p + offsetof(BlockHeader, node)),
		.serial = get32(p + offsetof(BlockHeader, serial)),
		.count = get32(p + offsetof(BlockHeader, count))};
}

/* refuse_truncated: report that a file is cut off after `whole` bytes; fatal. */
static _Noreturn void
refuse_truncated(const char *name, size_t whole)
{
	if (whole == 0)
		fatal("%s: no complete block of records: it is cut off, or not a file of records",
			name);
	fatal("%s is cut off inside a block of records: only its first %zu bytes can be read (head "
		"-c %zu)",
		name, whole, whole);
}

/* check_blocks: end the program with a message unless the file consists of whole blocks. */
static void
check_blocks(const char *name, const uint8_t *data, size_t len)
{
	size_t at = 0, next;

	for (; at < len; at = next) {
		BlockHeader h;

		if (len - at < sizeof h)
			refuse_truncated(name, at);
		h = header_at(data + at);
		if (h.magic != BLOCK_MAGIC || h.node >= NODE_LIMIT || h.count > MONITOR_MAX_UPPER)
			fatal("%s: the bytes from %zu on are not a block of records", name, at);
		next = at + sizeof h + h.count * sizeof(MonitorRecord);
		if (next > len)
			refuse_truncated(name, at);
	}
}

RecordsRead
records_read(const char *name, const uint8_t *data, size_t len, RecordHandler *handle,
	void *context)
{
	Reader r = {.handle = handle, .context = context};

	check_blocks(name, data, len);
	r.next = xcalloc(NODE_LIMIT, sizeof *r.next);
	for (size_t at = 0; at < len;) {
		BlockHeader h = header_at(data + at);

		at += sizeof h;
		read_block(&r, h.node, h.serial, data + at, h.count);
		at += h.count * sizeof(MonitorRecord);
	}
	free(r.next);
	return r.result;
}
