/*
 * alternatives.c - lists values that an execution of a statement could have given instead of its
 * own.
 */
#include "alternatives.h"

#include "cc/isa/executed.h"
#include "model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	ELSEWHERE = 6, /* at most so many values of other executions are listed */
	OPERANDS = 4,  /* at most so many causes have values that are combined */
};

/* ---- numbers ---- */

/* An integer or a real. */
typedef struct Number {
	bool real;
	int64_t integer; /* if it is an integer */
	double value;    /* if it is real */
} Number;

/*
 * parse_number: parse the number at the beginning of a value's text; false: the text does not
 * begin with a number, or the number is an address.
 */
static bool
parse_number(const char *text, Number *n)
{
	char *end;

	n->integer = strtoll(text, &end, 10);
	n->value = n->integer;
	n->real = false;
	if (end == text || *end == 'x')
		return false;
	if (*end != '.' && *end != 'e')
		return *end == '\0' || *end == ' ';
	n->real = true;
	n->value = strtod(text, &end);
	return *end == '\0' && isfinite(n->value);
}

/* integer_number: an integer as a Number. */
static Number
integer_number(int64_t n)
{
	return (Number){.integer = n, .value = n};
}

/* real_number: a real as a Number. */
static Number
real_number(double r)
{
	return (Number){.real = true, .value = r};
}

/* number_value: the value of an integer or real as a double. */
static double
number_value(const Number *n)
{
	return n->real ? n->value : n->integer;
}

/* ---- a list ---- */

/*
 * value_bytes: the size of the value that an execution gives; 0: it is neither in memory nor in
 * Areg.
 */
static Word
value_bytes(const Cause *c)
{
	if (c->key.kind == CAUSE_CALL)
		return c->key.addr == FLOW_A ? sizeof(Word) : 0;
	return c->key.kind == CAUSE_ASSIGNMENT ? c->nbytes : 0;
}

/* The state of listing the alternatives of a cause. */
typedef struct Listing {
	const CauseGraph *g;
	const Cause *cause;
	bool real;  /* the values of the cause are real */
	Number now; /* the value of the cause in the run */
	Alternatives found;
	Arena *arena;
} Listing;

/* encode_number: encode a number as the execution stores it. */
static void
encode_number(const Listing *l, const Number *n, uint8_t bytes[ALTERNATIVE_BYTES])
{
	float single = number_value(n);
	double whole = number_value(n);

	if (l->real && value_bytes(l->cause) == sizeof single)
		memcpy(bytes, &single, sizeof single);
	else if (l->real)
		memcpy(bytes, &whole, sizeof whole);
	else
		for (int i = 0; i < ALTERNATIVE_BYTES; i++)
			bytes[i] = n->integer >> 8 * i;
}

/* is_listed: true if the bytes are the execution's own value, or in the list already. */
static bool
is_listed(const Listing *l, const uint8_t bytes[ALTERNATIVE_BYTES])
{
	uint8_t now[ALTERNATIVE_BYTES] = {0};

	encode_number(l, &l->now, now);
	if (memcmp(now, bytes, value_bytes(l->cause)) == 0)
		return true;
	for (uint32_t i = 0; i < l->found.n; i++)
		if (memcmp(l->found.list[i].bytes, bytes, value_bytes(l->cause)) == 0)
			return true;
	return false;
}

/*
 * add_number: add a number to the alternatives, unless it is listed; `why` is appended to its text.
 */
static void
add_number(Listing *l, const Number *n, const char *why)
{
	Alternative a = {.cause = l->cause, .nbytes = value_bytes(l->cause),
		.kind = l->cause->key.kind == CAUSE_CALL ? INSTEAD_RESULT : INSTEAD_MEMORY};

	encode_number(l, n, a.bytes);
	if (is_listed(l, a.bytes))
		return;
	if (l->real)
		snprintf(a.text, sizeof a.text, "with %.17g%s", number_value(n), why);
	else
		snprintf(a.text, sizeof a.text, "with %lld%s", (long long)n->integer, why);
	l->found.list = arena_more(l->arena, l->found.list, l->found.n, sizeof *l->found.list);
	l->found.list[l->found.n++] = a;
}

/*
 * is_same_statement: true if both are executions of one statement, perhaps of different elements of
 * an array.
 */
static bool
is_same_statement(const Cause *a, const Cause *b)
{
	return a->key.kind == b->key.kind && cause_same_line(a, b)
		&& cause_same_object(a->name, b->name);
}

/* add_other_executions: add the values that other executions of the statement have given. */
static void
add_other_executions(Listing *l)
{
	uint32_t most = l->found.n + ELSEWHERE;

	for (uint32_t i = 0; i < l->g->nnodes && l->found.n < most; i++) {
		const Cause *c = l->g->nodes[i];
		Number n;

		if (is_same_statement(c, l->cause) && parse_number(c->value, &n))
			add_number(l, &n, ", as elsewhere");
	}
}

/* ---- operations ---- */

/* A number that the execution has used. */
typedef struct Operand {
	const char *name; /* the variable that it was read from */
	Number n;
} Operand;

/* integer_result: the integer `a operator b`. */
static int64_t
integer_result(char operator, int64_t a, int64_t b)
{
	switch (operator) {
	case '+': return (uint64_t)a + b;
	case '-': return (uint64_t)a - b;
	case '*': return (uint64_t)a * b;
	case '/': return a / b;
	case '%': return a % b;
	case '&': return a & b;
	case '|': return a | b;
	case '^': return a ^ b;
	case '<': return (uint64_t)a << b;
	default: return a >> b;
	}
}

/* real_result: the real `a operator b`. */
static double
real_result(char operator, double a, double b)
{
	return operator == '+' ? a + b : operator == '-' ? a - b : operator == '*' ? a * b : a / b;
}

