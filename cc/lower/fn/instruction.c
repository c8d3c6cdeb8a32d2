/*
 * instruction.c - the list of a function's instructions; emit/ prints it.
 *
 * Instructions refer to slots; their offsets are known only after the whole function is lowered.
 * f->depth tracks the evaluation stack by the instruction table, so that trees know how many
 * registers are free.
 */
#include "fn.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

void
ins_add(Fn *f, Ins i)
{
	f->ins = arena_more(f->arena, f->ins, f->nins, sizeof *f->ins);
	f->ins[f->nins++] = i;
}

/* weigh_slot: count `times` uses of the slot, weighted by the frequency of the present block. */
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

/* change_stack: update the depth of the integer stack. */
static void
change_stack(Fn *f, int pops, int pushes)
{
	assert(f->depth >= pops);
	f->depth += pushes - pops;
	assert(f->depth <= DEPTH);
}

void
ins_oper(Fn *f, const char *name)
{
	const Instr *in = instr_named(name, strlen(name));

	assert(in && in->kind != INSTR_DIRECT);
	change_stack(f, in->pops, in->pushes);
	ins_add(f, (Ins){INS_OPER, .text = name});
}

/*
 * change_direct_stack: update the depths for a direct function: by the instruction table, except
 * for calls, for which the calling convention determines the effect.
 */
static void
change_direct_stack(Fn *f, int fn)
{
	const Instr *in = instr_by_code(INSTR_DIRECT, fn);

	if (fn != FN_CALL)
		change_stack(f, in->pops, in->pushes);
}

void
ins_direct(Fn *f, int fn, int32_t n)
{
	if (fn == FN_LDNLP && n == 0)
		return;
	change_direct_stack(f, fn);
	ins_add(f, (Ins){INS_DIRECT, .fn = fn, .n = n});
}

void
ins_slot(Fn *f, int fn, int slot, int k)
{
	assert(f->base < 0 || f->slots[slot].kind != SLOT_OBJECT); /* it moves (address.c) */
	change_direct_stack(f, fn);
	weigh_slot(f, slot, 1);
	ins_add(f, (Ins){INS_SLOT, .fn = fn, .n = slot, .k = k});
}

void
ins_text(Fn *f, int fn, const char *fmt, ...)
{
	char text[4096];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	change_direct_stack(f, fn);
	ins_add(f, (Ins){INS_TEXT, .fn = fn, .text = arena_strndup(f->arena, text, strlen(text))});
}

void
ins_verbatim(Fn *f, const char *text)
{
	ins_add(f, (Ins){INS_RAW, .text = text});
}

void
ins_jump(Fn *f, int fn, int to)
{
	if (fn == FN_CJ)
		change_direct_stack(f, fn);
	ins_add(f, (Ins){INS_JUMP, .fn = fn, .n = to});
}

void
ins_label(Fn *f, int l)
{
	/* remove jumps to the next instruction */
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

/*
 * ---- tables of jumps: words after gcall, each the distance of a label from the table; the last is
 * 0 ----
 */

void
table_begin(Fn *f, int table)
{
	ins_verbatim(f, "\t.align\t4");
	ins_label(f, table);
}

void
table_entry(Fn *f, int table, int to)
{
	ins_add(f, (Ins){INS_TABLE, .n = to, .k = table});
}

void
table_end(Fn *f)
{
	ins_verbatim(f, "\t.word\t0");
}
