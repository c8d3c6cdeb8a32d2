/*
 * otf2.c - writes an archive in the Open Trace Format 2, for Vampir, Scalasca and otf2-print.
 *
 * Each node is a location group with one location; the function at which a process continues is a
 * region or, if it is not known, "high" or "low".
 * Messages are written as MPI messages: ranks are the nodes, followed by the hosts; the tag is the
 * receiving link's end. A message received in several pieces counts as received with the last
 * piece; a message never received is left out. The user's functions are regions of locations of
 * their own, one for each function on each node where it ran; the task is an attribute of the enter
 * event. Times are in picoseconds.
 */
#include "export.h"

#include "sim/node/node_words.h"

#ifdef HAVE_OTF2

#include <otf2/otf2.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ARCHIVE "traces" /* the name of the files in its directory */

/* Strings that are not names of nodes. */
enum {
	TEXT_EMPTY,
	TEXT_HIGH,
	TEXT_LOW,
	TEXT_MACHINE,
	TEXT_NETWORK,
	TEXT_NODES,
	TEXT_LINKS,
	TEXT_PROCESSOR,
	TEXT_TASK,
	TEXT_PART,
	TEXT_FUNCTION0,
	NTEXTS = TEXT_FUNCTION0 + NFUNCTIONS
};
static const char *const texts[TEXT_FUNCTION0] = {
	"", "high", "low", "machine", "network", "nodes", "links", "processor", "task", "part",
};

/* Regions 0 and 1: high and low; then those of user functions (numbered from 1), of processes. */
enum { REGION_FUNCTION0 = 1, REGION_PLACE0 = REGION_FUNCTION0 + NFUNCTIONS };
enum { ATTRIBUTE_TASK, ATTRIBUTE_PART };

enum { GROUP_LOCATIONS, GROUP_ALL }; /* groups of OTF2, for the communicator of all ranks */

/* A message that has been started. */
typedef struct Message {
	uint32_t peer;   /* the receiving end, or NOWHERE */
	uint32_t nbytes;
	uint32_t pieces; /* number of receives still to come for it */
} Message;

/* The archive being written. */
typedef struct Otf2 {
	const Topology *t;
	uint32_t n;          /* number of nodes and hosts */
	OTF2_Archive *archive;
	OTF2_EvtWriter **writer; /* [n] */
	uint64_t *nevents;   /* [n] */
	int *region;         /* [n] region of the running process, or -1 */
	const Functions *functions;
	Message *messages;   /* in the order of their starts */
	size_t nmessages, cap;
	size_t *sending;     /* [end] index of the message being sent, plus one; 0 if none */
	Time end;
	const Calls *calls;
	/* [nnodes * NFUNCTIONS] number of events of a user's function on a node */
	uint64_t *ncall_events;
} Otf2;

/* check_otf2: fatal if a function of the OTF2 library has failed. */
static void
check_otf2(OTF2_ErrorCode e)
{
	if (e != OTF2_SUCCESS)
		fatal("the OTF2 archive cannot be written: %s", OTF2_Error_GetDescription(e));
}

/* before_flush: callback of OTF2: allow it to flush a buffer. */
static OTF2_FlushType
before_flush(void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final)
{
	(void)data, (void)type, (void)location, (void)caller, (void)final;
	return OTF2_FLUSH;
}

/* add_message: append a message of nbytes, whose receiver is not known yet. */
static void
add_message(Otf2 *o, uint32_t nbytes)
{
	if (o->nmessages == o->cap) {
		o->cap = o->cap ? 2 * o->cap : 1024;
		o->messages = xrealloc(o->messages, o->cap * sizeof *o->messages);
	}
	o->messages[o->nmessages++] = (Message){.peer = NOWHERE, .nbytes = nbytes};
}

/*
 * received_message: the message of which a node's end has received a part; NULL if there is none.
 */
static Message *
received_message(const Otf2 *o, const TraceRecord *r)
{
	if (r->other == NOWHERE || o->sending[r->other] == 0
		|| export_node_number(o->t, r->where) == NOWHERE)
		return NULL;
	return &o->messages[o->sending[r->other] - 1];
}

