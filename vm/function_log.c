/*
 * function_log.c - the functions at which the processes of a recorded run continue, once for each
 * node and Iptr, as text (sim/trace/functions.h).
 */
#include "function_log.h"

#include "base/files.h"
#include "base/table.h"
#include "detrek/target/thread_names.h"
#include "sim/trace/functions.h"

#include <stdlib.h>

struct FunctionLog {
	Network *w;
	ThreadNames *names;
	Table known;    /* a set: nodes and Iptrs whose function is logged */
	Buf text, name; /* name: of the present record's function */
};

FunctionLog *
function_log_new(const Past *p)
{
	FunctionLog *l = xcalloc(1, sizeof *l);

	l->w = past_network(p);
	l->names = thread_names_new(l->w, NULL);
	thread_names_recorded(l->names, p);
	return l;
}

void
function_log_follow(void *log, const TraceRecord *r)
{
	FunctionLog *l = log;
	uint64_t key = (uint64_t)r->where << 32 | r->other;

	if (r->kind != TRACE_RUN || table_find(&l->known, key))
		return;
	l->name.len = 0;
	if (!thread_put_function(l->names, r->where, r->other, &l->name))
		return; /* it may be known later */
	buf_printf(&l->text, "%s %08x %.*s\n", l->w->topology->nodes[r->where].name, r->other,
		(int)l->name.len, (char *)l->name.data);
	table_insert_key(&l->known, key);
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
	table_free(&l->known);
	buf_free(&l->text);
	buf_free(&l->name);
	free(l);
}
