/*
 * programs_build.c - builds the programs of a network for `trellis run`, instrumented for --break.
 */
#include "programs.h"
#include "base/files.h"
#include "cc/node/node_dir.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* text_in_arena: move an allocated text to the arena; frees s. */
static const char *
text_in_arena(NodePrograms *b, char *s)
{
	const char *copy = arena_strndup(&b->arena, s, strlen(s));

	free(s);
	return copy;
}

/* path_in_directory: the path of the file NAME with a suffix in the build's directory. */
static const char *
path_in_directory(NodePrograms *b, const char *name, const char *suffix)
{
	return text_in_arena(b, xasprintf("%s/%s%s", b->dir, name, suffix));
}

/* new_step: a command of trellis-cc that makes `output`, with the user's options. */
static BuildStep
new_step(NodePrograms *b, const char *output)
{
	BuildStep s = step_new(&b->arena, output);

	step_words(&s, text_in_arena(b, program_beside("trellis-cc")), "-O2", "-fno-unroll-loops",
		"-o", output, NULL);
	for (size_t i = 0; i < b->o->ncc; i++)
		step_word(&s, b->o->cc[i]);
	/* always compile again, because the result also depends on the included files */
	unlink(output);
	return s;
}

/*
 * print_messages: run the step and print the compiler's messages; if `quiet`, not those of a step
 * that has failed. False if it has failed.
 */
static bool
print_messages(BuildStep *s, bool quiet)
{
	steps_run(s, 1);
	if (s->pid > 0 && !(quiet && s->failed))
		fputs((char *)s->messages.data, stderr);
	buf_free(&s->messages);
	return !s->failed;
}

/* make_graph: write the graph of all programs for --break; returns its file. */
static const char *
make_graph(NodePrograms *b)
{
	BuildStep s = new_step(b, path_in_directory(b, "programs", ".dcfg"));

	step_words(&s, "--graph", text_in_arena(b, xasprintf("%u", b->nnodes)), NULL);
	for (uint32_t i = 0; i < b->nprograms; i++)
		step_word(&s, b->program[i].input);
	if (!print_messages(&s, false))
		fatal("--break: the graph of the programs' messages cannot be made");
	return s.out;
}

/* find_plan: plan how the breakpoint is recognised from the graph of the programs. */
static void
find_plan(NodePrograms *b)
{
	b->plan = (BreakPlan){.arena = &b->arena, .event = b->o->brk, .nnodes = b->nnodes,
		.monotonic = b->o->monotonic, .carries = b->o->only != BREAK_ONLY_EVALUATE};
	break_plan_find(&b->plan, make_graph(b));
	b->plan.mode = b->o->only ? "BREAK_COUNT"
		: break_relates(&b->plan) ? "BREAK_REPORT"
		: b->o->hits ? "BREAK_CONTINUE" : "BREAK_HALT";
}

/* ---- a program ---- */

/* make_filter: write the file that each file of the program includes first; returns its name. */
static const char *
make_filter(NodePrograms *b, const NodeProgram *p)
{
	const char *name = path_in_directory(b, p->name, ".break.h");
	Buf out = {0};

	break_filter(&b->plan, p->name, &out);
	file_write(name, out.data, out.len);
	buf_free(&out);
	return name;
}

/* make_source: write a file that includes `file`, with the tables after it; returns its name. */
static const char *
make_source(NodePrograms *b, const NodeProgram *p, const char *file)
{
	const char *name = path_in_directory(b, p->name, ".break.c");
	char *path = realpath(file, NULL);
	Buf out = {0};

	if (!path)
		fatal("cannot open %s:", file);
	buf_printf(&out, "#include \"%s\"\n", path);
	break_tables(&b->plan, p->name, &out);
	file_write(name, out.data, out.len);
	buf_free(&out);
	free(path);
	return name;
}

/*
 * link_program: link the program p. source: a file that takes the place of p's file number
 * `included`, and includes it; NULL: none. False if that fails; then `quiet` hides the messages.
 */
static bool
link_program(NodePrograms *b, NodeProgram *p, const char *source, uint32_t included, bool quiet)
{
	BuildStep s = new_step(b, path_in_directory(b, p->name, ".elf"));

	step_words(&s, "--kernel", "-g", NULL);
	if (source)
		step_words(&s, "-include", make_filter(b, p), NULL);
	for (uint32_t i = 0; i < p->nfiles; i++)
		step_input(&s, source && i == included ? source : p->file[i]);
	p->elf = s.out;
	return print_messages(&s, quiet);
}

/*
 * build_instrumented: build a program with --break: the local events are compiled after the first
 * file in which their names are visible.
 */
static void
build_instrumented(NodePrograms *b, NodeProgram *p)
{
	for (uint32_t i = 0; i < p->nfiles; i++)
		if (link_program(b, p, make_source(b, p, p->file[i]), i, i + 1 < p->nfiles))
			return;
	fatal("--break: %s: not an expression at the end of a file of %s, or the program does not "
		"link; a static variable of a function is not visible there", b->o->brk, p->name);
}

void
programs_build(NodePrograms *b)
{
	char *node = node_dir();

	if (!node)
		fatal("the nodes' libraries are missing: trellis was built without its C compiler, "
			"which needs LLVM (Debian: llvm-dev)");
	if (b->o->brk) {
		b->kernel = text_in_arena(b, xasprintf("%s/kernel-break.elf", node));
		find_plan(b);
	}
	free(node);
	for (uint32_t i = 0; i < b->nprograms; i++) {
		NodeProgram *p = &b->program[i];

		if (p->linked)
			p->elf = p->file[0];
		else if (b->o->brk)
			build_instrumented(b, p);
		else if (!link_program(b, p, NULL, 0, false))
			fatal("%s: the program cannot be made", p->input);
	}
}
