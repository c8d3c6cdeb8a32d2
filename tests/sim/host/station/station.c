/*
 * The host station: boot trees, nodes that do not answer, packets and credits on its link.
 *
 * The nodes' system here is a few bytes of assembly code, so the tests do not need the compiler.
 * Where a test needs more, it sends the nodes' packets itself.
 */
#include "machine/boot_files.h"
#include "sim/host/station/station.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MS 1000000000ull

static const char grid[] = "topology t\n"
			   "node n[0-5] mem=64K\n"
			   "host h links=1\n"
			   "wire h.0 n0.0\n"
			   "wire n0.1 n1.0\n"
			   "wire n1.1 n2.0\n"
			   "wire n0.2 n3.1\n"
			   "wire n3.2 n4.1\n"
			   "wire n4.2 n2.1\n"
			   "wire n4.3 n5.0\n"
			   "end\n";

typedef struct Machine {
	Topology *t;
	Network *w;
	Station *s;
	BootFiles files;
} Machine;

/* A bootstrap that only stops: ldc 0; stopp. The loader and the kernel are zeros. */
static void
make_files(BootFiles *f)
{
	buf_put(&f->bootstrap, (uint8_t[]){3, 0x40, 0x21, 0xF5}, 4);
	for (int i = 0; i < 16; i++)
		buf_word(&f->loader, 0);
	for (size_t i = 0; i < sizeof(Program) / 4; i++)
		buf_word(&f->kernel, 0);
}

static Machine *
machine(const char *text)
{
	Machine *m = xcalloc(1, sizeof *m);

	make_files(&m->files);
	m->t = topology_parse(text, strlen(text), "t.topo");
	m->w = network_new(m->t);
	m->s = station_new(
		m->w, &(StationOptions){.files = &m->files, .in = -1, .out = -1, .err = -1});
	return m;
}

static void
machine_end(Machine *m)
{
	station_free(m->s);
	network_free(m->w);
	topology_free(m->t);
	boot_files_free(&m->files);
	free(m);
}

/* ---- boot plans ---- */

static void
check_node(const BootPlan *p, uint32_t n, uint32_t depth, uint8_t up, uint8_t children)
{
	assert_int_equal(p->depth[n], depth);
	if (depth == NOWHERE)
		return;
	assert_int_equal(p->nodes[n].level, depth);
	assert_int_equal(p->nodes[n].up, up);
	assert_int_equal(p->nodes[n].children & 0xF, children);
	for (uint32_t l = 0; l < NLINKS; l++) {
		uint32_t peer = p->nodes[n].peer[l];
		bool down = peer < p->nnodes
			&& (p->depth[peer] > depth || (p->depth[peer] == depth && peer > n));

		assert_int_equal(p->nodes[n].children >> (NLINKS + l) & 1, down);
	}
	assert_int_equal(p->nodes[n].kilobytes_log2, 6);
}

static void
test_tree(void **state)
{
	Topology *t = topology_parse(grid, sizeof grid - 1, "t.topo");
	BootPlan *p = boot_plan_new(t, NULL);

	(void)state;
	assert_int_equal(boot_plan_tree(p), 6);
	check_node(p, 0, 0, 0, 1 << 1 | 1 << 2);
	check_node(p, 1, 1, 0, 1 << 1);
	check_node(p, 2, 2, 0, 0);
	check_node(p, 3, 1, 1, 1 << 2);
	check_node(p, 4, 2, 1, 1 << 3);
	check_node(p, 5, 3, 0, 0);
	assert_int_equal(p->nodes[0].peer[0], NODE_HOST);
	assert_int_equal(p->nodes[0].peer[1], 1);
	assert_int_equal(p->nodes[0].at[2], 1);
	assert_int_equal(p->nodes[0].peer[3], NODE_NONE);
	boot_plan_free(p);
	topology_free(t);
}

/* Cut links: the tree goes around; what nothing leads to is in no table. */
static void
test_cut(void **state)
{
	Topology *t = topology_parse(grid, sizeof grid - 1, "t.topo");
	BootPlan *p = boot_plan_new(t, NULL);

	(void)state;
	boot_plan_cut(p, 0, 1); /* to n1 */
	assert_int_equal(boot_plan_tree(p), 6);
	check_node(p, 2, 3, 1, 1 << 0);
	check_node(p, 1, 4, 1, 0);
	assert_int_equal(p->nodes[0].peer[1], NODE_NONE);
	assert_int_equal(p->nodes[1].peer[0], NODE_NONE);
	boot_plan_cut(p, 5, 0); /* the only way to n5 */
	assert_int_equal(boot_plan_tree(p), 5);
	check_node(p, 5, NOWHERE, 0, 0);
	assert_int_equal(p->nodes[4].peer[3], NODE_NONE);
	boot_plan_free(p);
	topology_free(t);
}

