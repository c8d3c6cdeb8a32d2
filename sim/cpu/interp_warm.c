/*
 * interp_warm.c - the interpreter compiled for nodes whose code is translated: it detects stores to
 * translated code, stops where code is hot, and can continue in the middle of a stretch that
 * translated code began.
 */
#define WARM true
#define GUARDED(t) true
#define interpret interpret_warm
#include "interp.c"
