/*
 * inline.c - inline assembly.
 *
 * An operand is a workspace slot; its offset replaces the operand in the text (ldl %1; ldl %2; add;
 * stl %0). If the constraint allows a register ("r", "g", "rm"), the slot holds the value, with
 * narrow integers zero-extended; if it allows only memory ("m", "o", "V"), the slot holds the
 * object's address. For a constant constraint ("i", "n", "s"), the number or name is put into the
 * text. The evaluation stack is empty before the text and may hold anything after it. An output
 * whose constraint allows both a register and memory is a pointer in LLVM: the slot's value is
 * stored there afterwards.
 *
 * LLVM 14's C interface does not provide the text of an asm statement, so it is taken from the
 * printed instruction:
 * 	... asm sideeffect "text", "constraints"
 */
#include "generate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OPERANDS = 30 };

/* An operand of inline assembly. */
typedef struct Operand {
	int slot;           /* -1 for a constant */
	LLVMValueRef value; /* of an input */
	int result;         /* index of the call's result; -1 for none */
	uint32_t nbytes;    /* bytes to store at `to` afterwards; 0 for none */
	Place to; /* where the result is stored */
} Operand;

/* A call of inline assembly being generated. */
typedef struct Asm {
	Fn *f;
	LLVMValueRef call;
	char *text, *constraints;
	Operand operands[MAX_OPERANDS];
	int n, arg;   /* number of operands, and of the call's arguments, so far */
	int nresults; /* number of the call's results */
	int uid; /* the number for %= */
} Asm;

/* A constraint such as "=&*imr". */
typedef struct Constraint {
	bool output, indirect; /* indirect: the operand is the address of an object */
	int tied; /* number of the operand that it must share; -1 for none */
	bool reg, memory, constant; /* kinds of operand that it allows */
} Constraint;

/* hex_digit: the value of a hexadecimal digit. */
static int
hex_digit(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : toupper((unsigned char)c) - 'A' + 10;
}

/* quoted_text: the next "..." of LLVM's text, with \hh decoded; advances *s. */
static char *
quoted_text(Arena *a, const char **s)
{
	const char *start = strchr(*s, '"') + 1, *end = strchr(start, '"');
	char *out = arena_alloc(a, end - start + 1, 1), *o = out;

	for (const char *p = start; p < end; p++)
		if (*p == '\\' && isxdigit((unsigned char)p[1]) && isxdigit((unsigned char)p[2])) {
			*o++ = hex_digit(p[1]) << 4 | hex_digit(p[2]);
			p += 2;
		} else {
			*o++ = *p;
		}
	*s = end + 1;
	return out;
}

/* parse_asm: read text and constraints from the call's text. */
static void
parse_asm(Asm *a)
{
	char *printed = LLVMPrintValueToString(LLVMGetCalledValue(a->call));
	const char *s = strstr(printed, "asm ");

	a->text = quoted_text(a->f->arena, &s);
	a->constraints = quoted_text(a->f->arena, &s);
	LLVMDisposeMessage(printed);
}

/* refuse_asm: fatal: inline assembly has `what`, which is not supported. */
static _Noreturn void
refuse_asm(const Asm *a, const char *what)
{
	refuse(a->f->m, a->call, "inline assembly: %s", what);
}

/* add_letter: add what one letter of a constraint allows. */
static void
add_letter(const Asm *a, char c, Constraint *k)
{
	if (strchr("rp", c))
		k->reg = true;
	else if (strchr("gX", c))
		k->reg = k->memory = k->constant = true;
	else if (strchr("moV", c))
		k->memory = true;
	else if (strchr("ins", c))
		k->constant = true;
	else if (c == '{')
		refuse_asm(a,
			"a register by name; operands are workspace words (\"r\", \"m\") or "
			"constants (\"i\")");
	else
		refuse_asm(a,
			"unknown constraint; those known are r, g, m, o, V, p, X, i, n, s and "
			"digits");
}

/* parse_constraint: parse one constraint, such as "=r"; an unknown one is fatal. */
static Constraint
parse_constraint(const Asm *a, const char *s)
{
	Constraint k = {.tied = -1};

	for (; *s && strchr("=&*%+|", *s); s++) {
		k.output |= *s == '=';
		k.indirect |= *s == '*';
	}
	if (isdigit((unsigned char)*s)) {
		k.tied = atoi(s);
		return k;
	}
	for (; *s; s++)
		if (*s != '|')
			add_letter(a, *s, &k);
	return k;
}

/*
 * check_clobber: accept a clobber, which needs no code: memory and flags are always assumed to
 * change, and registers are never kept.
 */
static void
check_clobber(const Asm *a, const char *s)
{
	static const char *const names[] = {"~{memory}", "~{cc}"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(s, names[i]) == 0)
			return;
	refuse_asm(
		a, "a register as a clobber; no register is kept over assembly, so leave it out");
}

/* result_type: the type of result i of the call, which has one result or a structure of several. */
static LLVMTypeRef
result_type(const Asm *a, int i)
{
	LLVMTypeRef t = LLVMTypeOf(a->call);

	return LLVMGetTypeKind(t) == LLVMStructTypeKind ? part_type(t, i) : t;
}

/* store_in_slot: store the value in a new temp, and return its slot. */
static int
store_in_slot(Asm *a, LLVMValueRef v)
{
	int slot = temp_new(a->f, type_words(a->f->m, LLVMTypeOf(v)));

	value_store_extended(a->f, v, slot);
	return slot;
}

/*
 * add_output: set operand o for an output: a result of the call, or an object into which its slot
 * is stored.
 */
