/*
 * mutations.c - finds small changes of a statement's instructions, and executes the changed ones.
 */
#include "flowback_parts.h"
#include "mutations.h"

#include "sim/cpu/cpu.h"

#include <string.h>

enum { LARGEST = 4096 }; /* a larger constant is probably not a number in the source */

/* An operation on two operands, and the operator of C that it stands for. */
typedef struct Operation {
	Word code;     /* the operation: an OPER_ of the instruction set */
	char operator; /* '<' for <<, '>' for >> */
	bool real;     /* the operands are reals */
} Operation;

static const Operation operations[] = {
	{OPER_ADD, '+', false}, {OPER_SUM, '+', false}, {OPER_SUB, '-', false},
	{OPER_DIFF, '-', false}, {OPER_MUL, '*', false}, {OPER_PROD, '*', false},
	{OPER_DIV, '/', false}, {OPER_REM, '%', false}, {OPER_AND, '&', false},
	{OPER_OR, '|', false}, {OPER_XOR, '^', false}, {OPER_SHL, '<', false},
	{OPER_SHR, '>', false}, {OPER_FPADD, '+', true}, {OPER_FPSUB, '-', true},
	{OPER_FPMUL, '*', true}, {OPER_FPDIV, '/', true}};

/* find_operation: the arithmetic operation that the instruction executes; NULL if it is none. */
static const Operation *
find_operation(const Executed *e)
{
	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
		if (executed_is(e, operations[i].code))
			return &operations[i];
	return NULL;
}

/* operator_text: the operator as C writes it. */
static const char *
operator_text(char operator)
{
	static const char *const texts[] = {['<'] = "<<", ['>'] = ">>", ['+'] = "+", ['-'] = "-",
		['*'] = "*", ['/'] = "/", ['%'] = "%", ['&'] = "&", ['|'] = "|", ['^'] = "^"};

	return texts[(int)operator];
}

/* ---- finding ---- */

/* The search for the mutations of a statement. */
typedef struct MutationSearch {
	Mutations found;
	Arena *arena;
	Mutation at;   /* the mutation of the present instruction */
	bool compares; /* a comparison follows, for which the instruction may be the subtraction */
} MutationSearch;

/*
 * add_mutation: append a mutation of the present instruction; the caller sets its text. more: the
 * amount that is added to the operand or constant.
 */
static Mutation *
add_mutation(MutationSearch *x, MutationKind kind, int32_t more)
{
	Mutation *m;

	x->found.list = arena_more(x->arena, x->found.list, x->found.n, sizeof *x->found.list);
	m = &x->found.list[x->found.n++];
	*m = x->at;
	m->kind = kind;
	m->more = more;
	return m;
}

/* add_jump: for a conditional jump, add the mutation that lets it go the other way each time. */
static void
add_jump(MutationSearch *x, const Executed *e)
{
	if (e->fn == FN_CJ)
		snprintf(add_mutation(x, MUTATE_JUMP, 0)->text, MUTATION_TEXT,
			"decided the other way each time");
}

/*
 * add_other_operators: add the mutations that replace the instruction's operator by the others.
 */
static void
add_other_operators(MutationSearch *x, const Executed *e)
{
	const Operation *o = find_operation(e);

	if (x->compares)
		return;
	for (const char *c = o ? o->real ? "+-*/" : "+-*/%&|^<>" : ""; *c; c++) {
		Mutation *m;

		if (*c == o->operator)
			continue;
		m = add_mutation(x, MUTATE_OPERATOR, 0);
		m->operation = o->code;
		m->operator = *c;
		snprintf(m->text, sizeof m->text, "with %s instead of %s each time",
			operator_text(*c), operator_text(o->operator));
	}
}

/*
 * add_constant: add mutations of the constant that an instruction loads. more: the amount that is
 * added to the constant.
 */
static void
add_constant(MutationSearch *x, const Executed *e, int32_t more)
{
	int32_t constant = e->operand;
	Mutation *m;

	if ((e->fn != FN_LDC && e->fn != FN_ADC && e->fn != FN_EQC) || constant > LARGEST
		|| constant < -LARGEST)
		return;
	m = add_mutation(x, e->fn == FN_LDC ? MUTATE_CONSTANT : MUTATE_OPERAND,
		e->fn == FN_EQC ? -more : more);
	snprintf(m->text, sizeof m->text, "with %d instead of %d each time", constant + more,
		constant);
}

