/*
 * expr_parse.c - parses a C expression into a tree, by operator precedence. A name in parentheses
 * is a type unless a variable has that name.
 */
#include "expr_parse.h"

#include <string.h>

static Expr *parse_comma(Parser *p);
static Expr *parse_assignment(Parser *p);
static Expr *parse_unary(Parser *p);

/* new_node: a node of the expression's tree. */
static Expr *
new_node(Parser *p, ExprKind kind, int op, const Expr *a, const Expr *b)
{
	Expr *e = arena_alloc(p->arena, 1, sizeof *e);

	*e = (Expr){.kind = kind, .op = op, .a = a, .b = b};
	return e;
}

/* parse_primary: parse a name, a constant or an expression in parentheses. */
static Expr *
parse_primary(Parser *p)
{
	Expr *e;

	switch (p->t.kind) {
	case TOKEN_NUMBER: case TOKEN_CHARACTER:
		e = new_node(p, EXPR_VALUE, 0, NULL, NULL);
		e->value = value_of_number(p->arena, p->t.type, p->t.number);
		break;
	case TOKEN_REAL:
		e = new_node(p, EXPR_VALUE, 0, NULL, NULL);
		e->value = value_of_real(p->arena, p->t.type, p->t.real);
		break;
	case TOKEN_NAME: case TOKEN_REGISTER:
		e = new_node(p, p->t.kind == TOKEN_NAME ? EXPR_NAME : EXPR_REGISTER, 0, NULL, NULL);
		e->text = token_word(p);
		break;
	case TOKEN_END:
		parse_mistake(p, "the expression ends; expected a value");
	default:
		if (token_accept(p, '(')) {
			e = parse_comma(p);
			token_expect(p, ')');
			return e;
		}
		parse_mistake(p, "expected a value instead of '%.20s'", p->t.at);
	}
	token_advance(p);
	return e;
}

/* parse_member: parse the name behind `.` or `->`, of the structure `of`. */
static Expr *
parse_member(Parser *p, const Expr *of)
{
	Expr *e = new_node(p, EXPR_MEMBER, 0, of, NULL);

	if (p->t.kind != TOKEN_NAME)
		parse_mistake(p, "a member's name must follow");
	e->text = token_word(p);
	token_advance(p);
	return e;
}

/* parse_postfix: parse a primary expression with the indices, members, ++ and -- behind it. */
static Expr *
parse_postfix(Parser *p)
{
	Expr *e = parse_primary(p);

	for (;;) {
		if (token_accept(p, '[')) {
			e = new_node(p, EXPR_INDEX, 0, e, parse_comma(p));
			token_expect(p, ']');
		} else if (token_accept(p, '.')) {
			e = parse_member(p, e);
		} else if (token_accept(p, OP_ARROW)) {
			e = parse_member(p, new_node(p, EXPR_UNARY, '*', e, NULL));
		} else if (token_accept(p, OP_INC)) {
			e = new_node(p, EXPR_AFTER, '+', e, NULL);
		} else if (token_accept(p, OP_DEC)) {
			e = new_node(p, EXPR_AFTER, '-', e, NULL);
		} else if (token_is(p, '(')) {
			parse_mistake(p, "functions cannot be called in an expression");
		} else {
			return e;
		}
	}
}

/* parse_sizeof: parse what follows `sizeof`: a type in parentheses or an expression. */
static Expr *
parse_sizeof(Parser *p)
{
	Expr *e = new_node(p, EXPR_SIZEOF, 0, NULL, NULL);
	TokenMark before;

	token_advance(p);
	before = token_mark(p);
	if (token_accept(p, '(') && type_begins(p)) {
		e->type = type_parse(p);
		token_expect(p, ')');
		return e;
	}
	token_return(p, before);
	e->a = parse_unary(p);
	return e;
}

