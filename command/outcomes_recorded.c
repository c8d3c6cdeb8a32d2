/*
 * outcomes_recorded.c - the program or application of a recorded run, for `trellis outcomes`: the
 * images that the recording has, on its machine, with its arguments. The names of the files are
 * those of the run.
 */
#include "outcomes_recorded.h"

#include "run_parse.h"

#include "base/files.h"
#include "base/list.h"
#include "base/texts.h"
#include "cc/node/node_dir.h"
#include "sim/topology/topology.h"
#include "vm/run.h"
#include "vm/scratch.h"

#include <stdlib.h>
#include <string.h>

/* add_word: append a word to the program's command. */
static void
add_word(RecordedProgram *r, char *word)
{
	r->words = list_more(r->words, r->nwords, sizeof *r->words);
	r->words[r->nwords++] = word;
}

/*
 * write_topology: write the machine of the recording to a file, and add the option that names it.
 */
static void
write_topology(RecordedProgram *r, const Past *p)
{
	char *name = xasprintf("%s/recorded.topo", scratch_directory());
	Buf text = {0};

	topology_print(past_network(p)->topology, &text);
	file_write(name, text.data, text.len);
	buf_free(&text);
	add_word(r, xstrdup("--topo"));
	add_word(r, name);
}

/* next_program: the next recorded image among the files after number *i; NULL if there is none. */
static const RecordedFile *
next_program(const Past *p, uint32_t *i)
{
	const RecordedFile *files;
	uint32_t n = past_files(p, &files);

	while (*i < n && strcmp(files[*i].role, "program") != 0)
		++*i;
	return *i < n ? &files[(*i)++] : NULL;
}

/* add_image: add a word [PLACE:]FILE, with the recorded image instead of its file. */
static void
add_image(RecordedProgram *r, const char *word, const RecordedFile *f)
{
	const char *colon = strchr(word, ':'), *slash = strrchr(f->name, '/');
	char *file = xasprintf("%s/%s", scratch_directory(), slash ? slash + 1 : f->name);

	file_copy(f->path, file, SIZE_MAX);
	add_word(r, xasprintf("%.*s%s", colon ? (int)(colon + 1 - word) : 0, word, file));
	free(file);
}

/*
 * check_recording: end the program with a message unless the recording is of an unforced `trellis
 * run`.
 */
static void
check_recording(const Past *p, const char *recording, char **words, int n)
{
	if (n < 3 || strcmp(words[1], "run") != 0)
		fatal("%s: recorded by 'trellis %s'; outcomes needs a recording of 'trellis run', "
			"or a FILE.c, PROGRAM.elf or APP.vms",
			recording, n > 1 ? words[1] : "");
	if (past_is_forced(p))
		fatal("%s: the run was forced into an order; record one without --sync-order",
			recording);
}

/*
 * check_kernel: check that the nodes run the present kernel, because it must be the recorded one.
 */
static void
check_kernel(const Past *p, const char *recording)
{
	const RecordedFile *kernel = past_file(p, "kernel");
	char *dir = node_dir(), *name = xasprintf("%s/kernel.elf", dir ? dir : "");
	Buf own = file_read(name, SIZE_MAX), its = {0};

	if (kernel)
		its = file_read(kernel->path, SIZE_MAX);
	if (own.len != its.len || memcmp(own.data, its.data, own.len) != 0)
		fatal("%s: its nodes ran another kernel than that of this trellis; record it "
			"again", recording);
	buf_free(&own);
	buf_free(&its);
	free(name);
	free(dir);
}

/* check_options: refuse a run with options that runs of other orders lack. */
static void
check_options(const char *recording, const RunOptions *o)
{
	if (o->machine.links.n > 0 || o->machine.types.n > 0)
		fatal("%s: recorded with --link or --type, which outcomes cannot repeat in other "
			"orders; record a run without them", recording);
	if (o->machine.faults.n > 0)
		fatal("%s: recorded with faults, which outcomes does not make; record a run "
			"without them",
			recording);
	if (o->monitor != MONITOR_NONE || o->brk)
		fatal("%s: its programs were made for %s, which outcomes does not run; record a "
			"run without it",
			recording, o->brk ? "--break" : "--monitor");
}

/* add_words: add the programs and arguments of the recorded command line, without its options. */
static void
add_words(RecordedProgram *r, const Past *p, const char *recording, const RunOptions *o)
{
	uint32_t at = 0;
	const RecordedFile *f = next_program(p, &at);
	int i = 0, n = 0;

	while (n < o->narguments && programs_input(o->argument[n]))
		n++;
	if (!f)
		fatal("%s: it has no program", recording);
	add_image(r, o->vms, f);
	for (; i < n && (f = next_program(p, &at)); i++)
		add_image(r, o->argument[i], f);
	if (i < n)
		fatal("%s: a program was on several places, and is recorded once; give the program "
			"instead of the recording", recording);
	add_word(r, xstrdup("--"));
	for (; i < o->narguments; i++)
		add_word(r, xstrdup(o->argument[i]));
}

/* ---- applications ---- */

/* copy_recorded: copy the recorded file with a role into the scratch directory, under a name. */
static char *
copy_recorded(const Past *p, const char *recording, const char *role, const char *name)
{
	const RecordedFile *f = past_file(p, role);
	char *copy = xasprintf("%s/%s", scratch_directory(), name);

	if (!f)
		fatal("%s: it has no %s", recording, role);
	file_copy(f->path, copy, SIZE_MAX);
	return copy;
}

/* open_application: make the command of an application, from its recorded files. */
static void
open_application(RecordedProgram *r, const Past *p, const char *recording, const RunOptions *o)
{
	const char *slash = strrchr(o->vms, '/'), *name = slash ? slash + 1 : o->vms;
	int n = slash ? slash - o->vms + (slash == o->vms) : 1;

	write_topology(r, p);
	r->run = *o;
	r->run.machine = (MachineOptions){.topology = r->words[r->nwords - 1],
		.config = o->machine.config};
	add_word(r, copy_recorded(p, recording, "application", name));
	r->run.vms = r->words[r->nwords - 1];
	add_word(r, copy_recorded(p, recording, "master", "master.elf"));
	r->made.master = r->words[r->nwords - 1];
	add_word(r, copy_recorded(p, recording, "slave", "slave.elf"));
	r->made.slave = r->words[r->nwords - 1];
	add_word(r, xasprintf("%.*s", n, slash ? o->vms : "."));
	r->made.home = r->words[r->nwords - 1];
	r->run.made = &r->made;
}

/* open_programs: make the command of a run of the recorded images. */
static void
open_programs(RecordedProgram *r, const Past *p, const char *recording, const RunOptions *o)
{
	add_word(r, xstrdup("run"));
	write_topology(r, p);
	add_words(r, p, recording, o);
	run_parse(&r->run, r->nwords, r->words);
}

void
recorded_program_open(RecordedProgram *r, const char *recording)
{
	Past *p = past_open(recording);
	RunOptions o;
	char **words;
	int n;

	*r = (RecordedProgram){.text = xstrdup(past_command(p) ? past_command(p) : "")};
	words = words_cut(r->text, &n);
	check_recording(p, recording, words, n);
	run_parse(&o, n - 1, words + 1);
	check_options(recording, &o);
	check_kernel(p, recording);
	r->recorded = words;
	(programs_input(o.vms) ? open_programs : open_application)(r, p, recording, &o);
	past_free(p);
}

void
recorded_program_close(RecordedProgram *r)
{
	for (int i = 0; i < r->nwords; i++)
		free(r->words[i]);
	free(r->words);
	free(r->recorded);
	free(r->text);
}
