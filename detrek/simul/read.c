/*
 * read.c - reads distributed control flow graphs (.dcfg).
 *
 *   process <name>                 the following nodes belong to it; the first is start, the last
 *                                  is stop
 *   node <name> comp|send <to>|recv <from> [on <channel>] [at <source line>]
 *   unordered <channel>            its messages may be received in any order
 *   flow <node> <node> ...         edges from each node to the next, in one process
 *   comm <send> <recv>             if there are none, they follow from the #S / #R rule
 *   event <name> <process> changes <node> ...
 *   query <event> [||]|[->] <event> ... at <process>|*
 */
#include "simul.h"

#include <string.h>

/* The state of a reader. Names of peers are resolved when all processes are known. */
typedef struct Reader {
	Dcfg *d;
	Lines l;
	InputWord *peer; /* [nodes] name of each node's peer */
	uint32_t peercap;
	InputWord *unordered; /* [nunordered] names of channels */
	uint32_t nunordered, unorderedcap;
	int *commline; /* [comm edges] line of the edge in the file */
	uint32_t commlinecap;
} Reader;

#define WORD_ARGS(w) (int)(w)->len, (w)->s /* arguments for %.*s */

/* find_name: the number of the named thing; an unknown name ends the program with a message. */
static uint32_t
find_name(const Lines *l, const Symbols *names, const char *what, const InputWord *w)
{
	uint32_t i = symbols_find(names, w->s, w->len);

	if (i == NONE)
		lines_fatal(l, "unknown %s %.*s", what, WORD_ARGS(w));
	return i;
}

/* require_words: fatal unless the line has exactly, or at least, the given number of words. */
static void
require_words(const Lines *l, uint32_t words, bool exactly, const char *form)
{
	if (l->n < words || (exactly && l->n > words))
		lines_fatal(l, "%u words; the line is: %s", l->n, form);
}

/* add_name: add a name and return its number; a known one ends the program with a message. */
static uint32_t
add_name(const Lines *l, Symbols *names, const char *what, const InputWord *w)
{
	uint32_t n = names->n;

	if (symbols_add(names, w->s, w->len) < n)
		lines_fatal(l, "%s %.*s already exists", what, WORD_ARGS(w));
	return n;
}

/* close_process: end the process; fatal if it has no node. */
static void
close_process(const Dcfg *d)
{
	const DcfgProcess *p;

	if (d->process.n == 0)
		return;
	p = &d->range[d->process.n - 1];
	if (p->start == d->name.n)
		fatal_at(d->file, p->line,
			"process %s has no node; it needs one, its start and stop",
			d->process.text[d->process.n - 1]);
	d->range[d->process.n - 1].stop = d->name.n - 1;
}

/* read_process: read a line that begins a process. */
static void
read_process(Reader *r)
{
	Dcfg *d = r->d;
	uint32_t i;

	require_words(&r->l, 2, true, "process <name>");
	if (word_is(&r->l.word[1], "*"))
		lines_fatal(&r->l, "* stands for all processes; it cannot name one");
	close_process(d);
	i = add_name(&r->l, &d->process, "process", &r->l.word[1]);
	d->range = arena_grow(d->arena, d->range, i, &d->rangecap, sizeof *d->range);
	d->range[i] = (DcfgProcess){d->name.n, d->name.n, r->l.line};
}

#define NODE_FORM "node <name> comp|send <to>|recv <from> [on <channel>] [at <source line>]"

/* read_attributes: read the words after the peer, from word k on. */
static void
read_attributes(const Reader *r, uint32_t k, DcfgNode *n)
{
	const Lines *l = &r->l;

	n->channel = symbols_add(&r->d->channel, "", 0);
	for (; k + 1 < l->n; k += 2) {
		const InputWord *w = &l->word[k + 1];

		if (word_is(&l->word[k], "on") && n->kind != DCFG_COMP)
			n->channel = symbols_add(&r->d->channel, w->s, w->len);
		else if (word_is(&l->word[k], "at"))
			n->source = arena_strndup(r->d->arena, w->s, w->len);
		else
			break;
	}
	require_words(l, k, true, NODE_FORM);
}

