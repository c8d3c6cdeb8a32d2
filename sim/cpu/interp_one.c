/*
 * interp_one.c - the interpreter for a single instruction: it may end amid a stretch, where no time
 * is looked at.
 */
#define ONLY_ONE true
#define WATCHED(t) ((t)->node->watch)
#define interpret interpret_one
#include "interp.c"
