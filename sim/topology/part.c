/*
 * part.c - the parts of a machine (nodes, crossbars, hosts) and their options: one row for each
 * option.
 */
#include "reading.h"
#include "topology_text.h"

#include "base/number.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_MEM = 0x7fff0000, /* bytes; the address space from MOSTNEG, less the last 64 KB */
	MAX_MEM_16 = 64 << 10, /* bytes that 16 bits address */
	HALF_PAGE = PAGE / 2,
	MAX_WAIT = 1000,      /* cycles */
	MAX_INTERVAL = 1000000, /* cycles */
	MIN_ROW = 64,         /* bytes */
	MAX_DRIFT = 10000,    /* parts per million: 1 % */
	MAX_DELAY = 10000,    /* hundredths of a bit period */
	UNSET = UINT32_MAX,   /* the option was not given */
};

/* A part while its line is being read: the values of its options. */
typedef struct PartDraft {
	NodeSpec node;
	char rom[MAX_TOKEN + 1]; /* the file of the ROM that it boots from; empty: none */
	char subsystem[MAX_TOKEN + 1]; /* the node to whose subsystem it belongs; empty: none */
	SwitchSpec sw;
	HostSpec host;
} PartDraft;

/* An option of a part: key=value. */
typedef struct Option {
	const char *key;
	bool (*set)(PartDraft *d, const char *value); /* returns false if the value is invalid */
	const char *form;                         /* syntax of the value */
} Option;

enum { MAX_OPTIONS = 20 };

/* A kind of part: how the line that declares one is read. */
typedef struct PartKind {
	const char *keyword;
	const char *words; /* name for messages */
	const Option *options;
	uint32_t noptions;
	void (*begin)(PartDraft *d); /* sets the values that options may replace */
	/* checks combinations of options, and sets defaults */
	void (*check)(const Source *s, PartDraft *d);
	/* adds a part with this name to the topology */
	void (*add)(Topology *t, const Source *s, const PartDraft *d, const char *name);
} PartKind;

/* ---- values ---- */

/* read_whole: read a whole number, at most max; false if it is none. */
static bool
read_whole(const char *value, uint32_t max, uint32_t *n)
{
	uint64_t v;

	if (!number_parse(value, max, &v))
		return false;
	*n = v;
	return true;
}

/*
 * read_decimal: read a number with up to `places` decimals and a unit, in units of the last
 * decimal.
 */
static bool
read_decimal(const char *value, const char *unit, uint32_t places, uint32_t *n)
{
	uint64_t v = 0;
	uint32_t digits = 0;

	for (; *value >= '0' && *value <= '9' && v < 1000000; value++, digits++)
		v = v * 10 + *value - '0';
	if (digits && *value == '.') {
		for (value++; places && *value >= '0' && *value <= '9'; value++, places--)
			v = v * 10 + *value - '0';
	}
	for (; places; places--)
		v *= 10;
	*n = v;
	return digits && strcmp(value, unit) == 0 && v < UINT32_MAX;
}

/* read_bytes: read a size such as 4096, 4K or 4M. */
static bool
read_bytes(const char *value, uint32_t *n)
{
	size_t len = strlen(value);
	char digits[16];
	uint64_t v, unit = 1;

	if (len == 0 || len >= sizeof digits)
		return false;
	memcpy(digits, value, len + 1);
	if (digits[len - 1] == 'K')
		unit = 1 << 10;
	else if (digits[len - 1] == 'M')
		unit = 1 << 20;
	if (unit > 1)
		digits[len - 1] = '\0';
	if (!number_parse(digits, MAX_MEM / unit, &v))
		return false;
	*n = v * unit;
	return true;
}

/* read_bytes_and_count: read a size and a whole number, separated by a colon. */
static bool
read_bytes_and_count(const char *value, uint32_t *size, uint32_t *n)
{
	char *copy = xstrdup(value), *colon = strchr(copy, ':');
	bool good = colon;

	if (good) {
		*colon = '\0';
		good = read_bytes(copy, size) && read_whole(colon + 1, UINT32_MAX, n);
	}
	free(copy);
	return good;
}

/* read_speed: read a link speed: 5, 10 or 20 Mb. */
static bool
read_speed(const char *value, uint32_t *mbits)
{
	return read_decimal(value, "Mb", 0, mbits) && (*mbits == 5 || *mbits == 10 || *mbits == 20);
}

