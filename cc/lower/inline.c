/*
 * inline.c - inline assembly.
 *
 * An operand is a workspace slot: "r" holds the value, "m" the address of the object; the text has the
 * slot's offset in the operand's place (ldl %1; ldl %2; add; stl %0). "i" is a constant. The
 * evaluation stack is empty before and does not matter after.
 *
 * LLVM 14's C interface does not show the text of an asm, so it is taken from the printed value:
 *	... asm sideeffect "text", "constraints"
 */
#include "lower.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OPERANDS = 30 };

typedef struct Asm {
	Fn *f;
	LLVMValueRef call;
	char *text, *constraints;
	int slot[MAX_OPERANDS]; /* -1: a constant */
	LLVMValueRef value[MAX_OPERANDS];
	int n, noutputs; /* results in slots come first */
} Asm;

static int
hex(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : toupper((unsigned char)c) - 'A' + 10;
}

/* quoted: the next "..." of LLVM's printing, its \hh undone; *s moves behind it. */
static char *
quoted(Arena *a, const char **s)
{
	const char *start = strchr(*s, '"') + 1, *end = strchr(start, '"');
	char *out = arena_alloc(a, end - start + 1, 1), *o = out;

	for (const char *p = start; p < end; p++)
		if (*p == '\\' && isxdigit((unsigned char)p[1]) && isxdigit((unsigned char)p[2])) {
			*o++ = hex(p[1]) << 4 | hex(p[2]);
			p += 2;
		} else {
			*o++ = *p;
		}
	*s = end + 1;
	return out;
}

static void
parse(Asm *a)
{
	char *printed = LLVMPrintValueToString(LLVMGetCalledValue(a->call));
	const char *s = strstr(printed, "asm ");

	a->text = quoted(a->f->arena, &s);
	a->constraints = quoted(a->f->arena, &s);
	LLVMDisposeMessage(printed);
}

static _Noreturn void
bad(const Asm *a, const char *what)
{
	Where w = value_where(a->call);

	fatal_at(w.file ? w.file : a->f->m->name, w.line, "%s in inline assembly", what);
}

/* result_words: of output i of a call with so many results. */
static uint32_t
result_words(Asm *a, int i)
{
	LLVMTypeRef t = LLVMTypeOf(a->call);

	if (LLVMGetTypeKind(t) == LLVMStructTypeKind)
		t = LLVMStructGetTypeAtIndex(t, i);
	return type_words(a->f->m, t);
}

static void
input(Asm *a, LLVMValueRef v, char kind)
{
	Fn *f = a->f;

	a->value[a->n] = v;
	a->slot[a->n] = -1;
	if (isdigit((unsigned char)kind)) {
		a->slot[a->n] = a->slot[kind - '0'];
		value_to(f, v, a->slot[a->n], 0);
	} else if (kind != 'i' && kind != 'n') {
		a->slot[a->n] = temp_new(f, type_words(f->m, LLVMTypeOf(v)));
		value_to(f, v, a->slot[a->n], 0);
	}
	a->n++;
}

static void
operands(Asm *a)
{
	char *save, *c;
	int arg = 0;

	for (c = strtok_r(a->constraints, ",", &save); c; c = strtok_r(NULL, ",", &save)) {
		if (*c == '~')
			continue;
		if (a->n == MAX_OPERANDS)
			bad(a, "more than 30 operands");
		if (*c == '=' && !strchr(c, '*')) {
			a->value[a->n] = NULL;
			a->slot[a->n++] = temp_new(a->f, result_words(a, a->noutputs));
			a->noutputs++;
			continue;
		}
		c += strspn(c, "=&+*%");
		input(a, LLVMGetOperand(a->call, arg++), *c);
	}
}

static void
put_operand(Asm *a, Buf *out, int i)
{
	Word w;

	if (i >= a->n)
		bad(a, "an operand that does not exist");
	if (a->slot[i] >= 0)
		buf_printf(out, "\001%d\002", a->slot[i]);
	else if (value_const(a->value[i], &w))
		buf_printf(out, "%d", (int32_t)w);
	else if (LLVMIsAGlobalValue(a->value[i]))
		buf_printf(out, "%s", unit_symbol(a->f->unit, a->value[i]));
	else
		bad(a, "an \"i\" operand that is no constant");
}

/* substitute: the text with $n, ${n:x}, ${:uid}, $$ and the first of $(a$|b$) in place. */
static void
substitute(Asm *a, Buf *out)
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
			if (p[1] == ':')
				buf_printf(out, "%d", unit_serial(a->f->unit));
			else
				put_operand(a, out, atoi(p + 1));
			p = strchr(p, '}');
		} else if (isdigit((unsigned char)*p)) {
			put_operand(a, out, strtol(p, (char **)&p, 10));
			p--;
		}
	}
}

static void
results(Asm *a)
{
	Fn *f = a->f;
	const Val *x = fn_val(f, a->call);
	LLVMTypeRef t = LLVMTypeOf(a->call);

	if (!x || x->web < 0)
		return;
	for (int i = 0; i < a->noutputs; i++) {
		Place to = place_slot(x->web, 0);

		if (LLVMGetTypeKind(t) == LLVMStructTypeKind)
			to.offset = LLVMOffsetOfElement(f->m->layout, t, i);
		copy_bytes(f, to, place_slot(a->slot[i], 0), 4 * result_words(a, i), 4);
	}
}

void
inline_asm(Fn *f, LLVMValueRef call)
{
	Asm a = {.f = f, .call = call};
	Buf text = {0};

	parse(&a);
	operands(&a);
	substitute(&a, &text);
	raw(f, arena_strndup(f->arena, (char *)text.data, text.len));
	buf_free(&text);
	f->depth = 0;
	results(&a);
}
