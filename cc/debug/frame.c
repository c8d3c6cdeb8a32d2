/*
 * frame.c - finds a function's frame at an address, from .debug_frame.
 *
 * DWARF 4, section 6.4. Only the rule for the return address is used, and the rule for the
 * canonical frame address (CFA): the code saves no other registers.
 */
#include "debug_data.h"

#include <dwarf.h>
#include <gelf.h>
#include <string.h>

enum { MAX_SAVED = 8 }; /* nesting of remembered states */

/* A position in the bytes; ok becomes false when bytes are missing. */
typedef struct Cursor {
	const uint8_t *p, *end;
	bool ok;
} Cursor;

/* The rules at an address: for the CFA, and for the place of the return address. */
typedef struct Row {
	CfaRule cfa;
	int64_t return_at; /* offset of the return address from the CFA */
	bool has_return;
} Row;

/* The state while the call frame instructions are executed up to an address. */
typedef struct Machine {
	const Dwarf_CIE *cie;
	Row row, saved[MAX_SAVED];
	int nsaved;
	Addr at, goal; /* the address reached, and the one looked for */
} Machine;

/* read_bytes: read a number of n bytes; c->ok becomes false if there are fewer. */
static uint64_t
read_bytes(Cursor *c, int n)
{
	uint64_t v = 0;

	if (c->end - c->p < n) {
		c->ok = false;
		return 0;
	}
	for (int i = 0; i < n; i++)
		v |= (uint64_t)*c->p++ << 8 * i;
	return v;
}

/* take_uleb: read a number in unsigned LEB128; c->ok becomes false if it is incomplete. */
static uint64_t
take_uleb(Cursor *c)
{
	uint64_t v = 0, byte;
	int shift = 0;

	do {
		byte = read_bytes(c, 1);
		v |= shift < 64 ? (byte & 0x7F) << shift : 0;
		shift += 7;
	} while (byte & 0x80);
	return v;
}

/* take_sleb: read a number in signed LEB128; c->ok becomes false if it is incomplete. */
static int64_t
take_sleb(Cursor *c)
{
	const uint8_t *start = c->p;
	uint64_t v = take_uleb(c);
	int bits = 7 * (c->p - start);

	if (bits > 0 && bits < 64 && v >> (bits - 1) & 1)
		v |= ~UINT64_C(0) << bits;
	return v;
}

/*
 * set_return_offset: note that a register is saved at a factored offset from the CFA; only the
 * return address counts.
 */
static void
set_return_offset(Machine *m, uint64_t reg, int64_t factored)
{
	if (reg != m->cie->return_address_register)
		return;
	m->row.return_at = factored * m->cie->data_alignment_factor;
	m->row.has_return = true;
}

/*
 * set_cfa_expression: read an expression of the only form the compiler uses: breg, deref,
 * plus_uconst.
 */
static void
set_cfa_expression(Machine *m, Cursor *c)
{
	uint64_t length = take_uleb(c);
	const uint8_t *start = c->p;
	CfaRule r = {.reg = read_bytes(c, 1) - DW_OP_breg0, .indirect = true};

	r.at = take_sleb(c);
	c->ok = c->ok && read_bytes(c, 1) == DW_OP_deref && read_bytes(c, 1) == DW_OP_plus_uconst;
	r.offset = take_uleb(c);
	c->ok = c->ok && (uint64_t)(c->p - start) == length;
	m->row.cfa = r;
}

/*
 * run_instruction: execute one instruction of a frame's description. Returns false if it is
 * unknown, or if the row for the address m->goal is complete.
 */
