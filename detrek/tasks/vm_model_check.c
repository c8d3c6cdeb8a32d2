/*
 * vm_model_check.c - refuses models that are contradictory or incomplete, and computes which events
 * can follow each event of a role.
 */
#include "vm_model.h"

#include <stdarg.h>

/* refuse: end the program with a message about a line of the model. */
static _Noreturn void __attribute__((format(printf, 3, 4)))
refuse(const Machine *m, int line, const char *fmt, ...)
{
	char why[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof why, fmt, ap);
	va_end(ap);
	fatal_at(m->file, line, "%s", why);
}

static const struct {
	const char *name;
	GraphKind graph;
} directions[NDIRECTIONS] = {
	[DOWN] = {"down", GRAPH_TREE},
	[UP] = {"up", GRAPH_TREE},
	[NEXT] = {"next", GRAPH_CYCLE},
	[OUT] = {"out", GRAPH_MESH},
	[HOME] = {"home", GRAPH_MESH},
	[NEIGHBOUR] = {"neighbour", GRAPH_MESH},
};

const char *
machine_direction_name(Direction d)
{
	return directions[d].name;
}

GraphKind
machine_direction_graph(Direction d)
{
	return directions[d].graph;
}

const char *
machine_graph_name(GraphKind g)
{
	static const char *const name[NGRAPHS] = {
		[GRAPH_TREE] = "tree", [GRAPH_CYCLE] = "cycle", [GRAPH_MESH] = "mesh",
	};

	return name[g];
}

const char *
machine_kind_name(const Machine *m, uint32_t kind)
{
	static char text[4][64];
	static int next;
	char *s = text[next++ % 4];

	snprintf(s, sizeof text[0], "%s %.40s", kind_is_recv(kind) ? "receive" : "send",
		m->message[kind_message(kind)].name);
	return s;
}

/* ---- tables that follow from the events ---- */

/*
 * derive_event: fill in the fields of an event of this kind that follow from the role's other
 * events (`followed`, `next_job_effects`, `late`), and `after_result_kinds` of the role.
 */
static void
derive_event(const Machine *m, MachineRole *r, uint32_t kind)
{
	MachineEvent *e = &r->event[kind];

	for (uint32_t k = 0; k < 2 * m->nmessages; k++) {
		const MachineEvent *next = &r->event[k];

		if ((next->after | next->fallback_causes) >> kind & 1)
			e->followed |= 1 << k;
		if (next->previous_job_causes >> kind & 1)
			e->next_job_effects |= 1 << k;
		if (e->begins_job && next->known && k != kind)
			e->late |= 1 << k;
		if (r->result_kinds && (next->after | next->fallback_causes) & r->result_kinds)
			r->after_result_kinds |= 1 << k;
	}
}

/* ---- events ---- */

/* check_known: refuse a mask with a kind that is not an event of the role. */
static void
check_known(const Machine *m, const MachineRole *r, uint32_t mask, int line)
{
	for (uint32_t k = 0; k < 2 * m->nmessages; k++)
		if (mask >> k & 1 && !r->event[k].known)
			refuse(m, line, "role '%s' has no event '%s'", r->name,
				machine_kind_name(m, k));
}

/* check_causes: refuse causes that an event of this kind cannot have. */
static void
check_causes(const Machine *m, const MachineRole *r, uint32_t kind)
{
	const MachineEvent *e = &r->event[kind];
	bool after = e->after | e->fallback_causes | e->previous_job_causes;

	if (kind_is_recv(kind) && (after || e->begins_task))
		refuse(m, e->line, "a receive is caused by the message's send only: 'after' "
			"and 'source' are for sends");
	if (!kind_is_recv(kind) && !after && !e->begins_task)
		refuse(m, e->line, "nothing causes '%s' of role '%s': 'after EVENT' or "
			"'source' must say what does", machine_kind_name(m, kind), r->name);
	check_known(m, r, e->after | e->fallback_causes | e->unless | e->previous_job_causes,
		e->line);
}

