/* write.c - prints faults: as lines of a script, and their effects. */
#include "kind.h"

#include "base/number.h"

#include <inttypes.h>
#include <stdlib.h>

/* write_what: print the kind of fault, the node or line that it affects, and the operands. */
static void
write_what(const Network *w, const Fault *f, Buf *b)
{
	char name[END_NAME];

	buf_printf(b, "%s %s", kind_of(f)->word, strikes_node(f) ? w->topology->nodes[f->node].name
		: end_name(w->topology, w->links.ends[f->end].ref, name));
	kind_of(f)->write(f, b);
}

void
fault_write(const Network *w, const Fault *f, char *out)
{
	char name[END_NAME];
	Buf b = {0};

	write_what(w, f, &b);
	if (kind_of(f)->target == FAULT_ON_BYTE && f->value > 0)
		buf_printf(&b, " at byte %" PRIu64, f->value + 1);
	else if (f->when == WHEN_TIME)
		buf_printf(&b, " at %s", TIME_STRING(f->at));
	else if (f->when == WHEN_START)
		buf_printf(&b, " at +%s", TIME_STRING(f->at));
	else if (f->when == WHEN_INSTRUCTION)
		buf_printf(&b, " at instruction %" PRIu64, f->at);
	else if (f->when == WHEN_CALL)
		buf_printf(&b, " at call %" PRIu64 " of 0x%08" PRIX32, f->at, f->function);
	else
		buf_printf(&b, " at %s %" PRIu64 " of %s",
			f->when == WHEN_SENT ? "sent" : "received", f->at,
			end_name(w->topology, w->links.ends[f->end].ref, name));
	snprintf(out, FAULT_TEXT, "%.*s", (int)b.len, (char *)b.data);
	buf_free(&b);
}

/* ---- the effects of the faults ---- */

/* find_hit: the byte that a fault was to change; NULL if it is no longer known. */
static const Hit *
find_hit(const Network *w, const Fault *f)
{
	const Hit *h = w->links.ends[f->end].hits;

	for (int k = 0; k < NHITS; k++)
		if (h[k].at != 0 && h[k].left == 0 && h[k].fault == f - w->faults.fault)
			return &h[k];
	return NULL;
}

/* print_fault: print when a fault acted and what it changed, or that it has not acted. */
static void
print_fault(const Network *w, const Fault *f, FILE *out)
{
	bool byte = kind_of(f)->target == FAULT_ON_BYTE;
	const Hit *h = byte ? find_hit(w, f) : NULL;

	if (!f->done || (byte && !h))
		fprintf(out, "not triggered");
	else if (f->struck == NEVER)
		fprintf(out, "found nothing to break");
	else
		fprintf(out, "at %s", TIME_STRING(h ? h->at : f->struck));
	if (f->done && f->struck != NEVER && strikes_node(f))
		kind_of(f)->print_effect(w, f, out);
}

void
faults_print(const Network *w, FILE *out)
{
	for (uint32_t i = 0; i < w->faults.n; i++) {
		char text[FAULT_TEXT];

		fault_write(w, &w->faults.fault[i], text);
		fprintf(out, "fault '%s': ", w->faults.text[i] ? w->faults.text[i] : text);
		print_fault(w, &w->faults.fault[i], out);
		fputc('\n', out);
	}
}

void
faults_help(FILE *out)
{
	for (uint32_t k = 0; fault_kind(k); k++) {
		char usage[FAULT_TEXT];

		snprintf(usage, sizeof usage, "%s %s", fault_kind(k)->word,
			fault_kind(k)->operands);
		fprintf(out, "  %-28s%s\n", usage, fault_kind(k)->effect);
	}
	fprintf(out,
		"N: a node, n3 or its logical number; E: an end of a link, n3.1; F: a function.\n"
		"WHEN: at 12ms, at +1ms, at instruction K, at byte K, at sent K of E,\n"
		"      at received K of E, at call K of F. See docs/faults.md.\n");
}
