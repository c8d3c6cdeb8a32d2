/*
 * plan.h - random programs on random networks.
 *
 * A network has 2 to 6 nodes of all chips and clock speeds, with drift, static or dynamic memory,
 * links of all speeds, and sometimes a crossbar whose connections change. Each node has several processes of both
 * priorities. They compute, wait for timers, copy memory, and communicate over links and soft
 * channels with in, out and ALT, with lengths that need not match. Now and then they reset a link
 * in the middle of a message. In some networks any process may use any channel, so that several
 * processes use one channel at once. Half of the networks have faults.
 */
#ifndef PLAN_H
#define PLAN_H

#include "rig.h"
#include "sim/fault/fault.h"

enum {
	MAX_SIZE = 6,         /* nodes */
	MAX_PROCESSES = 8,    /* of a node */
	NSOFT = 3,            /* soft channels of a node */
	PORTS = 8,            /* of the crossbar */
	/* Word numbers from the bottom of memory. */
	SOFT_WORD = 0x1400,
	WORK_WORD = 0x1480,   /* workspaces, 0x80 words each */
	BUFFER_WORD = 0x1900, /* buffers, 0x480 words each */
	TIMER = 2 * NLINKS + NSOFT, /* a guard that is not a channel */
};

/* A network being made up. */
typedef struct Plan {
	uint64_t random;
	uint32_t nnodes, nprocesses;
	uint32_t node, process;  /* at hand */
	bool wild;               /* channels are not assigned to processes */
	bool steady;             /* each process has one channel, so that none waits for ever */
	bool resets;             /* processes reset links */
	bool crossbar;
	Chip chip[MAX_SIZE];
	bool linked[MAX_SIZE][NLINKS];
	uint8_t writer[NLINKS + NSOFT], reader[NLINKS + NSOFT]; /* of the node's channels */
	Buf topology;
	Buf text;                /* of the program at hand */
	Buf code[MAX_SIZE];
	Buf faults;              /* a script */
	Time until;
} Plan;

static uint32_t
below(Plan *p, uint32_t n)
{
	return random_below(&p->random, n);
}

static bool
chance(Plan *p, uint32_t percent)
{
	return below(p, 100) < percent;
}

/* ---- the machine ---- */

/* make_dram: some nodes have dynamic memory. */
static void
make_dram(Plan *p)
{
	if (chance(p, 30))
		buf_printf(&p->topology, " refresh=%u:%u", 20 + below(p, 300), 1 + below(p, 12));
	if (chance(p, 30))
		buf_printf(&p->topology, " page=%u:0", 64 << below(p, 6));
}

/* A cable: from a free link to another or to a port of the crossbar. */
static void
make_cable(Plan *p, uint32_t speed[MAX_SIZE][NLINKS], Buf *wires)
{
	uint32_t n = below(p, p->nnodes), m = below(p, p->nnodes);
	uint32_t l = below(p, NLINKS), k = below(p, NLINKS), port = below(p, PORTS);

	bool slow = p->chip[n] == CHIP_T414 || p->chip[m] == CHIP_T414;

	if (p->linked[n][l])
		return;
	if (p->crossbar && p->chip[n] != CHIP_T414 && chance(p, 40)) {
		for (size_t i = 0; i < wires->len; i++)
			if (wires->data[i] == '.' && wires->data[i - 1] == '0'
				&& wires->data[i - 2] == 'x' && wires->data[i + 1] == '0' + port)
				return;
		buf_printf(wires, "wire n%u.%u x0.%u\n", n, l, port);
		speed[n][l] = 20;
		p->linked[n][l] = true;
	} else if (!p->linked[m][k] && (n != m || l != k)) {
		buf_printf(wires, "wire n%u.%u n%u.%u\n", n, l, m, k);
		speed[n][l] = speed[m][k] = !slow && chance(p, 50) ? 20 : chance(p, 50) ? 10 : 5;
		p->linked[n][l] = p->linked[m][k] = true;
	}
}

