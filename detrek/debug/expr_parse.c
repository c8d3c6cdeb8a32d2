/*
 * expr_parse.c - the text of a C expression becomes a tree.
 *
 * By operator precedence. A name in brackets is a type's if it is no variable's.
 */
#include "expr.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_DEPTH = 200,
	MAX_DECLARATORS = 6, /* in brackets, each of which is read twice */
};

typedef enum TokenKind { TOKEN_END, TOKEN_NUMBER, TOKEN_REAL, TOKEN_CHARACTER, TOKEN_NAME, TOKEN_REGISTER, TOKEN_OP } TokenKind;

/* op: the character, or OP_..., or one of these. */
enum { OP_ARROW = 300, OP_INC, OP_DEC, OP_AND, OP_OR, OP_SET = 400 /* + the operation: += and so on */ };

typedef struct Token {
	TokenKind kind;
	int op;
	const char *at; /* in the text */
	size_t len;
	uint64_t number;
	double real;
	const Type *type;
} Token;

typedef struct Parser {
	Arena *arena;
	const Names *names;
	const char *text, *next;
	Token t;
	int depth, declarators;
	char *error;
	jmp_buf fail;
} Parser;

static _Noreturn void __attribute__((format(printf, 2, 3)))
mistake(Parser *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(p->error, EXPR_ERROR, fmt, ap);
	va_end(ap);
	longjmp(p->fail, 1);
}

/* ---- tokens ---- */

/* suffix: the type that letters behind a number say, and the number's size. */
static const Type *
suffix(Parser *p, const char *s, bool decimal, uint64_t n)
{
	bool u = false, ll = false;

	for (; isalnum((unsigned char)*s); s++) {
		if ((*s | 32) == 'u' && !u)
			u = true;
		else if ((*s | 32) == 'l')
			ll |= (s[1] | 32) == 'l';
		else
			mistake(p, "'%c' behind a number: u, l and ll may stand there", *s);
	}
	p->next = s;
	if (!ll && n <= INT32_MAX && !u)
		return &base_types[BASE_INT];
	if (!ll && n <= UINT32_MAX && (u || !decimal))
		return &base_types[BASE_UNSIGNED];
	return &base_types[u || n > INT64_MAX ? BASE_UNSIGNED_LONG_LONG : BASE_LONG_LONG];
}

static void
take_real(Parser *p, const char *s)
{
	char *end;

	p->t.kind = TOKEN_REAL;
	p->t.real = strtod(s, &end);
	p->t.type = &base_types[BASE_DOUBLE];
	if ((*end | 32) == 'f') {
		p->t.type = &base_types[BASE_FLOAT];
		end++;
	}
	p->next = end;
}

static void
take_number(Parser *p, const char *s)
{
	bool hexadecimal = s[0] == '0' && (s[1] | 32) == 'x';
	size_t digits = strspn(s, "0123456789");
	char *end;

	if (!hexadecimal && (s[digits] == '.' || (s[digits] | 32) == 'e')) {
		take_real(p, s);
		return;
	}
	p->t.kind = TOKEN_NUMBER;
	p->t.number = strtoull(s, &end, 0);
	if (hexadecimal && end < s + 3)
		mistake(p, "0x: hexadecimal digits must follow");
	p->t.type = suffix(p, end, s[0] != '0', p->t.number);
}

static int
escaped(Parser *p, const char **s)
{
	static const char from[] = "ntrabfv0\\'\"", to[] = "\n\t\r\a\b\f\v\0\\'\"";
	const char *found = **s ? strchr(from, **s) : NULL;

	if (!found)
		mistake(p, "unknown escape in a character");
	++*s;
	return to[found - from];
}

static void
take_character(Parser *p, const char *s)
{
	int c = (unsigned char)*++s;

	if (c == '\\') {
		s++;
		c = escaped(p, &s);
	} else if (c != 0) {
		s++;
	}
	if (*s != '\'')
		mistake(p, "a character ends with '");
	p->t.kind = TOKEN_CHARACTER;
	p->t.number = c;
	p->t.type = &base_types[BASE_INT];
	p->next = s + 1;
}

