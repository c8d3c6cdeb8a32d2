/* expr_eval.c - evaluates an expression tree, with C's rules on a T800. */
#include "expr.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

enum { MAX_NESTED = 600 }; /* depth of nested expressions */

/* The state of an evaluation. */
typedef struct Eval {
	Arena *arena;
	const Names *names;
	int depth;    /* present depth of nesting */
	char *error;  /* gets the error message, EXPR_ERROR bytes */
	jmp_buf fail; /* where `fail_evaluation` continues */
} Eval;

/* fail_evaluation: end the evaluation with a formatted message. */
static _Noreturn void __attribute__((format(printf, 2, 3)))
fail_evaluation(Eval *e, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(e->error, EXPR_ERROR, fmt, ap);
	va_end(ap);
	longjmp(e->fail, 1);
}

static Value eval_expr(Eval *e, const Expr *x);

/* plain_kind: the kind of the value's type without typedefs and qualifiers. */
static TypeKind
plain_kind(const Value *v)
{
	return type_plain(v->type)->kind;
}

/* type_string: the name of a type, for messages. */
static const char *
type_string(Eval *e, const Type *t)
{
	Buf b = {0};
	char *s;

	type_text(t, "", &b);
	s = arena_strndup(e->arena, (char *)b.data, b.len);
	buf_free(&b);
	return s;
}

/* ---- reading ---- */

/*
 * decay_value: convert an array to a pointer to its first element, a function to a pointer to it.
 */
static Value
decay_value(Eval *e, Value v)
{
	const Type *t = type_plain(v.type);

	if (t->kind != TYPE_ARRAY && t->kind != TYPE_FUNCTION)
		return v;
	if (!v.object)
		fail_evaluation(e, "the array is in no memory");
	return value_of_number(e->arena,
		type_pointer(e->arena, t->kind == TYPE_ARRAY ? t->target : v.type), v.addr);
}

/*
 * read_value: read the value's bytes from memory; ends the evaluation if there is no such memory.
 */
static void
read_value(Eval *e, Value *v)
{
	if (!value_read(v, e->arena, e->names))
		fail_evaluation(e, "no memory at 0x%x", v->addr);
}

/* scalar_value: the value as a number or pointer. */
static Value
scalar_value(Eval *e, Value v)
{
	v = decay_value(e, v);
	if (!type_is_scalar(v.type))
		fail_evaluation(e, "%s is neither a number nor a pointer", type_string(e, v.type));
	read_value(e, &v);
	if (!value_known(&v))
		fail_evaluation(e, "the value is not known");
	return v;
}

/* is_value_true: true if the value, a number or pointer, is not 0. */
static bool
is_value_true(Eval *e, Value v)
{
	v = scalar_value(e, v);
	return plain_kind(&v) == TYPE_REAL ? value_real(&v) != 0 : value_number(&v) != 0;
}

/* number_value: the number n as a value of a base type. */
static Value
number_value(Eval *e, BaseType type, int64_t n)
{
	return value_of_number(e->arena, &base_types[type], n);
}

/* ---- arithmetic ---- */

/* promoted_type: the type of an arithmetic value after integer promotion. */
static const Type *
promoted_type(const Value *v)
{
	const Type *t = type_plain(v->type);

	if (t->kind == TYPE_REAL)
		return &base_types[t->size == 4 ? BASE_FLOAT : BASE_DOUBLE];
	if (t->size == 8)
		return &base_types[t->kind == TYPE_UNSIGNED ? BASE_UNSIGNED_LONG_LONG
			: BASE_LONG_LONG];
	if (v->bits ? v->bits == 32 && t->kind == TYPE_UNSIGNED
		: t->size == 4
				&& (t->kind == TYPE_UNSIGNED
					|| (t->kind == TYPE_ENUM && !t->is_signed)))
		return &base_types[BASE_UNSIGNED];
	return &base_types[BASE_INT];
}

/* common_type: the common type of two arithmetic values. */
static const Type *
common_type(const Value *a, const Value *b)
{
	static const BaseType ranks[] = {BASE_DOUBLE, BASE_FLOAT, BASE_UNSIGNED_LONG_LONG,
		BASE_LONG_LONG, BASE_UNSIGNED, BASE_INT};
	const Type *s = promoted_type(a), *t = promoted_type(b);

	for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++)
		if (s == &base_types[ranks[i]] || t == &base_types[ranks[i]])
			return &base_types[ranks[i]];
	return s;
}

