/*
 * print.c - prints a topology as canonical text: every option is written out, consecutively
 * numbered nodes and crossbars share a line, and each cable and join has its own line. Reading this
 * text gives the same machine, and printing this machine gives the same text.
 */
#include "reading.h"
#include "topology_text.h"

#include "base/number.h"

#include <string.h>

/* name_split: separate the number at the end of a name; returns the length of the rest. */
static size_t
name_split(const char *name, uint32_t *number)
{
	size_t n = strlen(name);
	uint64_t v;

	while (n > 0 && name[n - 1] >= '0' && name[n - 1] <= '9')
		n--;
	while (name[n] == '0' && name[n + 1])
		n++;
	*number = number_parse(name + n, MAX_NODES, &v) ? v : NOWHERE;
	return n;
}

/* name_follows: true if b is the name a with the next number, as n4 follows n3. */
static bool
name_follows(const char *a, const char *b)
{
	uint32_t na, nb;
	size_t la = name_split(a, &na), lb = name_split(b, &nb);

	return na != NOWHERE && nb == na + 1 && la == lb && memcmp(a, b, la) == 0;
}

/* print_names: print the consecutive names from first to last. */
static void
print_names(Buf *out, const char *first, const char *last)
{
	uint32_t a, b;
	size_t n = name_split(first, &a);

	name_split(last, &b);
	if (strcmp(first, last) == 0)
		buf_printf(out, "%s", first);
	else
		buf_printf(out, "%.*s[%u-%u]", (int)n, first, (unsigned)a, (unsigned)b);
}

/* print_bytes: print KEY=SIZE with the size in M or K. */
static void
print_bytes(Buf *out, const char *key, uint32_t n)
{
	if (n % (1 << 20) == 0)
		buf_printf(out, " %s=%uM", key, (unsigned)(n >> 20));
	else
		buf_printf(out, " %s=%uK", key, (unsigned)(n >> 10));
}

/*
 * are_nodes_alike: true if a line can declare both nodes: b follows a in name, with the same
 * options.
 */
static bool
are_nodes_alike(const NodeSpec *a, const NodeSpec *b)
{
	return a->chip == b->chip && a->khz == b->khz && a->mem == b->mem &&
	       a->onchip == b->onchip && a->wait == b->wait && a->nlinks == b->nlinks &&
	       memcmp(&a->refresh, &b->refresh, sizeof a->refresh) == 0 &&
	       memcmp(&a->page, &b->page, sizeof a->page) == 0 &&
	       memcmp(a->mbits, b->mbits, sizeof a->mbits) == 0 && a->drift == b->drift &&
	       a->unmapped == b->unmapped && a->undefined == b->undefined &&
	       a->subsystem == b->subsystem && a->rom == b->rom &&
	       memcmp(&a->screen, &b->screen, sizeof a->screen) == 0 &&
	       name_follows(a->name, b->name);
}

/* print_node: print the line that declares the nodes `first` to `last`, which are alike. */
static void
print_node(const Topology *t, Buf *out, const NodeSpec *first, const NodeSpec *last)
{
	const uint32_t *mbits = first->mbits;

	buf_printf(out, "node ");
	print_names(out, first->name, last->name);
	buf_printf(out, " type=%s clock=%u", chip_name(first->chip), (unsigned)first->khz / 1000);
	if (first->khz % 1000)
		buf_printf(out, ".%u", (unsigned)first->khz % 1000 / 100);
	buf_printf(out, "MHz");
	print_bytes(out, "mem", first->mem);
	print_bytes(out, "onchip", first->onchip);
	buf_printf(out, " links=%u", (unsigned)first->nlinks);
	if (mbits[0] == mbits[1] && mbits[0] == mbits[2] && mbits[0] == mbits[3])
		buf_printf(out, " speed=%uMb", (unsigned)mbits[0]);
	else
		for (uint32_t i = 0; i < NLINKS; i++)
			buf_printf(out, " speed%u=%uMb", (unsigned)i, (unsigned)mbits[i]);
	buf_printf(out, " wait=%u", (unsigned)first->wait);
	if (first->refresh.interval)
		buf_printf(out, " refresh=%u:%u", (unsigned)first->refresh.interval,
			(unsigned)first->refresh.cycles);
	if (first->page.bytes)
		buf_printf(out, " page=%u:%u", (unsigned)first->page.bytes,
			(unsigned)first->page.wait);
	if (first->drift)
		buf_printf(out, " drift=%d", (int)first->drift);
	if (first->unmapped == UNMAPPED_FLOAT)
		buf_printf(out, " unmapped=float");
	if (first->undefined == UNDEFINED_IGNORE)
		buf_printf(out, " undefined=ignore");
	if (first->subsystem != NOWHERE)
		buf_printf(out, " subsystem=%s", t->nodes[first->subsystem].name);
	if (first->rom)
		rom_print(first->rom, out);
	if (first->screen.width > 0)
		buf_printf(out, " screen=%ux%u@0x%08x", (unsigned)first->screen.width,
			(unsigned)first->screen.height, (unsigned)first->screen.at);
	buf_byte(out, '\n');
}

