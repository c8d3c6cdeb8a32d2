/* graph_model.h - operations of the models of processes that `trellis cc --graph` reads. */
#ifndef GRAPH_MODEL_H
#define GRAPH_MODEL_H

#include <stdint.h>

uint32_t getnnodes(void);
void __graph_send(uint32_t node, int32_t event, uint32_t type);
uint32_t __graph_receive(int32_t event, uint32_t type); /* returns the node that has sent */
uint32_t __graph_any(void); /* returns an unknown value */
void __graph_fill(void *p); /* may change all memory at p */

enum { TASK = 1, RESULT = 2 }; /* events of TrEK's processes */

/* ---- threads of a process ---- */

/* What an object in the process's memory is; a channel has one kind for each direction. */
enum { GRAPH_SEMAPHORE, GRAPH_CHANNEL, GRAPH_ANSWER };

void __graph_put(const volatile void *object, uint32_t kind);  /* a send to the object */
void __graph_take(const volatile void *object, uint32_t kind); /* a receive from the object */
/* __graph_start: start f(argument), with a copy of the data if copies; returns the thread */
void *__graph_start(void *f, void *argument, uint32_t copies);
void __graph_join(void *thread); /* a receive of the message that the thread has ended */
/* Places that the graph of a supported program does not reach. */
void __graph_count(void); /* refuse a semaphore with an unsupported count */
void __graph_recursive(void); /* refuse a recursive mutex */

#endif
