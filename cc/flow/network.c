/*
 * network.c - finds out whose messages each receive can take, and writes the graph of a network's
 * processes as a .dcfg.
 *
 * A send or receive whose peer is not certain becomes several nodes, one for each process that has
 * a matching operation; the process executes any one of these nodes. A process never gets past a
 * receive without a sender.
 *
 * The kernel keeps the order of the messages of one process to one event. So each event is a
 * channel of the .dcfg. If receives take only some types of an event's messages, or an event is
 * computed, the order gives no information. Semaphores and channels in memory are first come first
 * served, too.
 */
#include "flow.h"

#include <stdlib.h>
#include <string.h>

/*
 * A process to which a send leads, or whose message a receive takes; NO_PROCESS: none of the graph.
 */
typedef struct Way {
	uint32_t process;
	char *name; /* name, in the graph, of the node for this peer */
} Way;

enum { NO_PROCESS = UINT32_MAX };

/* The peers of one operation. */
typedef struct Ways {
	Way *way;
	uint32_t n;
} Ways;

/* The state while the graph of a network is written. */
typedef struct Composer {
	Arena *arena;
	GraphProcess *process;
	uint32_t n;
	Ways **peers;     /* [process][node] */
	bool any_event;  /* some operation's event is unknown */
	Buf *out;
} Composer;

/* ---- which operations match ---- */

/* events_match: true if a message of send s may have the event and type of receive r. */
static bool
events_match(const FlowNode *s, const FlowNode *r)
{
	if (s->channel || r->channel)
		return s->channel && r->channel && strcmp(s->channel, r->channel) == 0;
	if (!s->any_event && !r->any_event && s->event != r->event)
		return false;
	return s->type == 0 || r->type == 0 || (s->type & r->type) != 0;
}

/* may_exchange_with: true if `node` may be the other end of the message of operation n. */
static bool
may_exchange_with(const FlowNode *n, uint32_t node)
{
	for (uint32_t i = 0; i < n->npeers; i++)
		if (n->peer[i] == node)
			return true;
	return n->npeers == 0;
}

/*
 * process_matches: true if `process` has an operation that can be the other end of n, which is a
 * send or receive of process `from`.
 */
static bool
process_matches(const Composer *c, const FlowNode *n, uint32_t from, uint32_t process)
{
	const GraphProcess *p = &c->process[process];

	if (n->kind == FLOW_COMP || !may_exchange_with(n, p->node)
		|| (n->channel && p->home != c->process[from].home))
		return false;
	for (uint32_t i = 0; i < p->flow->n; i++) {
		const FlowNode *o = &p->flow->node[i];
		const FlowNode *s = n->kind == FLOW_SEND ? n : o, *r = n->kind == FLOW_SEND ? o : n;

		if (!o->removed && s->kind == FLOW_SEND && r->kind == FLOW_RECEIVE
			&& events_match(s, r) && may_exchange_with(o, c->process[from].node))
			return true;
	}
	return false;
}

/* remove_impossible: remove receives for which no process sends; returns whether there were any. */
static bool
remove_impossible(Composer *c)
{
	bool some = false;

	for (uint32_t p = 0; p < c->n; p++) {
		Flow *f = c->process[p].flow;

		for (uint32_t i = 0; i < f->n; i++) {
			FlowNode *n = &f->node[i];
			bool possible = false;

			for (uint32_t q = 0; n->kind == FLOW_RECEIVE && q < c->n; q++)
				possible |= process_matches(c, n, p, q);
			if (n->removed || n->kind != FLOW_RECEIVE || possible || n->any_event)
				continue;
			n->removed = some = true;
		}
		flow_simplify(f);
	}
	return some;
}

/* ---- nodes of the text ---- */

/*
 * may_lack_peer: true if the operation may happen without a peer in the graph: a message may go to
 * a node where no process takes it, or from a process to itself.
 */
static bool
may_lack_peer(const Composer *c, uint32_t process, const FlowNode *n, uint32_t nways)
{
	if (nways == 0 || (n->kind == FLOW_RECEIVE && n->any_event)
		|| process_matches(c, n, process, process))
		return true;
	return n->kind == FLOW_SEND && !n->channel && n->npeers != 1
		&& nways < (n->npeers ? n->npeers : c->n);
}

enum { NAME_SIZE = 16 }; /* bytes of the name of a node in its process */

/* put_plain_name: write start, stop, or the operation's letter and line, such as S12. */
static void
put_plain_name(const Composer *c, uint32_t process, uint32_t node, char name[NAME_SIZE])
{
	const FlowNode *n = &c->process[process].flow->node[node];
	static const char letter[] = {'C', 'S', 'R'};

	if (node == FLOW_START || node == FLOW_STOP)
		snprintf(name, NAME_SIZE, node == FLOW_START ? "start" : "stop");
	else if (n->line)
		snprintf(name, NAME_SIZE, "%c%u", letter[n->kind], n->line);
	else
		snprintf(name, NAME_SIZE, "%c", letter[n->kind]);
}

