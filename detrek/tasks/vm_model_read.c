/*
 * vm_model_read.c - reads a model of a virtual machine, statement by statement.
 *
 * A statement is a line of words. A text in quotes may end the line, or stand on a line of its own
 * after the statement. # starts a comment. trellis-vm(5) has the grammar. Some statements are for
 * the whole machine, others for a role: the role of the last statement `role` before them.
 */
#include "vm_model.h"

#include "base/number.h"

#include <stdarg.h>
#include <string.h>

/* The state of the reader of a model. */
typedef struct ModelReader {
	Arena *arena;
	Lines lines;
	Machine *m;
	MachineRole *role; /* the present role; NULL before the first role */
	MachineMessage *message; /* of the preceding statement; NULL if that has no message */
	uint32_t at;       /* index of the next word of the statement */
	uint32_t n;        /* number of words of the statement, without those of its text */
	const char *text;  /* text of the statement; NULL if it has none */
	int skipped;       /* lines from the statement to its text */
	const char *statement; /* name of the statement */
} ModelReader;

/* ---- words ---- */

/* refuse: end the program with a message about the present line of the model. */
static _Noreturn void __attribute__((format(printf, 2, 3)))
refuse(const ModelReader *r, const char *fmt, ...)
{
	char why[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof why, fmt, ap);
	va_end(ap);
	lines_fatal(&r->lines, "%s", why);
}

/* shown_word: the word in a message: its beginning, if it is long. */
static const char *
shown_word(const ModelReader *r, const InputWord *w)
{
	return arena_strndup(r->arena, w->s, w->len < 40 ? w->len : 40);
}

/* words_ended: true if no word of the statement is left. */
static bool
words_ended(const ModelReader *r)
{
	return r->at == r->n;
}

/* next_word: the next word of the line; `what` names it in the message if it is missing. */
static const InputWord *
next_word(ModelReader *r, const char *what)
{
	if (words_ended(r))
		refuse(r, "the line ends, and %s is missing: see '%s' in trellis-vm(5)", what,
			r->statement);
	return &r->lines.word[r->at++];
}

/* accept_next: skip the next word if it equals `word`; returns whether it does. */
static bool
accept_next(ModelReader *r, const char *word)
{
	if (words_ended(r) || !word_is(&r->lines.word[r->at], word))
		return false;
	r->at++;
	return true;
}

/* next_name: the next word of the line, which must be a name. */
static const char *
next_name(ModelReader *r, const char *what)
{
	const InputWord *w = next_word(r, what);

	return arena_strndup(r->arena, w->s, w->len);
}

/* next_listed_word: the index, in a list of names, of the next word. */
static uint32_t
next_listed_word(ModelReader *r, const char *what, const char *(*name)(uint32_t), uint32_t n)
{
	const InputWord *w = next_word(r, what);
	char known[256];
	int len = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (word_is(w, name(i)))
			return i;
		len += snprintf(known + len, sizeof known - len, "%s%s", i ? ", " : "", name(i));
	}
	refuse(r, "unknown %s '%s'; known are %s", what, shown_word(r, w), known);
}

/* next_number: the next word of the line, a number from least to most. */
static uint32_t
next_number(ModelReader *r, const char *what, uint32_t least, uint32_t most)
{
	const InputWord *w = next_word(r, what);
	uint64_t v = 0;
	char digits[16];

	snprintf(digits, sizeof digits, "%.*s", (int)w->len, w->s);
	if (w->len >= sizeof digits || !number_parse(digits, most, &v) || v < least)
		refuse(r, "'%s' is not a valid %s (%u to %u)", shown_word(r, w), what, least, most);
	return v;
}

/* require_text: the text in quotes; ends the program with a message if it is missing. */
static const char *
require_text(ModelReader *r)
{
	if (!r->text)
		refuse(r, "'%s' needs a text in quotes", r->statement);
	return r->text;
}

/* refuse_text: end the program with a message if the statement has a text in quotes. */
static void
refuse_text(ModelReader *r)
{
	if (r->text)
		refuse(r, "'%s' has no text", r->statement);
}

