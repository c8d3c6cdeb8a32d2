/*
 * expressions.c - queries over the C variables of a graph that `trellis cc --graph` has made.
 *
 * 	{temp > 90}@boiler == {valve == 0}@n1-3 at *
 *
 * There is an event NAME@PROCESS for each variable; a process is PROGRAM:nNUMBER, or a thread,
 * PROGRAM:nNUMBER/THREAD. A local event may change at the nodes at which one of its variables may
 * change. If its place has several processes, there is a query for each choice of processes. Only
 * one thread of a process has all the variables of an event.
 */
#include "simul.h"

#include "detrek/events/events.h"
#include "detrek/expr/expr.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHOICES = 1000 }; /* the most choices of processes for one query */

/* ---- places ---- */

/*
 * is_in_number_set: true if the number is in a set such as 0-3,8; *good becomes false if the text
 * is not a set.
 */
static bool
is_in_number_set(const char *s, uint64_t number, bool *good)
{
	bool found = false;

	for (;;) {
		char *end;
		uint64_t first, last;

		*good &= isdigit((unsigned char)*s) != 0;
		first = last = strtoull(s, &end, 10);
		if (*end == '-')
			last = strtoull(end + 1, &end, 10);
		found |= first <= number && number <= last;
		if (!*good || *end != ',')
			return *good &= *end == '\0', found;
		s = end + 1;
	}
}

/* thread_name: the thread in a name; NULL: the process has none, or the place has all threads. */
static const char *
thread_name(const char *name)
{
	const char *colon = strrchr(name, ':'), *slash = strchr(colon ? colon : name, '/');

	return slash ? slash + 1 : NULL;
}

bool
dcfg_has_threads(const Dcfg *d)
{
	for (uint32_t p = 0; p < d->process.n; p++)
		if (strchr(d->process.text[p], ':') && thread_name(d->process.text[p]))
			return true;
	return false;
}

/* is_in_place: true if the place, without a thread, has the process. */
static bool
is_in_place(const char *process, const char *place)
{
	const char *node = strrchr(process, ':'), *set = strchr(place, ':');
	size_t n = set ? set - place : strlen(place);
	bool good = true;

	if (!node || node[1] != 'n')
		return strcmp(process, place) == 0;
	if (n == node - process && strncmp(place, process, n) == 0) {
		if (!set)
			return true;
		place = set + 1;
	} else if (set) {
		return false;
	}
	if (strcmp(place, "N") == 0)
		return true;
	if (strcmp(place, "o") == 0)
		return strcmp(node, ":n0") == 0;
	return *place == 'n' && is_in_number_set(place + 1, strtoull(node + 2, NULL, 10), &good) &&
	       good;
}

/*
 * is_at_place: true if the place has the process. PROGRAM:nNUMBER is in PROGRAM, and in nNUMBER, as
 * are its threads. A place may end in /THREAD.
 */
static bool
is_at_place(const char *process, const char *place)
{
	const char *of = thread_name(process), *wanted = thread_name(place);
	char *plain;
	bool at;

	if (strcmp(process, place) == 0)
		return true;
	if (!wanted)
		return is_in_place(process, place);
	plain = xasprintf("%.*s", (int)(wanted - 1 - place), place);
	at = of && strcmp(of, wanted) == 0 && is_in_place(process, plain);
	free(plain);
	return at;
}

/* ---- local events ---- */

/* no_type: a callback of Names; returns NULL, because types cannot be used in queries. */
static const Type *
no_type(void *of, TypeKind kind, const char *name)
{
	(void)of, (void)kind, (void)name;
	return NULL;
}

/* check_term: fatal if the value of the expression depends on anything but variables. */
static void
check_term(const Expr *x, const EventTerm *t)
{
	if (!x)
		return;
	if (x->kind == EXPR_REGISTER)
		fatal("--query: {%s}: a register is of one moment of one process; name variables",
			t->expression);
	if (x->kind == EXPR_ASSIGN || x->kind == EXPR_BEFORE || x->kind == EXPR_AFTER)
		fatal("--query: {%s}: an event changes nothing; '==' compares", t->expression);
	if ((x->kind == EXPR_UNARY && (x->op == '*' || x->op == '&'))
		|| (x->kind == EXPR_INDEX && x->a->kind == EXPR_MEMBER))
		fatal("--query: {%s}: a graph does not follow pointers; name variables, their "
			"members, and elements of arrays", t->expression);
	check_term(x->a, t);
	check_term(x->b, t);
	check_term(x->c, t);
}