/* match_messages: find the end that receives each message. */
static void
match_messages(Otf2 *o, TraceFile *f)
{
	TraceRecord r;
	Message *m;

	while (trace_file_next(f, &r)) {
		if (r.kind == TRACE_SEND) {
			add_message(o, r.value);
			o->sending[r.where] = o->nmessages;
		} else if (r.kind == TRACE_RECEIVED && (m = received_message(o, &r)) != NULL) {
			m->peer = r.where;
			m->pieces++;
		}
	}
	o->nmessages = 0;
	memset(o->sending, 0, trace_nends(o->t) * sizeof *o->sending);
	trace_file_rewind(f);
}

/* ---- functions: each has a location of its own on every node where it ran ---- */

/* call_location: the location of OTF2 for a user's function on a node. */
static uint64_t
call_location(const Otf2 *o, uint32_t node, uint32_t function)
{
	return o->n + (uint64_t)node * NFUNCTIONS + function;
}

/* put_edge: write the beginning or end of a call as an event of OTF2. */
static void
put_edge(Otf2 *o, const CallEdge *e)
{
	const Call *c = &o->calls->call[e->call];
	uint64_t location = call_location(o, c->node, c->function);
	OTF2_EvtWriter *w = OTF2_Archive_GetEvtWriter(o->archive, location);
	uint32_t region = REGION_FUNCTION0 + c->function;
	OTF2_AttributeList *about;

	o->ncall_events[location - o->n]++;
	if (!e->begins) {
		check_otf2(OTF2_EvtWriter_Leave(w, NULL, e->at, region));
		return;
	}
	about = OTF2_AttributeList_New();
	check_otf2(OTF2_AttributeList_AddUint32(about, ATTRIBUTE_TASK, c->task));
	if (c->part != 0)
		check_otf2(OTF2_AttributeList_AddUint64(about, ATTRIBUTE_PART, c->part));
	check_otf2(OTF2_EvtWriter_Enter(w, about, e->at, region));
	check_otf2(OTF2_AttributeList_Delete(about));
}

/* put_calls: write the calls of the user's functions as events. */
static void
put_calls(Otf2 *o)
{
	for (uint32_t i = 0; i < 2 * o->calls->n; i++)
		put_edge(o, &o->calls->edge[i]);
	for (uint32_t i = 0; i < o->t->nnodes * NFUNCTIONS; i++)
		if (o->ncall_events[i])
			check_otf2(OTF2_Archive_CloseEvtWriter(o->archive,
				OTF2_Archive_GetEvtWriter(o->archive, o->n + i)));
}

/* ---- events ---- */

/* leave_region: write that a node leaves the region in which it is, if any. */
static void
leave_region(Otf2 *o, uint32_t node, Time at)
{
	if (o->region[node] < 0)
		return;
	check_otf2(OTF2_EvtWriter_Leave(o->writer[node], NULL, at, o->region[node]));
	o->region[node] = -1;
}

/* write_send: write that a node sends a message, if its receiver is known. */
static void
write_send(Otf2 *o, const TraceRecord *r)
{
	uint32_t node = export_node_number(o->t, r->where), peer = o->messages[o->nmessages].peer;

	o->sending[r->where] = ++o->nmessages;
	if (node != NOWHERE && peer != NOWHERE)
		check_otf2(OTF2_EvtWriter_MpiSend(
			o->writer[node], NULL, r->at, export_node_number(o->t, peer), 0, peer,
			r->value));
}

/* write_receive: write that a message has been received, with its last piece. */
static void
write_receive(Otf2 *o, const TraceRecord *r)
{
	Message *m = received_message(o, r);
	uint32_t from = m ? export_node_number(o->t, r->other) : NOWHERE;

	if (from != NOWHERE && --m->pieces == 0)
		check_otf2(OTF2_EvtWriter_MpiRecv(o->writer[export_node_number(o->t, r->where)],
			NULL, r->at, from, 0, r->where, m->nbytes));
}

/* enter_region: write that a node enters the region of the function that runs now. */
static void
enter_region(Otf2 *o, const TraceRecord *r)
{
	uint32_t name = functions_find(o->functions, r->where, r->other);

	leave_region(o, r->where, r->at);
	o->region[r->where] = name == NOWHERE ? r->value & 1 : REGION_PLACE0 + name;
	check_otf2(OTF2_EvtWriter_Enter(o->writer[r->where], NULL, r->at, o->region[r->where]));
}

