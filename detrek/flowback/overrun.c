/*
 * overrun.c - finds texts that a library function has written beyond the end of their array. Such
 * a write is more than a copy: the mistake is in its statement, not in the source of the text.
 */
#include "flowback_parts.h"

#include <string.h>

enum { LONGEST = 4096 }; /* bytes of the longest text whose beginning is searched */

/* writes_text: true if the function of the C library writes only characters. */
static bool
writes_text(const char *function)
{
	static const char *const names[] = {"strcpy", "strncpy", "strcat", "strncat", "stpcpy",
		"stpncpy", "strlcpy", "strlcat", "sprintf", "snprintf", "vsprintf", "vsnprintf",
		"gets", "fgets"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(function, names[i]) == 0)
			return true;
	return false;
}

/* called_function: the name of the function that a call has entered; "": unknown. */
static const char *
called_function(At call)
{
	At first = {call.in, call.step + 1};
	const Loaded *l;
	const char *name;
	Addr at;

	if (!call.in || first.step >= call.in->nsteps || !(l = at_program(first)) || !l->program)
		return "";
	name = program_symbol(l->program, at_step(first)->iptr - l->text_moved, &at);
	return name ? name : "";
}

/*
 * text_begin: the address at which the text that a call has written begins, searched downward from
 * its byte at `a`.
 */
static Addr
text_begin(Flowback *f, At call, const LastWrite *w, Addr a)
{
	Addr first = a;

	while (a - first < LONGEST) {
		LastWrite before = steps_writer(f->steps, w->at, w->event, first - 1);

		if (!before.known || before.at.in->node != call.in->node
			|| at_count(before.at) < at_count(call))
			break;
		first--;
	}
	return first;
}

/*
 * array_name_length: the length of the array's name in the name of an element, "name[3]"; 0: the
 * element is not a character.
 */
static int
array_name_length(const Variable *element)
{
	const char *index = element->name ? strrchr(element->name, '[') : NULL;

	return index && type_plain(element->type)->size == 1 ? index - element->name : 0;
}

const char *
overrun_note(Flowback *f, const LastWrite *w, const Variable *v)
{
	At call;
	const char *function;
	Variable begun;
	int n;
	char text[200];

	if (!v->name || type_plain(v->type)->size == 1 || !where_is_system(f, w->at))
		return NULL;
	call = control_library_call(f, w->at);
	function = called_function(call);
	if (!writes_text(function))
		return NULL;
	begun = variable_at(call, false, at_first_event(call),
		text_begin(f, call, w, w->at.in->events[w->event].addr), &f->scratch);
	n = array_name_length(&begun);
	if (n == 0)
		return NULL;
	n = snprintf(text, sizeof text, "%s() goes beyond the end of %.*s", function, n,
		begun.name);
	return arena_strndup(&f->graph.arena, text,
		n < (int)sizeof text ? n : (int)sizeof text - 1);
}
