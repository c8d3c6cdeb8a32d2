/* type.c - types: read once from their entries, and printed as C declarations. */
#include "debug_data.h"

#include <dwarf.h>

enum { MAX_CHAIN = 1000 }; /* length of a chain of types; more is considered damaged */

static const Type no_type = {.kind = TYPE_VOID, .name = "void", .target = &no_type};

/* ---- known types ---- */

/*
 * known_type: the type of the entry at this offset; *made is set if the type is new and still to be
 * read.
 */
static Type *
known_type(Debug *d, Dwarf_Off offset, bool *made)
{
	const TableSlot *s = table_find(&d->known, offset);

	*made = !s;
	if (s)
		return d->types[s->number];
	table_put(&d->known, offset, d->ntypes);
	d->types = arena_more(&d->arena, d->types, d->ntypes, sizeof *d->types);
	return d->types[d->ntypes++] = arena_alloc(&d->arena, 1, sizeof(Type));
}

/* ---- reading ---- */

/* kind_of_encoding: the kind of a base type with this DW_ATE_ encoding. */
static TypeKind
kind_of_encoding(Dwarf_Word encoding)
{
	switch (encoding) {
	case DW_ATE_boolean:
		return TYPE_BOOL;
	case DW_ATE_float:
		return TYPE_REAL;
	case DW_ATE_signed_char:
	case DW_ATE_unsigned_char:
		return TYPE_CHAR;
	case DW_ATE_signed:
		return TYPE_SIGNED;
	default:
		return TYPE_UNSIGNED;
	}
}

/* type_kind: the kind of the type that an entry describes. */
static TypeKind
type_kind(Dwarf_Die *die)
{
	static const struct {
		int tag;
		TypeKind kind;
	} kinds[] = {
		{DW_TAG_pointer_type, TYPE_POINTER},
		{DW_TAG_array_type, TYPE_ARRAY},
		{DW_TAG_structure_type, TYPE_STRUCT},
		{DW_TAG_union_type, TYPE_UNION},
		{DW_TAG_enumeration_type, TYPE_ENUM},
		{DW_TAG_subroutine_type, TYPE_FUNCTION},
		{DW_TAG_subprogram, TYPE_FUNCTION},
		{DW_TAG_typedef, TYPE_TYPEDEF},
		{DW_TAG_const_type, TYPE_CONST},
		{DW_TAG_volatile_type, TYPE_VOLATILE},
		{DW_TAG_restrict_type, TYPE_RESTRICT},
		{DW_TAG_atomic_type, TYPE_ATOMIC},
	};
	Dwarf_Word encoding = 0;

	if (dwarf_tag(die) == DW_TAG_base_type && debug_attribute(die, DW_AT_encoding, &encoding))
		return kind_of_encoding(encoding);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].tag == dwarf_tag(die))
			return kinds[i].kind;
	return TYPE_VOID;
}

static const char *
entry_name(Dwarf_Die *die)
{
	const char *name = dwarf_diename(die);

	return name ? name : "";
}

/* add_member: add the member that an entry describes to a structure or union. */
static void
add_member(Debug *d, Type *t, Dwarf_Die *die)
{
	Dwarf_Word at = 0, bits = 0, bit = 0;

	debug_attribute(die, DW_AT_data_member_location, &at);
	if (debug_attribute(die, DW_AT_bit_size, &bits)
		&& debug_attribute(die, DW_AT_data_bit_offset, &bit))
		at = bit / 8;
	t->members = arena_more(&d->arena, t->members, t->nmembers, sizeof *t->members);
	t->members[t->nmembers++] = (Member){entry_name(die), debug_type(d, die), at, bit, bits};
}

/* add_enumerator: add the constant that an entry describes to an enumeration. */
static void
add_enumerator(Debug *d, Type *t, Dwarf_Die *die)
{
	Dwarf_Attribute at;
	Dwarf_Sword value = 0;

	if (dwarf_attr(die, DW_AT_const_value, &at))
		dwarf_formsdata(&at, &value);
	t->values = arena_more(&d->arena, t->values, t->nvalues, sizeof *t->values);
	t->values[t->nvalues++] = (Enumerator){entry_name(die), value};
}

/*
 * add_dimension: add a dimension to the array type t. The elements of a multi-dimensional array are
 * arrays; *last is the innermost of these array types so far, NULL before the first dimension.
 */
