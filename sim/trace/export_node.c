/* export_node.c - nodes and hosts as the formats of other tools number and name them. */
#include "export.h"

uint32_t
export_node(const Topology *t, uint32_t end)
{
	EndRef e = trace_end(t, end);

	switch (e.kind) {
	case END_NODE: return e.part;
	case END_HOST:
	case END_CONTROL: return t->nnodes + e.part;
	default: return NOWHERE;
	}
}

const char *
export_name(const Topology *t, uint32_t node)
{
	return node < t->nnodes ? t->nodes[node].name : t->hosts[node - t->nnodes].name;
}
