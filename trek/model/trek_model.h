/*
 * trek_model.h - what the models of TrEK's processes share. `trellis run --graph` defines
 * TREK_GIVES, TREK_ABOVE and TREK_SPLITS, which are used below, and TREK_DEGREE and TREK_STAGES,
 * the results of split_degree and stage_count.
 */
#ifndef TREK_MODEL_H
#define TREK_MODEL_H

#include <kernel.h>
#include "graph_model.h"

/* model_above: the node that gives each node its tasks; model_splits: 1 if the node splits tasks */
static const uint16_t model_above[] = {TREK_ABOVE};
static const uint8_t model_splits[] = {TREK_SPLITS};

/*
 * model_give: send a task, or a part, to one of the nodes that get tasks from node `from`.
 * TREK_GIVES lists these nodes for each node that gives tasks: FROM(node) OR(to) OR(to) ...
 * LAST(to)
 */
static inline void
model_give(uint32_t from)
{
#define FROM(n) case n:
#define OR(to) if (__graph_any()) { __graph_send(to, TASK, 0); return; }
#define LAST(to) __graph_send(to, TASK, 0); return;
	switch (from) {
	TREK_GIVES
	}
#undef FROM
#undef OR
#undef LAST
}

#endif
