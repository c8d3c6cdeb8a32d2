/*
 * editor.h - lines from a terminal: editing, history and completion, by libedit.
 */
#ifndef EDITOR_H
#define EDITOR_H

#include "base.h"

enum { EDITOR_LINE = 4096 };

typedef struct Editor Editor;

/*
 * editor_new: NULL: this build cannot, or the terminal. each tells of all names that could complete
 * the word that ends at the cursor: `line` up to there has n bytes, the word begins at `word`.
 */
typedef void EditorName(void *to, const char *name);
Editor *editor_new(void (*each)(void *of, const char *line, size_t n, size_t word, EditorName *use,
	void *to), void *of);
void editor_free(Editor *e); /* NULL: nothing happens */
/* editor_line: the next line; NULL at the end of input. Valid until the next call. */
const char *editor_line(Editor *e, const char *prompt);

#endif
