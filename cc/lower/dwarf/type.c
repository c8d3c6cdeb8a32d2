/* type.c - the type entries of a unit, each made at its first use. */
#include "dwarf_unit.h"

#include <dwarf.h>

static bool
has_flag(Node type, LLVMDIFlags flag)
{
	return LLVMDITypeGetFlags(type) & flag;
}

/*
 * begin_type: make the entry of a type before reading its parts, because these may refer back to
 * it.
 */
static Die *
begin_type(DwarfUnit *u, Node type, unsigned tag)
{
	Die *d = die_new(u->dwarf->dies, u->die, tag);

	map_put(u->dies, type, (intptr_t)d);
	return d;
}

/* add_type_name: add the type's name to its entry, if it has one. */
static void
add_type_name(DwarfUnit *u, Die *d, Node type)
{
	die_name(u->dwarf->dies, d, node_name(u->m, type, TYPE_NAME));
	dwarf_add_place(u, d, node_operand(u->m, type, TYPE_FILE), LLVMDITypeGetLine(type));
}

/* add_type_size: add the type's size in bytes to its entry. */
static void
add_type_size(DwarfUnit *u, Die *d, Node type)
{
	die_number(u->dwarf->dies, d, DW_AT_byte_size, LLVMDITypeGetSizeInBits(type) / 8);
}

/* basic_type: make the entry of a basic type, such as int. */
static Die *
basic_type(DwarfUnit *u, Node type)
{
	Die *d = begin_type(u, type, node_dwarf_number(u->m, type, "tag"));

	if (d->tag == 0)
		d->tag = DW_TAG_base_type;
	add_type_name(u, d, type);
	if (d->tag != DW_TAG_base_type)
		return d;
	add_type_size(u, d, type);
	die_number(u->dwarf->dies, d, DW_AT_encoding, node_dwarf_number(u->m, type, "encoding"));
	return d;
}

/* derived_type: make the entry of a pointer, typedef or qualified type. */
static Die *
derived_type(DwarfUnit *u, Node type)
{
	Die *d = begin_type(u, type, node_dwarf_number(u->m, type, "tag"));

	add_type_name(u, d, type);
	if (d->tag == DW_TAG_pointer_type)
		add_type_size(u, d, type);
	dwarf_add_type(u, d, node_operand(u->m, type, TYPE_BASE));
	return d;
}

/* ---- parts ---- */

/* Part: add the entry of an element of a type to the type's entry d. */
typedef void Part(DwarfUnit *u, Die *d, Node part);

/* use_parts: call `one` with each element of a type: member, dimension, enumerator. */
static void
use_parts(DwarfUnit *u, Die *d, Node type, Part *one)
{
	Node list = node_operand(u->m, type, TYPE_PARTS);

	for (unsigned i = 0; i < node_count(u->m, list); i++)
		one(u, d, node_operand(u->m, list, i));
}

/* add_member: add an entry for a member to the entry of a structure or union. */
static void
add_member(DwarfUnit *u, Die *d, Node part)
{
	uint64_t offset = LLVMDITypeGetOffsetInBits(part);
	Die *m = die_new(u->dwarf->dies, d, DW_TAG_member);

	add_type_name(u, m, part);
	dwarf_add_type(u, m, node_operand(u->m, part, TYPE_BASE));
	if (has_flag(part, LLVMDIFlagBitField)) {
		die_number(u->dwarf->dies, m, DW_AT_bit_size, LLVMDITypeGetSizeInBits(part));
		die_number(u->dwarf->dies, m, DW_AT_data_bit_offset, offset);
	} else {
		die_number(u->dwarf->dies, m, DW_AT_data_member_location, offset / 8);
	}
}

/*
 * add_range: add an entry for a dimension of an array, whose length is constant, in a variable, or
 * unknown.
 */
static void
add_range(DwarfUnit *u, Die *d, Node part)
{
	Die *r = die_new(u->dwarf->dies, d, DW_TAG_subrange_type);
	Node variable = node_operand(u->m, part, RANGE_COUNT);
	int64_t n;

	if (node_constant(u->m, part, RANGE_COUNT, &n)) {
		if (n >= 0)
			die_number(u->dwarf->dies, r, DW_AT_count, n);
	} else if (variable && dwarf_known_entry(u, variable)) {
		die_refer(u->dwarf->dies, r, DW_AT_count, dwarf_known_entry(u, variable));
	}
}

