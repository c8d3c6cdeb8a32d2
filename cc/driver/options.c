/*
 * options.c - the options of trellis cc: some are common to all C compilers, some are our own, and
 * the others are passed on to clang.
 */
#include "driver.h"
#include "base/number.h"
#include "cc/log/log.h"
#include "cc/node/node_dir.h"

#include "version.h"

#include <stdlib.h>
#include <string.h>

enum {
	DEFAULT_STACK = 64 << 10,
	DEFAULT_HEAP = 256 << 10,
	/* small, because the kernel must find memory for many programs; heaps are separate */
	PROCESS_STACK = 16 << 10,
	LOG_SHARE = 3,          /* per cent */
	/* LLVM instructions, estimated for a call: a shorter function is part of its caller */
	SMALLEST_EBLOCK = 1000,
};

#define NOT_GIVEN UINT32_MAX

static const char help[] =
	"usage: trellis cc [OPTION]... FILE...\n"
	"\n"
	"Compiles and links C for transputers. FILEs are C (.c), LLVM IR (.ll), bitcode\n"
	"(.o, .bc), archives of bitcode (.a) and assembly (.s).\n"
	"\n"
	"  -c                bitcode for each file, into FILE.o\n"
	"  -S                assembly for each file, into FILE.s; with -emit-llvm LLVM IR\n"
	"  -E                preprocessed source\n"
	"  -o FILE           output; a.out without it\n"
	"  -O0 -O1 -O2 -O3 -Os  optimise; -O1 is enough for most\n"
	"  -g                debugging information\n"
	"  -I DIR -D NAME[=VALUE] -U NAME -W... -f... -std=... -include FILE  as clang's\n"
	"  -L DIR -l NAME    look for libNAME.a in DIR\n"
	"  -fcheck           array bounds, overflow and unaligned addresses set Error\n"
	"  --map FILE        list sections and symbols\n"
	"  --boot FILE       also write what a link boots from\n"
	"  --stack N         bytes above the image (65536; with --kernel 16384)\n"
	"  --heap N          bytes above the stack (262144; with --kernel 0)\n"
	"  --entry NAME      where the program starts (_start)\n"
	"  --graph N         for trellis simul: the messages of a network of N nodes;\n"
	"                    FILEs are programs, [PLACE:]FILE[+FILE]..., as n0-3:a.c+b.c\n"
	"  --log[=FILE]      the program writes a log for trellis flowback (OUTPUT.log)\n"
	"  --log-share N     logging takes at most N % of the run time (3); 100: any\n"
	"  --eblock KIND     parts that are logged: functions, or loops, too\n"
	"  --eblock-min N    smaller functions belong to their callers (1000)\n"
	"  --eblock-max N    longer functions are cut into parts that are logged\n"
	"  --chip CHIP       T400, T414, T425, T800 (without this), T801 or T805\n"
	"  --base ADDR       link for this address\n"
	"  --no-gc           keep what nothing mentions\n"
	"  --no-verify       do not prove stack and workspace depths\n"
	"  --kernel          a program that runs under the nodes' kernel (kernel.h);\n"
	"                    -pthread and -lpthread say the same\n"
	"  -nostdlib         without crt0 and libc\n"
	"  --lib DIR         headers and libraries of the nodes\n"
	"  --below DIR       C files and their includes are below DIR or in --lib\n"
	"  -v                show clang's command line\n"
	"  -h, --help        print this text\n"
	"  --version         print the version\n"
	"\n"
	"Exit status: 0 done, 2 mistakes in the input, 3 our own failure.\n";

/* option_value: the value of option argv[*i], from the same word or the next. */
static const char *
option_value(char **argv, int argc, int *i, const char *option)
{
	const char *rest = argv[*i] + strlen(option);

	if (*rest == '=' && option[1] == '-')
		return rest + 1;
	if (*rest)
		return rest;
	if (*i + 1 >= argc)
		fatal("%s needs a value; see 'trellis cc --help'", option);
	return argv[++*i];
}

/*
 * parse_bytes: the number of bytes that an option gives, such as 0, 4096 or 2M, rounded up to whole
 * words; fatal if s is not such a number, or over 64 MB.
 */
static uint32_t
parse_bytes(const char *option, const char *s)
{
	uint64_t n = strcmp(s, "0") == 0 ? 0 : size_option(option + 2, s);

	if (n > 64 << 20)
		fatal("%s %s: at most 64M", option, s);
	return (n + 3) & ~3u;
}

