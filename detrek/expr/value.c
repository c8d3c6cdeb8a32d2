/* value.c - converts values of C's types between bytes and numbers. */
#include "expr.h"

#include <string.h>

#define BASE(k, text, bytes, sign) \
	{.kind = k, .name = text, .size = bytes, .target = &base_types[BASE_VOID], \
		.is_signed = sign}
const Type base_types[NBASETYPES] = {
	[BASE_INT] = BASE(TYPE_SIGNED, "int", 4, true),
	[BASE_UNSIGNED] = BASE(TYPE_UNSIGNED, "unsigned int", 4, false),
	[BASE_LONG_LONG] = BASE(TYPE_SIGNED, "long long", 8, true),
	[BASE_UNSIGNED_LONG_LONG] = BASE(TYPE_UNSIGNED, "unsigned long long", 8, false),
	[BASE_SHORT] = BASE(TYPE_SIGNED, "short", 2, true),
	[BASE_UNSIGNED_SHORT] = BASE(TYPE_UNSIGNED, "unsigned short", 2, false),
	[BASE_CHAR] = BASE(TYPE_CHAR, "char", 1, false), /* docs/compiler.md */
	[BASE_SIGNED_CHAR] = BASE(TYPE_CHAR, "signed char", 1, true),
	[BASE_UNSIGNED_CHAR] = BASE(TYPE_CHAR, "unsigned char", 1, false),
	[BASE_LONG] = BASE(TYPE_SIGNED, "long", 4, true),
	[BASE_UNSIGNED_LONG] = BASE(TYPE_UNSIGNED, "unsigned long", 4, false),
	[BASE_BOOL] = BASE(TYPE_BOOL, "_Bool", 1, false),
	[BASE_FLOAT] = BASE(TYPE_REAL, "float", 4, true),
	[BASE_DOUBLE] = BASE(TYPE_REAL, "double", 8, true),
	[BASE_VOID] = BASE(TYPE_VOID, "void", 0, false),
};
#undef BASE

/* type_is_integer: true if the type is an integer or an enumeration. */
static bool
type_is_integer(const Type *t)
{
	switch (type_plain(t)->kind) {
	case TYPE_SIGNED: case TYPE_UNSIGNED: case TYPE_CHAR: case TYPE_BOOL: case TYPE_ENUM:
		return type_plain(t)->size <= 8;
	default:
		return false;
	}
}

bool
type_is_scalar(const Type *t)
{
	TypeKind kind = type_plain(t)->kind;

	return type_is_integer(t) || kind == TYPE_POINTER
		|| (kind == TYPE_REAL && type_plain(t)->size <= 8);
}

const Type *
type_pointer(Arena *a, const Type *to)
{
	Type *t = arena_alloc(a, 1, sizeof *t);

	*t = (Type){.kind = TYPE_POINTER, .name = "", .size = 4, .target = to};
	return t;
}

const Type *
type_array(Arena *a, const Type *of, Word count)
{
	Type *t = arena_alloc(a, 1, sizeof *t);

	*t = (Type){.kind = TYPE_ARRAY, .name = "", .size = count * type_plain(of)->size,
		.target = of, .count = count};
	return t;
}

const Type *
type_keep(Arena *a, const Type *t)
{
	Type *copy;

	if (t->kind != TYPE_POINTER && t->kind != TYPE_ARRAY)
		return t;
	copy = arena_alloc(a, 1, sizeof *copy);
	*copy = *t;
	copy->target = type_keep(a, t->target);
	return copy;
}

Value
value_of_object(const Type *t, Addr at)
{
	return (Value){.type = t, .object = true, .addr = at};
}

/* field_bytes: the bytes of memory that contain a bit-field. */
static Word
field_bytes(const Value *v)
{
	return (v->bit + v->bits + 7) / 8;
}