/* read_node: read a line that declares a node. */
static void
read_node(Reader *r)
{
	Dcfg *d = r->d;
	const Lines *l = &r->l;
	DcfgNode n = {.process = d->process.n - 1, .peer = NONE, .line = l->line};
	uint32_t i;

	require_words(l, 3, false, NODE_FORM);
	if (d->process.n == 0)
		lines_fatal(l, "a node must follow a process line");
	if (word_is(&l->word[2], "send"))
		n.kind = DCFG_SEND;
	else if (word_is(&l->word[2], "recv"))
		n.kind = DCFG_RECV;
	else if (!word_is(&l->word[2], "comp"))
		lines_fatal(l, "unknown kind of node '%.*s' (comp, send, recv)",
			WORD_ARGS(&l->word[2]));
	require_words(l, n.kind == DCFG_COMP ? 3 : 4, false, NODE_FORM);
	read_attributes(r, n.kind == DCFG_COMP ? 3 : 4, &n);
	i = add_name(l, &d->name, "node", &l->word[1]);
	d->node = arena_grow(d->arena, d->node, i, &d->nodecap, sizeof *d->node);
	r->peer = arena_grow(d->arena, r->peer, i, &r->peercap, sizeof *r->peer);
	d->node[i] = n;
	r->peer[i] = n.kind == DCFG_COMP ? (InputWord){0} : l->word[3];
}

/* read_flow: read a line with edges of the control flow. */
static void
read_flow(Reader *r)
{
	Dcfg *d = r->d;
	const Lines *l = &r->l;
	uint32_t from;

	require_words(l, 3, false, "flow <node> <node> ...");
	from = find_name(l, &d->name, "node", &l->word[1]);
	for (uint32_t k = 2; k < l->n; k++) {
		uint32_t to = find_name(l, &d->name, "node", &l->word[k]);

		if (d->node[from].process != d->node[to].process)
			lines_fatal(l, "%s and %s are in different processes; comm joins those",
				d->name.text[from], d->name.text[to]);
		d->flowfrom = arena_grow(d->arena, d->flowfrom, d->nflow, &d->flowfromcap,
			sizeof *d->flowfrom);
		d->flowto = arena_grow(d->arena, d->flowto, d->nflow, &d->flowtocap,
			sizeof *d->flowto);
		d->flowfrom[d->nflow] = from;
		d->flowto[d->nflow++] = to;
		from = to;
	}
}

/* read_comm: read a line with edges of communication. */
static void
read_comm(Reader *r)
{
	Dcfg *d = r->d;
	const Lines *l = &r->l;
	uint32_t s, v;

	require_words(l, 3, true, "comm <send> <recv>");
	s = find_name(l, &d->name, "node", &l->word[1]);
	v = find_name(l, &d->name, "node", &l->word[2]);
	if (d->node[s].kind != DCFG_SEND)
		lines_fatal(l, "%s is not a send", d->name.text[s]);
	if (d->node[v].kind != DCFG_RECV)
		lines_fatal(l, "%s is not a recv", d->name.text[v]);
	d->commfrom = arena_grow(d->arena, d->commfrom, d->ncomm, &d->commfromcap,
		sizeof *d->commfrom);
	d->commto = arena_grow(d->arena, d->commto, d->ncomm, &d->commtocap, sizeof *d->commto);
	r->commline = arena_grow(d->arena, r->commline, d->ncomm, &r->commlinecap,
		sizeof *r->commline);
	d->commfrom[d->ncomm] = s;
	d->commto[d->ncomm] = v;
	r->commline[d->ncomm++] = l->line;
	d->has_comm_lines = true;
}

/* read_event: read a line that names a local event and the nodes that change it. */
static void
read_event(Reader *r)
{
	Dcfg *d = r->d;
	const Lines *l = &r->l;
	LocalEvent e = {0};
	uint32_t i;

	require_words(l, 4, false, "event <name> <process> changes <node> ...");
	if (!word_is(&l->word[3], "changes"))
		lines_fatal(l, "expected 'changes' instead of '%.*s'", WORD_ARGS(&l->word[3]));
	e.process = find_name(l, &d->process, "process", &l->word[2]);
	e.change = arena_alloc(d->arena, l->n - 4, sizeof *e.change);
	for (uint32_t k = 4; k < l->n; k++) {
		uint32_t n = find_name(l, &d->name, "node", &l->word[k]);

		if (d->node[n].process != e.process)
			lines_fatal(l, "%s is not a node of %s", d->name.text[n],
				d->process.text[e.process]);
		e.change[e.n++] = n;
	}
	i = add_name(l, &d->event, "event", &l->word[1]);
	d->local_event = arena_grow(d->arena, d->local_event, i, &d->localcap,
		sizeof *d->local_event);
	d->local_event[i] = e;
}

