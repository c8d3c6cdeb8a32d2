/*
 * whole.c - links a whole program into one module: the user's files, and the members of the
 * libraries that they need. Assembly is left out.
 */
#include "driver.h"
#include "base/files.h"
#include "cc/log/log.h"
#include "cc/lower/module/names.h"

#include <llvm-c/Linker.h>

#include <stdlib.h>
#include <string.h>

/* A member of a library: bitcode, or an object of assembly, which is ignored. */
typedef struct Member {
	char *name;
	const uint8_t *data; /* [n] in the library's file */
	size_t n;
	bool linked;
} Member;

/* The state while a whole program is linked. */
typedef struct Whole {
	const Driver *d;
	LLVMContextRef context;
	Module *m;
	Arena arena;
	Buf *file; /* [nfiles] contents of the libraries */
	size_t nfiles;
	Member **member;
	size_t nmembers;
	Names *defined; /* name -> the library member that defines it */
} Whole;

/* ---- the user's files ---- */

/* drop_definitions: remove from the member what the program already defines. */
static void
drop_definitions(LLVMModuleRef program, LLVMModuleRef member)
{
	size_t len;

	for (LLVMValueRef f = LLVMGetFirstFunction(member); f; f = LLVMGetNextFunction(f)) {
		LLVMValueRef other = LLVMGetNamedFunction(program, LLVMGetValueName2(f, &len));

		if (other && !LLVMIsDeclaration(f) && !LLVMIsDeclaration(other)
			&& LLVMGetLinkage(f) == LLVMExternalLinkage)
			LLVMSetLinkage(f, LLVMWeakAnyLinkage);
	}
}

/*
 * link_module: link bitcode into the whole. If `library` is true, what is defined already is left
 * out.
 */
static void
link_module(Whole *w, const char *name, const void *data, size_t n, bool library)
{
	Module m = {0};

	module_read(&m, w->context, name, data, n);
	if (library)
		drop_definitions(w->m->ir, m.ir);
	if (!w->m->ir)
		*w->m = m;
	else if (LLVMLinkModules2(w->m->ir, m.ir))
		fatal("%s: does not link with the program's other files", name);
}

bool
is_unlogged(const Driver *d, const char *name)
{
	return d->log && d->kernel && (ends_with(name, ".o") || ends_with(name, ".a"));
}

/* add_file: compile a C file, and link its bitcode into the whole; another file is fatal. */
static void
add_file(Whole *w, const char *name)
{
	Buf b = {0};

	if (!is_source(name))
		fatal("%s: not a C file: 'trellis %s' reads C files only", name,
			w->d->log ? "cc --log" : "db");
	if (!driver_read_input(w->d, name, &b))
		exit(2);
	link_module(w, name, b.data, b.len, false);
	buf_free(&b);
}

