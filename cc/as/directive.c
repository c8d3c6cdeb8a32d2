/* directive.c - assembler directives; docs/assembler.md lists them. */
#include "assembly.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/*
 * parse_constant: read an expression whose value is known now and lies between low and high; what:
 * its name in messages.
 */
static int64_t
parse_constant(Parser *p, const char *what, int64_t low, int64_t high)
{
	Expr *e = expr_parse(p);
	Value v;

	if (p->failed)
		return low;
	v = expr_value(p->as, e, p->where, false);
	if (!v.ok || v.addresses)
		fail(p, "%s must be a constant that is known here", what);
	else if (v.number < low || v.number > high)
		fail(p, "%s is %lld; it can be %lld to %lld", what, (long long)v.number,
		     (long long)low, (long long)high);
	return p->failed ? low : v.number;
}

/* parse_name: read a name and return its length; 0 after a mistake. */
static size_t
parse_name(Parser *p, const char **name)
{
	size_t len = lex_name(p, name);

	if (len == 0)
		fail(p, "missing name");
	return p->failed ? 0 : len;
}

/* parse_symbol: read a name and return its symbol; NULL after a mistake. */
static Sym *
parse_symbol(Parser *p)
{
	const char *name;
	size_t len = parse_name(p, &name);

	return len ? sym_get(p->as, p->unit, name, len, p->where) : NULL;
}

/* expect_comma: skip a comma; report a mistake if none follows. */
static void
expect_comma(Parser *p)
{
	if (!p->failed && !lex_accept(p, ","))
		fail(p, "missing ','");
}

/* switch_section: let the following statements belong to the section with this name. */
static void
switch_section(Parser *p, const char *name, size_t len)
{
	p->sect = sect_get(p->as, name, len);
	p->first = p->sect->nfrags;
}

/* parse_known_section: handle .text, .data or .bss, by the kind of the section. */
static void
parse_known_section(Parser *p, int kind)
{
	static const char *const names[] = {
		[SECTION_CODE] = ".text",
		[SECTION_DATA] = ".data",
		[SECTION_BSS] = ".bss",
	};

	switch_section(p, names[kind], strlen(names[kind]));
}

/* parse_section: read the operands of .section. */
static void
parse_section(Parser *p, int unused)
{
	const char *name;
	size_t len = parse_name(p, &name);

	(void)unused; /* unused argument of the table's functions */
	if (len)
		switch_section(p, name, len);
}

/* parse_align: read the operands of .align. */
static void
parse_align(Parser *p, int unused)
{
	int64_t n = parse_constant(p, "an alignment", 1, MAX_ALIGN);
	Frag *f;

	(void)unused;
	if (n & (n - 1))
		fail(p, "an alignment is %lld; it must be a power of two", (long long)n);
	if (p->failed)
		return;
	f = frag_add(p, FRAG_ALIGN, NULL);
	f->align = n;
	f->fill = p->sect->kind == SECTION_CODE ? FN_PFIX << 4 : 0;
	if (p->sect->align < n)
		p->sect->align = n;
}

enum { WORD_SIZE = 0 }; /* of parse_values */

/* flush_numbers: turn the bytes that parse_values() has collected into one fragment. */
static void
flush_numbers(Parser *p)
{
	Buf *b = &p->as->scratch;

	if (b->len)
		frag_add_bytes(p, b->data, b->len);
	b->len = 0;
}

/*
 * accept_byte: read a decimal number from 0 to 255 if it is a whole operand, without spaces; this
 * is a faster way for the many bytes of debugging information.
 */
static bool
accept_byte(Parser *p, uint8_t *byte)
{
	const char *at = p->p;
	int n = 0;

	while (at < p->end && *at >= '0' && *at <= '9' && n <= 255)
		n = n * 10 + *at++ - '0';
	if (at == p->p || n > 255 || (*p->p == '0' && at > p->p + 1)
		|| (at < p->end && *at != ','))
		return false;
	p->p = at;
	*byte = n;
	return true;
}

