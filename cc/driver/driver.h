/*
 * driver.h - parts of the command trellis cc.
 */
#ifndef DRIVER_H
#define DRIVER_H

#include "cc/lower/program/lower_program.h"
#include "cc/image/image.h"

typedef enum Stage {
	STAGE_LINK,
	STAGE_PREPROCESS,
	STAGE_ASSEMBLY,
	STAGE_OBJECT,
} Stage;

/* A list of arguments; v ends with NULL. The strings are others'. */
typedef struct Args {
	const char **v;
	size_t n;
} Args;

/* The command line, as far as it is not clang's alone. */
typedef struct Driver {
	Stage stage;
	const char *output, *map, *lib, *boot, *type, *base;
	/* the only directory that C may come from, besides the library; NULL: any */
	const char *below;
	char level; /* what follows -O */
	bool ir, verbose, keep, nostdlib, check, noverify, kernel;
	uint32_t stack, heap;
	const char *entry;
	Args flags;  /* for clang */
	Args inputs; /* -l libraries keep their -l */
	Args dirs;   /* of -L */
	char *found; /* owned: the library directory that came with us; NULL */
} Driver;

/* ---- options.c ---- */

/* options_parse: fills d in; false: --help was asked for and given. A mistake is fatal. */
bool options_parse(Driver *d, int argc, char **argv);
void options_free(Driver *d);
ProgramOptions program_options(const Driver *d);

/* ---- compile.c ---- */

/*
 * compile: a C file or LLVM IR; format is clang's option: "-c", "-S", "-E". Bitcode or IR goes to
 * out; what is preprocessed goes to standard output or d's output. Returns clang's status.
 */
int compile(const Driver *d, const char *file, const char *format, Buf *out);
bool is_source(const char *file);

/* contents: of an input as the linker wants it; C is compiled. false: clang has complained. */
bool contents(const Driver *d, const char *file, Buf *out);

/* ---- link.c ---- */

/* link_program: all inputs become an image. Mistakes are fatal. */
void link_program(const Driver *d);

/* ---- clang.c ---- */

void args_add(Args *a, const char *arg);
void args_free(Args *a);

/*
 * clang_run: a->v[0] is filled in. Standard output goes to out, or stays (NULL). Returns clang's
 * exit status; a missing clang is explained (fatal).
 */
int clang_run(Args *a, Buf *out, bool verbose);

/* ---- below.c ---- */

/*
 * below_overlay: a descriptor of the overlay that shows clang the files below a directory and the
 * headers of lib (NULL if there is none) alone. A directory that cannot be read, or with too many
 * files, is the user's mistake.
 */
int below_overlay(const char *dir, const char *lib);

/* ---- map.c ---- */

/* map_write: sections and symbols by address, for people; name "-" is standard output. */
void map_write(const Image *im, const char *name);

#endif
