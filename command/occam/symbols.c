/*
 * symbols.c - assembly with DWARF 4 from the debugging records of occam's compiler.
 *
 * A unit is a compilation unit; a PROC or FUNCTION is a subprogram. A scope is a lexical block with
 * the ranges of its code. Each piece of code has an entry in .debug_frame: the canonical frame
 * address (CFA) is 16 bytes above the Wptr at which the procedure was called, as in compiled C; in
 * a process of a PAR it is that of the procedure around it. A dot in a name becomes `_`.
 */
#include "symbols.h"

#include "unit_layout.h"

#include "base/files.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * MAX_FILE: bytes of a file; WPTR, IPTR: DWARF's numbers of the registers; CALLED: bytes that a
 * call puts into the workspace
 */
enum { MAX_FILE = 64 << 20, WPTR = 3, IPTR = 4, CALLED = 16 };

/* Codes of DWARF's abbreviations, which the entries use. */
enum { UNIT = 1, PLAIN, PROCEDURE, FUNCTION, PARAMETER, VARIABLE, LISTED, BLOCK, BASE, ARRAY, COUNT,
	ANY, POINTER };

static const uint8_t abbreviations[] = {
	UNIT, DW_TAG_compile_unit, 1, DW_AT_name, DW_FORM_string, DW_AT_comp_dir, DW_FORM_string,
	DW_AT_stmt_list, DW_FORM_sec_offset, DW_AT_low_pc, DW_FORM_addr, DW_AT_ranges,
	DW_FORM_sec_offset, 0, 0,
	PLAIN, DW_TAG_compile_unit, 1, DW_AT_name, DW_FORM_string, DW_AT_low_pc, DW_FORM_addr,
	DW_AT_high_pc, DW_FORM_data4, 0, 0,
	FUNCTION, DW_TAG_subprogram, 0, DW_AT_name, DW_FORM_string, DW_AT_external,
	DW_FORM_flag_present, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4,
	DW_AT_frame_base, DW_FORM_exprloc, 0, 0,
	PROCEDURE, DW_TAG_subprogram, 1, DW_AT_name, DW_FORM_string, DW_AT_decl_file,
	DW_FORM_udata, DW_AT_decl_line, DW_FORM_udata, DW_AT_external, DW_FORM_flag_present,
	DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4, DW_AT_frame_base,
	DW_FORM_exprloc, 0, 0,
	PARAMETER, DW_TAG_formal_parameter, 0, DW_AT_name, DW_FORM_string, DW_AT_decl_file,
	DW_FORM_udata, DW_AT_decl_line, DW_FORM_udata, DW_AT_type, DW_FORM_ref4, DW_AT_location,
	DW_FORM_exprloc, 0, 0,
	VARIABLE, DW_TAG_variable, 0, DW_AT_name, DW_FORM_string, DW_AT_decl_file,
	DW_FORM_udata, DW_AT_decl_line, DW_FORM_udata, DW_AT_type, DW_FORM_ref4, DW_AT_location,
	DW_FORM_exprloc, 0, 0,
	LISTED, DW_TAG_variable, 0, DW_AT_name, DW_FORM_string, DW_AT_decl_file,
	DW_FORM_udata, DW_AT_decl_line, DW_FORM_udata, DW_AT_type, DW_FORM_ref4, DW_AT_location,
	DW_FORM_sec_offset, 0, 0,
	BLOCK, DW_TAG_lexical_block, 1, DW_AT_ranges, DW_FORM_sec_offset, 0, 0,
	BASE, DW_TAG_base_type, 0, DW_AT_name, DW_FORM_string, DW_AT_encoding, DW_FORM_data1,
	DW_AT_byte_size, DW_FORM_data1, 0, 0,
	ARRAY, DW_TAG_array_type, 1, DW_AT_type, DW_FORM_ref4, 0, 0,
	COUNT, DW_TAG_subrange_type, 0, DW_AT_count, DW_FORM_udata, 0, 0,
	ANY, DW_TAG_subrange_type, 0, 0, 0,
	POINTER, DW_TAG_pointer_type, 0, DW_AT_type, DW_FORM_ref4, 0, 0,
	0,
};

