/* text.c - prints the instructions of a function as assembly text. */
#include "emit.h"
#include "cc/lower/dwarf/dwarf.h"

#include <assert.h>
#include <stdlib.h>

/* slot_offset: a slot's offset in words from Wptr. */
static int
slot_offset(const Fn *f, int slot)
{
	const Slot *s = &f->slots[slot];

	if (s->param >= 0 && s->offset < 0)
		return f->frame + 1 + s->param;
	assert(s->offset >= 0);
	return s->offset;
}

/* put_raw_text: append text in which \001n\002 stands for the offset of slot n. */
static void
put_raw_text(const Fn *f, const char *text, Buf *out)
{
	char *end;

	for (const char *p = text; *p; p++) {
		if (*p != '\001') {
			buf_byte(out, *p);
			continue;
		}
		buf_printf(out, "%d", slot_offset(f, strtol(p + 1, &end, 10)));
		p = end;
	}
	buf_byte(out, '\n');
}

/* put_instruction: append an instruction as a line of assembly text. */
static void
put_instruction(const Fn *f, const Ins *i, Buf *out)
{
	const char *fn = instr_by_code(INSTR_DIRECT, i->fn)->name;

	switch (i->kind) {
	case INS_OPER:
		buf_printf(out, "\t%s\n", i->text);
		break;
	case INS_DIRECT:
		buf_printf(out, "\t%s\t%d\n", fn, i->n);
		break;
	case INS_SLOT:
		buf_printf(out, "\t%s\t%d\n", fn, slot_offset(f, i->n) + i->k);
		break;
	case INS_NUMBER:
		if (f->numbers[i->n].slot >= 0)
			buf_printf(out, "\tldl\t%d\n", slot_offset(f, f->numbers[i->n].slot));
		else
			buf_printf(out, "\tldc\t%d\n", (int32_t)f->numbers[i->n].value);
		break;
	case INS_TEXT:
		buf_printf(out, "\t%s\t%s\n", fn, i->text);
		break;
	case INS_JUMP:
		buf_printf(out, "\t%s\t.L%d_%d\n", fn, f->serial, i->n);
		break;
	case INS_LABEL:
		buf_printf(out, ".L%d_%d:\n", f->serial, i->n);
		break;
	case INS_RAW:
		put_raw_text(f, i->text, out);
		break;
	case INS_ICALL:
		unit_request_icall(f->unit, slot_offset(f, i->n));
		buf_printf(out, "\tcall\t.icall%d\n", slot_offset(f, i->n));
		break;
	case INS_OBJECT:
		buf_printf(out, "\t%s\t%d\n", fn, f->slots[i->n].offset - (int)f->low + i->k);
		break;
	case INS_LOW:
		buf_printf(out, "\t%s\t%d\n", fn, i->k * (int)f->low);
		break;
	case INS_FRAME:
		if (f->frame > 0)
			buf_printf(out, "\tajw\t%d\n", i->k * (int)f->frame);
		break;
	case INS_STATE:
		break;
	case INS_TABLE:
		buf_printf(out, "\t.word\t.L%d_%d - .L%d_%d\n", f->serial, i->n, f->serial, i->k);
		break;
	}
}

/*
 * put_mark: append the label of mark k, and its source line if the line or its copy has changed
 * since *last.
 */
static void
put_mark(const Fn *f, size_t k, const Mark **last, Buf *out)
{
	const Mark *m = &f->marks[k], *l = *last;

	if (m->labelled)
		buf_printf(out, ".P%d_%zu:\n", f->serial, k);
	if (!m->file
		|| (l && l->file == m->file && l->where.line == m->where.line
			&& l->copy == m->copy))
		return;
	buf_printf(out, "\t.loc\t%d %u", m->file, m->where.line);
	buf_printf(out, m->copy > 0 ? " discriminator %u\n" : "\n", m->copy);
	*last = m;
}

void
fn_put_text(Fn *f, Buf *out)
{
	const Mark *last = NULL;
	Where own = value_where(f->f);
	size_t k = 0;

	if (f->debug) {
		dwarf_switch_lines(f->debug, out);
		if (own.line > 0)
			buf_printf(out, "\t.loc\t%d %u\n", dwarf_file(f->debug, own.dir, own.file),
				own.line);
	}
	for (int i = 0; i <= f->nins; i++) {
		for (; k < f->nmarks && f->marks[k].at <= i; k++)
			put_mark(f, k, &last, out);
		if (i == f->nins)
			break;
		if (f->debug && f->ins[i].kind == INS_STATE)
			buf_printf(out, ".S%d_%d:\n", f->serial, i);
		put_instruction(f, &f->ins[i], out);
	}
	if (f->debug)
		buf_printf(out, ".P%d_end:\n", f->serial);
}