/* find_event: the number of event `name` of the process; NONE if it has none. */
static uint32_t
find_event(const Dcfg *d, uint32_t process, const char *name)
{
	char *event = xasprintf("%s@%s", name, d->process.text[process]);
	uint32_t i = symbols_find(&d->event, event, strlen(event));

	free(event);
	return i;
}

/* plain_name: the name without FUNCTION:: or FILE:: in front. */
static const char *
plain_name(const char *name)
{
	return strstr(name, "::") ? strstr(name, "::") + 2 : name;
}

/*
 * find_variable: the number of the event of a variable FUNCTION::NAME or, for FILE::NAME, of all
 * variables called NAME; NONE: the process has none.
 */
static uint32_t
find_variable(const Dcfg *d, uint32_t process, const char *name)
{
	uint32_t i = find_event(d, process, name);

	return i == NONE ? find_event(d, process, plain_name(name)) : i;
}

/* has_variables: tell if the process has all variables of the expression. */
static bool
has_variables(const Dcfg *d, const Expr *x, uint32_t process)
{
	return !x || ((x->kind != EXPR_NAME
			|| find_variable(d, process, x->text) != NONE)
		&& has_variables(d, x->a, process) && has_variables(d, x->b, process)
		&& has_variables(d, x->c, process));
}

/*
 * variable_event: the number of the event at which a variable changes; fatal if the process has
 * none.
 */
static uint32_t
variable_event(const Dcfg *d, uint32_t process, const char *name, const EventTerm *t)
{
	uint32_t i = find_variable(d, process, name);

	if (i == NONE)
		fatal("--query: {%s}@%s: %s has no variable '%s'; it must be global or static, and "
			"not a pointer or an enumerator", t->expression, t->place,
			d->process.text[process], plain_name(name));
	return i;
}

/* add_change: append a node that changes the event's value. */
static void
add_change(const Dcfg *d, LocalEvent *e, uint32_t node)
{
	e->change = arena_more(d->arena, e->change, e->n, sizeof *e->change);
	e->change[e->n++] = node;
}

/* add_changes: add to e the nodes at which variables of the expression change */
static void
add_changes(const Dcfg *d, const Expr *x, const EventTerm *t, LocalEvent *e)
{
	if (!x)
		return;
	if (x->kind == EXPR_NAME) {
		const LocalEvent *v = &d->local_event[variable_event(d, e->process, x->text, t)];

		for (uint32_t i = 0; i < v->n; i++)
			add_change(d, e, v->change[i]);
	}
	add_changes(d, x->a, t, e);
	add_changes(d, x->b, t, e);
	add_changes(d, x->c, t, e);
}

/* add_event: the number of the event {expression}@PROCESS, added if it is new. */
static uint32_t
add_event(Dcfg *d, const EventTerm *t, const Expr *x, uint32_t process)
{
	char *name = xasprintf("{%s}@%s", t->expression, d->process.text[process]);
	uint32_t n = d->event.n, i = symbols_add(&d->event, name, strlen(name));

	free(name);
	if (i < n)
		return i;
	d->local_event = arena_grow(d->arena, d->local_event, i, &d->localcap,
		sizeof *d->local_event);
	d->local_event[i] = (LocalEvent){.process = process};
	add_changes(d, x, t, &d->local_event[i]);
	/* at stop the process ends, and has no variables any more */
	add_change(d, &d->local_event[i], d->range[process].stop);
	return i;
}

/* ---- queries ---- */

/* The events of each term of a query. */
typedef struct Terms {
	Dcfg *d;
	const EventQuery *q;
	uint32_t *event[MAX_EVENT_TERMS]; /* for each term, [n] numbers of its events */
	uint32_t n[MAX_EVENT_TERMS];
	const char *at; /* the recognising process, or * */
	uint32_t nchoices; /* number of queries added so far */
} Terms;

/*
 * find_events: find or make the events of term k of the query, one for each process that the term
 * may name.
 */
