/*
 * interp_watch.c - the interpreter compiled for watched nodes: it reports each access and each
 * marked instruction.
 */
#define WATCHED(t) true
#define interpret interpret_watched
#define GUARDED(t) unlikely((t)->node->code)
#define DRAM(t) unlikely(dram_present(&(t)->node->dram))
#include "interp.c"