/* next_kind: read a kind: "send NAME" or "receive NAME". */
static uint32_t
next_kind(ModelReader *r)
{
	bool recv = accept_next(r, "receive");
	const InputWord *w;

	if (!recv && !accept_next(r, "send")) {
		w = next_word(r, "an event, 'send MESSAGE' or 'receive MESSAGE',");
		refuse(r, "expected 'send' or 'receive', not '%s'", shown_word(r, w));
	}
	w = next_word(r, "the message");
	for (uint32_t i = 0; i < r->m->nmessages; i++)
		if (word_is(w, r->m->message[i].name))
			return 2 * i + recv;
	refuse(r, "unknown message '%s'; 'message %s DIRECTION' would declare it", shown_word(r, w),
		shown_word(r, w));
}

/* next_process: the process that the next word names. */
static const MachineProcess *
next_process(ModelReader *r)
{
	const InputWord *w = next_word(r, "the process");

	for (uint32_t i = 0; i < r->m->nprocesses; i++)
		if (word_is(w, r->m->process[i].name)) {
			r->m->process[i].used = true;
			return &r->m->process[i];
		}
	refuse(r, "unknown process '%s'; 'process %s \"CLASS\"' would declare it", shown_word(r, w),
		shown_word(r, w));
}

/* check_room: refuse a further entry of a table that has n of at most `most_degree`. */
static void
check_room(const ModelReader *r, uint32_t n, uint32_t most)
{
	if (n == most)
		refuse(r, "more than %u lines '%s'", most, r->statement);
}

/* ---- statements of the machine ---- */

/* graph_name: the name of the i-th kind of graph. */
static const char *
graph_name(uint32_t i)
{
	return machine_graph_name(i);
}

/* direction_name: the name of the i-th direction. */
static const char *
direction_name(uint32_t i)
{
	return machine_direction_name(i);
}

/* read_machine: read the statement `machine NAME`. */
static void
read_machine(ModelReader *r)
{
	if (r->m->name)
		refuse(r, "a second 'machine': a file describes one");
	r->m->name = next_name(r, "the machine's name");
}

/* read_graph: read the statement `graph GRAPH`. */
static void
read_graph(ModelReader *r)
{
	if (r->m->graph != NGRAPHS)
		refuse(r, "a second 'graph'");
	r->m->graph = next_listed_word(r, "graph", graph_name, NGRAPHS);
}

/* read_for: read the statement `for degree N [or more]`. */
static void
read_for(ModelReader *r)
{
	if (r->m->most_degree)
		refuse(r, "a second 'for'");
	if (!accept_next(r, "degree"))
		refuse(r, "expected 'for degree NUMBER'");
	r->m->least_degree = r->m->most_degree = next_number(r, "degree", 1, 1 << 16);
	if (accept_next(r, "or")) {
		if (!accept_next(r, "more"))
			refuse(r, "expected 'or more'");
		r->m->most_degree = UINT32_MAX;
	}
}

/* read_part: read the statement `part "TEXT"`. */
static void
read_part(ModelReader *r)
{
	if (r->m->graph != GRAPH_TREE)
		refuse(r, "'part' is for machines on a tree, and follows 'graph tree'");
	r->m->part_text = require_text(r);
}

/* read_whole: read the statement `whole "TEXT"`. */
static void
read_whole(ModelReader *r)
{
	r->m->whole_text = require_text(r);
}

/* read_message: read the statement `message NAME DIRECTION`. */
static void
read_message(ModelReader *r)
{
	Machine *m = r->m;
	MachineMessage *new = &m->message[m->nmessages];
	uint32_t direction;

	if (m->graph == NGRAPHS)
		refuse(r, "'graph' must come before the messages, as it gives their directions");
	check_room(r, m->nmessages, MAX_MESSAGES);
	*new = (MachineMessage){.name = next_name(r, "the message's name"), .called = "",
		.line = r->lines.line};
	new->shown = new->name;
	for (uint32_t i = 0; i < m->nmessages; i++)
		if (strcmp(m->message[i].name, new->name) == 0)
			refuse(r, "message '%s' is already in line %d", new->name,
				m->message[i].line);
	direction = next_listed_word(r, "direction", direction_name, NDIRECTIONS);
	if (machine_direction_graph(direction) != m->graph)
		refuse(r, "no message goes %s in a %s", machine_direction_name(direction),
			machine_graph_name(m->graph));
	if (m->of_direction[direction] != NO_MESSAGE)
		refuse(r, "ambiguous: message '%s' in line %d also goes %s, and a trace does not "
			"tell them apart", m->message[m->of_direction[direction]].name,
			m->message[m->of_direction[direction]].line,
			machine_direction_name(direction));
	new->direction = direction;
	m->of_direction[direction] = m->nmessages++;
	r->message = new;
}