/* write_event: write what corresponds to a record of the trace. */
static void
write_event(Otf2 *o, const TraceRecord *r)
{
	switch (r->kind) {
	case TRACE_RUN: enter_region(o, r); break;
	case TRACE_IDLE:
	case TRACE_STOP: leave_region(o, r->where, r->at); break;
	case TRACE_SEND: write_send(o, r); break;
	case TRACE_RECEIVED: write_receive(o, r); break;
	default: break;
	}
}

/* put_events: write the events of all nodes and the calls. */
static void
put_events(Otf2 *o, TraceFile *f)
{
	TraceRecord r;

	check_otf2(OTF2_Archive_OpenEvtFiles(o->archive));
	for (uint32_t i = 0; i < o->n; i++)
		o->writer[i] = OTF2_Archive_GetEvtWriter(o->archive, i);
	while (trace_file_next(f, &r))
		write_event(o, &r);
	for (uint32_t i = 0; i < o->n; i++) {
		leave_region(o, i, o->end);
		check_otf2(OTF2_EvtWriter_GetNumberOfEvents(o->writer[i], &o->nevents[i]));
		check_otf2(OTF2_Archive_CloseEvtWriter(o->archive, o->writer[i]));
	}
	put_calls(o);
	check_otf2(OTF2_Archive_CloseEvtFiles(o->archive));
}

/* ---- definitions ---- */

/* put_region: define a region with the name of this text. */
static void
put_region(OTF2_GlobalDefWriter *w, uint32_t region, uint32_t text)
{
	check_otf2(OTF2_GlobalDefWriter_WriteRegion(w, region, text, text, TEXT_EMPTY,
		OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE, TEXT_EMPTY, 0,
		0));
}

/*
 * put_regions: define the regions, in the order of their numbers; the strings of places follow
 * those of the nodes.
 */
static void
put_regions(const Otf2 *o, OTF2_GlobalDefWriter *w)
{
	uint32_t text = NTEXTS + o->n;

	for (int i = 0; i < 2; i++)
		put_region(w, i, TEXT_HIGH + i);
	for (uint32_t i = FN_NONE + 1; i < NFUNCTIONS; i++) {
		check_otf2(
			OTF2_GlobalDefWriter_WriteString(w, TEXT_FUNCTION0 + i,
			call_function_name(i)));
		put_region(w, REGION_FUNCTION0 + i, TEXT_FUNCTION0 + i);
	}
	for (uint32_t i = 0; i < o->functions->nnames; i++) {
		check_otf2(OTF2_GlobalDefWriter_WriteString(w, text + i, o->functions->name[i]));
		put_region(w, REGION_PLACE0 + i, text + i);
	}
}

/*
 * put_functions: define the attributes of the user's functions, and a location for each node on
 * which they ran.
 */
static void
put_functions(Otf2 *o, OTF2_GlobalDefWriter *w)
{
	check_otf2(OTF2_GlobalDefWriter_WriteAttribute(w, ATTRIBUTE_TASK, TEXT_TASK, TEXT_EMPTY,
		OTF2_TYPE_UINT32));
	check_otf2(OTF2_GlobalDefWriter_WriteAttribute(w, ATTRIBUTE_PART, TEXT_PART, TEXT_EMPTY,
		OTF2_TYPE_UINT64));
	for (uint32_t i = 0; i < o->t->nnodes * NFUNCTIONS; i++)
		if (o->ncall_events[i])
			check_otf2(OTF2_GlobalDefWriter_WriteLocation(w, o->n + i,
				TEXT_FUNCTION0 + i % NFUNCTIONS, OTF2_LOCATION_TYPE_CPU_THREAD,
				o->ncall_events[i], i / NFUNCTIONS));
}

/* put_nodes: define each node as a process with one thread. */
static void
put_nodes(Otf2 *o, OTF2_GlobalDefWriter *w)
{
	for (uint32_t i = 0; i < o->n; i++) {
		check_otf2(OTF2_GlobalDefWriter_WriteString(w, NTEXTS + i,
			export_node_name(o->t, i)));
		check_otf2(OTF2_GlobalDefWriter_WriteLocationGroup(w, i, NTEXTS + i,
			OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP));
		check_otf2(OTF2_GlobalDefWriter_WriteLocation(w, i, TEXT_PROCESSOR,
			OTF2_LOCATION_TYPE_CPU_THREAD, o->nevents[i], i));
	}
}

