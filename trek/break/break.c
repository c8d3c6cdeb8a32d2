/*
 * break.c - breakpoints that span the nodes of a tree: passes values of local events up the tree,
 * and recognises events over several nodes (tree_break.h).
 *
 * All functions except tree_break_computed and tree_break_stepped run at high priority, so they are
 * not interrupted.
 */
#include "trek/tree_node.h"
#include <break.h>

static struct {
	const TreeNode *tables;
	uint32_t own;           /* own events that are true; written by the compute worker */
	uint32_t known, values; /* events of nodes below: those with a value; those that are true */
	uint32_t *below;        /* [children] events whose values each child has sent */
	uint32_t *lacks;        /* [children] tasks given to the child that have no result yet */
	int broken;             /* a breakpoint is being reported: nothing goes to the children */
	int quitting;           /* the children have been told to end */
	uint32_t nwaiting;      /* link processes that wait for the report's end */
	Places end;             /* these processes wait here */
} breaks;

/* words_new: allocate an array with a word for each child, and one more; all are 0. */
static uint32_t *
words_new(void)
{
	uint32_t n = node.tree.nchildren + 1, *words = kalloc(n * sizeof *words);

	if (!words)
		fail("no memory left for the values of --break");
	for (uint32_t i = 0; i < n; i++)
		words[i] = 0;
	return words;
}

void
tree_break_begin(void)
{
	breaks.tables = &__tree_node[node.tree.id];
	places_init(&breaks.end, 0);
	breaks.below = words_new();
	breaks.lacks = words_new();
	tree_break_computed();
}

void
tree_break_computed(void)
{
	if (breaks.tables->own)
		breaks.own = breaks.tables->evaluate();
}

/* ---- passing values ---- */

/*
 * carries_values: 1 if the passes of items of this kind carry values. In a pipeline, passes of
 * tasks carry the values of all stages.
 */
static int
carries_values(uint32_t kind)
{
	return kind == ITEM_RESULT || (kind == ITEM_TASK && node_relays());
}

void
tree_break_carry(uint32_t kind, uint32_t *values)
{
	if (!__tree_carries || !carries_values(kind))
		return;
	values[0] = breaks.known | breaks.tables->own;
	values[1] = breaks.values | breaks.own;
}

/* mark_fresh: mark the queries that depend on one of the events. */
static void
mark_fresh(uint32_t events)
{
	const TreeNode *n = breaks.tables;

	for (uint32_t i = 0; i < n->nqueries; i++)
		if ((n->query[i].below | n->query[i].own) & events)
			__tree_fresh[i] = 1;
}

/*
 * child_towards: the index of the child that is node `from`, or from which node `from` got a task.
 * A stage gets values from its parent (index nchildren), and node 0 of a pipeline from the last
 * stage.
 */
static uint32_t
child_towards(uint32_t from)
{
	for (uint32_t i = 0; i < node.tree.nchildren; i++)
		if (node.tree.child[i] == from)
			return i;
	return node.tree.id == 0 ? 0 : node.tree.nchildren;
}

void
tree_break_heard(uint32_t from, const uint32_t *values)
{
	if (values[0] == 0)
		return;
	breaks.below[child_towards(from)] |= values[0];
	breaks.known |= values[0];
	breaks.values = (breaks.values & ~values[0]) | values[1];
	mark_fresh(values[0]);
}

void
tree_break_given(uint32_t child, uint32_t n)
{
	breaks.lacks[child] += n;
}

void
tree_break_returned(uint32_t child, uint32_t n)
{
	breaks.lacks[child] -= n;
}

void
tree_break_idle(void)
{
	mark_fresh(breaks.tables->own);
}

/* ---- recognition ---- */

/*
 * have_children_returned: 1 if all children that send values of these events have returned all
 * their results.
 */
static int
have_children_returned(uint32_t events)
{
	for (uint32_t i = 0; i < node.tree.nchildren; i++)
		if (breaks.below[i] & events && breaks.lacks[i] != 0)
			return 0;
	return 1;
}

/* is_known_true: 1 if the query's event is known to hold now. */
static int
is_known_true(const TreeQuery *q, int idle)
{
	return (breaks.values & q->below) == q->below && (breaks.own & q->own) == q->own
		&& (!__tree_changes || ((idle || !q->own) && have_children_returned(q->below)));
}

/*
 * stop_at_breakpoint: stop the run as __break_mode says, because the query's event is true. Until
 * the breakpoint ends, the children get no items.
 */
static void
stop_at_breakpoint(uint32_t query)
{
	__break_hits++;
	if (__break_mode == BREAK_COUNT)
		return;
	breaks.broken = 1;
	__break_off(query);
	breaks.broken = 0;
	for (; breaks.nwaiting > 0; breaks.nwaiting--)
		places_release(&breaks.end);
}

void
tree_break_decide(int idle)
{
	const TreeNode *n = breaks.tables;

	for (uint32_t i = 0; i < n->nqueries; i++)
		if (__tree_fresh[i] && !breaks.quitting && is_known_true(&n->query[i], idle)) {
			__tree_fresh[i] = 0;
			stop_at_breakpoint(n->query[i].number);
		}
}

void
tree_break_pass(uint32_t kind)
{
	if (breaks.broken) {
		breaks.nwaiting++;
		places_acquire(&breaks.end);
	}
	breaks.quitting |= kind == ITEM_QUIT;
}

void
tree_break_stepped(void)
{
	tree_break_computed();
	tree_break_idle();
	tree_break_decide(1);
}