static jmp_buf refused;

static void
caught(int status)
{
	longjmp(refused, status);
}

/* refuses: a machine that cannot be booted is the user's mistake. */
static void
refuses(const char *text)
{
	Topology *t = topology_parse(text, strlen(text), "t.topo");
	BootPlan *p = boot_plan_new(t, NULL);

	fatal_catch(caught);
	if (setjmp(refused) == 0) {
		boot_plan_check(p);
		fail_msg("%s", text);
	}
	fatal_catch(NULL);
	boot_plan_free(p);
	topology_free(t);
}

static void
test_refused(void **state)
{
	(void)state;
	refuses("topology t\nnode n0 n1\nhost h links=1\nwire h.0 n1.0\nwire n0.0 n1.1\nend\n");
	refuses("topology t\nnode n0\nnode n1 type=T414\nhost h links=1\nwire h.0 n0.0\nwire n0.1 "
		"n1.1\nend\n");
}

/* ---- booting ---- */

/* Nodes that take the stream and report nothing: the host gives them up, one after the other. */
static void
test_silent(void **state)
{
	Machine *m = machine(grid);

	(void)state;
	assert_int_equal(station_boot(m->s, NULL), WAIT_LIMIT);
	for (uint32_t i = 0; i < 6; i++)
		assert_int_equal(station_fate(m->s, i), i == 0 ? FATE_SILENT : FATE_UNREACHABLE);
	assert_true(m->w->now >= 1000 * MS);
	machine_end(m);
}

/* ---- the link ---- */

static const char one[] = "topology t\nnode n0 mem=64K\nhost h links=1\nwire h.0 n0.0\nend\n";

/* node_sends: bytes from node 0 to the host. */
static void
node_sends(Machine *m, const void *bytes, size_t n)
{
	uint8_t *data = xmalloc(n);

	memcpy(data, bytes, n);
	network_add_order(m->w, 0,
		(Order){.at = m->w->now + SETUP, .kind = POST_OUT, .len = n, .data = data});
	network_run(m->w, m->w->now + 20 * MS);
}

/* node_takes: what the host sends, n bytes of it. */
static const uint8_t *
node_takes(Machine *m, size_t n)
{
	network_add_order(m->w, 0,
		(Order){.at = m->w->now + SETUP, .kind = POST_IN, .len = n, .ptr = MOSTNEG});
	network_run(m->w, m->w->now + 20 * MS);
	assert_false(m->w->links.ends[0].receiving);
	return m->w->links.ends[0].in.data;
}

/* booted: node 0 has read its boot stream and does nothing more; the test sends in its place. */
static Machine *
booted(void)
{
	Machine *m = machine(one);
	Buf stream;
	BootPlan *p = boot_plan_new(m->t, NULL);

	boot_plan_tree(p);
	stream = boot_stream(p, &m->files);
	station_boot(m->s, NULL);
	node_takes(m, stream.len - m->files.bootstrap.len);
	buf_free(&stream);
	boot_plan_free(p);
	return m;
}

static PacketHeader
packet(uint32_t event, uint32_t flags, uint32_t length, uint32_t sequence)
{
	return (PacketHeader){.to = NODE_HOST,
		.from = 0,
		.event = event,
		.type = 4,
		.length = length,
		.flags = flags,
		.sequence = sequence};
}

