/*
 * spec.c - reads the description of a run (.spf), its graph of nodes, and SubTids.
 *
 * .spf: five integers: processors, topology (1 chain, 2 binary, 3 ternary tree, 4 cycle, 5 ring, 6
 * grid), tasks, task degree, task depth; then the name of the virtual machine, unless the degree
 * implies it; then the word tolerant for a run with fault_tolerance.
 *
 * In a tree, node 0 is the manager and its only child is node 1; the children of another node n are
 * n+1, or 2n and 2n+1, or 3n-1, 3n and 3n+1. Any other tree is given by lines `node parent`. In a
 * cycle each node sends to the next, and the last node to node 0. mesh.c has the ring and the grid.
 *
 * SubTid: a split at level L writes the index of the part into bits bL to bL+b-1 (b: Spec.bits); no
 * split is made below the level of the task depth.
 */
#include "tasks.h"

#include "base/number.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NNUMBERS = 5 }; /* numbers in a .spf file */

/* The topologies of each graph. */
static const struct {
	const char *what;
	uint32_t first, last;
} topologies[NGRAPHS] = {
	[GRAPH_TREE] = {"topology: 1 chain, 2 binary tree, 3 ternary tree", CHAIN, TERNARY},
	[GRAPH_CYCLE] = {"topology: 4 cycle", CYCLE, CYCLE},
	[GRAPH_MESH] = {"topology: 5 ring, 6 grid", RING, GRID},
};

uint32_t
word_number(const Lines *l, const InputWord *w, const char *what, uint32_t least, uint32_t most)
{
	char digits[16];
	uint64_t v = 0;

	snprintf(digits, sizeof digits, "%.*s", (int)w->len, w->s);
	if (w->len >= sizeof digits || !number_parse(digits, most, &v) || v < least)
		lines_fatal(l, "'%.*s' is not a valid %s (%u to %u)",
			w->len < 40 ? (int)w->len : 40, w->s, what, least, most);
	return v;
}

bool
word_fits(const InputWord *w, int base, uint64_t most)
{
	char digits[24], *end;

	if (w->len >= sizeof digits || !isalnum((unsigned char)*w->s))
		return false;
	snprintf(digits, sizeof digits, "%.*s", (int)w->len, w->s);
	errno = 0;
	return strtoull(digits, &end, base) <= most && !*end && errno == 0;
}

/* The words of a .spf file. */
typedef struct SpecWords {
	InputWord word[NNUMBERS + 2];
	int line[NNUMBERS + 2];
	uint32_t n;
} SpecWords;

/* read_words: collect the words of the whole file with their lines. */
static SpecWords
read_words(Lines *l)
{
	SpecWords w = {0};

	while (lines_next(l))
		for (uint32_t i = 0; i < l->n && w.n < NNUMBERS + 2; i++) {
			w.line[w.n] = l->line;
			w.word[w.n++] = l->word[i];
		}
	return w;
}

/* is_name: true if the word does not begin with a digit. */
static bool
is_name(const InputWord *w)
{
	return *w->s < '0' || *w->s > '9';
}

/*
 * find_machine: the model that the word names, read from the program or from a file; a mistake is
 * fatal.
 */
static const Machine *
find_machine(Arena *a, Lines *l, const InputWord *w)
{
	const Machine *m = machine_named(a, w->s, w->len);
	Buf known = {0};
	char *names;

	if (m)
		return m;
	machine_put_names(a, &known);
	names = arena_strndup(a, (char *)known.data, known.len);
	buf_free(&known);
	lines_fatal(l, "unknown virtual machine '%.*s'; known are %s, and --model reads others",
		w->len < 40 ? (int)w->len : 40, w->s, names);
}

/* set_numbers: check the first numbers of the file and store them in s. */
static void
set_numbers(Lines *l, Spec *s, const SpecWords *w, int end)
{
	GraphKind graph = s->machine ? s->machine->graph : GRAPH_TREE;
	const struct {
		uint32_t *value;
		const char *what;
		uint32_t least, most;
	} number[NNUMBERS] = {
		{&s->nnodes, "number of processors", 2, MAX_TREE_NODES},
		{&s->topology, topologies[graph].what, topologies[graph].first,
			topologies[graph].last},
		{&s->ntasks, "number of tasks", 1, MAX_TASKS},
		{&s->degree, "task degree", 1, MAX_DEGREE},
		{&s->depth, "task depth", 0, MAX_DEPTH},
	};

	for (uint32_t i = 0; i < w->n && i < NNUMBERS; i++) {
		l->line = w->line[i];
		*number[i].value = word_number(l, &w->word[i], number[i].what, number[i].least,
			number[i].most);
	}
	l->line = end;
	if (w->n < NNUMBERS)
		lines_fatal(l,
			"%u of the five numbers (processors, topology, tasks, task degree, task "
			"depth): the %s is missing",
			w->n, number[w->n].what);
}

