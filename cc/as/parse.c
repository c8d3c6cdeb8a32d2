/* parse.c - parses lines, labels and instructions. */
#include "assembly.h"

#include <ctype.h>
#include <string.h>

Frag *
frag_add(Parser *p, FragKind kind, Expr *e)
{
	Sect *s = p->sect;
	Frag *f;

	if (s->kind == SECTION_BSS && kind != FRAG_SPACE && kind != FRAG_ALIGN)
		fail(p, "%s holds no values, only labels, .space and .align; .data does", s->name);
	s->frags = arena_more(&p->as->arena, s->frags, s->nfrags, sizeof *s->frags);
	f = &s->frags[s->nfrags++];
	*f = (Frag){.kind = kind, .where = p->where, .expr = e};
	return f;
}

Frag *
frag_add_bytes(Parser *p, const void *data, size_t n)
{
	Frag *f = frag_add(p, FRAG_BYTES, NULL);

	f->data = (const uint8_t *)arena_strndup(&p->as->arena, data, n);
	f->size = n;
	return f;
}

/* word_fits: true if the number fits in a word, signed or unsigned. */
static bool
word_fits(Parser *p, int64_t number)
{
	if (!value_fits(number, chip_word_bytes(p->as->chip)))
		fail(p, "%lld does not fit into a word", (long long)number);
	return !p->failed;
}

/* emit_code: append a function with a known operand; i: the instruction for the listing. */
static void
emit_code(Parser *p, const Instr *i, uint32_t fn, Word operand)
{
	uint8_t code[MAX_INSTR];
	size_t n = instr_encode(code, fn, operand);

	frag_add_bytes(p, code, n)->instr = i;
}

/* emit_operand: append a direct function with an expression as operand. */
static void
emit_operand(Parser *p, const Instr *i, Expr *e)
{
	Frag *f;

	if (e->kind == EXPR_NUMBER) {
		if (word_fits(p, e->number))
			emit_code(p, i->code == FN_OPR ? instr_by_code(INSTR_OPER, e->number) : i,
				  i->code, e->number);
		return;
	}
	f = frag_add(p, FRAG_INSTR, e);
	f->instr = i;
	f->fn = i->code;
	f->size = 1;
}

/* emit_prefix: append pfix or nfix, with the low half of its byte as operand. */
static void
emit_prefix(Parser *p, const Instr *i, const Expr *e)
{
	uint8_t code;

	if (e->kind != EXPR_NUMBER || e->number < 0 || e->number > 15) {
		fail(p, "%s takes a number from 0 to 15, the low half of its byte", i->name);
		return;
	}
	code = i->code << 4 | e->number;
	frag_add_bytes(p, &code, 1)->instr = i;
}

/* emit_fpentry: append ldc and fpentry for a floating-point operation. */
static void
emit_fpentry(Parser *p, const Instr *i)
{
	uint8_t code[2 * MAX_INSTR];
	size_t n = instr_encode(code, FN_LDC, i->code);

	n += instr_encode(code + n, FN_OPR, OPER_FPENTRY);
	frag_add_bytes(p, code, n)->instr = i;
}

/* emit_ldpi: append ldc and ldpi for an address. */
static void
emit_ldpi(Parser *p, const Instr *i, Expr *e)
{
	Frag *f = frag_add(p, FRAG_LDPI, e);

	f->instr = i;
	f->fn = FN_LDC;
	f->size = 1 + instr_length(OPER_LDPI);
}

/* parse_operand: parse the operand of an instruction, and append the instruction's code. */
static void
parse_operand(Parser *p, const Instr *i)
{
	Expr *e = expr_parse(p);

	if (p->failed)
		return;
	if (i->kind == INSTR_OPER)
		emit_ldpi(p, i, e);
	else if (i->code == FN_PFIX || i->code == FN_NFIX)
		emit_prefix(p, i, e);
	else
		emit_operand(p, i, e);
}

