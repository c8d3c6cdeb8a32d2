/*
 * origin.c - finds where a value comes from: the statement that wrote it, and the values that this
 * statement used.
 *
 * Not every write belongs to a statement that the user wrote. The search continues behind writes
 * that only copy a value: to parameters, to temporaries of the compiler, or by the kernel, TrEK and
 * libraries. A value that a library has computed belongs to the statement that called the library.
 */
#include "flowback_parts.h"
#include "log_steps.h"

#include <string.h>

enum {
	MAX_THROUGH = 20000, /* writes that only copy, for one node */
	KEPT = 4,            /* the most stores and loads of an address that are followed */
	/* the most bytes of a function's workspace; memory beyond belongs to other functions */
	MAX_FRAME_BYTES = 64 << 10,
	PARTS = 12,          /* instructions from the first to the last write of a double */
};

/* The search for the causes of a node: the values that it has used are followed backward. */
typedef struct CauseSearch {
	Flowback *f;
	Cause *effect;     /* the node; NULL while the first node of the graph is searched for */
	Cause *first;      /* the first node of the graph, if it is searched for */
	/*
	 * the call of a library function whose writes count as the node's; in NULL: there is none
	 */
	At library_call;
	struct PassedWrite {
		const Interval *in;
		uint32_t event;
		Addr addr;
	} *through;        /* [nthrough] copying writes that the search has passed */
	size_t nthrough;
} CauseSearch;

/* What is known about the path from the effect to a cause. */
typedef struct Path {
	const char *name;  /* name of the variable that was read first; "" if none had a name */
	/* name of the variable that was read last, one of the program if possible; or NULL */
	const char *last;
	bool own;          /* `last` is a variable of the program itself */
	bool address;      /* the value was only used as an address */
	bool crossed;      /* the value came in a message */
} Path;

static void follow_source(CauseSearch *g, const Source *s, Path road);
static void follow_nested(CauseSearch *g, const LastWrite *w, Addr a, Path road);
static void add_choosing_jumps(CauseSearch *g, At at, const Gathered *got);
static void follow_memory(CauseSearch *g, At read, uint32_t event, Addr a, Word nbytes, Path road);
static void follow_writer(CauseSearch *g, const LastWrite *w, At read, uint32_t event, Addr a,
	Word nbytes, Path road);

/* scratch_arena: the arena that is emptied after the expansion of this node. */
static Arena *
scratch_arena(CauseSearch *g)
{
	return &g->f->scratch;
}

/* ---- nodes ---- */

/*
 * reach_cause: add an edge from the effect that is being expanded to this cause. road: the path
 * between the two.
 */
static void
reach_cause(CauseSearch *g, Cause *c, const Path *road)
{
	if (g->effect)
		graph_add_dependence(&g->f->graph, g->effect, road->address ? DEPENDS_ADDRESS
			: road->crossed ? DEPENDS_SYNC : DEPENDS_DATA, c, road->name);
	if (!g->first || c->time > g->first->time)
		g->first = c;
}

/* keep_text: copy the text into the graph's memory. */
static const char *
keep_text(CauseSearch *g, const char *text)
{
	return arena_strndup(&g->f->graph.arena, text, strlen(text));
}

/* address_text: the address as text, in the graph's memory. */
static const char *
address_text(CauseSearch *g, Addr a)
{
	char text[16];

	return arena_strndup(&g->f->graph.arena, text, snprintf(text, sizeof text, "*0x%x", a));
}

/* writes_bytes: true if the instruction writes some of the bytes. */
static bool
writes_bytes(At at, Addr a, Word nbytes)
{
	for (uint32_t i = at_first_event(at); i < at_event_behind(at); i++) {
		const StepEvent *e = &at.in->events[i];

		if (e->kind == ACCESS_WRITE && (e->addr - a < nbytes || a - e->addr < e->nbytes))
			return true;
	}
	return false;
}

/* is_same_line: true if both instructions have the same priority and line. */
static bool
is_same_line(At at, At other)
{
	return other.step < at.in->nsteps && where_line(other) == where_line(at)
		&& (at_step(other)->wdesc & 1) == (at_step(at)->wdesc & 1);
}

/*
 * last_part_write: the instruction that writes the last part of a variable of several words, in the
 * same statement as `at`.
 */
static At
last_part_write(At at, const Variable *v)
{
	At last = at;

	for (uint32_t i = 1; v->nbytes > 4 && i < PARTS; i++) {
		At next = {at.in, at.step + i};

		if (is_same_line(at, next) && writes_bytes(next, v->addr, v->nbytes))
			last = next;
	}
	return last;
}

/* write_node: the node of this kind for a write, with the variable's name and value. */
static Cause *
write_node(CauseSearch *g, CauseKind kind, const LastWrite *w, const Variable *v,
	const char *name)
{
	bool made;
	At last = last_part_write(w->at, v);
	Cause *c = graph_node(
		&g->f->graph, (CauseKey){kind, w->at.in->node, at_count(last), v->addr}, &made);
	At shown = control_library_call(g->f, w->at);
	const char *note;

	if (!made)
		return c;
	where_describe(g->f, c, shown.in ? shown : w->at);
	c->nbytes = v->nbytes;
	c->temporary = !v->name && !*name;
	c->name = v->name ? keep_text(g, v->name)
		  : *name ? keep_text(g, name)
			  : address_text(g, v->addr);
	c->value = variable_value(last, at_event_behind(last), v, &g->f->graph.arena);
	note = overrun_note(g->f, w, v);
	c->note = note ? note : "";
	return c;
}

