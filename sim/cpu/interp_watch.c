/*
 * interp_watch.c - the interpreter once more, for nodes that are watched: each access is reported,
 * and each instruction looked up among those that are marked.
 */
#define WATCHED(t) true
#define interpret interpret_watched
#include "interp.c"
