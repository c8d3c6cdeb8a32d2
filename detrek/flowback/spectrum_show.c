/* spectrum_show.c - prints how the causes of a value differ from the causes of its peers. */
#include "spectrum.h"

#include "detrek/detrek.h"

enum { SHOWN = 10 }; /* suspects that are printed */

/* put_peers: print the peers as a list of names and values. */
static void
put_peers(const Spectrum *x, Buf *out)
{
	for (uint32_t i = 0; i < x->npeers; i++) {
		buf_printf(out, i == 0 ? "" : i + 1 < x->npeers ? ", " : " and ");
		cause_text(x->peers[i], out);
	}
}

/* put_suspect: append a suspect's place and value, and the number of peers with the same value. */
static void
put_suspect(const Spectrum *x, const Suspect *s, const CauseText *t, Buf *out)
{
	buf_printf(out, "  ");
	cause_text(s->cause, out);
	buf_printf(out, "  (the same for %u of %u)", s->nsame_value, x->npeers);
	cause_place(s->cause, NULL, t, out);
	buf_printf(out, "\n");
}

void
spectrum_text(const Spectrum *x, const CauseText *t, Buf *out)
{
	uint32_t shown = x->nown < SHOWN ? x->nown : SHOWN;

	if (x->npeers == 0)
		return;
	buf_printf(out, "Compared with ");
	put_peers(x, out);
	buf_printf(out, " of the same statement, the program's statements that differ first:\n");
	for (uint32_t i = 0; i < shown; i++)
		put_suspect(x, &x->suspects[i], t, out);
	if (shown < x->nown)
		buf_printf(out, "  ... %u more\n", x->nown - shown);
	buf_printf(out, "All causes, back from the value:\n");
}

/* suspect_json: a suspect with its counts as JSON. */
static json_t *
suspect_json(const Suspect *s, const CauseText *t)
{
	json_t *j = cause_data(s->cause, t);

	json_object_set_new(j, "place", json_integer(s->place));
	json_object_set_new(j, "peers_with_statement", json_integer(s->nsame_statement));
	json_object_set_new(j, "peers_with_value", json_integer(s->nsame_value));
	json_object_set_new(j, "differs", json_boolean(s->differs));
	return j;
}

json_t *
spectrum_json(const Spectrum *x, const CauseText *t)
{
	json_t *peers = json_array(), *nodes = json_array();

	for (uint32_t i = 0; i < x->npeers; i++)
		json_array_append_new(peers, cause_data(x->peers[i], t));
	for (uint32_t i = 0; i < x->n; i++)
		json_array_append_new(nodes, suspect_json(&x->suspects[i], t));
	return json_pack("{s:o, s:o}", "peers", peers, "nodes", nodes);
}
