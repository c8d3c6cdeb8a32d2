/*
 * html.c - the page: text is written as text; the script (script/) makes the drawings, from the
 * data that the page contains as JSON. Nothing is loaded from elsewhere.
 */
#include "page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The page's style and script. */
extern const char page_style[], page_style_end[], page_script[], page_script_end[];
__asm__(".section .rodata\n"
	"page_style: .incbin \"detrek/page.css\"\n"
	".incbin \"detrek/report/page.css\"\n"
	"page_style_end: .byte 0\n"
	"page_script: .incbin \"detrek/report/script/data.js\"\n"
	".incbin \"detrek/report/script/diagram.js\"\n"
	".incbin \"detrek/report/script/messages.js\"\n"
	".incbin \"detrek/report/script/chart.js\"\n"
	".incbin \"detrek/report/script/graph.js\"\n"
	".incbin \"detrek/report/script/user.js\"\n"
	"page_script_end: .byte 0\n"
	".previous\n");

/* begin_section: begin a section of the page with an id and a title. */
static void
begin_section(Buf *b, const char *id, const char *title)
{
	buf_printf(b, "<section id=\"%s\" aria-labelledby=\"%s-title\">\n"
		"<h2 id=\"%s-title\">%s</h2>\n", id, id, id, title);
}

/* end_section: end a section of the page. */
static void
end_section(Buf *b)
{
	buf_printf(b, "</section>\n");
}

void
page_words(Buf *b, const char *title, const PageWord *words)
{
	buf_printf(b, "<details class=\"words\">\n<summary>%s</summary>\n<dl>\n", title);
	for (; words->word; words++)
		buf_printf(b, "<dt>%s</dt><dd>%s</dd>\n", words->word, words->meaning);
	buf_printf(b, "</dl>\n</details>\n");
}

void
page_table_begin(Buf *b, const char *label)
{
	buf_printf(b, "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n"
		"<table class=\"rows\">\n", label);
}

void
page_table_end(Buf *b)
{
	buf_printf(b, "</table>\n</div>\n");
}

/* ---- summary ---- */

