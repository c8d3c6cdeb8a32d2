/* message_names.c - names events and types of messages by constants of the source. */
#include "message_names.h"

#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	SYSTEM_EVENTS = 0x1000, /* numbers of the system's events are below this */
	SPAN = 0x10000, /* an event less than this above a constant is counted from the constant */
};

/* A constant of an enumeration. */
typedef struct Constant {
	const char *name; /* borrowed from the debugging information */
	uint32_t value;
	bool ambiguous;   /* another name has the same value */
} Constant;

/* All constants of one kind. */
typedef struct Constants {
	const char *prefix; /* the beginning of their names */
	Constant *constant;
	size_t n;
} Constants;

struct MessageNames {
	Constants events, types; /* of the program */
	Constants system, answers; /* events and types of the kernel's interface */
};

/* add_constant: add an enumeration's constant to the list. */
static void
add_constant(Constants *c, const Enumerator *e)
{
	uint32_t value = e->value;

	if (strncmp(e->name, c->prefix, strlen(c->prefix)) != 0)
		return;
	for (size_t i = 0; i < c->n; i++)
		if (c->constant[i].value == value) {
			c->constant[i].ambiguous |= strcmp(c->constant[i].name, e->name) != 0;
			return;
		}
	c->constant = xrealloc(c->constant, (c->n + 1) * sizeof *c->constant);
	c->constant[c->n++] = (Constant){e->name, value, false};
}

/* is_kernel_enumeration: true if the enumeration belongs to the kernel, not to the program. */
static bool
is_kernel_enumeration(const Type *t)
{
	static const char border[] = "include/border.h";
	size_t n = t->place.file ? strlen(t->place.file) : 0;

	return n >= sizeof border - 1
		&& strcmp(t->place.file + n - (sizeof border - 1), border) == 0;
}

/* collect_names: add the constants of an enumeration, as events and as types of messages. */
static void
collect_names(void *to, const Type *t)
{
	MessageNames *m = to;
	bool border = is_kernel_enumeration(t);

	for (size_t i = 0; t->kind == TYPE_ENUM && i < t->nvalues; i++) {
		add_constant(border ? &m->system : &m->events, &t->values[i]);
		add_constant(border ? &m->answers : &m->types, &t->values[i]);
	}
}

MessageNames *
message_names_new(Debug *d)
{
	MessageNames *m = xcalloc(1, sizeof *m);

	m->events.prefix = "EVENT";
	m->system.prefix = "EV_";
	m->types.prefix = m->answers.prefix = "TYPE";
	if (d)
		debug_types(d, collect_names, m);
	return m;
}

void
message_names_free(MessageNames *m)
{
	if (!m)
		return;
	free(m->events.constant);
	free(m->system.constant);
	free(m->types.constant);
	free(m->answers.constant);
	free(m);
}

/* constant_name: the name of a value; NULL if there is none, or more than one. */
static const char *
constant_name(const Constants *c, uint32_t value)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->constant[i].value == value)
			return c->constant[i].ambiguous ? NULL : c->constant[i].name;
	return NULL;
}

/* base_constant: the constant from which an event is counted; NULL if there is none. */
static const Constant *
base_constant(const Constants *c, uint32_t event)
{
	const Constant *best = NULL;

	for (size_t i = 0; i < c->n; i++) {
		const Constant *k = &c->constant[i];

		if (k->value >= SPAN && k->value <= event && event - k->value < SPAN
			&& (!best || k->value > best->value))
			best = k;
	}
	return best && !best->ambiguous ? best : NULL;
}

/*
 * put_program_event: append an event as the name of a constant of the program, or as a name plus a
 * distance; false if no constant fits.
 */
static bool
put_program_event(const MessageNames *m, uint32_t event, Buf *out)
{
	const char *name = constant_name(&m->events, event);
	const Constant *base = name ? NULL : base_constant(&m->events, event);

	if (name)
		buf_printf(out, "%s", name);
	else if (base)
		buf_printf(out, "%s + %" PRIu32, base->name, event - base->value);
	return name || base;
}

/* put_event: append an event by its name or, if it has none, as a number. */
static void
put_event(const MessageNames *m, uint32_t event, Buf *out)
{
	bool system = event - EVENT_SYSTEM(0) < SYSTEM_EVENTS;
	const char *name = m && system ? constant_name(&m->system, event - EVENT_SYSTEM(0)) : NULL;

	if (name)
		buf_printf(out, "%s", name);
	else if (event - OWN_EVENTS < NOWN_EVENTS)
		buf_printf(out, "reply %" PRIu32, event - OWN_EVENTS);
	else if (!m || !put_program_event(m, event, out))
		buf_printf(out, system ? "0x%08x" : "%d", event);
}

void
message_names_put(const MessageNames *m, const ThreadRow *row, Buf *out)
{
	uint32_t event = row->event;
	bool answer = row->event == -row->pid || event - OWN_EVENTS < NOWN_EVENTS;
	const char *type = m ? constant_name(answer ? &m->answers : &m->types, row->type) : NULL;

	buf_printf(out, "(");
	put_event(m, event, out);
	if (type)
		buf_printf(out, ", %s)", type);
	else
		buf_printf(out, ", %" PRIu32 ")", row->type);
}