/* convert_value: convert a scalar to a type. */
static Value
convert_value(Eval *e, const Value *v, const Type *t)
{
	if (plain_kind(v) == TYPE_REAL)
		return value_of_real(e->arena, t, value_real(v));
	if (type_plain(t)->kind == TYPE_REAL)
		return value_of_real(e->arena, t, value_real(v));
	return value_of_number(e->arena, t, value_number(v));
}

/*
 * real_result: the result of an arithmetic operator on reals; ends the evaluation if the operator
 * needs integers.
 */
static double
real_result(Eval *e, int op, double a, double b)
{
	switch (op) {
	case '+': return a + b;
	case '-': return a - b;
	case '*': return a * b;
	case '/': return a / b;
	default: fail_evaluation(e, "the operator needs integers");
	}
}

/*
 * divide_integers: the quotient or remainder of two integers of type t; ends the evaluation if b is
 * 0.
 */
static uint64_t
divide_integers(Eval *e, int op, const Type *t, uint64_t a, uint64_t b)
{
	bool is_signed = t->kind == TYPE_SIGNED;

	if (b == 0)
		fail_evaluation(e, "division by zero");
	if (is_signed && b == UINT64_MAX) /* the most negative number divided by -1 wraps around */
		return op == '/' ? -a : 0;
	if (is_signed)
		return op == '/' ? (uint64_t)((int64_t)a / (int64_t)b)
			: (uint64_t)((int64_t)a % (int64_t)b);
	return op == '/' ? a / b : a % b;
}

/* shift_integer: the integer a of type t shifted by `by` bits. */
static uint64_t
shift_integer(Eval *e, int op, const Type *t, uint64_t a, int64_t by)
{
	if (by < 0 || by >= 8 * t->size)
		fail_evaluation(e, "a shift by %" PRId64 " of a value of %u bits", by, 8 * t->size);
	if (op == OP_SHL)
		return a << by;
	return t->kind == TYPE_SIGNED ? (uint64_t)((int64_t)a >> by) : a >> by;
}

/* integer_result: the result of a binary operation on integers of a type. */
static uint64_t
integer_result(Eval *e, int op, const Type *t, uint64_t a, uint64_t b)
{
	switch (op) {
	case '+': return a + b;
	case '-': return a - b;
	case '*': return a * b;
	case '&': return a & b;
	case '|': return a | b;
	case '^': return a ^ b;
	default: return divide_integers(e, op, t, a, b);
	}
}

/* is_comparison: true if the operator compares two values. */
static bool
is_comparison(int op)
{
	return op == '<' || op == '>' || op == OP_LE || op == OP_GE || op == OP_EQ || op == OP_NE;
}

/*
 * comparison_outcome: the result of a comparison operator on a and b. less: a < b; equal: a == b;
 * unordered: a is neither less than b, nor equal to b, nor greater.
 */
static bool
comparison_outcome(int op, bool less, bool equal, bool unordered)
{
	switch (op) {
	case '<': return less;
	case '>': return !less && !equal && !unordered;
	case OP_LE: return less || equal;
	case OP_GE: return !less && !unordered;
	case OP_EQ: return equal;
	default: return !equal;
	}
}

/* eval_arithmetic: the result of a binary operator on two numbers, after the usual conversions. */
static Value
eval_arithmetic(Eval *e, int op, const Value *left, const Value *right)
{
	const Type *t =
		op == OP_SHL || op == OP_SHR ? promoted_type(left) : common_type(left, right);
	Value a = convert_value(e, left, t),
		b = op == OP_SHL || op == OP_SHR ? *right : convert_value(e, right, t);
	int64_t m, n;

	if (t->kind == TYPE_REAL && is_comparison(op)) {
		double x = value_real(&a), y = value_real(&b);

		return number_value(
			e, BASE_INT, comparison_outcome(op, x < y, x == y, x != x || y != y));
	}
	if (t->kind == TYPE_REAL)
		return value_of_real(e->arena, t,
			t->size == 4 ? (float)real_result(e, op, value_real(&a), value_real(&b))
			: real_result(e, op, value_real(&a), value_real(&b)));
	if (plain_kind(&b) == TYPE_REAL)
		fail_evaluation(e, "the operator needs integers");
	m = value_number(&a);
	n = value_number(&b);
	if (is_comparison(op))
		return number_value(e, BASE_INT,
			comparison_outcome(op,
				t->kind == TYPE_SIGNED ? m < n : (uint64_t)m < (uint64_t)n, m == n,
				false));
	if (op == OP_SHL || op == OP_SHR)
		return value_of_number(e->arena, t, shift_integer(e, op, t, m, n));
	return value_of_number(e->arena, t, integer_result(e, op, t, m, n));
}

