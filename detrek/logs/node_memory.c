/* node_memory.c - keeps the memory of a node while logs of its processes are taken. */
#include "node_memory.h"

#include <stdlib.h>
#include <string.h>

/* copy_page: copy a page into the memory; a callback of pages_each. */
static void
copy_page(void *memory, uint32_t page, const uint8_t *bytes)
{
	NodeMemory *m = memory;

	memcpy(m->bytes + (size_t)page * PAGE, bytes, PAGE);
}

NodeMemory *
node_memory_new(const T800 *c)
{
	NodeMemory *m = xcalloc(1, sizeof *m);
	size_t nwords = c->r.size / 4;

	*m = (NodeMemory){.c = c, .bytes = xcalloc(c->r.size, 1), .serial = 1,
		.changed = xcalloc(nwords, sizeof *m->changed),
		.writer = xcalloc(nwords, sizeof *m->writer),
		.count = xcalloc(nwords, sizeof *m->count)};
	pages_each(c, copy_page, m);
	return m;
}

void
node_memory_free(NodeMemory *m)
{
	if (!m)
		return;
	free(m->bytes);
	free(m->changed);
	free(m->writer);
	free(m->count);
	free(m);
}

Word
node_memory_word(const NodeMemory *m, Addr a)
{
	return a - MOSTNEG < m->c->r.size ? get32(m->bytes + (a - MOSTNEG)) : 0;
}

void
node_memory_write(NodeMemory *m, const Access *a, uint32_t writer, uint64_t count)
{
	size_t word = word_index(a->addr);
	uint8_t bytes[4];

	put32(bytes, a->new);
	memcpy(m->bytes + (a->addr - MOSTNEG), bytes, a->nbytes);
	m->changed[word] = ++m->serial;
	m->writer[word] = writer;
	m->count[word] = count;
}

void
node_memory_received(NodeMemory *m, Addr low, Word nbytes, uint32_t writer, uint64_t count)
{
	Word size = m->c->r.size;

	if (nbytes == 0 || low - MOSTNEG > size || nbytes > size - (low - MOSTNEG))
		return;
	for (size_t word = word_index(low); word <= word_index(low + nbytes - 1); word++) {
		m->writer[word] = writer;
		m->count[word] = count;
	}
}