/*
 * add_boundary: add the mutation that moves the boundary of a comparison by `more`, as between <
 * and <=.
 */
static void
add_boundary(MutationSearch *x, const Executed *e, int32_t more)
{
	if (executed_is(e, OPER_GT))
		snprintf(add_mutation(x, MUTATE_OPERAND, more)->text, MUTATION_TEXT,
			"compared with one %s each time", more > 0 ? "more" : "less");
}

/*
 * add_neighbour: add the mutation that loads or stores at the neighbouring address, by a change of
 * Areg, which contains the address.
 */
static void
add_neighbour(MutationSearch *x, const Executed *e, int32_t more)
{
	bool word = e->fn == FN_LDNL || e->fn == FN_STNL;

	if (word || executed_is(e, OPER_LB) || executed_is(e, OPER_SB))
		snprintf(add_mutation(x, MUTATE_OPERAND, word ? 4 * more : more)->text,
			MUTATION_TEXT, "with the %s %s each time", word ? "word" : "byte",
			more > 0 ? "after it" : "before it");
}

/*
 * add_other_stores: for a store, add the mutations that store the value plus 1, the value minus 1,
 * its negation or 0.
 */
static void
add_other_stores(MutationSearch *x, const Executed *e)
{
	static const char *const texts[NSTORED] = {[STORED_MORE] = "with 1 more each time",
		[STORED_LESS] = "with 1 less each time",
		[STORED_NEGATION] = "with the negation each time",
		[STORED_ZERO] = "with 0 each time"};
	bool by_breg = e->fn == FN_STNL || executed_is(e, OPER_SB);

	for (int i = 0; i < NSTORED && (by_breg || e->fn == FN_STL); i++) {
		Mutation *m = add_mutation(x, MUTATE_STORED, 0);

		m->stored = i;
		m->by_breg = by_breg;
		snprintf(m->text, sizeof m->text, "%s", texts[i]);
	}
}

/*
 * add_mutations_of_pass: add the mutations of one kind, which the number of the pass selects. A
 * statement's instructions are passed over several times, so that the likeliest kinds come first.
 */
static void
add_mutations_of_pass(MutationSearch *x, const Executed *e, int pass)
{
	static const int32_t more[] = {1, -1, -2, 2, -7};

	if (pass == 0) {
		add_jump(x, e);
		add_other_operators(x, e);
	} else if (pass <= (int)(sizeof more / sizeof *more)) {
		add_constant(x, e, more[pass - 1]);
		if (pass <= 2) {
			add_boundary(x, e, more[pass - 1]);
			add_neighbour(x, e, more[pass - 1]);
		}
	} else {
		add_other_stores(x, e);
	}
}

enum { PASSES = 7 }; /* see add_mutations_of_pass */

/*
 * is_compared: true if the next instruction compares the result of the instruction at an address
 * with 0.
 */
static bool
is_compared(const CodeFunction *code, Addr a)
{
	Executed next;

	return function_next_instruction(code, &a) && function_decode(code, a, &next)
		&& (next.fn == FN_CJ || next.fn == FN_EQC);
}

/*
 * find_in_function: add the mutations of those instructions of a function that belong to the
 * cause's line.
 */
static void
find_in_function(MutationSearch *x, const CodeFunction *code, const ProgramInfo *p, const Cause *c)
{
	for (int pass = 0; pass < PASSES; pass++)
		for (Addr a = 0; function_next_instruction(code, &a);) {
			const LineRow *row = program_line_row(p, a);
			Executed e;

			if (!row || row->end || row->place.line != c->line
				|| strcmp(row->place.file, c->file) != 0
				|| !function_decode(code, a, &e))
				continue;
			x->compares = is_compared(code, a);
			x->at = (Mutation){.program = p, .at = a, .size = e.size};
			add_mutations_of_pass(x, &e, pass);
		}
}

