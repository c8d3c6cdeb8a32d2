/*
 * expr.c - expressions: C's operators on 64-bit numbers and on addresses.
 *
 * Expressions are stored as trees, because names in them may be defined later, and addresses change
 * while instructions grow.
 */
#include "assembly.h"

#include <ctype.h>
#include <string.h>

static const struct {
	const char *text;
	char op;
	int precedence;
} operators[] = {
	{"|", '|', 1}, {"^", '^', 2}, {"&", '&', 3}, {"<<", '<', 4}, {">>", '>', 4},
	{"+", '+', 5}, {"-", '-', 5}, {"*", '*', 6}, {"/", '/', 6},  {"%", '%', 6},
};

enum { NOPERATORS = sizeof operators / sizeof *operators };

static Expr *parse_binary(Parser *p, int precedence, int depth);

/* new_node: make a node of an expression; b may be NULL. */
static Expr *
new_node(Parser *p, ExprOp kind, char op, Expr *a, Expr *b)
{
	Expr *e = arena_alloc(&p->as->arena, 1, sizeof *e);
	int below = a ? a->depth : 0;

	if (b && b->depth > below)
		below = b->depth;
	*e = (Expr){.kind = kind, .op = op, .depth = below + 1, .a = a, .b = b};
	e->plain = a && a->plain && (!b || b->plain);
	if (e->depth > MAX_DEPTH)
		fail(p, "an expression is nested too deeply; the limit is %d levels", MAX_DEPTH);
	return e;
}

/* expr_number: make an expression that is a number. */
static Expr *
expr_number(As *as, int64_t number)
{
	Expr *e = arena_alloc(&as->arena, 1, sizeof *e);

	*e = (Expr){.kind = EXPR_NUMBER, .plain = true, .depth = 1, .number = number};
	return e;
}

/* expr_sym: make an expression that is a symbol, and mark the symbol as used. */
static Expr *
expr_sym(Parser *p, Sym *s)
{
	Expr *e = new_node(p, EXPR_SYM, 0, NULL, NULL);

	if (!s->used && s->def == SYM_UNDEFINED)
		s->where = p->where;
	s->used = true;
	e->sym = s;
	return e;
}

/*
 * parse_label_reference: if the text is 1b or 1f, make an expression of the nearest label 1 before
 * or after it; NULL if the text is something else.
 */
static Expr *
parse_label_reference(Parser *p)
{
	const char *q = p->p;
	Sym *s;

	while (q < p->end && isdigit((uint8_t)*q))
		q++;
	if (q == p->p || q == p->end || (*q != 'b' && *q != 'f') ||
	    (q + 1 < p->end && (isalnum((uint8_t)q[1]) || q[1] == '_')))
		return NULL;
	s = sym_get(p->as, p->unit, p->p, q - p->p, p->where);
	if (*q == 'b' && !s->last)
		fail(p, "label %s is not defined before this line", s->name);
	if (*q == 'f' && !s->next)
		s->next = sym_make(p->as, p->unit, p->p, q + 1 - p->p, p->where);
	p->p = q + 1;
	s = *q == 'b' ? s->last : s->next;
	return s ? expr_sym(p, s) : expr_number(p->as, 0);
}

/* parse_primary: parse a number, a name, a character, or an expression in parentheses. */
static Expr *
parse_primary(Parser *p, int depth)
{
	const char *name;
	uint64_t number;
	int64_t c;
	size_t len;
	Expr *e;

	if (lex_accept(p, "(")) {
		e = parse_binary(p, 1, depth + 1);
		if (!lex_accept(p, ")"))
			fail(p, "missing ')' in an expression");
		return e;
	}
	at_end(p);
	if ((e = parse_label_reference(p)) != NULL)
		return e;
	if (lex_number(p, &number))
		return expr_number(p->as, number);
	if (lex_char(p, &c))
		return expr_number(p->as, c);
	if ((len = lex_name(p, &name)) == 0) {
		fail(p, "expected a number, a name or '(' in an expression");
		return expr_number(p->as, 0);
	}
	if (len == 1 && *name == '.') {
		e = new_node(p, EXPR_HERE, 0, NULL, NULL);
		e->here.sect = p->sect;
		e->here.frag = p->here;
		return e;
	}
	return expr_sym(p, sym_get(p->as, p->unit, name, len, p->where));
}

