/* node_dir.h - finds the directory of the nodes' headers, libraries and system software. */
#ifndef NODE_DIR_H
#define NODE_DIR_H

#include "base/base.h"

/*
 * node_dir: the directory with the nodes' headers, libraries and system software supplied with this
 * program; the caller frees it. NULL if there is none.
 */
char *node_dir(void);
/* is_node_dir: true if the directory has the nodes' headers. */
bool is_node_dir(const char *dir);

#endif
