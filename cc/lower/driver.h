/*
 * driver.h - parts of the command trellis cc.
 */
#ifndef DRIVER_H
#define DRIVER_H

#include "cc/cc.h"

/* A list of arguments; v ends with NULL. The strings are others'. */
typedef struct Args {
	const char **v;
	size_t n;
} Args;

void args_add(Args *a, const char *arg);
void args_free(Args *a);

/*
 * clang_run: a->v[0] is filled in. Standard output goes to out, or stays (NULL). Returns clang's
 * exit status; a missing clang is explained (fatal).
 */
int clang_run(Args *a, Buf *out, bool verbose);

/* map_write: sections and symbols by address, for people; name "-" is standard output. */
void map_write(const Image *im, const char *name);

#endif
