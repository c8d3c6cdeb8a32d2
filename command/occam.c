/* occam.c - `trellis occam`: from an occam source to its run on the machine, in one command. */
#include "command.h"
#include "base/files.h"
#include "occam/occam.h"

#include "base/list.h"
#include "machine/machine_options.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* WHERE: the text that tells where to get the toolset. */
#define WHERE "INMOS's occam 2 toolset (D7205) is not part of Trellis; d7205a.tar.gz in folder " \
	"itools/d7205 of the public repository pahihu/t4 has it: unpack it, and name the " \
	"directory with --toolset DIR or TRELLIS_OCCAM"

enum { OPT_TOOLSET = 1000, OPT_BUILD, OPT_CHIP, OPT_OC, OPT_MAKE, MAX_MAP = 16 << 20 };

/* What --chip takes, and the chip that such a program runs on. */
static const struct {
	const char *name, *runs_on;
} chips[] = {
	{"T400", "T400"}, {"T414", "T414"}, {"T425", "T425"}, {"T800", "T800"}, {"T801", "T801"},
	{"T805", "T805"}, {"TA", "T800"},
};

/* The options and arguments of the command line. */
typedef struct Request {
	/* the toolset's directory, the build directory, ... */
	const char *toolset, *build, *chip, *file;
	bool make_only, has_topology, has_root;
	char **forwarded; /* options of trellis boot */
	uint32_t n;
	char **arguments; /* of the program, NULL at the end */
} Request;

/* option_with: find the option with this id in all tables of the command; NULL if there is none. */
static const Option *
option_with(int id)
{
	for (size_t i = 0; command_options(&occam_command, i); i++)
		for (const Option *o = command_options(&occam_command, i); o->id; o++)
			if (o->id == id)
				return o;
	return NULL;
}

/* forward_word: append a word to those that are passed to the started program. */
static void
forward_word(Request *q, char *word)
{
	q->forwarded = list_more(q->forwarded, q->n, sizeof *q->forwarded);
	q->forwarded[q->n++] = word;
}