/* assignment_node: the graph's node of the statement that wrote variable v by the event w. */
static Cause *
assignment_node(CauseSearch *g, const LastWrite *w, const Variable *v, const char *name)
{
	return write_node(g, CAUSE_ASSIGNMENT, w, v, name);
}

/* variable_or_word: the variable that contains an address or, if there is none, the word there. */
static Variable
variable_or_word(CauseSearch *g, At at, uint32_t event, Addr a)
{
	Variable v = variable_at(at, false, event, a, scratch_arena(g));

	return v.name ? v : (Variable){.addr = a & ~3u, .nbytes = 4};
}

/*
 * is_own_variable: true if the variable is declared by the program, not by the kernel, TrEK or a
 * library.
 */
static bool
is_own_variable(const Flowback *f, const Variable *v)
{
	return v->file && v->program != target_kernel(f->target)
		&& !program_is_system(v->program, v->file);
}

/* leaf_node: the node of a value that no instruction has written; it has no causes. */
static Cause *
leaf_node(CauseSearch *g, CauseKind kind, At at, uint32_t event, Addr a, const char *name,
	const char *note)
{
	Variable v = variable_or_word(g, at, event, a);
	uint64_t count = kind == CAUSE_INITIAL ? 0 : at_count(at);
	bool made;
	Cause *c = graph_node(&g->f->graph, (CauseKey){kind, at.in->node, count, v.addr}, &made);

	if (!made)
		return c;
	if (kind != CAUSE_INITIAL)
		where_describe(g->f, c, at);
	c->file = kind == CAUSE_INITIAL && v.file ? keep_text(g, v.file) : "";
	c->line = *c->file ? v.line : 0;
	c->system |= *c->file && !g->f->options.copies && !is_own_variable(g->f, &v);
	c->nbytes = v.nbytes;
	c->name = *name	   ? keep_text(g, name)
		  : v.name ? keep_text(g, v.name)
			   : address_text(g, v.addr);
	c->value = variable_value(at, event, &v, &g->f->graph.arena);
	c->note = note;
	c->expanded = true;
	return c;
}

/*
 * reach_initial: add the cause of a value that was written when its program was loaded. Memory
 * without a name is a constant of the code, for which no cause is added.
 */
static void
reach_initial(CauseSearch *g, At read, uint32_t event, Addr a, const Path *road)
{
	const Variable v = variable_at(read, false, event, a, scratch_arena(g));

	if (v.name)
		reach_cause(g, leaf_node(g, CAUSE_INITIAL, read, event, a, v.name, "initial value"),
			road);
}

/*
 * received_node: the node of bytes that came over a link, at the input instruction of the process
 * that waited for them.
 */
static Cause *
received_node(CauseSearch *g, CauseKind kind, const LastWrite *w, Addr a, const char *name,
	const char *note)
{
	Cause *c = leaf_node(g, kind, w->at, w->event + 1, a, name, note);
	At in = message_receiver(g->f, w);

	if (in.in) {
		where_describe(g->f, c, in);
		c->file = "";
		c->line = 0;
	}
	return c;
}

/*
 * origin_name: the name to show for a value that no statement has made: the name of the variable
 * that was read last on the path.
 */
static const char *
origin_name(const Path *road)
{
	return road->last ? road->last : road->name;
}

/*
 * uninitialised_node: the node of a value that the memory's previous owner left there, placed at
 * the statement by which the present owner got the memory.
 */
static Cause *
uninitialised_node(CauseSearch *g, const Ownership *owner, At read, uint32_t event, Addr a,
	const Path *road)
{
	Variable v = variable_or_word(g, read, event, a);
	const char *name = origin_name(road);
	bool made;
	Cause *c = graph_node(&g->f->graph,
		(CauseKey){CAUSE_UNINITIALISED, read.in->node, at_count(owner->began), v.addr},
		&made);

	if (!made)
		return c;
	where_describe(g->f, c, owner->shown);
	c->nbytes = v.nbytes;
	c->name = *name	   ? keep_text(g, name)
		  : v.name ? keep_text(g, v.name)
			   : address_text(g, v.addr);
	c->value = variable_value(read, event, &v, &g->f->graph.arena);
	c->note = owner->note;
	c->expanded = true;
	return c;
}

/*
 * reach_beside: if the owner of some bytes never wrote them: add, as causes, the statements that
 * wrote nearest to them in the same block, because these may have used a wrong address.
 */
static void
reach_beside(CauseSearch *g, const Ownership *owner, At read, uint32_t event, Addr a, Word nbytes,
	const Path *road)
{
	if (!g->effect || g->f->options.copies || g->f->options.actual)
		return;
	for (int step = -1; step <= 1; step += 2) {
		Addr from = step < 0 ? a : a + nbytes - 1;
		LastWrite w = ownership_write_beside(g->f, owner, read, event, from, step);
		Variable v;

		if (!w.known || w.at.step >= w.at.in->nsteps || w.at.in->events[w.event].by_machine)
			continue;
		v = variable_or_word(g, w.at, w.event + 1, w.at.in->events[w.event].addr);
		graph_add_dependence(&g->f->graph, g->effect, DEPENDS_BESIDE,
			assignment_node(g, &w, &v, ""), origin_name(road));
	}
}

