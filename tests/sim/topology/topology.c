/*
 * Topologies: the meaning of a text, that printed text means the same, and that the search for
 * configurations finds one exactly if an exhaustive search does.
 */
#include "sim/topology/find.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <cmocka.h>

static Topology *
parse(const char *text)
{
	return topology_parse(text, strlen(text), "test.topo");
}

/* says: whether the text holds the words. */
static bool
says(const Buf *text, const char *words)
{
	for (size_t i = 0; i + strlen(words) <= text->len; i++)
		if (memcmp(text->data + i, words, strlen(words)) == 0)
			return true;
	return false;
}

/* ---- what a text means ---- */

static void
defaults(void **state)
{
	Topology *t = parse("topology t\nnode a\nnode b type=T414\nhost h\nwire h.0 a.0\n"
			    "wire a.1 b.1\nend");

	(void)state;
	assert_int_equal(t->nnodes, 2);
	assert_int_equal(t->nodes[0].chip, CHIP_T800);
	assert_int_equal(t->nodes[0].khz, 20000);
	assert_int_equal(t->nodes[0].mem, 4 << 20);
	assert_int_equal(t->nodes[0].onchip, 4096);
	assert_int_equal(t->nodes[0].wait, 2);
	assert_int_equal(t->nodes[0].nlinks, 4);
	assert_int_equal(t->nodes[0].mbits[3], 20);
	assert_int_equal(t->nodes[0].drift, 0);
	assert_int_equal(t->nodes[0].unmapped, UNMAPPED_STOP);
	assert_int_equal(t->nodes[1].onchip, 2048);
	assert_int_equal(t->nodes[1].mbits[0], 10);
	assert_int_equal(t->hosts[0].nlinks, 1);
	assert_int_equal(t->hosts[0].ncontrol, 0);
	assert_int_equal(t->seed, 0);
	topology_free(t);
}

static void
options(void **state)
{
	Topology *t = parse(
		"topology t\r\nseed 0xffffffffffffffff\r\n"
		"node type=T805 clock=22.5MHz a speed2=5Mb speed=10Mb mem=8K onchip=6K # x\n"
		"node b drift=-150 unmapped=float undefined=ignore wait=7 links=2 clock=17.5MHz "
		"speed=10Mb refresh=288:5 page=2K:1\n"
		"switch x delay=1.6bit ports=12 speed=10Mb\n"
		"host h links=3 control=2 speed=10Mb\n\n"
		"wire h.[0-2] x.[0-2]\nwire a.0 x.3\nwire b.0 x.4\nswitch y[0-1]\n"
		"control h.c1 y1 x\ncontrol h.c0 y0\nend\n# after\n");

	(void)state;
	assert_true(t->seed == UINT64_MAX);
	assert_int_equal(t->nodes[0].chip, CHIP_T805);
	assert_int_equal(t->nodes[0].khz, 22500);
	assert_int_equal(t->nodes[0].mbits[1], 10);
	assert_int_equal(t->nodes[0].mbits[2], 5);
	assert_int_equal(t->nodes[0].mem, 8192);
	assert_int_equal(t->nodes[0].onchip, 6144);
	assert_int_equal(t->nodes[0].line, 3);
	assert_int_equal(t->nodes[1].drift, -150);
	assert_int_equal(t->nodes[1].unmapped, UNMAPPED_FLOAT);
	assert_int_equal(t->nodes[0].undefined, UNDEFINED_STOP);
	assert_int_equal(t->nodes[1].undefined, UNDEFINED_IGNORE);
	assert_int_equal(t->nodes[1].wait, 7);
	assert_int_equal(t->nodes[1].refresh.interval, 288);
	assert_int_equal(t->nodes[1].refresh.cycles, 5);
	assert_int_equal(t->nodes[0].refresh.interval, 0);
	assert_int_equal(t->nodes[1].page.bytes, 2048);
	assert_int_equal(t->nodes[1].page.wait, 1);
	assert_int_equal(t->nodes[0].page.bytes, 0);
	assert_int_equal(t->nodes[1].nlinks, 2);
	assert_int_equal(t->nodes[1].khz, 17500);
	assert_int_equal(t->switches[0].delay, 160);
	assert_int_equal(t->switches[0].ports, 12);
	assert_int_equal(t->switches[0].mbits, 10);
	assert_int_equal(t->switches[0].control, 0);
	assert_int_equal(t->switches[0].place, 1);
	assert_int_equal(t->switches[1].control, 1);
	assert_int_equal(t->hosts[0].mbits, 10);
	assert_int_equal(t->hosts[0].control[1], 0);
	assert_int_equal(t->controls[0].nswitches, 2);
	topology_free(t);
}

