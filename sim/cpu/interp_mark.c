/*
 * interp_mark.c - the interpreter once more, for nodes whose marked instructions are reported, but
 * not their accesses.
 */
#define MARKED(t) true
#define interpret interpret_marked
#include "interp.c"
