/* inclusion.h - where pointers may lead: sets of objects, and inclusions between them. */
#ifndef CC_INCLUSION_H
#define CC_INCLUSION_H

#include "base/arena.h"
#include "base/base.h"
#include "base/bitset.h"

typedef struct Points Points;

/*
 * points_new: begin with n objects. The node for an object's content has the object's number;
 * points_node makes further nodes.
 */
Points *points_new(uint32_t nobjects);
void points_free(Points *p);
uint32_t points_node(Points *p);

void points_object(Points *p, uint32_t node, uint32_t object); /* a node may lead to the object */
void points_copy(Points *p, uint32_t to, uint32_t from);       /* to = from */
void points_load(Points *p, uint32_t to, uint32_t pointer);    /* to = *pointer */
void points_store(Points *p, uint32_t pointer, uint32_t from); /* *pointer = from */

/*
 * points_solve: make all sets complete. `reached` is called for each node that points_watch has
 * named, and each object that the node may lead to; it may add inclusions.
 */
typedef void PointsReached(void *to, uint32_t node, uint32_t object);
void points_watch(Points *p, uint32_t node);
void points_solve(Points *p, PointsReached *reached, void *to);

/* points_set: [nobjects] bits of what a node may lead to. */
const uint64_t *points_set(const Points *p, uint32_t node);

/* set_join: a |= b; returns whether that has changed a. */
bool set_join(uint64_t *a, const uint64_t *b, uint32_t words);

#endif
