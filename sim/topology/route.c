/*
 * route.c - the crossbar settings that make the joins of a configuration.
 *
 * A join whose ends are wired to one crossbar takes one circuit there. A join whose ends are wired
 * to each other takes none. Every other join is a far join: its path leads through crossbars that
 * are cabled to each other. The paths of all far joins are found together, after the other joins,
 * by a depth-first search. It tries short paths first, and backtracks when a later join finds no
 * free cable. The search visits at most MAX_STEPS crossbars.
 */
#include "reading.h"

#include <stdlib.h>

enum {
	MAX_HOPS = 8,        /* crossbars in a path; each adds 1.75 bit periods each way */
	MAX_STEPS = 200000,  /* ends examined at most */
	MAX_FAR = 2048,      /* joins of several crossbars; bounds the depth of the search */
};

/* The search for the crossbar settings of a configuration. */
typedef struct Router {
	const Topology *t;
	Config *c;
	uint32_t *far;       /* [nfar] joins that need more than one crossbar */
	uint32_t nfar;
	uint32_t worst; /* the join for which the search found no path, at its greatest depth */
	uint32_t steps; /* ends examined so far */
} Router;

/* is_port_busy: true if a circuit uses the port. */
static bool
is_port_busy(const Router *r, EndRef port)
{
	return r->t->index->busy[port.part] >> port.index & 1;
}

/* set_port_busy: note whether a circuit uses the port. */
static void
set_port_busy(const Router *r, uint32_t sw, uint32_t port, bool on)
{
	uint32_t bit = 1u << port;

	if (on)
		r->t->index->busy[sw] |= bit;
	else
		r->t->index->busy[sw] &= ~bit;
}

/* push_circuit: append a circuit between two ports of a crossbar to the configuration. */
static void
push_circuit(Router *r, EndRef from, EndRef to)
{
	Config *c = r->c;

	c->circuits = list_more(c->circuits, c->ncircuits, sizeof *c->circuits);
	c->circuits[c->ncircuits++] = (Circuit){from.part, from.index, to.index};
	set_port_busy(r, from.part, from.index, true);
	set_port_busy(r, to.part, to.index, true);
}

/* pop_circuit: remove the last circuit of the configuration. */
static void
pop_circuit(Router *r)
{
	const Circuit *k = &r->c->circuits[--r->c->ncircuits];

	set_port_busy(r, k->sw, k->a, false);
	set_port_busy(r, k->sw, k->b, false);
}

/* has_join_speed: true if crossbar sw supports the speed of the join's ends. */
static bool
has_join_speed(const Router *r, const Join *j, uint32_t sw)
{
	uint32_t a = end_mbits(r->t, j->a), b = end_mbits(r->t, j->b);
	uint32_t mbits = r->t->switches[sw].mbits;

	return !mbits || ((!a || a == mbits) && (!b || b == mbits));
}

static bool extend_path(Router *r, uint32_t k, EndRef from, EndRef goal, uint32_t hops);

/* route_far_from: route the far joins from number k on; false if one of them has no path. */
static bool
route_far_from(Router *r, uint32_t k)
{
	const Join *j;
	EndRef from, goal;

	if (k == r->nfar)
		return true;
	j = &r->c->joins[r->far[k]];
	from = topology_across(r->t, j->a);
	goal = topology_across(r->t, j->b);
	if (k >= r->worst)
		r->worst = k;
	for (uint32_t hops = 2; hops <= MAX_HOPS && hops <= r->t->nswitches; hops++)
		if (extend_path(r, k, from, goal, hops))
			return true;
	return false;
}

/*
 * extend_path: extend the path of far join k from port `from` of a crossbar to port `goal`, with
 * exactly `hops` more crossbars, this one included; then route the other far joins. Cables between
 * the same two crossbars are equivalent: only the first free one is tried.
 */