/* Types of variables by their number in the records; a channel is a word, or a pointer to it. */
static const struct {
	const char *name;
	uint8_t encoding, bytes;
} types[] = {
	[0] = {"CHAN", DW_ATE_unsigned, 4}, [2] = {"BOOL", DW_ATE_boolean, 1},
	[3] = {"BYTE", DW_ATE_unsigned_char, 1}, [4] = {"INT", DW_ATE_signed, 4},
	[5] = {"INT16", DW_ATE_signed, 2}, [6] = {"INT32", DW_ATE_signed, 4},
	[7] = {"INT64", DW_ATE_signed, 8}, [8] = {"REAL32", DW_ATE_float, 4},
	[9] = {"REAL64", DW_ATE_float, 8}, [12] = {"PORT", DW_ATE_unsigned, 4},
};

enum { NTYPES = sizeof types / sizeof *types, TYPE_CHANNEL = 0, TYPE_CHANNEL_POINTER = 13 };

/* The assembly file being made. */
typedef struct Output {
	Occam *o;
	Buf text;                              /* the assembly */
	Buf info, loc, ranges, frame, aranges; /* the sections */
	Buf tail;                              /* the directives of .debug_info */
	uint32_t nunits;
	/* of the current unit */
	Layout l;               /* its procedures, variables and lines */
	/* address of the unit's code; offset of the unit's entry in .debug_info */
	uint32_t base, unit_at;
	uint32_t end;           /* bytes of the unit's code */
	const uint8_t *code;    /* the unit's code */
	uint32_t type[NTYPES + 1]; /* offset of the entry of each type; 0: not made yet */
	const char **file;      /* [nfiles] the unit's source files */
	uint32_t nfiles;
} Output;

/* ---- bytes ---- */

/* put_uleb: append a number in unsigned LEB128. */
static void
put_uleb(Buf *b, uint32_t n)
{
	for (; n >= 0x80; n >>= 7)
		buf_byte(b, n | 0x80);
	buf_byte(b, n);
}

/* put_sleb: append a number in signed LEB128. */
static void
put_sleb(Buf *b, int32_t n)
{
	for (; n < -64 || n > 63; n >>= 7)
		buf_byte(b, n | 0x80);
	buf_byte(b, n & 0x7F);
}

/* put_name: append a name with a terminating zero. */
static void
put_name(Buf *b, const char *name)
{
	for (const char *p = name; *p; p++)
		buf_byte(b, *p == '.' ? '_' : *p);
	buf_byte(b, 0);
}

/* put_block: append an expression of DWARF after its length. */
static void
put_block(Buf *b, Buf *expression)
{
	put_uleb(b, expression->len);
	buf_put(b, expression->data, expression->len);
	buf_free(expression);
}

/* put_bytes: append bytes as directives of the assembler. */
static void
put_bytes(Buf *text, const uint8_t *data, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_printf(text, "%s%d%s", i % 16 == 0 ? "\t.byte\t" : ",", data[i],
			i % 16 == 15 || i + 1 == n ? "\n" : "");
}

/* put_section: append the section `name` with the bytes of b. */
static void
put_section(Buf *text, const char *name, const Buf *b)
{
	buf_printf(text, "\t.section\t%s\n", name);
	put_bytes(text, b->data, b->len);
}

/* ---- pieces ---- */

/* piece_end: the address behind piece i, where the next piece or the program's end is. */
static uint32_t
piece_end(const Output *out, uint32_t i)
{
	return i + 1 < out->l.npieces ? out->l.piece[i + 1].at : out->end;
}

/* segment_of: the segment with index i; NULL for NONE. */
static const Segment *
segment_of(const Output *out, int i)
{
	return i == NONE ? NULL : &out->l.segment[i];
}

/* is_within: true if a segment is `other` or lies within it. */
static bool
is_within(const Output *out, int segment, int other)
{
	while (segment != NONE && segment != other)
		segment = out->l.segment[segment].around;
	return segment != NONE;
}

/* ---- types ---- */

