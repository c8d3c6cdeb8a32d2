/*
 * vms.c - reads the specification of a VM-based application.
 *
 * The language of Lin's Figure 3.5:
 *
 * 	Specification of VM-based Application
 * 	begin
 * 	Section
 * 	  key = value;
 * 	end
 *
 * A value is a word, a number, a "string", or a list of these with commas. "#" begins a comment.
 * Sections may come in any order and repeatedly; each key only once, in its section.
 */
#include "vms_lex.h"

#include "base/number.h"

#include <string.h>

const char *const vms_function[NROLES] = {
	[ROLE_GENERATOR] = "data_generator",
	[ROLE_COMPUTE] = "compute_fn",
	[ROLE_RECEIVER] = "result_receiver",
	[ROLE_SPLIT] = "split_fn",
	[ROLE_JOIN] = "join_fn",
};

const char *const vms_tree_name[NTREES] = {
	[TREE_CHAIN] = "CHAIN",
	[TREE_BINARY] = "BTREE",
	[TREE_TERNARY] = "TTREE",
	[TREE_BOOT] = "BOOT",
	[TREE_FILE] = "FILE",
	[TREE_PIPELINE] = "CHAIN",
	[TREE_RING] = "RING",
};

/* ---- sections and keys ---- */

enum { MACHINE, INTERFACE, CONFIGURATION, PROGRAMS, NSECTIONS }; /* indices of section_name */

static const char *const section_name[NSECTIONS] = {
	"Virtual_Machine", "Interface", "Configuration", "Programs",
};

typedef enum KeyKind {
	KEY_TYPE,   /* a name in the table of types (type.c) */
	KEY_TREE,   /* a tree's name or a file */
	KEY_NUMBER, /* a number from least to most */
	KEY_SWITCH, /* on or off */
	KEY_LOG,    /* off, compute or all */
	KEY_STREAM, /* stdin or stdout, or a file */
	KEY_TEXT,   /* a string */
	KEY_LIST,   /* words */
	KEY_FILES,  /* names of C files */
} KeyKind;

#define AT(field) offsetof(Vms, field)

static const struct Key {
	const char *name;
	uint8_t section, kind;
	uint16_t at;         /* offset of the field in Vms */
	uint16_t count;      /* KEY_LIST: offset of the field with the number of words */
	const char *std;     /* KEY_STREAM: name of the standard stream */
	uint32_t least, most; /* KEY_NUMBER */
} keys[] = {
	{"type", MACHINE, KEY_TYPE, AT(type)},
	{"split_degree", MACHINE, KEY_NUMBER, AT(degree), .least = 2, .most = 16},
	{"split_depth", MACHINE, KEY_NUMBER, AT(depth), .least = 1, .most = VMS_MAX_BITS - 1},
	{"fault_tolerance", MACHINE, KEY_SWITCH, AT(tolerant)},
	{"input_stream", INTERFACE, KEY_STREAM, AT(input), .std = "stdin"},
	{"output_stream", INTERFACE, KEY_STREAM, AT(output), .std = "stdout"},
	{"log", INTERFACE, KEY_LOG, AT(log)},
	{"arguments", INTERFACE, KEY_LIST, AT(argument), AT(narguments)},
	{"topology", CONFIGURATION, KEY_TREE, AT(tree)},
	{"total_tasks", CONFIGURATION, KEY_NUMBER, AT(tasks), .least = 1, .most = VMS_MAX_TASKS},
	{"total_processors", CONFIGURATION, KEY_NUMBER, AT(processors), .least = 1, .most = 16384},
	{"granularity", CONFIGURATION, KEY_NUMBER, AT(granularity), .least = 1, .most = 256},
	{"total_buffers", CONFIGURATION, KEY_NUMBER, AT(buffers), .least = 1, .most = 256},
	{"stack", CONFIGURATION, KEY_NUMBER, AT(stack), .least = 1024, .most = 1 << 20},
	{"nodes", CONFIGURATION, KEY_TEXT, AT(nodes)},
	{"data_generator", PROGRAMS, KEY_FILES, AT(files[ROLE_GENERATOR])},
	{"comp_function", PROGRAMS, KEY_FILES, AT(files[ROLE_COMPUTE])},
	{"result_receive", PROGRAMS, KEY_FILES, AT(files[ROLE_RECEIVER])},
	{"split_function", PROGRAMS, KEY_FILES, AT(files[ROLE_SPLIT])},
	{"join_function", PROGRAMS, KEY_FILES, AT(files[ROLE_JOIN])},
	{"sources", PROGRAMS, KEY_FILES, AT(sources)},
	{"compile_options", PROGRAMS, KEY_LIST, AT(option), AT(noptions)},
};