/*
 * parse_values: read the values of .byte, .half, .word or .quad, of `size` bytes each; WORD_SIZE:
 * the size of the chip's words.
 */
static void
parse_values(Parser *p, int size)
{
	uint8_t byte;
	Expr *e;

	if (size == WORD_SIZE)
		size = chip_word_bytes(p->as->chip);
	p->as->scratch.len = 0;
	do {
		if (size == 1 && accept_byte(p, &byte)) {
			buf_byte(&p->as->scratch, byte);
			continue;
		}
		e = expr_parse(p);
		if (p->failed)
			return;
		if (e->kind == EXPR_NUMBER && value_fits(e->number, size)) {
			for (int i = 0; i < size; i++)
				buf_byte(&p->as->scratch, (uint64_t)e->number >> 8 * i);
			continue;
		}
		flush_numbers(p);
		/* values that do not fit are reported later */
		frag_add(p, FRAG_VALUE, e)->size = size;
	} while (lex_accept(p, ","));
	flush_numbers(p);
}

/* parse_lebs: read the numbers of .uleb128 or .sleb128. */
static void
parse_lebs(Parser *p, int kind)
{
	do {
		Frag *f = frag_add(p, kind, expr_parse(p));

		f->size = 1;
	} while (!p->failed && lex_accept(p, ","));
}

/* read_float_text: the characters of a number, in the form that strtod reads. */
static void
read_float_text(Parser *p, char *text, size_t max)
{
	size_t n = 0;

	at_end(p);
	while (p->p < p->end && n < max && (isalnum((uint8_t)*p->p) || strchr(".+-", *p->p)))
		text[n++] = *p->p++;
	text[n] = '\0';
}

/* parse_floats: read numbers for .float (size 4) or .double (size 8). */
static void
parse_floats(Parser *p, int size)
{
	char text[512], *rest;
	double d;
	float s;

	do {
		read_float_text(p, text, sizeof text - 1);
		d = strtod(text, &rest);
		if (rest == text || *rest)
			fail(p,
			     "'%s' is not a floating-point number; expected 1.5, -2e-3, 0x1.8p4, "
			     "inf or nan",
			     text);
		s = strtof(text, NULL); /* so that it is rounded only once */
		frag_add_bytes(p, size == 4 ? (void *)&s : (void *)&d, size);
	} while (!p->failed && lex_accept(p, ","));
}

/* parse_strings: read the strings of .ascii or .asciz, each followed by `zero` zero bytes. */
static void
parse_strings(Parser *p, int zero)
{
	Buf *b = &p->as->scratch;

	do {
		if (!lex_string(p, b))
			fail(p, "missing string in quotes");
		if (p->failed)
			return;
		if (zero)
			buf_byte(b, 0);
		frag_add_bytes(p, b->data ? b->data : (uint8_t *)"", b->len);
	} while (lex_accept(p, ","));
}

/* parse_space: read the operands of .space. */
static void
parse_space(Parser *p, int unused)
{
	Expr *e = expr_parse(p);
	int64_t fill = !p->failed && lex_accept(p, ",")
		? parse_constant(p, "a filling byte", -128, 255) : 0;
	Frag *f;

	(void)unused;
	if (fill && p->sect->kind == SECTION_BSS)
		fail(p, "%s can hold only zeros; use .data", p->sect->name);
	if (p->failed)
		return;
	f = frag_add(p, FRAG_SPACE, e);
	f->fill = fill;
}

void
parse_equ(Parser *p, const char *name, size_t len)
{
	Sym *s = sym_get(p->as, p->unit, name, len, p->where);
	Expr *e = expr_parse(p);

	if (p->failed || !sym_define(p->as, s, p->where))
		return;
	s->def = SYM_EQU;
	s->expr = e;
}