/*
 * parse_unary: parse an operand with the unary operators before it; depth: levels of nesting so
 * far.
 */
static Expr *
parse_unary(Parser *p, int depth)
{
	if (depth > MAX_DEPTH) {
		fail(p, "an expression is nested too deeply; the limit is %d levels", MAX_DEPTH);
		return expr_number(p->as, 0);
	}
	if (lex_accept(p, "+"))
		return parse_unary(p, depth + 1);
	if (lex_accept(p, "-"))
		return new_node(p, EXPR_NEGATE, 0, parse_unary(p, depth + 1), NULL);
	if (lex_accept(p, "~"))
		return new_node(p, EXPR_INVERT, 0, parse_unary(p, depth + 1), NULL);
	return parse_primary(p, depth);
}

/*
 * accept_operator: accept an operator of at least this precedence; returns its index, or
 * NOPERATORS.
 */
static int
accept_operator(Parser *p, int precedence)
{
	int i = 0;

	if (at_end(p) || !strchr("|^&<>+-*/%", *p->p))
		return NOPERATORS; /* most operands are not followed by an operator */
	while (i < NOPERATORS
	       && (operators[i].precedence < precedence || !lex_accept(p, operators[i].text)))
		i++;
	return i;
}

/* parse_binary: parse operators with at least this precedence. */
static Expr *
parse_binary(Parser *p, int precedence, int depth)
{
	Expr *e = parse_unary(p, depth);
	int i;

	while (!p->failed && (i = accept_operator(p, precedence)) < NOPERATORS)
		e = new_node(p, EXPR_BINARY, operators[i].op, e,
			     parse_binary(p, operators[i].precedence + 1, depth + 1));
	return e;
}

Expr *
expr_parse(Parser *p)
{
	Expr *e = parse_binary(p, 1, 0);
	Value v;

	if (p->failed)
		return expr_number(p->as, 0);
	if (!e->plain || e->kind == EXPR_NUMBER)
		return e;
	v = expr_value(p->as, e, p->where, true);
	p->failed = !v.ok;
	return expr_number(p->as, v.number);
}

/* ---- values ---- */

/* The computation of an expression's value. */
typedef struct Eval {
	As *as;
	Where where;
	bool report; /* report why a value cannot be computed */
	int depth; /* how many symbols are being computed that need this value */
} Eval;

static Value eval_expr(Eval *ev, const Expr *e);

/* unknown_value: return a value that is marked as unknown; report why, if ev wants reports. */
static Value
unknown_value(Eval *ev, const char *what, const char *name)
{
	if (ev->report)
		as_error(ev->as, ev->where, what, name);
	return (Value){0};
}

Addr
frag_addr(const Sect *s, size_t frag)
{
	return frag < s->nfrags ? s->frags[frag].addr : s->addr + s->size;
}

/* frag_value: the address of a fragment, as the value of a label. */
static Value
frag_value(Eval *ev, const Sect *s, size_t frag)
{
	if (ev->as->pass == 0)
		return (Value){0}; /* addresses are not known yet */
	return (Value){frag_addr(s, frag), s->kind != SECTION_OTHER, true};
}

/* divide_values: the quotient, or with op '%' the remainder. */
static Value
divide_values(Eval *ev, Value a, Value b, char op)
{
	if (b.number == 0)
		return unknown_value(ev, "division by zero%s", "");
	if (b.number == -1) /* INT64_MIN / -1 would overflow */
		return (Value){op == '/' ? (int64_t)(0 - (uint64_t)a.number) : 0, 0, true};
	return (Value){op == '/' ? a.number / b.number : a.number % b.number, 0, true};
}