/* message_node: the node of bytes that were received over a link. */
static Cause *
message_node(CauseSearch *g, const LastWrite *w, Addr a, const Path *road)
{
	Cause *c = received_node(g, CAUSE_MESSAGE, w, a, road->name, "received over a link");

	c->expanded = c->ncauses > 0;
	return c;
}

/* ---- writes that only pass a value on ---- */

/*
 * was_write_passed: note that the search continues behind this write; true if it has done so
 * before.
 */
static bool
was_write_passed(CauseSearch *g, const LastWrite *w, Addr a)
{
	for (size_t i = 0; i < g->nthrough; i++)
		if (g->through[i].in == w->at.in && g->through[i].event == w->event
			&& g->through[i].addr == a)
			return true;
	g->through = arena_more(scratch_arena(g), g->through, g->nthrough, sizeof *g->through);
	g->through[g->nthrough++] = (struct PassedWrite){w->at.in, w->event, a};
	return g->nthrough > MAX_THROUGH;
}

/* is_copy: true if the write stored a single value unchanged. */
static bool
is_copy(const Gathered *got)
{
	size_t nvalues = 0;

	for (size_t i = 0; i < got->n; i++)
		nvalues += !got->source[i].address;
	return !got->computed && nvalues == 1;
}

/*
 * same_statement: true if one execution of a line both writes and then reads the value, as far as
 * the order of the code shows.
 */
static bool
same_statement(Flowback *f, At written, At read)
{
	Addr a, b;
	int line = where_line(written);

	if (!read.in || read.step >= read.in->nsteps || line == 0 || line != where_line(read))
		return false;
	a = at_step(written)->iptr;
	b = at_step(read)->iptr;
	(void)f;
	return a < b && at_step(written)->wdesc == at_step(read)->wdesc;
}

/* is_in_fixed_text: true if an address is in the part of a loaded program that cannot change. */
static bool
is_in_fixed_text(const Interval *in, Addr a)
{
	for (uint32_t i = 0; i < in->nloaded; i++) {
		const Loaded *l = &in->loaded[i];

		if (l->program && a - l->text < l->program->text_bytes)
			return true;
	}
	return false;
}

/* is_in_text: tell if the source is a place in memory that holds code or constants. */
static bool
is_in_text(const Source *s)
{
	return !s->returned && is_in_fixed_text(s->at.in, s->addr);
}

/* is_text_source: true if the value is a constant of the text or of an instruction. */
static bool
is_text_source(const Gathered *got)
{
	for (size_t i = 0; i < got->n; i++)
		if (!got->source[i].address && !is_in_text(&got->source[i]))
			return false;
	return true;
}

/*
 * is_pointer: true if the source, from which an address was computed, was itself a pointer, not an
 * index.
 */
static bool
is_pointer(const Source *s)
{
	uint8_t bytes[4];

	if (s->returned)
		return s->reg == FLOW_A && at_step(s->at)->areg - MOSTNEG < s->at.in->memory_bytes;
	return s->nbytes == sizeof bytes
		&& interval_read(s->at.in, s->event, s->addr, bytes, sizeof bytes)
		&& get32(bytes) - MOSTNEG < s->at.in->memory_bytes;
}

/* has_table_index: true if the value was loaded from a table by an index. */
static bool
has_table_index(const Gathered *got)
{
	for (size_t i = 0; i < got->n && !got->block; i++)
		if (got->source[i].address && !is_pointer(&got->source[i]))
			return true;
	return false;
}

/*
 * is_temporary: true if the write is to a word without a name in the function's workspace, or just
 * below the workspace, where a call saves registers.
 */
static bool
is_temporary(Flowback *f, const LastWrite *w, const Variable *v)
{
	enum { SAVED = 4 * 4 };
	Addr low = (at_step(w->at)->wdesc & ~3u) - SAVED, entry;

	return !v->name
		&& (!control_function(f, w->at, &entry) || v->addr - low < entry - low);
}

/*
 * stores_loop_value: true if the write stores, at a loop's end, the value of a variable that the
 * loop has kept in another place.
 */
static bool
stores_loop_value(CauseSearch *g, const Variable *v, const Gathered *got)
{
	for (size_t i = 0; v->name && i < got->n; i++) {
		const Source *s = &got->source[i];
		Variable from = {0};

		if (!s->address && !s->returned)
			from = variable_at(s->at, false, s->event, s->addr, scratch_arena(g));
		if (from.kept && strcmp(from.name, v->name) == 0)
			return true;
	}
	return false;
}

/*
 * only_passes_value: true if the write is not shown as a statement for the reader at `read`,
 * because it only copies the value.
 */
static bool
only_passes_value(CauseSearch *g, const LastWrite *w, At read, const Variable *v,
	const Gathered *got)
{
	bool copy = is_copy(got), system = where_is_system(g->f, w->at);

	if (g->f->options.copies || overrun_note(g->f, w, v))
		return false;
	if (system && g->library_call.in && at_count(w->at) > at_count(g->library_call)
		&& w->at.in->node == g->library_call.in->node)
		return true;
	if (copy && system && is_text_source(got) && control_library_call(g->f, w->at).in)
		return false; /* the program's statement has chosen the constant */
	if (copy && (system || v->parameter || is_temporary(g->f, w, v)
		|| stores_loop_value(g, v, got)))
		return true;
	return !v->name && same_statement(g->f, w->at, read);
}