/* ---- pointers ---- */

/* pointer_step: the size of the object to which a pointer points. */
static Word
pointer_step(Eval *e, const Value *pointer)
{
	const Type *to = type_plain(type_plain(pointer->type)->target);

	if (to->kind == TYPE_VOID || to->kind == TYPE_FUNCTION)
		return 1;
	if (to->size == 0)
		fail_evaluation(e, "the size of %s is not known", type_string(e, to));
	return to->size;
}

/* pointer_arithmetic: the result of +, - or a comparison with a pointer. */
static Value
pointer_arithmetic(Eval *e, int op, const Value *a, const Value *b)
{
	bool both = plain_kind(a) == TYPE_POINTER && plain_kind(b) == TYPE_POINTER;
	const Value *p = plain_kind(a) == TYPE_POINTER ? a : b, *n = p == a ? b : a;
	Word m = value_number(a), k = value_number(b);

	if (plain_kind(a) == TYPE_REAL || plain_kind(b) == TYPE_REAL)
		fail_evaluation(e, "a pointer and a real number cannot be combined");
	if (is_comparison(op))
		return number_value(e, BASE_INT, comparison_outcome(op, m < k, m == k, false));
	if (both && op == '-')
		return number_value(e, BASE_INT, (int32_t)(m - k) / (int32_t)pointer_step(e, a));
	if (both || (op != '+' && op != '-') || (op == '-' && p == b))
		fail_evaluation(e, "the operator does not take pointers");
	k = (Word)value_number(n) * pointer_step(e, p);
	return value_of_number(e->arena, p->type, (Word)(op == '+' ? value_number(p) + k
		: value_number(p) - k));
}

/* apply_operator: the result of a binary operator on two values. */
static Value
apply_operator(Eval *e, int op, Value a, Value b)
{
	a = scalar_value(e, a);
	b = scalar_value(e, b);
	if (plain_kind(&a) == TYPE_POINTER || plain_kind(&b) == TYPE_POINTER)
		return pointer_arithmetic(e, op, &a, &b);
	return eval_arithmetic(e, op, &a, &b);
}

/* dereference_value: the object to which a pointer points. */
static Value
dereference_value(Eval *e, Value v)
{
	const Type *t;

	v = scalar_value(e, v);
	t = type_plain(v.type);
	if (t->kind == TYPE_REAL)
		fail_evaluation(e, "a real number is not a pointer");
	if (t->kind != TYPE_POINTER) /* as in debuggers: treat a number as the address of a word */
		return value_of_object(&base_types[BASE_INT], value_number(&v));
	if (type_plain(t->target)->kind == TYPE_VOID)
		fail_evaluation(e, "it points to void: add a cast");
	return value_of_object(t->target, value_number(&v));
}

/* address_of_value: a pointer to an object in memory. */
static Value
address_of_value(Eval *e, const Value *v)
{
	if (v->bits)
		fail_evaluation(e, "a bit-field has no address");
	if (!v->object)
		fail_evaluation(e, "the value is in no memory: it has no address");
	return value_of_number(e->arena, type_pointer(e->arena, v->type), v->addr);
}

/* make_array: the value of `of @ count`: an array of so many objects, from the object `of` on. */
static Value
make_array(Eval *e, Value of, Value count)
{
	int64_t n;

	count = scalar_value(e, count);
	n = value_number(&count);
	if (!of.object || of.bits)
		fail_evaluation(e, "@: expected an object in memory on its left");
	if (plain_kind(&count) == TYPE_REAL || n < 1 || n > IMAGE_MAX_MEMORY
		|| n * type_plain(of.type)->size > IMAGE_MAX_MEMORY)
		fail_evaluation(e, "@: expected a number of elements on its right");
	return value_of_object(type_array(e->arena, of.type, n), of.addr);
}

/* ---- members ---- */