/* parse_instr: parse the rest of the instruction with this name, and append its code. */
static void
parse_instr(Parser *p, const char *name, size_t len)
{
	const Instr *i = instr_named(name, len);
	const char *chip = chip_name(p->as->chip);

	if (!i)
		fail(p, "unknown instruction %.*s; 'trellis dis --table' lists them", (int)len,
		     name);
	else if (!(i->chips & 1u << p->as->chip))
		fail(p, "the %s has no instruction %s; .chip or --chip names another", chip,
		     i->name);
	else if (p->sect->kind == SECTION_OTHER || p->sect->kind == SECTION_BSS)
		fail(p, "instructions are not allowed in %s; use .text", p->sect->name);
	else if (at_end(p) && i->kind == INSTR_DIRECT)
		fail(p, "%s needs an operand", i->name);
	else if (i->kind == INSTR_DIRECT || (i->code == OPER_LDPI && !at_end(p)))
		parse_operand(p, i);
	else if (i->kind == INSTR_FPENTRY)
		emit_fpentry(p, i);
	else
		emit_code(p, i, FN_OPR, i->code);
	if (i && i->kind != INSTR_DIRECT && !p->failed && !at_end(p))
		fail(p, "%s takes no operand", i->name);
}

/* place_label: define a label here. */
static void
place_label(Parser *p, Sym *s)
{
	if (!sym_define(p->as, s, p->where))
		return;
	s->def = SYM_LABEL;
	s->sect = p->sect;
	s->frag = p->sect->nfrags;
}

/* place_number_label: define a label such as "1:"; false if the text is something else. */
static bool
place_number_label(Parser *p)
{
	const char *q = p->p;
	Sym *entry, *s;

	while (q < p->end && isdigit((uint8_t)*q))
		q++;
	if (q == p->p || q == p->end || *q != ':')
		return false;
	entry = sym_get(p->as, p->unit, p->p, q - p->p, p->where);
	s = entry->next ? entry->next : sym_make(p->as, p->unit, p->p, q - p->p, p->where);
	entry->next = NULL;
	entry->last = s;
	place_label(p, s);
	p->p = q + 1;
	return true;
}

/* parse_statement: parse a statement, or a label before one. */
static void
parse_statement(Parser *p)
{
	const char *name;
	size_t len;
	bool quoted;

	p->here = p->sect->nfrags;
	if (place_number_label(p))
		return;
	quoted = *p->p == '"';
	len = lex_name(p, &name);
	if (p->failed)
		return;
	if (len && lex_accept(p, ":")) {
		place_label(p, sym_get(p->as, p->unit, name, len, p->where));
		return;
	}
	if (len == 0)
		expect_end(p);
	else if (lex_accept(p, "="))
		parse_equ(p, name, len);
	else if (quoted)
		fail(p, "after a name in quotes ':' or '=' is missing");
	else if (*name == '.')
		parse_directive(p, name, len);
	else
		parse_instr(p, name, len);
	expect_end(p);
}

/* parse_line: parse the statements of a line. */
static void
parse_line(Parser *p)
{
	for (p->failed = false; !p->failed;) {
		if (!at_end(p))
			parse_statement(p);
		else if (!lex_accept(p, ";"))
			return;
	}
}

/* begin_line: start a line of the listing; returns its index. */
static size_t
begin_line(Parser *p)
{
	As *as = p->as;

	as->lines = arena_more(&as->arena, as->lines, as->nlines, sizeof *as->lines);
	as->lines[as->nlines] = (Line){p->where, p->p, p->end - p->p, NULL, 0, 0};
	return as->nlines++;
}

void
parse_text(Parser *p, const char *file, const char *text, size_t len)
{
	const char *end, *copy = arena_strndup(&p->as->arena, text, len);
	size_t line;

	p->where = (Where){file, 0};
	p->end = copy;
	if (!p->sect)
		p->sect = sect_get(p->as, ".text", 5);
	for (const char *s = copy; s < copy + len; s = end + 1) {
		end = memchr(s, '\n', copy + len - s);
		if (!end)
			end = copy + len;
		p->where.line++;
		p->p = s;
		p->end = end;
		p->first = p->sect->nfrags;
		line = begin_line(p);
		parse_line(p);
		p->as->lines[line].sect = p->sect;
		p->as->lines[line].first = p->first;
		p->as->lines[line].end = p->sect->nfrags;
	}
}