/* ---- messages ---- */

/* follow_sent: add the causes of sent bytes at the instruction on another node that sent them. */
static void
follow_sent(CauseSearch *g, const SentBytes *sent, Path road)
{
	Gathered got;

	if (!sent->in_register) {
		follow_memory(g, sent->at, at_first_event(sent->at), sent->addr, sent->nbytes,
			road);
		return;
	}
	got = gather_register(g->f->steps, sent->at, FLOW_A, scratch_arena(g));
	for (size_t i = 0; i < got.n; i++)
		follow_source(g, &got.source[i], road);
}

/*
 * reach_unsent: add the cause of bytes that no node's program has sent: input from the host, a
 * message over the boot link, or a message of unknown origin over another link.
 */
static void
reach_unsent(CauseSearch *g, const LastWrite *w, Addr a, const SentBytes *sent, const Path *road)
{
	reach_cause(g,
		received_node(g, sent->host ? CAUSE_INPUT : CAUSE_MESSAGE, w, a, origin_name(road),
			sent->host           ? "from the host"
				: sent->boot ? "from the boot link"
				: "received over a link"),
		road);
}

/* follow_received: add the causes of bytes that came over a link: where they were sent from. */
static void
follow_received(CauseSearch *g, const LastWrite *w, At read, uint32_t event, Addr a, Word nbytes,
	Path road)
{
	for (Word i = 0; i < nbytes;) {
		SentBytes sent = message_sender(g->f, w, a + i, nbytes - i);

		if (!sent.known && initial_is_received(message_receiver(g->f, w), read, a + i)) {
			reach_initial(g, read, event, a + i, &road);
			return;
		}
		road.crossed = true;
		if (!sent.known) {
			reach_unsent(g, w, a + i, &sent, &road);
			return;
		}
		follow_sent(g, &sent, road);
		i += sent.nbytes;
	}
}

/* ---- following ---- */

/*
 * follow_changed: add the causes of bytes that another process has written, or that came in a
 * message.
 */
static void
follow_changed(CauseSearch *g, const LastWrite *w, Addr a, Word nbytes, Path road)
{
	PassedWord p = message_word_source(g->f, w, a, nbytes);

	road.crossed |= p.crossed;
	if (p.written)
		follow_writer(g, &p.writer, w->at, w->event + 1, a, nbytes, road);
	else if (p.sent)
		follow_memory(g, p.at, at_first_event(p.at), p.addr, nbytes, road);
	else
		reach_cause(g,
			leaf_node(g, CAUSE_INPUT, w->at, w->event + 1, a, road.name,
				"written by another process, which has no log"),
			&road);
}

/* follow_machine: add the causes of bytes that a link, the scheduler or a fault has written. */
static void
follow_machine(CauseSearch *g, const LastWrite *w, At read, uint32_t event, Addr a, Word nbytes,
	Path road)
{
	const StepEvent *e = &w->at.in->events[w->event];

	if (e->kind == ACCESS_RECEIVED && !g->f->options.copies)
		follow_received(g, w, read, event, a, nbytes, road);
	else if (e->kind == ACCESS_RECEIVED)
		reach_cause(g, message_node(g, w, a, &road), &road);
	else if (e->kind == ACCESS_FAULT)
		reach_cause(g,
			leaf_node(g, CAUSE_FAULT, w->at, w->event + 1, a, road.name,
				"a fault has changed it"),
			&road);
	else if (e->kind == STEP_NESTED)
		follow_nested(g, w, a, road);
	else if (e->kind == STEP_CHANGED)
		follow_changed(g, w, a, nbytes, road);
	else
		reach_cause(g,
			leaf_node(g, CAUSE_INITIAL, w->at, w->event + 1, a, road.name,
				"written by the scheduler"),
			&road);
}

/*
 * is_data_base: true if the source is the word from which a function takes the start address of the
 * program's data.
 */
static bool
is_data_base(Flowback *f, const Source *s)
{
	Addr entry;

	return !s->returned && control_function(f, s->at, &entry)
		&& s->addr == entry + GSB_ARGUMENT;
}

/*
 * is_system_pointer: true if the pointer was computed at `at` by the kernel, TrEK or a library
 * outside of any call by the program.
 */
static bool
is_system_pointer(CauseSearch *g, At at, const Path *road)
{
	return road->address && !g->f->options.copies && where_is_system(g->f, at)
		&& !control_library_call(g->f, at).in;
}

static bool is_constant(CauseSearch *g, const Gathered *got, int depth);

/*
 * is_computed_from_base: true if the word depends only on the start address of the program's data,
 * even if it was saved in the workspace in between.
 */
static bool
is_computed_from_base(CauseSearch *g, const Source *s, int depth)
{
	LastWrite w;
	Gathered got;

	if (is_data_base(g->f, s))
		return true;
	if (s->returned || depth == 0)
		return false;
	w = steps_writer(g->f->steps, s->at, s->event, s->addr);
	if (!w.known || w.at.step >= w.at.in->nsteps || w.at.in->events[w.event].by_machine
		|| s->addr - (at_step(w.at)->wdesc & ~3u) > MAX_FRAME_BYTES
		|| variable_at(w.at, true, w.event + 1, s->addr, scratch_arena(g)).name)
		return false;
	got = gather_write(g->f->steps, w.at, w.event, s->addr, s->nbytes, scratch_arena(g));
	return is_constant(g, &got, depth - 1);
}