Mutations
mutations_of(Flowback *f, const Cause *c, Arena *a)
{
	MutationSearch x = {.arena = a};
	const CodeFunction *code;
	const Loaded *l;
	At at;

	steps_trim(f->steps);
	at = steps_at(f->steps, c->key.node, c->key.count);
	l = at.step < at.in->nsteps ? at_program(at) : NULL;
	code = l ? codes_function(f->codes, l->program, at_step(at)->iptr - l->text_moved) : NULL;
	if (code)
		find_in_function(&x, code, l->program, c);
	return x.found;
}

/* ---- executing ---- */

/* operation_result: the word `b operator a`; division by 0 or by -1 gives 0. */
static Word
operation_result(char operator, Word b, Word a)
{
	switch (operator) {
	case '+': return b + a;
	case '-': return b - a;
	case '*': return b * a;
	case '/': return a == 0 || a == UINT32_MAX ? 0 : (int32_t)b / (int32_t)a;
	case '%': return a == 0 || a == UINT32_MAX ? 0 : (int32_t)b % (int32_t)a;
	case '&': return b & a;
	case '|': return b | a;
	case '^': return b ^ a;
	case '<': return a < 32 ? b << a : 0;
	default: return a < 32 ? b >> a : 0;
	}
}

/* set_operands: change the operands so that the operation which follows gives the value. */
static void
set_operands(Regs *r, Word operation, Word value)
{
	bool product = operation == OPER_MUL || operation == OPER_PROD || operation == OPER_DIV;

	r->breg = value;
	r->areg = product ? 1 : operation == OPER_AND ? value : 0;
	if (operation == OPER_REM) /* value rem (a greater number) is value */
		r->areg = value < INT32_MAX ? INT32_MAX : 1;
}

/* fpu_value: the value of the i-th floating-point register as a double. */
static double
fpu_value(const Fpu *u, int i)
{
	float single;
	double whole;

	memcpy(&single, &u->reg[i], sizeof single);
	memcpy(&whole, &u->reg[i], sizeof whole);
	return u->dbl[i] ? whole : single;
}

/* set_fpu_value: set the i-th floating-point register from a double, in its own length. */
static void
set_fpu_value(Fpu *u, int i, double value)
{
	float single = value;

	u->reg[i] = 0;
	if (u->dbl[i])
		memcpy(&u->reg[i], &value, sizeof value);
	else
		memcpy(&u->reg[i], &single, sizeof single);
}

/*
 * set_real_operands: change the operands so that the operation which follows gives the result of
 * `FBreg operator FAreg`.
 */
static void
set_real_operands(Fpu *u, Word operation, char operator)
{
	double a = fpu_value(u, 0), b = fpu_value(u, 1);

	set_fpu_value(u, 1, operator == '+' ? b + a : operator == '-' ? b - a
		: operator == '*' ? b * a : b / a);
	set_fpu_value(u, 0, operation == OPER_FPMUL || operation == OPER_FPDIV);
}

/*
 * apply_operator: change the operands so that the operation gives the result of another operator.
 */
static void
apply_operator(const Mutation *m, T800 *c)
{
	bool real = m->operation >= OPER_FPADD;

	if (real)
		set_real_operands(&c->fpu[c->priority], m->operation, m->operator);
	else
		set_operands(&c->r, m->operation,
			operation_result(m->operator, c->r.breg, c->r.areg));
}

/*
 * changed_value: the value that is stored in place of `value`: value + 1, value - 1, -value or 0.
 */
static Word
changed_value(Stored how, Word value)
{
	return how == STORED_MORE ? value + 1 : how == STORED_LESS ? value - 1
		: how == STORED_NEGATION ? -value : 0;
}

void
mutation_apply(const Mutation *m, T800 *c, bool after)
{
	Word *value = m->by_breg ? &c->r.breg : &c->r.areg;

	if (after != (m->kind == MUTATE_CONSTANT))
		return;
	switch (m->kind) {
	case MUTATE_JUMP: c->r.areg = c->r.areg == 0; break;
	case MUTATE_OPERAND:
	case MUTATE_CONSTANT: c->r.areg += m->more; break;
	case MUTATE_OPERATOR: apply_operator(m, c); break;
	case MUTATE_STORED: *value = changed_value(m->stored, *value); break;
	}
}
