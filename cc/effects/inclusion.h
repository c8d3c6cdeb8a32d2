/* inclusion.h - where pointers may lead: sets of objects, and inclusions between them. */
#ifndef CC_INCLUSION_H
#define CC_INCLUSION_H

#include "base/arena.h"
#include "base/base.h"
#include "base/bitset.h"

/*
 * Nodes, each with a set of the objects that it may lead to. A node is a value of the program, or
 * the content of an object.
 */
typedef struct Points Points;

/*
 * points_new: begin with n objects. The node for an object's content has the object's number;
 * points_add_node makes further nodes.
 */
Points *points_new(uint32_t nobjects);
void points_free(Points *p);
/* points_add_node: make a node; returns its number. */
uint32_t points_add_node(Points *p);

/* points_add_object: note that a node may lead to the object. */
void points_add_object(Points *p, uint32_t node, uint32_t object);
/* points_copy: note the assignment to = from, of two nodes. */
void points_copy(Points *p, uint32_t to, uint32_t from);
/* points_load: note the assignment to = *pointer. */
void points_load(Points *p, uint32_t to, uint32_t pointer);
/* points_store: note the assignment *pointer = from. */
void points_store(Points *p, uint32_t pointer, uint32_t from);

/* PointsReached: note that a node may lead to an object. */
typedef void PointsReached(void *to, uint32_t node, uint32_t object);
/* points_watch: let points_solve report what a node may lead to. */
void points_watch(Points *p, uint32_t node);
/*
 * points_solve: make all sets complete. `reached` is called for each node that points_watch has
 * named, and each object that the node may lead to; it may add inclusions.
 */
void points_solve(Points *p, PointsReached *reached, void *to);

/* points_set: [nobjects] bits of what a node may lead to. */
const uint64_t *points_set(const Points *p, uint32_t node);

/* set_join: add the members of b to a; returns whether that has changed a. */
bool set_join(uint64_t *a, const uint64_t *b, uint32_t words);

#endif