static void
ranges(void **state)
{
	Topology *t = parse("topology t\nnode n[1-9:4] m[0-1]\nwire n[1-9:4].0 n[1-9:4].1\n"
			    "wire m0.[0-1] m1.[2-3]\nend\n");

	(void)state;
	assert_int_equal(t->nnodes, 5);
	assert_string_equal(t->nodes[0].name, "n1");
	assert_string_equal(t->nodes[1].name, "n5");
	assert_string_equal(t->nodes[2].name, "n9");
	assert_string_equal(t->nodes[4].name, "m1");
	assert_int_equal(t->nwires, 5);
	assert_int_equal(t->wires[1].a.part, 1);
	assert_int_equal(t->wires[1].b.part, 1);
	assert_int_equal(t->wires[4].a.index, 1);
	assert_int_equal(t->wires[4].b.index, 3);
	topology_free(t);
}

/* Three crossbars in a row, a cable between each two. */
static const char cascade[] =
	"topology t\nnode n[0-3]\nswitch x[0-2] ports=8\nhost h control=1\nwire h.0 x0.0\n"
	"wire n[0-3].0 x0.[1-4]\nwire n[0-3].1 x1.[0-3]\nwire n[0-3].2 x2.[0-3]\n"
	"wire x0.5 x1.5\nwire x1.6 x2.6\nwire n[0-1].3 n[2-3].3\ncontrol h.c0 x[0-2]\nend\n";

static void
ends(void **state)
{
	Topology *t = parse("topology t\nnode n[0-1]\nswitch x\nhost h links=2 control=1\n"
			    "wire h.0 n0.0\nwire h.1 x.9\nwire n0.1 n1.2\nwire n[0-1].3 x.[0-1]\n"
			    "control h.c0 x\nconfig a\njoin n0.3 n1.3\nend\n");
	char name[END_NAME];
	EndRef e = topology_find_end(t, "n0.1"), far = topology_across(t, e), *peers;

	(void)state;
	assert_string_equal(end_name(t, far, name), "n1.2");
	assert_string_equal(end_name(t, topology_across(t, far), name), "n0.1");
	assert_string_equal(end_name(t, topology_across(t, topology_find_end(t, "h.1")), name), "x.9");
	assert_string_equal(end_name(t, topology_find_end(t, "h.c0"), name), "h.c0");
	assert_int_equal(topology_across(t, topology_find_end(t, "x.2")).kind, END_NONE);
	assert_int_equal(topology_find_end(t, "n2.0").kind, END_NONE);
	assert_int_equal(topology_find_end(t, "n0.4").kind, END_NONE);
	assert_int_equal(topology_find_end(t, "n0").kind, END_NONE);
	assert_int_equal(topology_find_end(t, "n0.c0").kind, END_NONE);
	assert_int_equal(topology_node(t, "n1"), 1);
	assert_int_equal(topology_node(t, "x"), NOWHERE);
	peers = topology_peers(t, NULL);
	assert_int_equal(peers[0].kind, END_HOST);
	assert_int_equal(peers[3].kind, END_NONE);
	free(peers);
	peers = topology_peers(t, topology_config(t, "a"));
	assert_string_equal(end_name(t, peers[3], name), "n1.3");
	assert_string_equal(end_name(t, peers[NLINKS + 3], name), "n0.3");
	free(peers);
	topology_free(t);
}

/* routed: the crossbars of the joins of configuration a, as "x0:1-5 x1:5-2". */
static void
routed(const char *lines, const char *expected)
{
	Buf text = {0}, got = {0};
	const Circuit *k;
	Topology *t;
	uint32_t n;

	buf_printf(&text, "%.*sconfig a\n%send\n", (int)(strstr(cascade, "end\n") - cascade),
		cascade, lines);
	t = topology_parse((char *)text.data, text.len, "test.topo");
	n = topology_circuits(t, topology_config(t, "a"), &k);
	for (uint32_t i = 0; i < n; i++)
		buf_printf(&got, "%s%s:%u-%u", i ? " " : "", t->switches[k[i].sw].name,
			   (unsigned)k[i].a, (unsigned)k[i].b);
	buf_byte(&got, '\0');
	assert_string_equal((char *)got.data, expected);
	topology_free(t);
	buf_free(&text);
	buf_free(&got);
}

