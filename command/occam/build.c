/*
 * build.c - makes a program from its sources, in the order in which the files need each other:
 * the occam compiler oc (.tco), the linker ilink (.lku), the configurer occonf (.cfb), the
 * collector icollect (.btl). INMOS, occam 2 toolset user manual.
 */
#define _GNU_SOURCE /* memfd_create */
#include "occam.h"

#include "base/files.h"
#include "base/progress.h"
#include "base/system.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_TEXT = 1 << 20 }; /* bytes of a text file */

bool
occam_add_name(Occam *o, Names *names, const char *name)
{
	for (uint32_t i = 0; i < names->n; i++)
		if (strcmp(names->name[i], name) == 0)
			return false;
	names->name = arena_more(&o->arena, names->name, names->n, sizeof *names->name);
	names->name[names->n++] = name;
	return true;
}

const char *
occam_text(Occam *o, const char *format, ...)
{
	va_list ap;
	char *text, *kept;
	int n;

	va_start(ap, format);
	n = vasprintf(&text, format, ap);
	va_end(ap);
	kept = arena_strndup(&o->arena, text, n);
	free(text);
	return kept;
}

/* add_names: add to `to` each name of `from` that it lacks. */
static void
add_names(Occam *o, Names *to, const Names *from)
{
	for (uint32_t i = 0; i < from->n; i++)
		occam_add_name(o, to, from->name[i]);
}

/* has_suffix: true if the name ends with suffix. */
static bool
has_suffix(const char *name, const char *suffix)
{
	size_t n = strlen(name), m = strlen(suffix);

	return n > m && strcmp(name + n - m, suffix) == 0;
}

const char *
occam_with_suffix(Occam *o, const char *name, const char *suffix)
{
	return occam_text(o, "%.*s%s", (int)(strrchr(name, '.') - name), name, suffix);
}

/* ---- running a tool ---- */

/* is_newer: true if a file of the build directory is newer than the file with the state `made`. */
static bool
is_newer(Occam *o, const char *name, const struct stat *made)
{
	struct stat st;

	if (stat(occam_text(o, "%s/%s", o->build, name), &st) < 0)
		return false;
	return st.st_mtim.tv_sec != made->st_mtim.tv_sec
		? st.st_mtim.tv_sec > made->st_mtim.tv_sec
		: st.st_mtim.tv_nsec > made->st_mtim.tv_nsec;
}

/* is_stale: true if a file is missing, or older than one of the files from which it is made. */
static bool
is_stale(Occam *o, const char *made, const Names *from)
{
	struct stat st;

	if (stat(occam_text(o, "%s/%s", o->build, made), &st) < 0
		|| is_newer(o, OPTIONS_FILE, &st))
		return true;
	for (uint32_t i = 0; i < from->n; i++)
		if (is_newer(o, from->name[i], &st))
			return true;
	return false;
}

/* print_mistakes: print what a run has written, without its fingerprint, and close the file. */
static void
print_mistakes(int from)
{
	FILE *f = fdopen(from, "r");
	char line[1024];

	rewind(f);
	while (fgets(line, sizeof line, f))
		if (strncmp(line, "fingerprint ", 12) != 0)
			fputs(line, stderr);
	fclose(f);
}

void
occam_add_words(Occam *o, Names *words, const char *word, ...)
{
	va_list more;

	va_start(more, word);
	for (; word; word = va_arg(more, const char *)) {
		words->name = arena_more(&o->arena, words->name, words->n, sizeof *words->name);
		words->name[words->n++] = word;
	}
	va_end(more);
}

int
occam_run(Occam *o, const char *command, const Names *arguments)
{
	int errors = memfd_create("errors", MFD_CLOEXEC), status;
	char **argv = arena_alloc(&o->arena, arguments->n + 3, sizeof *argv);
	char *trellis = program_beside("trellis");
	pid_t pid;

	argv[0] = trellis;
	argv[1] = (char *)command;
	for (uint32_t i = 0; i < arguments->n; i++)
		argv[i + 2] = (char *)arguments->name[i];
	fflush(NULL);
	pid = errors < 0 ? -1 : fork();
	if (pid < 0)
		fatal("cannot start %s:", trellis);
	if (pid == 0) {
		if (!freopen("/dev/null", "r", stdin))
			_exit(EXIT_OURS);
		dup2(STDERR_FILENO, STDOUT_FILENO);
		dup2(errors, STDERR_FILENO);
		execv(trellis, argv);
		_exit(EXIT_OURS);
	}
	status = process_await(pid);
	progress_clear();
	free(trellis);
	if (status == 0)
		close(errors);
	else
		print_mistakes(errors);
	return status;
}