/* parse_equ_directive: read the operands of .equ. */
static void
parse_equ_directive(Parser *p, int unused)
{
	const char *name;
	size_t len = parse_name(p, &name);

	(void)unused;
	expect_comma(p);
	if (!p->failed)
		parse_equ(p, name, len);
}

/* parse_global: read the names of .global, or of .weak. */
static void
parse_global(Parser *p, int weak)
{
	Sym *s;

	do {
		s = parse_symbol(p);
		if (!s)
			return;
		s->global = true;
		s->weak |= weak;
	} while (lex_accept(p, ","));
}

/* parse_type: read the operands of .type. */
static void
parse_type(Parser *p, int unused)
{
	Sym *s = parse_symbol(p);

	(void)unused;
	expect_comma(p);
	if (p->failed)
		return;
	if (lex_accept(p, "function"))
		s->type = SYMBOL_FUNCTION;
	else if (lex_accept(p, "object"))
		s->type = SYMBOL_OBJECT;
	else
		fail(p, "expected the type 'function' or 'object'");
}

/* parse_size: read the operands of .size. */
static void
parse_size(Parser *p, int unused)
{
	Sym *s = parse_symbol(p);

	(void)unused;
	expect_comma(p);
	if (!p->failed)
		s->size = expr_parse(p);
}

/* parse_entry: read the operands of .entry. */
static void
parse_entry(Parser *p, int unused)
{
	Sym *s = parse_symbol(p);
	As *as = p->as;

	(void)unused;
	if (!s)
		return;
	if (as->entry)
		fail(p, "there is a second .entry; the first is at %s:%d", as->entry_where.file,
		     as->entry_where.line);
	if (!s->used && s->def == SYM_UNDEFINED)
		s->where = p->where;
	s->used = true;
	as->entry = s;
	as->entry_where = p->where;
}

/* parse_chip: read the operands of .chip. */
static void
parse_chip(Parser *p, int unused)
{
	const char *name;
	size_t len = parse_name(p, &name);
	As *as = p->as;
	Chip c;

	(void)unused;
	if (!len)
		return;
	if (!chip_named(name, len, &c))
		fail(p, "unknown chip %.*s; a chip is " CHIP_NAMES, (int)len, name);
	else if (as->has_chip && c != as->chip)
		fail(p, "the program is for the %s already (by --chip or an earlier .chip)",
		     chip_name(as->chip));
	else
		as->chip = c;
	as->has_chip = true;
}

/* parse_base: read the operands of .base. */
static void
parse_base(Parser *p, int unused)
{
	Addr a = parse_constant(p, "the base address", 0, UINT32_MAX);
	As *as = p->as;

	(void)unused;
	if (a & 3)
		fail(p, "the base address 0x%08x is not a multiple of 4", a);
	else if (as->has_base && a != as->base)
		fail(p, "the program is already placed at 0x%08x (by --base or an earlier .base)",
		     as->base);
	if (p->failed)
		return;
	as->base = a;
	as->has_base = true;
}

/* parse_file: read the operands of .file. */
static void
parse_file(Parser *p, int unused)
{
	uint32_t number = parse_constant(p, "a file's number", 1, 65535);
	As *as = p->as;

	(void)unused;
	if (p->failed)
		return;
	if (!lex_string(p, &as->scratch)) {
		fail(p, "missing file name in quotes");
		return;
	}
	for (size_t i = 0; i < as->nnames; i++)
		if (as->names[i].program == as->program && as->names[i].number == number)
			fail(p, "file %u is already named %s", number, as->names[i].name);
	if (as->scratch.len == 0 || memchr(as->scratch.data, '\0', as->scratch.len))
		fail(p, "the file's name is empty or has a zero byte");
	if (p->failed)
		return;
	as->names = arena_more(&as->arena, as->names, as->nnames, sizeof *as->names);
	as->names[as->nnames++] =
		(SourceName){as->program, number,
			     arena_strndup(&as->arena, (char *)as->scratch.data, as->scratch.len)};
}