/* ---- nodes ---- */

/* read_node_type: read a node's option `type`, its chip; false if the value is not valid. */
static bool
read_node_type(PartDraft *d, const char *value)
{
	for (d->node.chip = 0; d->node.chip < NCHIPS; d->node.chip++)
		if (strcmp(chip_name(d->node.chip), value) == 0)
			return true;
	return false;
}

/* read_node_clock: read a node's option `clock`; false if the value is not valid. */
static bool
read_node_clock(PartDraft *d, const char *value)
{
	static const uint32_t made[] = {17500, 20000, 22500, 25000, 30000, 35000};

	if (!read_decimal(value, "MHz", 3, &d->node.khz))
		return false;
	for (size_t i = 0; i < sizeof made / sizeof *made; i++)
		if (made[i] == d->node.khz)
			return true;
	return false;
}

/* read_node_mem: read a node's option `mem`; false if the value is not valid. */
static bool
read_node_mem(PartDraft *d, const char *value)
{
	return read_bytes(value, &d->node.mem) && d->node.mem >= PAGE && d->node.mem % PAGE == 0;
}

/* read_node_onchip: read a node's option `onchip`; false if the value is not valid. */
static bool
read_node_onchip(PartDraft *d, const char *value)
{
	return read_bytes(value, &d->node.onchip) && d->node.onchip >= HALF_PAGE &&
	       d->node.onchip % HALF_PAGE == 0;
}

/* read_node_links: read a node's option `links`; false if the value is not valid. */
static bool
read_node_links(PartDraft *d, const char *value)
{
	return read_whole(value, NLINKS, &d->node.nlinks);
}

/* read_node_speed: read a node's option `speed`; false if the value is not valid. */
static bool
read_node_speed(PartDraft *d, const char *value)
{
	uint32_t mbits;

	if (!read_speed(value, &mbits))
		return false;
	for (uint32_t i = 0; i < NLINKS; i++)
		if (d->node.mbits[i] == UNSET)
			d->node.mbits[i] = mbits;
	return true;
}

/* read_node_speed0: read a node's option `speed0`; false if the value is not valid. */
static bool
read_node_speed0(PartDraft *d, const char *value)
{
	return read_speed(value, &d->node.mbits[0]);
}

/* read_node_speed1: read a node's option `speed1`; false if the value is not valid. */
static bool
read_node_speed1(PartDraft *d, const char *value)
{
	return read_speed(value, &d->node.mbits[1]);
}

/* read_node_speed2: read a node's option `speed2`; false if the value is not valid. */
static bool
read_node_speed2(PartDraft *d, const char *value)
{
	return read_speed(value, &d->node.mbits[2]);
}

/* read_node_speed3: read a node's option `speed3`; false if the value is not valid. */
static bool
read_node_speed3(PartDraft *d, const char *value)
{
	return read_speed(value, &d->node.mbits[3]);
}

/* read_node_wait: read a node's option `wait`; false if the value is not valid. */
static bool
read_node_wait(PartDraft *d, const char *value)
{
	return read_whole(value, MAX_WAIT, &d->node.wait);
}

/*
 * read_node_refresh: read a node's option `refresh`, INTERVAL:CYCLES; false if the value is not
 * valid.
 */
static bool
read_node_refresh(PartDraft *d, const char *value)
{
	Refresh *r = &d->node.refresh;

	return read_bytes_and_count(value, &r->interval, &r->cycles) && r->interval <= MAX_INTERVAL
		&& r->cycles > 0 && r->cycles < r->interval;
}

/* read_node_page: read a node's option `page`, BYTES:WAIT; false if the value is not valid. */
static bool
read_node_page(PartDraft *d, const char *value)
{
	PageMode *p = &d->node.page;

	return read_bytes_and_count(value, &p->bytes, &p->wait) && p->bytes >= MIN_ROW
		&& (p->bytes & (p->bytes - 1)) == 0;
}

/*
 * read_node_drift: read the drift of a node's clock, in parts per million; false if it is not
 * valid.
 */
static bool
read_node_drift(PartDraft *d, const char *value)
{
	uint32_t ppm;

	if (!read_whole(value + (*value == '-' || *value == '+'), MAX_DRIFT, &ppm))
		return false;
	d->node.drift = *value == '-' ? -(int32_t)ppm : (int32_t)ppm;
	return true;
}

