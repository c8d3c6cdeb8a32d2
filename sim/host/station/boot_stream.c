/*
 * boot_stream.c - composes the bytes that boot a network, in the format of kernel/include/border.h.
 */
#include "station.h"

#include <stdlib.h>
#include <unistd.h>

/* put_header: append the header of the boot stream: number of nodes, size of the kernel, seed. */
static void
put_header(Buf *out, const BootPlan *p, const BootFiles *f)
{
	buf_word(out, BOOT_MAGIC);
	buf_word(out, 0);
	buf_word(out, p->nnodes);
	buf_word(out, f->kernel.len);
	buf_word(out, CHILD_WAIT_US);
	buf_word(out, p->topology->seed);
	buf_word(out, 0);
	buf_word(out, 0);
}

/* put_node: append a node's entry of the boot stream: its peers and children. */
static void
put_node(Buf *out, const BootNode *n)
{
	for (int l = 0; l < NLINKS; l++) {
		buf_byte(out, n->peer[l]);
		buf_byte(out, n->peer[l] >> 8);
	}
	buf_put(out, n->at, sizeof n->at);
	buf_byte(out, n->up);
	buf_byte(out, n->children);
	buf_byte(out, n->level);
	buf_byte(out, n->kilobytes_log2);
}

/*
 * check_room: check that every node has room for the stream and the kernel's first stack; otherwise
 * fatal.
 */
static void
check_room(const BootPlan *p, size_t nbytes)
{
	size_t need = BOOT_BASE - MOSTNEG + nbytes + BOOT_STACK;

	for (uint32_t i = 0; i < p->nnodes; i++) {
		const NodeSpec *n = &p->topology->nodes[p->place[i]];

		if (1024ull << p->nodes[i].kilobytes_log2 < need && p->depth[i] != NOWHERE)
			fatal_at(p->topology->file, n->line,
				"%s has %u KB of memory; a network of %u nodes needs a power of "
				"two above %zu KB",
				n->name, n->mem / 1024, p->nnodes, need / 1024);
	}
}

Buf
boot_stream(const BootPlan *p, const BootFiles *f)
{
	Buf out = {0};
	size_t begin;

	buf_put(&out, f->bootstrap.data, f->bootstrap.len);
	buf_word(&out, f->loader.len);
	buf_word(&out, f->loader_entry);
	buf_put(&out, f->loader.data, f->loader.len);
	begin = out.len;
	put_header(&out, p, f);
	for (uint32_t i = 0; i < p->nnodes; i++)
		put_node(&out, &p->nodes[i]);
	buf_put(&out, f->kernel.data, f->kernel.len);
	check_room(p, out.len - begin + get32(f->kernel.data + offsetof(Program, bss_size)));
	return out;
}