/* enumerator_value: the value of an enumerator, which is read once for all units. */
static int64_t
enumerator_value(DwarfUnit *u, Node part)
{
	Map *known = u->dwarf->enumerators;
	intptr_t value;

	if (!map_get(known, part, &value)) {
		value = node_number(u->m, part, "value", 0);
		map_put(known, part, value);
	}
	return value;
}

/* add_enumerator: add an entry for a constant to the entry of an enumeration. */
static void
add_enumerator(DwarfUnit *u, Die *d, Node part)
{
	Die *e = die_new(u->dwarf->dies, d, DW_TAG_enumerator);

	die_name(u->dwarf->dies, e, node_name(u->m, part, ENUMERATOR_NAME));
	die_signed(u->dwarf->dies, e, DW_AT_const_value, enumerator_value(u, part));
}

/* composite_type: make the entry of a structure, union, array or enumeration. */
static Die *
composite_type(DwarfUnit *u, Node type)
{
	Die *d = begin_type(u, type, node_dwarf_number(u->m, type, "tag"));

	add_type_name(u, d, type);
	switch (d->tag) {
	case DW_TAG_array_type:
		dwarf_add_type(u, d, node_operand(u->m, type, TYPE_BASE));
		if (has_flag(type, LLVMDIFlagVector))
			die_flag(u->dwarf->dies, d, DW_AT_GNU_vector);
		use_parts(u, d, type, add_range);
		break;
	case DW_TAG_enumeration_type:
		dwarf_add_type(u, d, node_operand(u->m, type, TYPE_BASE));
		add_type_size(u, d, type);
		use_parts(u, d, type, add_enumerator);
		break;
	default:
		if (has_flag(type, LLVMDIFlagFwdDecl))
			die_flag(u->dwarf->dies, d, DW_AT_declaration);
		else
			add_type_size(u, d, type);
		use_parts(u, d, type, add_member);
	}
	return d;
}

/*
 * subroutine_type: make the entry of a function type. The list of its parts starts with the type
 * of the result; an empty last element means "...".
 */
static Die *
subroutine_type(DwarfUnit *u, Node type)
{
	Die *d = begin_type(u, type, DW_TAG_subroutine_type), *p;
	Node list = node_operand(u->m, type, TYPE_BASE), t;

	die_flag(u->dwarf->dies, d, DW_AT_prototyped);
	dwarf_add_type(u, d, node_operand(u->m, list, 0));
	for (unsigned i = 1; i < node_count(u->m, list); i++) {
		t = node_operand(u->m, list, i);
		p = die_new(u->dwarf->dies, d,
			t ? DW_TAG_formal_parameter : DW_TAG_unspecified_parameters);
		dwarf_add_type(u, p, t);
	}
	return d;
}

/* dwarf_type: the entry of a type, which is made at the first call; NULL for void. */
static Die *
dwarf_type(DwarfUnit *u, Node type)
{
	Die *d = type ? dwarf_known_entry(u, type) : NULL;

	if (!type || d)
		return d;
	switch (node_kind(type)) {
	case LLVMDIBasicTypeMetadataKind:
		return basic_type(u, type);
	case LLVMDIDerivedTypeMetadataKind:
		return derived_type(u, type);
	case LLVMDICompositeTypeMetadataKind:
		return composite_type(u, type);
	case LLVMDISubroutineTypeMetadataKind:
		return subroutine_type(u, type);
	default:
		return NULL;
	}
}

void
dwarf_add_type(DwarfUnit *u, Die *d, Node type)
{
	const Die *t = dwarf_type(u, type);

	if (t)
		die_refer(u->dwarf->dies, d, DW_AT_type, t);
}

void
dwarf_add_enumerations(DwarfUnit *u)
{
	Node list = node_operand(u->m, u->node, UNIT_ENUMERATIONS);

	for (unsigned i = 0; i < node_count(u->m, list); i++)
		dwarf_type(u, node_operand(u->m, list, i));
}