/*
 * are_switches_alike: true if a line can declare both crossbars: b follows a in name, with the same
 * options.
 */
static bool
are_switches_alike(const SwitchSpec *a, const SwitchSpec *b)
{
	return a->ports == b->ports && a->delay == b->delay && a->mbits == b->mbits &&
	       name_follows(a->name, b->name);
}

/* print_parts: print the lines that declare nodes, crossbars and hosts. */
static void
print_parts(const Topology *t, Buf *out)
{
	uint32_t i, last;

	for (i = 0; i < t->nnodes; i = last + 1) {
		for (last = i; last + 1 < t->nnodes; last++)
			if (!are_nodes_alike(&t->nodes[last], &t->nodes[last + 1]))
				break;
		print_node(t, out, &t->nodes[i], &t->nodes[last]);
	}
	for (i = 0; i < t->nswitches; i = last + 1) {
		const SwitchSpec *s = &t->switches[i];

		for (last = i; last + 1 < t->nswitches; last++)
			if (!are_switches_alike(&t->switches[last], &t->switches[last + 1]))
				break;
		buf_printf(out, "switch ");
		print_names(out, s->name, t->switches[last].name);
		buf_printf(out, " type=C004 ports=%u delay=%u.%02ubit", (unsigned)s->ports,
			   (unsigned)s->delay / 100, (unsigned)s->delay % 100);
		if (s->mbits)
			buf_printf(out, " speed=%uMb", (unsigned)s->mbits);
		buf_byte(out, '\n');
	}
	for (i = 0; i < t->nhosts; i++) {
		const HostSpec *h = &t->hosts[i];

		buf_printf(out, "host %s links=%u control=%u", h->name, (unsigned)h->nlinks,
			   (unsigned)h->ncontrol);
		if (h->mbits)
			buf_printf(out, " speed=%uMb", (unsigned)h->mbits);
		buf_byte(out, '\n');
	}
}

/* print_config: print the lines of a configuration. */
static void
print_config(const Topology *t, Buf *out, const Config *c)
{
	enum { PER_LINE = 12 };
	char a[END_NAME], b[END_NAME];

	buf_printf(out, "\nconfig %s", c->name);
	for (uint32_t i = 0; i < c->nplaces; i++)
		buf_printf(out, "%s%u:%s", i % PER_LINE ? " " : "\n  place ", (unsigned)i,
			   t->nodes[c->place[i]].name);
	buf_byte(out, '\n');
	for (uint32_t i = 0; i < c->njoins; i++)
		buf_printf(out, "  join %s %s\n", end_name(t, c->joins[i].a, a),
			   end_name(t, c->joins[i].b, b));
}

void
topology_print(const Topology *t, Buf *out)
{
	char a[END_NAME], b[END_NAME];

	buf_printf(out, "topology %s\n", t->name);
	if (t->seed)
		buf_printf(out, "seed %llu\n", (unsigned long long)t->seed);
	print_parts(t, out);
	for (uint32_t i = 0; i < t->nwires; i++)
		buf_printf(out, "wire %s %s\n", end_name(t, t->wires[i].a, a),
			   end_name(t, t->wires[i].b, b));
	for (uint32_t i = 0; i < t->ncontrols; i++) {
		const Control *c = &t->controls[i];

		buf_printf(out, "control %s", end_name(t, c->end, a));
		for (uint32_t k = 0; k < c->nswitches; k++)
			buf_printf(out, " %s", t->switches[c->switches[k]].name);
		buf_byte(out, '\n');
	}
	for (uint32_t i = 0; i < t->nconfigs; i++)
		print_config(t, out, &t->configs[i]);
	buf_printf(out, "end\n");
}