/* read_node_unmapped: read what an access outside memory does; false if it is not valid. */
static bool
read_node_unmapped(PartDraft *d, const char *value)
{
	d->node.unmapped = strcmp(value, "float") == 0 ? UNMAPPED_FLOAT : UNMAPPED_STOP;
	return strcmp(value, "float") == 0 || strcmp(value, "stop") == 0;
}

/* read_node_undefined: read a node's option `undefined`; false if the value is not valid. */
static bool
read_node_undefined(PartDraft *d, const char *value)
{
	d->node.undefined = strcmp(value, "ignore") == 0 ? UNDEFINED_IGNORE : UNDEFINED_STOP;
	return strcmp(value, "ignore") == 0 || strcmp(value, "stop") == 0;
}

/*
 * read_node_screen: read a node's option `screen`, WIDTHxHEIGHT@ADDRESS; false if the value is not
 * valid.
 */
static bool
read_node_screen(PartDraft *d, const char *value)
{
	char *copy = xstrdup(value), *x = strchr(copy, 'x'), *at = strchr(copy, '@');
	Screen *s = &d->node.screen;
	uint64_t address = 0;
	bool good = x && at && x < at;

	if (good) {
		*x = *at = '\0';
		good = read_whole(copy, SCREEN_SIDE, &s->width) && s->width > 0
			&& read_whole(x + 1, SCREEN_SIDE, &s->height) && s->height > 0
			&& number_parse(at + 1, UINT32_MAX, &address) && address % 4 == 0;
		s->at = address;
	}
	free(copy);
	return good;
}

/* read_node_subsystem: read a node's option `subsystem`; false if the value is not valid. */
static bool
read_node_subsystem(PartDraft *d, const char *value)
{
	snprintf(d->subsystem, sizeof d->subsystem, "%s", value);
	return *value != '\0';
}

/* read_node_boot: read a node's option `boot`; false if the value is not valid. */
static bool
read_node_boot(PartDraft *d, const char *value)
{
	const char *rom = "rom:";

	if (strcmp(value, "link") == 0)
		return true;
	if (strncmp(value, rom, strlen(rom)) != 0 || value[strlen(rom)] == '\0')
		return false;
	snprintf(d->rom, sizeof d->rom, "%s", value + strlen(rom));
	return true;
}

static const Option node_options[] = {
	{"type", read_node_type, CHIP_NAMES},
	{"clock", read_node_clock, "17.5MHz, 20MHz, 22.5MHz, 25MHz, 30MHz or 35MHz"},
	{"mem", read_node_mem, "bytes, K or M in pages of 4K, less than 2048M: mem=4M"},
	{"onchip", read_node_onchip, "a multiple of 2K: onchip=4K"},
	{"links", read_node_links, "0 to 4"},
	{"speed", read_node_speed, "5Mb, 10Mb or 20Mb"},
	{"speed0", read_node_speed0, "5Mb, 10Mb or 20Mb"},
	{"speed1", read_node_speed1, "5Mb, 10Mb or 20Mb"},
	{"speed2", read_node_speed2, "5Mb, 10Mb or 20Mb"},
	{"speed3", read_node_speed3, "5Mb, 10Mb or 20Mb"},
	{"wait", read_node_wait, "0 to 1000 additional cycles per external access"},
	{"refresh", read_node_refresh,
		"cycles from one refresh to the next, at most 1000000, and cycles that one "
		"takes, fewer: refresh=288:5"},
	{"page", read_node_page,
		"bytes of a row, a power of two from 64 on, and additional cycles of an access to "
		"the open row: page=2K:2"},
	{"drift", read_node_drift, "-10000 to 10000 parts per million"},
	{"unmapped", read_node_unmapped, "stop or float"},
	{"undefined", read_node_undefined, "stop or ignore"},
	{"subsystem", read_node_subsystem, "a node that an earlier line declares"},
	{"boot", read_node_boot, "link or rom:FILE"},
	{"screen", read_node_screen, "pixels and a word's address: screen=512x512@0x80200000"},
};

/* begin_node: set the options of a node to their defaults before a line is read. */
static void
begin_node(PartDraft *d)
{
	*d->subsystem = *d->rom = '\0';
	d->node = (NodeSpec){
		.chip = CHIP_T800,
		.khz = 20000,
		.mem = UNSET,
		.onchip = UNSET,
		.wait = 2,
		.nlinks = NLINKS,
		.subsystem = NOWHERE,
		.mbits = {UNSET, UNSET, UNSET, UNSET},
		.cable = {NOWHERE, NOWHERE, NOWHERE, NOWHERE},
		.control = {NOWHERE, NOWHERE, NOWHERE, NOWHERE},
	};
}

