/* emit.c - makes the image: bytes, relocations, symbols, after all addresses are known. */
#include "assembly.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* State while an image is made. */
typedef struct Emit {
	As *as;
	Image *im;
	Sect *sect; /* the section being written */
} Emit;

/* emit_instr: write an instruction, filled up with prefixes to the size of its fragment. */
static void
emit_instr(Emit *e, const Frag *f, uint8_t *out)
{
	uint8_t ldpi[MAX_INSTR], code[MAX_INSTR];
	size_t tail = f->kind == FRAG_LDPI ? instr_encode(ldpi, FN_OPR, OPER_LDPI) : 0, n;
	Word operand;

	if (!operand_value(e->as, f, true, &operand))
		return;
	n = instr_encode(code, f->fn, operand);
	assert(n + tail <= f->size);		       /* guaranteed by the layout */
	memset(out, FN_PFIX << 4, f->size - n - tail); /* pfix 0 has no effect */
	memcpy(out + f->size - n - tail, code, n);
	memcpy(out + f->size - tail, ldpi, tail);
}

/* add_reloc: note that the word at an address holds an address. */
static void
add_reloc(Emit *e, Addr a)
{
	Image *im = e->im;

	im->relocs = arena_more(&im->arena, im->relocs, im->nrelocs, sizeof *im->relocs);
	im->relocs[im->nrelocs++] = a;
}

/* emit_value: write the value of an expression, and note a relocation if it is an address. */
static void
emit_value(Emit *e, const Frag *f, uint8_t *out)
{
	Value v = expr_value(e->as, f->expr, f->where, true);

	if (!v.ok)
		return;
	if (v.addresses && is_16bit(e->as->chip))
		as_error(e->as, f->where, "on a chip with words of 16 bits no data "
			 "can hold an address; use 'ldpi label'");
	else if (v.addresses && f->size != 4)
		as_error(e->as, f->where, "an address needs a .word");
	else if (!value_fits(v.number, f->size))
		as_error(e->as, f->where, "%lld does not fit into %u byte%s", (long long)v.number,
			 f->size, f->size == 1 ? "" : "s");
	else if (v.addresses && sect_loaded(e->sect))
		add_reloc(e, f->addr);
	for (Word i = 0; i < f->size; i++)
		out[i] = (uint64_t)v.number >> 8 * i;
}

/* emit_leb: write a number of variable length. */
static void
emit_leb(Emit *e, const Frag *f, uint8_t *out)
{
	Value v = expr_value(e->as, f->expr, f->where, true);

	if (!v.ok)
		return;
	if (v.addresses || (f->kind == FRAG_ULEB && v.number < 0)) {
		as_error(e->as, f->where,
			 v.addresses ? "a number of variable length is an address"
				     : "%lld is negative; use .sleb",
			 (long long)v.number);
		return;
	}
	/* guaranteed by the layout */
	assert(leb_length(v.number, f->kind == FRAG_SLEB) <= f->size);
	for (Word i = 0; i < f->size; i++, v.number >>= 7)
		out[i] = (v.number & 0x7F) | (i + 1 < f->size ? 0x80 : 0);
}

/*
 * check_space: report a .space whose length is an address, or differs from the length that the
 * layout used.
 */
static void
check_space(Emit *e, const Frag *f)
{
	Value v = expr_value(e->as, f->expr, f->where, true);

	if (v.ok && (v.addresses || v.number != f->size))
		as_error(e->as, f->where,
			 v.addresses ? "the length of .space is an address"
				     : "the length of .space is %lld; it can be 0 to %u",
			 (long long)v.number,
			 e->sect->kind == SECTION_BSS ? IMAGE_MAX_MEMORY : MAX_INITIALISED);
}

/* emit_frag: write the bytes of a fragment to `out`. */
static void
emit_frag(Emit *e, const Frag *f, uint8_t *out)
{
	switch (f->kind) {
	case FRAG_BYTES:
		memcpy(out, f->data, f->size);
		break;
	case FRAG_INSTR:
	case FRAG_LDPI:
		emit_instr(e, f, out);
		break;
	case FRAG_VALUE:
		emit_value(e, f, out);
		break;
	case FRAG_ULEB:
	case FRAG_SLEB:
		emit_leb(e, f, out);
		break;
	case FRAG_SPACE:
		check_space(e, f);
		if (out)
			memset(out, f->fill, f->size);
		break;
	case FRAG_ALIGN:
		if (out)
			memset(out, f->fill, f->size);
		break;
	}
}

