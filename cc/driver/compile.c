/* compile.c - compiles one file with clang, with the options for transputers. */
#define _GNU_SOURCE
#include "driver.h"

#include "base/files.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *const machine_flags[] = {
	"-nostdinc", "-fno-vectorize", "-fno-slp-vectorize", "-fno-math-errno", "-ffp-contract=off",
	"-Xclang", "-disable-O0-optnone", "-Qunused-arguments",
	"-fno-eliminate-unused-debug-types", /* enumerations, whose constants name messages */
	"-Rpass=^$", /* matches no pass; makes clang keep source places for our messages */
	"-Wno-atomic-alignment",
	"-fno-crash-diagnostics", /* otherwise clang would write diagnostic files */
};

static const char *const check_flags[] = {
	"-fsanitize=array-bounds,signed-integer-overflow,integer-divide-by-zero,shift,alignment",
	"-fsanitize-trap=all",
};

/*
 * Analyses of whole programs take code that is prepared for optimisation, but not optimised, and
 * use the names of its values. In optimised code there are none: LLVM would number values of the
 * same name differently in each run.
 */
static const char *const whole_flags[] = {
	"-O2", "-Xclang", "-disable-llvm-passes", "-g", "-fno-discard-value-names"};

/*
 * build_clang_args: fill a with clang's arguments for the nodes. `include` and `overlay` are memory
 * for two of the arguments.
 */
static void
build_clang_args(const Driver *d, Args *a, char *include, char *overlay, size_t size)
{
	static const char *const levels[] = {"-O0", "-O1", "-O2", "-O3"};

	args_add(a, "clang");
	for (size_t i = 0; i < sizeof machine_flags / sizeof *machine_flags; i++)
		args_add(a, machine_flags[i]);
	for (size_t i = 0; d->check && i < 2; i++)
		args_add(a, check_flags[i]);
	if (d->graph || (d->whole && !d->log))
		for (size_t i = 0; i < sizeof whole_flags / sizeof *whole_flags; i++)
			args_add(a, whole_flags[i]);
	else
		args_add(a, d->level == 's' || d->level == 'z' ? "-Os" : levels[d->level - '0']);
	for (size_t i = 1; d->log && i < sizeof whole_flags / sizeof *whole_flags; i++)
		args_add(a, whole_flags[i]);
	if (d->lib) {
		snprintf(include, size, "%s/include", d->lib);
		args_add(a, "-isystem");
		args_add(a, include);
	}
	for (size_t i = 0; i < d->flags.n; i++)
		args_add(a, d->flags.v[i]);
	if (*overlay) {
		args_add(a, "-ivfsoverlay");
		args_add(a, overlay);
	}
}

/* is_given: true if one of these options is among the options for clang; NULL ends the list. */
static bool
is_given(const Driver *d, const char *const *options)
{
	for (; *options; options++)
		for (size_t i = 0; i < d->flags.n; i++)
			if (strcmp(d->flags.v[i], *options) == 0)
				return true;
	return false;
}

/*
 * add_rule: complete the arguments with which clang writes a rule for make (-MD). clang cannot
 * know the names of the object (unless -MT gives one) and of the rule's file, because its own
 * output goes to a pipe. The caller frees *object and *rule.
 */
static void
add_rule(const Driver *d, const char *file, Args *a, char **object, char **rule)
{
	static const char *const writes[] = {"-MD", "-MMD", NULL};
	static const char *const target[] = {"-MT", "-MQ", NULL};
	static const char *const names[] = {"-MF", NULL};
	Driver unnamed = *d;

	if (d->stage == STAGE_LINK || d->stage == STAGE_PREPROCESS)
		unnamed.output = NULL;
	if (!is_given(d, writes))
		return;
	if (!is_given(d, target)) {
		*object = output_name(&unnamed, file, ".o");
		args_add(a, "-MT");
		args_add(a, *object);
	}
	if (!is_given(d, names)) {
		char *made = output_name(&unnamed, file, ".o"), *dot = strrchr(made, '.');

		*rule = xasprintf("%.*s.d", dot ? (int)(dot - made) : (int)strlen(made), made);
		free(made);
		args_add(a, "-MF");
		args_add(a, *rule);
	}
}

