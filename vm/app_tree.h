/* app_tree.h - the trees in which the nodes of an application are arranged. */
#ifndef APP_TREE_H
#define APP_TREE_H

#include "base/arena.h"
#include "base/base.h"
#include "trek/trek_setup.h"

/*
 * tree_parent: the parent of a node other than 0 in a chain, binary or ternary tree (trek/tree.c).
 */
uint32_t tree_parent(TreeShape tree, uint32_t node);
/*
 * tree_read: read the parents of a tree of n nodes, from lines `node parent`; mistakes are fatal.
 * The caller frees them.
 */
uint32_t *tree_read(const char *file, uint32_t n);
/* tree_parse: tree_read from a text; file is for messages. The result is in the arena. */
uint32_t *tree_parse(Arena *a, const char *file, const char *text, size_t nbytes, uint32_t n);

#endif
