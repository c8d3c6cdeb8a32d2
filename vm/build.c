/*
 * build.c - the programs of an application: the master for node 0, the slave for the others, or one
 * for the host.
 *
 * A program consists of TrEK's part, the files that the .vms file names for it, and setup.c, which
 * contains the numbers of the .vms file. Objects are kept in the build directory; see step.c.
 */
#include "build_parts.h"
#include "base/files.h"
#include "cc/node/node_dir.h"
#include "sim/host/iserver/iserver.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

char *
build_keep_text(Arena *a, char *s)
{
	char *copy = arena_strndup(a, s, strlen(s));

	free(s);
	return copy;
}

const char *
build_object(const Build *b, const char *source, const char *suffix)
{
	Buf name = {0};
	char *copy;

	buf_printf(&name, "%s/", b->dir);
	for (const char *p = source; *p; p++) {
		if (*p == '_')
			buf_printf(&name, "_");
		buf_byte(&name, isalnum((unsigned char)*p) || *p == '.' || *p == '-' ? *p : '_');
	}
	buf_printf(&name, "%s", suffix);
	copy = arena_strndup(b->arena, (char *)name.data, name.len);
	buf_free(&name);
	return copy;
}

const char *
build_source(const Build *b, const char *name)
{
	return name[0] == '/' || strcmp(b->home, ".") == 0
		? name
		: build_keep_text(b->arena, xasprintf("%s/%s", b->home, name));
}

/* role_sources: the sources of the roles in `roles`, a set of bits 1 << VmsRole. */
static Sources
role_sources(const Build *b, uint32_t roles)
{
	Sources s = {0};

	for (uint32_t i = 0; i < NROLES; i++)
		if (roles >> i & 1)
			sources_add(b->arena, &s, &b->v->files[i]);
	sources_add(b->arena, &s, &b->v->sources);
	return s;
}

enum {
	MASTER_ROLES = 1 << ROLE_GENERATOR | 1 << ROLE_RECEIVER,
	SLAVE_ROLES = 1 << ROLE_COMPUTE | 1 << ROLE_SPLIT | 1 << ROLE_JOIN,
};

/* ---- compiling ---- */

void
build_options(const Build *b, BuildStep *s)
{
	for (uint32_t i = 0; i < b->v->noptions; i++) {
		const char *o = b->v->option[i];

		step_word(s, o[1] != 'I' ? o
			: build_keep_text(b->arena, xasprintf("-I%s", build_source(b, o + 2))));
	}
}

BuildStep
build_step(const Build *b, const char *object)
{
	BuildStep s = step_new(b->arena, object);

	/* the turns of a loop stay apart, for 'why' and the debugger */
	step_words(&s, b->compiler, "-O2", "-g", "-fno-unroll-loops", "-c", "-o", object, NULL);
	return s;
}

/*
 * add_way_options: add the options that the headers of TrEK and of the nodes' library need for this
 * way of building.
 */
static void
add_way_options(const Build *b, BuildStep *s)
{
	if (b->way == BUILD_MONITOR)
		step_word(s, "-DTREK_MONITOR");
	else if (b->way == BUILD_SYNC)
		step_word(s, "-DSYNC_NOTES");
}

/* compile_step: a step that compiles a source for the nodes. */
static BuildStep
compile_step(const Build *b, const char *source)
{
	BuildStep s = build_step(b, build_object(b, source, ".o"));

	s.compiles = true;
	step_words(&s, "--below", b->home, NULL);
	add_way_options(b, &s);
	build_options(b, &s);
	step_input(&s, build_source(b, source));
	return s;
}

/* native_step: a step that compiles a source for this host. */
static BuildStep
native_step(const Build *b, const char *source)
{
	BuildStep s = step_new(b->arena, build_object(b, source, ".host.o"));

	s.compiles = true;
	step_words(&s, "/usr/bin/env", "cc", "-std=gnu11", "-O2", "-g", "-c", "-funsigned-char",
		"-ffp-contract=off", "-fno-builtin", "-fno-math-errno", "-fwrapv", "-o", s.out,
		NULL);
	step_word(&s, build_keep_text(b->arena, xasprintf("-I%s/native", b->node_directory)));
	build_options(b, &s);
	step_input(&s, build_source(b, source));
	return s;
}

/*
 * check_compiled: print the compiler's messages; there may be warnings even if it succeeded. Fatal
 * if a step failed.
 */
