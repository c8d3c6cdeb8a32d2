/*
 * interp_dram.c - the interpreter compiled for nodes whose external memory is dynamic: it computes
 * the time of each access.
 */
#define DRAM(t) true
#define interpret interpret_dram
#include "interp.c"
