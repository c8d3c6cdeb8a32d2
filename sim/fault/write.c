/*
 * write.c - faults in words: as lines of a script, and what came of them.
 */
#include "fault.h"

#include <inttypes.h>
#include <stdlib.h>

static const struct {
	const char *word;
	FaultTarget target;
} kinds[] = {
#define X(name, word, target) [FAULT_##name] = {word, FAULT_ON_##target},
	FAULT_KINDS(X)
#undef X
};

const char *
fault_name(FaultKind k)
{
	return kinds[k].word;
}

FaultTarget
fault_target(FaultKind k)
{
	return kinds[k].target;
}

static void
write_what(const Network *w, const Fault *f, Buf *b)
{
	char name[END_NAME];

	if (fault_target(f->kind) == FAULT_ON_NODE)
		buf_printf(b, "%s %s", fault_name(f->kind), w->topology->nodes[f->node].name);
	else
		buf_printf(b, "%s %s", fault_name(f->kind), end_name(w->topology, w->links.ends[f->end].ref, name));
	if (f->kind == FAULT_FREEZE || f->kind == FAULT_HOLD)
		buf_printf(b, " %s", TIME_STRING(f->value));
	else if (f->kind == FAULT_SLOW)
		buf_printf(b, " %" PRIu64 ".%04" PRIu64 "%%", f->value / 10000, f->value % 10000);
	else if (f->kind == FAULT_FLIP)
		buf_printf(b, " 0x%08" PRIX64 ".%d", f->value, __builtin_ctz(f->bits));
	else if (f->kind == FAULT_DELAY)
		buf_printf(b, " %s", TIME_STRING(f->value * 1000));
	else if (f->kind == FAULT_CORRUPT)
		buf_printf(b, " 0x%02X", f->bits);
}

void
fault_write(const Network *w, const Fault *f, char *out)
{
	char name[END_NAME];
	Buf b = {0};

	write_what(w, f, &b);
	if (fault_target(f->kind) == FAULT_ON_BYTE && f->value > 0)
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
		buf_printf(&b, " at %s %" PRIu64 " of %s", f->when == WHEN_SENT ? "sent" : "received",
			f->at, end_name(w->topology, w->links.ends[f->end].ref, name));
	snprintf(out, FAULT_TEXT, "%.*s", (int)b.len, (char *)b.data);
	buf_free(&b);
}

/* ---- what came of them ---- */

/* hit_of: the byte that a fault was for; NULL: it is not known any more. */
static const Hit *
hit_of(const Network *w, const Fault *f)
{
	const Hit *h = w->links.ends[f->end].hits;

	for (int k = 0; k < NHITS; k++)
		if (h[k].at != 0 && h[k].left == 0 && h[k].fault == f - w->faults.fault)
			return &h[k];
	return NULL;
}

static void
print_one(const Network *w, const Fault *f, FILE *out)
{
	const Hit *h = fault_target(f->kind) == FAULT_ON_BYTE ? hit_of(w, f) : NULL;

	if (!f->done || (fault_target(f->kind) == FAULT_ON_BYTE && !h))
		fprintf(out, "not triggered");
	else if (f->struck == NEVER)
		fprintf(out, "found nothing to break");
	else
		fprintf(out, "at %s", TIME_STRING(h ? h->at : f->struck));
	if (!f->done || f->struck == NEVER || fault_target(f->kind) != FAULT_ON_NODE)
		return;
	if (f->kind == FAULT_FLIP)
		fprintf(out, ", byte %08" PRIX32 " from %02X to %02X", (Addr)f->value, f->found, f->found ^ f->bits);
	else
		fprintf(out, ", %s at Iptr %08" PRIX32, w->topology->nodes[f->node].name, f->found);
}

void
faults_print(const Network *w, FILE *out)
{
	for (uint32_t i = 0; i < w->faults.n; i++) {
		char text[FAULT_TEXT];

		fault_write(w, &w->faults.fault[i], text);
		fprintf(out, "fault '%s': ", w->faults.text[i] ? w->faults.text[i] : text);
		print_one(w, &w->faults.fault[i], out);
		fputc('\n', out);
	}
}
