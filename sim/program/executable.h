/*
 * executable.h - the simulator's interface to programs for nodes.
 *
 * The simulator knows neither file formats nor instruction names: who uses it passes the functions
 * that read executables (cc/node/node_executables.c).
 */
#ifndef EXECUTABLE_H
#define EXECUTABLE_H

#include "base/machine.h"

struct Image; /* a linked program */

typedef struct Executables {
	/*
	 * directory: the directory of the nodes' system software; the caller frees it. NULL if it
	 * was not built
	 */
	char *(*directory)(void);
	/*
	 * read: read the bytes of an ELF file; anything else is fatal, and the message names the
	 * file `name`
	 */
	struct Image *(*read)(const char *name, const uint8_t *data, size_t n);
	/* assemble: assemble one source and link it for address `base` */
	struct Image *(*assemble)(const char *name, const char *text, size_t n, Addr base);
	void (*free)(struct Image *im);
	Addr (*entry)(const struct Image *im);
	/* symbol: get the address of a variable or function; false if there is none of that name */
	bool (*symbol)(const struct Image *im, const char *name, Addr *addr);
	/* flat: the initialised memory image, relocated to `at` */
	Buf (*flat)(const struct Image *im, Addr at);
	/* boot: the bytes that boot the program over a link */
	Buf (*boot)(const struct Image *im);
	/* plausible: true if a complete boot file begins like code */
	bool (*plausible)(const uint8_t *bytes);
	/*
	 * program: an ELF file in the form that the nodes' kernel loads (border.h); any other file,
	 * and a program that cannot be loaded, is fatal
	 */
	Buf (*program)(const char *file);
	/*
	 * sources: call back for each source file named in the debugging information; a name may be
	 * repeated, and the file may no longer exist
	 */
	void (*sources)(const struct Image *im, void (*use)(void *to, const char *file), void *to);
} Executables;

/* executable_is: true if these bytes begin like an executable. */
bool executable_is(const Buf *file);
/* executable_file: the same of the file of that name. */
bool executable_file(const char *name);

#endif
