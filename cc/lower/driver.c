/*
 * driver.c - the command trellis cc: like cc, with clang in front and transputers behind.
 */
#include "driver.h"
#include "program.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum Stage {
	STAGE_LINK,
	STAGE_PREPROCESS,
	STAGE_ASSEMBLY,
	STAGE_OBJECT,
} Stage;

enum {
	DEFAULT_STACK = 64 << 10,
	DEFAULT_HEAP = 256 << 10,
	KERNEL_STACK = 16 << 10, /* the kernel has many programs to find memory for; heaps are its own */
};

#define NOT_GIVEN UINT32_MAX

typedef struct Driver {
	Stage stage;
	const char *output, *map, *lib, *boot, *type, *base;
	char level; /* what follows -O */
	bool ir, verbose, keep, nostdlib, check, noverify, kernel;
	uint32_t stack, heap;
	const char *entry;
	Args flags;  /* for clang */
	Args inputs; /* -l libraries keep their -l */
	Args dirs;   /* of -L */
	char *found; /* owned: the library directory that came with us; NULL */
} Driver;

static const char help[] =
	"usage: trellis cc [options] FILE...\n"
	"\n"
	"Compiles and links C for transputers. FILEs are C (.c), LLVM IR (.ll), bitcode (.o, .bc),\n"
	"archives of bitcode (.a) and assembly (.s).\n"
	"\n"
	"  -c                bitcode for each file, into FILE.o\n"
	"  -S                T800 assembly for each file, into FILE.s; with -emit-llvm LLVM IR\n"
	"  -E                preprocessed source\n"
	"  -o FILE           output; a.out without it\n"
	"  -O0 -O1 -O2 -O3 -Os  optimise; -O1 is enough for most\n"
	"  -g                debugging information\n"
	"  -I DIR -D NAME[=VALUE] -U NAME -W... -f... -std=... -include FILE  as clang's\n"
	"  -L DIR -l NAME    look for libNAME.a in DIR\n"
	"  -fcheck           array bounds and integer overflow set Error and stop the process\n"
	"  --map FILE        list sections and symbols\n"
	"  --boot FILE       also write what a link boots from\n"
	"  --stack N --heap N  bytes above the image (65536, 262144; with --kernel 16384, 0)\n"
	"  --entry NAME      where the program starts (_start)\n"
	"  --type CHIP       T414, T425, T800 (without this) or T805\n"
	"  --base ADDRESS    link for this address\n"
	"  --no-gc           keep what nothing mentions\n"
	"  --no-verify       do not prove stack and workspace depths\n"
	"  --kernel          a program that runs under the nodes' kernel (kernel.h), not booted alone\n"
	"  -nostdlib         without crt0 and libc\n"
	"  --lib DIR         headers and libraries of the nodes\n"
	"  -v                show clang's command line\n"
	"  --help            this text\n"
	"\n"
	"Exit status: 0 done, 2 mistakes in the input, 3 our own failure.\n";

/* ---- options ---- */

static bool
ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

/* value_of: of option argv[*i], in the same word or the next. */
static const char *
value_of(char **argv, int argc, int *i, const char *option)
{
	const char *rest = argv[*i] + strlen(option);

	if (*rest == '=' && option[1] == '-')
		return rest + 1;
	if (*rest)
		return rest;
	if (*i + 1 >= argc)
		fatal("%s needs a value; see trellis cc --help", option);
	return argv[++*i];
}

static uint32_t
bytes_value(const char *option, const char *s)
{
	uint64_t n;

	if (!number_parse(s, 64 << 20, &n))
		fatal("%s %s: a number of bytes, at most 64 MB", option, s);
	return (n + 3) & ~3u;
}

static bool
is_option(const char *arg, const char *option)
{
	size_t n = strlen(option);

	return strncmp(arg, option, n) == 0 && (arg[n] == '\0' || arg[n] == '=' || option[1] != '-');
}

/* long_option: those with a value of their own; false: none of them. */
static bool
long_option(Driver *d, char **argv, int argc, int *i)
{
	const struct {
		const char *name;
		const char **value;
	} texts[] = {
		{"--map", &d->map}, {"--boot", &d->boot}, {"--type", &d->type}, {"--base", &d->base},
		{"--entry", &d->entry}, {"--lib", &d->lib}, {"-o", &d->output},
	};

	for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
		if (is_option(argv[*i], texts[k].name)) {
			*texts[k].value = value_of(argv, argc, i, texts[k].name);
			return true;
		}
	if (is_option(argv[*i], "--stack"))
		d->stack = bytes_value("--stack", value_of(argv, argc, i, "--stack"));
	else if (is_option(argv[*i], "--heap"))
		d->heap = bytes_value("--heap", value_of(argv, argc, i, "--heap"));
	else
		return false;
	return true;
}