/* put_types: append the entries of occam's types. */
static void
put_types(Output *out)
{
	for (uint32_t i = 0; i < NTYPES; i++) {
		if (!types[i].name)
			continue;
		out->type[i] = out->info.len - out->unit_at;
		buf_byte(&out->info, BASE);
		put_name(&out->info, types[i].name);
		buf_byte(&out->info, types[i].encoding);
		buf_byte(&out->info, types[i].bytes);
	}
	out->type[NTYPES] = out->info.len - out->unit_at;
	buf_byte(&out->info, POINTER);
	buf_word(&out->info, out->type[TYPE_CHANNEL]);
}

/*
 * type_of: the offset of the entry of a record's type, made if it is an array's; 0 if the record
 * has no type.
 */
static uint32_t
type_of(Output *out, const DebugRecord *r)
{
	int32_t kind = r->number[0];
	uint32_t element, at;

	if (kind == TYPE_CHANNEL_POINTER)
		element = out->type[NTYPES];
	else if (kind >= 0 && kind < NTYPES && types[kind].name)
		element = out->type[kind];
	else
		return 0;
	if (r->dimensions == 0)
		return element;
	at = out->info.len - out->unit_at;
	buf_byte(&out->info, ARRAY);
	buf_word(&out->info, element);
	for (uint32_t i = 0; i < r->dimensions; i++) {
		bool is_known = r->dimension[i].access == ACCESS_CONST && r->dimension[i].size >= 0;

		buf_byte(&out->info, is_known ? COUNT : ANY);
		if (is_known)
			put_uleb(&out->info, r->dimension[i].size);
	}
	buf_byte(&out->info, 0);
	return at;
}

/* ---- variables ---- */

/* file_number: the number of a source file in the table of lines, added if it is new. */
static uint32_t
file_number(Output *out, const char *file)
{
	for (uint32_t i = 0; i < out->nfiles; i++)
		if (strcmp(out->file[i], file) == 0)
			return i + 1;
	out->file = arena_more(&out->o->arena, out->file, out->nfiles, sizeof *out->file);
	out->file[out->nfiles++] = file;
	return out->nfiles;
}

/*
 * put_list: append the list of the places of a replicated process's variable, one for each piece
 * of its segment's code; returns the list's offset.
 */
static uint32_t
put_list(Output *out, const Variable *v)
{
	uint32_t at = out->loc.len;

	for (uint32_t i = 0; i < out->l.npieces; i++) {
		const Piece *p = &out->l.piece[i];
		Buf e = {0};

		if (!is_within(out, p->segment, v->segment))
			continue;
		buf_word(&out->loc, out->base + p->at);
		buf_word(&out->loc, out->base + piece_end(out, i));
		buf_byte(&e, DW_OP_breg0 + WPTR);
		put_sleb(&e, 4 * (v->record->number[2] + out->l.segment[p->segment].depth
			- out->l.segment[v->segment].depth));
		if (v->record->number[1] == ACCESS_BYREF)
			buf_byte(&e, DW_OP_deref);
		buf_byte(&out->loc, e.len);
		buf_byte(&out->loc, e.len >> 8);
		buf_put(&out->loc, e.data, e.len);
		buf_free(&e);
	}
	buf_word(&out->loc, 0);
	buf_word(&out->loc, 0);
	return at;
}

/*
 * location: the DWARF expression for a variable's address: of a placed word, or an offset in the
 * frame.
 */
static Buf
location(const Output *out, const Variable *v)
{
	Buf e = {0};

	if (v->record->number[1] == ACCESS_PLACED) {
		buf_byte(&e, DW_OP_addr);
		buf_word(&e, 0x80000000u + 4 * (uint32_t)v->record->number[2]);
		return e;
	}
	buf_byte(&e, DW_OP_fbreg);
	put_sleb(&e, 4 * (v->record->number[2] - out->l.segment[v->segment].depth) - CALLED);
	if (v->record->number[1] == ACCESS_BYREF)
		buf_byte(&e, DW_OP_deref);
	return e;
}

/* put_head: append the beginning of a variable's entry, up to its place. */
static void
put_head(Output *out, int abbreviation, const Variable *v, uint32_t type)
{
	buf_byte(&out->info, abbreviation);
	put_name(&out->info, v->record->name);
	put_uleb(&out->info, file_number(out, v->file));
	put_uleb(&out->info, v->line);
	buf_word(&out->info, type);
}

/*
 * put_constant: append the entry of a constant of the source (VAL ... IS), which has a value and
 * no place.
 */