static void
add_dimension(Debug *d, Type *t, Dwarf_Die *die, Type **last)
{
	Dwarf_Attribute at;
	Dwarf_Die variable;
	Dwarf_Word n = 0;
	Type *inner;

	if (*last) {
		inner = arena_alloc(&d->arena, 1, sizeof *inner);
		*inner = **last;
		(*last)->target = inner;
		*last = inner;
	} else {
		*last = t;
	}
	(*last)->open = !debug_attribute(die, DW_AT_count, &n);
	(*last)->count = n;
	(*last)->length = NULL;
	if ((*last)->open && dwarf_attr(die, DW_AT_count, &at) && dwarf_formref_die(&at, &variable))
		(*last)->length = debug_keep_entry(d, &variable);
}

/* add_parts: add the type's members, parameters, enumerators and dimensions. */
static void
add_parts(Debug *d, Type *t, Dwarf_Die *die)
{
	Dwarf_Die part;
	Type *last = NULL;
	bool more = dwarf_child(die, &part) == 0;

	for (; more; more = dwarf_siblingof(&part, &part) == 0)
		switch (dwarf_tag(&part)) {
		case DW_TAG_member:
			add_member(d, t, &part);
			break;
		case DW_TAG_formal_parameter:
			if (t->kind == TYPE_FUNCTION)
				add_member(d, t, &part);
			break;
		case DW_TAG_unspecified_parameters:
			t->variadic = true;
			break;
		case DW_TAG_enumerator:
			add_enumerator(d, t, &part);
			break;
		case DW_TAG_subrange_type:
			add_dimension(d, t, &part, &last);
			break;
		}
}

/* measure_type: compute the size of types without a size attribute, inner arrays first. */
static Word
measure_type(Type *t, int depth)
{
	Type *target = (Type *)t->target;
	uint64_t size;

	if (t->kind == TYPE_POINTER)
		return t->size = 4;
	if (t->size || depth > MAX_NESTING || t->kind == TYPE_VOID || t->kind == TYPE_FUNCTION
		|| t->kind == TYPE_STRUCT || t->kind == TYPE_UNION)
		return t->size;
	size = target->kind == TYPE_VOID ? 0 : measure_type(target, depth + 1);
	if (t->kind == TYPE_ARRAY)
		size *= t->count;
	return t->size = size <= IMAGE_MAX_MEMORY ? size : 0;
}

/*
 * is_signed: true if the values of t, a type of characters or an enumeration described by the
 * entry, are signed.
 */
static bool
is_signed(Dwarf_Die *die, const Type *t)
{
	Dwarf_Word encoding = 0;

	if (t->kind == TYPE_ENUM)
		return type_plain(t->target)->kind == TYPE_SIGNED;
	return debug_attribute(die, DW_AT_encoding, &encoding) && encoding == DW_ATE_signed_char;
}

/* read_type: the type that an entry describes, which is read at the first call. */
static const Type *
read_type(Debug *d, Dwarf_Die *die)
{
	bool made;
	Type *t = known_type(d, dwarf_dieoffset(die), &made);
	Dwarf_Word size = 0;

	if (!made)
		return t;
	*t = (Type){.kind = type_kind(die), .name = entry_name(die), .target = &no_type};
	if (t->kind < TYPE_TYPEDEF && debug_attribute(die, DW_AT_byte_size, &size)
		&& size <= IMAGE_MAX_MEMORY)
		t->size = size;
	t->open = dwarf_hasattr(die, DW_AT_declaration);
	if (d->depth == MAX_CHAIN)
		return t;
	d->depth++;
	t->target = debug_type(d, die);
	if (t->kind == TYPE_CHAR || t->kind == TYPE_ENUM)
		t->is_signed = is_signed(die, t);
	if (t->kind == TYPE_ENUM)
		t->place = debug_declared_place(die);
	add_parts(d, t, die);
	measure_type(t, 0);
	d->depth--;
	return t;
}

const Type *
debug_type(Debug *d, Dwarf_Die *die)
{
	Dwarf_Attribute at;
	Dwarf_Die type;

	if (!dwarf_attr_integrate(die, DW_AT_type, &at) || !dwarf_formref_die(&at, &type))
		return &no_type;
	return read_type(d, &type);
}

const Type *
type_plain(const Type *t)
{
	for (int i = 0; i < MAX_NESTING && t->kind >= TYPE_TYPEDEF; i++)
		t = t->target;
	return t->kind >= TYPE_TYPEDEF ? &no_type : t;
}

