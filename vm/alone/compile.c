/*
 * compile.c - compiles and links a program for this host: for 32 bits and the registers of SSE2, so
 * that types have the same sizes as on the nodes, and arithmetic has the same results; without any
 * library of the host.
 */
#include "host_program.h"

#include "base/files.h"
#include "cc/node/node_dir.h"
#include "elf32.h"
#include "vm/build.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_LIBRARY = 64 << 20 }; /* bytes */

/* keep_text: move an allocated text into the program's arena; frees s. */
static const char *
keep_text(HostProgram *p, char *s)
{
	char *copy = arena_strndup(&p->arena, s, strlen(s));

	free(s);
	return copy;
}

/* path_in_dir: the path of a file in the program's directory. */
static const char *
path_in_dir(HostProgram *p, const char *name)
{
	return keep_text(p, xasprintf("%s/%s", p->dir, name));
}

/* run_steps: run steps; fatal if one fails: `what` tells what they do. */
static void
run_steps(BuildStep *steps, uint32_t n, const char *what)
{
	bool failed = false;

	steps_run(steps, n);
	for (uint32_t i = 0; i < n; i++) {
		if (steps[i].pid > 0 && steps[i].failed)
			fputs((char *)steps[i].messages.data, stderr);
		failed |= steps[i].failed;
		buf_free(&steps[i].messages);
	}
	if (failed)
		fatal("--native: cannot %s for this host", what);
}

/* ---- compiling ---- */

/* add_borrowed_words: append words that stay valid, up to NULL. */
static void
add_borrowed_words(BuildStep *s, const char *const *word)
{
	for (; *word; word++)
		step_word(s, *word);
}

/* file_mask: the process's file mode creation mask. */
static mode_t
file_mask(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return mask;
}

/* The checks for which -fcheck of trellis-cc stands. */
static const char *const checks[] = {
	"-fsanitize=array-bounds,signed-integer-overflow,integer-divide-by-zero,shift,alignment",
	"-fsanitize-trap=all", NULL};

/* compile_step: the command that compiles a source file for the host. */
static BuildStep
compile_step(HostProgram *p, const char *node, const char *source)
{
	BuildStep s = step_new(&p->arena, keep_text(p, xasprintf("%s/%u.o", p->dir, p->nobjects)));

	add_borrowed_words(&s, (const char *const[]){"/usr/bin/env", "clang", "-O0", "-c", NULL});
	step_word(&s, keep_text(p, xasprintf("@%s/alone/flags", node)));
	step_word(&s, keep_text(p, xasprintf("-ffile-prefix-map=%s/source=%s", p->dir, p->home)));
	step_word(&s, "-isystem");
	step_word(&s, keep_text(p, xasprintf("%s/include", node)));
	for (uint32_t i = 0; i < p->noptions; i++)
		if (strcmp(p->options[i], "-fcheck") == 0)
			add_borrowed_words(&s, checks);
		else
			step_word(&s, p->options[i]);
	step_word(&s, "-o");
	step_word(&s, s.out);
	step_input(&s, keep_text(p, xasprintf("%s/source/%s", p->dir, source)));
	return s;
}

/*
 * place_member: write a member of the nodes' library to a file, and give it the node's addresses.
 */
static void
place_member(void *program, char *name, const uint8_t *data, size_t n)
{
	HostProgram *p = program;
	const char *object = keep_text(p, xasprintf("%s/library-%u.o", p->dir, p->nmembers));

	file_write(object, data, n);
	free(name);
	host_place(p, object);
	p->members = arena_more(&p->arena, p->members, p->nmembers, sizeof *p->members);
	p->members[p->nmembers++] = object;
}

/* make_library: build the nodes' library for this host, with its variables in the node's memory. */
static void
make_library(HostProgram *p, const char *from)
{
	Buf b = file_read(from, MAX_LIBRARY);
	BuildStep s = step_new(&p->arena, path_in_dir(p, "library.a"));

	p->is_library = true;
	archive_members(from, b.data, b.len, place_member, p);
	buf_free(&b);
	add_borrowed_words(&s, (const char *const[]){"/usr/bin/env", "ar", "rcs", s.out, NULL});
	for (uint32_t i = 0; i < p->nmembers; i++)
		step_input(&s, p->members[i]);
	run_steps(&s, 1, "link the library");
}

