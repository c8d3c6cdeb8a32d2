/*
 * occam.h - `trellis occam`: compiles, links and collects an occam program with INMOS's toolset
 * (D7205), whose tools run on simulated transputers, and makes the machine that the program needs.
 *
 * All files that a tool sees lie in the build directory: copies of the sources, the toolset's
 * libraries below libs/, and what the tools make. A file is made again if a file from which it is
 * made is newer.
 */
#ifndef OCCAM_H
#define OCCAM_H

#include "base/arena.h"
#include "base/base.h"

/* Names of files in the build directory, none twice; {0} is empty. The arena has the memory. */
typedef struct Names {
	const char **name;
	uint32_t n;
} Names;

/* The program that is made. */
typedef struct Occam {
	Arena arena;
	const char *toolset; /* the directory that has itools/ and libs/ */
	const char *sources; /* the directory of the sources */
	const char *build;
	Names compiler_options; /* of every compilation */
} Occam;

/*
 * What a unit is compiled and linked for: a chip or a class of chips, and what an Error does. The
 * toolset's options for both, "-t800" and "-h", and the linker's list of its libraries.
 */
typedef struct Target {
	const char *chip, *mode, *libraries;
} Target;

/* ---- source.c ---- */

/* What a source asks for by its directives, with the files that it includes. */
typedef struct Source {
	Names read; /* the source and what it includes; all are in the build directory */
	Names used; /* by #USE, with suffix */
	bool has_other; /* a string of the source names a chip other than T800, T801 or T805 */
} Source;

/*
 * occam_read: read NAME in the directory of the sources, and all files that it includes, and copy
 * them into the build directory. A missing file is the user's mistake.
 */
Source occam_read(Occam *o, const char *name);

/* occam_source_exists: true if file NAME is in the directory of the sources. */
bool occam_source_exists(Occam *o, const char *name);
/*
 * occam_source_copy: copy NAME from the directory of the sources into the build directory, unless
 * the same file is there.
 */
void occam_source_copy(Occam *o, const char *name);

/* ---- directory.c ---- */

#define OPTIONS_FILE "options"

/*
 * occam_begin_build: make the build directory with the toolset's libraries, and write the chip
 * (NULL: the program determines it) and the compiler's options to its file OPTIONS_FILE. Files made
 * before a change of this file are made again. A directory with files that was not made for this
 * is refused.
 */
void occam_begin_build(Occam *o, const char *chip);

/*
 * occam_write: write a file of the build directory, unless it has this text already; returns
 * whether it was written.
 */
bool occam_write(Occam *o, const char *name, const Buf *text);

/* ---- build.c ---- */

/* occam_add_name: add a name unless the list has it; returns true if it is new. */
bool occam_add_name(Occam *o, Names *names, const char *name);
/* occam_text: print a formatted text into the arena. */
const char *occam_text(Occam *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* occam_add_words: append the words up to NULL, repeated ones too. */
void occam_add_words(Occam *o, Names *words, const char *word, ...);
/* occam_with_suffix: the file's name with another suffix: "x.tco" with ".occ" is "x.occ". */
const char *occam_with_suffix(Occam *o, const char *name, const char *suffix);

/*
 * occam_make: make what FILE.occ or FILE.pgm needs, FILE.btl at last, and for a FILE.pgm the map of
 * its network, FILE.map. A tool's mistakes are printed as the tool prints them; then fatal.
 */
void occam_make(Occam *o, const char *file, const char *chip);

/* ---- symbols_build.c ---- */

/*
 * occam_make_symbols: make an ELF file with lines and variables of each linked unit in the text of
 * a map, at each address where it lies. Returns the names of the files in the build directory.
 */
Names occam_make_symbols(Occam *o, const char *map);

/*
 * occam_run: run a command of trellis with these arguments; what it prints on standard output goes
 * to standard error, and what it prints there is shown only if it fails. Returns 0 if it succeeds.
 */
int occam_run(Occam *o, const char *command, const Names *arguments);

/* ---- map.c ---- */

/* Where the code of a linked unit lies in the memory of one or more processors. */
typedef struct CodePlace {
	const char *unit, *chip; /* the unit's file; the processors' chip */
	uint32_t base; /* address of the unit's code */
} CodePlace;

/* occam_code_places: the places of code that a map names, each once; *n: their number. */
CodePlace *occam_code_places(Occam *o, const char *map, uint32_t *n);

/*
 * occam_topology: the network that icollect describes in the text of a map (option -p), as a
 * topology of this name. The caller frees it. Any other text is fatal; the message names `file`.
 */
Buf occam_topology(const char *text, const char *name, const char *file);

#endif
