/* graph_model.h - operations of the models of processes that `trellis cc --graph` reads. */
#ifndef GRAPH_MODEL_H
#define GRAPH_MODEL_H

#include <stdint.h>

uint32_t getnnodes(void);
void __graph_send(uint32_t node, int32_t event, uint32_t type);
uint32_t __graph_receive(int32_t event, uint32_t type); /* returns the sender */
uint32_t __graph_any(void); /* an unknown value */
void __graph_fill(void *p); /* changes memory at p */

enum { TASK = 1, RESULT = 2 }; /* events of TrEK's processes */

#endif
