/* editor.h - line editing, history and completion on a terminal, by libedit. */
#ifndef EDITOR_H
#define EDITOR_H

#include "base.h"

enum { EDITOR_LINE = 4096 }; /* bytes of the longest line */

typedef struct Editor Editor;

/* EditorName: use a name that could complete a word; `to` is passed through. */
typedef void EditorName(void *to, const char *name);
/*
 * editor_new: NULL if this build has no libedit, or the terminal cannot edit lines. `each` lists
 * the names that could complete the word that ends at the cursor: `line` has n bytes up to the
 * cursor, and the word begins at offset `word`.
 */
Editor *editor_new(void (*each)(void *of, const char *line, size_t n, size_t word, EditorName *use,
	void *to), void *of);
void editor_free(Editor *e); /* e may be NULL */
/* editor_line: read the next line; NULL at the end of input. Valid until the next call. */
const char *editor_line(Editor *e, const char *prompt);

#endif