/* shift_values: a shifted left (op '<') or right by b. */
static Value
shift_values(Eval *ev, Value a, Value b, char op)
{
	if (b.number < 0 || b.number > 63)
		return unknown_value(ev, "a shift is by less than 0 or more than 63 places%s", "");
	return (Value){op == '<' ? (int64_t)((uint64_t)a.number << b.number) : a.number >> b.number,
		       0, true};
}

/* combine_values: apply any operator except + and - to constants. */
static Value
combine_values(Eval *ev, char op, Value a, Value b)
{
	if (a.addresses || b.addresses)
		return unknown_value(ev,
				     "only + and - can be used on addresses%s, since the program's "
				     "address is not known",
				     "");
	switch (op) {
	case '|':
		return (Value){a.number | b.number, 0, true};
	case '^':
		return (Value){a.number ^ b.number, 0, true};
	case '&':
		return (Value){a.number & b.number, 0, true};
	case '*':
		return (Value){(uint64_t)a.number * (uint64_t)b.number, 0, true};
	case '<':
	case '>':
		return shift_values(ev, a, b, op);
	default:
		return divide_values(ev, a, b, op);
	}
}

/* eval_binary: the value of an expression with two operands. */
static Value
eval_binary(Eval *ev, const Expr *e)
{
	Value a = eval_expr(ev, e->a), b;

	if (!a.ok)
		return a;
	b = eval_expr(ev, e->b);
	if (!b.ok)
		return b;
	if (e->op == '+')
		return (Value){(uint64_t)a.number + (uint64_t)b.number, a.addresses + b.addresses,
			       true};
	if (e->op == '-')
		return (Value){(uint64_t)a.number - (uint64_t)b.number, a.addresses - b.addresses,
			       true};
	return combine_values(ev, e->op, a, b);
}

/* eval_expr: the value of any expression. */
static Value
eval_expr(Eval *ev, const Expr *e)
{
	Value v;

	switch (e->kind) {
	case EXPR_NUMBER:
		return (Value){e->number, 0, true};
	case EXPR_SYM:
		return sym_value(ev->as, e->sym, ev->where, ev->report, ev->depth);
	case EXPR_HERE:
		return frag_value(ev, e->here.sect, e->here.frag);
	case EXPR_BINARY:
		return eval_binary(ev, e);
	case EXPR_NEGATE:
	case EXPR_INVERT:
		break;
	}
	v = eval_expr(ev, e->a);
	if (v.ok && e->kind == EXPR_NEGATE)
		return (Value){0 - (uint64_t)v.number, -v.addresses, true};
	return v.ok ? combine_values(ev, '^', v, (Value){-1, 0, true}) : v;
}

/* equ_value: the value of a name defined by .equ. */
static Value
equ_value(Eval *ev, Sym *s)
{
	static const char circular[] = "%s is defined by itself";
	static const char deep[] = "%s depends on too long a chain of names";
	As *as = ev->as;

	if (s->pass == as->pass && (s->value.ok || (as->pass && !ev->report)))
		return s->value;
	if (s->visiting || ev->depth + s->expr->depth > MAX_CHAIN)
		return unknown_value(ev, s->visiting ? circular : deep, s->name);
	s->visiting = true;
	ev->depth += s->expr->depth;
	s->value = eval_expr(ev, s->expr);
	ev->depth -= s->expr->depth;
	s->visiting = false;
	s->pass = as->pass;
	return s->value;
}

Value
sym_value(As *as, Sym *s, Where w, bool report, int depth)
{
	Eval ev = {as, w, report, depth};

	if (s->target)
		s = s->target;
	switch (s->def) {
	case SYM_LABEL:
		return frag_value(&ev, s->sect, s->frag);
	case SYM_EQU:
		return equ_value(&ev, s);
	case SYM_VALUE:
		return s->value;
	case SYM_UNDEFINED:
		break;
	}
	return (Value){0}; /* reported when names are resolved */
}

Value
expr_value(As *as, const Expr *e, Where w, bool report)
{
	Eval ev = {as, w, report, 0};
	Value v = eval_expr(&ev, e);

	if (v.ok && (v.addresses < 0 || v.addresses > 1))
		return unknown_value(&ev, "addresses can be subtracted, not added or negated%s",
				     "");
	return v;
}