static bool
run_instruction(Machine *m, Cursor *c)
{
	uint8_t op = read_bytes(c, 1), low = op & 0x3F;
	Word forward = 0;
	uint64_t reg;

	switch (op & 0xC0 ? op & 0xC0 : op) {
	case DW_CFA_advance_loc:
		forward = low * m->cie->code_alignment_factor;
		break;
	case DW_CFA_advance_loc1:
		forward = read_bytes(c, 1) * m->cie->code_alignment_factor;
		break;
	case DW_CFA_advance_loc2:
		forward = read_bytes(c, 2) * m->cie->code_alignment_factor;
		break;
	case DW_CFA_advance_loc4:
		forward = read_bytes(c, 4) * m->cie->code_alignment_factor;
		break;
	case DW_CFA_offset:
		set_return_offset(m, low, take_uleb(c));
		break;
	case DW_CFA_def_cfa:
		m->row.cfa = (CfaRule){.reg = take_uleb(c)};
		m->row.cfa.offset = take_uleb(c);
		break;
	case DW_CFA_def_cfa_offset:
		m->row.cfa.offset = take_uleb(c);
		break;
	case DW_CFA_def_cfa_expression:
		set_cfa_expression(m, c);
		break;
	case DW_CFA_offset_extended:
		reg = take_uleb(c);
		set_return_offset(m, reg, take_uleb(c));
		break;
	case DW_CFA_val_offset:
		take_uleb(c);
		take_uleb(c);
		break;
	case DW_CFA_remember_state:
		if (m->nsaved < MAX_SAVED)
			m->saved[m->nsaved++] = m->row;
		break;
	case DW_CFA_restore_state:
		if (m->nsaved > 0)
			m->row = m->saved[--m->nsaved];
		break;
	case DW_CFA_nop:
		break;
	default:
		c->ok = false;
	}
	if (forward > m->goal - m->at)
		return false;
	m->at += forward;
	return c->ok;
}

/*
 * run_instructions: execute the instructions of a frame's description; false if they are damaged.
 */
static bool
run_instructions(Machine *m, const uint8_t *from, const uint8_t *to)
{
	Cursor c = {from, to, true};

	while (c.p < c.end && run_instruction(m, &c))
		;
	return c.ok;
}

/*
 * entry_covers: true if the entry's code contains address a; *low becomes the first address of this
 * code. The first two words of the entry are this address and the length.
 */
static bool
entry_covers(const Dwarf_FDE *f, Addr a, Addr *low)
{
	if (f->end - f->start < 8)
		return false;
	*low = get32(f->start);
	return a - *low < get32(f->start + 4);
}

/* frame_section: the contents of .debug_frame; NULL if there is none. */
static Elf_Data *
frame_section(Debug *d)
{
	size_t names;
	GElf_Shdr h;

	if (elf_getshdrstrndx(d->elf, &names) != 0)
		return NULL;
	for (Elf_Scn *s = NULL; (s = elf_nextscn(d->elf, s));) {
		const char *name = gelf_getshdr(s, &h) ? elf_strptr(d->elf, names, h.sh_name)
			: NULL;

		if (name && strcmp(name, ".debug_frame") == 0)
			return elf_getdata(s, NULL);
	}
	return NULL;
}

bool
debug_cfa_rule(Debug *d, Addr a, CfaRule *rule, int64_t *return_at)
{
	Elf_Data *data = frame_section(d);
	uint8_t *ident = (uint8_t *)elf_getident(d->elf, NULL);
	Dwarf_CFI_Entry e, common;
	Dwarf_Off at = 0, next, none;
	Addr low;

	for (; data && dwarf_next_cfi(ident, data, false, at, &next, &e) == 0; at = next) {
		Machine m = {.cie = &common.cie, .goal = a};

		if (e.CIE_id == DW_CIE_ID_32 || e.CIE_id == DW_CIE_ID_64
			|| !entry_covers(&e.fde, a, &low))
			continue;
		if (dwarf_next_cfi(ident, data, false, e.fde.CIE_pointer, &none, &common) != 0
			|| (common.CIE_id != DW_CIE_ID_32 && common.CIE_id != DW_CIE_ID_64))
			return false;
		m.at = low;
		if (!run_instructions(&m, common.cie.initial_instructions,
			common.cie.initial_instructions_end)
			|| !run_instructions(&m, e.fde.start + 8, e.fde.end) || !m.row.has_return)
			return false;
		*rule = m.row.cfa;
		*return_at = m.row.return_at;
		return true;
	}
	return false;
}
