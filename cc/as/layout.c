/*
 * layout.c - addresses and lengths.
 *
 * Every instruction starts with its minimum length. An instruction whose operand does not fit
 * grows, which moves other instructions. This is repeated until nothing changes. Lengths never
 * shrink, so this terminates, with the shortest program unless .align or .space bring targets
 * closer again.
 */
#include "assembly.h"

enum { MAX_PASSES = 500 };

bool
sect_loaded(const Sect *s)
{
	return s->kind != SECTION_OTHER;
}

bool
value_fits(int64_t number, int size)
{
	int bits = 8 * size;

	return size == 8 || (number >= -(INT64_C(1) << (bits - 1)) && number < INT64_C(1) << bits);
}

size_t
leb_length(int64_t number, bool is_signed)
{
	size_t n = 1;

	if (is_signed)
		for (; number < -64 || number > 63; number >>= 7)
			n++;
	else
		for (uint64_t u = number; u > 127; u >>= 7)
			n++;
	return n;
}

/* is_branch: true for j, cj and call, whose operand is a distance. */
static bool
is_branch(const Frag *f)
{
	return f->kind == FRAG_INSTR && (f->fn == FN_J || f->fn == FN_CJ || f->fn == FN_CALL);
}

/* operand_value: compute an instruction's operand; false if it is unknown or does not fit. */
bool
operand_value(As *as, const Frag *f, bool report, Word *operand)
{
	Value v = expr_value(as, f->expr, f->where, report);
	const char *wrong = NULL;

	if (!v.ok)
		return false;
	if (v.addresses && (is_branch(f) || f->kind == FRAG_LDPI))
		v.number -= (int64_t)f->addr + f->size;
	else if (v.addresses)
		wrong = "%s cannot hold an address, since the program's address is not known; use "
			"'ldpi label'";
	else if (f->kind == FRAG_LDPI)
		wrong = "%s needs an address: of a label, or of a label and a distance";
	if (!wrong && !value_fits(v.number, chip_word_bytes(as->chip)))
		wrong = "the operand of %s does not fit into a word";
	if (wrong && report)
		as_error(as, f->where, wrong, f->instr->name);
	*operand = v.number;
	return !wrong;
}

/* grow_frag: set f to the length that its value needs; returns whether it changed. */
static bool
grow_frag(As *as, Frag *f, const Sect *s)
{
	Word limit = s->kind == SECTION_BSS ? IMAGE_MAX_MEMORY : MAX_INITIALISED, size = f->size;
	Word operand;
	Value v;

	switch (f->kind) {
	case FRAG_BYTES:
	case FRAG_VALUE:
	case FRAG_ALIGN:
		return false;
	case FRAG_INSTR:
	case FRAG_LDPI:
		if (operand_value(as, f, false, &operand))
			size = instr_length(operand) +
			       (f->kind == FRAG_LDPI ? instr_length(OPER_LDPI) : 0);
		break;
	case FRAG_ULEB:
	case FRAG_SLEB:
		v = expr_value(as, f->expr, f->where, false);
		if (v.ok)
			size = leb_length(v.number, f->kind == FRAG_SLEB);
		break;
	case FRAG_SPACE:
		v = expr_value(as, f->expr, f->where, false);
		if (v.ok && !v.addresses)
			f->size = v.number < 0 ? 0 : v.number > limit ? limit : v.number;
		return f->size != size;
	}
	if (size <= f->size)
		return false;
	f->size = size;
	return true;
}

/* report_too_large: report that the program does not fit into `limit` bytes of memory, and stop. */
static void
report_too_large(As *as, Where w, Word limit)
{
	as_error(as, w,
		 "the program is too large here; the limit is %u MB, and the end of the address "
		 "space",
		 limit >> 20);
	as_stop(as);
}

/* assign_sect: place the section at addr, a multiple of its alignment; returns its end. */
static uint64_t
assign_sect(As *as, Sect *s, uint64_t addr)
{
	Word limit = s->kind == SECTION_BSS ? IMAGE_MAX_MEMORY : MAX_INITIALISED;

	s->addr = addr;
	for (size_t i = 0; i < s->nfrags; i++) {
		Frag *f = &s->frags[i];

		f->addr = addr;
		if (f->kind == FRAG_ALIGN)
			f->size = -addr & (f->align - 1);
		addr += f->size;
		if (addr - s->addr > limit || addr > UINT32_MAX)
			report_too_large(as, f->where, limit);
	}
	s->size = addr - s->addr;
	return addr;
}

/* assign_sects: place all sections of a kind, one after the other. */
static uint64_t
assign_sects(As *as, SectionKind kind, uint64_t addr)
{
	for (Sect *s = as->sects; s; s = s->next)
		if (s->kind == kind) {
			addr = (addr + s->align - 1) & -(uint64_t)s->align;
			addr = assign_sect(as, s, addr);
		}
	return addr;
}

/* predefine_addr: give a name of the assembler an address. */
static void
predefine_addr(As *as, const char *name, uint64_t addr)
{
	sym_predefine(as, name, (Value){addr, 1, true});
}

/* assign_addrs: give all sections and fragments addresses by their present sizes. */
static void
assign_addrs(As *as)
{
	uint64_t addr = as->base;

	for (Sect *s = as->sects; s; s = s->next)
		if (!sect_loaded(s))
			assign_sect(as, s, 0);
	predefine_addr(as, "__code_start", addr);
	addr = assign_sects(as, SECTION_CODE, addr);
	addr = assign_sects(as, SECTION_CONST, addr);
	predefine_addr(as, "__code_end", addr);
	addr = (addr + 3) & ~UINT64_C(3);
	predefine_addr(as, "__data_start", addr);
	addr = assign_sects(as, SECTION_DATA, addr);
	predefine_addr(as, "__data_end", addr);
	addr = (addr + 3) & ~UINT64_C(3);
	predefine_addr(as, "__bss_start", addr);
	addr = assign_sects(as, SECTION_BSS, addr);
	predefine_addr(as, "__bss_end", addr);
	predefine_addr(as, "__image_end", addr);
}

void
layout_predefine_names(As *as)
{
	static const char *const names[] = {"__code_start", "__code_end",  "__data_start",
					    "__data_end",   "__bss_start", "__bss_end",
					    "__image_end"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		predefine_addr(as, names[i], 0);
}

/* grow_frags: enlarge fragments that are too short; returns whether any was. */
static bool
grow_frags(As *as)
{
	bool changed = false;

	for (Sect *s = as->sects; s; s = s->next)
		for (size_t i = 0; i < s->nfrags; i++)
			changed |= grow_frag(as, &s->frags[i], s);
	return changed;
}

void
layout(As *as)
{
	for (as->pass = 1; as->pass <= MAX_PASSES; as->pass++) {
		assign_addrs(as);
		if (!grow_frags(as))
			return;
	}
	as_error(as, as->lines[0].where,
		 "the lengths do not converge: a .space depends on its own position");
	as_stop(as);
}