static bool
extend_path(Router *r, uint32_t k, EndRef from, EndRef goal, uint32_t hops)
{
	const Topology *t = r->t;
	const Join *j = &r->c->joins[r->far[k]];
	uint32_t tried = NOWHERE;

	if (r->steps++ >= MAX_STEPS || !has_join_speed(r, j, from.part))
		return false;
	if (hops == 1 || from.part == goal.part) {
		if (hops != 1 || from.part != goal.part)
			return false;
		push_circuit(r, from, goal);
		if (route_far_from(r, k + 1))
			return true;
		pop_circuit(r);
		return false;
	}
	for (uint32_t p = 0; p < t->switches[from.part].ports; p++) {
		EndRef out = {END_SWITCH, from.part, p}, in = topology_across(t, out);

		if (in.kind != END_SWITCH || in.part == from.part || in.part == tried ||
		    is_port_busy(r, out) || is_port_busy(r, in))
			continue;
		tried = in.part;
		push_circuit(r, from, out);
		set_port_busy(r, in.part, in.index, true);
		if (extend_path(r, k, in, goal, hops - 1))
			return true;
		set_port_busy(r, in.part, in.index, false);
		pop_circuit(r);
	}
	return false;
}

/*
 * check_join: check that both ends are wired, that neither is wired permanently to a third end, and
 * that both have the same speed.
 */
static void
check_join(const Router *r, const Join *j)
{
	const Topology *t = r->t;
	EndRef ends[2] = {j->a, j->b};
	uint32_t ma = end_mbits(t, j->a), mb = end_mbits(t, j->b);
	char na[END_NAME], nb[END_NAME], words[END_WORDS];

	for (int i = 0; i < 2; i++) {
		EndRef far = topology_across(t, ends[i]);

		if (far.kind == END_NONE)
			fatal_at(t->file, j->line, "%s is not wired and cannot be joined",
				 end_words(t, ends[i], words));
		if (far.kind != END_SWITCH && !end_equal(far, ends[!i]))
			fatal_at(t->file, j->line, "%s is cabled directly to %s and cannot be "
				"joined to %s; only crossbars can be set", end_words(t, ends[i],
				words),
				 end_name(t, far, na), end_name(t, ends[!i], nb));
	}
	if (ma && mb && ma != mb)
		fatal_at(t->file, j->line, "%s has %uMb and %s %uMb; both ends of a circuit need "
			"the same speed",
			 end_name(t, j->a, na), (unsigned)ma, end_name(t, j->b, nb), (unsigned)mb);
}

/* report_no_path: report that a join cannot be made; fatal. */
static _Noreturn void
report_no_path(const Router *r, const Join *j)
{
	const Topology *t = r->t;
	EndRef pa = topology_across(t, j->a), pb = topology_across(t, j->b);
	char na[END_NAME], nb[END_NAME];

	end_name(t, j->a, na);
	end_name(t, j->b, nb);
	if (r->steps > MAX_STEPS)
		fatal_at(t->file, j->line,
			"no path was found from %s (at crossbar %s) to %s (at %s) in "
			"%d steps of search",
			na, topo_part_name(t, pa), nb, topo_part_name(t, pb), MAX_STEPS);
	fatal_at(t->file, j->line, "%s and %s are not on one crossbar (%s is at %s, %s at %s), "
		"and no free cables connect those", na, nb, na, topo_part_name(t, pa), nb,
		 topo_part_name(t, pb));
}

/* route_near: route the joins that need one crossbar, and list the others as far joins. */
static void
route_near(Router *r)
{
	const Topology *t = r->t;

	for (uint32_t i = 0; i < r->c->njoins; i++) {
		const Join *j = &r->c->joins[i];
		EndRef pa = topology_across(t, j->a), pb = topology_across(t, j->b);

		check_join(r, j);
		if (pa.kind != END_SWITCH)
			continue;
		if (pa.part != pb.part) {
			if (r->nfar == MAX_FAR)
				fatal_at(t->file, j->line,
					"more than %d joins of configuration %s lead "
					"through several crossbars",
					MAX_FAR, r->c->name);
			r->far = t->index->far = list_more(r->far, r->nfar, sizeof *r->far);
			r->far[r->nfar++] = i;
			continue;
		}
		if (!has_join_speed(r, j, pa.part))
			fatal_at(t->file, j->line,
				"crossbar %s runs at %uMb, the ends of this join do "
				"not",
				topo_part_name(t, pa), (unsigned)t->switches[pa.part].mbits);
		push_circuit(r, pa, pb);
	}
}

void
config_route(const Topology *t, Config *c)
{
	Router r = {.t = t, .c = c};

	free(t->index->far);
	r.far = t->index->far = NULL;
	route_near(&r);
	if (!route_far_from(&r, 0))
		report_no_path(&r, &c->joins[r.far[r.worst]]);
	for (uint32_t i = 0; i < c->ncircuits; i++)
		t->index->busy[c->circuits[i].sw] = 0;
}
