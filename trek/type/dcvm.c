/*
 * dcvm.c - an application with split and join.
 */
#include "trek/tree_node.h"

void (*const trek_split)(const void *task, uint32_t nbytes) = split_fn;
void (*const trek_join)(const Part *part, uint32_t nparts) = join_fn;
void (*const trek_compute)(void *unused) = compute_worker;
