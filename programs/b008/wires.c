/* wires.c - reads a text of connections, and knows to which port of the C004 each link leads. */
#include "wires.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

enum {
	SLOT_LINK_0 = 0,  /* the C004's port of slot 0's link 0; slot 0 itself has the host there */
	SLOT_LINK_3 = 10, /* of slot 0's link 3 */
	EDGE_0 = 20,
	T2_LINK_0 = 28,
};

static char mistake[2 * WIRE_LINE];

/* wrong: keep a message; returns it. */
static const char *
wrong(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(mistake, sizeof mistake, format, args);
	va_end(args);
	return mistake;
}

/* next_word: the next word of a line, in lower case; empty at the end. Commas are blanks. */
static void
next_word(const char **line, char word[WIRE_LINE])
{
	const char *s = *line + strspn(*line, ", \t\r");
	size_t n = strcspn(s, ", \t\r");

	for (size_t i = 0; i < n; i++)
		word[i] = tolower((unsigned char)s[i]);
	word[n] = '\0';
	*line = s + n;
}

/* read_number: a number of at most two digits; false if the next word is none. */
static int
read_number(const char **line, int *number)
{
	char word[WIRE_LINE];

	next_word(line, word);
	if (!isdigit((unsigned char)word[0]) || strlen(word) > 2 ||
	    (word[1] && !isdigit((unsigned char)word[1])))
		return 0;
	*number = word[0] - '0';
	if (word[1])
		*number = 10 * *number + word[1] - '0';
	return 1;
}

/* expect_link: the words `link N`. */
static const char *
expect_link(const char **line, WireEnd *e)
{
	char word[WIRE_LINE];

	next_word(line, word);
	if (strcmp(word, "link") != 0 || !read_number(line, &e->link))
		return wrong("'link' and its number must follow; write 'slot 1, link 0'");
	return NULL;
}

static const char *
read_slot(const char **line, WireEnd *e)
{
	const char *error;

	if (!read_number(line, &e->number) || e->number >= NSLOTS)
		return wrong("no such slot; the board has slots 0 to %d", NSLOTS - 1);
	error = expect_link(line, e);
	if (error)
		return error;
	if (e->link == 1 || e->link == 2)
		return wrong("link %d of a slot is in the pipeline; links 0 and 3 are at the C004",
			e->link);
	if (e->link > 3)
		return wrong("link %d does not exist; a slot has links 0 to 3", e->link);
	if (e->number == 0 && e->link == 0)
		return wrong("slot 0, link 0 is the host's; link 3 is at the C004");
	e->port = (e->link == 0 ? SLOT_LINK_0 : SLOT_LINK_3) + e->number;
	return NULL;
}

static const char *
read_edge(const char **line, WireEnd *e)
{
	if (!read_number(line, &e->number) || e->number >= NEDGES)
		return wrong("no such link of the connector; it has edges 0 to %d", NEDGES - 1);
	e->port = EDGE_0 + e->number;
	return NULL;
}

static const char *
read_t2(const char **line, WireEnd *e)
{
	const char *error = expect_link(line, e);

	if (!error && e->link != 0)
		error = wrong("t2, link %d is not at the C004; link 0 is", e->link);
	e->port = T2_LINK_0;
	return error;
}

/* read_end: one end of a wire; returns NULL or a mistake. */
static const char *
read_end(const char **line, WireEnd *e)
{
	static const struct {
		const char *word;
		const char *(*read)(const char **line, WireEnd *e);
	} kinds[] = {[WIRE_SLOT] = {"slot", read_slot},
		[WIRE_EDGE] = {"edge", read_edge},
		[WIRE_T2] = {"t2", read_t2}};
	char word[WIRE_LINE];

	next_word(line, word);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (strcmp(word, kinds[i].word) != 0)
			continue;
		*e = (WireEnd){.kind = i};
		return kinds[i].read(line, e);
	}
	return wrong("an end of a connection begins with 'slot', 'edge' or 't2', not with '%s'",
		word);
}

/* use_port: note the line that connects the end; a mistake if another one has. */
static const char *
use_port(Wires *w, const WireEnd *e, int line)
{
	if (w->line[e->port])
		return wrong("%s is connected twice (first in line %d)", wire_end_name(e),
			w->line[e->port]);
	w->line[e->port] = line;
	return NULL;
}

/* read_wire: a line that is not blank. */
static const char *
read_wire(Wires *w, const char *line, int number)
{
	Wire wire;
	char word[WIRE_LINE];
	const char *error = read_end(&line, &wire.a);

	if (error)
		return error;
	next_word(&line, word);
	if (strcmp(word, "to") != 0)
		return wrong("'to' must follow; write 'slot 9, link 3 to slot 0, link 3'");
	error = read_end(&line, &wire.b);
	if (error)
		return error;
	next_word(&line, word);
	if (*word)
		return wrong("'%s' follows the connection; a line has one connection", word);
	error = use_port(w, &wire.a, number);
	if (!error)
		error = use_port(w, &wire.b, number);
	if (!error)
		w->wire[w->n++] = wire;
	return error;
}

const char *
wires_read(Wires *w, FILE *text, int *line)
{
	char buffer[WIRE_LINE], word[WIRE_LINE];
	const char *error;

	*w = (Wires){.n = 0};
	for (*line = 1; fgets(buffer, sizeof buffer, text); ++*line) {
		const char *rest = buffer;

		if (!strchr(buffer, '\n') && strlen(buffer) == WIRE_LINE - 1)
			return wrong("the line is too long; %d characters are possible",
				WIRE_LINE - 2);
		buffer[strcspn(buffer, "#\n")] = '\0';
		next_word(&rest, word);
		error = *word ? read_wire(w, buffer, *line) : NULL;
		if (error)
			return error;
	}
	return NULL;
}

const char *
wire_end_name(const WireEnd *e)
{
	static char names[2][32];
	static int turn;
	char *name = names[turn ^= 1];

	switch (e->kind) {
	case WIRE_SLOT:
		snprintf(name, sizeof *names, "slot %d, link %d", e->number, e->link);
		break;
	case WIRE_EDGE:
		snprintf(name, sizeof *names, "edge %d", e->number);
		break;
	case WIRE_T2:
		snprintf(name, sizeof *names, "t2, link %d", e->link);
		break;
	}
	return name;
}