static bool
flag(Driver *d, const char *arg)
{
	const struct {
		const char *name;
		bool *value;
	} flags[] = {
		{"-emit-llvm", &d->ir}, {"-v", &d->verbose}, {"--no-gc", &d->keep},
		{"-nostdlib", &d->nostdlib}, {"-fcheck", &d->check}, {"--no-verify", &d->noverify},
		{"--kernel", &d->kernel},
	};

	for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
		if (strcmp(arg, flags[k].name) == 0) {
			*flags[k].value = true;
			return true;
		}
	if (strcmp(arg, "--gc") == 0)
		d->keep = false;
	else if (strcmp(arg, "-c") == 0)
		d->stage = STAGE_OBJECT;
	else if (strcmp(arg, "-S") == 0)
		d->stage = STAGE_ASSEMBLY;
	else if (strcmp(arg, "-E") == 0)
		d->stage = STAGE_PREPROCESS;
	else
		return false;
	return true;
}

/* clang_option: what goes to clang as it is; some take the next argument with them. */
static bool
clang_option(Driver *d, char **argv, int argc, int *i)
{
	static const char *const pairs[] = {
		"-I", "-D", "-U", "-include", "-isystem", "-iquote", "-x", "-MF", "-MT", "-MQ", "-Xclang",
	};
	const char *arg = argv[*i];

	for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
		if (strcmp(arg, pairs[k]) == 0) {
			args_add(&d->flags, arg);
			args_add(&d->flags, value_of(argv, argc, i, pairs[k]));
			return true;
		}
	if (strncmp(arg, "-O", 2) == 0) {
		d->level = arg[2] ? arg[2] : '1';
		return true;
	}
	if (arg[0] == '-' && strchr("gIDUWfwMstdp", arg[1]) && arg[1]) {
		args_add(&d->flags, arg);
		return true;
	}
	return false;
}

static void
parse(Driver *d, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *arg = argv[i];

		if (strcmp(arg, "-") == 0 || arg[0] != '-') {
			args_add(&d->inputs, arg);
		} else if (strncmp(arg, "-l", 2) == 0) {
			if (!arg[2])
				fatal("-l needs the name of a library, as -lm");
			args_add(&d->inputs, arg);
		} else if (strncmp(arg, "-L", 2) == 0) {
			args_add(&d->dirs, value_of(argv, argc, &i, "-L"));
		} else if (!flag(d, arg) && !long_option(d, argv, argc, &i)
			&& !clang_option(d, argv, argc, &i)) {
			fatal("unknown option %s; see trellis cc --help", arg);
		}
	}
	if (d->inputs.n == 0)
		fatal("no input files; see trellis cc --help");
	if (d->stage != STAGE_LINK && d->output && d->inputs.n > 1)
		fatal("-o names one file, but there are %zu inputs", d->inputs.n);
}

/* ---- the library directory ---- */

/* find_library: the one named, or the one that came with us. */
static void
find_library(Driver *d)
{
	if (d->lib && !is_node_dir(d->lib))
		fatal("%s has no include/t800.h; --lib names the nodes' library", d->lib);
	if (!d->lib)
		d->lib = d->found = node_dir();
}

/* ---- clang ---- */

static const char *const machine_flags[] = {
	"--target=xcore", "-nostdinc", "-D__T800__", "-D__transputer__", "-U__xcore__", "-U__XS1B__",
	"-fno-vectorize", "-fno-slp-vectorize", "-fno-math-errno", "-ffp-contract=off",
	"-fno-discard-value-names", "-Xclang", "-disable-O0-optnone", "-Qunused-arguments",
	"-Rpass=^$", /* matches no pass: places in the source are kept, for our messages */
	"-Wno-atomic-alignment",
};

static const char *const check_flags[] = {
	"-fsanitize=array-bounds,signed-integer-overflow,integer-divide-by-zero,shift",
	"-fsanitize-trap=all",
};