static void
add_output(Asm *a, const Constraint *k, Operand *o)
{
	LLVMValueRef pointer;
	LLVMTypeRef t;

	if (!k->indirect) {
		o->result = a->nresults++;
		o->slot = temp_new(a->f, type_words(a->f->m, result_type(a, o->result)));
		return;
	}
	pointer = LLVMGetOperand(a->call, a->arg++);
	if (!k->reg) {
		o->slot = store_in_slot(a, pointer);
		return;
	}
	t = LLVMGetElementType(LLVMTypeOf(pointer));
	o->slot = temp_new(a->f, type_words(a->f->m, t));
	o->nbytes = type_stored_bytes(a->f->m, t);
	o->to = place_within(a->f, place_fixed(a->f, place_of(a->f, pointer)), o->nbytes);
}

/* add_input: set operand o for an input, by its constraint. */
static void
add_input(Asm *a, const Constraint *k, Operand *o)
{
	LLVMValueRef v = LLVMGetOperand(a->call, a->arg++);

	o->value = v;
	if (k->tied >= a->n)
		refuse_asm(a, "a digit that names a later operand");
	if (k->tied >= 0) {
		o->slot = a->operands[k->tied].slot;
		value_store_extended(a->f, v, o->slot);
	} else if (k->reg || k->memory) {
		o->slot = store_in_slot(a, v);
	}
}

/* add_operands: set all operands, by the constraints of the call. */
static void
add_operands(Asm *a)
{
	char *save, *c;

	for (c = strtok_r(a->constraints, ",", &save); c; c = strtok_r(NULL, ",", &save)) {
		Operand *o = &a->operands[a->n];
		Constraint k;

		if (*c == '~') {
			check_clobber(a, c);
			continue;
		}
		if (a->n == MAX_OPERANDS)
			refuse_asm(a, "more than 30 operands");
		k = parse_constraint(a, c);
		*o = (Operand){.slot = -1, .result = -1};
		if (k.output)
			add_output(a, &k, o);
		else
			add_input(a, &k, o);
		a->n++;
	}
}

/* put_operand: append operand i in the form that the text of inline assembly needs. */
static void
put_operand(Asm *a, Buf *out, int i)
{
	const Operand *o = &a->operands[i];
	Word w;

	if (i >= a->n)
		refuse_asm(a, "the text names an operand that does not exist");
	if (o->slot >= 0)
		buf_printf(out, "\001%d\002", o->slot);
	else if (value_const(o->value, &w))
		buf_printf(out, "%d", (int32_t)w);
	else if (LLVMIsAGlobalValue(o->value))
		buf_printf(out, "%s", unit_symbol(a->f->unit, o->value));
	else
		refuse_asm(a, "an \"i\" operand that is not a constant");
}

/*
 * put_braced: append the text for ${...} at p: a number for ${:uid}, or an operand, with or without
 * the modifier c (a constant).
 */
static void
put_braced(Asm *a, Buf *out, const char *p)
{
	char *end;
	long i;

	if (strncmp(p, ":uid}", 5) == 0) {
		buf_printf(out, "%d", a->uid);
		return;
	}
	i = strtol(p, &end, 10);
	if (end == p || (*end != '}' && strncmp(end, ":c}", 3) != 0))
		refuse_asm(a, "unknown modifier of an operand; %c is known");
	put_operand(a, out, i);
}

/*
 * substitute_operands: replace $n, ${...} and $$ in the text, and take the first alternative of
 * $(a$|b$).
 */
static void
substitute_operands(Asm *a, Buf *out)
{
	for (const char *p = a->text; *p; p++) {
		if (*p != '$') {
			buf_byte(out, *p);
			continue;
		}
		p++;
		if (*p == '$') {
			buf_byte(out, '$');
		} else if (*p == '|') {
			p = strstr(p, "$)") + 1;
		} else if (*p == '{') {
			put_braced(a, out, p + 1);
			p = strchr(p, '}');
		} else if (isdigit((unsigned char)*p)) {
			put_operand(a, out, strtol(p, (char **)&p, 10));
			p--;
		} else if (*p != '(') {
			refuse_asm(a, "an unknown use of $");
		}
	}
}

/* copy_result: copy the operand's slot to the call's value. */
static void
copy_result(const Asm *a, const Operand *o, int web)
{
	LLVMTypeRef t = LLVMTypeOf(a->call), part = result_type(a, o->result);
	uint32_t n = 4 * type_words(a->f->m, part);
	Place to = place_slot(web, 0);

	if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
		to.offset = part_offset(a->f->m, t, o->result);
		n = type_stored_bytes(a->f->m, part);
	}
	copy_bytes(a->f, to, place_slot(o->slot, 0), n, place_alignment(&to));
}

/* store_results: copy the results from their slots to where the program wants them. */
static void
store_results(Asm *a)
{
	const Val *x = fn_val(a->f, a->call);

	for (int i = 0; i < a->n; i++) {
		const Operand *o = &a->operands[i];

		if (o->nbytes > 0)
			copy_bytes(a->f, o->to, place_slot(o->slot, 0), o->nbytes,
				place_alignment(&o->to));
		else if (o->result >= 0 && x && x->web >= 0)
			copy_result(a, o, x->web);
	}
}

void
inline_asm_emit(Fn *f, LLVMValueRef call)
{
	Asm a = {.f = f, .call = call, .uid = unit_new_serial(f->unit)};
	Buf text = {0};

	parse_asm(&a);
	add_operands(&a);
	substitute_operands(&a, &text);
	ins_verbatim(f, arena_strndup(f->arena, (char *)text.data, text.len));
	buf_free(&text);
	f->depth = 0;
	store_results(&a);
}