/* count_namesakes: the number of nodes of the process, up to this one, with the same plain name. */
static uint32_t
count_namesakes(const Composer *c, uint32_t process, uint32_t node, const char *plain)
{
	uint32_t same = 0;
	size_t n = strlen(plain);

	for (uint32_t i = 0; i <= node; i++)
		for (uint32_t k = 0; k < c->peers[process][i].n; k++) {
			const char *s = strrchr(c->peers[process][i].way[k].name, '/') + 1;

			same += strncmp(s, plain, n) == 0 && (s[n] == '\0' || s[n] == '.');
		}
	return same;
}

/*
 * add_peer: add process `other` to the peers of a node, with a name that is unique in the process.
 */
static void
add_peer(Composer *c, uint32_t process, uint32_t node, uint32_t other)
{
	Ways *w = &c->peers[process][node];
	char plain[NAME_SIZE];
	Buf name = {0};
	uint32_t same;

	put_plain_name(c, process, node, plain);
	same = count_namesakes(c, process, node, plain);
	buf_printf(&name, "%s/%s", c->process[process].name, plain);
	if (same > 0)
		buf_printf(&name, ".%u", same + 1);
	w->way = arena_more(c->arena, w->way, w->n, sizeof *w->way);
	w->way[w->n++] = (Way){other, arena_strndup(c->arena, (char *)name.data, name.len)};
	buf_free(&name);
}

/* find_peers: find for each node of a process the processes with which it may exchange messages. */
static void
find_peers(Composer *c, uint32_t process)
{
	const Flow *f = c->process[process].flow;

	c->peers[process] = arena_alloc(c->arena, f->n, sizeof **c->peers);
	for (uint32_t i = 0; i < f->n; i++) {
		const FlowNode *n = &f->node[i];

		if (n->removed)
			continue;
		for (uint32_t q = 0; q < c->n; q++)
			if (q != process && process_matches(c, n, process, q))
				add_peer(c, process, i, q);
		if (may_lack_peer(c, process, n, c->peers[process][i].n))
			add_peer(c, process, i, NO_PROCESS);
	}
}

/* ---- the text ---- */

/* write_channel: append the channel of a node: its name, or the event of its messages. */
static void
write_channel(const Composer *c, const FlowNode *n)
{
	if (n->channel)
		buf_printf(c->out, " on %s", n->channel);
	else if (c->any_event)
		buf_printf(c->out, " on any");
	else
		buf_printf(c->out, " on %d", (int)n->event);
}

/* write_node: write one node of the graph: an operation with one of its peers. */
static void
write_node(const Composer *c, const FlowNode *n, const Way *w)
{
	static const char *const kinds[] = {"comp", "send", "recv"};
	FlowKind kind = w->process == NO_PROCESS ? FLOW_COMP : n->kind;

	buf_printf(c->out, "node %s %s", w->name, kinds[kind]);
	if (kind != FLOW_COMP) {
		buf_printf(c->out, " %s", c->process[w->process].name);
		write_channel(c, n);
	}
	if (n->place)
		buf_printf(c->out, " at %s", n->place);
	buf_printf(c->out, "\n");
}

/* write_nodes: write all nodes of a process's graph. */
static void
write_nodes(const Composer *c, uint32_t process)
{
	const Flow *f = c->process[process].flow;

	buf_printf(c->out, "process %s\n", c->process[process].name);
	for (uint32_t k = 0; k < f->n; k++) {
		/* the stop comes last */
		uint32_t i = k == 0 ? FLOW_START : k == f->n - 1 ? FLOW_STOP : k + 1;

		for (uint32_t w = 0; w < c->peers[process][i].n; w++)
			write_node(c, &f->node[i], &c->peers[process][i].way[w]);
	}
}

/* write_edges: write the edges between the nodes of a process. */
static void
write_edges(const Composer *c, uint32_t process)
{
	const Flow *f = c->process[process].flow;

	for (uint32_t i = 0; i < f->nedges; i++) {
		const Ways *a = &c->peers[process][f->edge[i].from];
		const Ways *b = &c->peers[process][f->edge[i].to];

		for (uint32_t k = 0; k < a->n; k++)
			for (uint32_t l = 0; l < b->n; l++)
				buf_printf(c->out, "flow %s %s\n", a->way[k].name, b->way[l].name);
	}
}

/*
 * A name of variables: NAME means all variables of that name; FUNCTION::NAME only static ones of
 * that function.
 */
typedef struct VariableName {
	const char *function; /* NULL: a variable of any function, or of none */
	const char *name;     /* the variable's name in C */
} VariableName;

