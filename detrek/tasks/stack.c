/*
 * stack.c - sorts all events with causes first, by an algorithm with a stack of nodes.
 *
 * The events of one node are taken until the node's next event is a receive of a message that has
 * not been sent yet. Each send moves the destination to the top of a stack of nodes, and the top
 * node is taken next. A node that stops without having sent anything is removed from the stack, and
 * returns when the message it waits for is sent. A receive whose send is not in the trace does not
 * wait. At first all nodes are on the stack, with node 0 on top. Every step takes an event or
 * shortens the stack, so the time is linear.
 */
#include "tasks.h"

/*
 * insert_node: put the node into the stack, above node `below`. The stack is a linked list; entry
 * nnodes stands for its two ends.
 */
static void
insert_node(Stack *s, uint32_t node, uint32_t below)
{
	s->below[node] = below;
	s->above[node] = s->above[below];
	s->below[s->above[below]] = node;
	s->above[below] = node;
}

/* drop_node: take the node out of the stack. */
static void
drop_node(Stack *s, uint32_t node)
{
	s->above[s->below[node]] = s->above[node];
	s->below[s->above[node]] = s->below[node];
	s->below[node] = s->above[node] = node;
}

/* top_node: the node on top of the stack. */
static uint32_t
top_node(const Stack *s)
{
	return s->below[s->trace->spec->nnodes];
}

Stack
stack_start(const TvmTrace *t)
{
	uint32_t n = t->spec->nnodes;
	Stack s = {
		.trace = t,
		.cursor = arena_alloc(t->arena, n, sizeof *s.cursor),
		.below = arena_alloc(t->arena, (size_t)n + 1, sizeof *s.below),
		.above = arena_alloc(t->arena, (size_t)n + 1, sizeof *s.above),
		.running = NONE,
	};

	s.below[n] = s.above[n] = n;
	for (uint32_t i = n; i-- > 0;) {
		s.cursor[i] = t->node_start[i];
		insert_node(&s, i, top_node(&s));
	}
	return s;
}

/* next_event: the node's next event; NONE if it has none left. */
static uint32_t
next_event(const Stack *s, uint32_t node)
{
	return s->cursor[node] < s->trace->node_start[node + 1] ? s->cursor[node] : NONE;
}

/* event_waits: true if the event is a receive whose message has not been sent yet. */
static bool
event_waits(const Stack *s, const TvmEvent *e)
{
	return tvm_is_recv(e) && e->partner != NO_PARTNER && s->cursor[e->peer] <= e->partner;
}

/*
 * check_all_taken: end the program with a message if nodes are left that wait for each other. The
 * message names the waiting node whose event comes first in the file.
 */
static void
check_all_taken(const Stack *s)
{
	const TvmTrace *t = s->trace;
	const TvmEvent *first = NULL;

	for (uint32_t i = 0; i < t->spec->nnodes; i++) {
		const TvmEvent *e = next_event(s, i) == NONE ? NULL : &t->event[next_event(s, i)];

		if (e && (!first || e->line < first->line))
			first = e;
	}
	if (first)
		fatal_at(t->file, first->line,
			"node %u receives this from node %u before it can have "
			"been sent (line %u): the lines of a node are not in the order of its "
			"events",
			first->node, first->peer, t->event[first->partner].line);
}

uint32_t
stack_next(Stack *s)
{
	for (;;) {
		uint32_t node = s->running, event;

		if (node == NONE)
			node = s->running = top_node(s);
		if (node == s->trace->spec->nnodes) {
			check_all_taken(s);
			return NONE;
		}
		event = next_event(s, node);
		if (event != NONE && !event_waits(s, &s->trace->event[event])) {
			const TvmEvent *e = &s->trace->event[event];

			s->cursor[node]++;
			if (!tvm_is_recv(e)) {
				drop_node(s, e->peer);
				insert_node(s, e->peer, top_node(s));
			}
			return event;
		}
		if (top_node(s) == node)
			drop_node(s, node);
		s->running = NONE;
	}
}

void
stack_order(TvmTrace *t)
{
	uint32_t *at = arena_alloc(t->arena, t->ntasks, sizeof *at);
	Stack s = stack_start(t);

	for (uint32_t i = 0; i < t->ntasks; i++)
		at[i] = t->task_start[i];
	for (uint32_t event; (event = stack_next(&s)) != NONE;)
		t->bytask[at[t->event[event].task]++] = event;
}
