/* memory.c - memory allocation that exits on failure. */
#include "base.h"
#include "exhausted.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

void
memory_exhausted(const char *what)
{
	struct rlimit limit;

	fprintf(stderr, "trellis: out of memory%s%s: ", what ? " for " : "", what ? what : "");
	if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
		fprintf(stderr, "this process may have %llu KB of address space; raise that limit "
			"(ulimit -v)\n", (unsigned long long)limit.rlim_cur / 1024);
	else
		fputs("the host has no more; simulate fewer nodes, or less memory on each (mem= of "
			"the topology)\n", stderr);
	exit(EXIT_INPUT);
}

/* check_memory: return p; if p is NULL, memory is exhausted, which ends the program. */
static void *
check_memory(void *p)
{
	if (!p)
		memory_exhausted(NULL);
	return p;
}

void *
xmalloc(size_t n)
{
	return check_memory(malloc(n ? n : 1));
}

void *
xcalloc(size_t n, size_t size)
{
	return check_memory(calloc(n ? n : 1, size ? size : 1));
}

void *
xrealloc(void *p, size_t n)
{
	return check_memory(realloc(p, n ? n : 1));
}

void *
xaligned(size_t n)
{
	return check_memory(aligned_alloc(CACHE_LINE, (n / CACHE_LINE + 1) * CACHE_LINE));
}

char *
xstrdup(const char *s)
{
	return check_memory(strdup(s));
}

char *
xstrndup(const char *s, size_t n)
{
	return check_memory(strndup(s, n));
}

char *
xasprintf(const char *fmt, ...)
{
	va_list ap;
	int n;
	char *s;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	s = xmalloc(n + 1);
	va_start(ap, fmt);
	vsnprintf(s, n + 1, fmt, ap);
	va_end(ap);
	return s;
}
