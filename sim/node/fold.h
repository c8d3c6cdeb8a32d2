/*
 * fold.h - prints the lines about many nodes in a short form: nodes whose lines differ only in
 * names, tasks and addresses form a class.
 */
#ifndef FOLD_H
#define FOLD_H

#include "base/base.h"

typedef struct Fold Fold;

/* fold_new: make an empty fold. */
Fold *fold_new(void);
void fold_free(Fold *f);
/*
 * fold_add: add the lines about a node; the fold takes over the text. same: the text that the nodes
 * of a class have in common, from fold_same, which the fold also takes over; NULL: fold_same of the
 * text.
 */
void fold_add(Fold *f, const char *name, char *text, char *same);
/*
 * fold_same: the text without names of nodes, tasks, process ids and addresses; the caller frees
 * it. name: the name of the node that the text describes.
 */
char *fold_same(const char *text, const char *name);
/*
 * fold_print: print the lines of all nodes, or of one node of each class, small classes first.
 * option: the user's option that lists all nodes
 */
void fold_print(Fold *f, bool all, const char *option, FILE *out);

#endif
