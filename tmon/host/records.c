/*
 * records.c - writes the file of all records of a run (.all) block by block, so that it is complete
 * up to the last block whatever happens. It also writes the file that describes them (.config).
 */
#include "monitor_host.h"

#include "base/files.h"

#include <stdlib.h>
#include <string.h>

struct Records {
	char *prefix;
	char *name;
	FILE *file;
	/* buffer of the file; it is flushed after each block */
	char buffer[2 * MONITOR_MAX_UPPER * sizeof(MonitorRecord)];
};

Records *
records_new(const char *prefix)
{
	char *name = xasprintf("%s.all", prefix);
	Records *r;
	FILE *f;

	if (strpbrk(prefix, "\r\n")) /* PREFIX.config has the name in a line */
		fatal("%s: the prefix has a line break; name another one", prefix);
	f = fopen(name, "wb");
	if (!f)
		fatal("cannot write %s:", name);
	records_unsort(prefix);
	r = xcalloc(1, sizeof *r);
	r->prefix = xstrdup(prefix);
	r->name = name;
	r->file = f;
	setvbuf(f, r->buffer, _IOFBF, sizeof r->buffer);
	return r;
}

void
records_free(Records *r)
{
	fclose(r->file);
	free(r->prefix);
	free(r->name);
	free(r);
}

const char *
records_name(const Records *r)
{
	return r->name;
}

void
records_append(Records *r, uint32_t node, uint32_t serial, uint32_t count, const uint8_t *records)
{
	uint8_t header[sizeof(BlockHeader)];

	put32(header, BLOCK_MAGIC);
	put32(header + 4, node);
	put32(header + 8, serial);
	put32(header + 12, count);
	fwrite(header, 1, sizeof header, r->file);
	fwrite(records, sizeof(MonitorRecord), count, r->file);
	if (fflush(r->file) != 0)
		fatal("cannot write %s:", r->name);
}

void
record_encode(uint8_t *p, const MonitorRecord *r)
{
	put32(p, r->time);
	put32(p + 4, r->kind | r->peer << 16);
	put32(p + 8, r->task);
	put32(p + 12, r->part);
}

void
records_put_config(const Records *r, const NodeSet *set, uint32_t network, const char *how)
{
	const char *slash = strrchr(r->name, '/');
	char *name = xasprintf("%s.config", r->prefix);
	Buf text = {0}, nodes = {0};

	node_set_print(set, &nodes);
	buf_printf(&text, "# a run of the monitor; its records are in %s\n",
		slash ? slash + 1 : r->name);
	buf_printf(&text, "nodes %s\nnetwork %u\n%s", (char *)nodes.data, network, how);
	file_write(name, text.data, text.len);
	buf_free(&text);
	buf_free(&nodes);
	free(name);
}
