/*
 * interp_first.c - the interpreter compiled to report marked instructions, and the first write of
 * each word in an interval (watcher_first).
 */
#define MARKED(t) true
#define STORE_WATCHED(t, offset) note_first_write(t, offset)
#define interpret interpret_first
#include "interp.c"