static void
make_topology(Plan *p)
{
	static const char *const clocks[] = {"17.5", "20", "25", "30"};
	static const Chip with_four_links[] = {
		CHIP_T414, CHIP_T425, CHIP_T800, CHIP_T801, CHIP_T805};
	uint32_t speed[MAX_SIZE][NLINKS] = {0}, ncables = below(p, 2 * p->nnodes);
	Buf wires = {0};

	for (uint32_t n = 0; n < p->nnodes; n++)
		p->chip[n] = with_four_links[below(p, 5)];
	buf_printf(&wires, "wire h.0 n0.3\n");
	p->linked[0][3] = true;
	for (uint32_t n = 1; n < p->nnodes; n++) {
		buf_printf(&wires, "wire n%u.0 n%u.1\n", n, n - 1);
		speed[n][0] = speed[n - 1][1] = chance(p, 50) ? 10 : 5;
		p->linked[n][0] = p->linked[n - 1][1] = true;
	}
	for (uint32_t i = 0; i < 2 * ncables; i++)
		make_cable(p, speed, &wires);
	buf_printf(&p->topology, "topology random\nseed %u\n", chance(p, 50) ? below(p, 1000) : 0);
	for (uint32_t n = 0; n < p->nnodes; n++) {
		buf_printf(&p->topology,
			"node n%u type=%s clock=%sMHz drift=%d mem=64K onchip=%uK wait=%u", n,
			chip_name(p->chip[n]), clocks[below(p, 4)],
			chance(p, 50) ? 0 : (int)below(p, 20001) - 10000, 4 << below(p, 5),
			below(p, 4));
		make_dram(p);
		for (uint32_t l = 0; l < NLINKS; l++)
			buf_printf(&p->topology, " speed%u=%uMb", l, speed[n][l] ? speed[n][l]
				: 10);
		buf_printf(&p->topology, "\n");
	}
	if (p->crossbar)
		buf_printf(&p->topology, "switch x0 ports=%u delay=%u.%ubit\n", PORTS, below(p, 6),
			below(p, 10));
	buf_printf(&p->topology, "host h control=%u\n", p->crossbar);
	buf_put(&p->topology, wires.data, wires.len);
	buf_printf(&p->topology, "%send\n", p->crossbar ? "control h.c0 x0\n" : "");
	buf_byte(&p->topology, 0);
	buf_free(&wires);
}

/* ---- programs ---- */

static void
say(Plan *p, const char *fmt, ...)
{
	char line[200];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	buf_printf(&p->text, "%s\n", line);
}

/* The word number of a channel: outputs 0 to 3, inputs 4 to 7, then soft ones. */
static uint32_t
channel_word(uint32_t channel)
{
	return channel < 2 * NLINKS ? channel : SOFT_WORD + channel - 2 * NLINKS;
}

static void
say_channel(Plan *p, uint32_t channel)
{
	say(p, "mint; ldnlp %u", channel_word(channel));
}

/* A channel of the process, for output or input; -1 if it has none. */
static int
choose_channel(Plan *p, bool input)
{
	const uint8_t *owner = input ? p->reader : p->writer;

	for (int tries = 0; tries < 20; tries++) {
		uint32_t c = below(p, NLINKS + NSOFT);

		if (c < NLINKS && !p->linked[p->node][c] && !chance(p, 3))
			continue;
		if (owner[c] == p->process || p->wild)
			return c < NLINKS ? c + (input ? NLINKS : 0) : c + NLINKS;
	}
	return -1;
}

static uint32_t
choose_length(Plan *p)
{
	static const uint32_t lengths[] = {1, 1, 2, 3, 4, 4, 5, 8, 16, 40, 60, 255, 256, 1000};

	return chance(p, 2) ? 0 : chance(p, 1) ? 4096 : lengths[below(p, below(p, 14) + 1)];
}