/*
 * read_parameters: read the numbers, and the name of the virtual machine if the model is not given.
 */
static void
read_parameters(Arena *a, Lines *l, Spec *s)
{
	SpecWords w = read_words(l);
	int end = l->line;
	bool named;

	if (w.n > NNUMBERS && word_is(&w.word[w.n - 1], "tolerant")) {
		s->tolerant = true;
		w.n--;
	}
	named = w.n > NNUMBERS && is_name(&w.word[NNUMBERS]);

	l->line = w.line[NNUMBERS];
	if (named && !s->machine)
		s->machine = find_machine(a, l, &w.word[NNUMBERS]);
	set_numbers(l, s, &w, end);
	l->line = w.line[NNUMBERS + named];
	if (w.n > NNUMBERS + named)
		lines_fatal(l, "more than five numbers: processors, topology, tasks, task degree, "
			"task depth");
	if (!s->machine)
		s->machine = machine_of_degree(a, s->degree);
}

/* field_bits: the bits of a SubTid that belong to levels 1 to `last` of the tree. */
static uint64_t
field_bits(const Spec *s, uint32_t last)
{
	uint64_t from = s->bits, to; /* bit numbers; `to` is exclusive */

	if (last > s->depth)
		last = s->depth;
	to = (uint64_t)s->bits * (last + 1);
	if (from >= 64 || to <= from)
		return 0;
	return (to >= 64 ? UINT64_MAX : ((uint64_t)1 << to) - 1) & ~(((uint64_t)1 << from) - 1);
}

/* has_role: tell if the role is that of the node: by root, children and depth. */
static bool
has_role(const Spec *s, const MachineRole *r, uint32_t node)
{
	return (!r->is_root || node == 0) && (!r->has_children || s->nchildren[node] > 0)
		&& (!r->within_depth || s->level[node] <= s->depth);
}

/*
 * find_role: the number of the node's role: the first one in the model whose conditions hold; the
 * last role must have no condition.
 */
static uint32_t
find_role(const Spec *s, uint32_t node)
{
	uint32_t i = 0;

	while (!has_role(s, &s->machine->role[i], node))
		i++;
	return i;
}

/* derive_spec: compute the fields of a spec that follow from the nodes' parents and levels. */
static void
derive_spec(Arena *a, Spec *s)
{
	s->role = arena_alloc(a, s->nnodes, sizeof *s->role);
	s->nchildren = arena_alloc(a, s->nnodes, sizeof *s->nchildren);
	s->field = arena_alloc(a, s->nnodes, sizeof *s->field);
	s->allowed = arena_alloc(a, s->nnodes, sizeof *s->allowed);
	s->levels = 0;
	for (uint32_t i = 0; i < s->nnodes; i++) {
		uint32_t level = s->level[i];

		if (i > 0) {
			s->nchildren[s->parent[i]]++;
			s->allowed[i] = field_bits(s, level - 1);
			s->field[i] = field_bits(s, level) & ~s->allowed[i];
		}
		if (level > s->levels)
			s->levels = level;
	}
	if (s->machine->graph == GRAPH_MESH)
		mesh_derive(a, s);
	for (uint32_t i = 0; i < s->nnodes; i++)
		s->role[i] = find_role(s, i);
}

/*
 * parent_in_shape: the parent of a node in the tree of this topology: a chain, binary or ternary
 * tree, or cycle.
 */
static uint32_t
parent_in_shape(uint32_t topology, uint32_t node)
{
	if (node == 1 || topology >= RING)
		return 0;
	if (topology == CHAIN || topology == CYCLE)
		return node - 1;
	return topology == BINARY ? node / 2 : (node + 1) / 3;
}