/* is_constant: true if an address depends only on the start address of the program's data. */
static bool
is_constant(CauseSearch *g, const Gathered *got, int depth)
{
	for (size_t i = 0; i < got->n; i++)
		if (!is_computed_from_base(g, &got->source[i], depth))
			return false;
	return true;
}

/*
 * is_data_address: true if a temporary of the compiler has the address of a variable of the
 * program.
 */
static bool
is_data_address(CauseSearch *g, const Variable *v, const Gathered *got, const Path *road)
{
	return road->address && !v->name && !g->f->options.copies && is_constant(g, got, KEPT);
}

/* same_call: true if both instructions belong to one call of a function of the program. */
static bool
same_call(Flowback *f, At a, At b)
{
	Addr entered, other;
	const CodeFunction *function = where_is_system(f, a) ? NULL
		: control_function(f, a, &entered);

	return function && function == control_function(f, b, &other) && entered == other;
}

/*
 * name_word: name a word that an event has written outside of any known variable. A double has two
 * words.
 */
static void
name_word(At at, const StepEvent *e, Variable *v)
{
	const StepEvent *written[2];
	uint32_t n = 0;

	for (uint32_t i = at_first_event(at); i < at_event_behind(at); i++)
		if (at.in->events[i].kind == ACCESS_WRITE && n++ < 2)
			written[n - 1] = &at.in->events[i];
	v->addr = e->addr;
	v->nbytes = e->nbytes;
	if (n == 2 && written[0]->nbytes == 4 && written[1]->addr == written[0]->addr + 4) {
		v->addr = written[0]->addr;
		v->nbytes = 8;
	}
}

/* follow_writer: add the causes of bytes that one event has written. */
static void
follow_writer(CauseSearch *g, const LastWrite *w, At read, uint32_t event, Addr a, Word nbytes,
	Path road)
{
	Ownership owner = flowback_ownership(g->f, w, read, a);
	const StepEvent *e;
	Variable v;
	Gathered got;

	if (!w->known && steps_is_limited(g->f->steps)) {
		reach_cause(g, control_interval_begin(g->f, read), &road);
		return;
	}
	if (owner.began.in) {
		reach_cause(g, uninitialised_node(g, &owner, read, event, a, &road), &road);
		reach_beside(g, &owner, read, event, a, nbytes, &road);
		return;
	}
	if (!w->known && steps_is_loaded(g->f->steps, read, a)) {
		reach_initial(g, read, event, a, &road);
		return;
	}
	if (!w->known) {
		reach_cause(g,
			leaf_node(g, CAUSE_INITIAL, read, event, a, origin_name(&road),
				steps_is_process(g->f->steps)
					? "not written since the process began"
					: "not written since the run began"),
			&road);
		return;
	}
	e = &w->at.in->events[w->event];
	if (e->by_machine || w->at.step >= w->at.in->nsteps) {
		if (!was_write_passed(g, w, a))
			follow_machine(g, w, read, event, a, nbytes, road);
		return;
	}
	v = variable_at(w->at, true, w->event + 1, a, scratch_arena(g));
	if (!v.name)
		name_word(w->at, e, &v);
	got = gather_write(g->f->steps, w->at, w->event, a, nbytes, scratch_arena(g));
	if (!g->f->options.copies && initial_is_load(g->f, w, a, &got)) {
		reach_initial(g, read, event, a, &road);
	} else if (only_passes_value(g, w, read, &v, &got)) {
		/* addresses that others have used are irrelevant, except for an index of a table */
		bool only_values = where_is_system(g->f, w->at) && is_copy(&got);
		bool lookup = only_values && is_text_source(&got) && has_table_index(&got);

		for (size_t i = 0; i < got.n && !(i == 0 && was_write_passed(g, w, a)); i++)
			if (!only_values || got.source[i].address == lookup)
				follow_source(g, &got.source[i], road);
		if (!v.name && g->effect && same_call(g->f, w->at, read)) {
			/* which value was chosen */
			control_expand(g->f, g->effect, w->at);
			control_add_omitted(g->f, g->effect, w->at, read, v.addr);
		}
		add_choosing_jumps(g, w->at, &got);
	} else if (!is_system_pointer(g, w->at, &road) && !is_data_address(g, &v, &got, &road)) {
		Cause *c = assignment_node(g, w, &v, origin_name(&road));

		if (!*road.name && v.name)
			road.name = v.name;
		reach_cause(g, c, &road);
	}
}

/*
 * follow_memory: add the causes of the bytes that an instruction reads, separately for each event
 * that wrote some of them.
 */
static void
follow_memory(CauseSearch *g, At read, uint32_t event, Addr a, Word nbytes, Path road)
{
	for (Word i = 0, n; i < nbytes; i += n) {
		LastWrite w = steps_writer(g->f->steps, read, event, a + i);

		for (n = 1; i + n < nbytes; n++) {
			LastWrite next = steps_writer(g->f->steps, read, event, a + i + n);

			if (next.known != w.known || next.at.in != w.at.in || next.event != w.event)
				break;
		}
		follow_writer(g, &w, read, event, a + i, n, road);
		if (g->effect && !road.address)
			potential_expand(g->f, g->effect, &w, read, a + i, n, road.name);
	}
}