static void
put_constant(Output *out, const Variable *v)
{
	uint32_t type = type_of(out, v->record);
	Buf e = {0};

	if (!type || v->record->number[0] == TYPE_CHANNEL_POINTER)
		return;
	buf_byte(&e, DW_OP_implicit_value);
	put_uleb(&e, types[v->record->number[0]].bytes);
	for (int i = 0; i < types[v->record->number[0]].bytes; i++)
		buf_byte(&e, v->record->number[2 - i / 4] >> i % 4 * 8);
	put_head(out, VARIABLE, v, type);
	put_block(&out->info, &e);
}

/* put_variable: append the entry of a variable. */
static void
put_variable(Output *out, const Variable *v)
{
	int32_t access = v->record->number[1];
	uint32_t type, list = 0;
	bool is_listed;
	Buf e = {0};

	if (v->record->kind == RTL_CONSTANT) {
		put_constant(out, v);
		return;
	}
	if (access != ACCESS_BYVAL && access != ACCESS_BYREF && access != ACCESS_PLACED)
		return; /* it has no memory */
	type = type_of(out, v->record);
	if (!type)
		return;
	is_listed = out->l.segment[v->segment].replicated && access != ACCESS_PLACED;
	if (is_listed)
		list = put_list(out, v);
	else
		e = location(out, v);
	put_head(out, is_listed ? LISTED : v->scope == NONE ? PARAMETER : VARIABLE, v, type);
	if (is_listed)
		buf_word(&out->info, list);
	else
		put_block(&out->info, &e);
}

/* put_ranges: append the addresses of a scope's code; returns whether it has any. */
static bool
put_ranges(Output *out, const Scope *s)
{
	bool any = false;

	for (uint32_t i = 0; i < out->l.npieces; i++) {
		const Piece *p = &out->l.piece[i];

		if (p->index < s->from || p->index > s->to)
			continue;
		buf_word(&out->ranges, out->base + p->at);
		buf_word(&out->ranges, out->base + piece_end(out, i));
		any = true;
	}
	buf_word(&out->ranges, 0);
	buf_word(&out->ranges, 0);
	return any;
}

/*
 * put_scope: append the variables of a scope, and the scopes within it; scope NONE: those directly
 * in the procedure.
 */
static void
put_scope(Output *out, int procedure, int scope)
{
	for (uint32_t i = 0; i < out->l.nvariables; i++) {
		const Variable *v = &out->l.variable[i];

		if (v->procedure == procedure && v->scope == scope)
			put_variable(out, v);
	}
	for (uint32_t i = 0; i < out->l.nscopes; i++) {
		const Scope *s = &out->l.scope[i];
		uint32_t at = out->ranges.len;

		if (s->procedure != procedure || s->around != scope)
			continue;
		if (put_ranges(out, s)) {
			buf_byte(&out->info, BLOCK);
			buf_word(&out->info, at);
			put_scope(out, procedure, i);
			buf_byte(&out->info, 0);
		}
	}
}

/*
 * put_procedure: append the DWARF entry of procedure i with its scopes; nothing if it has no code.
 */
static void
put_procedure(Output *out, int i)
{
	const Procedure *p = &out->l.procedure[i];

	if (p->low == p->high)
		return;
	buf_byte(&out->info, PROCEDURE);
	put_name(&out->info, p->name);
	put_uleb(&out->info, file_number(out, p->file));
	put_uleb(&out->info, p->line);
	buf_word(&out->info, out->base + p->low);
	buf_word(&out->info, p->high - p->low);
	buf_byte(&out->info, 1);
	buf_byte(&out->info, DW_OP_call_frame_cfa);
	put_scope(out, i, NONE);
	buf_byte(&out->info, 0);
}

/* ---- frames ---- */

/* put_frame_head: append the common head (CIE) of the DWARF frame descriptions. */
static void
put_frame_head(Buf *b)
{
	static const uint8_t head[] = {
		20, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 4, 0, 4, 0, 1, 0x7C, IPTR,
		DW_CFA_def_cfa, WPTR, CALLED, DW_CFA_offset | IPTR, 4,
		DW_CFA_val_offset, WPTR, 0, DW_CFA_nop,
	};

	buf_put(b, head, sizeof head);
}