/* last_message: the message of the preceding statement; refused if there is none. */
static MachineMessage *
last_message(ModelReader *r)
{
	if (!r->message)
		refuse(r, "'%s' must follow the message that it is about", r->statement);
	return r->message;
}

/* read_shown: read the statement `shown "TEXT"`. */
static void
read_shown(ModelReader *r)
{
	last_message(r)->shown = require_text(r);
}

/* read_called: read the statement `called "TEXT"`. */
static void
read_called(ModelReader *r)
{
	last_message(r)->called = require_text(r);
}

/* read_process: read the statement `process NAME [function N] [replay NAME] "CLASS"`. */
static void
read_process(ModelReader *r)
{
	Machine *m = r->m;
	MachineProcess *p = &m->process[m->nprocesses];

	check_room(r, m->nprocesses, MAX_PROCESSES);
	*p = (MachineProcess){.name = next_name(r, "the process's name"),
		.class = require_text(r), .line = r->lines.line};
	for (uint32_t i = 0; i < m->nprocesses; i++)
		if (strcmp(m->process[i].name, p->name) == 0)
			refuse(r, "process %s is already in line %d", p->name,
				m->process[i].line);
	m->nprocesses++;
	if (accept_next(r, "function")) {
		p->function = next_number(r, "number of a function", 1, MAX_FUNCTIONS - 1);
		if (m->function[p->function])
			refuse(r, "function %u is already %s, in line %d", p->function,
				m->function[p->function]->name, m->function[p->function]->line);
		m->function[p->function] = p;
	}
	if (accept_next(r, "replay"))
		p->replay = accept_next(r, "itself") ? "" : next_name(r, "the function's name");
}

/* read_silent: read the process and the text of a statement that a file may have only once. */
static void
read_silent(ModelReader *r, MachineSilent *s)
{
	if (s->process)
		refuse(r, "ambiguous: '%s' is already in line %d", r->statement, s->line);
	*s = (MachineSilent){next_process(r), require_text(r), r->lines.line};
}

/* read_unsent: read the statement `unsent PROCESS "TEXT"`. */
static void
read_unsent(ModelReader *r)
{
	read_silent(r, &r->m->unsent);
}

/* read_missing: read the statement `missing PROCESS "TEXT"`. */
static void
read_missing(ModelReader *r)
{
	read_silent(r, &r->m->missing);
}

/* read_untaken: read the statement `untaken PROCESS "TEXT"`. */
static void
read_untaken(ModelReader *r)
{
	read_silent(r, &r->m->untaken);
}

/* read_unended: read the statement `unended "TEXT"`. */
static void
read_unended(ModelReader *r)
{
	r->m->unended = require_text(r);
}

/* read_role: read the statement `role NAME [root] [children] [depth]`. */
static void
read_role(ModelReader *r)
{
	Machine *m = r->m;
	MachineRole *new = &m->role[m->nroles];

	check_room(r, m->nroles, MAX_ROLES);
	refuse_text(r);
	*new = (MachineRole){.name = next_name(r, "the role's name"), .line = r->lines.line};
	new->is_root = accept_next(r, "root");
	new->has_children = accept_next(r, "children");
	new->within_depth = accept_next(r, "depth");
	for (uint32_t i = 0; i < m->nroles; i++)
		if (strcmp(m->role[i].name, new->name) == 0)
			refuse(r, "role '%s' is already in line %d", new->name, m->role[i].line);
	m->nroles++;
	r->role = new;
}

/* ---- statements of a role ---- */

/* read_after: read one of the statements after KIND [unless KIND] | after previous KIND. */
static void
read_after(ModelReader *r, MachineEvent *e)
{
	bool previous = accept_next(r, "previous");
	uint8_t bit = 1 << next_kind(r);

	if (previous) {
		e->previous_job_causes |= bit;
		return;
	}
	if (!accept_next(r, "unless")) {
		e->after |= bit;
		return;
	}
	if (e->unless)
		refuse(r, "a second 'unless': an event has at most one");
	e->fallback_causes |= bit;
	e->unless = 1 << next_kind(r);
}

