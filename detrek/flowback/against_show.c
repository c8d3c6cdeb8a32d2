/* against_show.c - prints how the causes of a wrong value differ from those of the right value. */
#include "against.h"

#include "detrek/detrek.h"

#include <stdlib.h>
#include <string.h>

/* verdict_text: the match's verdict as a sentence. */
static const char *
verdict_text(const Match *m)
{
	static const char *const texts[] = {
		[VERDICT_CHANGED] = "the statement is changed",
		[VERDICT_MISSING] =
			"in RIGHT this statement has written it, which is missing or changed here",
		[VERDICT_FIRST] = "its inputs are as in RIGHT",
		[VERDICT_ALONE] = "RIGHT does not depend on this statement",
		[VERDICT_LOST] = "the inputs that both have are equal, others are missing or new",
		[VERDICT_EDITED] = "the statement is changed, and was not compared",
		[VERDICT_OTHER] = "in RIGHT this statement has written it",
		[VERDICT_PASSED] = "",
		[VERDICT_CAUSE] = "",
		[VERDICT_EQUAL] = "",
	};

	if (m->verdict == VERDICT_ALONE && m->ours->key.kind == CAUSE_PREDICATE)
		return "RIGHT does not depend on such a decision";
	if (m->verdict == VERDICT_MISSING && !m->missing)
		return "the statement is changed; in RIGHT another one has written it";
	return texts[m->verdict];
}

/* put_verdict: print why a difference begins here; nothing for other matches. */
static void
put_verdict(const Match *m, Buf *out)
{
	const char *text = verdict_text(m);

	if (!*text)
		return;
	buf_printf(out, "        %s", text);
	if (m->constant)
		buf_printf(out, "; a constant of the program is %s, in RIGHT %s",
			m->constant->ours->value, m->constant->right->value);
	buf_printf(out, "\n");
}

/* verdict_name: the match's verdict as a word, for JSON. */
static const char *
verdict_name(const Match *m)
{
	static const char *const names[] = {[VERDICT_CHANGED] = "changed",
		[VERDICT_MISSING] = "writer",
		[VERDICT_FIRST] = "first",
		[VERDICT_ALONE] = "alone",
		[VERDICT_EDITED] = "edited",
		[VERDICT_LOST] = "unmatched", [VERDICT_OTHER] = "writer",
		[VERDICT_PASSED] = "passed",
		[VERDICT_CAUSE] = "cause",
		[VERDICT_EQUAL] = "equal"};

	return names[m->verdict];
}

/* put_values: append the value of the match in our run, and in the right one. */
static void
put_values(const Match *m, Buf *out)
{
	cause_text(m->ours, out);
	if (m->other) {
		buf_printf(out, ", in RIGHT ");
		cause_text(m->right, out);
	} else if (m->right && *m->right->value) {
		buf_printf(out, ", in RIGHT %s", m->right->value);
	}
}

/* put_match: print a line for the match; two lines if its nodes are of different statements. */
static void
put_match(const Match *m, const CauseText *t, const CauseText *right, Buf *out)
{
	put_values(m, out);
	cause_place(m->ours, NULL, t, out);
	buf_printf(out, "\n");
	if (!m->other && !m->changed)
		return;
	buf_printf(out, "        RIGHT: ");
	cause_place(m->right, NULL, right, out);
	buf_printf(out, "\n");
}

/* put_counts: append how many matches agree, differ or were not compared. */
static void
put_counts(const AgainstResult *x, Buf *out)
{
	buf_printf(out, "Compared %u values and decisions: %u are equal, and their causes were not "
		"followed; %u differ; %u are addresses, or have no value. %u causes have no "
		"partner.\n", x->ncompared, x->nagree, x->ndiffer, x->nuncompared, x->nalone);
	if (x->more)
		buf_printf(out, "There are more causes without a partner: -n or --all shows "
			"them.\n");
	if (x->limited)
		buf_printf(out, "There is more to compare: the answer is not complete.\n");
}

/* what_is_compared: the word for the compared things: "values" of one run, or "runs". */
static const char *
what_is_compared(const AgainstResult *x)
{
	return x->one_run ? "values" : "runs";
}

/* put_source_line: append a place of a source with the text of its line. */
static void
put_source_line(const CauseText *t, const char *file, int line, Buf *out)
{
	const char *slash = strrchr(file, '/'), *text = t->line(t->of, file, line);

	text += strspn(text, " \t");
	buf_printf(out, "%s:%d  | %.*s\n", slash ? slash + 1 : file, line,
		(int)strcspn(text, "\r\n"), text);
}

/* put_edit: print a line of the source that differs, in both versions. */
static void
put_edit(const SourceEdit *e, const CauseText *t, const CauseText *right, Buf *out)
{
	buf_printf(out, "  ");
	if (e->line)
		put_source_line(t, e->file, e->line, out);
	else
		buf_printf(out, "(missing)\n");
	buf_printf(out, "        RIGHT: ");
	if (e->right_line)
		put_source_line(right, e->right_file, e->right_line, out);
	else
		buf_printf(out, "(missing)\n");
}

