/*
 * list.c - the listing: address, bytes, cycles, line and text of every line of source.
 */
#include "assembly.h"

#include <string.h>

enum { ROW = 6 }; /* bytes printed in one row */

/* put_rows: print bytes from the second row on; repeated rows are replaced by one '*'. */
static void
put_rows(Buf *out, Addr addr, const uint8_t *data, Word n)
{
	bool skipping = false, same;

	for (Word i = ROW; i < n; i += ROW) {
		same = i + ROW < n && memcmp(data + i, data + i - ROW, ROW) == 0;
		if (same && !skipping)
			buf_printf(out, "%08x  *\n", addr + i);
		skipping = same;
		if (same)
			continue;
		buf_printf(out, "%08x  ", addr + i);
		for (Word k = i; k < n && k < i + ROW; k++)
			buf_printf(out, "%02x%s", data[k], k + 1 < n && k + 1 < i + ROW ? " " : "");
		buf_byte(out, '\n');
	}
}

/* line_cycles: cycles of the line's instructions; -1 if it has none. */
static int64_t
line_cycles(const Line *l)
{
	int64_t cycles = -1;

	for (size_t i = l->first; i < l->end; i++) {
		const Frag *f = &l->sect->frags[i];

		if (f->instr) /* add one for each prefix, and for the ldc before fpentry */
			cycles = (cycles < 0 ? 0 : cycles) + f->instr->cycles + f->size - 1;
	}
	return cycles;
}

/* put_line: print the row of a line: its address, bytes, cycles and text. */
static void
put_line(Buf *out, const Line *l)
{
	const Sect *s = l->sect;
	Addr addr = frag_addr(s, l->first);
	Word n = frag_addr(s, l->end) - addr;
	const uint8_t *data = s->data ? s->data + (addr - s->addr) : NULL;
	int64_t cycles = line_cycles(l);

	if (n || l->first < l->end)
		buf_printf(out, "%08x  ", addr);
	else
		buf_printf(out, "%10s", "");
	for (Word i = 0; i < ROW; i++)
		if (data && i < n)
			buf_printf(out, "%02x ", data[i]);
		else
			buf_printf(out, "   ");
	if (cycles >= 0)
		buf_printf(out, "%4lld", (long long)cycles);
	else
		buf_printf(out, "%4s", "");
	buf_printf(out, " %5d  ", l->where.line);
	buf_put(out, l->text, l->len);
	buf_byte(out, '\n');
	if (data)
		put_rows(out, addr, data, n);
}

void
as_list(const As *as, Buf *out)
{
	const char *file = NULL;

	for (size_t i = 0; i < as->nlines; i++) {
		const Line *l = &as->lines[i];

		if (l->where.file != file)
			buf_printf(out, "%s%s:\n", i ? "\n" : "", l->where.file);
		file = l->where.file;
		put_line(out, l);
	}
}
