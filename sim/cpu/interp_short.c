/* interp_short.c - the interpreter compiled for nodes whose words have 16 bits. */
#define SHORT(t) ((void)(t), true)
#define interpret interpret_short
#include "interp.c"