/* has_variable_name: true if the variable with this number has this name. */
static bool
has_variable_name(const Flow *f, uint32_t variable, const VariableName *n)
{
	return strcmp(f->variable[variable], n->name) == 0 && (!n->function
		|| (f->function[variable] && strcmp(f->function[variable], n->function) == 0));
}

/* changes_variable: true if the node may change a variable with this name. */
static bool
changes_variable(const Flow *f, uint32_t node, const VariableName *name)
{
	const FlowNode *n = &f->node[node];

	for (uint32_t v = 0; n->changes && !n->removed && v < f->nvariables; v++)
		if (has_variable_name(f, v, name)
			&& (n->changes[v] || (f->is_taken[v] && n->changes[f->nvariables])))
			return true;
	return false;
}

/* is_foreign: true if other threads may change a variable with this name. */
static bool
is_foreign(const Flow *f, const VariableName *name)
{
	for (uint32_t v = 0; v < f->nvariables; v++)
		if (f->foreign[v] && has_variable_name(f, v, name))
			return true;
	return false;
}

/*
 * write_event: write the event of a variable, unless it has been written for an earlier variable.
 */
static void
write_event(const Composer *c, uint32_t process, uint32_t variable, const VariableName *name)
{
	const Flow *f = c->process[process].flow;
	const char *of = c->process[process].name;

	for (uint32_t v = 0; v < variable; v++)
		if (has_variable_name(f, v, name))
			return;
	if (is_foreign(f, name))
		return;
	buf_printf(c->out, "event %s%s%s@%s %s changes", name->function ? name->function : "",
		name->function ? "::" : "", name->name, of, of);
	for (uint32_t i = 0; i < f->n; i++)
		for (uint32_t k = 0;
			changes_variable(f, i, name) && k < c->peers[process][i].n; k++)
			buf_printf(c->out, " %s", c->peers[process][i].way[k].name);
	buf_printf(c->out, "\n");
}

/*
 * write_events: write an event NAME@PROCESS for each variable of the process; for a static one of
 * a function also FUNCTION::NAME.
 */
static void
write_events(const Composer *c, uint32_t process)
{
	const Flow *f = c->process[process].flow;

	for (uint32_t v = 0; v < f->nvariables; v++) {
		write_event(c, process, v, &(VariableName){NULL, f->variable[v]});
		if (f->function[v])
			write_event(c, process, v,
				&(VariableName){f->function[v], f->variable[v]});
	}
}

/* ---- channels whose order gives no information ---- */

/* all_receives_match: true if all receives of the event can take all of its messages. */
static bool
all_receives_match(const Composer *c, const FlowNode *n)
{
	for (uint32_t p = 0; p < c->n; p++)
		for (uint32_t i = 0; i < c->process[p].flow->n; i++) {
			const FlowNode *o = &c->process[p].flow->node[i];

			if (!o->removed && o->kind != FLOW_COMP && o->kind != n->kind && !o->channel
				&& o->event == n->event && !events_match(n, o))
				return false;
		}
	return true;
}

/* write_unordered: write the events whose messages may be received in any order. */
static void
write_unordered(const Composer *c)
{
	int32_t *written = NULL;
	uint32_t n = 0;

	if (c->any_event)
		buf_printf(c->out, "unordered any\n");
	for (uint32_t p = 0; !c->any_event && p < c->n; p++)
		for (uint32_t i = 0; i < c->process[p].flow->n; i++) {
			const FlowNode *o = &c->process[p].flow->node[i];
			uint32_t k = 0;

			while (k < n && written[k] != o->event)
				k++;
			if (o->removed || o->kind == FLOW_COMP || o->channel || k < n
				|| all_receives_match(c, o))
				continue;
			written = arena_more(c->arena, written, n, sizeof *written);
			written[n++] = o->event;
			buf_printf(c->out, "unordered %d\n", (int)o->event);
		}
}

/*
 * has_any_event: true if a message of the process may have any event, because its event is not
 * known.
 */
static bool
has_any_event(const GraphProcess *p)
{
	for (uint32_t i = 0; i < p->flow->n; i++)
		if (!p->flow->node[i].removed && p->flow->node[i].any_event)
			return true;
	return false;
}

void
graph_write(Arena *a, GraphProcess *process, uint32_t nprocesses, Buf *out)
{
	Composer c = {.arena = a, .process = process, .n = nprocesses, .out = out};

	while (remove_impossible(&c))
		;
	c.peers = arena_alloc(a, nprocesses, sizeof *c.peers);
	for (uint32_t p = 0; p < nprocesses; p++) {
		c.any_event |= has_any_event(&process[p]);
		find_peers(&c, p);
	}
	write_unordered(&c);
	for (uint32_t p = 0; p < nprocesses; p++)
		write_nodes(&c, p);
	for (uint32_t p = 0; p < nprocesses; p++) {
		write_edges(&c, p);
		write_events(&c, p);
	}
}
