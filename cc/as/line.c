/*
 * line.c - makes .debug_line from .file and .loc.
 *
 * There is one line number program for each file with .loc directives, or for each name of .lines.
 * It consists of a header with the table of source files, followed by sequences: each is a stretch
 * of code in one section, from the first .loc to the next code of another program. DWARF 4, section
 * 6.2.
 */
#include "assembly.h"

#include <string.h>

enum {
	LINE_BASE = -5, /* special opcodes advance the line by -5 to 8 */
	LINE_RANGE = 14, /* how many different advances of the line */
	OPCODE_BASE = 13, /* the first special opcode */
	DW_LNS_copy = 1,
	DW_LNS_advance_pc = 2,
	DW_LNS_advance_line = 3,
	DW_LNS_set_file = 4,
	DW_LNS_set_column = 5,
	DW_LNE_end_sequence = 1,
	DW_LNE_set_address = 2,
	DW_LNE_set_discriminator = 4,
};

/* The state of the line number machine. */
typedef struct State {
	Addr addr;
	uint32_t file, line, column;
} State;

void
lines_end(As *as)
{
	for (Sect *s = as->sects; s; s = s->next) {
		if (!s->in_lines)
			continue;
		as->locs = arena_more(&as->arena, as->locs, as->nlocs, sizeof *as->locs);
		as->locs[as->nlocs++] = (Loc){
			.program = as->program, .sect = s, .frag = s->nfrags, .end = true};
		s->in_lines = false;
	}
}

void
lines_begin(As *as, Sym *offset)
{
	lines_end(as);
	offset->def = SYM_VALUE;
	offset->value.ok = true;
	as->programs = arena_more(&as->arena, as->programs, as->nprograms, sizeof *as->programs);
	as->programs[as->nprograms++] = offset;
	as->program = as->nprograms;
}

void
lines_switch(As *as, int program)
{
	lines_end(as);
	as->program = program;
}

/* put_uleb: append a number in unsigned LEB128. */
static void
put_uleb(Buf *b, uint64_t u)
{
	for (; u > 127; u >>= 7)
		buf_byte(b, u | 0x80);
	buf_byte(b, u);
}

/* put_sleb: append a number in signed LEB128. */
static void
put_sleb(Buf *b, int64_t v)
{
	for (; v < -64 || v > 63; v >>= 7)
		buf_byte(b, v | 0x80);
	buf_byte(b, v & 0x7F);
}

/* put_names: append the names of a program's source files. */
static void
put_names(const As *as, int program, Buf *b)
{
	const SourceName *name;
	uint32_t top = 0;

	for (size_t i = 0; i < as->nnames; i++)
		if (as->names[i].program == program && as->names[i].number > top)
			top = as->names[i].number;
	for (uint32_t number = 1; number <= top; number++) {
		name = NULL;
		for (size_t i = 0; !name && i < as->nnames; i++)
			if (as->names[i].program == program && as->names[i].number == number)
				name = &as->names[i];
		buf_put(b, name ? name->name : "?", name ? strlen(name->name) + 1 : 2);
		buf_put(b, (uint8_t[]){0, 0, 0}, 3); /* directory, time, length: unknown */
	}
	buf_byte(b, 0);
}

/* put_header: append the header of a line number program. */
static void
put_header(const As *as, int program, Buf *b)
{
	static const uint8_t lengths[OPCODE_BASE - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
	size_t at;

	buf_word(b, 0); /* placeholder for the length */
	buf_put(b, (uint8_t[]){4, 0}, 2);
	at = b->len;
	buf_word(b, 0); /* placeholder for the header's length */
	buf_put(b, (uint8_t[]){1, 1, 1, (uint8_t)LINE_BASE, LINE_RANGE, OPCODE_BASE}, 6);
	buf_put(b, lengths, sizeof lengths);
	buf_byte(b, 0); /* no directories */
	put_names(as, program, b);
	put32(b->data + at, b->len - at - 4);
}

/* put_extended_opcode: append the beginning of an extended opcode of the line number program. */
static void
put_extended_opcode(Buf *b, uint8_t op)
{
	buf_byte(b, 0);
	buf_byte(b, op == DW_LNE_set_address ? 5 : 1);
	buf_byte(b, op);
}

/* put_discriminator: write the discriminator of the next row. */
static void
put_discriminator(Buf *b, uint32_t n)
{
	Buf operand = {0};

	put_uleb(&operand, n);
	buf_byte(b, 0);
	buf_byte(b, operand.len + 1);
	buf_byte(b, DW_LNE_set_discriminator);
	buf_put(b, operand.data, operand.len);
	buf_free(&operand);
}

/* put_row: advance the machine to addr and the line of l, and append a row. */
static void
put_row(Buf *b, State *s, const Loc *l, Addr addr)
{
	int64_t lines = (int64_t)l->line - s->line, special;

	if (l->file != s->file) {
		buf_byte(b, DW_LNS_set_file);
		put_uleb(b, l->file);
	}
	if (l->column != s->column) {
		buf_byte(b, DW_LNS_set_column);
		put_uleb(b, l->column);
	}
	if (l->discriminator > 0)
		put_discriminator(b, l->discriminator);
	if (lines < LINE_BASE || lines >= LINE_BASE + LINE_RANGE) {
		buf_byte(b, DW_LNS_advance_line);
		put_sleb(b, lines);
		lines = 0;
	}
	special = (lines - LINE_BASE) + (int64_t)LINE_RANGE * (addr - s->addr) + OPCODE_BASE;
	if (special > 255) {
		buf_byte(b, DW_LNS_advance_pc);
		put_uleb(b, addr - s->addr);
		special = lines - LINE_BASE + OPCODE_BASE;
	}
	buf_byte(b, special);
	*s = (State){addr, l->file, l->line, l->column};
}

/* put_sequences: write the rows of one section. */
static void
put_sequences(const As *as, int program, const Sect *sect, Buf *b)
{
	State s;
	bool begun = false;
	Addr addr;

	for (size_t i = 0; i < as->nlocs; i++) {
		const Loc *l = &as->locs[i];

		if (l->program != program || l->sect != sect)
			continue;
		addr = frag_addr(sect, l->frag);
		if (!begun) {
			put_extended_opcode(b, DW_LNE_set_address);
			buf_word(b, addr);
			s = (State){addr, 1, 1, 0};
			begun = true;
		}
		if (!l->end) {
			put_row(b, &s, l, addr);
			continue;
		}
		buf_byte(b, DW_LNS_advance_pc);
		put_uleb(b, addr - s.addr);
		put_extended_opcode(b, DW_LNE_end_sequence);
		begun = false;
	}
}

/* has_lines: true if the program has any .loc. */
static bool
has_lines(const As *as, int program)
{
	for (size_t i = 0; i < as->nlocs; i++)
		if (as->locs[i].program == program)
			return true;
	return false;
}

void
lines_build(As *as, Buf *out)
{
	size_t start;

	for (int program = 1; program <= as->nprograms; program++) {
		start = out->len;
		as->programs[program - 1]->value = (Value){start, 0, true};
		if (!has_lines(as, program))
			continue;
		put_header(as, program, out);
		for (Sect *sect = as->sects; sect; sect = sect->next)
			put_sequences(as, program, sect, out);
		put32(out->data + start, out->len - start - 4);
	}
}
