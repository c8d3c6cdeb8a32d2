/*
 * mesh.c - finds the neighbours of nodes in rings and grids. Node 0 stands outside the mesh; it
 * gives the other nodes their data and takes their results.
 *
 * The nodes from 1 on are the mesh. In a ring, the neighbours of node n are the next node (side 0)
 * and the previous node (side 1). The number of columns of a grid is the degree of the .spf. The
 * nodes fill one row of the grid after the other; the neighbours of a node are the nodes above, to
 * the right, below and to the left (sides 0 to 3), as far as they exist. The SubTid of a message
 * between neighbours is the side on which it leaves the sender.
 */
#include "tasks.h"

enum { ABOVE, RIGHT, BELOW, LEFT }; /* sides of a node of a grid */

/*
 * ring_neighbour: the node at a side: 0 is the next one, 1 the previous one; NONE if it has none.
 */
static uint32_t
ring_neighbour(const Spec *s, uint32_t node, uint32_t side)
{
	uint32_t last = s->nnodes - 1;

	if (side > 1)
		return NONE;
	return side == 0 ? (node == last ? 1 : node + 1) : node == 1 ? last : node - 1;
}

/* grid_neighbour: the node at a side of the grid; NONE if it has none. */
static uint32_t
grid_neighbour(const Spec *s, uint32_t node, uint32_t side)
{
	uint32_t columns = s->degree, last = s->nnodes - 1, column = (node - 1) % columns;

	switch (side) {
	case ABOVE: return node > columns ? node - columns : NONE;
	case RIGHT: return column + 1 < columns && node < last ? node + 1 : NONE;
	case BELOW: return columns <= last - node ? node + columns : NONE;
	case LEFT: return column > 0 ? node - 1 : NONE;
	default: return NONE;
	}
}

uint32_t
mesh_neighbour(const Spec *s, uint32_t node, uint32_t side)
{
	return s->topology == RING ? ring_neighbour(s, node, side) : grid_neighbour(s, node, side);
}

void
mesh_derive(Arena *a, Spec *s)
{
	s->nneighbours = arena_alloc(a, s->nnodes, sizeof *s->nneighbours);
	if (s->nnodes < 3)
		fatal_at(s->file, 0, "a %s needs node 0 and at least two others", s->tree);
	for (uint32_t i = 1; i < s->nnodes; i++) {
		for (uint32_t side = 0; side < 4; side++)
			s->nneighbours[i] += mesh_neighbour(s, i, side) != NONE;
		s->field[i] = 3; /* a job's messages differ in their sides */
		s->allowed[i] = 0;
	}
}

bool
mesh_are_neighbours(const Spec *s, uint32_t from, uint32_t to)
{
	for (uint32_t side = 0; side < 4; side++)
		if (mesh_neighbour(s, from, side) == to)
			return true;
	return false;
}
