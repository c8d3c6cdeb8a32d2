/* pair.h - names, types and memory for testing expressions without a program. */
#ifndef PAIR_H
#define PAIR_H

#include "detrek/expr/expr.h"

#include <string.h>

/* A small program's memory: struct Pair { int a; unsigned b : 3, c : 5; short d[3]; struct Pair *next; } at 0x1000. */
static uint8_t memory[4096];
enum { BASE = 0x1000 };

static Type pair, pair_pointer, shorts, color, color_name;
static Member members[] = {
	{"a", &base_types[BASE_INT], 0, 0, 0}, {"b", &base_types[BASE_UNSIGNED], 4, 32, 3}, {"c", &base_types[BASE_INT], 4, 35, 5},
	{"d", &shorts, 8, 0, 0}, {"next", &pair_pointer, 16, 0, 0},
};
static Enumerator colors[] = {{"RED", 0}, {"GREEN", 5}};

static inline void
make_types(void)
{
	shorts = (Type){.kind = TYPE_ARRAY, .name = "", .size = 6, .target = &base_types[BASE_SHORT], .count = 3};
	pair = (Type){.kind = TYPE_STRUCT, .name = "Pair", .size = 20, .target = &base_types[BASE_VOID], .members = members,
		.nmembers = 5};
	pair_pointer = (Type){.kind = TYPE_POINTER, .name = "", .size = 4, .target = &pair};
	color = (Type){.kind = TYPE_ENUM, .name = "Color", .size = 4, .target = &base_types[BASE_INT], .is_signed = true, .values = colors, .nvalues = 2};
	color_name = (Type){.kind = TYPE_TYPEDEF, .name = "Color", .size = 4, .target = &color};
}

static inline const Type *
find_type(void *of, TypeKind kind, const char *name)
{
	(void)of;
	if (kind == TYPE_STRUCT && strcmp(name, "Pair") == 0)
		return &pair;
	if (kind == TYPE_TYPEDEF && strcmp(name, "Color") == 0)
		return &color_name;
	return NULL;
}

static inline bool
find_value(void *of, Arena *a, const char *name, Value *v, char why[EXPR_ERROR])
{
	static const struct {
		const char *name;
		BaseType type;
		int at;
	} variables[] = {
		{"i", BASE_INT, 100}, {"u", BASE_UNSIGNED, 104}, {"c", BASE_CHAR, 108}, {"sc", BASE_SIGNED_CHAR, 109}, {"s", BASE_SHORT, 110},
		{"us", BASE_UNSIGNED_SHORT, 112}, {"ll", BASE_LONG_LONG, 120}, {"ull", BASE_UNSIGNED_LONG_LONG, 128}, {"f", BASE_FLOAT, 136},
		{"d", BASE_DOUBLE, 144}, {"z", BASE_INT, 152}, {"big", BASE_UNSIGNED, 156},
	};

	(void)of;
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		if (strcmp(name, variables[i].name) == 0) {
			*v = value_of_object(&base_types[variables[i].type], BASE + variables[i].at);
			return true;
		}
	if (strcmp(name, "p") == 0)
		*v = value_of_object(&pair, BASE);
	else if (strcmp(name, "pp") == 0)
		*v = value_of_number(a, &pair_pointer, BASE);
	else if (strcmp(name, "$") == 0 || strcmp(name, "$1") == 0 || strcmp(name, "$$12") == 0)
		*v = (Value){.type = &pair, .bytes = memory}; /* as it was printed */
	else if (strcmp(name, "GREEN") == 0)
		*v = value_of_number(a, &color, 5);
	else if (strcmp(name, "gone") == 0)
		snprintf(why, EXPR_ERROR, "optimised away here");
	else if (strcmp(name, "nowhere") == 0)
		*v = value_of_object(&base_types[BASE_INT], 0x9000);
	return v->type != NULL;
}

static inline bool
find_register(void *of, const char *name, Word *w)
{
	(void)of;
	*w = 77;
	return strcmp(name, "areg") == 0;
}

static inline bool
read_memory(void *of, Addr a, void *to, Word n)
{
	(void)of;
	if (a - BASE > sizeof memory || n > sizeof memory - (a - BASE))
		return false;
	memcpy(to, memory + (a - BASE), n);
	return true;
}

static inline bool
write_memory(void *of, Addr a, const void *bytes, Word n)
{
	(void)of;
	if (a - BASE > sizeof memory || n > sizeof memory - (a - BASE))
		return false;
	memcpy(memory + (a - BASE), bytes, n);
	return true;
}

static Names names = {find_type, find_value, find_register, read_memory, write_memory, NULL};

static inline void
fill(void)
{
	const struct {
		int at;
		int64_t value;
		int n;
	} values[] = {
		{0, -7, 4}, {4, 5 | 17 << 3, 4}, {8, 1, 2}, {10, -2, 2}, {12, 3, 2}, {16, BASE, 4}, {100, -12345, 4}, {104, 3000000000, 4},
		{108, 200, 1}, {109, -100, 1}, {110, -30000, 2}, {112, 60000, 2}, {120, -5000000000000, 8}, {128, -3, 8}, {152, 0, 4},
		{156, 7, 4},
	};
	float f = -2.75f;
	double d = 1e10 / 3;

	memset(memory, 0, sizeof memory);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		memcpy(memory + values[i].at, &values[i].value, values[i].n);
	memcpy(memory + 136, &f, 4);
	memcpy(memory + 144, &d, 8);
}

#endif
