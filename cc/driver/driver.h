/* driver.h - shared by the files of the command `trellis cc`. */
#ifndef DRIVER_H
#define DRIVER_H

#include "cc/lower/program/lower_program.h"
#include "cc/image/image.h"
#include "cc/lower/module/module.h"

typedef enum Stage {
	STAGE_LINK, /* no option: link a program */
	STAGE_PREPROCESS, /* -E */
	STAGE_ASSEMBLY, /* -S */
	STAGE_OBJECT, /* -c */
} Stage;

/* A list of arguments; v ends with NULL. The strings are borrowed. */
typedef struct Args {
	const char **v;
	size_t n;
} Args;

/* The command line, except options that only clang uses. */
typedef struct Driver {
	Stage stage;
	const char *output, *map, *lib, *boot, *type, *base; /* options; NULL: not given */
	const char *graph; /* number of the nodes for whose network the graph is wanted; or NULL */
	/*
	 * the only directory besides the library from which C files may be read; NULL: any
	 * directory
	 */
	const char *below;
	/* --log: the log that the program writes; NULL: none */
	const char *log;
	bool loops; /* loops are e-blocks, too */
	uint32_t log_share, smallest; /* --log-share (per cent), --eblock-min; see LogOptions */
	uint32_t largest; /* longer functions are cut into e-blocks; 0: no function is cut */
	char level; /* the character after -O */
	bool ir, verbose, keep, nostdlib, check, noverify, kernel; /* keep: --no-gc */
	bool syntax; /* only check the C; `stage` is then STAGE_PREPROCESS */
	bool whole; /* make one module of all files (link_whole_program), for analyses */
	uint32_t stack, heap; /* bytes */
	const char *entry; /* the function at which the program begins */
	Args flags;  /* for clang */
	Args inputs; /* -l libraries keep the prefix -l */
	Args dirs;   /* of -L */
	/*
	 * owned: the library directory supplied with this program; NULL if it was not searched for
	 */
	char *found;
} Driver;

/* ---- options.c ---- */

/* options_parse: fill in d; false if --help was given and printed. A mistake is fatal. */
bool options_parse(Driver *d, int argc, char **argv);
void options_free(Driver *d);
/* program_options: the options of the linker that the command line gives. */
ProgramOptions program_options(const Driver *d);

/* ---- compile.c ---- */

/*
 * driver_compile: compile a C file or LLVM IR; format is clang's option: "-c", "-S", "-E" or
 * "-fsyntax-only". Bitcode or IR goes to out; preprocessed text goes to standard output or d's
 * output file. Returns clang's exit status.
 */
int driver_compile(const Driver *d, const char *file, const char *format, Buf *out);
/* output_name: d's output; without one, x.c becomes x.o, in the current directory. */
char *output_name(const Driver *d, const char *file, const char *suffix);
/* is_source: true if the suffix of the name stands for C, preprocessed C or LLVM IR. */
bool is_source(const char *file);

/*
 * driver_read_input: read an input for the linker, after compiling it if it is C. false if clang
 * has reported errors.
 */
bool driver_read_input(const Driver *d, const char *file, Buf *out);

/* ---- twice.c ---- */

/* twice_is_needed: true if bitcode calls a function, such as setjmp, that may return twice. */
bool twice_is_needed(const Buf *bitcode);
/*
 * twice_hide: in functions that call a function such as setjmp, hide from LLVM's passes that
 * pointers come from malloc and the like. Call it before the passes, on the whole module.
 */
void twice_hide(LLVMModuleRef ir);

/* ---- link.c ---- */

/* link_program: link all inputs to an image. Mistakes are fatal. */
void link_program(const Driver *d);

/* find_archive: the file of -lNAME; a missing one is fatal. The caller frees the path. */
char *find_archive(const Driver *d, const char *name);

/* ---- whole.c ---- */

/*
 * link_whole_program: link all inputs, and what they need of the libraries, into one module m.
 * `own` gets the functions and variables that the user's files define; `files`, if it is not NULL,
 * gets a copy of the module without the libraries. Mistakes are fatal.
 */
void link_whole_program(
	const Driver *d, LLVMContextRef context, Module *m, Map *own, LLVMModuleRef *files);
/*
 * is_unlogged: with --log, true for a compiled file or a library, such as TrEK: it is linked, but
 * the analysis takes it for unknown code.
 */
bool is_unlogged(const Driver *d, const char *name);

/* ---- logged.c ---- */

/* bitcode_of: a module's bitcode. */
Buf bitcode_of(LLVMModuleRef ir);

/* logged_program: the bitcode of the program of all C files, which writes a log. */
Buf logged_program(const Driver *d);
/*
 * logged_put_hash: put the program's hash into a linked program; its logs identify the program by
 * this hash.
 */
void logged_put_hash(Image *im);

/* ---- graph.c ---- */

/* write_graph: write the graph of the programs' messages. Mistakes are fatal. */
void write_graph(const Driver *d);

/* ---- clang.c ---- */

/* args_add: append an argument, which is borrowed. */
void args_add(Args *a, const char *arg);
void args_free(Args *a);

/*
 * clang_run: run clang; this sets a->v[0]. Its standard output goes to out or, if NULL, to ours.
 * Returns clang's exit status; a missing clang is fatal.
 */
int clang_run(Args *a, Buf *out, bool verbose);

/* ---- below.c ---- */

/*
 * below_overlay: a descriptor of an overlay in which clang finds only the files below a directory
 * and the headers of lib (NULL for none). An unreadable directory, or one with too many files, is
 * fatal.
 */
int below_overlay(const char *dir, const char *lib);

/* ---- map.c ---- */

/* map_write: list sections and symbols by address; name "-" is standard output. */
void map_write(const Image *im, const char *name);

#endif