static void
clang_args(const Driver *d, Args *a, char *include, size_t size)
{
	static const char *const levels[] = {"-O0", "-O1", "-O2", "-O3"};

	args_add(a, "clang");
	for (size_t i = 0; i < sizeof machine_flags / sizeof *machine_flags; i++)
		args_add(a, machine_flags[i]);
	for (size_t i = 0; d->check && i < 2; i++)
		args_add(a, check_flags[i]);
	args_add(a, d->level == 's' || d->level == 'z' ? "-Os" : levels[d->level - '0']);
	if (d->lib) {
		snprintf(include, size, "%s/include", d->lib);
		args_add(a, "-isystem");
		args_add(a, include);
	}
	for (size_t i = 0; i < d->flags.n; i++)
		args_add(a, d->flags.v[i]);
}

/* compile: one C file, to bitcode in out; or with -E to standard output or -o. Returns clang's status. */
static int
compile(Driver *d, const char *file, const char *format, Buf *out)
{
	char include[PATH_MAX];
	Args a = {0};
	int status;

	clang_args(d, &a, include, sizeof include);
	args_add(&a, format);
	if (d->stage != STAGE_PREPROCESS) {
		args_add(&a, "-emit-llvm");
		args_add(&a, "-o");
		args_add(&a, "-");
	} else if (d->output) {
		args_add(&a, "-o");
		args_add(&a, d->output);
	}
	args_add(&a, file);
	status = clang_run(&a, out, d->verbose);
	args_free(&a);
	return status;
}

static bool
is_source(const char *file)
{
	return ends_with(file, ".c") || ends_with(file, ".i") || ends_with(file, ".ll")
		|| strcmp(file, "-") == 0;
}

/* contents: of an input as the linker wants it; C is compiled. false: clang has complained. */
static bool
contents(Driver *d, const char *file, Buf *out)
{
	if (is_source(file))
		return compile(d, file, "-c", out) == 0;
	*out = file_read(file, IMAGE_MAX_FILE);
	return true;
}

/* ---- linking ---- */

static ProgramOptions
program_options(const Driver *d)
{
	return (ProgramOptions){
		.level = d->level == 's' || d->level == 'z' ? 2 : d->level - '0',
		.keep = d->keep, .module_only = d->stage == STAGE_ASSEMBLY,
		.stack = d->stack, .heap = d->heap, .entry = d->entry,
	};
}

/* find_archive: libNAME.a for -lNAME. */
static char *
find_archive(const Driver *d, const char *name)
{
	for (size_t i = 0; i <= d->dirs.n; i++) {
		const char *dir = i < d->dirs.n ? d->dirs.v[i] : d->lib;
		char *file = dir ? xasprintf("%s/lib%s.a", dir, name) : NULL;

		if (file && access(file, R_OK) == 0)
			return file;
		free(file);
	}
	fatal("-l%s: lib%s.a is in no -L directory", name, name);
}

/* What the linked program reads until it is written. */
typedef struct Files {
	Buf *bufs;
	char **names;
	size_t n;
} Files;

static void
add_file(Driver *d, Program *p, Files *f, char *name, bool library)
{
	f->bufs = xrealloc(f->bufs, (f->n + 1) * sizeof *f->bufs);
	f->names = xrealloc(f->names, (f->n + 1) * sizeof *f->names);
	f->bufs[f->n] = (Buf){0};
	f->names[f->n++] = name;
	if (!contents(d, name, &f->bufs[f->n - 1]))
		exit(2);
	program_add(p, name, f->bufs[f->n - 1].data, f->bufs[f->n - 1].len, library);
}

static void
add_files(Driver *d, Program *p, Files *f)
{
	for (size_t i = 0; i < d->inputs.n; i++) {
		const char *name = d->inputs.v[i];

		if (strncmp(name, "-l", 2) == 0)
			add_file(d, p, f, find_archive(d, name + 2), true);
		else
			add_file(d, p, f, xstrdup(name), false);
	}
	if (!d->nostdlib) {
		if (!d->lib)
			fatal("the nodes' library is not where it was built or installed; use --lib or -nostdlib");
		if (d->kernel) /* first: its way to the host, not the C library's */
			add_file(d, p, f, find_archive(d, "kernel"), true);
		add_file(d, p, f, find_archive(d, "c"), true);
	}
}

static void
files_free(Files *f)
{
	for (size_t i = 0; i < f->n; i++) {
		buf_free(&f->bufs[i]);
		free(f->names[i]);
	}
	free(f->bufs);
	free(f->names);
}

static AsOptions
as_options(const Driver *d)
{
	AsOptions o = {0};
	uint64_t base;

	if (d->type) {
		o.has_chip = true;
		if (!chip_named(d->type, strlen(d->type), &o.chip))
			fatal("--type %s: T414, T425, T800 or T805", d->type);
	}
	if (d->base) {
		o.has_base = true;
		if (!number_parse(d->base, UINT32_MAX, &base) || base % 4)
			fatal("--base %s: an address, a multiple of 4", d->base);
		o.base = base;
	}
	return o;
}