/*
 * emit_section_kind: make one section of the image from all sections of a kind. block holds the
 * memory from the base address on; it is NULL for kinds without bytes in the image.
 */
static void
emit_section_kind(Emit *e, SectionKind kind, const char *name, uint8_t *block)
{
	Image *im = e->im;
	Section *out = NULL;
	Addr at = e->as->base;

	for (Sect *s = e->as->sects; s; s = s->next) {
		if (s->kind != kind || !s->size)
			continue;
		e->sect = s;
		/* fill gaps between sections with instructions without effect */
		if (kind == SECTION_CODE)
			memset(block + (at - e->as->base), FN_PFIX << 4, s->addr - at);
		at = s->addr + s->size;
		if (!out) {
			im->sections =
				arena_more(&im->arena, im->sections, im->nsections, sizeof *out);
			out = &im->sections[im->nsections++];
			*out = (Section){name, kind, s->addr, 0, NULL};
		}
		if (block) {
			s->data = block + (s->addr - e->as->base);
			out->data = block + (out->addr - e->as->base);
		}
		for (size_t i = 0; i < s->nfrags; i++)
			emit_frag(e, &s->frags[i],
				  s->data ? s->data + (s->frags[i].addr - s->addr) : NULL);
		out->size = s->addr + s->size - out->addr;
	}
}

/* add_section: append a section that is not loaded. */
static void
add_section(Image *im, const char *name, const uint8_t *data, Word size)
{
	im->sections = arena_more(&im->arena, im->sections, im->nsections, sizeof *im->sections);
	im->sections[im->nsections++] = (Section){name, SECTION_OTHER, 0, size, data};
}

/* emit_other_sections: write the sections that are not loaded. */
static void
emit_other_sections(Emit *e)
{
	As *as = e->as;
	Image *im = e->im;

	for (Sect *s = as->sects; s; s = s->next) {
		if (sect_loaded(s) || !s->size)
			continue;
		e->sect = s;
		s->data = arena_alloc(&im->arena, s->size, 1);
		for (size_t i = 0; i < s->nfrags; i++)
			emit_frag(e, &s->frags[i], s->data + s->frags[i].addr);
		add_section(im, arena_strndup(&im->arena, s->name, strlen(s->name)), s->data,
			s->size);
	}
}

/* emit_lines: append .debug_line as made from .file and .loc. */
static void
emit_lines(As *as, Image *im)
{
	const Sect *own = sect_get(as, ".debug_line", strlen(".debug_line"));
	const Buf *b = &as->lines_out;

	if (b->len && own->size)
		as_error(as, own->frags[0].where, ".loc writes .debug_line, so nothing else can");
	else if (b->len)
		add_section(im, ".debug_line",
			    (uint8_t *)arena_strndup(&im->arena, (char *)b->data, b->len), b->len);
}

/* predefined_addr: the address that the layout has given to a name such as __code_end. */
static Addr
predefined_addr(As *as, const char *name)
{
	return sym_find(as, 0, name, strlen(name))->value.number;
}

/*
 * add_segment: add a segment for the memory from start to end, executable or writable; the bytes
 * from init on are not initialised.
 */
static void
add_segment(Emit *e, uint8_t *block, Addr start, Addr init, Addr end, bool execute)
{
	Image *im = e->im;

	if (start == end)
		return;
	im->segments = arena_more(&im->arena, im->segments, im->nsegments, sizeof *im->segments);
	im->segments[im->nsegments++] = (Segment){
		start, init - start, end - start, block + (start - e->as->base), execute, !execute};
}

/* by_address: for qsort: order symbols by address; symbols without a place in memory are last. */
static int
by_address(const void *a, const void *b)
{
	const Symbol *s = a, *t = b;

	if (s->absolute != t->absolute)
		return s->absolute - t->absolute;
	if (s->addr != t->addr)
		return s->addr < t->addr ? -1 : 1;
	return strcmp(s->name, t->name);
}