/* check_value: refuse a value that is none of the option's words, nor a number. */
static void
check_value(const Option *o, const char *value)
{
	size_t n = strlen(value);

	if (isdigit((unsigned char)value[0]))
		return;
	for (const char *p = o->values; n > 0 && (p = strstr(p, value)) != NULL; p += n)
		if ((p == o->values || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0'))
			return;
	fatal("--%s %s: expected one of: %s", o->name, value, o->values);
}

/* forward_option: pass an option on to trellis boot. */
static void
forward_option(Request *q, int id, const char *argument)
{
	const Option *o = option_with(id);
	char *name = o->name ? xasprintf("--%s", o->name) : xasprintf("-%c", id);

	if (o->values && argument)
		check_value(o, argument);
	q->has_topology |= o->name && strcmp(o->name, "topo") == 0;
	q->has_root |= o->name && strcmp(o->name, "root") == 0;
	if (!argument || o->name) {
		forward_word(q, argument ? xasprintf("%s=%s", name, argument) : xstrdup(name));
	} else {
		forward_word(q, xstrdup(name));
		forward_word(q, xstrdup(argument));
	}
	free(name);
}

/* chip_for: the chip that a program of --chip runs on; an unknown one is the user's mistake. */
static const char *
chip_for(const char *name)
{
	for (size_t i = 0; i < sizeof chips / sizeof *chips; i++)
		if (strcmp(chips[i].name, name) == 0)
			return chips[i].runs_on;
	fatal("--chip %s: expected T400, T414, T425, T800, T801, T805 or TA", name);
}

/* parse_options: read the options; returns those that are passed on, and the program. */
static Request
parse_options(Occam *o, int argc, char **argv)
{
	Request q = {.toolset = getenv("TRELLIS_OCCAM")};
	OptionReader r;
	int id;

	option_reader_init(&r, &occam_command, OPTIONS_FIRST, argc, argv);
	while ((id = option_next(&r)) != -1)
		switch (id) {
		case OPT_TOOLSET: q.toolset = r.argument; break;
		case OPT_BUILD: q.build = r.argument; break;
		case OPT_CHIP:
			chip_for(r.argument);
			q.chip = r.argument;
			break;
		case OPT_OC: occam_add_name(o, &o->compiler_options, r.argument); break;
		case OPT_MAKE: q.make_only = true; break;
		default: forward_option(&q, id, r.argument);
		}
	q.arguments = argv + option_first_argument(&r);
	if (!q.arguments[0])
		fatal("occam: missing FILE.occ or FILE.pgm; see 'trellis occam --help'");
	q.file = *q.arguments++;
	return q;
}

/* stem_of: the file's name without directory and suffix, which must be .occ or .pgm. */
static const char *
stem_of(Occam *o, const char *file)
{
	const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
	const char *dot = strrchr(name, '.');

	if (!dot || dot == name || (strcmp(dot, ".occ") != 0 && strcmp(dot, ".pgm") != 0))
		fatal("occam: %s: expected a file .occ, or .pgm for a network", file);
	return arena_strndup(&o->arena, name, dot - name);
}

/* check_toolset: fatal if the directory lacks the tools; the message says where to find them. */
static void
check_toolset(Occam *o, const char *toolset)
{
	if (!toolset)
		fatal("occam: no toolset. " WHERE);
	if (access(occam_text(o, "%s/itools/oc.btl", toolset), R_OK) != 0)
		fatal("occam: %s has no itools/oc.btl. " WHERE, toolset);
}

/*
 * begin_build: find the directories of the sources, the toolset and the build, and prepare the
 * build.
 */
static void
begin_build(Occam *o, const Request *q, const char *stem)
{
	const char *slash = strrchr(q->file, '/');
	char *source = realpath(q->file, NULL);

	if (!source)
		fatal("cannot open %s:", q->file);
	free(source);
	check_toolset(o, q->toolset);
	o->toolset = q->toolset;
	o->sources = slash ? arena_strndup(&o->arena, q->file, slash - q->file) : ".";
	o->build = q->build ? q->build : occam_text(o, "%s.occam", stem);
	occam_begin_build(o, q->chip);
}

/* write_topology: write the machine that the program needs; returns the file's name. */
static const char *
write_topology(Occam *o, const Request *q, const char *stem)
{
	const char *file = occam_text(o, "%s/%s.topo", o->build, stem);
	const char *map = occam_text(o, "%s/%s.map", o->build, stem);
	const char *suffix = strrchr(q->file, '.');
	Buf text = {0};

	if (strcmp(suffix, ".pgm") == 0) {
		Buf b = file_read(map, MAX_MAP);

		buf_byte(&b, '\0');
		text = occam_topology((char *)b.data, stem, map);
		buf_free(&b);
	} else {
		buf_printf(&text, "topology single\nnode n type=%s mem=4M unmapped=float\n"
			"host h links=1\nwire h.0 n.0\nend\n",
			chip_for(q->chip ? q->chip : "T800"));
	}
	occam_write(o, occam_text(o, "%s.topo", stem), &text);
	buf_free(&text);
	return file;
}

/*
 * forward_symbols: pass on the options of trellis boot that name the files with symbols for
 * debuggers.
 */
static void
forward_symbols(Occam *o, Request *q, const char *stem)
{
	Buf map = file_read(occam_text(o, "%s/%s.map", o->build, stem), MAX_MAP);
	Names made;

	buf_byte(&map, '\0');
	made = occam_make_symbols(o, (char *)map.data);
	buf_free(&map);
	for (uint32_t i = 0; i < made.n; i++)
		forward_word(q, xasprintf("--symbols=%s/%s", o->build, made.name[i]));
}

/* boot_program: execute trellis boot [OPTION]... PROGRAM [ARGUMENT]...; returns its exit status. */
static int
boot_program(Occam *o, Request *q, const char *stem)
{
	const char *topology = write_topology(o, q, stem);
	char **argv = NULL;
	uint32_t n = 0;

	if (!q->has_topology)
		forward_word(q, xasprintf("--topo=%s", topology));
	if (!q->has_root)
		forward_word(q, xasprintf("--root=%s", o->sources));
	forward_symbols(o, q, stem);
	forward_word(q, xasprintf("%s/%s.btl", o->build, stem));
	argv = list_more(argv, n, sizeof *argv);
	argv[n++] = (char *)boot_command.name;
	for (uint32_t i = 0; i < q->n; i++) {
		argv = list_more(argv, n, sizeof *argv);
		argv[n++] = q->forwarded[i];
	}
	for (char **a = q->arguments;; a++) {
		argv = list_more(argv, n, sizeof *argv);
		argv[n] = *a;
		if (!*a)
			break;
		n++;
	}
	return command_main(&boot_command, n, argv);
}

/* occam_main: execute the command `occam`; returns the exit status. */
static int
occam_main(int argc, char **argv)
{
	Occam o = {0};
	Request q = parse_options(&o, argc, argv);
	const char *stem = stem_of(&o, q.file);
	int status = 0;

	begin_build(&o, &q, stem);
	occam_make(&o, occam_text(&o, "%s%s", stem, strrchr(q.file, '.')), q.chip);
	if (q.make_only)
		write_topology(&o, &q, stem);
	else
		status = boot_program(&o, &q, stem);
	arena_free(&o.arena);
	return status;
}

static const Option options[] = {
	{OPT_TOOLSET, "toolset", "DIR", "the occam toolset, which has itools/ and libs/ (default: "
		"TRELLIS_OCCAM)"},
	{OPT_BUILD, "build", "DIR", "where the tools' files are kept (default: FILE.occam in the "
		"working directory)"},
	{OPT_CHIP, "chip", "CHIP", "T400, T414, T425, T800, T801, T805, or TA for any of these "
		"(default: T800; for a network, the chips that FILE.pgm names)"},
	{OPT_OC, "oc", "OPTION", "an option of the compiler oc, such as -w; may be repeated"},
	{OPT_MAKE, "make", NULL, "make the program and its topology only"},
	{0},
};

const Command occam_command = {
	"occam",
	"compile an occam program with INMOS's toolset, and run it",
	occam_main,
	"trellis occam [OPTION]... FILE.occ [ARGUMENT]...\n"
	"       trellis occam [OPTION]... FILE.pgm [ARGUMENT]...",
	"Compiles an occam 2 program and the units and libraries that it uses, links and collects "
	"it, and boots it on a transputer; FILE.pgm is the configuration of a network, whose "
	"topology is made from the collector's map. The tools are INMOS's own, on simulated "
	"transputers.\n" WHERE ".",
	{options, boot_options, machine_run_options, machine_options},
	"Options after the first group are those of 'trellis boot'.",
};