/* find_member: find a member, also in unnamed members; *at gets its offset. NULL: there is none. */
static const Member *
find_member(const Type *t, const char *name, Word *at, int depth)
{
	for (size_t i = 0; i < t->nmembers && depth < 16; i++) {
		const Member *m = &t->members[i], *inner;
		const Type *of = type_plain(m->type);

		if (strcmp(m->name, name) == 0)
			return m;
		if (*m->name || (of->kind != TYPE_STRUCT && of->kind != TYPE_UNION))
			continue;
		*at += m->at;
		inner = find_member(of, name, at, depth + 1);
		if (inner)
			return inner;
		*at -= m->at;
	}
	return NULL;
}

/* read_part: Names.read for a value that is not in memory; address 0 stands for its first byte. */
static bool
read_part(void *of, Addr a, void *to, Word n)
{
	const Value *v = of;

	for (Word i = 0; i < n; i++)
		if (a + i >= type_plain(v->type)->size || (v->known && !v->known[a + i]))
			return false;
	memcpy(to, v->bytes + a, n);
	return true;
}

/* value_part: a part of a value that is not in memory. */
static Value
value_part(Eval *e, const Value *v, const Type *t, Word at)
{
	Word size = type_plain(t)->size;

	if (at > type_plain(v->type)->size || size > type_plain(v->type)->size - at)
		fail_evaluation(e, "the part is outside the value");
	return (Value){.type = t, .bytes = v->bytes + at, .known = v->known ? v->known + at : NULL};
}

/* field_value: a bit-field of a value that is not in memory; at: the offset of its structure. */
static Value
field_value(Eval *e, const Value *v, const Member *m, Word at)
{
	Value field = {.type = m->type, .object = true, .addr = at, .bit = m->bit,
		.bits = m->bits};
	Names bytes = {.read = read_part, .of = (void *)v};

	if (!value_read(&field, e->arena, &bytes))
		fail_evaluation(e, "the value is not known");
	field.object = false;
	return field;
}

/* member_value: the value of the member `name` of a structure or union. */
static Value
member_value(Eval *e, Value v, const char *name)
{
	const Type *t = type_plain(v.type);
	const Member *m;
	Word at = 0;
	Value field;

	if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION)
		fail_evaluation(e, "%s has no members", type_string(e, v.type));
	m = find_member(t, name, &at, 0);
	if (!m)
		fail_evaluation(e, "%s has no member %s", type_string(e, v.type), name);
	if (v.object && !m->bits)
		return value_of_object(m->type, v.addr + at + m->at);
	if (v.object)
		return (Value){.type = m->type,
			.object = true,
			.addr = v.addr + at,
			.bit = m->bit,
			.bits = m->bits};
	if (m->bits)
		return field_value(e, &v, m, at);
	field = value_part(e, &v, m->type, at + m->at);
	return field;
}

/* element_value: the element a[index]. */
static Value
element_value(Eval *e, Value a, Value index)
{
	const Type *t = type_plain(a.type);
	Value i;

	if (t->kind != TYPE_ARRAY || a.object)
		return dereference_value(e, apply_operator(e, '+', a, index));
	i = scalar_value(e, index);
	if (plain_kind(&i) == TYPE_REAL || (uint64_t)value_number(&i) >= t->count)
		fail_evaluation(e, "element %" PRId64 " of an array of %u", value_number(&i),
			t->count);
	return value_part(e, &a, t->target, value_number(&i) * type_plain(t->target)->size);
}

/* ---- changing ---- */

/* write_field: write a value into a bit-field without changing the bits beside it. */
static void
write_field(Eval *e, const Value *to, const Value *v)
{
	uint64_t n = value_number(v);
	uint8_t byte;

	for (uint32_t i = 0; i < to->bits; i++) {
		Addr at = to->addr + (to->bit + i) / 8;
		uint8_t bit = 1 << (to->bit + i) % 8;

		if (!e->names->read(e->names->of, at, &byte, 1))
			fail_evaluation(e, "no memory at 0x%x", at);
		byte = n >> i & 1 ? byte | bit : byte & ~bit;
		if (!e->names->write(e->names->of, at, &byte, 1))
			fail_evaluation(e, "nothing can be written at 0x%x", at);
	}
}

