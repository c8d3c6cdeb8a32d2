/*
 * sources.c - copies the application's sources from the recording.
 *
 * All of them are below the directory of the .vms file; they are copied to `source` in the
 * directory of the build, with the same relative names.
 */
#include "host_program.h"

#include "base/files.h"
#include "vm/vm.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SOURCE = 16 << 20 }; /* bytes */

char *
host_keep(HostProgram *p, char *text)
{
	char *copy = arena_strndup(&p->arena, text, strlen(text));

	free(text);
	return copy;
}

/* make_directories: create all directories above a file. */
static void
make_directories(const char *file)
{
	char *name = xstrdup(file);

	for (char *slash = strchr(name + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		directory_make(name);
		*slash = '/';
	}
	free(name);
}

/* copy_file: copy the bytes of a file. */
static void
copy_file(const char *from, const char *to)
{
	make_directories(to);
	file_copy(from, to, MAX_SOURCE);
}

/*
 * find_home: the part of a path before `name`, the name in the .vms file; NULL if the path does not
 * end with the name.
 */
static const char *
find_home(HostProgram *p, const char *path, const char *name)
{
	size_t n = strlen(path), end = strlen(name);

	if (!path_ends_with(path, name))
		return NULL;
	return n == end ? "." : arena_strndup(&p->arena, path, n - end - 1);
}

/* add_source: add the recorded source with this name to those to compile. */
static void
add_source(HostProgram *p, const RecordedFile *files, uint32_t nfiles, const char *name)
{
	for (uint32_t i = 0; i < nfiles && !p->home; i++)
		if (strcmp(files[i].role, "source") == 0)
			p->home = find_home(p, files[i].name, name);
	for (uint32_t i = 0; i < p->nsources; i++)
		if (strcmp(p->sources[i], name) == 0)
			return;
	p->sources = arena_more(&p->arena, p->sources, p->nsources, sizeof *p->sources);
	p->sources[p->nsources++] = name;
}

/* add_sources: add the recorded sources that a key of the .vms file names. */
static void
add_sources(HostProgram *p, const RecordedFile *files, uint32_t nfiles, const VmsFiles *f)
{
	for (uint32_t i = 0; i < f->n; i++)
		add_source(p, files, nfiles, f->name[i]);
}

/*
 * add_options: add the compiler options that concern the language; the others are for the nodes'
 * code.
 */
static void
add_options(HostProgram *p, const Vms *v)
{
	for (uint32_t i = 0; i < v->noptions; i++) {
		const char *o = v->option[i];

		if (o[1] == 'O' || o[1] == 'g')
			continue;
		p->options = arena_more(&p->arena, p->options, p->noptions, sizeof *p->options);
		p->options[p->noptions++] = o[1] != 'I' ? o
			: host_keep(p, xasprintf("-I%s/source/%s", p->dir, o + 2));
	}
}

/* copy_sources: copy all recorded sources to the program's directory. */
static void
copy_sources(HostProgram *p, const RecordedFile *files, uint32_t nfiles)
{
	size_t n = strlen(p->home);

	for (uint32_t i = 0; i < nfiles; i++)
		if (strcmp(files[i].role, "source") == 0
			&& strncmp(files[i].name, p->home, n) == 0 && files[i].name[n] == '/') {
			char *to = xasprintf("%s/source%s", p->dir, files[i].name + n);

			copy_file(files[i].path, to);
			free(to);
		}
}

void
host_sources(HostProgram *p)
{
	static const uint32_t master[] = {ROLE_GENERATOR, ROLE_RECEIVER};
	static const uint32_t slave[] = {ROLE_COMPUTE, ROLE_SPLIT, ROLE_JOIN};
	bool on_node_0 = strcmp(p->loaded.program->name, "master") == 0;
	const RecordedFile *files, *application = past_file(p->files, "application");
	uint32_t nfiles = past_files(p->files, &files);
	Buf text;
	Vms *v;

	if (!application)
		fatal("--native: the recording has no application (.vms file)");
	text = file_read(application->path, VMS_MAX_FILE);
	v = vms_parse(&p->arena, arena_strndup(&p->arena, application->name,
		strlen(application->name)), (char *)text.data, text.len);
	for (uint32_t i = 0; i < (on_node_0 ? 2 : 3); i++)
		add_sources(p, files, nfiles, &v->files[on_node_0 ? master[i] : slave[i]]);
	add_sources(p, files, nfiles, &v->sources);
	buf_free(&text);
	if (!p->home)
		fatal("--native: the recording has no sources of %s", application->name);
	copy_sources(p, files, nfiles);
	add_options(p, v);
}