/* is_file_named: true if .file has named a file with this number in the present program. */
static bool
is_file_named(const As *as, uint32_t number)
{
	for (size_t i = 0; i < as->nnames; i++)
		if (as->names[i].program == as->program && as->names[i].number == number)
			return true;
	return false;
}

/* parse_discriminator: read `discriminator N` and return N; 0 if the text is something else. */
static uint32_t
parse_discriminator(Parser *p)
{
	if (p->failed || !lex_accept(p, "discriminator"))
		return 0;
	return parse_constant(p, "a discriminator", 1, INT32_MAX);
}

/* parse_loc: read the operands of .loc. */
static void
parse_loc(Parser *p, int unused)
{
	uint32_t number = parse_constant(p, "a file's number", 1, 65535);
	uint32_t line = 0, column = 0, discriminator;
	As *as = p->as;

	(void)unused;
	if (!p->failed)
		line = parse_constant(p, "a line", 0, INT32_MAX);
	discriminator = parse_discriminator(p);
	if (!p->failed && discriminator == 0 && !at_end(p)) {
		column = parse_constant(p, "a column", 0, 65535);
		discriminator = parse_discriminator(p);
	}
	if (!p->failed && !is_file_named(as, number))
		fail(p, "file %u has no name; add '.file %u \"name\"'", number, number);
	if (!p->failed && p->sect->kind != SECTION_CODE)
		fail(p, ".loc is not allowed in %s; use .text", p->sect->name);
	if (p->failed)
		return;
	as->locs = arena_more(&as->arena, as->locs, as->nlocs, sizeof *as->locs);
	as->locs[as->nlocs++] = (Loc){as->program, p->sect, p->sect->nfrags, number, line, column,
		discriminator};
	p->sect->in_lines = true;
}

/* parse_lines: handle .lines SYMBOL: begin a program of line numbers, or return to one. */
static void
parse_lines(Parser *p, int unused)
{
	Sym *s = parse_symbol(p);

	(void)unused;
	if (!s)
		return;
	for (int i = 0; i < p->as->nprograms; i++)
		if (p->as->programs[i] == s) {
			lines_switch(p->as, i + 1);
			return;
		}
	if (sym_define(p->as, s, p->where))
		lines_begin(p->as, s);
}

static const struct {
	const char *name;
	void (*parse)(Parser *p, int arg);
	int arg;
} directives[] = {
	{".text", parse_known_section, SECTION_CODE},
	{".data", parse_known_section, SECTION_DATA},
	{".bss", parse_known_section, SECTION_BSS},
	{".section", parse_section, 0},
	{".align", parse_align, 0},
	{".byte", parse_values, 1},
	{".half", parse_values, 2},
	{".word", parse_values, WORD_SIZE},
	{".quad", parse_values, 8},
	{".float", parse_floats, 4},
	{".double", parse_floats, 8},
	{".uleb", parse_lebs, FRAG_ULEB},
	{".sleb", parse_lebs, FRAG_SLEB},
	{".ascii", parse_strings, 0},
	{".asciz", parse_strings, 1},
	{".space", parse_space, 0},
	{".equ", parse_equ_directive, 0},
	{".global", parse_global, false},
	{".weak", parse_global, true},
	{".type", parse_type, 0},
	{".size", parse_size, 0},
	{".entry", parse_entry, 0},
	{".chip", parse_chip, 0},
	{".base", parse_base, 0},
	{".file", parse_file, 0},
	{".loc", parse_loc, 0},
	{".lines", parse_lines, 0},
	{".include", parse_include, 0},
};

enum { NDIRECTIVES = sizeof directives / sizeof *directives };

void
parse_directive(Parser *p, const char *name, size_t len)
{
	for (size_t i = 0; i < NDIRECTIVES; i++)
		if (strlen(directives[i].name) == len &&
		    strncmp(directives[i].name, name, len) == 0) {
			directives[i].parse(p, directives[i].arg);
			return;
		}
	fail(p, "unknown directive %.*s", (int)len, name);
}