static void
routes(void **state)
{
	(void)state;
	routed("join n0.0 n3.0\n", "x0:1-4");
	routed("join n0.0 n3.1\n", "x0:1-5 x1:5-3");
	routed("join n3.2 n0.0\n", "x2:3-6 x1:6-5 x0:5-1");
	routed("join n0.3 n2.3\n", "");
	routed("join n0.0 n1.1\njoin n1.0 n2.0\njoin n3.1 n0.2\n",
	       "x0:2-3 x0:1-5 x1:5-1 x1:3-6 x2:6-0");
}

/* The first of two joins must take a longer way, because the second needs the short one. */
static void
routes_back(void **state)
{
	Topology *t = parse(
		"topology t\nnode n[0-3]\nswitch x[0-3]\nhost h control=1\nwire h.0 x0.0\n"
		"wire n0.0 x0.1\nwire n1.0 x1.1\nwire n2.0 x0.2\nwire n3.0 x3.2\n"
		"wire x0.10 x1.10\nwire x0.11 x2.10\nwire x2.11 x1.11\nwire x1.12 x3.10\n"
		"control h.c0 x[0-3]\nconfig a\njoin n0.0 n1.0\njoin n2.0 n3.0\nend\n");
	const Config *c = topology_config(t, "a");

	(void)state;
	assert_int_equal(c->ncircuits, 6);
	topology_free(t);
}

/* ---- text and back ---- */

/* A small generator of its own, so that the tests are the same everywhere. */
static uint32_t
draw(uint32_t *seed, uint32_t n)
{
	*seed = *seed * 1664525 + 1013904223;
	return (*seed >> 8) % n;
}

static void
random_parts(Buf *b, uint32_t *seed, uint32_t nnodes, uint32_t nswitches)
{
	static const char *const types[] = {"T414", "T425", "T800", "T805"};
	static const char *const clocks[] = {"17.5", "20", "22.5", "25", "30", "35"};

	for (uint32_t i = 0; i < nnodes; i++)
		buf_printf(b, "node n%u type=%s clock=%sMHz mem=%uK wait=%u drift=%d%s%s%s\n",
			(unsigned)i, types[draw(seed, 4)], clocks[draw(seed, 6)],
			(unsigned)(4 + 4 * draw(seed, 3)), (unsigned)draw(seed, 3),
			(int)draw(seed, 3) - 1,
			draw(seed, 2) ? " unmapped=float undefined=ignore" : "",
			draw(seed, 3) ? "" : " refresh=72:4", draw(seed, 3) ? "" : " page=1K:0");
	if (nswitches)
		buf_printf(b, "switch x[0-%u] ports=%u delay=%u.%ubit\n", (unsigned)nswitches - 1,
			   (unsigned)(20 + draw(seed, 12)), (unsigned)draw(seed, 3),
			   (unsigned)draw(seed, 100));
	buf_printf(b, "host h links=2 control=2\n");
}

