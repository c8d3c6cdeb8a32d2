/* include.c - .include: inserts a file of assembly text. */
#include "assembly.h"

#include "base/files.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* path_beside: the path of a file in the same directory as `of`. */
static char *
path_beside(As *as, const char *of, const char *name)
{
	const char *slash = strrchr(of, '/');
	int dir = slash && *name != '/' ? slash + 1 - of : 0;
	char text[4096];

	snprintf(text, sizeof text, "%s%.*s%s",
		 dir || *name == '/' || strcmp(name, "-") ? "" : "./", dir, of, name);
	return arena_strndup(&as->arena, text, strlen(text));
}

/*
 * find_include: return the path of an included file, which is in the directory of the file `of`, or
 * in a directory of --include.
 */
static char *
find_include(As *as, const char *of, const char *name)
{
	char text[4096], *path = path_beside(as, of, name);

	if (access(path, R_OK) == 0 || *name == '/')
		return path;
	for (size_t i = 0; i < as->options.ninclude; i++) {
		snprintf(text, sizeof text, "%s/%s", as->options.include[i], name);
		if (access(text, R_OK) == 0)
			return arena_strndup(&as->arena, text, strlen(text));
	}
	return path;
}

void
parse_include(Parser *p, int unused)
{
	Parser inner = *p;
	const char *name;
	char *path;
	Buf text;

	(void)unused;
	if (!lex_string(p, &p->as->scratch)) {
		fail(p, "missing file name in quotes");
		return;
	}
	if (p->failed)
		return;
	if (p->as->options.alone) {
		fail(p,
			"assembly in C cannot include a file, as the C comes from below one "
			"directory (--below)");
		return;
	}
	if (p->depth == MAX_INCLUDES) {
		fail(p, "more than %d files include each other", MAX_INCLUDES);
		return;
	}
	buf_byte(&p->as->scratch, 0);
	name = (const char *)p->as->scratch.data;
	path = find_include(p->as, p->where.file, name);
	if (access(path, R_OK) != 0) {
		fail(p, "cannot include %s: %s; -I names other directories", path, strerror(errno));
		return;
	}
	text = file_read(path, MAX_TEXT);
	inner.depth++;
	parse_text(&inner, path, (char *)text.data, text.len);
	buf_free(&text);
	p->sect = inner.sect;
	p->first = p->sect->nfrags;
}
