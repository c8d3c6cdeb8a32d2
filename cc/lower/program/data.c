/* data.c - prints the initial values of variables as assembler directives. */
#include "program_parts.h"
#include "cc/lower/generate/generate.h"

#include <assert.h>
#include <ctype.h>

/* A variable whose initial value is being printed. */
typedef struct Data {
	Unit *unit;
	const Module *m;
	LLVMValueRef v;
	const char *name;
	Buf *out;
} Data;

/* An address or number known only at link time. */
typedef struct Link {
	LLVMValueRef plus, minus; /* globals or blocks; NULL for none */
	int64_t offset;           /* added to their difference */
} Link;

/* ignore_index: callback of gep_offset that does nothing. */
static void
ignore_index(void *to, LLVMValueRef index, uint32_t scale)
{
	(void)to; /* indices of constants are constants */
	(void)index;
	(void)scale;
}

/* combine_links: set *a to a + b, or a - b; false if the linker cannot compute it. */
static bool
combine_links(Link *a, const Link *b, bool subtract)
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

/*
 * is_link_expression: true if v is a symbol minus a symbol plus an offset, *l, which the linker can
 * compute.
 */
static bool
is_link_expression(const Module *m, LLVMValueRef v, Link *l)
{
	Link right = {0};

	*l = (Link){0};
	if (LLVMIsAGlobalAlias(v))
		return is_link_expression(m, LLVMAliasGetAliasee(v), l);
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
		return is_link_expression(m, LLVMGetOperand(v, 0), l);
	case LLVMGetElementPtr:
		if (!is_link_expression(m, LLVMGetOperand(v, 0), l))
			return false;
		l->offset += gep_offset(m, v, ignore_index, NULL);
		return true;
	case LLVMAdd:
	case LLVMSub:
		return is_link_expression(m, LLVMGetOperand(v, 0), l)
			&& is_link_expression(m, LLVMGetOperand(v, 1), &right)
			&& combine_links(l, &right, value_opcode(v) == LLVMSub);
	default:
		return LLVMIsNull(v) || LLVMIsUndef(v);
	}
}

/* put_name: append the name of a global in the program. */
static void
put_name(const Data *d, LLVMValueRef v)
{
	if (!LLVMIsABlockAddress(v)) {
		buf_printf(d->out, "%s", unit_symbol(d->unit, v));
		return;
	}
	buf_printf(d->out, ".L%d_%d", unit_serial_of(d->unit, LLVMGetOperand(v, 0)),
		block_number(LLVMValueAsBasicBlock(LLVMGetOperand(v, 1))));
}

/* data_directive: the directive for a number of this many bytes: .byte, .half, .word or .quad. */
static const char *
data_directive(uint32_t bytes)
{
	return bytes == 1 ? ".byte" : bytes == 2 ? ".half" : ".word";
}

/* number_text: append the directive for a number of 1, 2 or 4 bytes that the linker can compute. */
static void
number_text(const Data *d, LLVMValueRef v, uint32_t bytes)
{
	Link l;

	if ((bytes != 1 && bytes != 2 && bytes != 4) || !is_link_expression(d->m, v, &l))
		refuse(d->m, d->v, "%s: the linker cannot compute this initial value; use an "
			"address, or a difference of two", d->name);
	buf_printf(d->out, "\t%s\t", data_directive(bytes));
	if (l.plus)
		put_name(d, l.plus);
	if (l.minus) {
		buf_printf(d->out, " - ");
		put_name(d, l.minus);
	}
	buf_printf(d->out, l.plus || l.minus ? " + %lld\n" : "%lld\n", (long long)l.offset);
}

/* integer_text: append the directives for a constant integer of any size. */
static void
integer_text(const Data *d, LLVMValueRef v)
{
	uint32_t bytes = type_stored_bytes(d->m, LLVMTypeOf(v));
	uint32_t size = type_size(d->m, LLVMTypeOf(v));
	Word w = 0;

	if (!LLVMIsAConstantInt(v))
		number_text(d, v, bytes);
	else if (bytes == 4 && value_const(v, &w))
		buf_printf(d->out, "\t.word\t%#x\n", w);
	else
		for (uint32_t i = 0; i < bytes; i++) {
			value_word(d->m, v, i / 4, &w);
			buf_printf(d->out, "\t.byte\t%u\n", w >> i % 4 * 8 & 0xFF);
		}
	if (size > bytes)
		buf_printf(d->out, "\t.space\t%u\n", size - bytes);
}

/* string_text: append the directives for an array of bytes, as text. */
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

/* is_bytes: true if the constant is an array of bytes. */
static bool
is_bytes(LLVMValueRef v)
{
	return LLVMIsAConstantDataArray(v) && LLVMIsConstantString(v);
}

static void value_text(const Data *d, LLVMValueRef v);

/* parts_text: print an aggregate or a vector, including the padding between and after its parts. */
static void
parts_text(const Data *d, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	uint32_t at = 0;

	for (unsigned i = 0; i < part_count(t); i++) {
		uint32_t offset = part_offset(d->m, t, i);

		if (offset > at)
			buf_printf(d->out, "\t.space\t%u\n", offset - at);
		value_text(d, const_element(v, i));
		at = offset + type_size(d->m, part_type(t, i));
	}
	if (type_size(d->m, t) > at)
		buf_printf(d->out, "\t.space\t%u\n", type_size(d->m, t) - at);
}

/* value_text: append the directives for a constant of any type. */
static void
value_text(const Data *d, LLVMValueRef v)
{
	Word w;

	if (LLVMIsNull(v) || LLVMIsUndef(v)) {
		if (type_size(d->m, LLVMTypeOf(v)) > 0)
			buf_printf(d->out, "\t.space\t%u\n", type_size(d->m, LLVMTypeOf(v)));
		return;
	}
	switch (LLVMGetTypeKind(LLVMTypeOf(v))) {
	case LLVMArrayTypeKind:
	case LLVMStructTypeKind:
	case LLVMVectorTypeKind:
		if (is_bytes(v))
			string_text(v, d->out);
		else
			parts_text(d, v);
		break;
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
		for (uint32_t k = 0; k < type_words(d->m, LLVMTypeOf(v)); k++) {
			value_word(d->m, v, k, &w);
			buf_printf(d->out, "\t.word\t%#x\n", w);
		}
		break;
	case LLVMPointerTypeKind:
		number_text(d, v, 4);
		break;
	default:
		assert(LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind);
		integer_text(d, v);
	}
}

void
data_text(Unit *u, const Module *m, LLVMValueRef v, const char *name, Buf *out)
{
	Data d = {u, m, v, name, out};

	refuse_data(m, v, name);
	value_text(&d, LLVMGetInitializer(v));
}