/* random_machine: nodes' links go to crossbars, to each other, or nowhere; the host to node 0. */
static void
random_machine(Buf *b, uint32_t *seed, uint32_t nnodes, uint32_t nswitches, bool plain)
{
	uint32_t ports[4] = {0}, open[64], nopen = 0;

	buf_printf(b, "topology r\nseed %u\n", (unsigned)*seed);
	if (plain)
		buf_printf(b, "node n[0-%u]\n%shost h links=2 control=2\n", (unsigned)nnodes - 1,
			   nswitches > 1 ? "switch x[0-1]\n" : nswitches ? "switch x0\n" : "");
	else
		random_parts(b, seed, nnodes, nswitches);
	for (uint32_t end = 0; end < nnodes * NLINKS; end++) {
		uint32_t x = draw(seed, 4);

		if (x < nswitches)
			buf_printf(b, "wire n%u.%u x%u.%u\n", (unsigned)end / NLINKS,
				   (unsigned)end % NLINKS, (unsigned)x, (unsigned)ports[x]++);
		else if (x < 3)
			open[nopen++] = end;
	}
	if (nswitches)
		buf_printf(b, "wire h.0 x0.%u\ncontrol h.c0 x[0-%u]\n", (unsigned)ports[0],
			   (unsigned)nswitches - 1);
	else if (nopen)
		buf_printf(b, "wire h.0 n%u.%u\n", (unsigned)open[0] / NLINKS,
			   (unsigned)open[0] % NLINKS);
	for (uint32_t i = nopen % 2 + (nswitches ? 0 : 2 - nopen % 2); i + 1 < nopen; i += 2) {
		uint32_t k = i + 1 + draw(seed, nopen - i - 1), swap = open[i + 1];

		open[i + 1] = open[k];
		open[k] = swap;
		buf_printf(b, "wire n%u.%u n%u.%u\n", (unsigned)open[i] / NLINKS,
			   (unsigned)open[i] % NLINKS, (unsigned)open[i + 1] / NLINKS,
			   (unsigned)open[i + 1] % NLINKS);
	}
}

static void
print_again(void **state)
{
	(void)state;
	for (uint32_t i = 1; i <= 200; i++) {
		uint32_t seed = i, nnodes = 1 + draw(&seed, 9);
		Buf text = {0}, first = {0}, second = {0};
		Topology *t;

		random_machine(&text, &seed, nnodes, 1 + draw(&seed, 3) % 2, false);
		buf_printf(&text, "config a\nplace");
		for (uint32_t k = 0; k < nnodes; k++)
			buf_printf(&text, " %u:n%u", (unsigned)k, (unsigned)((k + i) % nnodes));
		buf_printf(&text, "\nconfig b\nend\n");
		t = topology_parse((char *)text.data, text.len, "test.topo");
		topology_print(t, &first);
		assert_int_equal(t->nnodes, nnodes);
		topology_free(t);
		t = topology_parse((char *)first.data, first.len, "again.topo");
		topology_print(t, &second);
		topology_free(t);
		assert_int_equal(first.len, second.len);
		assert_memory_equal(first.data, second.data, first.len);
		buf_free(&text);
		buf_free(&first);
		buf_free(&second);
	}
}

/* ---- search ---- */

/* Everything tried: places in all orders, every edge at every pair of links. */
typedef struct Brute {
	const Topology *t;
	const Graph *g;
	NodeId place[8];
	bool used[8];       /* nodes */
	bool taken[8 * NLINKS];
} Brute;

static bool
meets(const Topology *t, EndRef a, EndRef b)
{
	EndRef fa = topology_across(t, a), fb = topology_across(t, b);

	return end_equal(fa, b) ||
	       (fa.kind == END_SWITCH && fb.kind == END_SWITCH && fa.part == fb.part);
}

static bool
brute_edges(Brute *b, uint32_t e)
{
	if (e == b->g->nedges)
		return true;
	for (uint32_t l = 0; l < NLINKS; l++)
		for (uint32_t m = 0; m < NLINKS; m++) {
			EndRef x = {END_NODE, b->place[b->g->edges[e].a], l};
			EndRef y = {END_NODE, b->place[b->g->edges[e].b], m};
			bool *tx = &b->taken[end_number(b->t, x)],
				*ty = &b->taken[end_number(b->t, y)];

			if (*tx || *ty || !meets(b->t, x, y))
				continue;
			*tx = *ty = true;
			if (brute_edges(b, e + 1))
				return true;
			*tx = *ty = false;
		}
	return false;
}

static bool
brute_host(Brute *b)
{
	for (uint32_t l = 0; l < NLINKS; l++)
		for (uint32_t i = 0; i < b->t->hosts[0].nlinks; i++) {
			EndRef x = {END_NODE, b->place[0], l}, h = {END_HOST, 0, i};
			bool found;

			if (!meets(b->t, x, h))
				continue;
			b->taken[end_number(b->t, x)] = true;
			found = brute_edges(b, 0);
			memset(b->taken, 0, sizeof b->taken);
			if (found)
				return true;
		}
	return false;
}

