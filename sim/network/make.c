/* make.c - builds a network from its topology, and resets its nodes. */
#include "step.h"
#include "lead.h"
#include "share.h"

#include "sim/cpu/translate.h"
#include "sim/node/node_words.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t
network_random(const Network *w, uint32_t who, uint32_t purpose)
{
	uint64_t key[2] = {w->seed, (uint64_t)purpose << 32 | who};

	return XXH3_64bits(key, sizeof key);
}

/* make_node: make a node of the topology, with its clock's period and phase. */
static void
make_node(Network *w, NodeId n)
{
	const NodeSpec *spec = &w->topology->nodes[n];
	double ps = 1e9 / spec->khz * 1e6 / (1e6 + spec->drift);

	w->nodes[n] = t800_new(spec);
	w->nodes[n]->keep_error = node_keep_error;
	w->period[n] = (uint64_t)(ps * (1 << 20) + 0.5);
	if (w->seed != 0)
		w->phase[n] = network_random(w, n, PURPOSE_PHASE) % (w->period[n] >> 20);
}

/* boot_ends: let the links of a reset node wait for boot bytes, unless it executes its ROM. */
static void
boot_ends(Network *w, NodeId n)
{
	for (EndId e = n * NLINKS; w->nodes[n]->rom && e < (n + 1) * NLINKS; e++)
		w->links.ends[e].receiver = RECEIVE_MESSAGE;
	if (w->nodes[n]->rom)
		return;
	for (EndId e = n * NLINKS; e < (n + 1) * NLINKS; e++)
		end_serve(&w->links.ends[e], RECEIVE_BOOT);
}

Network *
network_new(const Topology *t)
{
	Network *w = xcalloc(1, sizeof *w);

	w->topology = t;
	w->seed = t->seed;
	w->held = NOWHERE;
	w->nnodes = t->nnodes;
	w->nodes = xcalloc(w->nnodes, sizeof *w->nodes);
	w->period = xcalloc(w->nnodes, sizeof *w->period);
	w->phase = xcalloc(w->nnodes, sizeof *w->phase);
	w->from = xcalloc(w->nnodes, sizeof *w->from);
	w->at = xcalloc(w->nnodes, sizeof *w->at);
	w->active = xcalloc(w->nnodes, sizeof *w->active);
	w->chosen = xcalloc(w->nnodes, sizeof *w->chosen);
	w->is_active = xcalloc(w->nnodes, sizeof *w->is_active);
	w->observe_at = xcalloc(w->nnodes, sizeof *w->observe_at);
	w->codes = xcalloc(w->nnodes, sizeof *w->codes);
	w->selectors = xcalloc(t->ncontrols, sizeof *w->selectors);
	links_init(&w->links, t);
	w->links.report = link_outcome;
	w->links.context = w;
	agenda_init(&w->agenda, w->nnodes + w->links.nends + t->ncontrols);
	for (uint32_t i = 0; i < t->ncontrols; i++)
		w->selectors[i] = (Selector){.selected = selector_first(w, i), .change = NEVER};
	for (NodeId n = 0; n < w->nnodes; n++) {
		make_node(w, n);
		boot_ends(w, n);
	}
	subsystems_init(w);
	circuits_update(w, 0);
	network_set_engine(w, engine_default());
	network_set_threads(w, threads_default());
	if (w->shares)
		w->shares->tell = false;
	if (t->nroms > 0)
		network_resume(w);
	return w;
}

/* discard_code: take the translated code away from a node. */
static void
discard_code(Network *w, NodeId n)
{
	w->nodes[n]->code = w->codes[n];
	translator_leave(w->nodes[n]);
	w->codes[n] = NULL;
}

void
node_translate(Network *w, NodeId n)
{
	Translator *t = w->nodes[n]->rom || is_16bit(w->nodes[n]->chip) ? NULL
		: shares_translator(w, n);

	discard_code(w, n);
	if (t)
		translator_join(t, w->nodes[n]);
	w->codes[n] = w->nodes[n]->code;
	node_note_watch(w, n);
}

void
network_set_engine(Network *w, Engine engine)
{
	for (NodeId n = 0; n < w->nnodes; n++)
		discard_code(w, n);
	shares_set_engine(w, engine);
	w->engine = engine;
	for (NodeId n = 0; n < w->nnodes; n++)
		node_translate(w, n);
}

void
node_note_marks(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];

	if (w->codes[n]) {
		c->code = w->codes[n];
		translator_update_marks(c);
		w->codes[n] = c->code;
	}
	node_note_watch(w, n);
}

void
node_note_watch(Network *w, NodeId n)
{
	T800 *c = w->nodes[n];
	/* translated code would stop at each call */
	bool all = c->call_marks && !c->call_marks->marks;
	NodeCode *code = c->watch || all ? NULL : w->codes[n];

	assert(!lead_is_on(w, n)); /* its state is not certain */
	shares_note_watch(w, n);
	if (c->code == code)
		return;
	c->code = code;
	code_note_change(c);
}

void
node_reset(Network *w, NodeId n, bool analyse)
{
	t800_halt(w->nodes[n]);
	t800_reset(w->nodes[n], analyse);
	boot_ends(w, n);
}

/* reset_links: reset the links of a node, and the host's ends of them, with the host's adapter. */
static void
reset_links(Network *w, NodeId n)
{
	for (EndId e = n * NLINKS; e < (n + 1) * NLINKS; e++) {
		EndId peer = w->links.ends[e].peer;

		links_reset(&w->links, e);
		if (peer >= w->links.first_host_end && peer < w->links.first_control_end)
			links_reset(&w->links, peer);
	}
}

void
network_reset(Network *w, uint32_t which)
{
	NodeId first = which < RESET_NODE ? 0 : which - RESET_NODE;
	NodeId last = which < RESET_NODE ? w->nnodes : first + 1;

	if (w->tape)
		w->tape_calls->reset(w->tape, which);
	for (NodeId n = first; n < last; n++) {
		node_keep_received(w, n);
		reset_links(w, n);
		node_reset(w, n, which == RESET_ANALYSE);
	}
	if (which < RESET_NODE)
		for (EndId e = w->links.first_host_end; e < w->links.first_control_end; e++)
			links_reset(&w->links, e);
	w->finishing = false;
	network_resume(w);
}

void
faults_free(Faults *f)
{
	for (uint32_t i = 0; i < f->n; i++)
		free(f->text[i]);
	free(f->text);
	free(f->fault);
	*f = (Faults){0};
}

void
network_free(Network *w)
{
	network_set_engine(w, ENGINE_INTERPRETER);
	network_set_threads(w, 1);
	if (w->ranks)
		w->rank_calls->free(w->ranks);
	leads_free(w);
	for (NodeId n = 0; n < w->nnodes; n++)
		t800_free(w->nodes[n]);
	links_free(&w->links);
	for (uint32_t i = 0; i < w->topology->ncontrols; i++)
		buf_free(&w->selectors[i].replies);
	agenda_free(&w->agenda);
	free(w->nodes);
	free(w->period);
	free(w->phase);
	free(w->from);
	faults_free(&w->faults);
	free(w->at);
	free(w->active);
	free(w->chosen);
	free(w->is_active);
	free(w->observe_at);
	free(w->codes);
	free(w->selectors);
	free(w);
}
