/*
 * state.c - the command state: prints the processes of nodes, as the nodes answer; and for each
 * thread its place in the source and what it waits for, read from outside. Nodes in the same place
 * form a class, and so do threads of a process.
 */
#include "shell.h"

#include "sim/node/fold.h"
#include "sim/node/node_words.h"

#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_SHOWN = 2, /* up to this many threads of a node in the same place are all listed */
};

/* The data from which the nodes' answers are printed. */
typedef struct StateData {
	Deadlock threads;
	ThreadNames *names; /* NULL: none are known */
	DeadlockChoice choice;
	bool all; /* list all threads and nodes, even if they are in the same place */
} StateData;

/*
 * store_answer: callback: keep a node's answer until all have arrived, because the table is
 * printed in the order of the set.
 */
static void
store_answer(Ask *a, uint32_t i, const Message *m, Time at)
{
	Buf *answers = a->context;

	(void)at;
	if (!a->answered[i] || answers[i].len == 0)
		buf_put(&answers[i], m->body.data, m->body.len);
}

/* ---- a node's lines ---- */

/* put_thread: append what a thread does or waits for, and its place in the source. */
static void
put_thread(const StateData *p, uint32_t i, Buf *out)
{
	const ThreadRow *row = &p->threads.row[i];
	ThreadNames *names = p->names;
	Buf place = {0};

	if (row->block != BLOCK_NONE && row->block != BLOCK_OTHER)
		deadlock_edge(&p->threads, i, &p->choice, out);
	else if (!thread_put_state(names, row, out))
		buf_printf(out, row->block == BLOCK_NONE ? "runs" : "waits");
	if (thread_put_place(names, row, &place))
		buf_printf(out, ", in %s", (char *)place.data);
	buf_byte(out, '\0');
	buf_free(&place);
}

/* A thread's line, and the part that it has in common with lines of other nodes. */
typedef struct ThreadLine {
	const ThreadRow *row;
	char *text, *same;
} ThreadLine;

/* compare_lines: for qsort: order lines by their texts, so that equal ones are together. */
static int
compare_lines(const void *a, const void *b)
{
	const ThreadLine *x = a, *y = b;
	int order = strcmp(x->same, y->same);

	if (order == 0)
		order = strcmp(x->text, y->text);
	return order ? order : (x->row->stack > y->row->stack) - (x->row->stack < y->row->stack);
}

/* find_lines: the lines about the threads of a process; the caller frees them. */
static ThreadLine *
find_lines(const StateData *p, const char *name, uint32_t node, int32_t pid, uint32_t *n)
{
	ThreadLine *line = NULL;

	*n = 0;
	for (uint32_t i = 0; i < p->threads.n; i++) {
		const ThreadRow *row = &p->threads.row[i];
		Buf b = {0};

		if (row->node != node || row->pid != pid)
			continue;
		put_thread(p, i, &b);
		line = xrealloc(line, (*n + 1) * sizeof *line);
		line[(*n)++] = (ThreadLine){row, (char *)b.data, fold_same((char *)b.data, name)};
	}
	return line;
}

/*
 * put_class: append the lines of n threads that are in the same place; unless `all`, one line for
 * all of them.
 */
static void
put_class(const ThreadLine *line, uint32_t n, bool all, Buf *out)
{
	uint32_t shown = all || n <= MAX_SHOWN ? n : 1;

	for (uint32_t i = 0; i < shown; i++) {
		buf_printf(out, "    ");
		if (!line[i].row->alone)
			buf_printf(out, "thread %08x: ", line[i].row->stack);
		buf_printf(out, "%s\n", line[i].text);
	}
	if (shown < n)
		buf_printf(out, "    and %u more threads in the same place; -a lists all\n",
			n - shown);
}

/*
 * put_threads: append the lines of a process's threads to `text`, and to `same` without what
 * differs between nodes. The kernels of two nodes may have the same threads in different order.
 */
static void
put_threads(const StateData *p, const char *name, uint32_t node, int32_t pid, Buf *text, Buf *same)
{
	uint32_t n;
	ThreadLine *line = find_lines(p, name, node, pid, &n);

	if (n > 0)
		qsort(line, n, sizeof *line, compare_lines);
	for (uint32_t first = 0, i = 0; i < n; i++) {
		buf_printf(same, "%s\n", line[i].same);
		if (i + 1 < n && strcmp(line[i].text, line[i + 1].text) == 0)
			continue;
		put_class(&line[first], i + 1 - first, p->all, text);
		first = i + 1;
	}
	for (uint32_t i = 0; i < n; i++) {
		free(line[i].text);
		free(line[i].same);
	}
	free(line);
}

/*
 * put_common_row: append a row without what may differ between nodes: its process id, and its
 * index, which is a part of the id.
 */
