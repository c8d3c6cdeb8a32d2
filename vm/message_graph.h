/* message_graph.h - --graph: the messages of an application as a graph. */
#ifndef MESSAGE_GRAPH_H
#define MESSAGE_GRAPH_H

#include "vm.h"

/* run_graph: write the graph of the application's messages; the compiler replaces this process. */
_Noreturn void run_graph(const Vms *v, const char *output);
/* graph_make: write the same graph of a PFVM; the compiler runs as a process of its own. */
void graph_make(const Vms *v, const char *output);

#endif
