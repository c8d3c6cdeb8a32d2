/* message_graph.h - the option --graph: writes the messages of an application as a graph. */
#ifndef MESSAGE_GRAPH_H
#define MESSAGE_GRAPH_H

#include "app.h"

/* run_graph: write the graph of the application's messages; the compiler replaces this process. */
_Noreturn void run_graph(App *a, const char *output);
/*
 * graph_make: write the graph of the application's messages; the compiler runs as a child process.
 */
void graph_make(App *a, const char *output);

#endif