static void
assemble(const Driver *d, const Program *p, const Buf *text, Image *im)
{
	AsOptions o = as_options(d);
	As *as = as_new(&o);
	const char *name, *source;
	size_t n;

	as_source(as, "generated", (const char *)text->data, text->len);
	for (size_t i = 0; program_assembly(p, i, &name, &source, &n); i++)
		as_source(as, name, source, n);
	as_link(as, im);
	as_free(as);
}

static void
write_output(const Driver *d, Image *im)
{
	Buf elf = image_elf(im), boot;

	file_write(d->output ? d->output : "a.out", elf.data, elf.len);
	buf_free(&elf);
	if (d->boot) {
		boot = image_boot(im, false);
		file_write(d->boot, boot.data, boot.len);
		buf_free(&boot);
	}
	if (d->map)
		map_write(im, d->map);
}

static int
link_program(Driver *d)
{
	ProgramOptions o = program_options(d);
	Program *p = program_new(&o);
	Files files = {0};
	Image im = {0};
	Buf text = {0};

	add_files(d, p, &files);
	program_compile(p, &text);
	assemble(d, p, &text, &im);
	if (!d->noverify)
		verify_image(&im);
	write_output(d, &im);
	image_free(&im);
	buf_free(&text);
	program_free(p);
	files_free(&files);
	return 0;
}

/* ---- single files ---- */

/* output_name: x.c becomes x.o, in the current directory. */
static char *
output_name(const Driver *d, const char *file, const char *suffix)
{
	const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
	const char *dot = strrchr(base, '.');

	if (d->output)
		return xstrdup(d->output);
	return xasprintf("%.*s%s", dot ? (int)(dot - base) : (int)strlen(base), base, suffix);
}

static void
write_assembly(const Driver *d, const char *file, const Buf *bitcode, const char *name)
{
	ProgramOptions o = program_options(d);
	Program *p = program_new(&o);
	Buf text = {0};

	program_add(p, file, bitcode->data, bitcode->len, false);
	program_compile(p, &text);
	file_write(name, text.data, text.len);
	buf_free(&text);
	program_free(p);
}

static int
one_file(Driver *d, const char *file)
{
	bool assembly = d->stage == STAGE_ASSEMBLY;
	Buf out = {0};
	char *name;
	int status;

	if (d->stage == STAGE_PREPROCESS)
		return compile(d, file, "-E", NULL);
	if (!is_source(file) && !ends_with(file, ".o") && !ends_with(file, ".bc"))
		fatal("%s: -c and -S take C files", file);
	if (assembly && d->ir) {
		status = compile(d, file, "-S", &out);
	} else {
		status = contents(d, file, &out) ? 0 : 2;
	}
	if (status != 0) {
		buf_free(&out);
		return status;
	}
	name = output_name(d, file, !assembly ? d->ir ? ".bc" : ".o" : d->ir ? ".ll" : ".s");
	if (assembly && !d->ir)
		write_assembly(d, file, &out, name);
	else
		file_write(name, out.data, out.len);
	free(name);
	buf_free(&out);
	return 0;
}

static void
default_sizes(Driver *d)
{
	if (d->stack == NOT_GIVEN)
		d->stack = d->kernel ? KERNEL_STACK : DEFAULT_STACK;
	if (d->heap == NOT_GIVEN)
		d->heap = d->kernel ? 0 : DEFAULT_HEAP;
}

int
cc_main(int argc, char **argv)
{
	Driver d = {.level = '0', .stack = NOT_GIVEN, .heap = NOT_GIVEN, .entry = "_start"};
	int status = 0;

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--help") == 0) {
			fputs(help, stdout);
			return 0;
		}
	parse(&d, argc, argv);
	default_sizes(&d);
	if (!strchr("0123sz", d.level))
		fatal("-O%c: levels are -O0 to -O3 and -Os", d.level);
	find_library(&d);
	legalize_start();
	if (d.stage == STAGE_LINK)
		status = link_program(&d);
	else
		for (size_t i = 0; i < d.inputs.n && status == 0; i++)
			status = one_file(&d, d.inputs.v[i]);
	args_free(&d.flags);
	args_free(&d.inputs);
	args_free(&d.dirs);
	free(d.found);
	return status ? 2 : 0;
}