enum { NKEYS = sizeof keys / sizeof *keys };
_Static_assert(NKEYS <= 32, "Vms.line");

/* ---- values ---- */

/* take_number: the number that key k has in the file, within the key's limits. */
static uint32_t
take_number(Lexer *l, const struct Key *k)
{
	char digits[16];
	uint64_t n;

	snprintf(digits, sizeof digits, "%.*s", (int)l->n, l->s);
	if (l->kind != T_WORD || l->n >= sizeof digits || !number_parse(digits, k->most, &n)
		|| n < k->least)
		fatal_at(l->file, l->line, "%s = %s: expected a number from %u to %u", k->name,
			lex_shown(l), k->least, k->most);
	lex_advance(l);
	return n;
}

/* take_switch: the value of key k: 1 for on, 0 for off. */
static uint32_t
take_switch(Lexer *l, const struct Key *k)
{
	uint32_t on = lex_is(l, T_WORD, "on");

	if (!on && !lex_is(l, T_WORD, "off"))
		fatal_at(l->file, l->line, "%s = %s: expected on or off", k->name, lex_shown(l));
	lex_advance(l);
	return on;
}

/* take_log: the value of the key `log`. */
static uint32_t
take_log(Lexer *l)
{
	static const char *const names[] = {
		[LOG_NONE] = "off", [LOG_COMPUTE] = "compute", [LOG_EACH] = "all"};

	for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
		if (lex_is(l, T_WORD, names[i])) {
			lex_advance(l);
			return i;
		}
	fatal_at(l->file, l->line, "log = %s: expected off, compute (the nodes that compute) or "
		"all", lex_shown(l));
}

/* type_names: the names of all types, in the arena; what: with descriptions. */
static const char *
type_names(Arena *a, bool what)
{
	Buf names = {0};
	const char *s;

	vms_type_list(&names, what);
	s = arena_strndup(a, (char *)names.data, names.len);
	buf_free(&names);
	return s;
}

/* take_type: read the value of the key `type`; fatal if it is no type. */
static void
take_type(Lexer *l, Vms *v)
{
	v->type = l->kind == T_WORD ? vms_type_named(l->s, l->n) : NULL;
	if (!v->type)
		fatal_at(l->file, l->line, "type = %s: a virtual machine is %s", lex_shown(l),
			type_names(l->arena, true));
	lex_advance(l);
}

bool
vms_tree_named(const char *word, uint32_t *tree)
{
	for (uint32_t i = 0; i < TREE_FILE; i++) {
		if (strcasecmp(word, vms_tree_name[i]) == 0) {
			*tree = i;
			return true;
		}
	}
	return false;
}

/* check_file: refuse a file outside the application's directory. */
static void
check_file(const Lexer *l, int line, const char *key, const char *name)
{
	if (!vms_is_below(name))
		fatal_at(l->file, line,
			"%s = %s: an application's files are below its own directory, or the one "
			"that "
			"--root names",
			key, name);
}

/* check_sources: refuse files outside the application's directory. */
static void
check_sources(const Lexer *l, const VmsFiles *f)
{
	for (uint32_t i = 0; i < f->n; i++) {
		size_t n = strlen(f->name[i]);

		if (!vms_is_below(f->name[i]))
			fatal_at(l->file, f->line,
				"%s: C files are in the directory of the .vms file or below it",
				f->name[i]);
		if (n < 2 || strcmp(f->name[i] + n - 2, ".c") != 0)
			fatal_at(l->file, f->line, "%s: the name of a C file ends in .c",
				f->name[i]);
	}
}

/* check_options: refuse compiler options that may run programs or access other files. */
static void
check_options(const Lexer *l, int line, const char *const *option, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!vms_option_allowed(option[i]))
			fatal_at(l->file, line,
				"compile_options: %s is not allowed here; -O, -g, -D, -U, -I, "
				"-std=, -W and "
				"some that begin with -f are (trellis-vms(5))",
				option[i]);
}

/*
 * take_tree: read a tree: a word in capitals names a kind of tree; another word or a string is a
 * file.
 */
static void
take_tree(Lexer *l, Vms *v)
{
	bool string = l->kind == T_STRING;
	int line = l->line;
	const char *word = lex_text(l, "a topology");

	v->tree_file = NULL;
	if (!string && vms_tree_named(word, &v->tree))
		return;
	if (!string && !strpbrk(word, "./"))
		fatal_at(l->file, line,
			"topology = %s: it is CHAIN, BTREE, TTREE, BOOT (the tree that the "
			"network boots along), or the name of a file of lines 'node parent' (with "
			"a '.' or "
			"'/', or in \"\")",
			word);
	check_file(l, line, "topology", word);
	v->tree = TREE_FILE;
	v->tree_file = word;
}