static void
find_events(Terms *s, uint32_t k)
{
	static const Names names = {.type = no_type};
	const EventTerm *t = &s->q->term[k];
	char error[EXPR_ERROR];
	uint32_t without = NONE; /* a thread that lacks some of the variables */
	Expr *x = expression_parse(s->d->arena, t->expression, &names, error);

	if (!x)
		fatal("--query: {%s}: %s", t->expression, error);
	check_term(x, t);
	for (uint32_t p = 0; p < s->d->process.n; p++)
		if (!is_at_place(s->d->process.text[p], t->place)) {
			continue;
		} else if (thread_name(s->d->process.text[p]) && !has_variables(s->d, x, p)) {
			without = p;
		} else {
			s->event[k] = arena_more(s->d->arena, s->event[k], s->n[k],
				sizeof *s->event[k]);
			s->event[k][s->n[k]++] = add_event(s->d, t, x, p);
		}
	if (s->n[k] == 0 && without != NONE)
		fatal("--query: {%s}@%s: no thread there has all its variables; each must be "
			"global or static, not a pointer or an enumerator, and local to the same "
			"thread: no other thread may change it after that one has been started, "
			"and the thread must be joined before main ends", t->expression, t->place);
	if (s->n[k] == 0)
		fatal("--query: {%s}@%s: no process of the graph is there; a place is PROGRAM, "
			"nodes as in n0-3,8 (o for node 0, N for all), or PROGRAM:n0-3",
			t->expression, t->place);
}

/* add_query: add the query for one choice of processes for its terms. */
static void
add_query(Terms *s, const uint32_t *chosen)
{
	static const Operator operators[] = {
		[EVENT_SIMULTANEOUS] = SIMULTANEOUS,
		[EVENT_CONCURRENT] = CONCURRENT,
		[EVENT_ORDERED] = ORDERED,
	};
	Dcfg *d = s->d;
	Query q = {.op = operators[s->q->op], .n = s->q->nterms};

	if (++s->nchoices > MAX_CHOICES)
		fatal("--query: %s: more than %d choices of processes; name fewer nodes",
			s->q->text, MAX_CHOICES);
	q.event = arena_alloc(d->arena, q.n, sizeof *q.event);
	memcpy(q.event, chosen, q.n * sizeof *chosen);
	for (q.process = 0; q.process < d->process.n; q.process++)
		if (strcmp(s->at, "*") == 0 || is_at_place(d->process.text[q.process], s->at)) {
			d->query = arena_grow(d->arena, d->query, d->nqueries, &d->querycap,
				sizeof *d->query);
			d->query[d->nqueries++] = q;
		}
}

/*
 * is_new_choice: true if the event chosen for term k is of another process than the events chosen
 * for earlier terms. A choice that only exchanges events between equal terms is not new.
 */
static bool
is_new_choice(const Terms *s, uint32_t k, const uint32_t *chosen)
{
	const LocalEvent *local = s->d->local_event;

	for (uint32_t j = 0; j < k; j++) {
		const EventTerm *a = &s->q->term[j], *b = &s->q->term[k];
		bool alike = s->q->op != EVENT_ORDERED && strcmp(a->place, b->place) == 0
			&& strcmp(a->expression, b->expression) == 0;

		if (local[chosen[j]].process == local[chosen[k]].process
			|| (alike && chosen[j] > chosen[k]))
			return false;
	}
	return true;
}

/* choose_events: add a query for each choice of events of different processes, from term k on. */
static void
choose_events(Terms *s, uint32_t k, uint32_t *chosen)
{
	if (k == s->q->nterms) {
		add_query(s, chosen);
		return;
	}
	for (uint32_t i = 0; i < s->n[k]; i++) {
		chosen[k] = s->event[k][i];
		if (is_new_choice(s, k, chosen))
			choose_events(s, k + 1, chosen);
	}
}

void
dcfg_query_expressions(Dcfg *d, const char *text)
{
	char mistake[EVENT_MISTAKE];
	uint32_t chosen[MAX_EVENT_TERMS], before = d->nqueries;
	Terms s = {.d = d, .at = "*"};
	char *copy = arena_strndup(d->arena, text, strlen(text)), *end = NULL;

	for (char *p = copy; (p = strstr(p, " at ")); p++)
		end = p;
	if (end && !strchr(end, '}')) {
		s.at = end + strlen(" at ");
		*end = '\0';
	}
	s.q = event_parse(d->arena, copy, mistake);
	if (!s.q)
		fatal("--query: %s", mistake);
	for (uint32_t k = 0; k < s.q->nterms; k++)
		find_events(&s, k);
	choose_events(&s, 0, chosen);
	if (d->nqueries == before)
		fatal("--query: %s: %s", text, strcmp(s.at, "*") == 0
			? "two local events are in one process; each must have its own"
			: "no process of the graph is at the place behind 'at'");
}
