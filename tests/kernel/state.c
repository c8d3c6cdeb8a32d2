/*
 * state.c - the list of processes that is read from a node's memory equals the list in the kernel's
 * own answer.
 */
#include "net.h"
#include "cc/node/kernel_tables.h"
#include "cc/node/node_programs.h"

#include "cc/node/kernel_ref.h"
#include "cc/node/node_dir.h"
#include "sim/node/node_state.h"

static const T800 *
node(const Net *n, uint32_t i)
{
	return n->w->nodes[station_plan(n->s)->place[i]];
}

static void
wait(Net *n, Time time)
{
	station_await(n->s, NULL, NULL, n->w->now + time);
}

/* compare: compares both lists on all nodes; returns how many processes wait in the kernel. */
static uint32_t
compare(Net *n, const KernelDebug *k)
{
	StateRow rows[MAX_STATE_ROWS];
	uint32_t waiting = 0;

	for (uint32_t i = 0; i < station_nnodes(n->s); i++) {
		uint32_t nrows = kernel_tables.processes(k, node(n, i), rows);
		Message m = net_ask(n, i, (KenyadRequest){.action = KENYAD_STATE}, NULL);
		const KenyadReply *reply = (const KenyadReply *)m.body.data;

		assert_int_equal(nrows, reply->nrows);
		for (uint32_t r = 0; r < nrows; r++) {
			Buf seen = {0}, told = {0};

			state_row_text(&rows[r], &seen);
			state_row_text((const StateRow *)(reply + 1) + r, &told);
			assert_int_equal(seen.len, told.len);
			assert_memory_equal(seen.data, told.data, seen.len);
			waiting += rows[r].state == PROCESS_RECEIVING || rows[r].state == PROCESS_SENDING;
			buf_free(&seen);
			buf_free(&told);
		}
		buf_free(&m.body);
	}
	return waiting;
}

static void
count_receivers(void *to, const ThreadRow *row)
{
	uint32_t *n = to;

	assert_true(row->pid > 0);
	assert_true(row->alone);
	assert_string_equal(row->name, "ring");
	n[row->node] += row->block == BLOCK_RECEIVE && !row->halted && row->event > 0;
}

/* set_ending: mark the only process of the node's users as one that the kernel is removing. */
static void
set_ending(const KernelDebug *k, T800 *c)
{
	Ref table = kernel_variable(k, c, &k->table), ending = {0};

	for (uint32_t i = 0; ref_element(table, i).type; i++)
		if (kernel_process(table, i).type)
			ending = ref_member(kernel_process(table, i), "ending");
	assert_non_null(ending.type);
	c->r.mem[ending.at - MOSTNEG] = 1;
}

static void
any_row(void *to, const ThreadRow *row)
{
	(void)to;
	assert_true(row->block <= BLOCK_OTHER);
}

/* Some of the processes wait for a message that never arrives, so another one must run. */
static void
processes(void **state)
{
	char *dir = node_dir(), *name = xasprintf("%s/../programs/ring.elf", dir);
	Buf program = program_read(name);
	KernelDebug *k = kernel_tables.open(NULL);
	uint32_t waiting[NLINKS], receivers[4] = {0};
	uint32_t tag;
	Net n;

	(void)state;
	assert_non_null(k);
	net_new(&n, "programs/chain4.topo", NULL, 0);
	assert_int_equal(compare(&n, k), 0);
	tag = net_load(&n, &program, 0, 3);
	for (uint32_t i = 1; i < 4; i++)
		assert_true(net_start(&n, i, tag, "ring") > 0);
	assert_true(net_start(&n, 2, tag, "ring") > 0);
	wait(&n, SECOND / 10);
	assert_true(compare(&n, k) >= 4);
	for (uint32_t i = 0; i < 4; i++)
		kernel_tables.threads(k, node(&n, i), count_receivers, receivers);
	assert_memory_equal(receivers, ((uint32_t[]){0, 1, 2, 1}), sizeof receivers);
	memset(receivers, 0, sizeof receivers);
	set_ending(k, (T800 *)node(&n, 1));
	for (uint32_t i = 0; i < 4; i++)
		kernel_tables.threads(k, node(&n, i), count_receivers, receivers);
	assert_memory_equal(receivers, ((uint32_t[]){0, 0, 2, 1}), sizeof receivers);
	assert_true(kernel_tables.queues(k, node(&n, 1), waiting));
	for (int l = 0; l < NLINKS; l++)
		assert_int_equal(waiting[l], 0);
	net_free(&n);
	kernel_tables.close(k);
	buf_free(&program);
	free(name);
	free(dir);
}

/*
 * Nodes without a kernel, or with damaged tables, do not make the reader report anything that does
 * not exist.
 */
static void
garbage(void **state)
{
	KernelDebug *k = kernel_tables.open(NULL);
	StateRow rows[MAX_STATE_ROWS];
	uint32_t waiting[NLINKS];
	T800 *c;
	Net n;

	(void)state;
	assert_null(kernel_tables.open("programs/chain4.topo.none"));
	net_new(&n, "programs/chain4.topo", NULL, 0);
	c = (T800 *)node(&n, 3);
	/* overwrite random words after those that identify a kernel */
	for (uint32_t round = 1; round < 200; round++) {
		for (uint32_t i = 0; i < 2000; i++) {
			uint32_t at = 0x100 + (i * 7919 + round * 104729) * 4 % 0x20000;

			put32(c->r.mem + at, i % 3 ? MOSTNEG + (at * 31 + round) % 0x40000 : at * round);
		}
		assert_true(kernel_tables.processes(k, c, rows) <= MAX_STATE_ROWS);
		kernel_tables.queues(k, c, waiting);
		kernel_tables.threads(k, c, any_row, NULL);
	}
	memset(c->r.mem, 0, 0x1000);
	assert_int_equal(kernel_tables.processes(k, c, rows), 0);
	assert_false(kernel_tables.queues(k, c, waiting));
	assert_int_equal(kernel_tables.processes(NULL, c, rows), 0);
	net_free(&n);
	kernel_tables.close(k);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(processes), cmocka_unit_test(garbage)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