/*
 * put_frame: append the rule by which the caller's frame is found from the code between two
 * addresses, which belongs to segment s.
 */
static void
put_frame(Output *out, uint32_t low, uint32_t high, const Segment *s)
{
	Buf rule = {0}, e = {0};

	if (s && s->replicated) {
		buf_byte(&e, DW_OP_breg0 + WPTR);
		put_sleb(&e, 4 * s->depth);
		buf_byte(&e, DW_OP_deref);
		buf_byte(&e, DW_OP_plus_uconst);
		put_uleb(&e, 4 * s->outside + CALLED);
		buf_byte(&rule, DW_CFA_def_cfa_expression);
		put_block(&rule, &e);
	} else {
		buf_byte(&rule, DW_CFA_def_cfa);
		put_uleb(&rule, WPTR);
		put_uleb(&rule, 4 * (s ? s->depth : 0) + CALLED);
	}
	while (rule.len % 4)
		buf_byte(&rule, DW_CFA_nop);
	buf_word(&out->frame, 12 + rule.len);
	buf_word(&out->frame, 0);
	buf_word(&out->frame, out->base + low);
	buf_word(&out->frame, high - low);
	buf_put(&out->frame, rule.data, rule.len);
	buf_free(&rule);
}

/*
 * is_reachable: true if one static link leads from a segment's workspace to that of its procedure.
 */
static bool
is_reachable(const Output *out, int segment)
{
	const Segment *s = segment_of(out, segment);

	while (s && s->replicated && s->kind != SEGMENT_REPL)
		s = segment_of(out, s->around);
	s = s && s->replicated ? segment_of(out, s->around) : NULL;
	return !s || !s->replicated;
}

/* put_frames: append the rules for the frames of all code of the unit. */
static void
put_frames(Output *out)
{
	static const uint8_t ret[] = {0x22, 0xF0};

	for (uint32_t i = 0; i < out->l.npieces; i++) {
		const Piece *p = &out->l.piece[i];
		uint32_t end = piece_end(out, i);
		const Segment *s = segment_of(out, p->segment);
		bool returns = s && !s->replicated && end - p->at >= 2
			&& memcmp(out->code + end - 2, ret, sizeof ret) == 0;

		if (!is_reachable(out, p->segment))
			continue;
		put_frame(out, p->at, end - (returns ? 2 : 0), s);
		if (returns)
			put_frame(out, end - 2, end, NULL);
	}
}

/* ---- a unit ---- */

/* put_code: append the instructions with their source lines. */
static void
put_code(Output *out)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < out->l.npieces; i++) {
		const Piece *p = &out->l.piece[i];

		put_bytes(&out->text, out->code + at, p->at - at);
		for (uint32_t k = 0; k < out->l.nprocedures; k++)
			if (out->l.procedure[k].low == p->at && out->l.procedure[k].high > p->at) {
				Buf name = {0};

				put_name(&name, out->l.procedure[k].name);
				buf_printf(&out->text, "%s:\n", (char *)name.data);
				buf_free(&name);
			}
		buf_printf(&out->text, "\t.loc\t%u %d\n", file_number(out, p->file), p->line);
		at = p->at;
	}
	put_bytes(&out->text, out->code + at, out->end - at);
}

/* begin_unit: begin a unit's entries: append the head of a unit of n bytes of code at base. */
static void
begin_unit(Output *out, uint32_t base, uint32_t n)
{
	out->base = base;
	out->end = n;
	out->unit_at = out->info.len;
	buf_word(&out->info, 0);
	buf_byte(&out->info, 4); /* version */
	buf_byte(&out->info, 0);
	buf_word(&out->info, 0); /* in .debug_abbrev */
	buf_byte(&out->info, 4); /* bytes of an address */
	buf_word(&out->aranges, 28);
	buf_byte(&out->aranges, 2); /* version */
	buf_byte(&out->aranges, 0);
	buf_word(&out->aranges, out->unit_at);
	buf_byte(&out->aranges, 4);
	for (int i = 0; i < 5; i++)
		buf_byte(&out->aranges, 0);
	buf_word(&out->aranges, base);
	buf_word(&out->aranges, n);
	buf_word(&out->aranges, 0);
	buf_word(&out->aranges, 0);
}