/* read_operator: the operator that the word denotes; SIMULTANEOUS if it is an event's name. */
static Operator
read_operator(const InputWord *w)
{
	if (word_is(w, "||"))
		return CONCURRENT;
	return word_is(w, "->") ? ORDERED : SIMULTANEOUS;
}

/*
 * read_events: read events from word `first` up to the "at", with the same operator between all of
 * them.
 */
static void
read_events(Dcfg *d, const Lines *l, uint32_t first, Query *q)
{
	uint32_t last = l->n - 2, step;

	q->op = first + 1 < last ? read_operator(&l->word[first + 1]) : SIMULTANEOUS;
	step = q->op == SIMULTANEOUS ? 1 : 2;
	q->event = arena_alloc(d->arena, last - first, sizeof *q->event);
	for (uint32_t k = first; k < last; k += step) {
		q->event[q->n++] = find_name(l, &d->event, "event", &l->word[k]);
		if (step == 2 && k + 1 < last && read_operator(&l->word[k + 1]) != q->op)
			lines_fatal(l, "'%.*s': all events of a query are joined by one operator",
				WORD_ARGS(&l->word[k + 1]));
		if (step == 2 && k + 2 == last)
			lines_fatal(l, "no event after '%.*s'", WORD_ARGS(&l->word[k + 1]));
	}
}

/* read_query: add a query from the words of a line, from word `first` on. */
static void
read_query(Dcfg *d, const Lines *l, uint32_t first)
{
	Query q = {0};
	uint32_t from, to;

	if (l->n < first + 3 || !word_is(&l->word[l->n - 2], "at"))
		lines_fatal(l, "a query is: query <event> ... at <process>");
	read_events(d, l, first, &q);
	if (word_is(&l->word[l->n - 1], "*")) {
		from = 0;
		to = d->process.n;
	} else {
		from = find_name(l, &d->process, "process", &l->word[l->n - 1]);
		to = from + 1;
	}
	for (q.process = from; q.process < to; q.process++) {
		d->query = arena_grow(d->arena, d->query, d->nqueries, &d->querycap,
			sizeof *d->query);
		d->query[d->nqueries++] = q;
	}
}

/*
 * read_unordered: read the statement which says that messages on a channel may overtake each other.
 */
static void
read_unordered(Reader *r)
{
	require_words(&r->l, 2, true, "unordered <channel>");
	r->unordered = arena_grow(r->d->arena, r->unordered, r->nunordered, &r->unorderedcap,
		sizeof *r->unordered);
	r->unordered[r->nunordered++] = r->l.word[1];
}

/* read_line: read one line, by its first word. */
static void
read_line(Reader *r)
{
	const InputWord *w = &r->l.word[0];

	if (word_is(w, "process"))
		read_process(r);
	else if (word_is(w, "node"))
		read_node(r);
	else if (word_is(w, "flow"))
		read_flow(r);
	else if (word_is(w, "comm"))
		read_comm(r);
	else if (word_is(w, "event"))
		read_event(r);
	else if (word_is(w, "query"))
		read_query(r->d, &r->l, 1);
	else if (word_is(w, "unordered"))
		read_unordered(r);
	else
		lines_fatal(&r->l, "unknown keyword '%.*s' (process, node, flow, comm, event, "
			"query, unordered)",
			WORD_ARGS(w));
}

/*
 * resolve_channels: find the channels that the file calls unordered, by their names; a channel that
 * no message uses is allowed.
 */
static void
resolve_channels(Reader *r)
{
	Dcfg *d = r->d;

	d->unordered = arena_alloc(d->arena, d->channel.n, sizeof *d->unordered);
	for (uint32_t i = 0; i < r->nunordered; i++) {
		uint32_t c = symbols_find(&d->channel, r->unordered[i].s, r->unordered[i].len);

		if (c != NONE)
			d->unordered[c] = true;
	}
}