/* put_edits: print the changed lines near the shown statements, if there are any. */
static void
put_edits(const AgainstResult *x, const CauseText *t, const CauseText *right, Buf *out)
{
	if (x->nedits > 0)
		buf_printf(out, "Other lines of these files are changed:\n");
	for (uint32_t i = 0; i < x->nedits; i++)
		put_edit(&x->edits[i], t, right, out);
}

/* put_heading: print a heading if the i-th match in the order begins another group. */
static void
put_heading(const AgainstResult *x, uint32_t i, Buf *out)
{
	bool cause = x->matches[x->order[i]]->verdict == VERDICT_CAUSE;

	if (i == 0 && x->nfirst > 0)
		buf_printf(out, "The %s begin to differ here:\n", what_is_compared(x));
	else if (i == x->nfirst && !cause)
		buf_printf(out, "What differs since then, back from the value:\n");
	else if (cause && (i == 0 || x->matches[x->order[i - 1]]->verdict != VERDICT_CAUSE))
		buf_printf(out, "Other causes, back from the value, of which no partner was "
			"found:\n");
}

void
against_text(const AgainstResult *x, const CauseText *t, const CauseText *right, Buf *out)
{
	uint32_t shown = t->most && x->nshown > t->most ? t->most : x->nshown;

	if (x->nfirst == 0)
		buf_printf(out, "No statement was found at which the %s begin to differ.\n",
			what_is_compared(x));
	for (uint32_t i = 0; i < shown; i++) {
		const Match *m = x->matches[x->order[i]];

		if (i == x->nfirst)
			put_edits(x, t, right, out);
		put_heading(x, i, out);
		buf_printf(out, "  [%u] ", i + 1);
		put_match(m, t, right, out);
		put_verdict(m, out);
	}
	if (shown <= x->nfirst)
		put_edits(x, t, right, out);
	if (shown < x->nshown)
		buf_printf(out, "  ... %u more\n", x->nshown - shown);
	put_counts(x, out);
}

/* ---- JSON ---- */

/* match_json: a match with its two nodes and verdict as JSON. */
static json_t *
match_json(const Match *m, const CauseText *t, const CauseText *right)
{
	json_t *j = cause_data(m->ours, t);

	json_object_set_new(j, "verdict", json_string(verdict_name(m)));
	if (m->right)
		json_object_set_new(j, "right", cause_data(m->right, right));
	return j;
}

/* line_json: a line of a source with its text as JSON; null if the source lacks it. */
static json_t *
line_json(const CauseText *t, const char *file, int line)
{
	const char *text = line ? t->line(t->of, file, line) : NULL;

	if (!text)
		return json_null();
	text += strspn(text, " \t");
	return json_pack("{s:s, s:i, s:s%}", "file", file, "line", line, "source", text,
		strcspn(text, "\r\n"));
}

/* edits_json: the changed lines near the shown statements as an array. */
static json_t *
edits_json(const AgainstResult *x, const CauseText *t, const CauseText *right)
{
	json_t *all = json_array();

	for (uint32_t i = 0; i < x->nedits; i++) {
		const SourceEdit *e = &x->edits[i];

		json_array_append_new(all, json_pack("{s:o, s:o}",
			"ours", line_json(t, e->file, e->line),
			"right", line_json(right, e->right_file, e->right_line)));
	}
	return all;
}

/* add_edges: add the edges from a match to those of its causes that differ. */
static void
add_edges(const AgainstResult *x, const Match *m, json_t *edges)
{
	for (uint32_t i = 0; i < m->ncauses; i++) {
		const Match *cause = x->matches[m->causes[i]];

		if (cause->verdict != VERDICT_EQUAL && cause->dependence)
			json_array_append_new(edges, json_pack("{s:s, s:i, s:i, s:s}",
				"kind", dependence_kind(cause->dependence->kind),
				"cause", cause->ours->number, "effect", m->ours->number,
				"name", cause->dependence->name));
	}
}

void
against_json(const AgainstResult *x, const CauseText *t, const CauseText *right)
{
	json_t *nodes = json_array(), *edges = json_array();
	uint32_t shown = t->most && x->nshown > t->most ? t->most : x->nshown;

	for (uint32_t i = 0; i < shown; i++) {
		json_array_append_new(nodes, match_json(x->matches[x->order[i]], t, right));
		add_edges(x, x->matches[x->order[i]], edges);
	}
	report_json(json_pack("{s:i, s:i, s:{s:i, s:i, s:i, s:i, s:i, s:b, s:b}, s:o, s:o, s:o}",
		"first", x->matches[0]->ours->number, "differences", x->nfirst,
		"compared", "values", x->ncompared, "equal", x->nagree, "differ", x->ndiffer,
		"uncompared", x->nuncompared, "unmatched", x->nalone, "limited", x->limited,
		"more", x->more,
		"nodes", nodes, "edges", edges, "edits", edits_json(x, t, right)));
}