/*
 * end_unit: end the list of the compilation unit's entries and store the unit's length at its head.
 */
static void
end_unit(Output *out)
{
	buf_byte(&out->info, 0);
	put32(out->info.data + out->unit_at, out->info.len - out->unit_at - 4);
}

/*
 * put_unit_entry: append the entry of a source; returns the offset at which the place of its lines
 * is stored later.
 */
static uint32_t
put_unit_entry(Output *out, const char *object, const char *directory)
{
	uint32_t ranges = out->ranges.len, hole;

	buf_byte(&out->info, UNIT);
	buf_printf(&out->info, "%.*s.occ", (int)(strrchr(object, '.') - object), object);
	buf_byte(&out->info, 0);
	buf_printf(&out->info, "%s", directory);
	buf_byte(&out->info, 0);
	hole = out->info.len;
	buf_word(&out->info, 0);
	buf_word(&out->info, 0); /* addresses in .debug_loc and .debug_ranges are absolute */
	buf_word(&out->info, ranges);
	buf_word(&out->ranges, out->base);
	buf_word(&out->ranges, out->base + out->end);
	buf_word(&out->ranges, 0);
	buf_word(&out->ranges, 0);
	return hole;
}

/* put_unit: append a compiled unit, which has n bytes of code in the program at base. */
static void
put_unit(Output *out, const char *object, const uint8_t *code, uint32_t n, uint32_t base)
{
	Occam *o = out->o;
	Buf b = file_read(occam_text(o, "%s/%s", o->build, object), MAX_FILE), text = out->text;
	Unit u = unit_read(&o->arena, object, &b, 0);
	char *directory = realpath(o->sources, NULL);
	uint32_t hole;

	buf_free(&b);
	if (u.n == 0 || u.code != n || !directory)
		fatal("%s has no debugging records of the code that was linked", object);
	out->l = layout_of(&o->arena, &u, object);
	out->code = code;
	out->nfiles = 0;
	begin_unit(out, base, n);
	hole = put_unit_entry(out, object, directory);
	put_types(out);
	for (uint32_t i = 0; i < out->l.nvariables; i++)
		if (out->l.variable[i].procedure == NONE) /* a constant of the whole unit */
			put_constant(out, &out->l.variable[i]);
	for (uint32_t i = 0; i < out->l.nprocedures; i++)
		put_procedure(out, i);
	end_unit(out);
	put_frames(out);

	out->text = (Buf){0};
	put_code(out); /* it numbers the files, whose names come before it */
	b = out->text;
	out->text = text;
	buf_printf(&out->text, "\t.lines\t.lines%u\n", out->nunits);
	for (uint32_t i = 0; i < out->nfiles; i++)
		buf_printf(&out->text, "\t.file\t%u \"%s/%s\"\n", i + 1, directory, out->file[i]);
	buf_put(&out->text, b.data, b.len);
	buf_free(&b);
	put_bytes(&out->tail, out->info.data + out->unit_at, hole - out->unit_at);
	buf_printf(&out->tail, "\t.word\t.lines%u\n", out->nunits++);
	put_bytes(&out->tail, out->info.data + hole + 4, out->info.len - hole - 4);
	free(directory);
}

/* put_code_entry: append an entry with a name that covers all code of the unit. */
static void
put_code_entry(Output *out, int abbreviation, const Buf *name)
{
	buf_byte(&out->info, abbreviation);
	buf_put(&out->info, name->data, name->len);
	buf_word(&out->info, out->base);
	buf_word(&out->info, out->end);
}

/*
 * put_library: append a function of a library: its name, and the rules for the frames of its code.
 */