static void
put_fact(Buf *b, const char *name, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* put_fact: append a row with a name and a formatted text. */
static void
put_fact(Buf *b, const char *name, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	buf_printf(b, "<tr><th scope=\"row\">%s</th><td>", name);
	markup_text(b, text);
	buf_printf(b, "</td></tr>\n");
}

/* put_machine_facts: append the row with the numbers of nodes and crossbars. */
static void
put_machine_facts(Buf *b, const PageRun *r)
{
	const Topology *t = r->trace.topology;

	put_fact(b, "machine", "%u nodes, %u crossbars", t->nnodes, t->nswitches);
}

/* put_trek_facts: append the rows of facts about the application of TrEK. */
static void
put_trek_facts(Buf *b, const PageRun *r)
{
	const TrekResult *k = &r->trek;
	const Spec *s = k->trace->spec;

	put_fact(b, "virtual machine", "%s on %u nodes, %s", s->machine->name, s->nnodes, s->tree);
	put_fact(b, "tasks", "%u, of which %u were seen and %u complete", s->ntasks, k->nseen,
		k->ncomplete);
	put_fact(b, "verdict", "%s", trek_verdict(k));
}

/* put_summary: append the table of facts about the run. */
static void
put_summary(Buf *b, const PageRun *r)
{
	begin_section(b, "summary", "The run");
	buf_printf(b, "<table>\n");
	if (r->run) {
		put_fact(b, "application", "%s", page_string(r->run, "application"));
		put_fact(b, "result", "the application %s",
			page_end_text(page_string(r->run, "result")));
		put_fact(b, "simulated time", "%.6f s", page_number(r->run, "time"));
		put_fact(b, "instructions", "%.0f", page_number(r->run, "instructions"));
		put_fact(b, "fingerprint", "%s", page_string(r->run, "fingerprint"));
	}
	if (r->traced)
		put_machine_facts(b, r);
	if (r->analysed)
		put_trek_facts(b, r);
	buf_printf(b, "</table>\n");
	if (r->command) {
		buf_printf(b, "<p>The same run again:</p>\n<pre id=\"command\">");
		markup_text(b, r->command);
		buf_printf(b, "</pre>\n");
	}
	end_section(b);
}

/* put_outcomes: append the section with the report of `trellis outcomes`. */
static void
put_outcomes(Buf *b, const PageRun *r)
{
	begin_section(b, "outcomes", "Outcomes of other orders");
	buf_printf(b, "<p>This run is one order of the program's operations. What is known of all "
		"orders:</p>\n<pre tabindex=\"0\" aria-labelledby=\"outcomes-title\">");
	markup_text(b, r->outcomes);
	buf_printf(b, "</pre>\n");
	end_section(b);
}

/* has_report: tell if the run has left a report that is not empty. */
static bool
has_report(const PageRun *r)
{
	return r->report && *r->report;
}

/* put_report: append the section with the report that the run has printed. */
static void
put_report(Buf *b, const PageRun *r)
{
	begin_section(b, "report", "What was reported");
	buf_printf(b, "<pre tabindex=\"0\" aria-labelledby=\"report-title\">");
	markup_text(b, r->report);
	buf_printf(b, "</pre>\n");
	end_section(b);
}

/* ---- tasks that stopped ---- */

/* put_error_row: append the row for a task that stopped. */
static void
put_error_row(Buf *b, const TrekResult *r, const TrekRow *row)
{
	buf_printf(b, "<tr><td><a href=\"#task=%u\">%u</a></td><td>", row->task, row->task);
	spec_put_subtid(r->trace->spec, row->sub, b);
	buf_printf(b, "</td><td>%u</td><td>", row->node);
	markup_text(b, row->process->name);
	buf_printf(b, "</td><td>%s</td></tr>\n", row->process->class);
}

/* put_error_rows: append a row for each task that stopped, up to a limit. */
static void
put_error_rows(Buf *b, const TrekResult *r)
{
	uint32_t n = r->nrows < PAGE_ROWS ? r->nrows : PAGE_ROWS;

	page_table_begin(b, "tasks that stopped");
	buf_printf(b,
		"<tr><th scope=\"col\">task</th>"
		"<th scope=\"col\">subtask</th><th scope=\"col\">node</th>"
		"<th scope=\"col\">process</th><th scope=\"col\">error of</th></tr>\n");
	for (uint32_t i = 0; i < n; i++)
		put_error_row(b, r, &r->row[i]);
	page_table_end(b);
	if (n < r->nrows)
		buf_printf(b,
			"<p>%u more rows are left out; <code>trellis detrek</code> lists "
			"them.</p>\n", r->nrows - n);
}

/* put_verdict: append whether all tasks were complete, and what else failed. */
static void
put_verdict(Buf *b, const TrekResult *r)
{
	if (!trek_failed(r)) {
		buf_printf(b, "<p>Success: every task is complete.</p>\n");
		return;
	}
	buf_printf(b, "<p>Failure: every task is complete, and ");
	if (r->broken)
		buf_printf(b, "a node has stopped or a link was lost");
	else
		markup_text(b, r->run_failure);
	buf_printf(b, ".</p>\n");
}

/* put_graph: append the element in which the script draws a task's event graph. */
static void
put_graph(Buf *b)
{
	begin_section(b, "graph", "Event graph of a task");
	buf_printf(b,
		"<p><label>Task <select id=\"task\"></select></label> A column is a node, time "
		"goes "
		"down; filled: the frontier, where the task went no further.</p>\n"
		"<p id=\"graphNote\"></p>\n<div id=\"graphBox\" tabindex=\"0\" role=\"group\" "
		"aria-labelledby=\"graph-title\"></div>\n");
	end_section(b);
}

/* put_errors: append the section on the tasks that stopped. */
static void
put_errors(Buf *b, const PageRun *r)
{
	begin_section(b, "errors", "Where the tasks stopped");
	page_failures(b, r);
	if (r->analysed && r->trek.nrows > 0)
		put_error_rows(b, &r->trek);
	else if (r->analysed)
		put_verdict(b, &r->trek);
	end_section(b);
	if (r->analysed)
		put_graph(b);
}

/* ---- diagrams ---- */

/* put_check_box: print a check box. checked: its state when the page opens. */
static void
put_check_box(Buf *b, const char *id, const char *text, bool checked)
{
	buf_printf(b, "<label><input type=\"checkbox\" id=\"%s\"%s> %s</label>\n", id,
		checked ? " checked" : "", text);
}

/* put_controls: append the buttons and boxes by which the reader chooses what the diagram shows. */
static void
put_controls(Buf *b, const PageRun *r)
{
	buf_printf(b,
		"<p><button data-do=\"in\">zoom in</button> "
		"<button data-do=\"out\">zoom out</button> "
		"<button data-do=\"left\">earlier</button> "
		"<button data-do=\"right\">later</button> "
		"<button data-do=\"all\">all</button>\n");
	if (r->traced) {
		put_check_box(b, "showPath", "critical path", true);
		put_check_box(b, "showLinks", "messages on links", false);
	}
	if (r->analysed)
		put_check_box(b, "showParts", "messages of TrEK", false);
	if (r->traced)
		put_check_box(b, "showRows", "rows are links", false);
	buf_printf(b, "</p>\n");
}

static const PageWord diagram_words[] = {
	{"high priority", "the kernel, which passes messages on; it interrupts the rest"},
	{"low priority", "the application's functions, and TrEK, which gives them tasks"},
	{"waits", "no process can run: all wait for messages, results or a time"},
	{"critical path", "what determined when the run ended: had a step on it been shorter, the "
		"end could have come earlier"},
	{"part of a task", "data that flow down the tree of nodes to the one that computes; the "
		"result flows back"},
	{0},
};

/* put_space_time: append the section with the space-time diagram. */
static void
put_space_time(Buf *b, const PageRun *r)
{
	begin_section(b, "time", "Space and time");
	put_controls(b, r);
	buf_printf(b,
		"<p class=\"key\"><span class=\"high\"></span> high priority "
		"<span class=\"low\"></span> low priority <span class=\"idle\"></span> waits "
		"<span class=\"path\"></span> critical path <span class=\"link\"></span> message "
		"on a link <span class=\"part\"></span> part of a task "
		"<span class=\"result\"></span> its result; a cross: the machine has stopped the "
		"node.</p>\n");
	page_words(b, "What these words mean", diagram_words);
	buf_printf(b,
		"<p id=\"diagramHelp\">The messages of the node under the mouse are shown; all of "
		"them, if they are few or the boxes are ticked. Wheel: zoom, with Shift the rows; "
		"drag: move. Keys: arrows, +, -, Page Up, Page Down, Home.</p>\n"
		"<p id=\"readout\" aria-live=\"polite\">&nbsp;</p>\n<div class=\"frame\">"
		"<canvas id=\"diagram\" tabindex=\"0\" role=\"application\" "
		"aria-label=\"Diagram of what each node computed over time\" "
		"aria-describedby=\"diagramHelp\"></canvas>"
		"<canvas id=\"overlay\" aria-hidden=\"true\"></canvas></div>\n"
		"<p id=\"timeNote\"></p>\n");
	end_section(b);
}

/* put_use_chart: append the element for the chart that shows how busy nodes and links are. */
static void
put_use_chart(Buf *b, const PageRun *r)
{
	begin_section(b, "use", "Use of nodes and links");
	buf_printf(b,
		"<p class=\"key\">Over the same time: <span class=\"high\"></span> "
		"<span class=\"low\"></span> the mean of all nodes, <span class=\"link\"></span> "
		"of all links that sent anything, <span class=\"dotted\"></span> the busiest of "
		"them%s</p>\n<div class=\"frame\"><canvas id=\"chart\" role=\"img\" "
		"aria-label=\"Use of nodes and links over time; the table of task distribution "
		"has each node's\"></canvas></div>\n",
		r->run ? ", <span class=\"path\"></span> the manager (the first node)." : ".");
	end_section(b);
}

/* ---- nodes ---- */

/*
 * put_node_row: append the row of node i to the table of the nodes' work. most: the largest number
 * of tasks of any node.
 */
static void
put_node_row(Buf *b, size_t i, const json_t *node, double most)
{
	double tasks = page_number(node, "tasks");

	buf_printf(b, "<tr><td>%zu</td><td>", i);
	markup_text(b, page_string(node, "place"));
	buf_printf(b,
		"</td><td>%.0f</td><td class=\"bar\"><span style=\"width:%.1f%%\"></span></td>"
		"<td>%.0f</td><td>%.0f</td><td>%.1f</td><td>%.1f</td><td>%.0f</td><td>%.0f</"
		"td><td>",
		tasks, most > 0 ? 100 * tasks / most : 0, page_number(node, "splits"),
		page_number(node, "joins"), page_number(node, "high"), page_number(node, "low"),
		page_number(node, "messages_out"), page_number(node, "messages_in"));
	markup_text(b, page_string(node, "state"));
	buf_printf(b, "</td></tr>\n");
}

static const PageWord work_words[] = {
	{"node, place", "the application's number of the node, and its name in the machine; node 0 "
		"is the manager, which makes the tasks and takes the results"},
	{"tasks", "how many the node has computed"},
	{"splits, joins", "calls of the functions that divide a task and put its results together"},
	{"high %, low %", "of the time, how long processes of this priority ran: the kernel is at "
		"high priority, the application at low"},
	{0},
};

/* put_distribution: append the section on how the work was distributed over the nodes. */
static void
put_distribution(Buf *b, const PageRun *r)
{
	const json_t *nodes = json_object_get(r->run, "nodes");
	double most = 0;
	json_t *node;
	size_t i;

	begin_section(b, "tasks", "Task distribution");
	json_array_foreach(nodes, i, node)
		if (page_number(node, "tasks") > most)
			most = page_number(node, "tasks");
	page_words(b, "What the columns say", work_words);
	page_table_begin(b, "what each node did");
	buf_printf(b,
		"<tr><th scope=\"col\">node</th><th scope=\"col\">place"
		"</th><th scope=\"col\">tasks</th><td></td><th scope=\"col\">splits</th>"
		"<th scope=\"col\">joins</th><th scope=\"col\">high %%</th><th scope=\"col\">"
		"low %%</th><th scope=\"col\">messages out</th><th scope=\"col\">in</th>"
		"<th scope=\"col\">at the end</th></tr>\n");
	json_array_foreach(nodes, i, node)
		put_node_row(b, i, node, most);
	page_table_end(b);
	end_section(b);
}

/* ---- the whole ---- */

/*
 * put_data: append the page's data as JSON that is safe inside a script element: it contains no <.
 */
static void
put_data(Buf *b, json_t *data)
{
	char *text = json_dumps(data, JSON_COMPACT | JSON_REAL_PRECISION(15));

	if (!text)
		fatal("the page's data cannot be written: no memory");
	buf_printf(b, "<script type=\"application/json\" id=\"data\">");
	for (const char *s = text; *s; s++) {
		if (*s == '<')
			buf_printf(b, "\\u003c");
		else
			buf_byte(b, *s);
	}
	buf_printf(b, "</script>\n");
	free(text);
	json_decref(data);
}

/* put_title: append the title of the page. */
static void
put_title(Buf *b, const PageRun *r)
{
	const char *application = page_string(r->run, "application");

	markup_text(b, *application ? application : r->name);
}

/*
 * has_failed: tell if something has failed. Readers then look first for the places where tasks
 * stopped.
 */
static bool
has_failed(const PageRun *r)
{
	return page_nfailures(r) > 0 || (r->analysed && trek_failed(&r->trek));
}

/* has_succeeded: tell if the run was analysed and has not failed. */
static bool
has_succeeded(const PageRun *r)
{
	return r->analysed && !has_failed(r);
}

/* put_contents: print links to the sections that the page will have, in their order. */
static void
put_contents(Buf *b, const PageRun *r, bool compared)
{
	const struct {
		bool is;
		const char *id, *title;
	} sections[] = {
		{has_failed(r), "errors", "Where the tasks stopped"},
		{has_failed(r) && r->analysed, "graph", "Event graph of a task"},
		{true, "time", "Space and time"},
		{r->traced, "use", "Use of nodes and links"},
		{has_succeeded(r), "errors", "Where the tasks stopped"},
		{has_succeeded(r), "graph", "Event graph of a task"},
		{r->run, "tasks", "Task distribution"},
		{compared, "compare", "Compared with another run"},
		{r->outcomes, "outcomes", "Outcomes of other orders"},
		{true, "summary", "The run"},
		{has_report(r), "report", "What was reported"},
	};

	buf_printf(b, "<nav aria-label=\"Contents\">\n<ol>\n");
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		if (sections[i].is)
			buf_printf(b, "<li><a href=\"#%s\">%s</a></li>\n", sections[i].id,
				sections[i].title);
	buf_printf(b, "</ol>\n</nav>\n");
}

/* put_head: append the page up to its body: title and styles. */
static void
put_head(Buf *b, const PageRun *r)
{
	buf_printf(b,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<title>");
	put_title(b, r);
	buf_printf(b, "</title>\n<style>\n");
	buf_put(b, page_style, page_style_end - page_style);
	buf_printf(b, "</style>\n</head>\n<body>\n");
}

/* put_sections: append all sections of the page. other: a run to compare with, or NULL. */
static void
put_sections(Buf *b, PageRun *r, PageRun *other)
{
	if (has_failed(r))
		put_errors(b, r);
	put_space_time(b, r);
	if (r->traced)
		put_use_chart(b, r);
	if (has_succeeded(r))
		put_errors(b, r);
	if (r->run)
		put_distribution(b, r);
	if (other)
		page_compare(b, r, other);
	if (r->outcomes)
		put_outcomes(b, r);
	put_summary(b, r);
	if (has_report(r))
		put_report(b, r);
}

Buf
page_html(PageRun *r, PageRun *other, const PagePath *path, json_t *data)
{
	Buf b = {0};

	put_head(&b, r);
	buf_printf(&b, "<main>\n<h1>");
	put_title(&b, r);
	buf_printf(&b, "</h1>\n<section id=\"conclusion\" aria-label=\"Conclusion\">\n");
	page_conclusion(&b, r, other, path, page_last_time(r));
	end_section(&b);
	put_contents(&b, r, other);
	put_sections(&b, r, other);
	buf_printf(&b, "</main>\n");
	put_data(&b, data);
	buf_printf(&b, "<script>\n");
	buf_put(&b, page_script, page_script_end - page_script);
	buf_printf(&b, "</script>\n</body>\n</html>\n");
	return b;
}