/* assign_value: write v, converted to the type of *to, into that object; returns the new value. */
static Value
assign_value(Eval *e, const Value *to, Value v)
{
	const Type *t = type_plain(to->type);

	if (!e->names->write)
		fail_evaluation(e, "assignments are not allowed here; use 'set var'");
	if (!to->object)
		fail_evaluation(e, "the left side of the assignment is not in memory");
	if (t->kind == TYPE_ARRAY || t->kind == TYPE_FUNCTION)
		fail_evaluation(e, "%s cannot be assigned to", type_string(e, to->type));
	if (type_is_scalar(t)) {
		v = scalar_value(e, v);
		v = convert_value(e, &v, to->type);
	} else {
		read_value(e, &v);
		if (type_plain(v.type)->kind != t->kind || type_plain(v.type)->size != t->size)
			fail_evaluation(e, "%s cannot become %s", type_string(e, v.type),
				type_string(e, to->type));
	}
	if (to->bits)
		write_field(e, to, &v);
	else if (!e->names->write(e->names->of, to->addr, v.bytes, t->size))
		fail_evaluation(e, "nothing can be written at 0x%x", to->addr);
	return v;
}

/* increment_value: evaluate ++ or --, before or behind an object. */
static Value
increment_value(Eval *e, const Expr *x)
{
	Value to = eval_expr(e, x->a), before = scalar_value(e, to);
	Value now = assign_value(
		e, &to, apply_operator(e, x->op, before, number_value(e, BASE_INT, 1)));

	return x->kind == EXPR_AFTER ? before : now;
}

/* ---- operators ---- */

/* eval_unary: the result of a unary operator on a value. */
static Value
eval_unary(Eval *e, int op, Value v)
{
	const Type *t;

	if (op == '&')
		return address_of_value(e, &v);
	if (op == '*')
		return dereference_value(e, v);
	if (op == '!')
		return number_value(e, BASE_INT, !is_value_true(e, v));
	v = scalar_value(e, v);
	if (plain_kind(&v) == TYPE_POINTER)
		fail_evaluation(e, "the operator does not take pointers");
	t = promoted_type(&v);
	if (op == '~' && t->kind == TYPE_REAL)
		fail_evaluation(e, "the operator needs integers");
	v = convert_value(e, &v, t);
	if (t->kind == TYPE_REAL)
		return op == '-' ? value_of_real(e->arena, t, -value_real(&v)) : v;
	return value_of_number(e->arena, t,
		op == '-'           ? -(uint64_t)value_number(&v)
			: op == '~' ? ~value_number(&v)
			: value_number(&v));
}

/* cast_value: the value converted to a type. */
static Value
cast_value(Eval *e, const Type *t, Value v)
{
	const Type *plain = type_plain(t);

	if (plain->kind == TYPE_VOID)
		return (Value){.type = t, .bytes = arena_alloc(e->arena, 1, 1)};
	if (!type_is_scalar(t)) {
		/* as in debuggers: reinterpret its memory */
		if (v.object && plain->kind != TYPE_FUNCTION)
			return value_of_object(t, v.addr);
		fail_evaluation(e, "a cast to %s", type_string(e, t));
	}
	v = scalar_value(e, v);
	if ((plain_kind(&v) == TYPE_REAL && plain->kind == TYPE_POINTER)
		|| (plain_kind(&v) == TYPE_POINTER && plain->kind == TYPE_REAL))
		fail_evaluation(e,
		"a pointer and a real number cannot be converted into each other");
	return convert_value(e, &v, t);
}

/*
 * eval_binary: evaluate a binary operator; && and || evaluate their second operand only if
 * necessary.
 */
static Value
eval_binary(Eval *e, const Expr *x)
{
	Value a = eval_expr(e, x->a), b = eval_expr(e, x->b);

	if (x->op == ',')
		return b;
	if (x->op == '@')
		return make_array(e, a, b);
	return apply_operator(e, x->op, a, b);
}

/*
 * eval_choice: evaluate a ? b : c. The type depends on both values, but only one is evaluated; so
 * both must have one type, or be numbers.
 */
static Value
eval_choice(Eval *e, const Expr *x)
{
	return decay_value(e, eval_expr(e, is_value_true(e, eval_expr(e, x->a)) ? x->b : x->c));
}

/*
 * named_value: the value of a variable, function or constant; ends the evaluation if there is none.
 */
static Value
named_value(Eval *e, const char *name)
{
	char why[EXPR_ERROR] = "";
	Value v = {0};

	if (e->names->value(e->names->of, e->arena, name, &v, why))
		return v;
	if (*why)
		fail_evaluation(e, "%s: %s", name, why);
	fail_evaluation(e, "no symbol \"%s\" in the current context", name);
}

/*
 * append_part: append the C text of a part of a variable, such as "r.primes" or "a[2]"; false: the
 * expression is not a part of a variable.
 */
