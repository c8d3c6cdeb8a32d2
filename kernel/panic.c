/*
 * panic.c - failures of a process or of the kernel. The record is stored in the node's words, where
 * peek can read it, and is sent to the host.
 */
#include "node.h"

static void
copy_text(char *to, uint32_t room, const char *from) /* copy it, cut to the room */
{
	uint32_t n = 0;

	while (n < room - 1 && from[n])
		n++;
	memcpy(to, from, n);
	to[n] = '\0';
}

static void /* in NodeWords */
record_panic(uint32_t pid, uint32_t reason, uint32_t wptr, uint32_t iptr, const char *text)
{
	NodeWords *w = node_words();

	w->panic = reason;
	w->panic_pid = pid;
	w->panic_wptr = wptr;
	w->panic_iptr = iptr;
	w->panic_text = (uint32_t)text;
}

void
report(Process *p, uint32_t reason, uint32_t wptr, uint32_t iptr, const char *text)
{
	static char kept[sizeof ((HaltReport *)0)->text];
	HaltReport *r = memory_alloc_server(sizeof *r);

	copy_text(kept, sizeof kept, text);
	record_panic(p ? p->pid : 0, reason, wptr, iptr, kept);
	if (!r)
		return; /* the record in memory has to suffice */
	*r = (HaltReport){.node = node_self(), .pid = p ? p->pid : 0, .reason = reason,
		.wptr = wptr,
		.iptr = iptr, .task = node_words()->task};
	memcpy(r->name, p ? p->image->program->name : "kernel", p ? sizeof r->name : 7);
	memcpy(r->text, kept, sizeof r->text);
	reply(NODE_HOST, EVENT_SYSTEM(EV_HALTD), 0, r, sizeof *r);
}

/* panic: stop the node, after a mistake of the kernel itself, or of a neighbour. */
void
panic(const char *text)
{
	NodeWords *w = node_words();

	record_panic(0, PANIC_KERNEL, (uint32_t)__t800_wptr(), 0, text);
	w->phase = PHASE_HALTED;
	__t800_sethalterr();
	for (;;)
		__t800_seterr();
}

void
report_caller(Process *p, const KCall *c, uint32_t reason, const char *text)
{
	report(p, reason, (uint32_t)&c->back, c->back, text);
}