/* take_list: read the list of words behind a key; *n is set to their number. */
static const char **
take_list(Lexer *l, const char *what, uint32_t *n)
{
	const char **list = NULL;

	*n = 0;
	for (;;) {
		list = arena_more(l->arena, list, *n, sizeof *list);
		list[(*n)++] = lex_text(l, what);
		if (!lex_is(l, T_SIGN, ","))
			return list;
		lex_advance(l);
	}
}

/* take_value: read the value of key k into its field of *v. */
static void
take_value(Lexer *l, Vms *v, const struct Key *k)
{
	void *field = (char *)v + k->at;
	int line = l->line;

	switch (k->kind) {
	case KEY_TYPE: take_type(l, v); break;
	case KEY_TREE: take_tree(l, v); break;
	case KEY_NUMBER: *(uint32_t *)field = take_number(l, k); break;
	case KEY_SWITCH: *(uint32_t *)field = take_switch(l, k); break;
	case KEY_LOG: *(uint32_t *)field = take_log(l); break;
	case KEY_TEXT: *(const char **)field = lex_text(l, "a value"); break;
	case KEY_STREAM:
		if (lex_is(l, T_WORD, k->std))
			lex_advance(l);
		else
			check_file(l, line, k->name,
				*(const char **)field = lex_text(l, "a file's name"));
		break;
	case KEY_LIST:
		*(const char ***)field = take_list(l, "a value",
			(uint32_t *)((char *)v + k->count));
		if (k->at == AT(option))
			check_options(l, line, v->option, v->noptions);
		break;
	case KEY_FILES: {
		VmsFiles *f = field;

		f->line = line;
		f->name = take_list(l, "a C file's name", &f->n);
		check_sources(l, f);
		break;
	}
	}
}

/* ---- the whole ---- */

/* find_key: the key that the next word names; ends the program if it is not one of the section. */
static const struct Key *
find_key(const Lexer *l, uint32_t section)
{
	const struct Key *k = NULL;
	Buf names = {0};

	for (uint32_t i = 0; i < NKEYS && !k; i++)
		if (lex_is(l, T_WORD, keys[i].name))
			k = &keys[i];
	if (k && k->section == section)
		return k;
	if (k)
		fatal_at(l->file, l->line, "%s belongs to the section %s, not to %s", k->name,
			section_name[k->section], section_name[section]);
	for (uint32_t i = 0; i < NKEYS; i++)
		if (keys[i].section == section)
			buf_printf(&names, "%s%s", names.len ? ", " : "", keys[i].name);
	k = (void *)arena_strndup(l->arena, (char *)names.data, names.len);
	buf_free(&names);
	fatal_at(l->file, l->line, "unknown key %s; the section %s has %s", lex_shown(l),
		section_name[section], (const char *)k);
}

/* find_section: the section that the next word names; NSECTIONS if it names none. */
static uint32_t
find_section(const Lexer *l)
{
	for (uint32_t i = 0; i < NSECTIONS; i++)
		if (lex_is(l, T_WORD, section_name[i]))
			return i;
	return NSECTIONS;
}

/* parse_head: parse the words with which a specification begins. */
static void
parse_head(Lexer *l)
{
	static const char *const head[] = {
		"Specification", "of", "VM-based", "Application", "begin"};

	lex_advance(l);
	for (size_t i = 0; i < sizeof head / sizeof *head; i++)
		lex_want(l, T_WORD, head[i],
			"a specification begins with 'Specification of VM-based "
			"Application' and 'begin'");
}

/* parse_assignment: parse KEY = VALUE in a section. */
static void
parse_assignment(Lexer *l, Vms *v, uint32_t section)
{
	const struct Key *k = find_key(l, section);
	int line = l->line;

	if (v->line[k - keys])
		fatal_at(l->file, line, "%s is already given in line %d", k->name,
			v->line[k - keys]);
	v->line[k - keys] = line;
	lex_advance(l);
	lex_want(l, T_SIGN, "=", "expected '=' and a value after the key");
	take_value(l, v, k);
	lex_want(l, T_SIGN, ";", "expected ';' after the value");
}

int
vms_line(const Vms *v, const char *key)
{
	for (uint32_t i = 0; i < NKEYS; i++)
		if (strcmp(keys[i].name, key) == 0)
			return v->line[i];
	return 0;
}

/* require_key: end the program with a message, with `why`, if the file lacks the key. */
static void
require_key(const Vms *v, const char *key, const char *why)
{
	if (!vms_line(v, key))
		fatal_at(v->file, 0, "%s is missing: %s", key, why);
}

/*
 * check_keys: check that the keys which the type requires are present, and that those which it
 * excludes are absent.
 */
