/* stack.c - the functions that a thread is in, the innermost first. */
#include "live.h"

#include <string.h>

enum { MAX_STACK = 32 }; /* functions of a stack; the others are left out */

typedef struct CallStack {
	ChainFrame frame[MAX_CHAIN];
	size_t first, end; /* the frames to show are first to end - 1 */
} CallStack;

/*
 * read_stack: read the stack of a thread. If the thread waits in a library function, the functions
 * of libraries up to the program's own function are left out.
 */
static void
read_stack(const Live *l, const Thread *t, CallStack *s)
{
	size_t n = target_chain(l->target, t, s->frame, MAX_CHAIN);

	s->first = t->state == THREAD_CALL ? chain_own_frame(s->frame, n, 0) : 0;
	if (s->first == n)
		s->first = 0;
	s->end = n - s->first < MAX_STACK ? n : s->first + MAX_STACK;
}

/* file_name: the name of a file without its folders. */
static const char *
file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

void
live_put_place(SourcePlace p, Buf *out)
{
	if (p.file)
		buf_printf(out, "%s:%d", file_name(p.file), p.line);
	else
		buf_printf(out, "?");
}

void
live_put_stack(const Live *l, const Thread *t, Buf *out)
{
	static CallStack s;

	read_stack(l, t, &s);
	for (size_t i = s.first; i < s.end; i++) {
		buf_printf(out, "    %s (", s.frame[i].function);
		live_put_place(s.frame[i].place, out);
		buf_printf(out, ")\n");
	}
}

json_t *
live_place_json(SourcePlace p)
{
	return p.file ? json_pack("{s:s, s:i}", "file", p.file, "line", p.line) : json_null();
}

json_t *
live_stack_json(const Live *l, const Thread *t)
{
	static CallStack s;
	json_t *list = json_array();

	read_stack(l, t, &s);
	for (size_t i = s.first; i < s.end; i++)
		json_array_append_new(list, json_pack("{s:s, s:o}", "function",
			s.frame[i].function, "place", live_place_json(s.frame[i].place)));
	return list;
}