/* put_ranks: define the nodes as the ranks of a communicator. */
static void
put_ranks(Otf2 *o, OTF2_GlobalDefWriter *w)
{
	uint64_t *members = xcalloc(o->n, sizeof *members);

	for (uint32_t i = 0; i < o->n; i++)
		members[i] = i;
	check_otf2(OTF2_GlobalDefWriter_WriteGroup(w, GROUP_LOCATIONS, TEXT_NODES,
		OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, o->n,
		members));
	check_otf2(OTF2_GlobalDefWriter_WriteGroup(w, GROUP_ALL, TEXT_NODES,
		OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, o->n,
		members));
	check_otf2(OTF2_GlobalDefWriter_WriteComm(w, 0, TEXT_LINKS, GROUP_ALL, OTF2_UNDEFINED_COMM,
		OTF2_COMM_FLAG_NONE));
	free(members);
}

/* put_definitions: write the definitions to which the events refer. */
static void
put_definitions(Otf2 *o)
{
	OTF2_GlobalDefWriter *w;

	check_otf2(OTF2_Archive_OpenDefFiles(o->archive));
	for (uint32_t i = 0; i < o->n + o->t->nnodes * NFUNCTIONS; i++)
		if (i < o->n || o->ncall_events[i - o->n])
			check_otf2(OTF2_Archive_CloseDefWriter(o->archive,
				OTF2_Archive_GetDefWriter(o->archive, i)));
	check_otf2(OTF2_Archive_CloseDefFiles(o->archive));
	w = OTF2_Archive_GetGlobalDefWriter(o->archive);
	check_otf2(OTF2_GlobalDefWriter_WriteClockProperties(w, 1000000000000, 0, o->end, 0));
	for (int i = 0; i < TEXT_FUNCTION0; i++)
		check_otf2(OTF2_GlobalDefWriter_WriteString(w, i, texts[i]));
	check_otf2(OTF2_GlobalDefWriter_WriteSystemTreeNode(w, 0, TEXT_NETWORK, TEXT_MACHINE,
		OTF2_UNDEFINED_SYSTEM_TREE_NODE));
	put_regions(o, w);
	put_nodes(o, w);
	if (o->calls->n > 0)
		put_functions(o, w);
	put_ranks(o, w);
}

/* refuse_old: fatal if the directory has the files of an archive, which must not be overwritten. */
static void
refuse_old(const char *directory)
{
	static const char *const names[] = {ARCHIVE, ARCHIVE ".otf2", ARCHIVE ".def"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char *name = xasprintf("%s/%s", directory, names[i]);

		if (access(name, F_OK) == 0)
			fatal("%s is already there; name another directory with -o", name);
		free(name);
	}
}

void
export_otf2(TraceFile *f, const Calls *c, const char *directory)
{
	static const OTF2_FlushCallbacks flush = {.otf2_pre_flush = before_flush};
	const Topology *t = f->topology;
	Otf2 o = {.t = t, .n = t->nnodes + t->nhosts, .calls = c,
		.functions = &f->functions, .end = f->end};

	o.writer = xcalloc(o.n, sizeof *o.writer);
	o.nevents = xcalloc(o.n, sizeof *o.nevents);
	o.ncall_events = xcalloc((size_t)t->nnodes * NFUNCTIONS + 1, sizeof *o.ncall_events);
	o.region = xcalloc(o.n, sizeof *o.region);
	o.sending = xcalloc(trace_nends(t), sizeof *o.sending);
	for (uint32_t i = 0; i < o.n; i++)
		o.region[i] = -1;
	refuse_old(directory);
	match_messages(&o, f);
	o.archive = OTF2_Archive_Open(directory, ARCHIVE, OTF2_FILEMODE_WRITE, 1 << 20, 4 << 20,
		OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
	if (!o.archive)
		fatal("cannot make the OTF2 archive %s", directory);
	check_otf2(OTF2_Archive_SetFlushCallbacks(o.archive, &flush, NULL));
	check_otf2(OTF2_Archive_SetSerialCollectiveCallbacks(o.archive));
	put_events(&o, f);
	put_definitions(&o);
	check_otf2(OTF2_Archive_Close(o.archive));
	free(o.messages);
	free(o.writer);
	free(o.nevents);
	free(o.ncall_events);
	free(o.region);
	free(o.sending);
}

#else

void
export_otf2(TraceFile *f, const Calls *c, const char *directory)
{
	(void)f;
	(void)c;
	(void)directory;
	fatal("trellis was built without OTF2's library (Debian: libotf2-trace-dev)");
}

#endif