static void
check_keys(const Vms *v)
{
	for (const char *const *key = v->type->no_keys; key && *key; key++)
		if (vms_line(v, *key))
			fatal_at(v->file, vms_line(v, *key), v->type->why_not, *key);
	for (const char *const *key = v->type->keys; key && *key; key++)
		require_key(v, *key, v->type->why);
}

/* check_single: refuse a granularity above 1 for a type whose tasks travel one by one. */
static void
check_single(const Vms *v)
{
	if (v->granularity > 1)
		fatal_at(v->file, vms_line(v, "granularity"),
			"the tasks of %s travel one by one: "
			"granularity is 1",
			v->type->a_name);
}

/* check_split: refuse a depth of splits that needs more bits than a SubTid has. */
static void
check_split(const Vms *v)
{
	uint32_t bits = 0;

	if (!v->type->splits)
		return;
	while (1u << bits < v->degree)
		bits++;
	if (bits * (v->depth + 1) > VMS_MAX_BITS)
		fatal_at(v->file, vms_line(v, "split_depth"),
			"split_depth = %u: with %u parts a split, at "
			"most %u levels can split (SubTids have %d bits)",
			v->depth, v->degree, VMS_MAX_BITS / bits - 1, VMS_MAX_BITS);
	check_single(v);
}

/*
 * check_relays: check the keys of a pipeline, whose nodes are a chain with a stage of its own at
 * every place.
 */
static void
check_relays(Vms *v)
{
	if (!v->type->relays)
		return;
	if (vms_line(v, "topology") && v->tree != TREE_CHAIN)
		fatal_at(v->file, vms_line(v, "topology"), "the nodes of a %s are a CHAIN",
			v->type->name);
	v->tree = TREE_PIPELINE;
	check_single(v);
}

/* check_steps: check the keys of an SPMD, whose nodes are a ring. */
static void
check_steps(Vms *v)
{
	if (!v->type->steps)
		return;
	if (vms_line(v, "topology"))
		fatal_at(v->file, vms_line(v, "topology"),
			"the nodes of %s are a ring; leave topology out", v->type->a_name);
	if (v->processors < RING_MIN_PROCESSORS)
		fatal_at(v->file, vms_line(v, "total_processors"),
			"total_processors = %u: %s needs at least %d: node 0, and three on the "
			"ring",
			v->processors, v->type->a_name, RING_MIN_PROCESSORS);
	v->tree = TREE_RING;
	check_single(v);
}

/* check_tolerant: refuse fault tolerance for a type that needs all its nodes. */
static void
check_tolerant(const Vms *v)
{
	if (v->tolerant && (v->type->relays || v->type->steps))
		fatal_at(v->file, vms_line(v, "fault_tolerance"),
			"fault_tolerance = on: %s needs all its nodes; a PFVM or a DCVM can do "
			"without some",
			v->type->a_name);
}

/*
 * check_spec: refuse a description that lacks a required key, or whose values do not fit together.
 */
static void
check_spec(Arena *a, Vms *v)
{
	require_key(v, "type", type_names(a, false));
	require_key(v, "total_processors", "the number of nodes, the manager included");
	require_key(v, "data_generator", "the C file with data_generator() and init_master()");
	require_key(v, "comp_function", "the C file with compute_fn()");
	require_key(v, "result_receive", "the C file with result_receiver()");
	check_keys(v);
	check_split(v);
	check_tolerant(v);
	check_relays(v);
	check_steps(v);
}

Vms *
vms_parse(Arena *a, const char *file, const char *text, size_t n)
{
	const char *begin = n > 0 ? text : "";
	Lexer l = {.file = file, .p = begin, .end = begin + n, .next_line = 1, .arena = a};
	Vms *v = arena_alloc(a, 1, sizeof *v);
	uint32_t section = NSECTIONS, next;

	*v = (Vms){.file = file, .degree = 1, .tree = TREE_BINARY, .granularity = 1, .buffers = 1,
		.stack = 16384};
	parse_head(&l);
	while (!lex_is(&l, T_WORD, "end")) {
		next = find_section(&l);
		if (next < NSECTIONS) {
			section = next;
			lex_advance(&l);
		} else if (l.kind == T_END) {
			fatal_at(file, l.line, "the file ends without 'end'");
		} else if (section == NSECTIONS) {
			fatal_at(file, l.line, "unexpected %s; expected a section: "
				"Virtual_Machine, Interface, Configuration or Programs",
				lex_shown(&l));
		} else {
			parse_assignment(&l, v, section);
		}
	}
	lex_advance(&l);
	if (l.kind != T_END)
		fatal_at(file, l.line, "unexpected %s after 'end'; only comments may follow",
			lex_shown(&l));
	check_spec(a, v);
	return v;
}