/* read_field: convert the bits of a bit-field to a number of the field's type. */
static bool
read_field(Value *v, const Names *names)
{
	bool is_signed = type_plain(v->type)->kind == TYPE_SIGNED || type_plain(v->type)->is_signed;
	uint64_t n = 0;

	for (uint32_t i = 0; i < v->bits; i++) {
		uint8_t byte;

		if (!names->read(names->of, v->addr + (v->bit + i) / 8, &byte, 1))
			return false;
		n |= (uint64_t)(byte >> (v->bit + i) % 8 & 1) << i;
	}
	if (is_signed && v->bits < 64 && n >> (v->bits - 1) & 1)
		n |= ~UINT64_C(0) << v->bits;
	memcpy(v->bytes, &n, type_plain(v->type)->size < 8 ? type_plain(v->type)->size : 8);
	return true;
}

bool
value_read(Value *v, Arena *a, const Names *names)
{
	Word size = type_plain(v->type)->size;
	uint8_t byte;

	if (v->bytes || !v->object)
		return v->bytes != NULL;
	if (v->bits ? field_bytes(v) > 16 || v->bits > 64
				|| !names->read(names->of, v->addr, &byte, 1)
				: size > 0
				&& (!names->read(names->of, v->addr, &byte, 1)
					|| !names->read(names->of, v->addr + size - 1, &byte, 1)))
		return false;
	v->bytes = arena_alloc(a, size + 1, 1);
	if (v->bits ? read_field(v, names)
		: size == 0 || names->read(names->of, v->addr, v->bytes, size))
		return true;
	v->bytes = NULL;
	return false;
}

bool
value_known(const Value *v)
{
	for (Word i = 0; v->known && i < type_plain(v->type)->size; i++)
		if (!v->known[i])
			return false;
	return true;
}

int64_t
value_number(const Value *v)
{
	const Type *t = type_plain(v->type);
	bool is_signed = t->kind == TYPE_SIGNED
		|| ((t->kind == TYPE_CHAR || t->kind == TYPE_ENUM) && t->is_signed);
	uint64_t n = 0;

	for (Word i = 0; i < t->size && i < 8; i++)
		n |= (uint64_t)v->bytes[i] << 8 * i;
	if (is_signed && t->size > 0 && t->size < 8 && n >> (8 * t->size - 1) & 1)
		n |= ~UINT64_C(0) << 8 * t->size;
	return n;
}

double
value_real(const Value *v)
{
	const Type *t = type_plain(v->type);
	double x;
	float single;

	if (t->kind == TYPE_REAL && t->size == 4) {
		memcpy(&single, v->bytes, 4);
		return single;
	}
	if (t->kind == TYPE_REAL) {
		memcpy(&x, v->bytes, 8);
		return x;
	}
	if (t->kind == TYPE_UNSIGNED && t->size == 8)
		return (uint64_t)value_number(v);
	return value_number(v);
}

Value
value_of_number(Arena *a, const Type *named, int64_t n)
{
	const Type *t = type_plain(named);
	Value v = {.type = named, .bytes = arena_alloc(a, 8, 1)};

	if (t->kind == TYPE_REAL)
		return value_of_real(a, named, n);
	if (t->kind == TYPE_BOOL)
		n = n != 0;
	for (Word i = 0; i < t->size && i < 8; i++)
		v.bytes[i] = (uint64_t)n >> 8 * i;
	return v;
}

/*
 * whole_part: the integer part of a number; values outside the integer type's range become its
 * nearest limit.
 */
static int64_t
whole_part(const Type *t, double x)
{
	if (x != x)
		return 0;
	if (t->kind == TYPE_UNSIGNED && t->size == 8)
		return x >= 0x1p64 ? -1 : x <= 0 ? 0 : (int64_t)(uint64_t)x;
	return x >= 0x1p63 ? INT64_MAX : x < -0x1p63 ? INT64_MIN : (int64_t)x;
}

Value
value_of_real(Arena *a, const Type *named, double x)
{
	const Type *t = type_plain(named);
	Value v = {.type = named};
	float single = x;

	if (t->kind == TYPE_BOOL)
		return value_of_number(a, named, x != 0);
	if (t->kind != TYPE_REAL)
		return value_of_number(a, named, whole_part(t, x));
	v.bytes = arena_alloc(a, 8, 1);
	if (t->size == 4)
		memcpy(v.bytes, &single, 4);
	else
		memcpy(v.bytes, &x, 8);
	return v;
}
