/*
 * dis.c - prints images as text that the assembler reads.
 *
 * Every line has its address, bytes and cycles in a comment. Assembling the text gives the same
 * memory, for any bytes.
 */
#include "pieces.h"

#include <ctype.h>
#include <string.h>

enum { COMMENT = 40 }; /* column at which comments begin */

static const char *const section_lines[] = {
	[SECTION_CODE] = "\t.text\n",
	[SECTION_CONST] = "\t.section\t.rodata\n",
	[SECTION_DATA] = "\t.data\n",
	[SECTION_BSS] = "\t.bss\n",
};

/* name_at: the name to print for an address; `text` is memory for a name that has to be made. */
static const char *
name_at(const Dis *d, Addr a, char text[16])
{
	const Label *l = names_at(d, a);

	if (l < d->labels + d->nlabels && l->addr == a)
		return l->name;
	sprintf(text, ".L%08x", a);
	return text;
}

/* put_text: print a name from the file in a comment, without characters that would end the line. */
static void
put_text(Buf *out, const char *text)
{
	for (; *text; text++)
		buf_byte(out, iscntrl((uint8_t)*text) ? '?' : *text);
}

/* put_address: print the address and its position in the program, for comments. */
static void
put_address(const Dis *d, Addr a)
{
	bool inside = a - image_base(d->im) <= image_end(d->im) - image_base(d->im);
	const Symbol *s = inside ? image_find(d->im, a) : NULL;

	buf_printf(d->out, "  -> %08x", a);
	if (!s)
		return;
	buf_byte(d->out, ' ');
	put_text(d->out, s->name);
	if (a != s->addr)
		buf_printf(d->out, "+%u", a - s->addr);
}

/* put_number: print a number, in decimal or, from 65536 on, in hexadecimal. */
static void
put_number(Buf *out, Word w)
{
	int32_t v = w;

	if (v > -0x10000 && v < 0x10000)
		buf_printf(out, "%d", v);
	else
		buf_printf(out, "0x%x", w);
}

/* put_code: print the code of an operation; a negative one of 16 bits with its sign. */
static void
put_code(const Dis *d, Word code)
{
	bool is_negative = is_16bit(d->im->chip) && (int32_t)code < 0;

	buf_printf(d->out, "%s0x%x", is_negative ? "-" : "", is_negative ? -code : code);
}

/* function_name: the name of a direct function, by its code. */
static const char *
function_name(uint8_t fn)
{
	return instr_by_code(INSTR_DIRECT, fn)->name;
}

/*
 * put_instr: append the name of the instruction of piece p, and its operand or the name of its
 * target.
 */
static void
put_instr(Dis *d, const Run *r, const Piece *p)
{
	char text[16];

	if (p->instr && p->instr->kind != INSTR_DIRECT) {
		buf_printf(d->out, "%s", p->instr->name);
		return;
	}
	buf_printf(d->out, "%s\t", function_name(p->fn));
	if (p->target != NOWHERE)
		buf_printf(d->out, "%s", name_at(d, r->pieces[p->target].addr, text));
	else if (p->fn == FN_OPR)
		put_code(d, p->operand);
	else
		put_number(d->out, p->operand);
}

/* put_data: print the bytes of a piece as .byte or .word. */
static void
put_data(Dis *d, const uint8_t *data, const Piece *p)
{
	Word size = chip_word_bytes(d->im->chip);
	bool words = p->size % size == 0 && p->addr % size == 0;

	buf_printf(d->out, words ? ".word\t" : ".byte\t");
	for (Word i = 0; i < p->size; i += words ? size : 1)
		buf_printf(d->out, "%s0x%0*x", i ? ", " : "", words ? 2 * (int)size : 2,
			   !words ? data[i] : size == 2 ? get16(data + i) : get32(data + i));
}

/*
 * put_reloc: print a word that holds an address, so that the assembler makes it relocatable again.
 */
static void
put_reloc(Dis *d, Addr a)
{
	Addr base = image_base(d->im);
	const Label *l = names_at(d, a);

	if (l < d->labels + d->nlabels && l->addr == a)
		buf_printf(d->out, ".word\t%s", l->name);
	else if (a >= base)
		buf_printf(d->out, ".word\t__code_start + 0x%x", a - base);
	else
		buf_printf(d->out, ".word\t__code_start - 0x%x", base - a);
}