static void
test_message(void **state)
{
	Machine *m = booted();
	uint32_t event = station_new_event(m->s);
	PacketHeader h = packet(event, PACKET_SYSTEM, 4, 4);
	uint8_t bytes[sizeof h + 4];
	const uint8_t *credit;
	Message got;
	Time at;

	(void)state;
	memcpy(bytes, &h, sizeof h);
	memcpy(bytes + sizeof h, "abcd", 4);
	assert_false(station_receive(m->s, event, &got, &at));
	node_sends(m, bytes, sizeof bytes);
	assert_true(station_receive(m->s, event, &got, &at));
	assert_int_equal(got.node, 0);
	assert_int_equal(got.type, 4);
	assert_int_equal(got.body.len, 4);
	assert_memory_equal(got.body.data, "abcd", 4);
	buf_free(&got.body);
	assert_false(station_receive(m->s, event, &got, &at));
	credit = node_takes(m, sizeof h);
	assert_int_equal(get32(credit + 12), 1);
	assert_int_equal(get32(credit + 16), PACKET_CREDIT | PACKET_SYSTEM);
	machine_end(m);
}

/* A message of several packets, one of the other class between them. */
static void
test_parts(void **state)
{
	Machine *m = booted();
	uint32_t event = station_new_event(m->s);
	PacketHeader h[] = {packet(event, PACKET_MORE, MAX_PACKET, MAX_PACKET + 1),
		packet(event, PACKET_SYSTEM, 0, 0), packet(event, PACKET_NEXT, 1, MAX_PACKET)};
	Buf bytes = {0};
	Message got;
	Time at;

	(void)state;
	for (int i = 0; i < 3; i++) {
		buf_put(&bytes, &h[i], sizeof h[i]);
		for (uint32_t k = 0; k < h[i].length; k++)
			buf_byte(&bytes, i);
	}
	node_sends(m, bytes.data, bytes.len);
	assert_true(station_receive(m->s, event, &got, &at));
	assert_int_equal(got.body.len, 0);
	assert_true(station_receive(m->s, event, &got, &at));
	assert_int_equal(got.body.len, MAX_PACKET + 1);
	assert_int_equal(got.body.data[MAX_PACKET], 2);
	buf_free(&got.body);
	buf_free(&bytes);
	machine_end(m);
}

/* Without credit nothing goes out; each credit lets one packet go. */
static void
test_credits(void **state)
{
	Machine *m = booted();
	PacketHeader credit = packet(0, PACKET_CREDIT, 1, 0);

	(void)state;
	for (uint32_t i = 0; i < 4; i++)
		station_send(m->s, &(Message){.node = 0, .event = 100 + i});
	for (uint32_t i = 0; i < CREDITS; i++)
		assert_int_equal(get32(node_takes(m, sizeof credit) + 4), 100 + i);
	assert_int_equal(station_backlog(m->s), 2);
	for (uint32_t i = CREDITS; i < 4; i++) {
		node_sends(m, &credit, sizeof credit);
		assert_int_equal(get32(node_takes(m, sizeof credit) + 4), 100 + i);
	}
	assert_int_equal(station_backlog(m->s), 0);
	machine_end(m);
}

/* Bytes that are not a packet mark the link as broken; nothing else changes. */
static void
test_broken(void **state)
{
	static const PacketHeader wrong[] = {
		{.to = 0, .length = 4},
		{.to = NODE_HOST, .length = MAX_PACKET + 1},
		{.to = NODE_HOST, .flags = 1 << 20},
		{.to = NODE_HOST, .flags = PACKET_NEXT},
		{.to = NODE_HOST, .sequence = 1 << 30},
		{.to = NODE_HOST, .flags = PACKET_CREDIT, .length = 1 << 30},
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		Machine *m = booted();

		node_sends(m, &wrong[i], sizeof wrong[i]);
		assert_int_equal(station_await(m->s, NULL, NULL, m->w->now + MS), WAIT_BROKEN);
		machine_end(m);
	}
}

/* ---- names of nodes ---- */

static void
check_set(const char *text, const char *again, uint32_t n)
{
	Buf out = {0};
	NodeSet set;

	node_set_parse(&set, text, 20);
	node_set_print(&set, &out);
	assert_string_equal((char *)out.data, again);
	assert_int_equal(set.n, n);
	buf_free(&out);
	node_set_free(&set);
}

static void
test_sets(void **state)
{
	(void)state;
	check_set("n0-3,8", "n0-3,8", 5);
	check_set("n0x10", "n16", 1);
	check_set("n3,n4,n9,4", "n3,4,9", 3);
	check_set("o", "n0", 1);
	check_set("N", "n0-19", 20);
	check_set("n5-6,1", "n5,6,1", 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tree),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_silent),
		cmocka_unit_test(test_message),
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_credits),
		cmocka_unit_test(test_broken),
		cmocka_unit_test(test_sets),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