/* check_screen: check that the screen lies in the node's memory. */
static void
check_screen(const Source *s, const NodeSpec *n)
{
	uint64_t end = (uint64_t)(n->screen.at - MOSTNEG) + screen_bytes(&n->screen);

	if (n->screen.width > 0 && end > n->mem)
		fatal_at(s->file, s->line, "a screen of %u by %u pixels at %08x takes %u bytes and "
			"ends outside the memory; mem includes it", (unsigned)n->screen.width,
			(unsigned)n->screen.height, (unsigned)n->screen.at,
			(unsigned)screen_bytes(&n->screen));
}

/* check_page: check that an access to the open row is not slower than one to another row. */
static void
check_page(const Source *s, const NodeSpec *n)
{
	if (n->page.bytes > 0 && n->page.wait > n->wait)
		fatal_at(s->file, s->line, "page=%u:%u: an access to the open row must not take "
			"longer than others, which take wait=%u", (unsigned)n->page.bytes,
			(unsigned)n->page.wait, (unsigned)n->wait);
}

/*
 * check_short: complete the memory of a node whose words have 16 bits, and refuse the options that
 * such a node lacks.
 */
static void
check_short(const Source *s, PartDraft *d)
{
	NodeSpec *n = &d->node;
	const char *lacks = n->refresh.interval > 0 ? "refresh" : n->page.bytes > 0 ? "page"
		: n->screen.width > 0 ? "screen" : *d->rom ? "boot=rom" : NULL;

	if (n->mem > MAX_MEM_16)
		fatal_at(s->file, s->line, "mem=%uK: a %s addresses 64K; give mem=64K or less",
			(unsigned)n->mem >> 10, chip_name(n->chip));
	if (lacks)
		fatal_at(s->file, s->line, "a %s has no option %s here; leave it out, or give a "
			"type with words of 32 bits", chip_name(n->chip), lacks);
}

/*
 * check_node: complete the options of a node by their defaults, and check that they fit each other.
 */
static void
check_node(const Source *s, PartDraft *d)
{
	NodeSpec *n = &d->node;
	bool fast = false;

	if (n->mem == UNSET)
		n->mem = is_16bit(n->chip) ? MAX_MEM_16 : 4 << 20;
	if (is_16bit(n->chip))
		check_short(s, d);
	for (uint32_t i = 0; i < NLINKS; i++) {
		fast |= n->mbits[i] != UNSET && n->mbits[i] > 10;
		if (n->mbits[i] == UNSET)
			n->mbits[i] = n->chip == CHIP_T414 ? 10 : 20;
	}
	if (n->chip == CHIP_T414 && fast)
		warning_at(s->file, s->line, "a T414 above 10Mb: only selected parts reached that");
	if (n->onchip == UNSET)
		n->onchip = n->chip == CHIP_T400 || n->chip == CHIP_T414 || n->chip == CHIP_T212
			? 2 << 10 : 4 << 10;
	if (n->onchip > n->mem)
		fatal_at(s->file, s->line, "onchip=%u is more than the whole memory, mem=%u; mem "
			 "includes the memory on the chip", (unsigned)n->onchip, (unsigned)n->mem);
	check_page(s, n);
	check_screen(s, n);
}

/* find_subsystem: the node that resets another one, by its name; fatal if it does not exist. */
static NodeId
find_subsystem(const Topology *t, const Source *s, const char *name)
{
	const TopologyName *part = topo_name_find(t, name, false);
	const char *near;

	if (part && part->kind == END_NODE && is_16bit(t->nodes[part->part].chip))
		fatal_at(s->file, s->line, "subsystem=%s: a %s has no subsystem here; name a node "
			"with words of 32 bits", name, chip_name(t->nodes[part->part].chip));
	if (part && part->kind == END_NODE)
		return part->part;
	if (part)
		fatal_at(s->file, s->line, "subsystem=%s: %s is not a node", name, name);
	near = topo_name_find_similar(t, name, false);
	fatal_at(s->file, s->line, "subsystem=%s: no node above is called %s%s%s", name, name,
		near ? "; did you mean " : "", near ? near : "");
}

