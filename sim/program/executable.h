/*
 * executable.h - programs for nodes, as the simulator uses them.
 *
 * The simulator knows no file format and no instruction's name. What reads executables is set by
 * main before the first command (cc/node/executable.c).
 */
#ifndef EXECUTABLE_H
#define EXECUTABLE_H

#include "base/machine.h"

struct Image; /* a linked program */

typedef struct Executables {
	/*
	 * directory: where the nodes' system software is; the caller frees it. NULL: it was not
	 * built
	 */
	char *(*directory)(void);
	/*
	 * read: from the bytes of an ELF file; what is none is the user's mistake (fatal), named by
	 * `name`
	 */
	struct Image *(*read)(const char *name, const uint8_t *data, size_t n);
	/* assemble: one source, linked for `base` */
	struct Image *(*assemble)(const char *name, const char *text, size_t n, Addr base);
	void (*free)(struct Image *im);
	Addr (*entry)(const struct Image *im);
	/* symbol: the address of a variable or function; false if there is none of that name */
	bool (*symbol)(const struct Image *im, const char *name, Addr *addr);
	/* flat: its initialised memory, relocated to `at` */
	Buf (*flat)(const struct Image *im, Addr at);
	/* boot: what a link boots it with */
	Buf (*boot)(const struct Image *im);
	/* plausible: does a boot file, which is complete, begin with code? */
	bool (*plausible)(const uint8_t *bytes);
	/*
	 * program: as the nodes' kernel loads it (border.h); what cannot be loaded is the user's
	 * mistake (fatal)
	 */
	Buf (*program)(const struct Image *im, const char *name);
	/*
	 * sources: the files that its debugging information names, some several times; they may be
	 * gone
	 */
	void (*sources)(const struct Image *im, void (*use)(void *to, const char *file), void *to);
} Executables;

extern const Executables *executables;

/* executable_is: do these bytes begin as an executable does? */
bool executable_is(const Buf *file);

#endif