/* A message to or from the process's buffer. */
static void
say_message(Plan *p, int channel, bool input)
{
	uint32_t offset = below(p, 64);

	if (channel < 0)
		return;
	if (!input && chance(p, 30)) {
		say_channel(p, channel);
		say(p, "ldl 3; %s", chance(p, 50) ? "outword" : "outbyte");
		return;
	}
	say(p, "mint; ldnlp %u; adc %u", BUFFER_WORD + 0x480 * p->process, offset);
	say_channel(p, channel);
	say(p, "ldc %u; %s", choose_length(p), input ? "in" : "out");
	if (input)
		say(p, "mint; ldnlp %u; ldnl 0; ldl 3; bsub; stl 3",
			BUFFER_WORD + 0x480 * p->process + offset / 4);
}

/* An ALT of up to three channels, perhaps with a timer; the selected channel is read. */
static void
say_alt(Plan *p)
{
	int guards[4];
	uint32_t n = 0, count = 1 + below(p, 3);
	bool timed = chance(p, 60);

	for (uint32_t i = 0; i < count; i++) {
		int c = choose_channel(p, true);

		for (uint32_t k = 0; k < n; k++)
			if (guards[k] == c)
				c = -1;
		if (c >= 0)
			guards[n++] = c;
	}
	if (timed) {
		guards[n++] = TIMER;
		say(p, "ldtimer; adc %u; stl 4", below(p, chance(p, 10) ? 40 : 3));
	}
	if (n == 0)
		return;
	say(p, timed ? "talt" : "alt");
	for (uint32_t i = 0; i < n; i++) {
		if (guards[i] == TIMER)
			say(p, "ldl 4; ldc 1; enbt");
		else
			say_channel(p, guards[i]), say(p, "ldc %u; enbc", chance(p, 95));
		if (chance(p, 20))
			say(p, "ldc %u; stl 5", below(p, 1000));
	}
	say(p, timed ? "taltwt" : "altwt");
	for (uint32_t i = 0; i < n; i++) {
		if (guards[i] == TIMER)
			say(p, "ldl 4; ldc 1; ldc 2%uf - 8f; dist", i);
		else
			say_channel(p, guards[i]), say(p, "ldc 1; ldc 2%uf - 8f; disc", i);
	}
	say(p, "altend");
	say(p, "8:");
	for (uint32_t i = 0; i < n; i++) {
		say(p, "2%u:", i);
		if (guards[i] != TIMER)
			say_message(p, guards[i], true);
		say(p, "j 9f");
	}
	say(p, "9:");
}

static void
say_reset(Plan *p)
{
	int c = choose_channel(p, chance(p, 50));

	if (c < 0 || c >= 2 * NLINKS)
		return;
	say_channel(p, c);
	say(p, "resetch; ldl 3; xor; stl 3");
}

/* One thing that the process at hand does. */
static void
say_action(Plan *p)
{
	uint32_t buffer = BUFFER_WORD + 0x480 * p->process;

	switch (below(p, 18)) {
	case 0: case 1:
		say(p, "ldc %u; stl 2; 1: ldl 3; ldc %u; bsub; stl 3; ldl 2; adc -1; stl 2; ldl 2; "
			"cj 2f; j 1b; 2:", 1 + below(p, chance(p, 10) ? 300 : 20), below(p, 5000));
		break;
	case 2: case 3: case 4: case 5: case 6:
		say_message(p, choose_channel(p, true), true);
		break;
	case 7: case 8: case 9: case 10: case 16:
		say_message(p, choose_channel(p, false), false);
		break;
	case 11: case 12:
		say_alt(p);
		break;
	case 13:
		say(p, "ldtimer; adc %u; tin", below(p, chance(p, 10) ? 20 : 2));
		break;
	case 14:
		say(p, "mint; ldnlp %u; mint; ldnlp %u; ldc %u; move", buffer,
			buffer + below(p, 64), below(p, chance(p, 20) ? 3000 : 100));
		break;
	default:
		if (p->resets && chance(p, 60))
			say_reset(p);
		else
			say(p, "ldtimer; ldl 3; xor; stl 3; mint; ldnlp %u; ldnl %u; stl 5", buffer,
				below(p, 200));
	}
}

