/*
 * pipeline.c - an application whose items pass all nodes, one after the other.
 */
#include "trek/tree_node.h"

void (*const trek_split)(const void *task, uint32_t nbytes);
void (*const trek_join)(const Part *part, uint32_t nparts);
void (*const trek_compute)(void *unused) = compute_worker;