/* is_listed: true if the symbol appears in the image: local labels and section names do not. */
static bool
is_listed(const Sym *s)
{
	bool hidden = s->name[0] == '.' || (s->name[0] >= '0' && s->name[0] <= '9');

	return s->unit && !s->target && !hidden &&
	       (s->def == SYM_EQU || (s->def == SYM_LABEL && sect_loaded(s->sect)));
}

/* symbol_size: the size that .size gives a symbol; 0 without it. */
static Word
symbol_size(As *as, const Sym *s)
{
	Value v;

	if (!s->size)
		return 0;
	v = expr_value(as, s->size, s->where, true);
	if (v.ok && (v.addresses || v.number < 0 || v.number > UINT32_MAX))
		as_error(as, s->where, "the size of %s is not a length", s->name);
	return v.number;
}

/* emit_symbols: append the program's symbols to the image. */
static void
emit_symbols(Emit *e)
{
	Image *im = e->im;
	Value v;

	for (size_t i = 0; i < e->as->nsyms; i++) {
		Sym *s = e->as->syms[i];

		v = is_listed(s) ? sym_value(e->as, s, s->where, false, 0) : (Value){0};
		if (!v.ok || v.addresses < 0 || v.addresses > 1 || !value_fits(v.number, 4))
			continue;
		im->symbols =
			arena_more(&im->arena, im->symbols, im->nsymbols, sizeof *im->symbols);
		im->symbols[im->nsymbols++] =
			(Symbol){.name = arena_strndup(&im->arena, s->name, strlen(s->name)),
				 .addr = v.number,
				 .size = symbol_size(e->as, s),
				 .kind = s->type,
				 .global = s->global,
				 .absolute = !v.addresses};
	}
	if (im->nsymbols)
		qsort(im->symbols, im->nsymbols, sizeof *im->symbols, by_address);
}

/*
 * first_code: the address of the first instruction, which .align may have moved away from the base.
 */
static Addr
first_code(As *as)
{
	for (const Sect *s = as->sects; s; s = s->next)
		if (s->kind == SECTION_CODE && s->size)
			return s->addr;
	return as->base;
}

/* entry_addr: the address of .entry, of _start, or of the first code. */
static Addr
entry_addr(As *as)
{
	Sym *s = as->entry;
	Value v;

	for (size_t i = 0; !s && i < as->nsyms; i++)
		if (as->syms[i]->def == SYM_LABEL && strcmp(as->syms[i]->name, "_start") == 0)
			s = as->syms[i];
	if (!s)
		return first_code(as);
	v = sym_value(as, s, as->entry_where, true, 0);
	if (v.ok && v.addresses != 1)
		as_error(as, as->entry_where, "the entry %s is not a label", s->name);
	return v.number;
}

/* compare_addrs: for qsort: order addresses. */
static int
compare_addrs(const void *a, const void *b)
{
	Addr x = *(const Addr *)a, y = *(const Addr *)b;

	return x < y ? -1 : x > y;
}

void
emit(As *as, Image *im)
{
	Emit e = {as, im, NULL};
	Addr code = predefined_addr(as, "__code_end"), data = predefined_addr(as, "__data_start");
	Addr init = predefined_addr(as, "__data_end"), end = predefined_addr(as, "__image_end");
	uint8_t *block;

	if (end == as->base)
		as_error(as, as->lines ? as->lines[0].where : (Where){"the program", 1},
			 "the program is empty: it has neither instructions nor data");
	im->chip = as->chip;
	block = arena_alloc(&im->arena, init - as->base, 1);
	lines_build(as, &as->lines_out);
	emit_section_kind(&e, SECTION_CODE, ".text", block);
	emit_section_kind(&e, SECTION_CONST, ".rodata", block);
	emit_section_kind(&e, SECTION_DATA, ".data", block);
	emit_section_kind(&e, SECTION_BSS, ".bss", NULL);
	emit_other_sections(&e);
	emit_lines(as, im);
	add_segment(&e, block, as->base, code, code, true);
	add_segment(&e, block, data, init, end, false);
	im->entry = entry_addr(as);
	emit_symbols(&e);
	if (im->nrelocs)
		qsort(im->relocs, im->nrelocs, sizeof *im->relocs, compare_addrs);
}
