/* compare.c - the value of an expression over the variables of a program, when it ends. */
#include "outcomes.h"

#include "detrek/expr/process.h"

#include <inttypes.h>

/*
 * find_type: callback of Names: the type of this kind and name in the program of the process; NULL
 * if there is none.
 */
static const Type *
find_type(void *of, TypeKind kind, const char *name)
{
	return process_type(of, kind, name);
}

/*
 * find_value: callback of Names: find the value of a variable of the process; false, with the
 * reason in why, if it has none.
 */
static bool
find_value(void *of, Arena *a, const char *name, Value *v, char why[EXPR_ERROR])
{
	return process_value(of, a, name, NULL, v, why);
}

/* find_register: callback of Names: false, because an expression cannot use registers here. */
static bool
find_register(void *of, const char *name, Word *w)
{
	(void)of, (void)name, (void)w;
	return false;
}

/*
 * read_memory: callback of Names: read n bytes of the node's memory; false if there is no memory at
 * the address.
 */
static bool
read_memory(void *of, Addr a, void *to, Word n)
{
	const ProcessNames *p = of;

	return target_read(p->target, p->node, a, to, n);
}

/* put_value: append a value: numbers in decimal, other values as their bytes. */
static void
put_value(const Value *v, Buf *out)
{
	TypeKind kind = type_plain(v->type)->kind;

	if (type_is_scalar(v->type) && kind == TYPE_REAL)
		buf_printf(out, "%.17g", value_real(v));
	else if (type_is_scalar(v->type))
		buf_printf(out, "%" PRId64, value_number(v));
	else
		for (Word i = 0; i < v->type->size; i++)
			buf_printf(out, "%02x", v->bytes[i]);
}

bool
compare_put(Target *t, NodeId n, int32_t pid, const char *text, Buf *out, char why[EXPR_ERROR])
{
	Loaded loaded[MAX_LOADED];
	uint32_t nloaded = target_loaded_programs(t, n, loaded);
	ProcessNames process = {.target = t, .node = n};
	Names names = {find_type, find_value, find_register, read_memory, NULL, &process};
	Arena a = {0};
	const Expr *e;
	Value v;
	bool found = false;

	for (uint32_t i = 1; i < nloaded; i++)
		if (loaded[i].pid == pid)
			process.in = loaded[i];
	e = process.in.program ? expression_parse(&a, text, &names, why) : NULL;
	if (e && expression_assigns(e))
		fatal("--compare %s: it would change the program", text);
	if (e && expression_eval(e, &a, &names, &v, why) && value_read(&v, &a, &names)) {
		buf_printf(out, "%s: %s = ", TARGET_NODE(t, n), text);
		put_value(&v, out);
		buf_printf(out, "\n");
		found = true;
	}
	arena_free(&a);
	return found;
}
