/*
 * function_log.c - the functions at which the processes of a recorded run continue, once for each
 * node and Iptr, as text (sim/trace/functions.h).
 */
#include "function_log.h"

#include "detrek/target/thread_names.h"
#include "sim/trace/functions.h"

#include <stdlib.h>

struct FunctionLog {
	Network *w;
	ThreadNames *names;
	uint64_t *known; /* [size] a hash table: node and Iptr; 0: unused */
	size_t n, size;  /* size: a power of two */
	Buf text, name; /* name: of the present record's function */
};

FunctionLog *
function_log_new(const Past *p)
{
	FunctionLog *l = xcalloc(1, sizeof *l);

	*l = (FunctionLog){.w = past_network(p), .size = 1024};
	l->known = xcalloc(l->size, sizeof *l->known);
	l->names = thread_names_new(l->w, NULL);
	thread_names_recorded(l->names, p);
	return l;
}

/* slot: of a key, or the free one for it. */
static uint64_t *
slot(const FunctionLog *l, uint64_t key)
{
	size_t at = key * 0x9E3779B97F4A7C15ull >> 32;

	for (at &= l->size - 1; l->known[at] != 0 && l->known[at] != key;)
		at = (at + 1) & (l->size - 1);
	return &l->known[at];
}

static void
grow(FunctionLog *l)
{
	uint64_t *old = l->known;
	size_t size = l->size;

	l->size *= 2;
	l->known = xcalloc(l->size, sizeof *l->known);
	for (size_t i = 0; i < size; i++)
		if (old[i] != 0)
			*slot(l, old[i]) = old[i];
	free(old);
}

void
function_log_follow(void *log, const TraceRecord *r)
{
	FunctionLog *l = log;
	uint64_t key = (uint64_t)(r->where + 1) << 32 | r->other;

	if (r->kind != TRACE_RUN || *slot(l, key) == key)
		return;
	l->name.len = 0;
	if (!thread_put_function(l->names, r->where, r->other, &l->name))
		return; /* it may be known later */
	buf_printf(&l->text, "%s %08x %.*s\n", l->w->topology->nodes[r->where].name, r->other,
		(int)l->name.len, (char *)l->name.data);
	if (2 * ++l->n > l->size)
		grow(l);
	*slot(l, key) = key;
}

void
function_log_write(const FunctionLog *l, const char *file)
{
	file_write(file, l->text.data, l->text.len);
}

void
function_log_free(FunctionLog *l)
{
	thread_names_close(l->names);
	free(l->known);
	buf_free(&l->text);
	buf_free(&l->name);
	free(l);
}