/* check_times: refuse a number of times that events of this kind cannot have. */
static void
check_times(const Machine *m, const MachineRole *r, uint32_t kind)
{
	const MachineEvent *e = &r->event[kind];

	if (e->times == DEGREE && m->graph != GRAPH_TREE)
		refuse(m, e->line, "'times degree' is for a tree, where tasks are divided");
	if (e->times == NEIGHBOURS && m->message[kind_message(kind)].direction != NEIGHBOUR)
		refuse(m, e->line, "'times neighbours' is for messages between neighbours: '%s' "
			"goes %s", m->message[kind_message(kind)].name,
			machine_direction_name(m->message[kind_message(kind)].direction));
}

/*
 * check_completes: refuse an event that neither completes its task or part nor causes another
 * event.
 */
static void
check_completes(const Machine *m, const MachineRole *r, uint32_t kind)
{
	const MachineEvent *e = &r->event[kind];

	if (kind_is_recv(kind) && !e->ends_task && !e->followed && !e->next_job_effects)
		refuse(m, e->line, "'%s' of role '%s' completes nothing: 'completes task' is "
			"missing, or an event that comes after it", machine_kind_name(m, kind),
			r->name);
	if (e->ends_task && (!kind_is_recv(kind) || e->followed || e->next_job_effects))
		refuse(m, e->line, "'completes task' is for a receive after which nothing "
			"comes");
	if (e->ends_job && (e->followed || e->next_job_effects))
		refuse(m, e->line, "'%s' of role '%s' completes its part, but an event comes "
			"after it", machine_kind_name(m, kind), r->name);
}

/* ---- rules ---- */

/* rule_slot: the place, in an event, of the pointer to its rule for this case. */
static const MachineRule **
rule_slot(MachineEvent *e, RuleCase when)
{
	return when == BEHIND ? &e->behind : when == FEWER ? &e->fewer : &e->always;
}

/*
 * check_rule: refuse a rule that does not fit its event, or a second rule for the same case;
 * otherwise enter the rule at its event.
 */
static void
check_rule(const Machine *m, MachineRole *r, const MachineRule *rule)
{
	MachineEvent *e = &r->event[rule->kind];
	const MachineRule **place = rule_slot(e, rule->when);

	check_known(m, r, 1 << rule->kind, rule->line);
	if (*place)
		refuse(m, rule->line, "ambiguous: line %d also says whose error it is when "
			"'%s' is on the frontier", (*place)->line,
			machine_kind_name(m, rule->kind));
	if (e->ends_task)
		refuse(m, rule->line, "'%s' completes the task and is never on the frontier",
			machine_kind_name(m, rule->kind));
	if (rule->when == FEWER && e->times == ONCE)
		refuse(m, rule->line, "'fewer' needs an event with 'times': '%s' occurs "
			"once", machine_kind_name(m, rule->kind));
	if (rule->when == BEHIND && !kind_is_recv(rule->kind))
		refuse(m, rule->line, "'behind' is for a receive: only what was received "
			"waits");
	*place = rule;
}

/*
 * check_has_rule: refuse an event that may be on the frontier, but has no rule.
 */
static void
check_has_rule(const Machine *m, const MachineRole *r, uint32_t kind)
{
	const MachineEvent *e = &r->event[kind];

	if (!e->always && !e->ends_task)
		refuse(m, e->line, "'%s' of role '%s' may be on the frontier, and no line "
			"'frontier %s PROCESS ...' says whose error that is",
			machine_kind_name(m, kind), r->name, machine_kind_name(m, kind));
}

/* ---- roles ---- */

/* check_role: check all events and rules of a role. */
static void
check_role(const Machine *m, MachineRole *r)
{
	bool any = false;

	if (r->result_process)
		check_known(m, r, r->result_kinds, r->line);
	for (uint32_t k = 0; k < 2 * m->nmessages; k++) {
		any |= r->event[k].known;
		if (r->event[k].known) {
			check_causes(m, r, k);
			check_times(m, r, k);
			derive_event(m, r, k);
		}
		check_known(m, r, r->event[k].late, r->event[k].line);
	}
	if (!any)
		refuse(m, r->line, "role '%s' has no event", r->name);
	for (uint32_t i = 0; i < r->nrules; i++)
		check_rule(m, r, &r->rule[i]);
	for (uint32_t k = 0; k < 2 * m->nmessages; k++) {
		if (!r->event[k].known)
			continue;
		check_completes(m, r, k);
		check_has_rule(m, r, k);
	}
	for (uint32_t i = 0; i < r->nvertices; i++)
		check_known(m, r, 1 << r->vertex[i].kind, r->vertex[i].line);
	for (uint32_t i = 0; i < r->nsentences; i++)
		check_known(m, r, r->sentence[i].all | r->sentence[i].none, r->sentence[i].line);
	if (r->nvertices == 0)
		refuse(m, r->line, "role '%s' has no 'draw'", r->name);
}