/* parse_cast_or_value: parse what follows an opening parenthesis. */
static Expr *
parse_cast_or_value(Parser *p)
{
	TokenMark before = token_mark(p);
	Expr *e;

	token_advance(p);
	if (!type_begins(p)) {
		token_return(p, before);
		return parse_postfix(p);
	}
	e = new_node(p, EXPR_CAST, 0, NULL, NULL);
	e->type = type_parse(p);
	token_expect(p, ')');
	e->a = parse_unary(p);
	return e;
}

/* parse_unary: parse prefix operators and their operand. */
static Expr *
parse_unary(Parser *p)
{
	static const char operators[] = "-+!~*&";
	Expr *e;

	parse_deeper(p);
	if (token_accept(p, OP_INC)) {
		e = new_node(p, EXPR_BEFORE, '+', parse_unary(p), NULL);
	} else if (token_accept(p, OP_DEC)) {
		e = new_node(p, EXPR_BEFORE, '-', parse_unary(p), NULL);
	} else if (token_is_word(p, "sizeof")) {
		e = parse_sizeof(p);
	} else if (p->t.kind == TOKEN_OP && p->t.op < 128 && strchr(operators, p->t.op)) {
		int op = p->t.op;

		token_advance(p);
		e = new_node(p, EXPR_UNARY, op, parse_unary(p), NULL);
	} else if (token_is(p, '(')) {
		e = parse_cast_or_value(p);
	} else {
		e = parse_postfix(p);
	}
	p->depth--;
	return e;
}

/* operator_precedence: the precedence of a binary operator; 0 if it is not one. */
static int
operator_precedence(const Token *t)
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

/* parse_binary: parse operators that bind at least as strongly as `least`. */
static Expr *
parse_binary(Parser *p, int least)
{
	Expr *e = parse_unary(p);

	for (int level; (level = operator_precedence(&p->t)) >= least;) {
		int op = p->t.op;

		token_advance(p);
		parse_deeper(p);
		if (op == OP_AND || op == OP_OR)
			e = new_node(p, EXPR_LOGICAL, op == OP_AND ? '&' : '|', e,
				     parse_binary(p, level + 1));
		else
			e = new_node(p, EXPR_BINARY, op, e, parse_binary(p, level + 1));
		p->depth--;
	}
	return e;
}

/* parse_choice: parse a ? b : c, or an expression that binds more tightly. */
static Expr *
parse_choice(Parser *p)
{
	Expr *e = parse_binary(p, 1), *c;

	if (!token_accept(p, '?'))
		return e;
	parse_deeper(p);
	c = new_node(p, EXPR_CHOICE, 0, e, parse_comma(p));
	token_expect(p, ':');
	c->c = parse_choice(p);
	p->depth--;
	return c;
}

/* parse_assignment: parse an assignment, or an expression that binds more tightly. */
static Expr *
parse_assignment(Parser *p)
{
	Expr *e = parse_choice(p);
	int op = p->t.op;

	if (p->t.kind != TOKEN_OP || (op != '=' && op <= OP_SET))
		return e;
	token_advance(p);
	parse_deeper(p);
	e = new_node(p, EXPR_ASSIGN, op == '=' ? op : op - OP_SET, e, parse_assignment(p));
	p->depth--;
	return e;
}

/* parse_comma: parse expressions separated by commas: a whole expression. */
static Expr *
parse_comma(Parser *p)
{
	Expr *e = parse_assignment(p);

	while (token_accept(p, ','))
		e = new_node(p, EXPR_BINARY, ',', e, parse_assignment(p));
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
		parse_mistake(&p, "the expression is longer than %d characters", LONGEST);
	token_advance(&p);
	e = parse_comma(&p);
	if (p.t.kind != TOKEN_END)
		parse_mistake(&p, "unexpected '%.20s' after the expression", p.t.at);
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
	token_advance(&p);
	if (!type_begins(&p))
		return NULL;
	t = type_parse(&p);
	return p.t.kind == TOKEN_END ? t : NULL;
}