static void
check_compiled(const Build *b, const Sources *s, BuildStep *steps)
{
	uint32_t bad = s->n;
	bool missing = false;

	for (uint32_t i = 0; i < s->n; i++) {
		if (steps[i].pid > 0)
			fputs((char *)steps[i].messages.data, stderr);
		if (steps[i].failed && bad == s->n) {
			bad = i;
			missing = strstr((char *)steps[i].messages.data, "' file not found");
		}
		buf_free(&steps[i].messages);
	}
	if (bad < s->n)
		fatal_at(b->v->file, s->line[bad], "%s does not compile%s", s->name[bad], missing
			? "; it can include files below its own directory and the nodes' "
				"headers" : "");
}

/*
 * check_sources_exist: end the program with a message if a source is missing or outside the
 * directory.
 */
static void
check_sources_exist(const Build *b, const Sources *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		int fd = iserver_path_open(b->home, s->name[i], O_RDONLY);

		if (fd < 0 && errno == EXDEV)
			fatal_at(b->v->file, s->line[i], "%s is outside the directory %s",
				s->name[i], b->home);
		if (fd < 0)
			fatal_at(b->v->file, s->line[i], "cannot find the C file %s:",
				build_source(b, s->name[i]));
		close(fd);
	}
}

/*
 * note_read: callback of step_read: note a file that the compiler has read, unless it belongs to
 * the nodes' software.
 */
static bool
note_read(void *build, const char *file)
{
	Build *b = build;
	char *path = realpath(file, NULL), *home = realpath(b->home, NULL);
	size_t n = home ? strlen(home) : 0;

	if (path && home && strncmp(path, home, n) == 0 && path[n] == '/') {
		b->read = arena_more(b->arena, b->read, b->nread, sizeof *b->read);
		b->read[b->nread++] = arena_strndup(b->arena, path, strlen(path));
	}
	free(home);
	free(path);
	return true;
}

/* compile_sources: compile sources with these steps, and note the files that they include. */
static void
compile_sources(Build *b, const Sources *s, BuildStep (*step)(const Build *, const char *))
{
	BuildStep *steps = arena_alloc(b->arena, s->n, sizeof *steps);

	check_sources_exist(b, s);
	for (uint32_t i = 0; i < s->n; i++)
		steps[i] = step(b, s->name[i]);
	steps_run(steps, s->n);
	check_compiled(b, s, steps);
	for (uint32_t i = 0; i < s->n; i++)
		step_read(&steps[i], note_read, b);
}

/* ---- setup.c: the TrekSetup ---- */

/* print_quoted: print a text as a C string literal. */
static void
print_quoted(Buf *out, const char *s)
{
	for (; *s; s++)
		buf_printf(out, isalnum((unsigned char)*s) ? "%c" : "\\%03o", (unsigned char)*s);
}

/*
 * setup_source: write the source with the application's settings if they changed; returns its name.
 */
static const char *
setup_source(const Build *b)
{
	static const char made[] = "/* Made from the .vms file";
	const Vms *v = b->v;
	const char *name = build_keep_text(b->arena, xasprintf("%s/setup.c", b->dir));
	struct stat st;
	Buf out = {0}, old = {0};

	buf_printf(&out, "%s. */\n#include <trek_setup.h>\n\n", made);
	buf_printf(&out, "const TrekSetup trek_setup = {"
		".processors = %u, .shape = %u, .tasks = %u, "
		".granularity = %u, .buffers = %u, .degree = %u, .depth = %u, .stack = %u};\n",
		v->processors, v->tree, v->tasks, v->granularity, v->buffers, v->degree, v->depth,
		v->stack);
	buf_printf(&out, "const char trek_tree_file[] = \"");
	print_quoted(&out, v->tree_file ? v->tree_file : "");
	buf_printf(&out, "\";\n");
	if (stat(name, &st) == 0)
		old = file_read(name, VMS_MAX_FILE);
	if (old.len > 0 && (old.len < strlen(made) || memcmp(old.data, made, strlen(made)) != 0))
		fatal("%s is in the way, and was not made by trellis run: name another directory "
			"with --build", name);
	if (old.len != out.len || memcmp(old.data, out.data, out.len) != 0)
		file_write(name, out.data, out.len);
	buf_free(&old);
	buf_free(&out);
	return name;
}

