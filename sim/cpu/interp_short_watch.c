/*
 * interp_short_watch.c - the interpreter compiled for watched nodes whose words have 16 bits: it
 * reports each access and each marked instruction.
 */
#define SHORT(t) ((void)(t), true)
#define WATCHED(t) true
#define interpret interpret_short_watched
#include "interp.c"
