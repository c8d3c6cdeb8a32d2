/* expr_type.c - parses type names in C expressions. */
#include "expr_parse.h"

#include <string.h>

enum { MAX_DECLARATORS = 6 }; /* depth of declarators nested in parentheses; each is read twice */

/* is_name_of_type: tell if the current token is the name of a typedef. */
static bool
is_name_of_type(Parser *p)
{
	char why[EXPR_ERROR];
	Value v = {0};

	return p->names->type(p->names->of, TYPE_TYPEDEF, token_word(p))
		&& !p->names->value(p->names->of, p->arena, token_word(p), &v, why);
}

static const char *const specifiers[] = {
	"struct",
	"union",
	"enum",
	"unsigned",
	"signed",
	"char",
	"short",
	"int",
	"long",
	"float",
	"double",
	"void",
	"_Bool",
	"bool",
	"const",
	"volatile",
};

bool
type_begins(Parser *p)
{
	if (p->t.kind != TOKEN_NAME)
		return false;
	for (size_t i = 0; i < sizeof specifiers / sizeof *specifiers; i++)
		if (token_is_word(p, specifiers[i]))
			return true;
	return is_name_of_type(p);
}

/* parse_tagged: parse `struct NAME`, `union NAME` or `enum NAME`. */
static const Type *
parse_tagged(Parser *p, TypeKind kind, const char *keyword)
{
	const Type *t;

	token_advance(p);
	if (p->t.kind != TOKEN_NAME)
		parse_mistake(p, "%s: its name must follow", keyword);
	t = p->names->type(p->names->of, kind, token_word(p));
	if (!t)
		parse_mistake(p, "the program has no %s %s", keyword, token_word(p));
	token_advance(p);
	return t;
}

/* How often each word of a base type occurs. */
typedef struct Specifiers {
	int is_unsigned, is_signed, nchar, nshort, nint, nlong, nfloat, ndouble, nvoid, nbool, all;
} Specifiers;

/* read_specifier: read one word of a type; false if the current token is none. */
static bool
read_specifier(Parser *p, Specifiers *s)
{
	struct {
		const char *word;
		int *n;
	} words[] = {
		{"unsigned", &s->is_unsigned},
		{"signed", &s->is_signed},
		{"char", &s->nchar},
		{"short", &s->nshort},
		{"int", &s->nint},
		{"long", &s->nlong},
		{"float", &s->nfloat},
		{"double", &s->ndouble},
		{"void", &s->nvoid},
		{"_Bool", &s->nbool},
		{"bool", &s->nbool},
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (token_is_word(p, words[i].word)) {
			++*words[i].n;
			s->all++;
			token_advance(p);
			return true;
		}
	return false;
}

/* base_type: the type that the words read so far mean. */
static const Type *
base_type(Parser *p, const Specifiers *s)
{
	bool u = s->is_unsigned;

	if (s->is_unsigned + s->is_signed > 1
		|| s->nchar + s->nfloat + s->ndouble + s->nvoid + s->nbool > 1 || s->nlong > 2
		|| s->nshort > 1 || s->nint > 1)
		parse_mistake(p, "not a type");
	if (s->nvoid + s->nbool + s->nfloat + s->ndouble > 0 && s->all > 1)
		parse_mistake(p, "not a type");
	if (s->nvoid)
		return &base_types[BASE_VOID];
	if (s->nbool)
		return &base_types[BASE_BOOL];
	if (s->nfloat || s->ndouble)
		return &base_types[s->nfloat ? BASE_FLOAT : BASE_DOUBLE];
	if (s->nchar)
		return &base_types[u           ? BASE_UNSIGNED_CHAR
				: s->is_signed ? BASE_SIGNED_CHAR
				: BASE_CHAR];
	if (s->nshort)
		return &base_types[u ? BASE_UNSIGNED_SHORT : BASE_SHORT];
	if (s->nlong == 2)
		return &base_types[u ? BASE_UNSIGNED_LONG_LONG : BASE_LONG_LONG];
	if (s->nlong)
		return &base_types[u ? BASE_UNSIGNED_LONG : BASE_LONG];
	return &base_types[u ? BASE_UNSIGNED : BASE_INT];
}

/* parse_specifiers: parse the words of a type, such as `unsigned long`; NULL if there are none. */
static const Type *
parse_specifiers(Parser *p)
{
	Specifiers s = {0};
	const Type *t = NULL;

	for (;;) {
		if (token_is_word(p, "const") || token_is_word(p, "volatile"))
			token_advance(p);
		else if (!t && !s.all && token_is_word(p, "struct"))
			t = parse_tagged(p, TYPE_STRUCT, "struct");
		else if (!t && !s.all && token_is_word(p, "union"))
			t = parse_tagged(p, TYPE_UNION, "union");
		else if (!t && !s.all && token_is_word(p, "enum"))
			t = parse_tagged(p, TYPE_ENUM, "enum");
		else if (!t && read_specifier(p, &s))
			continue;
		else if (!t && !s.all && p->t.kind == TOKEN_NAME && is_name_of_type(p)) {
			t = p->names->type(p->names->of, TYPE_TYPEDEF, token_word(p));
			token_advance(p);
		} else {
			return t ? t : base_type(p, &s);
		}
	}
}

static const Type *parse_dimensions(Parser *p, const Type *t);

/*
 * parse_declarator: parse the abstract declarator behind a type: stars, then a part in parentheses,
 * then dimensions, which bind more tightly; returns the type.
 */
static const Type *
parse_declarator(Parser *p, const Type *t)
{
	TokenMark inside, behind;

	while (token_accept(p, '*')) {
		t = type_pointer(p->arena, t);
		while (token_is_word(p, "const") || token_is_word(p, "volatile"))
			token_advance(p);
	}
	if (!token_is(p, '('))
		return parse_dimensions(p, t);
	token_advance(p);
	if (++p->declarators > MAX_DECLARATORS)
		parse_mistake(p, "the type is nested too deeply");
	inside = token_mark(p);
	parse_declarator(p, t); /* only to find its end: it applies to the type that follows */
	token_expect(p, ')');
	t = parse_dimensions(p, t);
	behind = token_mark(p);
	token_return(p, inside);
	t = parse_declarator(p, t);
	token_return(p, behind);
	p->declarators--;
	return t;
}

/* parse_dimensions: parse [N] behind a type; returns the array type. */
static const Type *
parse_dimensions(Parser *p, const Type *t)
{
	uint64_t n, size;

	if (!token_accept(p, '['))
		return t;
	n = p->t.number;
	if (p->t.kind != TOKEN_NUMBER)
		parse_mistake(p, "[: the number of elements must follow");
	token_advance(p);
	token_expect(p, ']');
	parse_deeper(p);
	t = parse_dimensions(p, t);
	p->depth--;
	size = type_plain(t)->size;
	if (n > IMAGE_MAX_MEMORY || n * size > IMAGE_MAX_MEMORY)
		parse_mistake(p, "an array of %llu elements is larger than any memory",
			(unsigned long long)n);
	return type_array(p->arena, t, n);
}

const Type *
type_parse(Parser *p)
{
	return parse_declarator(p, parse_specifiers(p));
}