/* setup_object: compile the settings; returns the object's name. */
static const char *
setup_object(const Build *b)
{
	const char *source = setup_source(b);
	BuildStep s = build_step(b, build_keep_text(b->arena, xasprintf("%s/setup.o", b->dir)));

	step_input(&s, source);
	steps_run(&s, 1);
	if (s.failed)
		fatal("%s does not compile: %s", source, (char *)s.messages.data);
	buf_free(&s.messages);
	return s.out;
}

/* ---- linking ---- */

/* trek_file: the path of a file of TrEK. */
static const char *
trek_file(const Build *b, const char *name)
{
	static const char *const directory[NBUILDWAYS] = {
		[BUILD_PLAIN] = "trek",
		[BUILD_MONITOR] = "trek-monitor",
		[BUILD_BREAK] = "trek-break",
		[BUILD_SYNC] = "trek-sync",
	};

	return build_keep_text(b->arena, xasprintf("%s/%s/%s", b->node_directory, directory[b->way],
		name));
}

/* type_source: the file that a type of virtual machine adds, from trek/type/; NULL if none. */
static const char *
type_source(const Build *b)
{
	char *name = xasprintf("type/%s.o", b->v->type->name);
	const char *path;

	for (char *p = name; *p; p++)
		*p = tolower((unsigned char)*p);
	path = trek_file(b, name);
	free(name);
	return path;
}

/* add_tolerant: add the files that replace others of TrEK in a run with fault_tolerance. */
static void
add_tolerant(const Build *b, BuildStep *step)
{
	static const char *const files[] = {"given", "hop", "joint", "lost", "manager",
		"node", "packet", "room", "tree"};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char *name = xasprintf("tolerant/%s.o", files[i]);

		step_input(step, trek_file(b, name));
		free(name);
	}
}

/*
 * add_logged: add the application's files as C, since the whole application is compiled to write
 * logs. They have been compiled one by one before, for messages.
 */
static void
add_logged(const Build *b, BuildStep *step, const Sources *s)
{
	step_words(step, "--log", "--log-share", "100", "--below", b->home, NULL);
	add_way_options(b, step);
	build_options(b, step);
	for (uint32_t i = 0; i < s->n; i++) {
		step_input(step, build_source(b, s->name[i]));
		step_needs(step, build_object(b, s->name[i], ".o")); /* it depends on headers */
	}
}

/* add_objects: add the compiled objects; assembly in them includes no files. */
static void
add_objects(const Build *b, BuildStep *step, const Sources *s, bool slave)
{
	step_words(step, "--below", b->dir, NULL);
	for (uint32_t i = 0; i < s->n; i++)
		step_input(step, build_object(b, s->name[i],
			b->brk && slave && i == b->valued ? ".break.o" : ".o"));
}

/* link_step: a step that links `program` from objects of the sources. */
static BuildStep
link_step(const Build *b, const char *program, const Sources *s)
{
	bool slave = strcmp(program, "slave") == 0;
	BuildStep step = step_new(b->arena,
		build_keep_text(b->arena, xasprintf("%s/%s.elf", b->dir, program)));

	step_words(&step, b->compiler, "-O2", "-g", "--kernel", "-o", step.out, "--stack",
		build_keep_text(b->arena, xasprintf("%u", b->v->stack)), NULL);
	step_input(&step, trek_file(b, !slave ? "master.o"
		: b->v->tolerant ? "tolerant/slave.o" : "slave.o"));
	if (b->v->tolerant)
		add_tolerant(b, &step);
	if (slave)
		step_input(&step, type_source(b));
	else
		step_input(&step, setup_object(b));
	if (b->v->log == LOG_EACH || (slave && b->v->log == LOG_COMPUTE))
		add_logged(b, &step, s);
	else
		add_objects(b, &step, s, slave);
	if (b->brk)
		step_input(&step, build_tables_object(b, program));
	step_input(&step, trek_file(b, "libtrek.a"));
	return step;
}

/*
 * check_functions: if the linker misses a function that the .vms file should provide, report this;
 * the linker itself has reported other mistakes.
 */
static void
check_functions(const Build *b, const char *said, uint32_t roles)
{
	for (uint32_t i = 0; i < NROLES; i++) {
		char *message = xasprintf("%s is not defined", vms_function[i]);
		const VmsFiles *f = &b->v->files[i];
		bool missed = roles >> i & 1 && strstr(said, message);

		free(message);
		if (missed)
			fatal_at(b->v->file, f->line, "%s does not define %s()", f->name[0],
				vms_function[i]);
	}
	if (roles >> ROLE_GENERATOR & 1 && strstr(said, "init_master is not defined"))
		fatal_at(b->v->file, b->v->files[ROLE_GENERATOR].line,
			"%s does not define init_master()", b->v->files[ROLE_GENERATOR].name[0]);
}