/* read_times: read how often an event happens: `times degree` or `times neighbours`. */
static void
read_times(ModelReader *r, MachineEvent *e)
{
	if (accept_next(r, "degree"))
		e->times = DEGREE;
	else if (accept_next(r, "neighbours"))
		e->times = NEIGHBOURS;
	else
		refuse(r, "expected 'times degree' or 'times neighbours'");
}

/* read_completes: read what an event completes: `completes part` or `completes task`. */
static void
read_completes(ModelReader *r, MachineEvent *e)
{
	if (accept_next(r, "part"))
		e->ends_job = true;
	else if (accept_next(r, "task"))
		e->ends_task = true;
	else
		refuse(r, "expected 'completes part' or 'completes task'");
}

/* read_clause: read one clause of an event's statement. */
static void
read_clause(ModelReader *r, MachineEvent *e)
{
	if (accept_next(r, "source"))
		e->begins_task = true;
	else if (accept_next(r, "begins"))
		e->begins_job = true;
	else if (accept_next(r, "times"))
		read_times(r, e);
	else if (accept_next(r, "after"))
		read_after(r, e);
	else if (accept_next(r, "until"))
		e->late |= 1 << next_kind(r);
	else if (accept_next(r, "completes"))
		read_completes(r, e);
	else
		refuse(r, "unknown word '%s'; an event has source, begins, times, after, until "
			"and completes", shown_word(r, &r->lines.word[r->at]));
}

/* read_event: read the statement `event KIND CLAUSE...`. */
static void
read_event(ModelReader *r)
{
	uint32_t kind = next_kind(r);
	MachineEvent *e = &r->role->event[kind];

	if (e->known)
		refuse(r, "ambiguous: '%s' of role '%s' is already in line %d",
			machine_kind_name(r->m, kind), r->role->name, e->line);
	*e = (MachineEvent){.known = true, .line = r->lines.line, .disorder = r->text};
	while (!words_ended(r))
		read_clause(r, e);
	if ((e->begins_job || e->late) != (e->disorder != NULL))
		refuse(r, e->disorder ? "the text describes an event that comes too late, "
			"and neither 'begins' nor 'until' says when that is"
			: "'begins' and 'until' need a text in quotes, which says what a node does "
			"that breaks them");
}

/*
 * read_frontier: read one of the statements frontier KIND [behind|fewer] PROCESS here|there [whole]
 * [last] "REASON".
 */
static void
read_frontier(ModelReader *r)
{
	MachineRole *role = r->role;
	MachineRule *rule = &role->rule[role->nrules];

	check_room(r, role->nrules, MAX_RULES);
	role->nrules++;
	*rule = (MachineRule){.line = r->lines.line};
	rule->kind = next_kind(r);
	rule->when = accept_next(r, "behind") ? BEHIND : accept_next(r, "fewer") ? FEWER : ALWAYS;
	rule->process = next_process(r);
	rule->at_destination = accept_next(r, "there");
	if (!rule->at_destination && !accept_next(r, "here"))
		refuse(r, "expected 'here' or 'there': at which node %s is to blame",
			rule->process->name);
	rule->whole_job = accept_next(r, "whole");
	rule->last_resort = accept_next(r, "last");
	rule->reason = require_text(r);
}

/* read_draw: read one of the statements draw KIND PROCESS | draw back KIND PROCESS. */
static void
read_draw(ModelReader *r)
{
	MachineRole *role = r->role;
	bool back = accept_next(r, "back");
	uint32_t kind = next_kind(r);
	const MachineProcess *process = next_process(r);

	refuse_text(r);
	if (back && role->result_process)
		refuse(r, "ambiguous: role '%s' already has a 'draw back'", role->name);
	if (back) {
		role->result_kinds = 1 << kind;
		role->result_process = process;
		return;
	}
	check_room(r, role->nvertices, MAX_RULES);
	role->vertex[role->nvertices++] = (MachineVertex){kind, process, r->lines.line};
}