/* parse_number: the number that an option gives; fatal if s is not a number from 0 to `most`. */
static uint32_t
parse_number(const char *option, const char *s, uint32_t most)
{
	uint64_t n;

	if (!number_parse(s, most, &n))
		fatal("%s %s: a number, at most %u", option, s, most);
	return n;
}

/* names_loops: true if the value of --eblock names loops. */
static bool
names_loops(const char *s)
{
	if (strcmp(s, "loops") != 0 && strcmp(s, "functions") != 0)
		fatal("--eblock %s: functions or loops", s);
	return strcmp(s, "loops") == 0;
}

/* is_option: true if arg is this option, alone or with its value. */
static bool
is_option(const char *arg, const char *option)
{
	size_t n = strlen(option);

	return strncmp(arg, option, n) == 0
		&& (arg[n] == '\0' || arg[n] == '=' || option[1] != '-');
}

/* parse_long_option: handle a long option with a value at argv[*i]; false if it is none of these */
static bool
parse_long_option(Driver *d, char **argv, int argc, int *i)
{
	const struct {
		const char *name;
		const char **value;
	} texts[] = {
		{"--map", &d->map},
		{"--boot", &d->boot},
		{"--chip", &d->type},
		{"--base", &d->base},
		{"--entry", &d->entry},
		{"--graph", &d->graph},
		{"--lib", &d->lib},
		{"--below", &d->below},
		{"-o", &d->output},
	};

	for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
		if (is_option(argv[*i], texts[k].name)) {
			*texts[k].value = option_value(argv, argc, i, texts[k].name);
			return true;
		}
	if (is_option(argv[*i], "--stack"))
		d->stack = parse_bytes("--stack", option_value(argv, argc, i, "--stack"));
	else if (is_option(argv[*i], "--heap"))
		d->heap = parse_bytes("--heap", option_value(argv, argc, i, "--heap"));
	else if (is_option(argv[*i], "--log-share"))
		d->log_share = parse_number("--log-share",
			option_value(argv, argc, i, "--log-share"), 100);
	else if (is_option(argv[*i], "--eblock-min"))
		d->smallest = parse_number("--eblock-min",
			option_value(argv, argc, i, "--eblock-min"), 1 << 20);
	else if (is_option(argv[*i], "--eblock-max"))
		d->largest = parse_number("--eblock-max",
			option_value(argv, argc, i, "--eblock-max"), 1 << 20);
	else if (is_option(argv[*i], "--eblock"))
		d->loops = names_loops(option_value(argv, argc, i, "--eblock"));
	else if (strcmp(argv[*i], "--log") == 0)
		d->log = "";
	else if (strncmp(argv[*i], "--log=", 6) == 0 && argv[*i][6])
		d->log = argv[*i] + 6;
	else
		return false;
	return true;
}

/* parse_flag: handle an option without a value; false if arg is none of these. */
static bool
parse_flag(Driver *d, const char *arg)
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
	else if (strcmp(arg, "-fsyntax-only") == 0)
		d->syntax = true;
	else
		return false;
	return true;
}

/*
 * parse_clang_option: if argv[*i] is an option of clang, keep it for clang, with the next argument
 * if the option takes one; false if it is none.
 */
static bool
parse_clang_option(Driver *d, char **argv, int argc, int *i)
{
	static const char *const pairs[] = {
		"-I",
		"-D",
		"-U",
		"-include",
		"-isystem",
		"-iquote",
		"-x",
		"-MF",
		"-MT",
		"-MQ",
		"-Xclang",
	};
	const char *arg = argv[*i];

	for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
		if (strcmp(arg, pairs[k]) == 0) {
			args_add(&d->flags, arg);
			args_add(&d->flags, option_value(argv, argc, i, pairs[k]));
			return true;
		}
	if (strncmp(arg, "-O", 2) == 0) {
		d->level = arg[2] && arg[2] != 'g' ? arg[2] : '1';
		return true;
	}
	if (strcmp(arg, "-M") == 0 || strcmp(arg, "-MM") == 0)
		d->stage = STAGE_PREPROCESS;
	if (arg[0] == '-' && strchr("gIDUWfwMstdp", arg[1]) && arg[1]) {
		args_add(&d->flags, arg);
		return true;
	}
	return false;
}