/* check_linked: print the linker's messages; ends the program if the link has failed. */
static void
check_linked(const Build *b, BuildStep *s, uint32_t roles, const char *program)
{
	if (s->failed) {
		check_functions(b, (char *)s->messages.data, roles);
		fputs((char *)s->messages.data, stderr);
		fatal_at(b->v->file, 0, "the program %s cannot be linked", program);
	}
	if (s->pid > 0)
		fputs((char *)s->messages.data, stderr);
	buf_free(&s->messages);
}

/* vms_directory: the directory of a .vms file. */
static const char *
vms_directory(Arena *a, const Vms *v)
{
	const char *slash = strrchr(v->file, '/');

	return slash ? arena_strndup(a, v->file, slash - v->file) : ".";
}

/* build_begin: prepare a build in `dir`; ends the program if compiler or libraries are missing. */
static Build
build_begin(Arena *a, const Vms *v, const char *dir)
{
	Build b = {.arena = a, .v = v, .dir = dir, .node_directory = node_dir(),
		.home = vms_directory(a, v)};

	if (!b.node_directory)
		fatal("the nodes' libraries are missing: trellis was built without its C compiler, "
			"which "
				"needs LLVM (Debian: llvm-dev)");
	b.compiler = program_beside("trellis-cc");
	return b;
}

int
build_lock(const char *dir)
{
	int lock = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (lock < 0)
		fatal("cannot open the directory %s:", dir);
	if (flock(lock, LOCK_EX | LOCK_NB) == 0)
		return lock;
	if (errno != EWOULDBLOCK)
		fatal("cannot lock the directory %s:", dir);
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "waiting: another run builds in %s\n", dir);
	while (flock(lock, LOCK_EX) != 0) {
		if (errno != EINTR)
			fatal("cannot lock the directory %s:", dir);
		run_give_up();
	}
	return lock;
}

void
build_unlock(int lock)
{
	if (lock >= 0)
		close(lock);
}

void
build_check(Arena *a, const Vms *v)
{
	Build b = {.arena = a, .v = v, .home = vms_directory(a, v)};
	Sources all = role_sources(&b, MASTER_ROLES | SLAVE_ROLES);

	check_sources_exist(&b, &all);
}

Programs
build_programs(Arena *a, const Vms *v, const char *dir, BuildWay way, const BuildBreak *brk)
{
	Build b = build_begin(a, v, dir);
	Sources all = role_sources(&b, MASTER_ROLES | SLAVE_ROLES);
	Sources master = role_sources(&b, MASTER_ROLES), slave = role_sources(&b, SLAVE_ROLES);
	Programs made;
	BuildStep links[2];

	b.way = way;
	b.brk = brk;
	compile_sources(&b, &all, compile_step);
	if (brk) {
		build_values(&b, &slave);
		build_tables(&b, "master", brk->master);
		build_tables(&b, "slave", brk->slave);
	}
	links[0] = link_step(&b, "master", &master);
	links[1] = link_step(&b, "slave", &slave);
	steps_run(links, 2);
	check_linked(&b, &links[0], MASTER_ROLES, "master");
	check_linked(&b, &links[1], SLAVE_ROLES, "slave");
	made = (Programs){links[0].out, links[1].out,
		build_keep_text(a, xasprintf("%s/kernel.elf", b.node_directory)), b.read, b.nread};
	free(b.node_directory);
	free(b.compiler);
	return made;
}

const char *
build_native(Arena *a, const Vms *v, const char *dir)
{
	Build b = build_begin(a, v, dir);
	Sources all = role_sources(&b, MASTER_ROLES | SLAVE_ROLES);
	BuildStep s = step_new(a, build_keep_text(a, xasprintf("%s/native", dir)));

	compile_sources(&b, &all, native_step);
	step_word(&s, "/usr/bin/env");
	step_word(&s, "cc");
	step_word(&s, "-o");
	step_word(&s, s.out);
	for (uint32_t i = 0; i < all.n; i++)
		step_input(&s, build_object(&b, all.name[i], ".host.o"));
	step_input(&s, build_keep_text(a, xasprintf("%s/native/libtrek.a", b.node_directory)));
	step_word(&s, "-lm");
	steps_run(&s, 1);
	check_linked(&b, &s, 0, "native");
	free(b.node_directory);
	free(b.compiler);
	return s.out;
}
