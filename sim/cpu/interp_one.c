/*
 * interp_one.c - the interpreter compiled to execute a single instruction; it may end inside a
 * stretch, where the clock is not checked.
 */
#define ONLY_ONE true
#define WATCHED(t) ((t)->node->watch)
#define interpret interpret_one
#define GUARDED(t) unlikely((t)->node->code)
#define DRAM(t) unlikely(dram_present(&(t)->node->dram))
#define SHORT(t) unlikely(is_16bit((t)->node->chip))
#include "interp.c"