/* role_covers: tell if each node that has role b also has role a. */
static bool
role_covers(const MachineRole *a, const MachineRole *b)
{
	return a->is_root <= b->is_root && a->has_children <= b->has_children
		&& a->within_depth <= b->within_depth;
}

/*
 * check_roles: check all roles; refuse a role that no node can have, because an earlier role has no
 * further conditions.
 */
static void
check_roles(Machine *m)
{
	bool every = false;

	for (uint32_t i = 0; i < m->nroles; i++) {
		MachineRole *r = &m->role[i];

		for (uint32_t k = 0; k < i; k++)
			if (role_covers(&m->role[k], r))
				refuse(m, r->line, "role '%s' is never used: its nodes have "
					"role '%s', in line %d", r->name, m->role[k].name,
					m->role[k].line);
		if ((r->has_children || r->within_depth) && m->graph != GRAPH_TREE)
			refuse(m, r->line, "'children' and 'depth' are for a tree; this graph "
				"is a %s", machine_graph_name(m->graph));
		every |= !r->is_root && !r->has_children && !r->within_depth;
		check_role(m, r);
	}
	if (!every)
		refuse(m, 0, "no role is without a condition: some nodes would have none");
}

/* ---- messages and processes ---- */

/* check_message: refuse a message that no role sends, or that no role receives. */
static void
check_message(const Machine *m, uint32_t message)
{
	const MachineMessage *g = &m->message[message];
	bool sent = false, received = false;

	for (uint32_t i = 0; i < m->nroles; i++) {
		sent |= m->role[i].event[2 * message].known;
		received |= m->role[i].event[2 * message + 1].known;
	}
	if (!sent || !received)
		refuse(m, g->line, "message '%s' is %s: no role has an event '%s'", g->name,
			sent ? "received by no node" : "sent by no node",
			machine_kind_name(m, 2 * message + sent));
}

/* check_processes: refuse a process that no rule names and that is not a function. */
static void
check_processes(const Machine *m)
{
	for (uint32_t i = 0; i < m->nprocesses; i++) {
		const MachineProcess *p = &m->process[i];

		if (!p->used && !p->function)
			refuse(m, p->line, "process %s is never used: no rule names it, and "
				"it is not a function", p->name);
	}
}

/* root_role: the role of the root; ends the program with a message if there is none. */
static const MachineRole *
root_role(const Machine *m)
{
	for (uint32_t i = 0; i < m->nroles; i++)
		if (m->role[i].is_root)
			return &m->role[i];
	refuse(m, 0, "no role is that of the root: 'role NAME root' is missing");
}

/*
 * find_root_events: find the root's events that begin and end tasks; refuse a statement `unsent` in
 * a model in which no event begins each task.
 */
static void
find_root_events(Machine *m)
{
	const MachineRole *r = root_role(m);
	bool begins = false;

	for (uint32_t k = 0; k < 2 * m->nmessages; k++) {
		if (r->event[k].begins_task) {
			m->root_send = k;
			begins = true;
		}
		m->root_ends |= r->event[k].ends_task << k;
	}
	if (m->unsent.process && !begins)
		refuse(m, m->unsent.line, "'unsent' needs a role of the root that has an "
			"event with 'source'");
}

void
machine_complete(Machine *m)
{
	if (m->graph == NGRAPHS)
		refuse(m, 0, "expected a line 'graph'");
	if (m->nmessages == 0)
		refuse(m, 0, "expected a line 'message'");
	if (!m->missing.process)
		refuse(m, 0, "expected a line 'missing': the error of a task without events");
	if (!m->unended)
		refuse(m, 0, "expected a line 'unended': the text of functions without an end");
	check_roles(m);
	find_root_events(m);
	for (uint32_t i = 0; i < m->nmessages; i++)
		check_message(m, i);
	check_processes(m);
}
