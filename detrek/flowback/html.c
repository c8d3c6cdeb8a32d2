/*
 * html.c - prints a dynamic graph as a page that needs no other file. The reader can open the
 * causes of each node, and sees the node's source, its callers and the messages on the way.
 */
#include "flowback.h"

#include "base/base.h"
#include "base/number.h"
#include "base/texts.h"
#include "detrek/target/program.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { AROUND = 5 }; /* source lines shown before and after a node's own line */

/* The page's style and script. */
extern const char why_style[], why_style_end[], why_script[], why_script_end[];
__asm__(".pushsection .rodata\n"
	"why_style: .incbin \"detrek/page.css\"\n"
	".incbin \"detrek/flowback/page.css\"\n"
	"why_style_end: .byte 0\n"
	"why_script: .incbin \"detrek/flowback/page.js\"\n"
	"why_script_end: .byte 0\n"
	".popsection");

/* source_lines_json: the source lines around that of the node. */
static json_t *
source_lines_json(const CauseText *t, const Cause *c)
{
	json_t *all = json_array();
	int first = c->line > AROUND ? c->line - AROUND : 1;

	for (int i = first; c->line && i <= c->line + AROUND; i++) {
		const char *text = t->line(t->of, c->file, i);

		if (text)
			json_array_append_new(all, json_pack("{s:i, s:s%}", "line", i, "text", text,
				strcspn(text, "\n")));
	}
	return all;
}

/* add_node_text: add the texts that the page needs for each node, besides those of causes_json. */
static void
add_node_text(const CauseGraph *g, const CauseText *t, json_t *node)
{
	const Cause *c = g->nodes[json_integer_value(json_object_get(node, "id"))];
	Buf text = {0};

	cause_text(c, &text);
	json_object_set_new(node, "text", json_stringn((char *)text.data, text.len));
	json_object_set_new(node, "when",
		json_string(cause_has_time(c) ? TIME_STRING(c->time) : ""));
	json_object_set_new(node, "path", json_string(c->line ? source_name(c->file) : ""));
	json_object_set_new(node, "lines", source_lines_json(t, c));
	if (!c->stack)
		json_object_set_new(node, "stack", json_array());
	json_object_set_new(node, "more", json_boolean(!c->expanded));
	buf_free(&text);
}

/* put_data: append JSON in a form that is allowed in a script: it contains no <. */
static void
put_data(json_t *data, Buf *out)
{
	char *text = json_dumps(data, JSON_COMPACT);

	if (!text)
		fatal("the page's data cannot be written: no memory");
	for (const char *s = text; *s; s++) {
		if (*s == '<')
			buf_printf(out, "\\u003c");
		else
			buf_byte(out, *s);
	}
	free(text);
}

void
causes_html(const CauseGraph *g, const Cause *first, const CauseText *t, Buf *out)
{
	json_t *data = causes_data(g, first, t), *nodes = json_object_get(data, "nodes"), *node;
	Buf recording = {0};
	size_t i;

	json_array_foreach(nodes, i, node)
		add_node_text(g, t, node);
	if (t->recording) {
		buf_quoted(&recording, t->recording);
		json_object_set_new(data, "recording",
			json_stringn((char *)recording.data, recording.len));
		buf_free(&recording);
	}
	buf_printf(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<title>Why</title>\n<style>\n");
	buf_put(out, why_style, why_style_end - why_style);
	buf_printf(out, "</style>\n</head>\n<body>\n<h1>%s</h1>\n"
		"<p>Below each statement are its causes: what went into it, <span class="
		"\"control\">if</span> what decided that it was executed, <span class=\"sync\">"
		"\xe2\x9c\x89</span> over which message it came. A click on one shows its source."
		"</p>\n<details class=\"words\">\n<summary>What the words before a cause mean"
		"</summary>\n<dl>\n"
		"<dt>a name, such as n</dt><dd>the variable by which the cause went in</dd>\n"
		"<dt>%%0</dt><dd>the value that a call has returned</dd>\n"
		"<dt>if</dt><dd>a decision without which the statement would not have been "
		"executed</dd>\n"
		"<dt>skipped by</dt><dd>a decision that went past a statement which could have "
		"given another value</dd>\n"
		"<dt>overwrites unseen</dt><dd>it wrote over a value that had not been read</dd>\n"
		"<dt>a statement</dt><dd>with the value that it wrote into memory without a name "
		"in the source</dd>\n"
		"</dl>\n</details>\n"
		"<main>\n<ul id=\"tree\"></ul>\n"
		"<aside id=\"chosen\" aria-live=\"polite\"></aside>\n"
		"</main>\n<script type=\"application/json\" id=\"data\">",
		first->key.kind == CAUSE_WAIT ? "Why a process waits"
		: "Where the value comes from");
	put_data(data, out);
	buf_printf(out, "</script>\n<script>\n");
	buf_put(out, why_script, why_script_end - why_script);
	buf_printf(out, "</script>\n</body>\n</html>\n");
	json_decref(data);
}