/*
 * returned_value: the value that a call returns in a register, as text by its type; for a pointer
 * perhaps with its target.
 */
static const char *
returned_value(CauseSearch *g, At at, const Type *type)
{
	if (type_plain(type)->kind == TYPE_POINTER && !steps_is_limited(g->f->steps)
		&& !steps_closed_reason(g->f->steps, at_count(at), &g->f->scratch))
		at = steps_with_memory(g->f->steps, at);
	return value_text_as(at, type, at_step(at)->areg, &g->f->graph.arena);
}

/*
 * call_node: the node of the call that returns at instruction `ret`, with its value in a register.
 */
static Cause *
call_node(CauseSearch *g, At ret, FlowRegister reg)
{
	const Type *type = where_result_type(ret);
	bool made;
	Cause *c = graph_node(
		&g->f->graph, (CauseKey){CAUSE_CALL, ret.in->node, at_count(ret), reg}, &made);

	if (made) {
		LastWrite entered = control_entry_write(g->f, ret);

		where_describe(g->f, c, ret);
		c->system &= !entered.known || where_is_system(g->f, entered.at);
		c->name = c->function;
		if (reg == FLOW_A && type && type_plain(type)->size <= 4)
			c->value = returned_value(g, ret, type);
	}
	return c;
}

/* follow_return: add the cause of a value that a called function returned. */
static void
follow_return(CauseSearch *g, const Source *s, Path road)
{
	road.name = "%0";
	reach_cause(g, call_node(g, s->at, s->reg < FLOW_FA ? FLOW_A : FLOW_FA), &road);
}

/*
 * follow_nested: add the node of the nested e-block, or of TrEK's call, that has written a word;
 * the causes of this node are not added.
 */
static void
follow_nested(CauseSearch *g, const LastWrite *w, Addr a, Path road)
{
	const StepEvent *e = &w->at.in->events[w->event];
	LogSteps *log = steps_log_of(g->f->steps, w->at);
	const char *root = log_steps_root_text(log, e->wdesc, &g->f->graph.arena);
	Cause *c = root ? leaf_node(g, CAUSE_INPUT, w->at, w->event + 1, a, road.name, root)
		: call_node(g, log_steps_return(log, e->wdesc), FLOW_A);

	if (!root && !*c->file)
		c->system = false; /* a call of the kernel has no place of its own */
	reach_cause(g, c, &road);
}

/*
 * is_in_library: true if the source is the return from a function of a library whose work belongs
 * to the node.
 */
static bool
is_in_library(const CauseSearch *g, const Source *s)
{
	return g->library_call.in && g->library_call.in->node == s->at.in->node
		&& at_count(s->at) > at_count(g->library_call) && where_is_system(g->f, s->at)
		&& !g->f->options.copies;
}

/* follow_library: add the causes of a value inside the library function that returned it. */
static void
follow_library(CauseSearch *g, const Source *s, Path road)
{
	LastWrite as = {s->at, NO_EVENT - s->reg, true};
	Gathered got;

	if (was_write_passed(g, &as, 0))
		return;
	got = gather_register(g->f->steps, s->at, s->reg, scratch_arena(g));
	for (size_t i = 0; i < got.n; i++)
		follow_source(g, &got.source[i], road);
}

/* follow_source: add the cause of one source of the effect's value. road: the path so far. */
static void
follow_source(CauseSearch *g, const Source *s, Path road)
{
	Variable v;

	road.address |= s->address && is_pointer(s);
	if (s->returned && (is_in_library(g, s) || where_is_logging(s->at))) {
		follow_library(g, s, road);
	} else if (s->returned) {
		if (!is_system_pointer(g, s->at, &road))
			follow_return(g, s, road);
	} else if (g->f->options.copies || !road.address || !is_data_base(g->f, s)) {
		v = variable_at(s->at, false, s->event, s->addr, scratch_arena(g));
		if (is_in_text(s) && !g->f->options.copies) {
			if (is_own_variable(g->f, &v))
				reach_initial(g, s->at, s->event, s->addr, &road);
			return;
		}
		if (v.name && (!road.own || is_own_variable(g->f, &v))) {
			road.last = v.name;
			road.own = is_own_variable(g->f, &v);
		}
		if (!*road.name && v.name)
			road.name = v.name;
		follow_memory(g, s->at, s->event, s->addr, s->nbytes, road);
	}
}

/*
 * add_choosing_jumps: add the jumps, except those of libraries, that decided which values came into
 * registers.
 */
static void
add_choosing_jumps(CauseSearch *g, At at, const Gathered *got)
{
	if (!g->effect || (where_is_system(g->f, at) && !g->f->options.copies))
		return;
	for (size_t i = 0; i < got->nmakers; i++)
		control_add_choice(g->f, g->effect, at, got->maker[i]);
}

/*
 * follow_gathered: add the causes of the sources that are values, and then those of the addresses
 * from which these values were read.
 */
static void
follow_gathered(CauseSearch *g, const Gathered *got)
{
	for (int address = 0; address <= 1; address++)
		for (size_t i = 0; i < got->n; i++)
			if (got->source[i].address == address)
				follow_source(g, &got->source[i], (Path){.name = ""});
}

/* ---- nodes' causes ---- */