/* add_node: add a node of this name with the options read from its line. */
static void
add_node(Topology *t, const Source *s, const PartDraft *d, const char *name)
{
	NodeSpec node = d->node;

	if (t->nnodes == MAX_NODES)
		fatal_at(s->file, s->line, "%s: too many nodes; the limit is %d", name, MAX_NODES);
	node.line = s->line;
	if (*d->rom)
		node.rom = rom_read(t, s, d->rom);
	if (*d->subsystem)
		node.subsystem = find_subsystem(t, s, d->subsystem);
	node.name = xstrdup(name); /* after all checks: only the topology frees a name */
	t->nodes = list_more(t->nodes, t->nnodes, sizeof *t->nodes);
	t->nodes[t->nnodes] = node;
	topo_name_add(t, t->nodes[t->nnodes].name, END_NODE, t->nnodes);
	t->nnodes++;
}

/* ---- crossbars ---- */

/* read_switch_type: read a crossbar's option `type`; false if the value is not valid. */
static bool
read_switch_type(PartDraft *d, const char *value)
{
	(void)d; /* there is only one type */
	return strcmp(value, "C004") == 0;
}

/* read_switch_ports: read a crossbar's option `ports`; false if the value is not valid. */
static bool
read_switch_ports(PartDraft *d, const char *value)
{
	return read_whole(value, MAX_PORTS, &d->sw.ports) && d->sw.ports > 0;
}

/* read_switch_delay: read a crossbar's option `delay`; false if the value is not valid. */
static bool
read_switch_delay(PartDraft *d, const char *value)
{
	return read_decimal(value, "bit", 2, &d->sw.delay) && d->sw.delay <= MAX_DELAY;
}

/* read_switch_speed: read a crossbar's option `speed`; false if the value is not valid. */
static bool
read_switch_speed(PartDraft *d, const char *value)
{
	return read_speed(value, &d->sw.mbits);
}

static const Option switch_options[] = {
	{"type", read_switch_type, "C004"},
	{"ports", read_switch_ports, "1 to 32"},
	{"delay", read_switch_delay, "0bit to 100bit, with up to two decimals: delay=1.75bit"},
	{"speed", read_switch_speed, "5Mb, 10Mb or 20Mb"},
};

/* begin_switch: set the options of a crossbar to their defaults before a line is read. */
static void
begin_switch(PartDraft *d)
{
	d->sw = (SwitchSpec){
		.ports = MAX_PORTS, .delay = 175, .control = NOWHERE, .place = NOWHERE,
	};
	memset(d->sw.cable, 0xff, sizeof d->sw.cable);
}

/* add_switch: add a crossbar of this name with the options read from its line. */
static void
add_switch(Topology *t, const Source *s, const PartDraft *d, const char *name)
{
	if (t->nswitches == MAX_SWITCHES)
		fatal_at(s->file, s->line, "%s: too many crossbars; the limit is %d", name,
			 MAX_SWITCHES);
	t->switches = list_more(t->switches, t->nswitches, sizeof *t->switches);
	t->switches[t->nswitches] = d->sw;
	t->switches[t->nswitches].name = xstrdup(name);
	t->switches[t->nswitches].line = s->line;
	topo_name_add(t, t->switches[t->nswitches].name, END_SWITCH, t->nswitches);
	t->nswitches++;
}

/* ---- hosts ---- */

/* read_host_links: read a host's option `links`; false if the value is not valid. */
static bool
read_host_links(PartDraft *d, const char *value)
{
	return read_whole(value, MAX_HOST_LINKS, &d->host.nlinks) && d->host.nlinks > 0;
}

/* read_host_control: read a host's option `control`; false if the value is not valid. */
static bool
read_host_control(PartDraft *d, const char *value)
{
	return read_whole(value, MAX_HOST_LINKS, &d->host.ncontrol);
}

/* read_host_speed: read a host's option `speed`; false if the value is not valid. */
static bool
read_host_speed(PartDraft *d, const char *value)
{
	return read_speed(value, &d->host.mbits);
}

static const Option host_options[] = {
	{"links", read_host_links, "1 to 64 data links"},
	{"control", read_host_control, "0 to 64 control links"},
	{"speed", read_host_speed, "5Mb, 10Mb or 20Mb"},
};