static void
put_library(Output *out, const char *path, size_t at, const char *symbol, const uint8_t *code,
	uint32_t n, uint32_t base)
{
	Buf b = file_read(path, MAX_FILE), name = {0};
	Unit u = unit_read(&out->o->arena, path, &b, at);

	buf_free(&b);
	for (const char *p = symbol; *p; p++)
		buf_byte(&name, *p == '.' || *p == '%' ? '_' : *p);
	buf_byte(&name, '\0');
	out->l = layout_of(&out->o->arena, &u, path);
	out->code = code;
	begin_unit(out, base, n);
	put_code_entry(out, PLAIN, &name);
	put_code_entry(out, FUNCTION, &name);
	buf_byte(&out->info, 1);
	buf_byte(&out->info, DW_OP_call_frame_cfa);
	end_unit(out);
	put_bytes(&out->tail, out->info.data + out->unit_at, out->info.len - out->unit_at);
	if (u.code == n)
		put_frames(out);
	buf_printf(&out->text, "\t.lines\t.libraries\n%s:\n", (char *)name.data);
	put_bytes(&out->text, code, n);
	buf_free(&name);
}

/* ---- the linked unit ---- */

/*
 * put_module: append the module that a line of the linker's map names, such as "SC  sieve.tco
 * (0000002) 000000 000303 : -": its file, the place of the module in the file, the first and the
 * last byte of its code in the program and, for a module of a library, the symbol for which it was
 * linked. Returns the byte after the code; 0 if the line names no module.
 */
static uint32_t
put_module(Output *out, const char *line, const Buf *code, uint32_t base)
{
	char file[256], symbol[256];
	const char *path;
	uint32_t from, to;
	size_t at;

	if (sscanf(line, "%*s %255s (%zu) %u %u : %255s", file, &at, &from, &to, symbol) != 5
		|| from > to || to >= code->len)
		return 0;
	path = occam_text(out->o, "%s/%s", out->o->build, file);
	if (strcmp(symbol, "-") == 0) {
		put_unit(out, file, code->data + from, to + 1 - from, base + from);
		return to + 1;
	}
	if (access(path, R_OK) != 0)
		path = occam_text(out->o, "%s/libs/%s", out->o->build, file);
	put_library(out, path, at, symbol, code->data + from, to + 1 - from, base + from);
	return to + 1;
}

/* put_modules: append all code of a linked unit, in the order of the linker's map. */
static void
put_modules(Output *out, char *map, const Buf *code, uint32_t base)
{
	uint32_t at = 0;

	for (char *rest, *line = strtok_r(map, "\r\n", &rest); line;
		line = strtok_r(NULL, "\r\n", &rest)) {
		uint32_t end = put_module(out, line, code, base);

		if (end)
			at = end;
	}
	put_bytes(&out->text, code->data + at, code->len - at);
}

Buf
symbols_text(Occam *o, const char *linked, uint32_t base)
{
	Output out = {.o = o};
	Buf file = file_read(occam_text(o, "%s/%s", o->build, linked), MAX_FILE), code = {0};
	Tcoff t = {linked, file.data, file.data + file.len};
	Buf map = {0}, abbreviation = {0};
	TcoffRecord r;

	while (tcoff_next(&t, &r)) {
		bool is_text;
		TcoffRecord c;

		if (r.tag != TCOFF_LOAD_TEXT && r.tag != TCOFF_COMMENT)
			continue;
		c = tcoff_contents(&t, &r, &is_text);
		if (r.tag == TCOFF_LOAD_TEXT)
			buf_put(&code, c.body, c.n);
		else if (is_text && c.n > 6 && memcmp(c.body, "LINKER", 6) == 0)
			buf_put(&map, c.body, c.n);
	}
	buf_byte(&map, '\0');
	put_frame_head(&out.frame);
	buf_printf(&out.text, "\t.text\n");
	put_modules(&out, (char *)map.data, &code, base);
	buf_put(&abbreviation, abbreviations, sizeof abbreviations);
	buf_printf(&out.text, "\t.section\t.debug_info\n");
	buf_put(&out.text, out.tail.data, out.tail.len);
	put_section(&out.text, ".debug_abbrev", &abbreviation);
	put_section(&out.text, ".debug_loc", &out.loc);
	put_section(&out.text, ".debug_ranges", &out.ranges);
	put_section(&out.text, ".debug_frame", &out.frame);
	put_section(&out.text, ".debug_aranges", &out.aranges);
	buf_free(&abbreviation);
	buf_free(&map);
	buf_free(&code);
	buf_free(&file);
	buf_free(&out.info);
	buf_free(&out.tail);
	buf_free(&out.loc);
	buf_free(&out.ranges);
	buf_free(&out.frame);
	buf_free(&out.aranges);
	return out.text;
}
