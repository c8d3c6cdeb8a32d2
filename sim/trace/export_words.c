/* export_words.c - nodes, hosts and times in the form that the formats of other tools need. */
#include "export.h"

#include <inttypes.h>

uint32_t
export_node_number(const Topology *t, uint32_t end)
{
	EndRef e = trace_end(t, end);

	switch (e.kind) {
	case END_NODE: return e.part;
	case END_HOST: return t->nnodes + e.part;
	default: return NOWHERE;
	}
}

const char *
export_node_name(const Topology *t, uint32_t node)
{
	return node < t->nnodes ? t->nodes[node].name : t->hosts[node - t->nnodes].name;
}

const char *
export_us_text(Time t, char text[EXPORT_US_TEXT])
{
	int n = snprintf(text, EXPORT_US_TEXT, "%" PRIu64 ".%06u", t / 1000000,
		(unsigned)(t % 1000000));

	while (text[n - 1] == '0')
		n--;
	text[text[n - 1] == '.' ? n - 1 : n] = '\0';
	return text;
}