/* begin_host: set the options of a host to their defaults before a line is read. */
static void
begin_host(PartDraft *d)
{
	d->host = (HostSpec){.nlinks = 1};
	memset(d->host.cable, 0xff, sizeof d->host.cable);
	memset(d->host.control, 0xff, sizeof d->host.control);
}

/* add_host: add a host of this name with the options read from its line. */
static void
add_host(Topology *t, const Source *s, const PartDraft *d, const char *name)
{
	if (t->nhosts == MAX_HOSTS)
		fatal_at(s->file, s->line, "%s: too many hosts; the limit is %d", name, MAX_HOSTS);
	t->hosts = list_more(t->hosts, t->nhosts, sizeof *t->hosts);
	t->hosts[t->nhosts] = d->host;
	t->hosts[t->nhosts].name = xstrdup(name);
	t->hosts[t->nhosts].line = s->line;
	topo_name_add(t, t->hosts[t->nhosts].name, END_HOST, t->nhosts);
	t->nhosts++;
}

/* ---- the line ---- */

#define OPTIONS(table) table, sizeof table / sizeof *table

static const PartKind kinds[] = {
	{"node", "a node", OPTIONS(node_options), begin_node, check_node, add_node},
	{"switch", "a crossbar", OPTIONS(switch_options), begin_switch, NULL, add_switch},
	{"host", "a host", OPTIONS(host_options), begin_host, NULL, add_host},
};

/* find_option: the option with this key; fatal if there is none. */
static const Option *
find_option(const PartKind *k, const Source *s, const char *key)
{
	const Option *near = NULL;

	for (uint32_t i = 0; i < k->noptions; i++) {
		if (strcmp(k->options[i].key, key) == 0)
			return &k->options[i];
		if (!near && topo_name_edits(k->options[i].key, key) < 3)
			near = &k->options[i];
	}
	if (near)
		fatal_at(s->file, s->line, "%s has no option '%s'; did you mean %s=?", k->words,
			key, near->key);
	fatal_at(s->file, s->line, "%s has no option '%s'; 'man trellis-topology' lists them",
		 k->words, key);
}

/* read_option: read KEY=VALUE into the draft; given[] notes which options have been read. */
static void
read_option(const PartKind *k, const Source *s, Token word, PartDraft *d, bool *given)
{
	char text[MAX_TOKEN + 1], *value;
	const Option *o;

	topo_token_text(word, text);
	value = strchr(text, '=');
	*value++ = '\0';
	o = find_option(k, s, text);
	if (given[o - k->options])
		fatal_at(s->file, s->line, "%s= is given twice on this line", o->key);
	given[o - k->options] = true;
	if (!o->set(d, value))
		fatal_at(s->file, s->line, "%s=%s: %s of %s is %s", o->key, value, o->key, k->words,
			 o->form);
}

/* read_names: declare the parts that a word of the line names. */
static void
read_names(Topology *t, const PartKind *k, const Source *s, Token word, const PartDraft *d)
{
	Pattern p = pattern_parse(s, word);
	char name[MAX_TOKEN + 1];

	for (uint32_t i = 0; i < p.count; i++) {
		const TopologyName *old;

		topo_name_check(s, pattern_word(s, &p, i, name), k->words);
		old = topo_name_find(t, name, false);
		if (old)
			fatal_at(s->file, s->line, "the name %s is already used (line %d)", name,
				 topo_part_line(t, (EndRef){old->kind, old->part, 0}));
		k->add(t, s, d, name);
	}
}

void
topo_part_read(Topology *t, Source *s, const char *keyword)
{
	const PartKind *k = kinds;
	bool given[MAX_OPTIONS] = {0};
	const char *start = s->at;
	uint32_t nnames = 0;
	Token word;
	PartDraft d;

	while (strcmp(k->keyword, keyword) != 0)
		k++;
	assert(k < kinds + sizeof kinds / sizeof *kinds && k->noptions <= MAX_OPTIONS);
	k->begin(&d);
	while (source_next_token(s, &word))
		if (topo_token_has(word, '='))
			read_option(k, s, word, &d, given);
		else
			nnames++;
	if (nnames == 0)
		fatal_at(s->file, s->line, "missing a name; write %s %c0 ...", keyword,
			 keyword[0]);
	if (k->check)
		k->check(s, &d);
	s->at = start;
	while (source_next_token(s, &word))
		if (!topo_token_has(word, '='))
			read_names(t, k, s, word, &d);
}
