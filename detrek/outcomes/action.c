/* action.c - actions, and which of them depend on each other. */
#include "outcomes.h"

#include "base/table.h"

uint64_t
action_route_hash(NodeId from, NodeId to, int32_t event, uint32_t type)
{
	return table_hash((uint32_t[]){from, to, event, from == to ? 0 : type}, 16) | 1;
}

bool
action_is_look(const Action *a)
{
	return a->kind == ACTION_RECEIVE || a->kind == ACTION_PROBE || a->kind == ACTION_MISS;
}

Action
action_make_miss(const Action *look)
{
	Action a = *look;

	a.kind = ACTION_MISS;
	a.probes = look->kind == ACTION_PROBE || look->probes;
	a.from = NOWHERE;
	a.object = action_route_hash(a.node, NOWHERE, a.event, a.asked);
	a.type = a.number = a.count = 0;
	a.unbuffered = false;
	return a;
}

Action
action_make_get(const Action *look, const Action *message)
{
	Action a = *look;

	if (look->kind == ACTION_MISS)
		a.kind = look->probes ? ACTION_PROBE : ACTION_RECEIVE;
	a.from = message->from;
	a.object = message->object;
	a.type = message->type;
	a.unbuffered = message->unbuffered;
	return a;
}

uint32_t
state_find_action(const State *s, uint32_t thread, uint64_t object)
{
	uint32_t i = 0;

	while (i < s->n && !action_is_by(&s->action[i], thread, object))
		i++;
	return i;
}

/*
 * are_high_together: true if the two actions may both be on one node that has threads of high
 * priority.
 */
static bool
are_high_together(const Action *a, const Action *b)
{
	for (int i = 0; i < 2; i++)
		if (a->high[i] != 0 && (a->high[i] == b->high[0] || a->high[i] == b->high[1]))
			return true;
	return false;
}

/*
 * is_sent_within_node: true if the message was sent on the node on which the action `miss` has
 * found no message.
 */
static bool
is_sent_within_node(const Action *miss, const Action *message)
{
	return (message->kind == ACTION_SEND || message->kind == ACTION_RECEIVE)
		&& action_is_local(message) && message->node == miss->node
		&& message->event == miss->event;
}

/*
 * is_overtaken: true if the receive, had it come after the send, would have got the buffered
 * message that is sent instead of its own.
 */
static bool
is_overtaken(const Action *received, const Action *sent)
{
	return received->unbuffered && !sent->unbuffered && action_gets(received, sent);
}

/*
 * messages_depend: true if two actions on messages of one route cannot be exchanged without another
 * result.
 */
static bool
messages_depend(const Action *a, const Action *b)
{
	if (a->kind == ACTION_SEND || b->kind == ACTION_SEND)
		return a->kind == b->kind || is_overtaken(a->kind == ACTION_SEND ? b : a,
			a->kind == ACTION_SEND ? a : b);
	return a->kind == ACTION_RECEIVE || b->kind == ACTION_RECEIVE;
}

bool
actions_depend(const Action *a, const Action *b)
{
	if (a->thread == b->thread || are_high_together(a, b))
		return true;
	if (a->kind == ACTION_MISS || b->kind == ACTION_MISS)
		return is_sent_within_node(a, b) || is_sent_within_node(b, a);
	if (a->object != b->object)
		return false;
	if (a->kind >= ACTION_SEND)
		return messages_depend(a, b);
	return !(a->kind == ACTION_GIVE && b->kind == ACTION_GIVE);
}

bool
action_gets(const Action *receive, const Action *message)
{
	uint32_t asked = receive->asked, type = message->type;

	if (receive->channel || message->channel)
		return receive->object == message->object;
	return receive->node == message->node && receive->event == message->event
		&& (asked == 0 || type == 0 || (asked & type));
}