static void
put_common_row(StateRow row, Buf *out)
{
	if (row.event == -row.pid)
		row.event = 0;
	row.pid = row.index = 0;
	state_row_text(&row, out);
	buf_byte(out, '\n');
}

/* get_row: decode one row of a process's state from the bytes of a reply. */
static StateRow
get_row(const uint8_t *b)
{
	StateRow row = {
		.index = get32(b + offsetof(StateRow, index)),
		.pid = get32(b + offsetof(StateRow, pid)),
		.priority = get32(b + offsetof(StateRow, priority)),
		.state = get32(b + offsetof(StateRow, state)),
		.event = get32(b + offsetof(StateRow, event)),
		.type = get32(b + offsetof(StateRow, type)),
	};

	memcpy(row.name, b + offsetof(StateRow, name), sizeof row.name);
	return row;
}

/* add_node: add the node with its processes to the picture, folded with equal nodes. */
static void
add_node(const StateData *p, uint32_t node, const Buf *answer, Fold *fold)
{
	char *name = xasprintf("n%u", node);
	Buf text = {0}, same = {0};

	for (size_t at = sizeof(KenyadReply); at + sizeof(StateRow) <= answer->len;
		at += sizeof(StateRow)) {
		StateRow row = get_row(answer->data + at);

		buf_printf(&text, "%s ", name);
		state_row_text(&row, &text);
		buf_byte(&text, '\n');
		put_common_row(row, &same);
		put_threads(p, name, node, row.pid, &text, &same);
	}
	if (text.len > 0) {
		buf_byte(&text, '\0');
		buf_byte(&same, '\0');
		fold_add(fold, name, (char *)text.data, (char *)same.data);
	}
	free(name);
}

/* ---- nodes that do not answer ---- */

/* print_text: print a string stored by a node, up to its first unprintable character. */
static void
print_text(const T800 *c, Addr a)
{
	const uint8_t *p = a ? node_memory(c, a, 1) : NULL;

	for (int i = 0; p && *p >= ' ' && *p < 127 && i < sizeof ((HaltReport *)0)->text; i++) {
		putchar(*p);
		p = node_memory(c, ++a, 1);
	}
}

/*
 * print_post_mortem: for a node that does not answer, print why its processor stopped, and its
 * kernel's post-mortem record.
 */
static void
print_post_mortem(Shell *sh, uint32_t node)
{
	const T800 *c = sh->m.network->nodes[station_plan(sh->m.station)->place[node]];
	NodeWords words;

	if (c->stop > STOP_BOOT)
		printf("%s: its processor %s, at %08x, workspace %08x\n",
			STATION_NODE(sh->m.station, node), stop_text(c->stop), c->r.iptr,
			c->r.wptr);
	if (!node_words(c, &words) || words.panic == PANIC_NONE)
		return;
	printf("%s: ", STATION_NODE(sh->m.station, node));
	if (words.panic_pid == 0)
		printf("its kernel");
	else
		printf("process %u", words.panic_pid);
	printf(" left word: ");
	print_text(c, words.panic_text);
	printf(", workspace %08x\n", words.panic_wptr);
}

/* ---- all ---- */

/* print_answers: print the answers of the nodes of sh->set; frees the buffers. */
static void
print_answers(Shell *sh, Buf *answers, bool all)
{
	StateData p = {.names = shell_open_names(sh), .all = all};
	Fold *fold = fold_new();

	p.choice = stuck_choice(p.names);
	shell_add_threads(sh, &p.threads);
	puts("NODE INDEX PID KPRI KSTATE PROGRAM");
	for (uint32_t i = 0; i < sh->set.n; i++) {
		add_node(&p, sh->set.nodes[i], &answers[i], fold);
		buf_free(&answers[i]);
	}
	fold_print(fold, all, "-a", stdout);
	fold_free(fold);
	shell_print_cycle(sh, &p.threads, &p.choice);
	deadlock_free(&p.threads);
	thread_names_close(p.names);
}

void
shell_state(Shell *sh, int argc, char **argv)
{
	bool all = false;
	Buf *answers;

	while (shell_next_option(argc, argv, "+a") != -1)
		all = true;
	shell_check_count(argc, argv, 1, 1);
	shell_set_nodes(sh, argv[optind], true);
	answers = xcalloc(sh->set.n, sizeof *answers);
	shell_ask(sh, store_answer, answers);
	shell_ask_all(sh, (KenyadRequest){.action = KENYAD_STATE});
	ask_wait(&sh->ask);
	print_answers(sh, answers, all);
	free(answers);
	shell_list_silent(sh);
	for (uint32_t i = 0; i < sh->set.n; i++)
		if (!sh->ask.answered[i])
			print_post_mortem(sh, sh->set.nodes[i]);
	shell_ask_end(sh);
}
