/*
 * emit.c - the instructions of a function, first as a list, then as the assembler's text.
 *
 * The list names slots; their offsets are known when all is lowered. f->depth follows the
 * evaluation stack by the instruction set's table, so that trees know what room they have.
 */
#include "lower.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void
ins_add(Fn *f, Ins i)
{
	f->ins = arena_more(f->arena, f->ins, f->nins, sizeof *f->ins);
	f->ins[f->nins++] = i;
}

static void
weigh_slot(Fn *f, int slot, int times)
{
	f->slots[slot].weight += times * (int64_t)f->blocks[f->block].weight;
}

void
ins_undo(Fn *f)
{
	const Ins *i = &f->ins[--f->nins];
	size_t k = f->nmarks;

	if (i->kind == INS_SLOT)
		weigh_slot(f, i->n, -1);
	while (k > 0 && f->marks[k - 1].at > f->nins)
		f->marks[--k].at = f->nins;
	if (k > 0 && i->kind == INS_SLOT && (i->fn == FN_STL || i->fn == FN_LDLP))
		f->marks[k - 1].unstored = true;
}

void
ins_insert(Fn *f, int at, Ins i)
{
	ins_add(f, i);
	for (int n = f->nins - 1; n > at; n--)
		f->ins[n] = f->ins[n - 1];
	f->ins[at] = i;
	for (size_t k = f->nmarks; k > 0 && f->marks[k - 1].at > at; k--)
		f->marks[k - 1].at++;
}

static void
stack(Fn *f, int pops, int pushes)
{
	assert(f->depth >= pops);
	f->depth += pushes - pops;
	assert(f->depth <= DEPTH);
}

void
oper(Fn *f, const char *name)
{
	const Instr *in = instr_named(name, strlen(name));

	assert(in && in->kind != INSTR_DIRECT);
	stack(f, in->pops, in->pushes);
	ins_add(f, (Ins){INS_OPER, .text = name});
}

static void
direct_stack(Fn *f, int fn)
{
	static const struct {
		int8_t pops, pushes;
	} effect[16] = {
		[FN_LDLP] = {0, 1}, [FN_LDNL] = {1, 1}, [FN_LDC] = {0, 1}, [FN_LDNLP] = {1, 1},
		[FN_LDL] = {0, 1}, [FN_ADC] = {1, 1}, [FN_CJ] = {1, 0}, [FN_EQC] = {1, 1},
		[FN_STL] = {1, 0}, [FN_STNL] = {2, 0},
	};

	stack(f, effect[fn].pops, effect[fn].pushes);
}

void
direct(Fn *f, int fn, int32_t n)
{
	if (fn == FN_LDNLP && n == 0)
		return;
	direct_stack(f, fn);
	ins_add(f, (Ins){INS_DIRECT, .fn = fn, .n = n});
}

void
slot_op(Fn *f, int fn, int slot, int k)
{
	direct_stack(f, fn);
	weigh_slot(f, slot, 1);
	ins_add(f, (Ins){INS_SLOT, .fn = fn, .n = slot, .k = k});
}

void
text_op(Fn *f, int fn, const char *fmt, ...)
{
	char text[4096];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	direct_stack(f, fn);
	ins_add(f, (Ins){INS_TEXT, .fn = fn, .text = arena_strndup(f->arena, text, strlen(text))});
}

void
raw(Fn *f, const char *text)
{
	ins_add(f, (Ins){INS_RAW, .text = text});
}

void
jump(Fn *f, int fn, int to)
{
	if (fn == FN_CJ)
		direct_stack(f, fn);
	ins_add(f, (Ins){INS_JUMP, .fn = fn, .n = to});
}

void
label(Fn *f, int l)
{
	/* a jump to the next instruction */
	while (f->nins > 0 && f->ins[f->nins - 1].kind == INS_JUMP
		&& f->ins[f->nins - 1].fn == FN_J && f->ins[f->nins - 1].n == l)
		f->nins--;
	ins_add(f, (Ins){INS_LABEL, .n = l});
}

int
label_new(Fn *f)
{
	return f->nlabels++;
}

/* ---- tables of jumps: words behind gcall, each the distance of a label from the table; the last is 0 ---- */

void
table_begin(Fn *f, int table)
{
	raw(f, "\t.align\t4");
	label(f, table);
}

void
table_entry(Fn *f, int table, int to)
{
	ins_add(f, (Ins){INS_TABLE, .n = to, .k = table});
}

void
table_end(Fn *f)
{
	raw(f, "\t.word\t0");
}

/* ---- text ---- */

static const char *const functions[16] = {
	"j", "ldlp", "pfix", "ldnl", "ldc", "ldnlp", "nfix", "ldl",
	"adc", "call", "cj", "ajw", "eqc", "stl", "stnl", "opr",
};

static int
slot_offset(const Fn *f, int slot)
{
	const Slot *s = &f->slots[slot];

	if (s->param >= 0 && s->offset < 0)
		return f->frame + 1 + s->param;
	assert(s->offset >= 0);
	return s->offset;
}

/* raw_text: \001n\002 stands for the offset of slot n. */
static void
raw_text(const Fn *f, const char *text, Buf *out)
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

static void
ins_text(const Fn *f, const Ins *i, Buf *out)
{
	const char *fn = functions[i->fn];

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
		raw_text(f, i->text, out);
		break;
	case INS_ICALL:
		unit_icall(f->unit, slot_offset(f, i->n));
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

/* mark_text: its label, and its line if that is another than the last one's. */
static void
mark_text(const Fn *f, size_t k, const Mark **last, Buf *out)
{
	const Mark *m = &f->marks[k], *l = *last;

	if (m->labelled)
		buf_printf(out, ".P%d_%zu:\n", f->serial, k);
	if (!m->file || (l && l->file == m->file && l->where.line == m->where.line))
		return;
	buf_printf(out, "\t.loc\t%d %u\n", m->file, m->where.line);
	*last = m;
}

void
fn_text(Fn *f, Buf *out)
{
	const Mark *last = NULL;
	Where own = value_where(f->f);
	size_t k = 0;

	if (f->debug) {
		dwarf_lines(f->debug, out);
		if (own.line > 0)
			buf_printf(out, "\t.loc\t%d %u\n", dwarf_file(f->debug, own.dir, own.file), own.line);
	}
	for (int i = 0; i <= f->nins; i++) {
		for (; k < f->nmarks && f->marks[k].at <= i; k++)
			mark_text(f, k, &last, out);
		if (i == f->nins)
			break;
		if (f->debug && f->ins[i].kind == INS_STATE)
			buf_printf(out, ".S%d_%d:\n", f->serial, i);
		ins_text(f, &f->ins[i], out);
	}
	if (f->debug)
		buf_printf(out, ".P%d_end:\n", f->serial);
}