/*
 * run_tool: run TOOL ARGUMENT... on a transputer with the build directory as its files, to make a
 * file. What it prints goes to standard error. A tool that fails is fatal, and leaves no file.
 */
static void
run_tool(Occam *o, const char *made, const char *tool, const Names *arguments)
{
	Names words = {0};

	occam_add_words(o, &words, "--record", "none", "--root", o->build, "--env",
		"ISEARCH=/libs/;/",
		occam_text(o, "%s/itools/%s.btl", o->toolset, tool), NULL);
	for (uint32_t i = 0; i < arguments->n; i++)
		occam_add_words(o, &words, arguments->name[i], NULL);
	progress_show("%s: %s", tool, made);
	unlink(occam_text(o, "%s/%s", o->build, made));
	if (occam_run(o, "boot", &words) == 0
		&& access(occam_text(o, "%s/%s", o->build, made), R_OK) == 0)
		return;
	unlink(occam_text(o, "%s/%s", o->build, made));
	fatal("%s has not made %s/%s", tool, o->build, made);
}

/* ---- targets ---- */

/* Processor types, by their letters in suffixes such as .c8h (manual, "imakef"). */
static const struct {
	char letter;
	const char *name, *libraries;
} chips[] = {
	{'2', "t212", "occam2.lnk"}, {'3', "t225", "occam2.lnk"}, {'4', "t414", "occama.lnk"},
	{'5', "t425", "occama.lnk"}, {'8', "t800", "occam8.lnk"}, {'9', "t805", "occam8.lnk"},
	{'a', "ta", "occama.lnk"}, {'b', "tb", "occama.lnk"},
};

/*
 * target_of_suffix: the processor type and mode for which a suffix such as .c8h stands;
 * `otherwise` if the suffix is another one.
 */
static Target
target_of_suffix(Occam *o, const char *name, Target otherwise)
{
	const char *suffix = strrchr(name, '.') + 1;

	if (strlen(suffix) != 3 || !strchr("tlc", suffix[0]) || !strchr("hsx", suffix[2]))
		return otherwise;
	for (size_t i = 0; i < sizeof chips / sizeof *chips; i++)
		if (chips[i].letter == suffix[1])
			return (Target){occam_text(o, "-%s", chips[i].name),
				occam_text(o, "-%c", suffix[2]), chips[i].libraries};
	return otherwise;
}

/* target_of_chip: the processor type of a chip's name, such as T800, with halt mode. */
static Target
target_of_chip(Occam *o, const char *chip)
{
	char *lower = arena_strndup(&o->arena, chip, strlen(chip));

	for (char *p = lower; *p; p++)
		*p = tolower((unsigned char)*p);
	return (Target){occam_text(o, "-%s", lower), "-h",
		strncmp(lower, "t8", 2) == 0 ? "occam8.lnk" : "occama.lnk"};
}

/* ---- what a program is made of ---- */

static void compile(Occam *o, const char *made, Target target, Names *link, int depth);

/*
 * add_library: add a library to those to link, and the libraries that its usage file (.liu) lists;
 * by: the file that uses it.
 */
static void
add_library(Occam *o, Names *link, const char *name, const char *by)
{
	bool own = occam_source_exists(o, name);
	const char *usage, *path;
	Buf text;

	if (own)
		occam_source_copy(o, name);
	else if (access(occam_text(o, "%s/libs/%s", o->build, name), R_OK) != 0)
		fatal("%s uses \"%s\": no such file in %s, nor in the toolset's libs", by, name,
			o->sources);
	if (!occam_add_name(o, link, name))
		return;
	usage = occam_with_suffix(o, name, ".liu");
	path = own ? occam_text(o, "%s/%s", o->sources, usage)
		: occam_text(o, "%s/libs/%s", o->build, usage);
	if (access(path, R_OK) != 0)
		return;
	text = file_read(path, MAX_TEXT);
	buf_byte(&text, '\0');
	for (char *rest, *line = strtok_r((char *)text.data, "\r\n", &rest); line;
		line = strtok_r(NULL, "\r\n", &rest))
		if (line[0] != '-' && line[0])
			add_library(o, link, arena_strndup(&o->arena, line, strlen(line)), usage);
	buf_free(&text);
}

/*
 * add_used: add what a #USE in the file `by` names: a library, or a unit, which is compiled first.
 */