/* run_clang: compile a file; extra: further options, ending with NULL. */
static int
run_clang(const Driver *d, const char *file, const char *format, const char *const *extra, Buf *out)
{
	char include[PATH_MAX], overlay[PATH_MAX] = "";
	int fd = d->below ? below_overlay(d->below, d->lib) : -1, status;
	char *object = NULL, *rule = NULL;
	Args a = {0};

	if (fd >= 0)
		snprintf(overlay, sizeof overlay, "/dev/fd/%d", fd);
	build_clang_args(d, &a, include, overlay, sizeof include);
	args_add(&a, format);
	add_rule(d, file, &a, &object, &rule);
	if (d->stage != STAGE_PREPROCESS) {
		args_add(&a, "-emit-llvm");
		args_add(&a, "-o");
		args_add(&a, "-");
	} else if (d->output) {
		args_add(&a, "-o");
		args_add(&a, d->output);
	}
	for (; *extra; extra++)
		args_add(&a, *extra);
	args_add(&a, file);
	status = clang_run(&a, out, d->verbose);
	args_free(&a);
	free(object);
	free(rule);
	if (fd >= 0)
		close(fd);
	return status;
}

/* hide_objects: apply twice_hide to bitcode, and replace it by the result. */
static void
hide_objects(const char *file, Buf *bitcode)
{
	LLVMContextRef context = LLVMContextCreate();
	Module m = {0};

	module_read(&m, context, file, bitcode->data, bitcode->len);
	twice_hide(m.ir);
	buf_free(bitcode);
	*bitcode = bitcode_of(m.ir);
	module_free(&m);
	LLVMContextDispose(context);
}

/*
 * apply_passes: let clang apply its passes to bitcode that was made without them; returns clang's
 * status.
 */
static int
apply_passes(const Driver *d, const Buf *bitcode, const char *format, Buf *out)
{
	static const char *const ir[] = {"-x", "ir", NULL};
	char name[PATH_MAX];
	int fd = memfd_create("bitcode", 0), status;

	if (fd < 0 || write(fd, bitcode->data, bitcode->len) != (ssize_t)bitcode->len)
		fatal("cannot pass bitcode to clang:");
	snprintf(name, sizeof name, "/dev/fd/%d", fd);
	status = run_clang(d, name, format, ir, out);
	close(fd);
	return status;
}

/*
 * compile_twice: compile a file again, because its functions call setjmp (twice.c); returns
 * clang's status.
 */
static int
compile_twice(const Driver *d, const char *file, const char *format, Buf *out)
{
	static const char *const unfinished[] = {"-w", "-Xclang", "-disable-llvm-passes", NULL};
	Buf bitcode = {0};
	int status = run_clang(d, file, "-c", unfinished, &bitcode);

	if (status == 0) {
		hide_objects(file, &bitcode);
		status = apply_passes(d, &bitcode, format, out);
	}
	buf_free(&bitcode);
	return status;
}

/*
 * may_return_twice: true if the compiled code (bitcode, or its text) calls a function such as
 * setjmp.
 */
static bool
may_return_twice(const char *format, const Buf *out)
{
	if (strcmp(format, "-c") == 0)
		return twice_is_needed(out);
	return memmem(out->data, out->len, "returns_twice", strlen("returns_twice")) != NULL;
}

int
driver_compile(const Driver *d, const char *file, const char *format, Buf *out)
{
	static const char *const nothing[] = {NULL};
	bool finished = d->stage == STAGE_PREPROCESS || d->level == '0' || d->whole || d->graph;
	int status = run_clang(d, file, format, nothing, out);

	if (status != 0 || finished || !may_return_twice(format, out))
		return status;
	buf_free(out);
	*out = (Buf){0};
	return compile_twice(d, file, format, out);
}

bool
is_source(const char *file)
{
	return ends_with(file, ".c") || ends_with(file, ".i") || ends_with(file, ".ll")
		|| strcmp(file, "-") == 0;
}

bool
driver_read_input(const Driver *d, const char *file, Buf *out)
{
	if (is_source(file))
		return driver_compile(d, file, "-c", out) == 0;
	*out = file_read(file, IMAGE_MAX_FILE);
	return true;
}