static bool
append_part(const Expr *x, Buf *out)
{
	if (x->kind == EXPR_NAME) {
		buf_printf(out, "%s", x->text);
		return *x->text != '$';
	}
	if (x->kind == EXPR_MEMBER && append_part(x->a, out)) {
		buf_printf(out, ".%s", x->text);
		return true;
	}
	if (x->kind != EXPR_INDEX || x->b->kind != EXPR_VALUE || !append_part(x->a, out))
		return false;
	buf_printf(out, "[%d]", (int)value_number(&x->b->value));
	return true;
}

/*
 * find_kept_value: find the value of a part of a variable if a loop keeps this part in a separate
 * variable; false if no loop does so.
 */
static bool
find_kept_value(Eval *e, const Expr *x, Value *v)
{
	char why[EXPR_ERROR];
	Buf text = {0};
	bool known = false;

	*v = (Value){0};
	if (append_part(x, &text)) {
		buf_byte(&text, '\0');
		known = e->names->value(e->names->of, e->arena, (char *)text.data, v, why);
	}
	buf_free(&text);
	return known;
}

/* eval_sizeof: the size of the type, or of the expression's type. */
static Value
eval_sizeof(Eval *e, const Expr *x)
{
	const Type *t = type_plain(x->type ? x->type : eval_expr(e, x->a).type);

	if (t->kind == TYPE_FUNCTION || t->kind == TYPE_VOID)
		fail_evaluation(e, "sizeof of %s", type_string(e, t));
	return number_value(e, BASE_UNSIGNED, t->size);
}

/* eval_deep: evaluate an expression by its kind; eval_expr limits the depth. */
static Value
eval_deep(Eval *e, const Expr *x)
{
	Value v;
	Word w;

	if ((x->kind == EXPR_MEMBER || x->kind == EXPR_INDEX) && find_kept_value(e, x, &v))
		return v;
	switch (x->kind) {
	case EXPR_VALUE: return x->value;
	case EXPR_NAME: return named_value(e, x->text);
	case EXPR_REGISTER:
		if (!e->names->reg(e->names->of, x->text, &w))
			fail_evaluation(e, "unknown register $%s", x->text);
		return number_value(e, BASE_UNSIGNED, w);
	case EXPR_UNARY: return eval_unary(e, x->op, eval_expr(e, x->a));
	case EXPR_BINARY: return eval_binary(e, x);
	case EXPR_LOGICAL:
		return number_value(e, BASE_INT,
			x->op == '&' ? is_value_true(e, eval_expr(e, x->a)) &&
					       is_value_true(e, eval_expr(e, x->b))
				     : is_value_true(e, eval_expr(e, x->a)) ||
					       is_value_true(e, eval_expr(e, x->b)));
	case EXPR_CHOICE: return eval_choice(e, x);
	case EXPR_ASSIGN:
		v = eval_expr(e, x->a);
		return assign_value(e, &v,
			x->op == '=' ? eval_expr(e, x->b)
				     : apply_operator(e, x->op, v, eval_expr(e, x->b)));
	case EXPR_BEFORE: case EXPR_AFTER: return increment_value(e, x);
	case EXPR_CAST: return cast_value(e, x->type, eval_expr(e, x->a));
	case EXPR_SIZEOF: return eval_sizeof(e, x);
	case EXPR_MEMBER: return member_value(e, eval_expr(e, x->a), x->text);
	default: return element_value(e, eval_expr(e, x->a), eval_expr(e, x->b));
	}
}

/* eval_expr: evaluate an expression, up to a depth of nesting. */
static Value
eval_expr(Eval *e, const Expr *x)
{
	Value v;

	if (++e->depth > MAX_NESTED)
		fail_evaluation(e, "the expression is nested too deeply");
	v = eval_deep(e, x);
	e->depth--;
	return v;
}

bool
expression_eval(const Expr *x, Arena *a, const Names *names, Value *v, char error[EXPR_ERROR])
{
	Eval e = {.arena = a, .names = names, .error = error};

	if (setjmp(e.fail) != 0)
		return false;
	*v = eval_expr(&e, x);
	return true;
}

bool
expression_assigns(const Expr *e)
{
	return e
		&& (e->kind == EXPR_ASSIGN || e->kind == EXPR_BEFORE || e->kind == EXPR_AFTER
			|| expression_assigns(e->a) || expression_assigns(e->b)
			|| expression_assigns(e->c));
}