/* read_tell: read the statement `tell [no] KIND... "TEXT"`. */
static void
read_tell(ModelReader *r)
{
	MachineRole *role = r->role;
	MachineSentence *s = &role->sentence[role->nsentences];
	bool first = true;

	check_room(r, role->nsentences, MAX_RULES);
	role->nsentences++;
	*s = (MachineSentence){.text = require_text(r), .line = r->lines.line};
	do {
		bool no = accept_next(r, "no");
		uint32_t kind = next_kind(r);

		*(no ? &s->none : &s->all) |= 1 << kind;
		if (first)
			s->kind = kind;
		first = false;
	} while (!words_ended(r));
}

/* ---- the file ---- */

static const struct Statement {
	const char *name;
	void (*read)(ModelReader *r);
	bool of_role; /* the statement is for a role; false: for the whole machine */
} statements[] = {
	{"machine", read_machine, false},
	{"graph", read_graph, false},
	{"for", read_for, false},
	{"part", read_part, false},
	{"whole", read_whole, false},
	{"message", read_message, false},
	{"shown", read_shown, false},
	{"called", read_called, false},
	{"process", read_process, false},
	{"unsent", read_unsent, false},
	{"missing", read_missing, false},
	{"untaken", read_untaken, false},
	{"unended", read_unended, false},
	{"role", read_role, false},
	{"event", read_event, true},
	{"frontier", read_frontier, true},
	{"draw", read_draw, true},
	{"tell", read_tell, true},
};

enum { NSTATEMENTS = sizeof statements / sizeof *statements };

/* statement_name: the name of the i-th statement. */
static const char *
statement_name(uint32_t i)
{
	return statements[i].name;
}

/*
 * set_text: set the statement's text: from word `first` to the end of the line, without its quotes.
 */
static void
set_text(ModelReader *r, const Lines *l, uint32_t first)
{
	const char *begin = l->word[first].s + 1;
	const InputWord *last = &l->word[l->n - 1];
	const char *end = last->s + last->len - 1;

	if (end < begin || *end != '"' || memchr(begin, '"', end - begin))
		fatal_at(l->file, l->line, "a text ends with a second quote, and ends the line; "
			"it cannot have # in it");
	r->text = arena_strndup(r->arena, begin, end - begin);
}

/* find_text: find the text that ends this line, or stands on the next one. */
static void
find_text(ModelReader *r)
{
	Lines *l = &r->lines, after = *l;

	r->text = NULL;
	r->skipped = 0;
	for (r->n = 0; r->n < l->n && *l->word[r->n].s != '"'; r->n++)
		;
	if (r->n < l->n) {
		set_text(r, l, r->n);
		return;
	}
	after.word = NULL;
	after.cap = 0;
	if (!lines_next(&after) || *after.word[0].s != '"')
		return;
	set_text(r, &after, 0);
	l->p = after.p;
	r->skipped = after.line - l->line;
}

/* read_statement: read one statement of the model. */
static void
read_statement(ModelReader *r)
{
	const struct Statement *s;

	r->at = 0;
	r->statement = "";
	find_text(r);
	s = &statements[next_listed_word(r, "statement", statement_name, NSTATEMENTS)];
	r->statement = s->name;
	if (!r->m->name && s->read != read_machine)
		refuse(r, "a model begins with 'machine NAME'");
	if (s->of_role && !r->role)
		refuse(r, "'%s' must follow the role that it belongs to", s->name);
	if (s->read != read_shown && s->read != read_called)
		r->message = NULL;
	s->read(r);
	if (!words_ended(r))
		refuse(r, "'%s' is more than '%s' takes", shown_word(r, &r->lines.word[r->at]),
			s->name);
}

const Machine *
machine_read(Arena *a, const char *file, const char *text, size_t len)
{
	ModelReader r = {.arena = a, .lines = lines_start(a, file, text, len)};

	r.m = arena_alloc(a, 1, sizeof *r.m);
	r.m->file = file;
	r.m->graph = NGRAPHS;
	r.m->whole_text = "the task";
	memset(r.m->of_direction, NO_MESSAGE, sizeof r.m->of_direction);
	while (lines_next(&r.lines)) {
		read_statement(&r);
		r.lines.line += r.skipped; /* messages are about the statement's own line */
	}
	if (!r.m->name)
		fatal_at(file, 0, "the file is empty; a model begins with 'machine NAME'");
	machine_complete(r.m);
	return r.m;
}