Spec *
spec_read(Arena *a, const Machine *machine, const char *file, const char *text, size_t len)
{
	static const char *const tree[] = {
		[CHAIN] = "chain", [BINARY] = "binary tree", [TERNARY] = "ternary tree",
		[CYCLE] = "cycle", [RING] = "ring", [GRID] = "grid",
	};
	Lines l = lines_start(a, file, text, len);
	Spec *s = arena_alloc(a, 1, sizeof *s);

	s->machine = machine;
	s->file = file;
	read_parameters(a, &l, s);
	s->tree = tree[s->topology];
	s->has_part_numbers = s->machine->part_text != NULL;
	while (s->has_part_numbers && s->bits < 16 && 1u << s->bits < s->degree)
		s->bits++;
	s->parent = arena_alloc(a, s->nnodes, sizeof *s->parent);
	s->level = arena_alloc(a, s->nnodes, sizeof *s->level);
	s->parent[0] = NONE;
	for (uint32_t i = 1; i < s->nnodes; i++) {
		s->parent[i] = parent_in_shape(s->topology, i);
		s->level[i] = s->level[s->parent[i]] + 1;
	}
	derive_spec(a, s);
	return s;
}

/* find_levels: compute each node's level by way of its ancestors; a cycle of parents is fatal. */
static void
find_levels(Arena *a, Spec *s, const char *file, const int *line)
{
	uint32_t *path = arena_alloc(a, s->nnodes, sizeof *path);

	memset(s->level, 0, s->nnodes * sizeof *s->level);
	for (uint32_t i = 1; i < s->nnodes; i++) {
		uint32_t n = 0;

		for (uint32_t v = i; v != 0 && s->level[v] == 0; v = s->parent[v]) {
			if (n == s->nnodes)
				fatal_at(file, line[i], "node %u is in a cycle: all nodes must "
					"lead to node 0", v);
			path[n++] = v;
		}
		while (n--)
			s->level[path[n]] = s->level[s->parent[path[n]]] + 1;
	}
}

void
spec_read_tree(Arena *a, Spec *s, const char *file, const char *text, size_t len)
{
	Lines l = lines_start(a, file, text, len);
	int *line = arena_alloc(a, s->nnodes, sizeof *line);

	if (s->machine->graph != GRAPH_TREE)
		fatal_at(file, 0, "the nodes of a %s run on a %s, not on a tree", s->machine->name,
			machine_graph_name(s->machine->graph));
	while (lines_next(&l)) {
		uint32_t node, parent;

		if (l.n != 2)
			lines_fatal(&l, "%u words; a line is <node> <parent>", l.n);
		node = word_number(&l, &l.word[0], "node with a parent", 1, s->nnodes - 1);
		parent = word_number(&l, &l.word[1], "node", 0, s->nnodes - 1);
		if (line[node])
			lines_fatal(&l, "node %u already has a parent (line %d)", node, line[node]);
		line[node] = l.line;
		s->parent[node] = parent;
	}
	for (uint32_t i = 1; i < s->nnodes; i++)
		if (!line[i])
			fatal_at(file, 0,
				"node %u has no line; %s has %u nodes, and all but node 0 need "
				"a parent",
				i, s->file, s->nnodes);
	s->tree = file;
	find_levels(a, s, file, line);
	derive_spec(a, s);
}

void
spec_put_subtid(const Spec *s, uint64_t sub, Buf *b)
{
	uint32_t n = s->bits * s->levels;

	if (!s->has_part_numbers) {
		buf_printf(b, "%llu", (unsigned long long)sub);
		return;
	}
	for (uint32_t i = n < 4 ? 4 : n; i-- > 0;)
		buf_byte(b, '0' + (i < 64 && sub >> i & 1));
}

/*
 * cover_tree: choose a smallest set of nodes of the tree that contains an end of every link
 * (spec_cover). From the lowest level up, the upper end of a link is chosen if the lower end is not
 * in the set.
 */
static void
cover_tree(const Spec *s, uint32_t *column)
{
	for (uint32_t level = s->levels; level > 0; level--)
		for (uint32_t i = 1; i < s->nnodes; i++)
			if (s->level[i] == level && column[i] == NONE)
				column[s->parent[i]] = 0;
}

uint32_t
spec_cover(const Spec *s, uint32_t *column)
{
	uint32_t n = 0;

	memset(column, 0xFF, s->nnodes * sizeof *column); /* NONE */
	if (s->machine->graph == GRAPH_TREE)
		cover_tree(s, column);
	else /* in a mesh a smaller cover hardly exists, and in a cycle it saves little */
		memset(column, 0, (s->nnodes - 1) * sizeof *column);
	for (uint32_t i = 0; i < s->nnodes; i++)
		if (column[i] != NONE)
			column[i] = n++;
	return n;
}
