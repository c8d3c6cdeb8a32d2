/*
 * kernel_tables.c - reads the kernel's tables in a node's memory, with the types from the kernel's
 * debugging information, so that a modified kernel is read correctly.
 *
 * The node's memory may contain garbage: addresses are checked, the length of lists is limited, and
 * a process must be at its own index of the table.
 */
#include "kernel_tables.h"
#include "kernel_ref.h"

/* ---- processes ---- */

/* waits_for_message: true if the process waits for a message, which is set in *row. */
static bool
waits_for_message(Ref lists, Addr process, StateRow *row)
{
	for (uint32_t kind = 0; ref_element(lists, kind).type; kind++)
		for (uint32_t i = 0; ref_element(ref_element(lists, kind), i).type; i++) {
			Ref w = ref_target(ref_element(ref_element(lists, kind), i));

			for (int n = 0; w.type && n < LONGEST_LIST;
				n++, w = ref_target(ref_member(w, "next"))) {
				if (ref_number(ref_member(w, "process")) != process)
					continue;
				row->state = ref_number(ref_member(w, "kind")) == 1
					? PROCESS_SENDING
					: PROCESS_RECEIVING;
				row->event = ref_number(ref_member(w, "event"));
				row->type = ref_number(ref_member(w, "type"));
				return true;
			}
		}
	return false;
}

/*
 * sends_message: set the row's state to PROCESS_SENDING if a message of the process waits for a
 * link.
 */
static void
sends_message(Ref links, Addr process, StateRow *row)
{
	for (uint32_t i = 0; i < NLINKS; i++)
		for (uint32_t class = 0; class < 2; class++) {
			Ref s = kernel_waiting_message(links, i, class);

			for (int n = 0; s.type && n < LONGEST_LIST;
				n++, s = ref_target(ref_member(s, "next"))) {
				if (ref_number(ref_member(s, "process")) != process
					|| ref_number(ref_member(s, "call")) == 0)
					continue;
				row->state = PROCESS_SENDING;
				row->event = ref_number(ref_member(ref_member(s, "h"), "event"));
				row->type = ref_number(ref_member(ref_member(s, "h"), "type"));
				return;
			}
		}
}

/*
 * list_processes: fill the rows with the kernel's processes and what they wait for; returns the
 * number of rows.
 */
static uint32_t
list_processes(const KernelDebug *k, const T800 *c, StateRow rows[MAX_STATE_ROWS])
{
	Ref table = kernel_variable(k, c, k ? &k->table : NULL);
	Ref lists, links;
	uint32_t n = 0;

	if (!table.type)
		return 0;
	lists = kernel_variable(k, c, &k->lists);
	links = kernel_variable(k, c, &k->links);
	for (uint32_t i = 0; i < MAX_STATE_ROWS && ref_element(table, i).type; i++) {
		Ref p = kernel_process(table, i);
		StateRow row = {.index = i,
			.pid = ref_number(ref_member(p, "pid")),
			.priority = ref_number(ref_member(p, "priority"))};

		if (!p.type)
			continue;
		row.event = -row.pid;
		if (!waits_for_message(lists, p.at, &row))
			sends_message(links, p.at, &row);
		if (ref_number(ref_member(p, "ending")))
			row.state = PROCESS_ENDING;
		else if (ref_number(ref_member(p, "arrested")))
			row.state = PROCESS_ARRESTED;
		kernel_process_name(p, row.name, sizeof row.name);
		rows[n++] = row;
	}
	return n;
}

/* ---- links ---- */

/* list_length: the number of elements of a kernel's list, at most LONGEST_LIST. */
static uint32_t
list_length(Ref first)
{
	uint32_t n = 0;

	for (; first.type && n < LONGEST_LIST; n++)
		first = ref_target(ref_member(first, "next"));
	return n;
}

/*
 * count_link_queues: count the messages and packets that wait for each link; false if they cannot
 * be read.
 */
static bool
count_link_queues(const KernelDebug *k, const T800 *c, uint32_t waiting[NLINKS])
{
	Ref links = kernel_variable(k, c, k ? &k->links : NULL);

	for (uint32_t i = 0; i < NLINKS; i++) {
		Ref through = ref_member(ref_element(links, i), "through");

		waiting[i] = 0;
		for (uint32_t class = 0; class < 2; class++) {
			waiting[i] += list_length(kernel_waiting_message(links, i, class));
			for (uint32_t from = 0; ref_element(ref_element(through, class), from).type;
				from++)
				waiting[i] += list_length(ref_target(ref_member(
					ref_element(ref_element(through, class), from), "front")));
		}
	}
	return links.type != NULL;
}

const KernelReader kernel_tables = {
	.open = kernel_text_open,
	.close = kernel_text_close,
	.processes = list_processes,
	.queues = count_link_queues,
	.threads = kernel_threads,
};