void
host_compile(HostProgram *p)
{
	char *node = node_dir();
	char *library = node ? xasprintf("%s/alone/libalone.a", node) : NULL;
	BuildStep *steps = arena_alloc(&p->arena, p->nsources, sizeof *steps);

	if (!node || access(library, R_OK) < 0)
		fatal("--native: %s is missing: trellis was built without clang, or for another "
			"processor than x86-64", node ? library : "the nodes' library");
	for (uint32_t i = 0; i < p->nsources; i++) {
		steps[i] = compile_step(p, node, p->sources[i]);
		p->objects = arena_more(&p->arena, p->objects, i, sizeof *p->objects);
		p->objects[p->nobjects++] = steps[i].out;
	}
	run_steps(steps, p->nsources, "compile the application");
	for (uint32_t i = 0; i < p->nobjects; i++)
		host_place(p, p->objects[i]);
	make_library(p, library);
	free(library);
	free(node);
}

/* ---- linking ---- */

/* link_step: the command that links all objects into the program `out`. */
static BuildStep
link_step(HostProgram *p, const char *out)
{
	static const char *const linker[] = {"/usr/bin/env", "ld", "-m", "elf_i386", "-o", NULL};
	BuildStep s = step_new(&p->arena, out);

	add_borrowed_words(&s, linker);
	step_word(&s, out);
	for (uint32_t i = 0; i < p->nobjects; i++)
		step_input(&s, p->objects[i]);
	return s;
}

/* add_call: add the name of a function whose calls are answered from the run. */
static void
add_call(HostProgram *p, const char *name)
{
	p->calls = arena_more(&p->arena, p->calls, p->ncalls, sizeof *p->calls);
	p->calls[p->ncalls++] = arena_strndup(&p->arena, name, strlen(name));
}

/*
 * define_missing: define a symbol that no object defines: a variable or a function of the node's
 * program.
 */
static void
define_missing(HostProgram *p, const char *name, Buf *variables)
{
	const Symbol *s = image_symbol(&p->loaded.program->image, name);

	if (s && s->kind == SYMBOL_OBJECT)
		buf_printf(variables, "\t.globl %s\n%s = 0x%x\n", name, name,
			s->addr + p->loaded.data_moved);
	else /* the run cannot call a function that the node's program lacks */
		add_call(p, name);
}

void
host_define_missing(HostProgram *p)
{
	BuildStep s = link_step(p, path_in_dir(p, "part.o"));
	Buf variables = {0};
	Elf32 e;

	add_borrowed_words(
		&s, (const char *const[]){"-r", "-u", "alone_call", "-u", "alone_returned", NULL});
	step_input(&s, path_in_dir(p, "library.a"));
	run_steps(&s, 1, "link the application");
	e = elf32_read(s.out);
	for (size_t i = 1; i < e.nsymbols; i++) {
		const char *name = e.names + e.symbols[i].st_name;

		if (e.symbols[i].st_shndx == SHN_UNDEF && *name
			&& strncmp(name, "alone_", 6) != 0)
			define_missing(p, name, &variables);
	}
	elf32_free(&e);
	file_write(path_in_dir(p, "variables.s"), variables.data, variables.len);
	buf_free(&variables);
}

/* ---- files made for this program ---- */

/* print_start: append the assembler text that calls the function with its recorded arguments. */
static void
print_start(const HostProgram *p, Buf *out)
{
	buf_printf(out, "\t.text\n\t.globl _start\n_start:\n\txorl %%ebp, %%ebp\n");
	for (uint32_t i = p->narguments; i-- > 0;)
		buf_printf(out, "\tpushl $0x%x\n", p->arguments[i]);
	buf_printf(out, "\tcall %s\n\tcall alone_returned\n", p->function);
}

/*
 * print_calls: append the functions that are not executed as assembler text: each calls alone_call
 * with its number. When the task begins, execution passes the label alone_begins.
 */