/* resolve_peers: find the processes that the nodes name as peers. */
static void
resolve_peers(Reader *r)
{
	Dcfg *d = r->d;

	for (uint32_t i = 0; i < d->name.n; i++) {
		DcfgNode *n = &d->node[i];

		if (n->kind == DCFG_COMP)
			continue;
		n->peer = symbols_find(&d->process, r->peer[i].s, r->peer[i].len);
		if (n->peer == NONE)
			fatal_at(d->file, n->line, "unknown process %.*s", WORD_ARGS(&r->peer[i]));
		if (n->peer == n->process)
			fatal_at(d->file, n->line,
				"%s %s its own process; messages connect two "
				"processes",
				d->name.text[i],
				n->kind == DCFG_SEND ? "sends to" : "receives from");
	}
	for (uint32_t e = 0; e < d->ncomm; e++) {
		const DcfgNode *s = &d->node[d->commfrom[e]], *v = &d->node[d->commto[e]];

		if (s->channel != v->channel)
			fatal_at(d->file, r->commline[e], "%s and %s are on different channels",
				d->name.text[d->commfrom[e]], d->name.text[d->commto[e]]);
		if (s->peer != v->process)
			fatal_at(d->file, r->commline[e], "%s sends to %s, and %s is in %s",
				d->name.text[d->commfrom[e]], d->process.text[s->peer],
				d->name.text[d->commto[e]], d->process.text[v->process]);
	}
}

/*
 * check_comm: reject duplicate edges, because the equations of the sets test if an edge is the only
 * edge of a node. Edges out of one node are adjacent in comm.
 */
static void
check_comm(const Reader *r, const Graph *comm)
{
	const Dcfg *d = r->d;
	uint32_t *seen = arena_alloc(d->arena, d->name.n, sizeof *seen);

	for (uint32_t s = 0; s < comm->n; s++) {
		for (uint32_t e = comm->first[s]; e < comm->first[s + 1]; e++) {
			if (seen[comm->to[e]] == s + 1)
				fatal_at(d->file, r->commline[comm->edge[e]],
					"comm %s %s already exists", d->name.text[s],
					d->name.text[comm->to[e]]);
			seen[comm->to[e]] = s + 1;
		}
	}
}

/* check_flow: check that every node is on a path from start to stop; otherwise fatal. */
static void
check_flow(const Dcfg *d)
{
	Walk forward = walk_new(d->arena, &d->flow), backward = walk_new(d->arena, &d->back);

	for (uint32_t p = 0; p < d->process.n; p++) {
		const DcfgProcess *x = &d->range[p];

		if (d->flow.first[x->stop] < d->flow.first[x->stop + 1])
			fatal_at(d->file, d->node[x->stop].line,
				"a flow out of %s, the stop of %s (its last node)",
				d->name.text[x->stop], d->process.text[p]);
		walk_from(&forward, x->start, NONE, NONE);
		walk_from(&backward, x->stop, NONE, NONE);
		for (uint32_t i = x->start; i <= x->stop; i++) {
			if (i != x->start && !walk_met(&forward, i))
				fatal_at(d->file, d->node[i].line,
					"no flow leads from %s, the start, to %s",
					d->name.text[x->start], d->name.text[i]);
			if (i != x->stop && !walk_met(&backward, i))
				fatal_at(d->file, d->node[i].line,
					"no flow leads from %s to %s, the stop",
					d->name.text[i], d->name.text[x->stop]);
		}
	}
}

Dcfg *
dcfg_read(Arena *a, const char *file, const char *text, size_t len)
{
	Dcfg *d = arena_alloc(a, 1, sizeof *d);
	Reader r = {.d = d, .l = lines_start(a, file, text, len)};

	d->arena = a;
	d->file = file;
	d->name = symbols_new(a);
	d->process = symbols_new(a);
	d->event = symbols_new(a);
	d->channel = symbols_new(a);
	while (lines_next(&r.l))
		read_line(&r);
	close_process(d);
	resolve_peers(&r);
	resolve_channels(&r);
	d->flow = graph_new(a, d->name.n, d->flowfrom, d->flowto, d->nflow);
	d->back = graph_reverse(a, &d->flow);
	check_flow(d);
	if (!d->has_comm_lines)
		dcfg_pair_messages(d);
	d->comm = graph_new(a, d->name.n, d->commfrom, d->commto, d->ncomm);
	if (d->has_comm_lines)
		check_comm(&r, &d->comm);
	d->rcomm = graph_reverse(a, &d->comm);
	return d;
}

void
dcfg_query(Dcfg *d, const char *file, const char *text)
{
	Lines l = lines_start(d->arena, file, text, strlen(text));

	if (!lines_next(&l))
		fatal_at(file, 0, "an empty query");
	read_query(d, &l, 0);
}

uint32_t
dcfg_node(const Dcfg *d, const char *name)
{
	uint32_t i = symbols_find(&d->name, name, strlen(name));

	if (i == NONE)
		fatal_at(d->file, 0, "unknown node %s", name);
	return i;
}
