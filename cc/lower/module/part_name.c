/* part_name.c - names a part of a variable as C does, by the debugging information of its type. */
#include "module_debug.h"

#include <dwarf.h>
#include <string.h>

/* bits_of: the size of a type in bits. */
static int64_t
bits_of(const Module *m, Node type)
{
	return node_number(m, type, "size", 0);
}

/* plain_type: the type without typedefs and qualifiers. */
static Node
plain_type(const Module *m, Node type)
{
	for (;;) {
		unsigned tag = type && node_kind(type) == LLVMDIDerivedTypeMetadataKind
			? node_dwarf_number(m, type, "tag") : 0;

		if (tag != DW_TAG_typedef && tag != DW_TAG_const_type
			&& tag != DW_TAG_volatile_type)
			return type;
		type = node_operand(m, type, TYPE_BASE);
	}
}

/*
 * name_indices: append "[2][3]" for the element at a bit of an array; *at becomes the bit within
 * the element.
 */
static Node
name_indices(const Module *m, Node array, int64_t *at, Buf *name)
{
	Node ranges = node_operand(m, array, TYPE_PARTS), base = node_operand(m, array, TYPE_BASE);
	int64_t bits = bits_of(m, array), n;

	for (unsigned i = 0; i < node_count(m, ranges); i++) {
		if (!node_constant(m, node_operand(m, ranges, i), RANGE_COUNT, &n) || n <= 0)
			return NULL;
		bits /= n;
		if (bits == 0)
			return NULL;
		buf_printf(name, "[%d]", (int)(*at / bits));
		*at %= bits;
	}
	return base;
}

/* member_at: the member that holds a bit of a structure; NULL for padding, and for bit-fields. */
static Node
member_at(const Module *m, Node type, int64_t *at)
{
	Node members = node_operand(m, type, TYPE_PARTS);
	char flags[100];

	for (unsigned i = 0; i < node_count(m, members); i++) {
		Node member = node_operand(m, members, i);
		int64_t from = node_number(m, member, "offset", 0);

		if (*at < from || *at >= from + bits_of(m, member))
			continue;
		if (node_word(m, member, "flags", flags, sizeof flags) && strstr(flags, "BitField"))
			return NULL;
		*at -= from;
		return member;
	}
	return NULL;
}

Node
part_name(const Module *m, Node type, int64_t at, int64_t size, Buf *name)
{
	for (int depth = 0; depth < 16; depth++) {
		Node plain = plain_type(m, type), member;
		unsigned tag = plain && node_kind(plain) == LLVMDICompositeTypeMetadataKind
			? node_dwarf_number(m, plain, "tag") : 0;

		if (tag == DW_TAG_array_type) {
			type = name_indices(m, plain, &at, name);
		} else if (tag == DW_TAG_structure_type || tag == DW_TAG_union_type) {
			member = member_at(m, plain, &at);
			if (!member)
				return NULL;
			if (*node_name(m, member, TYPE_NAME))
				buf_printf(name, ".%s", node_name(m, member, TYPE_NAME));
			type = node_operand(m, member, TYPE_BASE);
		} else {
			return plain && at == 0 && bits_of(m, plain) == size ? type : NULL;
		}
	}
	return NULL;
}