/* ---- parts ---- */

/* member_at: the member that contains byte `at`; NULL for bit-fields and padding. */
static const Member *
member_at(const Type *t, Word at)
{
	for (size_t i = 0; i < t->nmembers; i++) {
		const Member *m = &t->members[i];

		if (m->bits == 0 && at - m->at < type_plain(m->type)->size)
			return m;
	}
	return NULL;
}

const Type *
type_path(const Type *t, Word at, Word most, Word *start, Buf *out)
{
	*start = 0;
	for (;;) {
		const Type *plain = type_plain(t);
		const Member *m = member_at(plain, at - *start);

		if (plain->size > 0 && plain->size <= most)
			return t;
		if (m) {
			if (*m->name)
				buf_printf(out, ".%s", m->name);
			*start += m->at;
			t = m->type;
		} else if (plain->kind == TYPE_ARRAY && plain->target
			&& type_plain(plain->target)->size > 0) {
			Word size = type_plain(plain->target)->size, i = (at - *start) / size;

			buf_printf(out, "[%u]", i);
			*start += i * size;
			t = plain->target;
		} else {
			return t;
		}
	}
}

/* ---- all of them ---- */

/* The callback of debug_types. */
typedef struct TypeCallback {
	Debug *d;
	void (*use)(void *to, const Type *t);
	void *to; /* first argument of use */
} TypeCallback;

/*
 * visit_types: callback of debug_units: pass on the types of a unit. Returns true, to go on with
 * the next unit.
 */
static bool
visit_types(void *to, Dwarf_Die *unit)
{
	TypeCallback *e = to;
	Dwarf_Die die;
	bool more = dwarf_child(unit, &die) == 0;

	for (; more; more = dwarf_siblingof(&die, &die) == 0) {
		TypeKind k = type_kind(&die);

		if (k == TYPE_ENUM
			|| (dwarf_diename(&die)
				&& (k == TYPE_STRUCT || k == TYPE_UNION || k == TYPE_TYPEDEF)))
			e->use(e->to, read_type(e->d, &die));
	}
	return true;
}

void
debug_types(Debug *d, void (*use)(void *to, const Type *t), void *to)
{
	TypeCallback e = {d, use, to};

	debug_units(d, visit_types, &e);
}

/* ---- functions ---- */

/* The callback of debug_functions. */
typedef struct FunctionCallback {
	Debug *d;
	UseFunction *use;
	void *to; /* first argument of use */
} FunctionCallback;

/*
 * visit_functions: callback of debug_units: pass on the functions of a unit. Returns true, to go on
 * with the next unit.
 */
static bool
visit_functions(void *to, Dwarf_Die *unit)
{
	FunctionCallback *e = to;
	Dwarf_Addr low, high;
	Dwarf_Die die;
	bool more = dwarf_child(unit, &die) == 0;

	for (; more; more = dwarf_siblingof(&die, &die) == 0)
		if (dwarf_tag(&die) == DW_TAG_subprogram && dwarf_lowpc(&die, &low) == 0
			&& dwarf_highpc(&die, &high) == 0)
			e->use(e->to,
				&(DebugFunction){entry_name(&die), low, high - low,
					read_type(e->d, &die), debug_declared_place(&die),
					debug_keep_entry(e->d, &die)});
	return true;
}

void
debug_functions(Debug *d, UseFunction *use, void *to)
{
	FunctionCallback e = {d, use, to};

	debug_units(d, visit_functions, &e);
}

/* ---- text ---- */

static const char *const type_keywords[NTYPEKINDS] = {
	[TYPE_STRUCT] = "struct",
	[TYPE_UNION] = "union",
	[TYPE_ENUM] = "enum",
	[TYPE_CONST] = "const",
	[TYPE_VOLATILE] = "volatile",
	[TYPE_RESTRICT] = "restrict",
	[TYPE_ATOMIC] = "_Atomic",
};

/*
 * wrap_declarator: put text before and after a declarator, which grows from the name outwards:
 * *name, (*name)(int), ...
 */
static void
wrap_declarator(Buf *name, const char *before, const char *after)
{
	Buf b = {0};

	buf_printf(&b, "%s%.*s%s", before, (int)name->len, (char *)name->data, after);
	buf_free(name);
	*name = b;
}