static void
add_used(Occam *o, Names *link, const char *name, const char *by, Target target, int depth)
{
	if (has_suffix(name, ".lib") || !occam_source_exists(o, occam_with_suffix(o, name, ".occ")))
		add_library(o, link, name, by);
	else
		compile(o, name, target, link, depth + 1);
}

/*
 * compile: make a compiled unit, such as x.tco, from x.occ, and all that it uses, and add these
 * files to those to link.
 */
static void
compile(Occam *o, const char *made, Target target, Names *link, int depth)
{
	const char *source = occam_with_suffix(o, made, ".occ");
	Source s = occam_read(o, source);
	Names words = {0}, uses = {0};

	if (depth > 100)
		fatal("%s: units that use each other", source);
	for (uint32_t i = 0; i < s.used.n; i++)
		add_used(o, &uses, s.used.name[i], source, target, depth);
	add_names(o, &s.read, &uses);
	if (is_stale(o, made, &s.read)) {
		occam_add_words(o, &words, source, target.chip, target.mode, "-o", made, NULL);
		for (uint32_t i = 0; i < o->compiler_options.n; i++)
			occam_add_words(o, &words, o->compiler_options.name[i], NULL);
		run_tool(o, made, "oc", &words);
	}
	occam_add_name(o, link, made);
	add_names(o, link, &uses);
}

/* link_unit: make a linked unit, such as x.lku or x.c8h, from x.occ and all that it uses. */
static void
link_unit(Occam *o, const char *made, Target target)
{
	const char *suffix = strrchr(made, '.');
	bool named = strcmp(suffix, ".lku") != 0;
	Names inputs = {0}, words = {0};

	suffix = named ? occam_text(o, ".t%s", suffix + 2) : ".tco";
	compile(o, occam_with_suffix(o, made, suffix), target, &inputs, 0);
	if (!is_stale(o, made, &inputs))
		return;
	add_names(o, &words, &inputs);
	occam_add_words(o, &words, "-f", target.libraries, target.chip, target.mode, "-o", made,
		NULL);
	run_tool(o, made, "ilink", &words);
}

/* make_network: make the linked units that a configuration uses, the bootable file, and its map. */
static void
make_network(Occam *o, const char *file, const char *chip)
{
	const char *configured = occam_with_suffix(o, file, ".cfb");
	const char *map = occam_with_suffix(o, file, ".map");
	const char *made = occam_with_suffix(o, file, ".btl");
	Source s = occam_read(o, file);
	Target target = target_of_chip(o, chip ? chip : s.has_other ? "ta" : "t800");
	Names words = {0}, inputs = s.read;

	for (uint32_t i = 0; i < s.used.n; i++) {
		const char *name = s.used.name[i], *source = occam_with_suffix(o, name, ".occ");

		if (occam_source_exists(o, source))
			link_unit(o, name, target_of_suffix(o, name, target));
		else if (occam_source_exists(o, name))
			occam_source_copy(o, name);
		else
			fatal("%s uses \"%s\": neither %s nor this file is in %s", file, name,
				source, o->sources);
		occam_add_name(o, &inputs, name);
	}
	if (is_stale(o, configured, &inputs)) {
		occam_add_words(o, &words, file, "-h", "-o", configured, NULL);
		run_tool(o, configured, "occonf", &words);
	}
	inputs = (Names){0};
	occam_add_name(o, &inputs, configured);
	if (!is_stale(o, made, &inputs) && !is_stale(o, map, &inputs))
		return;
	words = (Names){0};
	occam_add_words(o, &words, configured, "-p", map, "-o", made, NULL);
	run_tool(o, made, "icollect", &words);
}

/* make_single: make the bootable file of a program for one transputer. */
static void
make_single(Occam *o, const char *file, const char *chip)
{
	const char *linked = occam_with_suffix(o, file, ".lku");
	const char *made = occam_with_suffix(o, file, ".btl");
	Names words = {0}, inputs = {0};

	link_unit(o, linked, target_of_chip(o, chip ? chip : "t800"));
	occam_add_name(o, &inputs, linked);
	if (!is_stale(o, made, &inputs))
		return;
	occam_add_words(o, &words, linked, "-t", "-p", occam_with_suffix(o, file, ".map"), "-o",
		made, NULL);
	run_tool(o, made, "icollect", &words);
}

void
occam_make(Occam *o, const char *file, const char *chip)
{
	progress_begin();
	if (has_suffix(file, ".pgm"))
		make_network(o, file, chip);
	else
		make_single(o, file, chip);
	progress_clear();
}
