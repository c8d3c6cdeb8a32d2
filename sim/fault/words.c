/*
 * words.c - parses the words of a fault: numbers, times, nodes, link ends, symbols, and random
 * choices, which depend on the network's seed.
 */
#include "kind.h"
#include "base/number.h"
#include "sim/program/executable.h"

#include <inttypes.h>
#include <stdlib.h>

void
words_split(Reader *r, char *line)
{
	char *comment = strchr(line, '#'), *word;

	if (comment)
		*comment = '\0';
	r->n = r->next = r->nchoices = 0;
	while ((word = strsep(&line, " \t\r"))) {
		if (*word == '\0')
			continue;
		if (r->n == MAX_WORDS)
			fatal_at(r->file, r->line, "unexpected '%s' at the end", word);
		r->word[r->n++] = word;
	}
}

char *
words_joined(const Reader *r)
{
	Buf b = {0};

	for (uint32_t i = 0; i < r->n; i++)
		buf_printf(&b, "%s%s", i ? " " : "", r->word[i]);
	buf_byte(&b, '\0');
	return (char *)b.data;
}

char *
next_word(Reader *r, const char *what)
{
	if (r->next == r->n)
		fatal_at(r->file, r->line, "%s is missing", what);
	return r->word[r->next++];
}

bool
accept_word(Reader *r, const char *word)
{
	if (r->next == r->n || strcmp(r->word[r->next], word) != 0)
		return false;
	r->next++;
	return true;
}

/* choose_number: a random number from a to b. */
static uint64_t
choose_number(Reader *r, uint64_t a, uint64_t b)
{
	uint64_t x = network_random(r->w, r->number << 3 | (r->nchoices++ & 7), PURPOSE_FAULT);

	return b == UINT64_MAX && a == 0 ? x : a + x % (b - a + 1);
}

void
reader_put_chosen(Reader *r, const char *text)
{
	uint32_t i = r->next - 1;

	snprintf(r->chosen[i], END_NAME, "%s", text);
	r->word[i] = r->chosen[i];
}

/* parse_value: read a number or, if `time` is set, a time; false if the text is neither. */
static bool
parse_value(const char *s, bool time, uint64_t *v)
{
	return time ? time_parse(s, v) && *v < FAULT_MAX_TIME : number_parse(s, MAX_COUNT, v);
}

uint64_t
reader_range(Reader *r, const char *what, bool time)
{
	char *word = next_word(r, what), *dots = strstr(word, ".."), text[32];
	uint64_t a, b;
	bool good;

	if (dots)
		*dots = '\0';
	good = parse_value(word, time, &a);
	b = a;
	if (good && dots)
		good = parse_value(dots + 2, time, &b) && a <= b;
	if (dots)
		*dots = '.';
	if (!good)
		fatal_at(r->file, r->line, time
			? "'%s' is not a time; expected 20ms or 1ms..5ms"
			: "'%s' is not a number; expected 1000 or 1..1000 (at most 2147483647)",
				word);
	if (dots) {
		a = choose_number(r, a, b);
		snprintf(text, sizeof text, "%" PRIu64, a);
		reader_put_chosen(r, time ? TIME_STRING(a) : text);
	}
	return a;
}

/*
 * read_logical_node: the node with this logical number; NOWHERE if there is none, or the text is
 * not a number.
 */
static NodeId
read_logical_node(const Reader *r, const char *name)
{
	uint64_t number;

	if (!number_parse(name, UINT32_MAX, &number) || number >= r->names->nplaces)
		return NOWHERE;
	return r->names->place[number];
}

/* choose_node: a random logical node; a physical one if there are no logical ones. */
static NodeId
choose_node(Reader *r)
{
	const FaultNames *names = r->names;
	NodeId n = names->nplaces > 0 ? names->place[choose_number(r, 0, names->nplaces - 1)]
		: choose_number(r, 0, r->w->nnodes - 1);

	reader_put_chosen(r, r->w->topology->nodes[n].name);
	return n;
}

NodeId
next_node(Reader *r)
{
	const char *name = next_word(r, "the node");
	NodeId n = topology_node(r->w->topology, name);

	if (n == NOWHERE && strcmp(name, "any") == 0)
		return choose_node(r);
	if (n == NOWHERE)
		n = read_logical_node(r, name);
	if (n == NOWHERE)
		fatal_at(r->file, r->line, "unknown node %s in %s", name, r->w->topology->name);
	return n;
}

/* read_logical_end: the link end of a logical node, such as 3.1. */
static EndRef
read_logical_end(const Reader *r, const char *name)
{
	char copy[LINE], *dot;
	uint64_t link;
	NodeId n;

	snprintf(copy, sizeof copy, "%s", name);
	dot = strrchr(copy, '.');
	if (!dot || !number_parse(dot + 1, NLINKS - 1, &link))
		return (EndRef){END_NONE};
	*dot = '\0';
	n = read_logical_node(r, copy);
	return n == NOWHERE ? (EndRef){END_NONE} : (EndRef){END_NODE, n, link};
}

EndId
next_end(Reader *r)
{
	const char *name = next_word(r, "the link end");
	EndRef ref = topology_find_end(r->w->topology, name);

	if (ref.kind == END_NONE)
		ref = read_logical_end(r, name);
	if (ref.kind != END_NODE && ref.kind != END_HOST)
		fatal_at(r->file, r->line, "unknown link end %s of %s; n0.1 is link 1 of node n0",
			name, r->w->topology->name);
	if (ref.kind == END_NODE && ref.index >= NLINKS)
		fatal_at(r->file, r->line, "%s: a node has links 0 to 3", name);
	return network_find_end(r->w, ref);
}

/* node_image: the program of a node; NULL if it is unknown. */
static const struct Image *
node_image(const Reader *r, NodeId n)
{
	const FaultNames *names = r->names;

	return names->nplaces > 0 && names->place[0] == n ? names->first : names->others;
}

Addr
symbol_addr(const Reader *r, NodeId n, const char *name, const char *what, const char *from)
{
	const struct Image *im = node_image(r, n);
	Addr addr, base;

	if (!im || !r->names->find_symbol(im, name, &addr))
		fatal_at(r->file, r->line, im
			? "the program has no %s %s"
			: "%s %s: not found in a loaded program; use an address", what, name);
	return r->names->loaded && r->names->find_symbol(im, from, &base) ? addr - base : addr;
}