/* The process at hand: some actions, again and again. */
static void
say_process(Plan *p)
{
	uint32_t nactions = 1 + below(p, 8);

	say(p, "p%u: ldc %u; stl 1", p->process, 2 + below(p, 500));
	say(p, "top%u:", p->process);
	for (uint32_t i = 0; i < nactions; i++)
		say_action(p);
	say(p, "ldl 1; adc -1; stl 1; ldl 1; cj end%u; j top%u", p->process, p->process);
	say(p, "end%u: stopp", p->process);
}

/* What starts the processes, some at high priority. */
static void
say_start(Plan *p)
{
	say(p, "ajw 20; ldc 0; stl 1");
	say(p, "1: mint; ldl 1; mint; wsub; stnl 0; ldl 1; adc 1; stl 1; ldl 1; eqc 11; cj 1b");
	for (uint32_t i = 0; i < NSOFT; i++)
		say(p, "mint; mint; ldnlp %u; stnl 0", SOFT_WORD + i);
	say(p, "ldc %u; sttimer", below(p, 1000));
	for (uint32_t i = 0; i < p->nprocesses; i++) {
		say(p, "ldpi p%u; mint; ldnlp %u; stnl -1", i, WORK_WORD + 0x80 * i + 0x40);
		say(p, "mint; ldnlp %u; %srunp", WORK_WORD + 0x80 * i + 0x40,
			chance(p, 15) ? "" : "adc 1; ");
	}
	say(p, "stopp");
}

/* assign_channels: any channel to any process, or one to each. */
static void
assign_channels(Plan *p)
{
	uint32_t next = 0;

	for (uint32_t c = 0; c < NLINKS + NSOFT; c++) {
		p->writer[c] = p->reader[c] = MAX_PROCESSES;
		if (!p->steady) {
			p->writer[c] = below(p, p->nprocesses);
			p->reader[c] = below(p, p->nprocesses);
		} else if ((c >= NLINKS || p->linked[p->node][c]) && next < MAX_PROCESSES) {
			p->writer[c] = next++;
			p->reader[c] = next++;
		}
	}
}

static void
make_program(Plan *p, uint32_t node)
{
	p->node = node;
	p->nprocesses = p->steady ? MAX_PROCESSES : 1 + below(p, MAX_PROCESSES);
	assign_channels(p);
	p->text.len = 0;
	say_start(p);
	for (p->process = 0; p->process < p->nprocesses; p->process++)
		say_process(p);
	buf_byte(&p->text, 0);
	p->code[node] = machine_assemble((char *)p->text.data);
}

/* ---- faults ---- */

static void
say_when(Plan *p, uint32_t node, int link)
{
	switch (below(p, 4)) {
	case 0:
		buf_printf(&p->faults, " at instruction %u\n", 1 + below(p, 100000));
		break;
	case 1:
		buf_printf(&p->faults, " at %s %u of n%u.%u\n", chance(p, 50) ? "sent" : "received",
			1 + below(p, 20), node, link < 0 ? below(p, NLINKS) : link);
		break;
	default:
		buf_printf(&p->faults, " at %uns..%uns\n", below(p, 1000000),
			1000000 + below(p, 1000000));
	}
}