/*
 * is_operation_defined: true if the operator can be applied to a and b: no division by 0, for
 * example, and no shift by 32 bits or more.
 */
static bool
is_operation_defined(const Listing *l, char operator, const Number *a, const Number *b)
{
	if (l->real || a->real || b->real)
		return strchr("+-*/", operator) && (operator != '/' || number_value(b) != 0);
	if (operator == '/' || operator == '%')
		return b->integer > 0 || b->integer < -1;
	return !strchr("<>", operator) || (uint64_t)b->integer < 32;
}

/* add_operation: add the result of a binary operation, if it is defined. */
static void
add_operation(Listing *l, char operator, const Operand *a, const Operand *b)
{
	const char *shift = strchr("<>", operator) ? operator == '<' ? "<" : ">" : "";
	char why[ALTERNATIVE_TEXT / 2];
	Number n;

	if (!is_operation_defined(l, operator, &a->n, &b->n))
		return;
	n = l->real ? real_number(real_result(operator, number_value(&a->n), number_value(&b->n)))
		: integer_number(integer_result(operator, a->n.integer, b->n.integer));
	snprintf(why, sizeof why, ", %.24s %c%s %.24s", a->name, operator, shift, b->name);
	add_number(l, &n, why);
}

/*
 * list_operands: list the numbers in named variables that the execution has used; returns how many.
 */
static uint32_t
list_operands(const Listing *l, Operand to[OPERANDS])
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < l->cause->ncauses && n < OPERANDS; i++) {
		const Dependence *d = &l->cause->causes[i];
		const Cause *c = l->g->nodes[d->cause];
		Operand o = {*d->name ? d->name : c->name, {0}};

		if ((d->kind != DEPENDS_DATA && d->kind != DEPENDS_SYNC)
			|| !parse_number(c->value, &o.n) || (o.n.real && !l->real)
				|| *o.name == '*')
			continue;
		to[n++] = o;
	}
	return n;
}

/* add_operations: add the results of the operations on each pair of operands. */
static void
add_operations(Listing *l)
{
	Operand operand[OPERANDS];
	uint32_t n = list_operands(l, operand);

	for (const char *operator = "+-*/%&|^<>"; *operator; operator++)
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t j = 0; j < n; j++)
				if (i != j)
					add_operation(l, *operator, &operand[i], &operand[j]);
	for (uint32_t i = 0; i < n; i++)
		add_number(l, &operand[i].n, ", its operand");
}

/* add_neighbours: add to the alternatives the value plus and minus 1, its negation, and 0. */
static void
add_neighbours(Listing *l)
{
	double r = number_value(&l->now);
	int64_t i = l->now.integer;
	const Number near[] = {l->real ? real_number(r + 1) : integer_number(i + 1),
		l->real ? real_number(r - 1) : integer_number(i - 1),
		l->real ? real_number(-r) : integer_number(-(uint64_t)i),
		l->real ? real_number(0) : integer_number(0)};

	for (size_t k = 0; k < sizeof near / sizeof *near; k++)
		add_number(l, &near[k], "");
}

/*
 * is_real: true if this execution of the statement, or another one, gives a number with a fraction.
 */
static bool
is_real(const CauseGraph *g, const Cause *of)
{
	for (uint32_t i = 0; i < g->nnodes; i++) {
		const Cause *c = g->nodes[i];
		Number n;

		if (is_same_statement(c, of) && parse_number(c->value, &n) && n.real)
			return true;
	}
	return false;
}

Alternatives
alternatives_of(const CauseGraph *g, const Cause *c, Arena *a)
{
	Listing l = {.g = g, .cause = c, .arena = a, .real = is_real(g, c)};
	Word n = value_bytes(c);

	if (c->key.kind == CAUSE_PREDICATE) {
		l.found.list = arena_alloc(a, 1, sizeof *l.found.list);
		l.found.list[l.found.n++] = (Alternative){.cause = c, .kind = INSTEAD_JUMP,
			.text = "decided the other way"};
		return l.found;
	}
	if (!(n == 1 || n == 2 || n == 4 || n == 8) || !parse_number(c->value, &l.now))
		return l.found;
	add_other_executions(&l);
	add_operations(&l);
	add_neighbours(&l);
	return l.found;
}

/* ---- in a run ---- */

Place
alternative_place(const Alternative *a)
{
	const CauseKey *k = &a->cause->key;

	return place_before(k->node, a->kind == INSTEAD_MEMORY ? k->count + 1 : k->count);
}

/* is_at_jump: true if the node is about to execute a conditional jump. */
static bool
is_at_jump(const T800 *c)
{
	Word at = c->r.iptr - MOSTNEG, left = at < c->r.size ? c->r.size - at : 0;
	Executed e;

	return executed_decode(c->r.mem + at, left < MAX_INSTR ? left : MAX_INSTR, c->r.areg, &e)
		&& e.fn == FN_CJ;
}

bool
alternative_change(const Alternative *a, const Network *w, Change *to)
{
	const CauseKey *k = &a->cause->key;
	const T800 *c = w->nodes[k->node];

	*to = (Change){.node = k->node, .addr = k->addr, .nbytes = a->nbytes,
		.bytes = (uint8_t *)a->bytes};
	if (a->kind == INSTEAD_MEMORY)
		return change_is_possible(w, to);
	*to = (Change){.node = k->node, .registers = true, .areg = c->r.areg, .breg = c->r.breg,
		.creg = c->r.creg, .wptr = c->r.wptr, .iptr = c->r.iptr};
	if (a->kind == INSTEAD_RESULT)
		memcpy(&to->areg, a->bytes, sizeof to->areg);
	else
		to->areg = c->r.areg == 0;
	return a->kind == INSTEAD_RESULT || is_at_jump(c);
}