static void
take_name(Parser *p, const char *s)
{
	p->t.kind = *s == '$' ? TOKEN_REGISTER : TOKEN_NAME;
	p->t.at = s += *s == '$';
	while (isalnum((unsigned char)*s) || *s == '_' || (s[0] == ':' && s[1] == ':' && s > p->t.at && s[2] != ':'))
		s += *s == ':' ? 2 : 1;
	p->t.len = s - p->t.at;
	if (p->t.len == 0)
		mistake(p, "$: a register's name must follow");
	p->next = s;
}

static void
take_operator(Parser *p, const char *s)
{
	static const struct {
		const char *text;
		int op;
	} ops[] = {
		{"<<=", OP_SET + OP_SHL}, {">>=", OP_SET + OP_SHR}, {"->", OP_ARROW}, {"++", OP_INC}, {"--", OP_DEC},
		{"<<", OP_SHL}, {">>", OP_SHR}, {"<=", OP_LE}, {">=", OP_GE}, {"==", OP_EQ}, {"!=", OP_NE}, {"&&", OP_AND},
		{"||", OP_OR}, {"+=", OP_SET + '+'}, {"-=", OP_SET + '-'}, {"*=", OP_SET + '*'}, {"/=", OP_SET + '/'},
		{"%=", OP_SET + '%'}, {"&=", OP_SET + '&'}, {"|=", OP_SET + '|'}, {"^=", OP_SET + '^'},
	};

	p->t.kind = TOKEN_OP;
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (strncmp(s, ops[i].text, strlen(ops[i].text)) == 0) {
			p->t.op = ops[i].op;
			p->next = s + strlen(ops[i].text);
			return;
		}
	if (!strchr("+-*/%&|^~!<>=?:.,()[]@", *s))
		mistake(p, isprint((unsigned char)*s) ? "'%c' cannot stand in an expression" : "byte %d cannot stand in an expression",
			(unsigned char)*s);
	p->t.op = *s;
	p->next = s + 1;
}

static void
advance(Parser *p)
{
	const char *s = p->next + strspn(p->next, " \t\n");

	p->t = (Token){.at = s};
	if (*s == '\0')
		p->next = s;
	else if (isdigit((unsigned char)*s) || (*s == '.' && isdigit((unsigned char)s[1])))
		take_number(p, s);
	else if (*s == '\'')
		take_character(p, s);
	else if (isalpha((unsigned char)*s) || *s == '_' || *s == '$')
		take_name(p, s);
	else
		take_operator(p, s);
}

static bool
is_op(const Parser *p, int op)
{
	return p->t.kind == TOKEN_OP && p->t.op == op;
}

static bool
accept(Parser *p, int op)
{
	if (!is_op(p, op))
		return false;
	advance(p);
	return true;
}

static void
expect(Parser *p, int op)
{
	if (accept(p, op))
		return;
	if (p->t.kind == TOKEN_END)
		mistake(p, "'%c' is missing at the end", op);
	mistake(p, "'%c' is missing before '%.20s'", op, p->t.at);
}

static bool
is_word(const Parser *p, const char *word)
{
	return p->t.kind == TOKEN_NAME && p->t.len == strlen(word) && strncmp(p->t.at, word, p->t.len) == 0;
}

static char *
word(Parser *p)
{
	return arena_strndup(p->arena, p->t.at, p->t.len);
}

/* deeper: brackets in brackets, and so on, only so far; the caller takes one off again. */
static void
deeper(Parser *p)
{
	if (++p->depth > MAX_DEPTH)
		mistake(p, "the expression is nested too deeply");
}

/* ---- types ---- */

static bool
is_name_of_type(Parser *p)
{
	char why[EXPR_ERROR];
	Value v = {0};

	return p->names->type(p->names->of, TYPE_NAME, word(p))
		&& !p->names->value(p->names->of, p->arena, word(p), &v, why);
}

static const char *const specifiers[] = {
	"struct", "union", "enum", "unsigned", "signed", "char", "short", "int", "long", "float", "double", "void", "_Bool", "bool",
	"const", "volatile",
};

static bool
begins_type(Parser *p)
{
	if (p->t.kind != TOKEN_NAME)
		return false;
	for (size_t i = 0; i < sizeof specifiers / sizeof *specifiers; i++)
		if (is_word(p, specifiers[i]))
			return true;
	return is_name_of_type(p);
}

