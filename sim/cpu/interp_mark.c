/*
 * interp_mark.c - the interpreter once more, for nodes of which only marked instructions are
 * reported, not accesses.
 */
#define MARKED(t) true
#define interpret interpret_marked
#include "interp.c"