/* put_statement: print a piece as the text of an instruction or of data. */
static void
put_statement(Dis *d, const Run *r, const Piece *p)
{
	const uint8_t *data = r->data ? r->data + (p->addr - r->addr) : NULL;

	buf_byte(d->out, '\t');
	switch (p->kind) {
	case PIECE_INSTR:
		put_instr(d, r, p);
		break;
	case PIECE_BYTE:
		buf_printf(d->out, "%s\t%u", function_name(p->fn), *data & 15);
		break;
	case PIECE_RELOC:
		put_reloc(d, get32(data));
		break;
	case PIECE_DATA:
		put_data(d, data, p);
		break;
	case PIECE_SPACE:
		buf_printf(d->out, ".space\t%u", p->size);
		break;
	}
}

/* pad_comment: fill up to the comment's column, with tabs expanded. */
static void
pad_comment(Buf *out, size_t start)
{
	size_t column = 0;

	for (size_t i = start; i < out->len; i++)
		column = out->data[i] == '\t' ? (column | 7) + 1 : column + 1;
	do
		buf_byte(out, '\t');
	while ((column = (column | 7) + 1) < COMMENT);
}

/*
 * put_completed: append the name of an instruction after the last of its bytes, which are printed
 * one by one.
 */
static void
put_completed(Dis *d, const Piece *p)
{
	const Instr *i;

	if (p->fn == FN_PFIX || p->fn == FN_NFIX || p->operand < 16)
		return;
	i = p->fn != FN_OPR ? NULL : p->operand < 0x200 ? d->opers[p->operand] : NULL;
	if (i)
		buf_printf(d->out, "  completes %s", i->name);
	else
		buf_printf(d->out, "  completes %s %d", function_name(p->fn), (int32_t)p->operand);
}

/* put_notes: print the target of a branch or ldpi, and text in data, as comments. */
static void
put_notes(Dis *d, const Run *r, const Piece *p, const Piece *before)
{
	const uint8_t *data = r->data ? r->data + (p->addr - r->addr) : NULL;

	if (p->kind == PIECE_BYTE)
		put_completed(d, p);
	if (p->kind == PIECE_INSTR && p->operand &&
	    (p->fn == FN_J || p->fn == FN_CJ || p->fn == FN_CALL))
		put_address(d, p->addr + p->size + p->operand);
	if (p->kind == PIECE_INSTR && p->fn == FN_OPR && p->operand == OPER_LDPI && before &&
	    before->kind == PIECE_INSTR && before->fn == FN_LDC)
		put_address(d, p->addr + p->size + before->operand);
	if (p->kind == PIECE_DATA) {
		buf_printf(d->out, "  ");
		for (Word i = 0; i < p->size; i++)
			buf_byte(d->out, isprint(data[i]) && data[i] < 127 ? data[i] : '.');
	}
}

/* put_comment: append a comment with a piece's address, bytes and meaning. */
static void
put_comment(Dis *d, const Run *r, const Piece *p, const Piece *before)
{
	const uint8_t *data = r->data ? r->data + (p->addr - r->addr) : NULL;
	const Instr *i = p->kind == PIECE_BYTE ? instr_by_code(INSTR_DIRECT, p->fn) : p->instr;
	char bytes[3 * 2 * MAX_INSTR + 1] = "";

	if (p->kind == PIECE_BYTE && p->fn == FN_OPR)
		i = p->operand < 0x200 ? d->opers[p->operand] : NULL;
	buf_printf(d->out, "# %08x", p->addr);
	if (p->kind == PIECE_INSTR || p->kind == PIECE_BYTE) {
		for (Word k = 0; k < p->size; k++)
			sprintf(bytes + 3 * k, "%02x ", data[k]);
		buf_printf(d->out, "  %-12s", bytes);
		if (i)
			buf_printf(d->out, " %3u", i->cycles + p->size - 1);
		else
			buf_printf(d->out, "   ?");
	}
	put_notes(d, r, p, before);
	buf_byte(d->out, '\n');
}

/* put_label: print a label, with its type. */
static void
put_label(Dis *d, const Label *l)
{
	static const char *const types[] = {
		[SYMBOL_FUNCTION] = "function",
		[SYMBOL_OBJECT] = "object",
	};
	const Symbol *s = l->symbol;

	if (s && s->global)
		buf_printf(d->out, "\t.global\t%s\n", l->name);
	if (s && s->kind != SYMBOL_NONE)
		buf_printf(d->out, "\t.type\t%s, %s\n", l->name, types[s->kind]);
	if (s && s->size)
		buf_printf(d->out, "\t.size\t%s, %u\n", l->name, s->size);
	buf_printf(d->out, "%s:\n", l->name);
}