static void
say_fault(Plan *p)
{
	static const char *const simple[] = {"crash", "halt"}, *const line[] = {"cut", "dead"};
	uint32_t node = below(p, p->nnodes), kind = below(p, 12);
	int link = kind < 6 ? -1 : (int)below(p, NLINKS);

	if (kind < 2)
		buf_printf(&p->faults, "%s n%u", simple[kind], node);
	else if (kind == 2)
		buf_printf(&p->faults, "freeze n%u %uns", node, below(p, 1000000));
	else if (kind == 3)
		buf_printf(&p->faults, "slow n%u %u%%", node, 1 + below(p, 400));
	else if (kind == 4)
		buf_printf(&p->faults, "drift n%u %dppm", node, (int)below(p, 2000) - 1000);
	else if (kind == 5)
		buf_printf(&p->faults, "flip n%u 0x%08x.%u", node, MOSTNEG + below(p, 0xA000),
			below(p, 32));
	else if (kind < 8)
		buf_printf(&p->faults, "%s n%u.%d", line[kind - 6], node, link);
	else if (kind == 8)
		buf_printf(&p->faults, "delay n%u.%d %uns", node, link, below(p, 10000));
	else
		buf_printf(&p->faults, "%s n%u.%d%s",
			kind == 9            ? "corrupt"
				: kind == 10 ? "lose"
				: "double",
			node, link, kind == 9 ? " 0x41" : "");
	if (kind >= 9 && chance(p, 50))
		buf_printf(&p->faults, " at byte %u\n", 1 + below(p, 500));
	else
		say_when(p, node, link);
}

static void
plan_make(Plan *p, uint64_t number)
{
	*p = (Plan){.random = number * 0x1000003};
	p->nnodes = 2 + below(p, chance(p, 50) ? 1 : MAX_SIZE - 1);
	p->wild = chance(p, 25);
	p->steady = !p->wild && chance(p, 60);
	p->resets = chance(p, 25);
	p->crossbar = chance(p, 30);
	make_topology(p);
	for (uint32_t n = 0; n < p->nnodes; n++)
		make_program(p, n);
	p->until = 1000000000ull * (1 + below(p, 4)) + below(p, 1000000);
	for (uint32_t n = chance(p, 50) ? 1 + below(p, 4) : 0; n > 0; n--)
		say_fault(p);
}

static void
plan_free(Plan *p)
{
	for (uint32_t n = 0; n < p->nnodes; n++)
		buf_free(&p->code[n]);
	buf_free(&p->topology);
	buf_free(&p->text);
	buf_free(&p->faults);
}

/* ---- a run ---- */

/* Circuits come and go: the host sends the crossbar settings now and then. */
static void
order_circuits(Plan *p, Machine *m)
{
	uint64_t random = p->random;
	EndId control = m->w->links.first_control_end;
	Time at = SETUP;

	while (p->crossbar && at < p->until) {
		uint8_t bytes[1 + 3 * 4 + 1] = {0};
		uint8_t *data;

		for (int i = 0; i < 4; i++) {
			bytes[1 + 3 * i] = random_below(&random, 4) ? 1 : random_below(&random, 7);
			if (bytes[1 + 3 * i] >= 2 && bytes[1 + 3 * i] <= 5)
				bytes[1 + 3 * i] = 6;
			bytes[2 + 3 * i] = random_below(&random, PORTS + 1);
			bytes[3 + 3 * i] = random_below(&random, PORTS + 1);
		}
		bytes[sizeof bytes - 1] = 3;
		data = xmalloc(sizeof bytes);
		memcpy(data, bytes, sizeof bytes);
		network_add_order(m->w, control,
			(Order){.at = at, .kind = POST_OUT, .len = sizeof bytes, .data = data});
		at += 20000000 + random_below(&random, 400000000);
	}
}

/* plan_open: the machine of a plan, about to run. */
static void
plan_open(Plan *p, Machine *m, Way way)
{
	machine_open(m, (char *)p->topology.data, way);
	for (NodeId n = 0; n < p->nnodes; n++)
		machine_start(m, n, &p->code[n]);
	order_circuits(p, m);
	faults_read(m->w, NULL, "test.faults", (char *)p->faults.data, p->faults.len, true);
}

#endif
