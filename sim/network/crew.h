/* crew.h - threads that do a task together, divided into shares. Private to this folder. */
#ifndef NETWORK_CREW_H
#define NETWORK_CREW_H

#include <stdint.h>

enum { CREW_MAX = 64 }; /* threads of a crew */

typedef struct Crew Crew;

/* One share of a task; it is done by one thread at a time. */
typedef void CrewWork(void *context, uint32_t share);

/* crew_processors: the number of the host's processors that this process may use. */
uint32_t crew_processors(void);

/*
 * crew_new: a crew for tasks of `size` shares: the calling thread and size - 1 others, fewer if the
 * host gives no more. size: 1 to CREW_MAX.
 */
Crew *crew_new(uint32_t size);
void crew_free(Crew *c);

/*
 * crew_do: do the shares whose bits are set, and return when all are done. The calling thread does
 * the shares that no other thread has begun; so the task is not delayed by a thread that the host
 * does not execute.
 */
void crew_do(Crew *c, uint64_t shares, CrewWork *work, void *context);

#endif
