/*
 * options.c - reads the master's arguments.
 *
 * 	master [-t TREE] [-b BUFFERS] [-g GRANULARITY] [NODES TASKS [arguments of init_master]]
 *
 * TREE is chain, btree, ttree, boot, pipeline, ring or a file of lines `node parent`; TASKS 0: the
 * generator decides. Defaults come from the .vms file.
 */
#include "tree_node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *tree_file = trek_tree_file;

static uint32_t
parse_number(const char *what, const char *s, uint32_t least, uint32_t most)
{
	char *end;
	unsigned long n = strtoul(s, &end, 0);

	if (*s == '\0' || *end != '\0' || n < least || n > most)
		fail("%s must be %u to %u, not %s", what, (unsigned)least, (unsigned)most, s);
	return n;
}

static uint32_t
parse_shape(const char *s) /* the number of the shape called s; fatal if there is none */
{
	static const char *const name[NTREES] = {
#define X(shape, argument) argument,
		TREES(X)
#undef X
	};

	for (uint32_t i = 0; i < NTREES; i++)
		if (name[i] && strcmp(s, name[i]) == 0)
			return i;
	tree_file = s;
	return TREE_FILE;
}

/* check_ring: refuse a ring of too few nodes, or for another type than an SPMD. */
static void
check_ring(const TrekSetup *s)
{
	if ((s->shape == TREE_RING) != (trek_setup.shape == TREE_RING))
		fail("only the nodes of an SPMD are a ring, and they are nothing else");
	if (s->shape == TREE_RING && s->processors < RING_MIN_PROCESSORS)
		fail("%u processors; an SPMD needs at least %u: node 0, and three on the ring",
			(unsigned)s->processors, RING_MIN_PROCESSORS);
	if (s->shape == TREE_RING && s->tasks == 0)
		fail("the number of tasks of an SPMD is that of its steps, at least 1");
}

int
options_read(TrekSetup *s, int argc, char **argv)
{
	int i;

	*s = trek_setup;
	for (i = 1; i + 1 < argc && argv[i][0] == '-'; i += 2) {
		switch (argv[i][1]) {
		case 't': s->shape = parse_shape(argv[i + 1]); break;
		case 'b': s->buffers = parse_number("-b", argv[i + 1], 1, 256); break;
		case 'g': s->granularity = parse_number("-g", argv[i + 1], 1, 256); break;
		default: fail("unknown option %s; options are -t, -b and -g", argv[i]);
		}
	}
	if (i + 1 < argc) {
		s->processors = parse_number("the number of nodes", argv[i], 1, NODE_LIMIT);
		s->tasks = parse_number("the number of tasks", argv[i + 1], 0, 1 << 24);
		i += 2;
	} else if (i < argc) {
		fail("%s: expected a number of tasks after the number of nodes", argv[i]);
	}
	if (s->processors > getnnodes())
		fail("%u processors; the network has %u nodes", (unsigned)s->processors,
			(unsigned)getnnodes());
	check_ring(s);
	if (s->processors == 1)
		s->shape = TREE_CHAIN;
	return i - 1;
}

/*
 * next_line: the next line of the file, without its comment, truncated if too long. 0 at the end.
 */
static int
next_line(FILE *f, char *line, uint32_t room)
{
	if (!fgets(line, room, f))
		return 0;
	if (!strchr(line, '\n'))
		for (int c = getc(f); c != EOF && c != '\n'; c = getc(f))
			;
	line[strcspn(line, "#")] = '\0';
	return 1;
}

/* take_number: parse a number, decimal or 0x..., and advance `at`. */
static uint32_t
take_number(char **at)
{
	*at += strspn(*at, " \t\r");
	return strtoul(*at, at, (*at)[0] == '0' && ((*at)[1] == 'x' || (*at)[1] == 'X') ? 16 : 10);
}

uint16_t *
options_parents(const TrekSetup *s)
{
	uint16_t *parent;
	char line[80];
	FILE *f;

	if (s->shape != TREE_FILE)
		return NULL;
	parent = calloc(s->processors, sizeof *parent);
	f = fopen(tree_file, "r");
	if (!parent || !f)
		fail("the tree %s cannot be read", tree_file);
	while (next_line(f, line, sizeof line)) {
		char *at = line;
		uint32_t id = take_number(&at), up = take_number(&at);

		if (id > 0 && id < s->processors && up < s->processors)
			parent[id] = up;
	}
	fclose(f);
	return parent;
}