static bool
brute_places(Brute *b, uint32_t v)
{
	if (v == b->g->n)
		return brute_host(b);
	for (NodeId n = 0; n < b->t->nnodes; n++) {
		if (b->used[n])
			continue;
		b->used[n] = true;
		b->place[v] = n;
		if (brute_places(b, v + 1))
			return true;
		b->used[n] = false;
	}
	return false;
}

/* compare: whether the search agrees with trying everything. returns 1 if there is one */
static int
compare(const Topology *t, const Shape *s)
{
	Graph g = shape_graph(s);
	Brute b = {.t = t, .g = &g};
	bool expected = s->n <= t->nnodes && brute_places(&b, 0);
	Config c = {0};
	Buf why = {0};
	bool found = config_find(t, s, NOWHERE, &c, &why);

	if (found)
		assert_null(config_verify(t, s, &c));
	else
		assert_false(says(&why, "proves nothing"));
	assert_int_equal(found, expected);
	free(c.place);
	free(c.joins);
	buf_free(&why);
	shape_graph_free(&g);
	return found;
}

static void
search_all(void **state)
{
	static const Shape shapes[] = {
		{SHAPE_CHAIN, 1}, {SHAPE_CHAIN, 3}, {SHAPE_CHAIN, 5}, {SHAPE_BTREE, 4},
		{SHAPE_BTREE, 5}, {SHAPE_TTREE, 5}, {SHAPE_RING, 3}, {SHAPE_RING, 4},
		{SHAPE_RING, 5}, {SHAPE_GRID, 4, 2, 2}, {SHAPE_GRID, 6, 2, 3}, {SHAPE_CUBE, 4},
		{SHAPE_CUBE, 2},
	};
	uint32_t nshapes = sizeof shapes / sizeof *shapes, found = 0, none = 0;

	(void)state;
	for (uint32_t i = 1; i <= 150; i++) {
		uint32_t seed = i * 77, nnodes = 2 + draw(&seed, 4);
		Buf text = {0};
		Topology *t;

		random_machine(&text, &seed, nnodes, i % 3, true);
		buf_printf(&text, "end\n");
		if (!says(&text, "wire h.0")) {
			buf_free(&text);
			continue;
		}
		t = topology_parse((char *)text.data, text.len, "test.topo");
		for (uint32_t k = 0; k < nshapes; k++)
			if (compare(t, &shapes[k]))
				found++;
			else
				none++;
		topology_free(t);
		buf_free(&text);
	}
	assert_true(found > 200);
	assert_true(none > 200);
}

/*
 * The checker finds every error: each connection that is removed or moved to another link is
 * noticed.
 */
static void
verify_sees(void **state)
{
	Topology *t = parse(
		"topology t\nnode n[0-5]\nswitch x\nhost h control=1\nwire h.0 x.31\n"
		"wire n[0-5].0 x.[0-5]\nwire n[0-5].1 x.[6-11]\nwire n[0-5].2 x.[12-17]\n"
		"control h.c0 x\nend\n");
	Shape s = {SHAPE_BTREE, 6};
	Config c = {0};
	Buf why = {0};

	(void)state;
	assert_true(config_find(t, &s, 2, &c, &why));
	assert_int_equal(c.place[0], 2);
	assert_null(config_verify(t, &s, &c));
	for (uint32_t i = 0; i < c.njoins; i++) {
		Join saved = c.joins[i], last = c.joins[c.njoins - 1];

		c.joins[i] = last;
		c.njoins--;
		assert_non_null(config_verify(t, &s, &c));
		c.njoins++;
		c.joins[i] = saved;
		c.joins[i].b.index = 3;
		assert_non_null(config_verify(t, &s, &c));
		c.joins[i] = saved;
		c.joins[i].b.part = (saved.b.part + 1) % t->nnodes;
		assert_non_null(config_verify(t, &s, &c));
		c.joins[i] = saved;
	}
	c.place[1] = c.place[3];
	assert_non_null(config_verify(t, &s, &c));
	free(c.place);
	free(c.joins);
	buf_free(&why);
	topology_free(t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults),
		cmocka_unit_test(options),
		cmocka_unit_test(ranges),
		cmocka_unit_test(ends),
		cmocka_unit_test(routes),
		cmocka_unit_test(routes_back),
		cmocka_unit_test(print_again),
		cmocka_unit_test(search_all),
		cmocka_unit_test(verify_sees),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("topology", tests, NULL, NULL);
}