/*
 * put_labels: print the labels from l on that lie at or before address a; returns the first one not
 * printed.
 */
static const Label *
put_labels(Dis *d, const Label *l, Addr a)
{
	while (l < d->labels + d->nlabels && l->addr <= a)
		put_label(d, l++);
	return l;
}

/* put_source: print the source line of the following instructions, if it has changed. */
static void
put_source(Dis *d, const Piece *p)
{
	SourcePlace here = {0};
	const char *line;

	if (d->debug && (p->kind == PIECE_INSTR || p->kind == PIECE_BYTE))
		here = debug_place(d->debug, p->addr);
	if (!here.file || here.line == 0 || (d->last.file && strcmp(d->last.file, here.file) == 0
					     && d->last.line == here.line))
		return;
	d->last = here;
	buf_printf(d->out, "# ");
	put_text(d->out, here.file);
	buf_printf(d->out, ":%d", here.line);
	line = sources_line(d->sources, here.file, here.line);
	if (line) {
		buf_printf(d->out, ": ");
		put_text(d->out, line + strspn(line, " \t"));
	}
	buf_byte(d->out, '\n');
}

/* put_run: print a run in its section; *l: the next label. */
static void
put_run(Dis *d, const Run *r, const Label **l)
{
	bool *targets = arena_alloc(&d->arena, r->npieces, 1);
	const Label *next;
	size_t start;

	for (size_t i = 0; i < r->npieces; i++)
		if (r->pieces[i].target != NOWHERE)
			targets[r->pieces[i].target] = true;
	for (size_t i = 0; i < r->npieces; i++) {
		const Piece *p = &r->pieces[i];

		next = put_labels(d, *l, p->addr);
		if (next == *l && targets[i])
			buf_printf(d->out, ".L%08x:\n", p->addr);
		*l = next;
		put_source(d, p);
		start = d->out->len;
		put_statement(d, r, p);
		pad_comment(d->out, start);
		put_comment(d, r, p, i ? p - 1 : NULL);
	}
}

/* put_runs: print all runs, each with its labels. */
static void
put_runs(Dis *d)
{
	const Label *l = d->labels;
	int place = SECTION_CODE;
	char text[16];

	buf_printf(d->out, "\t.entry\t%s\n", name_at(d, d->im->entry, text));
	for (size_t i = 0; i < d->nruns; i++) {
		Run *r = &d->runs[i];

		if (!r->size)
			continue;
		if (r->place != place)
			buf_printf(d->out, "\n%s", section_lines[r->place]);
		place = r->place;
		decode_run(d, r);
		put_run(d, r, &l);
	}
	put_labels(d, l, UINT32_MAX); /* all remaining labels */
}

/* put_other_sections: print the sections that are not loaded. */
static void
put_other_sections(Dis *d)
{
	for (size_t i = 0; i < d->im->nsections; i++) {
		const Section *s = &d->im->sections[i];

		if (s->kind != SECTION_OTHER)
			continue;
		buf_printf(d->out, "# not loaded: %u bytes of section ", s->size);
		put_text(d->out, s->name);
		buf_byte(d->out, '\n');
	}
}

/* put_image: print the head of the text, all runs, and the sections that are not loaded. */
static void
put_image(Dis *d)
{
	buf_printf(d->out, "\t.chip\t%s\n\t.base\t0x%08x\n", chip_name(d->im->chip),
		image_base(d->im));
	decode_fill_tables(d);
	names_make(d);
	runs_make(d);
	put_runs(d);
	put_other_sections(d);
	arena_free(&d->arena);
}

void
dis_image(const Image *im, Buf *out)
{
	Dis d = {.im = im, .out = out};

	put_image(&d);
}

bool
dis_source(const Image *im, Buf *out)
{
	Dis d = {.im = im, .out = out, .debug = debug_open(im)};

	if (!d.debug)
		return false;
	d.sources = sources_new();
	put_image(&d);
	sources_free(d.sources);
	debug_close(d.debug);
	return true;
}

void
dis_bytes(const uint8_t *data, size_t n, Addr base, Chip chip, Buf *out)
{
	Segment s = {base, n, n, data, true, false};
	Image im = {.chip = chip, .entry = base, .segments = &s, .nsegments = 1};

	dis_image(&im, out);
}