/* note_own_names: note all functions and variables defined so far as the user's own. */
static void
note_own_names(const Whole *w, Map *own)
{
	bool complete = LLVMGetNamedFunction(w->m->ir, "main") != NULL;
	size_t len;

	for (LLVMValueRef f = LLVMGetFirstFunction(w->m->ir); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			map_put(own, f, !complete && log_root(LLVMGetValueName2(f, &len))
				? OWN_ROOT : OWN_VALUE);
	for (LLVMValueRef v = LLVMGetFirstGlobal(w->m->ir); v; v = LLVMGetNextGlobal(v))
		if (!LLVMIsDeclaration(v))
			map_put(own, v, OWN_VALUE);
}

/* ---- libraries ---- */

/* define_name: note that member m defines v's name, unless another member does. */
static void
define_name(Whole *w, LLVMValueRef v, Member *m)
{
	size_t len;
	const char *name = LLVMGetValueName2(v, &len);

	if (LLVMIsDeclaration(v) || LLVMGetLinkage(v) == LLVMInternalLinkage
		|| LLVMGetLinkage(v) == LLVMPrivateLinkage || names_get(w->defined, name))
		return;
	names_put(w->defined, arena_strndup(&w->arena, name, len), m);
}

/* add_member: callback (ArchiveMember): note a member of a library and what it defines. */
static void
add_member(void *whole, char *name, const uint8_t *data, size_t n)
{
	Whole *w = whole;
	Member *member = arena_alloc(&w->arena, 1, sizeof *member);
	Module m = {0};

	*member = (Member){name, data, n, false};
	w->member = arena_more(&w->arena, w->member, w->nmembers, sizeof *w->member);
	w->member[w->nmembers++] = member;
	if (n < 4 || memcmp(data, "BC\xC0\xDE", 4) != 0)
		return;
	module_open(&m, w->context, name, data, n);
	for (LLVMValueRef f = LLVMGetFirstFunction(m.ir); f; f = LLVMGetNextFunction(f))
		define_name(w, f, member);
	for (LLVMValueRef v = LLVMGetFirstGlobal(m.ir); v; v = LLVMGetNextGlobal(v))
		define_name(w, v, member);
	module_free(&m);
}

/* add_library: note the members of a library, which are linked when they are needed. */
static void
add_library(Whole *w, const char *name)
{
	char *file = find_archive(w->d, name);

	w->file = arena_more(&w->arena, w->file, w->nfiles, sizeof *w->file);
	w->file[w->nfiles] = file_read(file, IMAGE_MAX_FILE);
	archive_members(file, w->file[w->nfiles].data, w->file[w->nfiles].len, add_member, w);
	w->nfiles++;
	free(file);
}

/*
 * add_libraries: note the members of all libraries of the command line, and of the nodes'
 * libraries.
 */
static void
add_libraries(Whole *w)
{
	for (size_t i = 0; i < w->d->inputs.n; i++)
		if (strncmp(w->d->inputs.v[i], "-l", 2) == 0)
			add_library(w, w->d->inputs.v[i] + 2);
	if (w->d->nostdlib || !w->d->lib)
		return;
	if (w->d->kernel)
		add_library(w, "kernel");
	add_library(w, "c");
}

/*
 * link_definition: link the member of a library that defines the declared name of v; false if no
 * member does.
 */
static bool
link_definition(Whole *w, LLVMValueRef v)
{
	size_t len;
	Member *m = LLVMIsDeclaration(v) ? names_get(w->defined, LLVMGetValueName2(v, &len)) : NULL;

	if (!m || m->linked)
		return false;
	m->linked = true;
	link_module(w, m->name, m->data, m->n, true);
	return true;
}

/*
 * link_needed_member: link one member of a library that defines a missing name; false if no name is
 * missing. Linking may move values, so the caller begins its search again.
 */
static bool
link_needed_member(Whole *w)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(w->m->ir); f; f = LLVMGetNextFunction(f))
		if (link_definition(w, f))
			return true;
	for (LLVMValueRef v = LLVMGetFirstGlobal(w->m->ir); v; v = LLVMGetNextGlobal(v))
		if (link_definition(w, v))
			return true;
	return false;
}

void
link_whole_program(
	const Driver *d, LLVMContextRef context, Module *m, Map *own, LLVMModuleRef *files)
{
	Whole w = {.d = d, .context = context, .m = m, .defined = names_new()};

	for (size_t i = 0; i < d->inputs.n; i++)
		if (strncmp(d->inputs.v[i], "-l", 2) != 0 && !is_unlogged(d, d->inputs.v[i]))
			add_file(&w, d->inputs.v[i]);
	if (!m->ir)
		fatal("db: FILE is missing; see 'trellis db --help'");
	if (d->loops)
		log_extract_loops(m->ir);
	if (d->largest)
		log_cut_functions(m->ir, d->largest);
	if (files)
		*files = LLVMCloneModule(m->ir);
	note_own_names(&w, own);
	add_libraries(&w);
	while (link_needed_member(&w))
		;
	for (size_t i = 0; i < w.nmembers; i++)
		free(w.member[i]->name);
	for (size_t i = 0; i < w.nfiles; i++)
		buf_free(&w.file[i]);
	names_free(w.defined);
	arena_free(&w.arena);
}
