/*
 * interp_mark.c - the interpreter compiled to report marked instructions, but no accesses to
 * memory.
 */
#define MARKED(t) true
#define interpret interpret_marked
#include "interp.c"