/* is_argument: true if a word of the stack, in no variable, was written shortly before a call. */
static bool
is_argument(CauseSearch *g, At call, Addr a)
{
	enum { SHORTLY = 100 }; /* instructions */
	LastWrite w = steps_writer(g->f->steps, call, at_first_event(call), a);

	return w.known && w.at.step < w.at.in->nsteps
		&& at_step(w.at)->wdesc == at_step(call)->wdesc
		&& at_count(call) - at_count(w.at) < SHORTLY
		&& !variable_at(call, false, at_first_event(call), a, scratch_arena(g)).name;
}

/*
 * follow_arguments: follow the arguments of the library call to which the node belongs, because the
 * result depends on all of them: for example, which constant the library has taken. The arguments
 * are in Breg and Creg, and in the words of the workspace that were written shortly before the
 * call.
 */
static void
follow_arguments(CauseSearch *g)
{
	enum { MOST = 16 };
	At call = g->library_call;
	Addr wptr = at_step(call)->wdesc & ~3u;
	Word registers[] = {[FLOW_B] = at_step(call)->breg, [FLOW_C] = at_step(call)->creg};

	for (FlowRegister reg = FLOW_B; reg <= FLOW_C; reg++) {
		Gathered got = gather_register(g->f->steps, call, reg, scratch_arena(g));

		if (!is_in_fixed_text(call.in, registers[reg])) /* such as a format */
			follow_gathered(g, &got);
	}
	for (Addr a = wptr; a < wptr + 4 * MOST; a += 4)
		if (is_argument(g, call, a))
			follow_source(g, &(Source){.at = call, .addr = a, .nbytes = 4,
				.event = at_first_event(call)}, (Path){.name = ""});
}

/* has_origin: true if a statement has computed the node's value, or the value came in a message. */
static bool
has_origin(const CauseSearch *g)
{
	const Cause *c = g->effect;

	for (uint32_t i = 0; i < c->ncauses; i++) {
		const Cause *cause = g->f->graph.nodes[c->causes[i].cause];

		if ((c->causes[i].kind == DEPENDS_DATA || c->causes[i].kind == DEPENDS_SYNC)
			&& cause->key.kind != CAUSE_INPUT && cause->key.kind != CAUSE_INITIAL)
			return true;
	}
	return false;
}

/* expand_instruction: follow all bytes of the variable that the instruction has written. */
static void
expand_instruction(CauseSearch *g, At at)
{
	const Cause *c = g->effect;

	for (uint32_t i = at_first_event(at); i < at_event_behind(at); i++) {
		const StepEvent *e = &at.in->events[i];
		Addr low = e->addr > c->key.addr ? e->addr : c->key.addr;
		Addr end = e->addr + e->nbytes < c->key.addr + c->nbytes ? e->addr + e->nbytes
			: c->key.addr + c->nbytes;
		Gathered got;

		if (e->kind != ACCESS_WRITE || low >= end)
			continue;
		got = gather_write(g->f->steps, at, i, low, end - low, scratch_arena(g));
		lost_expand(g->f, g->effect, at, i, low, end - low, &got);
		follow_gathered(g, &got);
		add_choosing_jumps(g, at, &got);
		if (g->library_call.in
			&& ((is_text_source(&got) && !has_table_index(&got)) || !has_origin(g)))
			follow_arguments(g);
	}
}

/* expand_writes: add the causes of all words that the instruction has written. */
static void
expand_writes(CauseSearch *g, At at)
{
	expand_instruction(g, at);
	for (uint32_t i = 1; g->effect->nbytes > 4 && i < PARTS && i <= at.step; i++)
		if (is_same_line(at, (At){at.in, at.step - i}))
			expand_instruction(g, (At){at.in, at.step - i});
}

/*
 * expand_register: add, to the present node, the causes of a register's value before an
 * instruction.
 */
static void
expand_register(CauseSearch *g, At at, FlowRegister reg)
{
	Gathered got = gather_register(g->f->steps, at, reg, scratch_arena(g));

	follow_gathered(g, &got);
	add_choosing_jumps(g, at, &got);
}

/*
 * expand_return: add the causes of the value that a call returned. A value of two words is in two
 * registers.
 */
static void
expand_return(CauseSearch *g, At at)
{
	FlowRegister reg = g->effect->key.addr;
	const Type *type = where_result_type(at);

	expand_register(g, at, reg);
	if (reg == FLOW_A && type && type_plain(type)->size > 4)
		expand_register(g, at, FLOW_B);
}

/*
 * expand_message: follow the last bytes that a link has stored at the node's address before the
 * instruction.
 */
static void
expand_message(CauseSearch *g, At at)
{
	LastWrite w = steps_writer(g->f->steps, at, at_first_event(at), g->effect->key.addr);

	if (w.known && w.at.in->events[w.event].kind == ACCESS_RECEIVED)
		follow_received(g, &w, at, at_first_event(at), g->effect->key.addr,
			g->effect->nbytes, (Path){.name = ""});
}

/* expand_output: follow each byte of the output to the instruction that sent it to the host. */
static void
expand_output(CauseSearch *g)
{
	const Output *o = &g->f->output;

	for (Word i = 0; i < g->effect->nbytes; i++) {
		const OutputByte *b = &o->bytes[g->effect->key.addr + i];
		SentBytes sent = message_byte_source(g->f, &o->messages[b->message], b->offset);

		if (sent.known && !sent.in_register)
			follow_memory(g, sent.at, at_first_event(sent.at), sent.addr, 1,
				(Path){.name = "", .crossed = true});
	}
}