static void put_declaration(const Type *t, const char *name, Buf *out, int depth);

/* add_parameters: append a function type's parameters to the declarator. */
static void
add_parameters(const Type *t, Buf *name, int depth)
{
	buf_byte(name, '(');
	for (size_t i = 0; i < t->nmembers; i++) {
		buf_printf(name, i ? ", " : "");
		put_declaration(t->members[i].type, t->members[i].name, name, depth + 1);
	}
	if (t->variadic || t->nmembers == 0)
		buf_printf(name, t->nmembers ? ", ..." : t->variadic ? "..." : "void");
	buf_byte(name, ')');
}

/* extend_declarator: extend the declarator by what t adds: `*`, a length, parameters. */
static void
extend_declarator(const Type *t, Buf *name, int depth)
{
	const Type *to = t->target;
	char word[16];

	switch (t->kind) {
	case TYPE_POINTER:
		wrap_declarator(name,
			to->kind == TYPE_ARRAY || to->kind == TYPE_FUNCTION ? "(*" : "*",
			to->kind == TYPE_ARRAY || to->kind == TYPE_FUNCTION ? ")" : "");
		break;
	case TYPE_ARRAY:
		if (t->open)
			buf_printf(name, "[]");
		else
			buf_printf(name, "[%u]", t->count);
		break;
	case TYPE_FUNCTION:
		add_parameters(t, name, depth);
		break;
	default: /* a qualifier of a pointer */
		snprintf(word, sizeof word, name->len ? "%s " : "%s", type_keywords[t->kind]);
		wrap_declarator(name, word, "");
	}
}

/* is_qualifier: true for const, volatile, restrict and _Atomic. */
static bool
is_qualifier(const Type *t)
{
	return t->kind > TYPE_TYPEDEF;
}

/* is_specifier: true for a type that begins a declaration: a name, with qualifiers before it. */
static bool
is_specifier(const Type *t)
{
	for (int i = 0; i < MAX_NESTING && is_qualifier(t); i++)
		t = t->target;
	return t->kind != TYPE_POINTER && t->kind != TYPE_ARRAY && t->kind != TYPE_FUNCTION;
}

/* put_specifier: append the type at which a declaration begins, with its qualifiers. */
static void
put_specifier(const Type *t, Buf *out)
{
	for (int i = 0; i < MAX_NESTING && is_qualifier(t); i++, t = t->target)
		buf_printf(out, "%s ", type_keywords[t->kind]);
	if (type_keywords[t->kind])
		buf_printf(out, "%s %s", type_keywords[t->kind], *t->name ? t->name : "{...}");
	else
		buf_printf(out, "%s", t->name);
}

/* put_declaration: append a C declaration; depth: levels of nesting so far. */
static void
put_declaration(const Type *t, const char *name, Buf *out, int depth)
{
	Buf b = {0};

	buf_printf(&b, "%s", name);
	for (int i = depth; i < MAX_NESTING && !is_specifier(t); i++, t = t->target)
		extend_declarator(t, &b, i);
	put_specifier(t, out);
	if (b.len > 0)
		buf_printf(out, " %.*s", (int)b.len, (char *)b.data);
	buf_free(&b);
}

void
type_text(const Type *t, const char *name, Buf *out)
{
	put_declaration(t, name, out, 0);
}

void
type_definition(const Type *t, Buf *out)
{
	if (t->kind == TYPE_TYPEDEF) {
		buf_printf(out, "typedef ");
		type_text(t->target, t->name, out);
		buf_printf(out, ";\n");
		return;
	}
	put_specifier(t, out);
	buf_printf(out, t->open ? ";\n" : " {\n");
	if (t->open)
		return;
	for (size_t i = 0; i < t->nmembers; i++) {
		const Member *m = &t->members[i];

		buf_byte(out, '\t');
		type_text(m->type, m->name, out);
		if (m->bits)
			buf_printf(out, " : %u", m->bits);
		buf_printf(out, m->bits ? ";\t/* bit %u */\n" : ";\t/* byte %u */\n",
			m->bits ? m->bit : m->at);
	}
	for (size_t i = 0; i < t->nvalues; i++)
		buf_printf(out, "\t%s = %lld,\n", t->values[i].name, (long long)t->values[i].value);
	buf_printf(out, "};\t/* %u byte%s */\n", t->size, t->size == 1 ? "" : "s");
}
