/*
 * fold.h - prints the lines about many nodes as few: nodes whose lines differ only in names, tasks
 * and addresses are one class.
 */
#ifndef FOLD_H
#define FOLD_H

#include "base/base.h"

typedef struct Fold Fold;

Fold *fold_new(void);
void fold_free(Fold *f);
/*
 * fold_add: the lines about a node; the fold takes over the text. same: the text that nodes of its
 * class have in common, from fold_same; the fold takes it over. NULL: fold_same of the text.
 */
void fold_add(Fold *f, const char *name, char *text, char *same);
/*
 * fold_same: the text without names of nodes, tasks, process ids and addresses; the caller's to
 * free. name: of the node that the text is about.
 */
char *fold_same(const char *text, const char *name);
/*
 * fold_print: print all nodes, or one of each class of nodes in the same place, small classes
 * first. option: the user's option that lists all nodes
 */
void fold_print(Fold *f, bool all, const char *option, FILE *out);

#endif
