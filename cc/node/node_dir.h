/*
 * node_dir.h - where the nodes' headers, libraries and system software are.
 */
#ifndef NODE_DIR_H
#define NODE_DIR_H

#include "base/base.h"

/*
 * node_dir: the directory with the nodes' headers, libraries and system software that came with
 * this program; the caller frees it. NULL if there is none.
 */
char *node_dir(void);
bool is_node_dir(const char *dir);

#endif
