/*
 * ends.c - what the host has recorded at a run's end: nodes that stopped outside of user functions,
 * and links that lost data.
 */
#include "tasks.h"

bool
trek_is_broken(const TrekCauses *c)
{
	return c->nstopped > 0 || c->nlost > 0;
}

/* is_node_lost: true if the link between a node and its parent lost data. */
static bool
is_node_lost(const Spec *s, const TrekCauses *c, uint32_t node)
{
	for (uint32_t i = 0; i < c->nlost; i++) {
		const TrekLink *k = &c->lost_link[i];

		if ((k->node == node && k->peer == s->parent[node])
			|| (k->peer == node && k->node == s->parent[node]))
			return true;
	}
	return false;
}

/* has_stopped: true if the node is among those that stopped. */
static bool
has_stopped(const TrekCauses *c, uint32_t node)
{
	for (uint32_t i = 0; i < c->nstopped; i++)
		if (c->stopped[i] == node)
			return true;
	return false;
}

bool
trek_is_cut_off(const Spec *s, const TrekCauses *c, uint32_t node)
{
	for (; node != 0; node = s->parent[node])
		if (is_node_lost(s, c, node) || has_stopped(c, s->parent[node]))
			return true;
	return false;
}

/* is_same_link: true if both are the same link, seen from any of its ends. */
static bool
is_same_link(const TrekLink *a, const TrekLink *b)
{
	return (a->node == b->node && a->link == b->link)
		|| (a->node == b->peer && a->link == b->peer_link && a->peer == b->node
			&& a->peer_link == b->link);
}

void
trek_add_lost_link(Arena *a, TrekCauses *c, uint32_t *cap, TrekLink k)
{
	uint32_t i = 0;

	while (i < c->nlost && !is_same_link(&c->lost_link[i], &k))
		i++;
	if (i < c->nlost && c->lost_link[i].since <= k.since)
		return;
	if (i == c->nlost) {
		c->lost_link = arena_grow(a, c->lost_link, c->nlost, cap, sizeof *c->lost_link);
		c->nlost++;
	}
	for (; i > 0 && c->lost_link[i - 1].since > k.since; i--)
		c->lost_link[i] = c->lost_link[i - 1];
	c->lost_link[i] = k;
}

/* put_end: append a link's end as NODE.LINK, or "the host". */
static void
put_end(Buf *b, uint32_t node, uint32_t link)
{
	if (node == NODE_HOST)
		buf_printf(b, "the host");
	else
		buf_printf(b, "%u.%u", node, link);
}

void
trek_put_ends(Buf *b, const TrekCauses *c)
{
	for (uint32_t i = 0; i < c->nlost; i++) {
		const TrekLink *k = &c->lost_link[i];

		buf_printf(b, "Link %u.%u to ", k->node, k->link);
		put_end(b, k->peer, k->peer_link);
		buf_printf(b,
			" silent since %llu us: a byte from node %u did not arrive, and both ends "
			"run: no process is "
			"to blame\n",
			(unsigned long long)k->since, k->node);
	}
	for (uint32_t i = 0; i < c->nstopped; i++) {
		buf_printf(b, "Node %u stopped in no function of the application", c->stopped[i]);
		if (c->last_function[i].line > 0)
			buf_printf(b, "; the last one there was %s, task %u",
				c->last_function[i].process->name, c->last_function[i].task);
		buf_printf(b, "\n");
	}
}

json_t *
trek_stopped_json(const TrekCauses *c)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < c->nstopped; i++)
		json_array_append_new(list, json_integer(c->stopped[i]));
	return list;
}

json_t *
trek_lost_json(const TrekCauses *c)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < c->nlost; i++) {
		const TrekLink *k = &c->lost_link[i];

		json_array_append_new(list,
			json_pack("{si si si si sI}", "node", (int)k->node, "link", (int)k->link,
				"peer", (int)k->peer, "peer_link", (int)k->peer_link, "since",
				(json_int_t)k->since));
	}
	return list;
}