static void
print_calls(const HostProgram *p, Buf *out)
{
	for (uint32_t i = 0; i < p->ncalls; i++)
		buf_printf(out, "\t.globl %s\n\t.type %s, @function\n%s:\n\t.cfi_startproc\n"
			"\tpushl $%u\n\t.cfi_adjust_cfa_offset 4\n\tjmp pass_on\n\t.cfi_endproc\n"
			"\t.size %s, . - %s\n", p->calls[i], p->calls[i], p->calls[i], i,
			p->calls[i], p->calls[i]);
	buf_printf(out, "pass_on:\n\t.cfi_startproc\n\t.cfi_def_cfa_offset 8\n"
		"\tleal 8(%%esp), %%eax\n\txchgl %%eax, (%%esp)\n\tpushl %%eax\n"
		"\t.cfi_adjust_cfa_offset 4\n\tcall alone_call\n\taddl $8, %%esp\n"
		"\t.cfi_adjust_cfa_offset -8\n\tdecl alone_begin\n\tjz alone_begins\n\tret\n"
		"\t.globl alone_begins\nalone_begins:\n\tret\n\t.cfi_endproc\n");
}

/*
 * print_data: append the assembler's data of the program: the names of its calls, the recorded
 * calls and the node's memory.
 */
static void
print_data(const HostProgram *p, const char *end, uint32_t begin, Buf *out)
{
	buf_printf(out, "\t.data\n\t.balign 4\n\t.globl alone_begin\nalone_begin: .long %u\n"
		"\t.section .rodata\n\t.balign 4\n\t.globl alone_name\nalone_name:\n", begin);
	for (uint32_t i = 0; i < p->ncalls; i++)
		buf_printf(out, "\t.long name%u\n", i);
	for (uint32_t i = 0; i < p->ncalls; i++)
		buf_printf(out, "name%u: .asciz \"%s\"\n", i, p->calls[i]);
	buf_printf(out, "\t.globl alone_function\nalone_function: .asciz \"%s\"\n"
		"\t.globl alone_end\nalone_end: .asciz \"%s\"\n\t.balign 4\n"
		"\t.globl alone_calls\nalone_calls: .incbin \"%s/calls\"\n"
		"\t.globl alone_calls_end\nalone_calls_end:\n"
		"\t.section .node, \"awx\"\n\t.incbin \"%s/memory\"\n",
		p->function, end, p->dir, p->dir);
}

/* assemble_file: assemble the text in `from` to the object `to`, for this host. */
static void
assemble_file(HostProgram *p, const char *from, const char *to)
{
	BuildStep s = step_new(&p->arena, to);

	add_borrowed_words(&s, (const char *const[]){"/usr/bin/env", "clang",
			      "--target=i386-unknown-none-elf", "-c", "-o", to, NULL});
	step_input(&s, from);
	run_steps(&s, 1, "assemble the calls");
}

void
host_link(HostProgram *p, const char *end, uint32_t begin)
{
	Buf out = {0};
	BuildStep s;

	print_start(p, &out);
	print_calls(p, &out);
	print_data(p, end, begin, &out);
	file_write(path_in_dir(p, "start.s"), out.data, out.len);
	buf_free(&out);
	assemble_file(p, path_in_dir(p, "start.s"), path_in_dir(p, "start.o"));
	assemble_file(p, path_in_dir(p, "variables.s"), path_in_dir(p, "variables.o"));
	p->out = path_in_dir(p, "program");
	s = link_step(p, p->out);
	add_borrowed_words(&s, (const char *const[]){"-static", "--section-start=.node=0x80000000",
		"-z", "noexecstack", NULL});
	step_input(&s, path_in_dir(p, "start.o"));
	step_input(&s, path_in_dir(p, "variables.o"));
	step_input(&s, path_in_dir(p, "library.a"));
	run_steps(&s, 1, "link the program");
	host_put_jumps(p);
	if (chmod(p->out, 0777 & ~file_mask()) < 0)
		fatal("cannot make %s executable:", p->out);
}
