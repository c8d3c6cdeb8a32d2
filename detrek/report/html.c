/*
 * html.c - the page: text is written as text; what is drawn is the script's (page.js), from the
 * data that stand in it as JSON. Nothing is loaded from elsewhere.
 */
#include "page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The page's style and script. */
extern const char page_style[], page_style_end[], page_script[], page_script_end[];
__asm__(".section .rodata\n"
	"page_style: .incbin \"detrek/report/page.css\"\n"
	"page_style_end: .byte 0\n"
	"page_script: .incbin \"detrek/report/page.js\"\n"
	"page_script_end: .byte 0\n"
	".previous\n");

static void
begin_section(Buf *b, const char *id, const char *title)
{
	buf_printf(b, "<section id=\"%s\">\n<h2>%s</h2>\n", id, title);
}

static void
end_section(Buf *b)
{
	buf_printf(b, "</section>\n");
}

/* ---- summary ---- */

static void
fact(Buf *b, const char *name, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

static void
fact(Buf *b, const char *name, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	buf_printf(b, "<tr><th>%s</th><td>", name);
	markup_text(b, text);
	buf_printf(b, "</td></tr>\n");
}

static void
machine_facts(Buf *b, const PageRun *r)
{
	const Topology *t = r->trace.topology;

	fact(b, "machine", "%u nodes, %u crossbars", t->nnodes, t->nswitches);
}

static void
trek_facts(Buf *b, const PageRun *r)
{
	const TrekResult *k = &r->trek;
	const Spec *s = k->trace->spec;

	fact(b, "virtual machine", "%s on %u nodes, %s", trek_machine(s)->name, s->nnodes, s->tree);
	fact(b, "tasks", "%u, of which %u were seen and %u complete", s->ntasks, k->nseen,
		k->ncomplete);
	fact(b, "verdict", "%s", trek_verdict(k));
}

static void
summary(Buf *b, const PageRun *r)
{
	begin_section(b, "summary", "Summary");
	buf_printf(b, "<table>\n");
	if (r->run) {
		fact(b, "application", "%s", page_string(r->run, "application"));
		fact(b, "it", "%s", page_string(r->run, "result"));
		fact(b, "simulated time", "%.6f s", page_number(r->run, "time"));
		fact(b, "instructions", "%.0f", page_number(r->run, "instructions"));
		fact(b, "fingerprint", "%s", page_string(r->run, "fingerprint"));
	}
	if (r->traced)
		machine_facts(b, r);
	if (r->analysed)
		trek_facts(b, r);
	buf_printf(b, "</table>\n");
	if (r->command) {
		buf_printf(b, "<p>The same run again:</p>\n<pre id=\"command\">");
		markup_text(b, r->command);
		buf_printf(b, "</pre>\n");
	}
	end_section(b);
	if (r->report && *r->report) {
		begin_section(b, "report", "What was reported");
		buf_printf(b, "<pre>");
		markup_text(b, r->report);
		buf_printf(b, "</pre>\n");
		end_section(b);
	}
}

/* ---- tasks that stopped ---- */

static void
error_row(Buf *b, const TrekResult *r, const TrekRow *row)
{
	buf_printf(b, "<tr><td><a href=\"#task=%u\">%u</a></td><td>", row->task, row->task);
	spec_subtid(r->trace->spec, row->sub, b);
	buf_printf(b, "</td><td>%u</td><td>", row->node);
	markup_text(b, trek_process(row->process));
	buf_printf(b, "</td><td>%s</td></tr>\n", trek_class(row->process));
}

static void
errors(Buf *b, const TrekResult *r)
{
	uint32_t n = r->nrows < PAGE_ROWS ? r->nrows : PAGE_ROWS;

	begin_section(b, "errors", "Where the tasks stopped");
	if (r->nrows == 0) {
		buf_printf(b,
			trek_failed(r) ? "<p>Failure: every task is complete, and a node has "
			"stopped or a link was lost.</p>\n"
				: "<p>Success: every task is complete.</p>\n");
	} else {
		buf_printf(b,
			"<table class=\"rows\">\n<tr><th>task</th><th>subtask</th><th>node</th>"
			"<th>process</th><th>error of</th></tr>\n");
		for (uint32_t i = 0; i < n; i++)
			error_row(b, r, &r->row[i]);
		buf_printf(b, "</table>\n");
		if (n < r->nrows)
			buf_printf(b,
				"<p>%u more rows are left out; <code>trellis detrek</code> lists "
				"them.</p>\n",
				r->nrows - n);
	}
	end_section(b);
	begin_section(b, "graph", "Event graph of a task");
	buf_printf(b,
		"<p><label>Task <select id=\"task\"></select></label> A column is a node, time "
		"goes "
		"down; filled: the frontier, where the task went no further.</p>\n"
		"<p id=\"graphNote\"></p>\n<div id=\"graphBox\"></div>\n");
	end_section(b);
}

/* ---- diagrams ---- */

static void
diagrams(Buf *b, const PageRun *r)
{
	begin_section(b, "time", "Space and time");
	buf_printf(b,
		"<p><button data-do=\"in\">nearer</button> <button "
		"data-do=\"out\">farther</button> "
		"<button data-do=\"left\">earlier</button> <button "
		"data-do=\"right\">later</button> "
		"<button data-do=\"all\">all</button>\n");
	if (r->traced)
		buf_printf(b,
			"<label><input type=\"checkbox\" id=\"showLinks\" checked> messages on "
			"links</label>\n"
			"<label><input type=\"checkbox\" id=\"showRows\"> rows are "
			"links</label>\n");
	if (r->analysed)
		buf_printf(b,
			"<label><input type=\"checkbox\" id=\"showParts\" checked> messages of "
			"TrEK</label>\n");
	buf_printf(b,
		"</p>\n<p class=\"key\"><span class=\"high\"></span> computes at high priority "
		"<span class=\"low\"></span> at low <span class=\"link\"></span> message on a link "
		"<span class=\"part\"></span> part of a task <span class=\"result\"></span> its "
		"result, a cross: the machine has stopped the node. "
		"Wheel: nearer and farther; drag: elsewhere; with Shift, the rows.</p>\n"
		"<p id=\"readout\">&nbsp;</p>\n<canvas id=\"diagram\"></canvas>\n"
		"<p id=\"timeNote\"></p>\n");
	end_section(b);
	if (!r->traced)
		return;
	begin_section(b, "use", "Use of nodes and links");
	buf_printf(b,
		"<p>Over the same time: the mean of all nodes, and of all links that sent "
		"anything (line), and the busiest of them (dotted).</p>\n<canvas "
		"id=\"chart\"></canvas>\n");
	end_section(b);
}

/* ---- nodes ---- */

static void
node_row(Buf *b, size_t i, const json_t *node, double most)
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

static void
distribution(Buf *b, const PageRun *r)
{
	const json_t *nodes = json_object_get(r->run, "nodes");
	double most = 0;
	json_t *node;
	size_t i;

	begin_section(b, "tasks", "Task distribution");
	json_array_foreach(nodes, i, node)
		if (page_number(node, "tasks") > most)
			most = page_number(node, "tasks");
	buf_printf(b,
		"<table class=\"rows\">\n<tr><th>node</th><th>place</th><th>tasks</th><th></th>"
		"<th>splits</th><th>joins</th><th>high %%</th><th>low %%</th><th>messages out</th>"
		"<th>in</th><th>at the end</th></tr>\n");
	json_array_foreach(nodes, i, node)
		node_row(b, i, node, most);
	buf_printf(b, "</table>\n");
	end_section(b);
}

/* ---- the whole ---- */

/* put_data: JSON that may stand in a script: no < in it. */
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

static void
title(Buf *b, const PageRun *r)
{
	const char *application = page_string(r->run, "application");

	markup_text(b, *application ? application : r->name);
}

Buf
page_html(PageRun *r, PageRun *other, json_t *data)
{
	Buf b = {0};

	buf_printf(&b,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
	title(&b, r);
	buf_printf(&b, "</title>\n<style>\n");
	buf_put(&b, page_style, page_style_end - page_style);
	buf_printf(&b, "</style>\n</head>\n<body>\n<h1>");
	title(&b, r);
	buf_printf(&b, "</h1>\n");
	summary(&b, r);
	if (r->analysed)
		errors(&b, &r->trek);
	diagrams(&b, r);
	if (r->run)
		distribution(&b, r);
	if (other)
		page_compare(&b, r, other);
	put_data(&b, data);
	buf_printf(&b, "<script>\n");
	buf_put(&b, page_script, page_script_end - page_script);
	buf_printf(&b, "</script>\n</body>\n</html>\n");
	return b;
}
