/* history.c - the values that were printed: $ is the last one, $$ the one before, $1 the first. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

/* copy_value: copy the bytes of a value, for the life of the session; never NULL. */
static void *
copy_value(Session *s, const void *bytes, size_t n)
{
	return memcpy(arena_alloc(&s->kept_arena, n + 1, 1), bytes, n);
}

void
session_keep(Session *s, const char *text, const Value *v)
{
	Word size = type_plain(v->type)->size;
	Value kept = *v;

	kept.type = type_keep(&s->kept_arena, v->type);
	if (v->bytes) { /* keep the present value, even if its memory changes */
		kept.object = false;
		kept.bits = 0;
		kept.bytes = copy_value(s, v->bytes, size);
		kept.known = v->known ? copy_value(s, v->known, size * sizeof *v->known) : NULL;
	}
	s->kept = xrealloc(s->kept, (s->nkept + 1) * sizeof *s->kept);
	s->kept[s->nkept++] = (KeptValue){
		arena_strndup(&s->kept_arena, text, strlen(text)), kept};
}

/* value_index: the number, from 1, of the value that $, $$, $3 or $$3 denotes. */
static int64_t
value_index(const Session *s, const char *name)
{
	bool from_last = name[1] == '$';
	const char *digits = name + 1 + from_last;
	int64_t n = strtoul(digits, NULL, 10);

	if (*digits)
		return from_last ? s->nkept - n : n;
	return from_last ? (int64_t)s->nkept - 1 : s->nkept;
}

bool
session_find_kept(const Session *s, const char *name, Value *v, char why[EXPR_ERROR])
{
	int64_t i = value_index(s, name);

	if (i < 1 || i > s->nkept) {
		snprintf(why, EXPR_ERROR, s->nkept == 1 ? "%u value has been printed"
			: "%u values have been printed", s->nkept);
		return false;
	}
	*v = s->kept[i - 1].value;
	return true;
}

void
session_show_kept(Session *s)
{
	enum { MOST = 10 };

	for (uint32_t i = s->nkept > MOST ? s->nkept - MOST : 0; i < s->nkept; i++) {
		const KeptValue *k = &s->kept[i];
		Buf b = {0};

		buf_printf(&b, "$%u: %s = ", i + 1, k->text);
		session_value_text(s, k->value, 0, &b);
		buf_byte(&b, '\n');
		session_print(s, &b);
	}
}
