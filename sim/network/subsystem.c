/*
 * subsystem.c - nodes that reset and analyse others (sim/cpu/subsystem.h).
 *
 * The lines are driven and sampled at the multiples of EPOCH: there the clocks of all nodes and
 * links agree, however time is sliced. A shorter pulse acts at the next multiple. Real
 * programs hold Reset for milliseconds.
 */
#include "step.h"

/* subsystem_controller: the node to whose subsystem a node belongs; NULL if there is none. */
static T800 *
subsystem_controller(const Network *w, NodeId n)
{
	NodeId by = w->topology->nodes[n].subsystem;

	return by == NOWHERE ? NULL : w->nodes[by];
}

void
subsystems_init(Network *w)
{
	for (NodeId n = 0; n < w->nnodes; n++)
		if (subsystem_controller(w, n))
			w->subsystems = subsystem_controller(w, n)->subsystem.present = true;
}

bool
subsystems_wait(const Network *w)
{
	for (NodeId n = 0; w->subsystems && n < w->nnodes; n++)
		if (subsystem_waits(&w->nodes[n]->subsystem))
			return true;
	return false;
}

/*
 * hold_reset: keep a node in reset while Reset is high: the node does nothing, and its links are
 * silent.
 */
static void
hold_reset(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];

	node_keep_received(w, n);
	if (c->stop <= STOP_BOOT)
		c->stop = STOP_RESET;
	for (EndId e = n * NLINKS; e < (n + 1) * NLINKS; e++)
		links_reset(&w->links, e);
}

/* drive_lines: reset or stop a node as the Reset and Analyse lines of its subsystem require. */
static void
drive_lines(Network *w, NodeId n, const Subsystem *s)
{
	if (s->analyse_rose)
		t800_analyse(w->nodes[n]);
	if (s->reset_rose)
		hold_reset(w, n);
	if (!s->reset && (s->reset_rose || s->held))
		node_reset(w, n, s->analysed);
	t800_note(w->nodes[n], NOTE_STOP, w->nodes[n]->stop);
}

/*
 * drive_all_lines: set the Reset and Analyse lines of all subsystems to what nodes have written to
 * their registers.
 */
static void
drive_all_lines(Network *w)
{
	for (NodeId n = 0; n < w->nnodes; n++)
		if (subsystem_controller(w, n) &&
		    subsystem_waits(&subsystem_controller(w, n)->subsystem))
			drive_lines(w, n, &subsystem_controller(w, n)->subsystem);
	for (NodeId n = 0; n < w->nnodes; n++) {
		Subsystem *s = &w->nodes[n]->subsystem;

		s->held = s->reset;
		s->reset_rose = s->analyse_rose = false;
	}
	network_resume(w);
}

/*
 * sample_errors: set Subsystem.error of each controller to whether a node below it has Error set.
 */
static void
sample_errors(Network *w)
{
	for (NodeId n = 0; n < w->nnodes; n++)
		w->nodes[n]->subsystem.error = false;
	for (NodeId n = 0; n < w->nnodes; n++)
		if (subsystem_controller(w, n) && w->nodes[n]->error)
			subsystem_controller(w, n)->subsystem.error = true;
}

void
subsystems_act(Network *w)
{
	if (subsystems_wait(w))
		drive_all_lines(w);
	sample_errors(w);
}