/* parse_options: read all words of the command line into d. */
static void
parse_options(Driver *d, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *arg = argv[i];

		if (strcmp(arg, "-") == 0 || arg[0] != '-') {
			args_add(&d->inputs, arg);
		} else if (strcmp(arg, "-pthread") == 0 || strcmp(arg, "-lpthread") == 0) {
			d->kernel = true; /* it has the threads */
		} else if (strncmp(arg, "-l", 2) == 0) {
			if (!arg[2])
				fatal("-l needs the name of a library, as -lm");
			args_add(&d->inputs, arg);
		} else if (strncmp(arg, "-L", 2) == 0) {
			args_add(&d->dirs, option_value(argv, argc, &i, "-L"));
		} else if (!parse_flag(d, arg) && !parse_long_option(d, argv, argc, &i)
			&& !parse_clang_option(d, argv, argc, &i)) {
			if (is_option(arg, "--type"))
				fatal("--type is gone: --chip CHIP names the chip");
			fatal("unknown option %s; 'trellis cc --help' lists the options", arg);
		}
	}
	if (d->syntax)
		d->stage = STAGE_PREPROCESS;
	if (d->inputs.n == 0)
		fatal("no file is named; see 'trellis cc --help'");
	if (d->graph && d->stage != STAGE_LINK)
		fatal("--graph and -c, -S or -E cannot be combined");
	if (d->log && (d->stage != STAGE_LINK || d->graph || d->nostdlib))
		fatal("--log and -c, -S, -E, --graph or -nostdlib cannot be combined");
	if ((d->loops || d->largest) && !d->log)
		fatal("%s needs --log", d->loops ? "--eblock" : "--eblock-max");
	if (d->stage != STAGE_LINK && d->output && d->inputs.n > 1)
		fatal("-o names one file, but there are %zu inputs", d->inputs.n);
}

/*
 * set_default_eblocks: let parts of functions be e-blocks (pieces that are re-run as a whole),
 * unless --eblock-min says otherwise.
 */
static void
set_default_eblocks(Driver *d)
{
	uint32_t least = d->largest / LOG_LEAST_PART;

	if (d->smallest != NOT_GIVEN && d->largest && d->largest < d->smallest)
		fatal("--eblock-max %u is below --eblock-min %u", d->largest, d->smallest);
	if (d->smallest == NOT_GIVEN)
		d->smallest = d->largest && least < SMALLEST_EBLOCK ? least : SMALLEST_EBLOCK;
}

/* set_default_sizes: set the sizes of stack and heap that no option gives. */
static void
set_default_sizes(Driver *d)
{
	if (d->stack == NOT_GIVEN)
		d->stack = d->kernel ? PROCESS_STACK : DEFAULT_STACK;
	if (d->heap == NOT_GIVEN)
		d->heap = d->kernel ? 0 : DEFAULT_HEAP;
}

/* find_library: the named library directory, or the one supplied with this program. */
static void
find_library(Driver *d)
{
	if (d->lib && !is_node_dir(d->lib))
		fatal("%s has no include/t800.h; --lib names the nodes' library", d->lib);
	if (!d->lib)
		d->lib = d->found = node_dir();
}

bool
options_parse(Driver *d, int argc, char **argv)
{
	*d = (Driver){.level = '0', .stack = NOT_GIVEN, .heap = NOT_GIVEN, .entry = "_start",
		.log_share = LOG_SHARE, .smallest = NOT_GIVEN};
	for (int i = 1; i < argc; i++) {
		bool version = strcmp(argv[i], "--version") == 0;

		if (version || strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
			fputs(version ? "trellis " VERSION "\n" : help, stdout);
			return false;
		}
	}
	parse_options(d, argc, argv);
	set_default_sizes(d);
	set_default_eblocks(d);
	if (!strchr("0123sz", d->level))
		fatal("-O%c: levels are -O0 to -O3 and -Os", d->level);
	find_library(d);
	return true;
}

void
options_free(Driver *d)
{
	args_free(&d->flags);
	args_free(&d->inputs);
	args_free(&d->dirs);
	free(d->found);
}

ProgramOptions
program_options(const Driver *d)
{
	return (ProgramOptions){
		.level = d->level == 's' || d->level == 'z' ? 2 : d->level - '0',
		.keep = d->keep, .module_only = d->stage == STAGE_ASSEMBLY,
		.stack = d->stack, .heap = d->heap, .entry = d->entry,
	};
}