Cause *
origin_output(Flowback *f, size_t offset, Word nbytes, const char *name, bool text)
{
	const Output *o = &f->output;
	const OutputMessage *m = &o->messages[o->bytes[offset].message];
	CauseKey key = {CAUSE_OUTPUT, m->node, nbytes, offset};
	Buf value = {0};
	bool made;
	Cause *c = graph_node(&f->graph, key, &made);

	if (!made)
		return c;
	if (text)
		output_put_text(o, offset, nbytes, &value);
	for (Word i = 0; i < nbytes && !text; i++)
		buf_printf(&value, i ? " %u" : "%u", o->bytes[offset + i].value);
	c->nbytes = nbytes;
	c->time = m->at;
	c->name = arena_strndup(&f->graph.arena, name, strlen(name));
	c->value = arena_strndup(&f->graph.arena, (char *)value.data, value.len);
	c->note = "sent to the host";
	buf_free(&value);
	return c;
}

Cause *
origin_instruction(Flowback *f, CauseKind kind, At at, const char *name, const char *note)
{
	return origin_part(f, kind, at, 0, name, note);
}

Cause *
origin_part(Flowback *f, CauseKind kind, At at, Addr part, const char *name, const char *note)
{
	bool made;
	Cause *c = graph_node(&f->graph, (CauseKey){kind, at.in->node, at_count(at), part}, &made);
	At shown = control_library_call(f, at);

	if (made) {
		where_describe(f, c, shown.in ? shown : at);
		c->name = arena_strndup(&f->graph.arena, name, strlen(name));
		c->note = arena_strndup(&f->graph.arena, note, strlen(note));
	}
	return c;
}

/*
 * expand_wait: add the causes of the values that the waiting instruction has taken from the stack.
 * For a call none are added, because the arguments of a library function are mostly addresses.
 */
static void
expand_wait(CauseSearch *g, At at)
{
	Executed e;

	if (!at_decode(at, &e) || !e.instr || e.fn == FN_CALL)
		return;
	for (uint32_t reg = 0; reg < e.instr->pops && reg <= FLOW_C; reg++)
		expand_register(g, at, reg);
}

/*
 * expand_stop: add the causes of the values that the instruction which stopped the node has taken
 * from the stack, and of the memory that it has read.
 */
static void
expand_stop(CauseSearch *g, At at)
{
	expand_wait(g, at);
	for (uint32_t i = at_first_event(at); i < at_event_behind(at); i++) {
		const StepEvent *read = &at.in->events[i];

		if (read->kind == ACCESS_READ)
			follow_memory(g, at, i, read->addr, read->nbytes, (Path){.name = ""});
	}
}

/* expand_executed: add the causes of an executed statement, jump or call, by its kind. */
static void
expand_executed(Flowback *f, Cause *c)
{
	At at = steps_at(f->steps, c->key.node, c->key.count), decided = at;
	CauseSearch g = {.f = f, .effect = c};

	if (!f->options.copies && where_is_system(f, at)) {
		g.library_call = control_library_call(f, at);
		if (g.library_call.in)
			decided = g.library_call;
	}
	switch (c->key.kind) {
	case CAUSE_ASSIGNMENT:
	case CAUSE_OVERWRITTEN: expand_writes(&g, at); break;
	case CAUSE_ERROR:
	case CAUSE_STOP: expand_stop(&g, at); break;
	case CAUSE_WAIT: expand_wait(&g, at); break;
	case CAUSE_PREDICATE: expand_register(&g, at, FLOW_A); break;
	case CAUSE_CALL: expand_return(&g, at); break;
	case CAUSE_MESSAGE: expand_message(&g, at); return;
	default: break;
	}
	control_expand(f, c, decided);
}

void
origin_expand(Flowback *f, Cause *c)
{
	CauseSearch g = {.f = f, .effect = c};

	if (c->key.kind == CAUSE_OUTPUT)
		expand_output(&g);
	else
		expand_executed(f, c);
}

Cause *
origin_last_write(Flowback *f, At at, Addr a, Word nbytes)
{
	CauseSearch g = {.f = f};
	bool copies = f->options.copies;

	f->options.copies = true; /* show the requested value even if it was only copied */
	follow_memory(&g, at, at_first_event(at), a, nbytes, (Path){.name = ""});
	f->options.copies = copies;
	return g.first;
}

Cause *
origin_write(Flowback *f, CauseKind kind, At at, uint32_t event)
{
	CauseSearch g = {.f = f};
	LastWrite w = {at, event, true};
	Variable v = variable_at(at, true, event + 1, at.in->events[event].addr, &f->scratch);

	if (!v.name || (v.local && where_is_system(f, at)))
		return NULL;
	return write_node(&g, kind, &w, &v, "");
}

Cause *
origin_call(Flowback *f, At ret)
{
	CauseSearch g = {.f = f};
	const Type *type = where_result_type(ret);
	bool real = type && type_plain(type)->kind == TYPE_REAL;

	return call_node(&g, ret, real ? FLOW_FA : FLOW_A);
}

void
origin_argument(Flowback *f, Cause *effect, const Gathered *got)
{
	CauseSearch g = {.f = f, .effect = effect};

	follow_gathered(&g, got);
}