static const Type *
tagged(Parser *p, TypeKind kind, const char *keyword)
{
	const Type *t;

	advance(p);
	if (p->t.kind != TOKEN_NAME)
		mistake(p, "%s: its name must follow", keyword);
	t = p->names->type(p->names->of, kind, word(p));
	if (!t)
		mistake(p, "the program has no %s %s", keyword, word(p));
	advance(p);
	return t;
}

/* How often the words of a base type stand there. */
typedef struct Specifiers {
	int is_unsigned, is_signed, nchar, nshort, nint, nlong, nfloat, ndouble, nvoid, nbool, all;
} Specifiers;

static bool
take_specifier(Parser *p, Specifiers *s)
{
	struct {
		const char *word;
		int *n;
	} words[] = {
		{"unsigned", &s->is_unsigned}, {"signed", &s->is_signed}, {"char", &s->nchar}, {"short", &s->nshort},
		{"int", &s->nint}, {"long", &s->nlong}, {"float", &s->nfloat}, {"double", &s->ndouble}, {"void", &s->nvoid},
		{"_Bool", &s->nbool}, {"bool", &s->nbool},
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (is_word(p, words[i].word)) {
			++*words[i].n;
			s->all++;
			advance(p);
			return true;
		}
	return false;
}

static const Type *
base_of(Parser *p, const Specifiers *s)
{
	bool u = s->is_unsigned;

	if (s->is_unsigned + s->is_signed > 1 || s->nchar + s->nfloat + s->ndouble + s->nvoid + s->nbool > 1 || s->nlong > 2
		|| s->nshort > 1 || s->nint > 1)
		mistake(p, "these words make no type");
	if (s->nvoid + s->nbool + s->nfloat + s->ndouble > 0 && s->all > 1)
		mistake(p, "these words make no type");
	if (s->nvoid)
		return &base_types[BASE_VOID];
	if (s->nbool)
		return &base_types[BASE_BOOL];
	if (s->nfloat || s->ndouble)
		return &base_types[s->nfloat ? BASE_FLOAT : BASE_DOUBLE];
	if (s->nchar)
		return &base_types[u ? BASE_UNSIGNED_CHAR : s->is_signed ? BASE_SIGNED_CHAR : BASE_CHAR];
	if (s->nshort)
		return &base_types[u ? BASE_UNSIGNED_SHORT : BASE_SHORT];
	if (s->nlong == 2)
		return &base_types[u ? BASE_UNSIGNED_LONG_LONG : BASE_LONG_LONG];
	if (s->nlong)
		return &base_types[u ? BASE_UNSIGNED_LONG : BASE_LONG];
	return &base_types[u ? BASE_UNSIGNED : BASE_INT];
}

static const Type *
specified(Parser *p)
{
	Specifiers s = {0};
	const Type *t = NULL;

	for (;;) {
		if (is_word(p, "const") || is_word(p, "volatile"))
			advance(p);
		else if (!t && !s.all && is_word(p, "struct"))
			t = tagged(p, TYPE_STRUCT, "struct");
		else if (!t && !s.all && is_word(p, "union"))
			t = tagged(p, TYPE_UNION, "union");
		else if (!t && !s.all && is_word(p, "enum"))
			t = tagged(p, TYPE_ENUM, "enum");
		else if (!t && take_specifier(p, &s))
			continue;
		else if (!t && !s.all && p->t.kind == TOKEN_NAME && is_name_of_type(p)) {
			t = p->names->type(p->names->of, TYPE_NAME, word(p));
			advance(p);
		} else {
			return t ? t : base_of(p, &s);
		}
	}
}

static const Type *dimensions(Parser *p, const Type *t);

/* A place in the text to go back to. */
typedef struct Mark {
	Token t;
	const char *next;
} Mark;

static Mark
mark(const Parser *p)
{
	return (Mark){p->t, p->next};
}

static void
go_to(Parser *p, Mark m)
{
	p->t = m.t;
	p->next = m.next;
}

/* declarator: stars, then what is in brackets, then dimensions, which bind closer. */
static const Type *
declarator(Parser *p, const Type *t)
{
	Mark inside, behind;

	while (accept(p, '*')) {
		t = type_pointer(p->arena, t);
		while (is_word(p, "const") || is_word(p, "volatile"))
			advance(p);
	}
	if (!is_op(p, '('))
		return dimensions(p, t);
	advance(p);
	if (++p->declarators > MAX_DECLARATORS)
		mistake(p, "the type is nested too deeply");
	inside = mark(p);
	declarator(p, t); /* only to find its end: it applies to what comes behind */
	expect(p, ')');
	t = dimensions(p, t);
	behind = mark(p);
	go_to(p, inside);
	t = declarator(p, t);
	go_to(p, behind);
	p->declarators--;
	return t;
}

static const Type *
dimensions(Parser *p, const Type *t)
{
	uint64_t n, size;

	if (!accept(p, '['))
		return t;
	n = p->t.number;
	if (p->t.kind != TOKEN_NUMBER)
		mistake(p, "[: the number of elements must follow");
	advance(p);
	expect(p, ']');
	deeper(p);
	t = dimensions(p, t);
	p->depth--;
	size = type_plain(t)->size;
	if (n > IMAGE_MAX_MEMORY || n * size > IMAGE_MAX_MEMORY)
		mistake(p, "an array of %llu elements is larger than any memory", (unsigned long long)n);
	return type_array(p->arena, t, n);
}

static const Type *
type_name(Parser *p)
{
	return declarator(p, specified(p));
}

/* ---- expressions ---- */

static Expr *comma(Parser *p);
static Expr *assignment(Parser *p);
static Expr *unary(Parser *p);

static Expr *
node(Parser *p, ExprKind kind, int op, const Expr *a, const Expr *b)
{
	Expr *e = arena_alloc(p->arena, 1, sizeof *e);

	*e = (Expr){.kind = kind, .op = op, .a = a, .b = b};
	return e;
}

static Expr *
primary(Parser *p)
{
	Expr *e;

	switch (p->t.kind) {
	case TOKEN_NUMBER: case TOKEN_CHARACTER:
		e = node(p, EXPR_VALUE, 0, NULL, NULL);
		e->value = value_of_number(p->arena, p->t.type, p->t.number);
		break;
	case TOKEN_REAL:
		e = node(p, EXPR_VALUE, 0, NULL, NULL);
		e->value = value_of_real(p->arena, p->t.type, p->t.real);
		break;
	case TOKEN_NAME: case TOKEN_REGISTER:
		e = node(p, p->t.kind == TOKEN_NAME ? EXPR_NAME : EXPR_REGISTER, 0, NULL, NULL);
		e->text = word(p);
		break;
	case TOKEN_END:
		mistake(p, "the expression ends where a value must follow");
	default:
		if (accept(p, '(')) {
			e = comma(p);
			expect(p, ')');
			return e;
		}
		mistake(p, "'%.20s': a value must stand there", p->t.at);
	}
	advance(p);
	return e;
}

static Expr *
member(Parser *p, const Expr *of)
{
	Expr *e = node(p, EXPR_MEMBER, 0, of, NULL);

	if (p->t.kind != TOKEN_NAME)
		mistake(p, "a member's name must follow");
	e->text = word(p);
	advance(p);
	return e;
}

static Expr *
postfix(Parser *p)
{
	Expr *e = primary(p);

	for (;;) {
		if (accept(p, '[')) {
			e = node(p, EXPR_INDEX, 0, e, comma(p));
			expect(p, ']');
		} else if (accept(p, '.')) {
			e = member(p, e);
		} else if (accept(p, OP_ARROW)) {
			e = member(p, node(p, EXPR_UNARY, '*', e, NULL));
		} else if (accept(p, OP_INC)) {
			e = node(p, EXPR_AFTER, '+', e, NULL);
		} else if (accept(p, OP_DEC)) {
			e = node(p, EXPR_AFTER, '-', e, NULL);
		} else if (is_op(p, '(')) {
			mistake(p, "functions cannot be called in an expression");
		} else {
			return e;
		}
	}
}

static Expr *
size_of(Parser *p)
{
	Expr *e = node(p, EXPR_SIZEOF, 0, NULL, NULL);
	Mark before;

	advance(p);
	before = mark(p);
	if (accept(p, '(') && begins_type(p)) {
		e->type = type_name(p);
		expect(p, ')');
		return e;
	}
	go_to(p, before);
	e->a = unary(p);
	return e;
}

/* cast_or_value: behind an opening bracket. */
static Expr *
cast_or_value(Parser *p)
{
	Mark before = mark(p);
	Expr *e;

	advance(p);
	if (!begins_type(p)) {
		go_to(p, before);
		return postfix(p);
	}
	e = node(p, EXPR_CAST, 0, NULL, NULL);
	e->type = type_name(p);
	expect(p, ')');
	e->a = unary(p);
	return e;
}

static Expr *
unary(Parser *p)
{
	static const char operators[] = "-+!~*&";
	Expr *e;

	deeper(p);
	if (accept(p, OP_INC)) {
		e = node(p, EXPR_BEFORE, '+', unary(p), NULL);
	} else if (accept(p, OP_DEC)) {
		e = node(p, EXPR_BEFORE, '-', unary(p), NULL);
	} else if (is_word(p, "sizeof")) {
		e = size_of(p);
	} else if (p->t.kind == TOKEN_OP && p->t.op < 128 && strchr(operators, p->t.op)) {
		int op = p->t.op;

		advance(p);
		e = node(p, EXPR_UNARY, op, unary(p), NULL);
	} else if (is_op(p, '(')) {
		e = cast_or_value(p);
	} else {
		e = postfix(p);
	}
	p->depth--;
	return e;
}

/* precedence: of a binary operator; 0: it is none. */
static int
precedence(const Token *t)
{
	if (t->kind != TOKEN_OP)
		return 0;
	switch (t->op) {
	case '@': return 11;
	case '*': case '/': case '%': return 10;
	case '+': case '-': return 9;
	case OP_SHL: case OP_SHR: return 8;
	case '<': case '>': case OP_LE: case OP_GE: return 7;
	case OP_EQ: case OP_NE: return 6;
	case '&': return 5;
	case '^': return 4;
	case '|': return 3;
	case OP_AND: return 2;
	case OP_OR: return 1;
	default: return 0;
	}
}

static Expr *
binary(Parser *p, int least)
{
	Expr *e = unary(p);

	for (int level; (level = precedence(&p->t)) >= least;) {
		int op = p->t.op;

		advance(p);
		deeper(p);
		if (op == OP_AND || op == OP_OR)
			e = node(p, EXPR_LOGICAL, op == OP_AND ? '&' : '|', e, binary(p, level + 1));
		else
			e = node(p, EXPR_BINARY, op, e, binary(p, level + 1));
		p->depth--;
	}
	return e;
}

static Expr *
choice(Parser *p)
{
	Expr *e = binary(p, 1), *c;

	if (!accept(p, '?'))
		return e;
	deeper(p);
	c = node(p, EXPR_CHOICE, 0, e, comma(p));
	expect(p, ':');
	c->c = choice(p);
	p->depth--;
	return c;
}

static Expr *
assignment(Parser *p)
{
	Expr *e = choice(p);
	int op = p->t.op;

	if (p->t.kind != TOKEN_OP || (op != '=' && op <= OP_SET))
		return e;
	advance(p);
	deeper(p);
	e = node(p, EXPR_ASSIGN, op == '=' ? op : op - OP_SET, e, assignment(p));
	p->depth--;
	return e;
}

static Expr *
comma(Parser *p)
{
	Expr *e = assignment(p);

	while (accept(p, ','))
		e = node(p, EXPR_BINARY, ',', e, assignment(p));
	return e;
}

Expr *
expression_parse(Arena *a, const char *text, const Names *names, char error[EXPR_ERROR])
{
	enum { LONGEST = 10000 };
	Parser p = {.arena = a, .names = names, .text = text, .next = text, .error = error};
	Expr *e;

	if (setjmp(p.fail) != 0)
		return NULL;
	if (strnlen(text, LONGEST + 1) > LONGEST)
		mistake(&p, "the expression is longer than %d characters", LONGEST);
	advance(&p);
	e = comma(&p);
	if (p.t.kind != TOKEN_END)
		mistake(&p, "'%.20s' is left over behind the expression", p.t.at);
	return e;
}

const Type *
expression_type(Arena *a, const char *text, const Names *names)
{
	char error[EXPR_ERROR];
	Parser p = {.arena = a, .names = names, .text = text, .next = text, .error = error};
	const Type *t;

	if (setjmp(p.fail) != 0)
		return NULL;
	advance(&p);
	if (!begins_type(&p))
		return NULL;
	t = type_name(&p);
	return p.t.kind == TOKEN_END ? t : NULL;
}
