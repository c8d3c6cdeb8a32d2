/*
 * data.c - the initial values of variables, as the assembler's directives.
 */
#include "lower.h"

#include <ctype.h>

/* An address or a number that is known when the program is linked. */
typedef struct Link {
	LLVMValueRef plus, minus; /* globals or blocks; NULL: none */
	int64_t offset;
} Link;

void
references(LLVMValueRef v, UseGlobal *use, void *to)
{
	if (LLVMIsAGlobalAlias(v) || LLVMIsAGlobalValue(v)) {
		use(to, v);
		return;
	}
	if (LLVMIsABlockAddress(v)) {
		use(to, LLVMGetOperand(v, 0));
		return;
	}
	if (!LLVMIsAConstant(v))
		return;
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		references(LLVMGetOperand(v, i), use, to);
}

static void
no_index(void *to, LLVMValueRef index, uint32_t scale)
{
	(void)to; /* indices of constants are constants */
	(void)index;
	(void)scale;
}

static bool
combine(Link *a, const Link *b, bool subtract)
{
	if (subtract && b->plus) {
		if (a->minus)
			return false;
		a->minus = b->plus;
		a->offset -= b->offset;
		return !b->minus;
	}
	if (a->plus && b->plus)
		return false;
	a->plus = a->plus ? a->plus : b->plus;
	a->minus = a->minus ? a->minus : b->minus;
	a->offset += subtract ? -b->offset : b->offset;
	return true;
}

static bool
link_value(const Module *m, LLVMValueRef v, Link *l)
{
	Link right = {0};

	*l = (Link){0};
	if (LLVMIsAGlobalAlias(v))
		return link_value(m, LLVMAliasGetAliasee(v), l);
	if (LLVMIsAGlobalValue(v) || LLVMIsABlockAddress(v)) {
		l->plus = v;
		return true;
	}
	if (LLVMIsAConstantInt(v)) {
		l->offset = LLVMConstIntGetSExtValue(v);
		return true;
	}
	switch (value_opcode(v)) {
	case LLVMBitCast:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMAddrSpaceCast:
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMSExt:
		return link_value(m, LLVMGetOperand(v, 0), l);
	case LLVMGetElementPtr:
		if (!link_value(m, LLVMGetOperand(v, 0), l))
			return false;
		l->offset += gep_offset(m, v, no_index, NULL);
		return true;
	case LLVMAdd:
	case LLVMSub:
		return link_value(m, LLVMGetOperand(v, 0), l)
			&& link_value(m, LLVMGetOperand(v, 1), &right)
			&& combine(l, &right, value_opcode(v) == LLVMSub);
	default:
		return LLVMIsNull(v) || LLVMIsUndef(v);
	}
}

static void
put_name(Unit *u, LLVMValueRef v, Buf *out)
{
	LLVMBasicBlockRef bb;
	int n = 0;

	if (!LLVMIsABlockAddress(v)) {
		buf_printf(out, "%s", unit_symbol(u, v));
		return;
	}
	bb = LLVMValueAsBasicBlock(LLVMGetOperand(v, 1));
	for (LLVMBasicBlockRef b = LLVMGetPreviousBasicBlock(bb); b; b = LLVMGetPreviousBasicBlock(b))
		n++;
	buf_printf(out, ".L%d_%d", unit_serial_of(u, LLVMGetOperand(v, 0)), n);
}

static const char *
directive(uint32_t bytes)
{
	return bytes == 1 ? ".byte" : bytes == 2 ? ".half" : bytes == 8 ? ".quad" : ".word";
}

static void
number_text(Unit *u, const Module *m, LLVMValueRef v, uint32_t bytes, Buf *out)
{
	Link l;

	if (!link_value(m, v, &l))
		fatal_at(m->name, 0, "an initial value that the linker cannot compute; "
			"use an address, or the difference of two");
	buf_printf(out, "\t%s\t", directive(bytes));
	if (l.plus)
		put_name(u, l.plus, out);
	if (l.minus) {
		buf_printf(out, " - ");
		put_name(u, l.minus, out);
	}
	buf_printf(out, l.plus || l.minus ? " + %lld\n" : "%lld\n", (long long)l.offset);
}

static void
integer_text(Unit *u, const Module *m, LLVMValueRef v, Buf *out)
{
	uint32_t bytes = LLVMStoreSizeOfType(m->layout, LLVMTypeOf(v));
	uint32_t size = type_size(m, LLVMTypeOf(v));
	Word w;

	if (bytes <= 2 || bytes == 4) {
		number_text(u, m, v, bytes, out);
	} else {
		for (uint32_t i = 0; i < bytes; i++) {
			value_word(m, v, i / 4, &w);
			buf_printf(out, "\t.byte\t%u\n", w >> i % 4 * 8 & 0xFF);
		}
	}
	if (size > bytes)
		buf_printf(out, "\t.space\t%u\n", size - bytes);
}

static void
string_text(LLVMValueRef v, Buf *out)
{
	size_t n;
	const char *s = LLVMGetAsString(v, &n);

	for (size_t i = 0; i < n; i++) {
		unsigned char c = s[i];

		if (i % 64 == 0)
			buf_printf(out, "%s\t.ascii\t\"", i > 0 ? "\"\n" : "");
		if (isprint(c) && c != '"' && c != '\\')
			buf_byte(out, c);
		else
			buf_printf(out, "\\x%02x", c);
	}
	buf_printf(out, "\"\n");
}

static bool
is_bytes(LLVMValueRef v)
{
	return LLVMIsAConstantDataArray(v) && LLVMIsConstantString(v);
}

static void
array_text(Unit *u, const Module *m, LLVMValueRef v, Buf *out)
{
	unsigned n = LLVMGetArrayLength(LLVMTypeOf(v));

	if (is_bytes(v)) {
		string_text(v, out);
		return;
	}
	for (unsigned i = 0; i < n; i++)
		data_text(u, m, const_element(v, i), out);
}

static void
struct_text(Unit *u, const Module *m, LLVMValueRef v, Buf *out)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	unsigned n = LLVMCountStructElementTypes(t);
	uint32_t at = 0;

	for (unsigned i = 0; i < n; i++) {
		uint32_t offset = LLVMOffsetOfElement(m->layout, t, i);

		if (offset > at)
			buf_printf(out, "\t.space\t%u\n", offset - at);
		data_text(u, m, const_element(v, i), out);
		at = offset + type_size(m, LLVMStructGetTypeAtIndex(t, i));
	}
	if (type_size(m, t) > at)
		buf_printf(out, "\t.space\t%u\n", type_size(m, t) - at);
}

void
data_text(Unit *u, const Module *m, LLVMValueRef v, Buf *out)
{
	Word w;

	if (LLVMIsNull(v) || LLVMIsUndef(v)) {
		if (type_size(m, LLVMTypeOf(v)) > 0)
			buf_printf(out, "\t.space\t%u\n", type_size(m, LLVMTypeOf(v)));
		return;
	}
	switch (LLVMGetTypeKind(LLVMTypeOf(v))) {
	case LLVMArrayTypeKind:
		array_text(u, m, v, out);
		break;
	case LLVMStructTypeKind:
		struct_text(u, m, v, out);
		break;
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
		for (uint32_t k = 0; k < type_words(m, LLVMTypeOf(v)); k++) {
			value_word(m, v, k, &w);
			buf_printf(out, "\t.word\t%#x\n", w);
		}
		break;
	case LLVMPointerTypeKind:
		number_text(u, m, v, 4, out);
		break;
	default:
		integer_text(u, m, v, out);
	}
}
