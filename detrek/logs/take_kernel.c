/*
 * take_kernel.c - takes the logs of all processes of a machine whose nodes run the kernel, one file
 * a process, with copies of the programs.
 *
 * Each stack that the kernel knows is that of a process (detrek/sync/operations.h). The log of a
 * process begins with its first instruction in a program's code. The kernel's code is not logged,
 * even if the process executes it: a word that the kernel or another process has written is logged
 * when the process reads it.
 */
#include "taker.h"

#include "base/files.h"
#include "base/wire.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* A block of memory that the kernel has allocated for a process. */
typedef struct OwnedBlock {
	Addr low;    /* lowest address of the block */
	Word nbytes;
	int32_t pid;
} OwnedBlock;

/* A process whose log is taken. */
typedef struct ProcessLogging {
	SyncThreadInfo info; /* description of its thread */
	Taker *taker;       /* NULL: it has not executed a known program yet */
	Buf before;         /* records of its operations before it has a taker */
	bool ended;
} ProcessLogging;

/* A node whose processes are logged. */
typedef struct LoggedNode {
	NodeMemory *memory; /* NULL: no process has begun */
	Taker *running;     /* taker of the process that has executed last; NULL: none */
	OwnedBlock *owned;       /* [nowned] the newest block is the last one */
	uint32_t nowned, ownedcap;
} LoggedNode;

struct KernelLogging {
	const char *folder;
	Target *target;
	SyncObserver *observer;
	LoggedNode *nodes;  /* [node] */
	ProcessLogging *processes; /* [nprocesses] the process of each of the observer's threads */
	uint32_t nprocesses, processcap;
	SyncObjectInfo *objects; /* [object of the observer] its description */
	uint32_t objectcap;
	uint64_t noperations;
};

/* grow_array: an array with room for more than n elements of a size; it may have moved. */
static void *
grow_array(void *array, uint32_t n, uint32_t *cap, size_t size)
{
	if (n < *cap)
		return array;
	*cap = 2 * n + 16;
	return xrealloc(array, *cap * size);
}

/* logged_network: the network whose processes are logged. */
static Network *
logged_network(const KernelLogging *l)
{
	return target_network(l->target);
}

/* ---- processes ---- */

/*
 * handle_thread: store a new thread, whose log begins with its first instruction; called by the
 * observer.
 */
static void
handle_thread(void *logging, uint32_t thread, const SyncThreadInfo *info)
{
	KernelLogging *l = logging;

	l->processes = grow_array(l->processes, thread, &l->processcap, sizeof *l->processes);
	l->processes[thread] = (ProcessLogging){.info = *info};
	l->nprocesses = thread + 1;
}

/* first_serial: the serial of the last write that loaded the program of a process. */
static uint64_t
first_serial(const KernelLogging *l, const ProcessLogging *p)
{
	for (uint32_t i = 0; i < l->nprocesses; i++) {
		const ProcessLogging *other = &l->processes[i];

		if (other->taker && other->info.node == p->info.node
			&& other->info.pid == p->info.pid)
			return other->taker->since;
	}
	return l->nodes[p->info.node].memory->serial;
}

/* find_loaded: find the program of a process; false if its code is not known. */
static bool
find_loaded(const KernelLogging *l, const ProcessLogging *p, Loaded *in)
{
	Loaded all[MAX_LOADED];
	uint32_t n = target_loaded_programs(l->target, p->info.node, all);

	for (uint32_t i = 0; i < n; i++)
		if (all[i].pid == p->info.pid) {
			*in = all[i];
			return in->program;
		}
	return false;
}

/*
 * begin_process: begin the log of a process if the node's next instruction is of a known program.
 */
static void
begin_process(KernelLogging *l, ProcessLogging *p)
{
	NodeId n = p->info.node;
	LoggedNode *node = &l->nodes[n];
	const T800 *c = logged_network(l)->nodes[n];
	LogPlace place = {.node = target_number(l->target, n), .process = p->info.number,
		.pid = p->info.pid, .stack = p->info.low, .stack_bytes = p->info.nbytes};
	Loaded in;

	if (!find_loaded(l, p, &in) || c->r.iptr - in.text >= in.program->text_bytes)
		return;
	place.text = in.text;
	place.data = in.data;
	if (!node->memory)
		node->memory = node_memory_new(c);
	p->taker = taker_new(node->memory, n, in.program, &place, first_serial(l, p));
	buf_put(&p->taker->out, p->before.data, p->before.len);
	taker_put_range(p->taker, in.data, in.program->data_bytes);
}

/* find_process_at: the process on whose stack the node executes; NULL if there is none. */
static ProcessLogging *
find_process_at(KernelLogging *l, NodeId n)
{
	uint32_t thread = sync_thread_at(l->observer, n, logged_network(l)->nodes[n]->r.wptr);

	return thread == NO_THREAD || l->processes[thread].ended ? NULL : &l->processes[thread];
}

/* is_next_instruction: true if the node's next instruction is the process's next one. */
static bool
is_next_instruction(const Taker *t, const T800 *c)
{
	return t && !t->ended && wdesc(c) == t->next && taker_in_text(t, c->r.iptr);
}

/* check_followed: fatal if the process continues where its log does not expect it. */
static void
check_followed(const Taker *t, const T800 *c)
{
	if (!t->ended && taker_in_text(t, c->r.iptr) && !taker_is_repeating(t))
		fatal("process %u.%u continues where it has not stopped, at 0x%x; its log "
			"cannot be taken", t->place.node, t->place.process, c->r.iptr);
}

/*
 * handle_instruction: begin, continue or leave the log of the process that executes next on node n.
 */
static void
handle_instruction(void *logging, NodeId n)
{
	KernelLogging *l = logging;
	LoggedNode *node = &l->nodes[n];
	const T800 *c = logged_network(l)->nodes[n];
	ProcessLogging *p;

	if (is_next_instruction(node->running, c)) {
		taker_instruction(node->running);
		return;
	}
	if (node->running)
		taker_leave(node->running);
	p = find_process_at(l, n);
	if (p && !p->taker) {
		begin_process(l, p);
		node->running = p->taker ? p->taker : node->running;
	} else if (p && is_next_instruction(p->taker, c)) {
		node->running = p->taker;
		taker_instruction(p->taker);
	} else if (p) {
		check_followed(p->taker, c);
	}
}

/* access_memory: give the access to the log of the process that runs on node n. */
static void
access_memory(void *logging, NodeId n, const Access *a)
{
	LoggedNode *node = &((KernelLogging *)logging)->nodes[n];

	if (node->memory)
		taker_access(node->memory, node->running, a);
}

/* ---- operations ---- */

/* handle_object: store the description of an object; called by the observer. */
static void
handle_object(void *logging, uint32_t object, const SyncObjectInfo *info)
{
	KernelLogging *l = logging;

	l->objects = grow_array(l->objects, object, &l->objectcap, sizeof *l->objects);
	l->objects[object] = *info;
}

/* handle_operation: log an operation that orders processes; called by the observer. */
static void
handle_operation(void *logging, const Operation *o)
{
	KernelLogging *l = logging;
	ProcessLogging *p = &l->processes[o->thread];
	const SyncObjectInfo *object = &l->objects[o->object];
	char name[SYNC_NAME];
	LogSync s = {.kind = o->kind, .order = l->noperations, .object = o->object, .name = name,
		.value = object->value, .moved = o->moved};

	if (sync_is_implied(object->kind))
		return;
	sync_object_name(l->target, o->object, object, name);
	l->noperations++;
	if (p->ended)
		return;
	if (p->taker) {
		taker_sync(p->taker, &s);
	} else {
		log_begin_record(&p->before, RECORD_SYNC, 0);
		log_put_sync(&p->before, &s);
	}
}

/*
 * handle_allocation: note which process owns memory that was allocated outside of a heap; called by
 * the observer.
 */
static void
handle_allocation(void *logging, const Allocation *a)
{
	KernelLogging *l = logging;
	LoggedNode *node = &l->nodes[a->node];

	if (a->heap || a->thread == NO_THREAD)
		return;
	node->owned = grow_array(node->owned, node->nowned, &node->ownedcap, sizeof *node->owned);
	node->owned[node->nowned++] = (OwnedBlock){a->low, a->nbytes,
		l->processes[a->thread].info.pid};
}

/* ---- ends ---- */

/* end_process: end the log of a process; the memory must be as the process has left it. */
static void
end_process(KernelLogging *l, ProcessLogging *p)
{
	const LoggedNode *node = &l->nodes[p->info.node];
	Taker *t = p->taker;

	p->ended = true;
	if (!t)
		return;
	taker_log_foreign(t, t->place.data, t->program->data_bytes);
	for (uint32_t i = 0; i < node->nowned; i++)
		if (node->owned[i].pid == p->info.pid)
			taker_log_foreign(t, node->owned[i].low, node->owned[i].nbytes);
	taker_end(t, t->executing && node->running == t
		? logged_network(l)->nodes[p->info.node]->stop : STOP_NONE);
}

/* handle_thread_end: end the log of the thread's process; called by the observer. */
static void
handle_thread_end(void *logging, uint32_t thread)
{
	KernelLogging *l = logging;

	if (!l->processes[thread].ended)
		end_process(l, &l->processes[thread]);
}

/* run_number: a hash of the contents of all logs. */
static uint64_t
run_number(const KernelLogging *l)
{
	Buf hashes = {0};
	uint64_t run;

	for (uint32_t i = 0; i < l->nprocesses; i++) {
		const Taker *t = l->processes[i].taker;

		if (t)
			put_hash(&hashes, log_hash(t->out.data, t->out.len));
	}
	run = log_hash(hashes.data, hashes.len);
	buf_free(&hashes);
	return run;
}

/* write_logs: write the log of each process to its file in the folder. */
static void
write_logs(const KernelLogging *l)
{
	uint64_t run = run_number(l);

	for (uint32_t i = 0; i < l->nprocesses; i++) {
		const Taker *t = l->processes[i].taker;
		char *file;

		if (!t)
			continue;
		file = xasprintf("%s/%u.%u-%s.log", l->folder, t->place.node, t->place.process,
			t->program->name);
		taker_write(t, file, strrchr(t->program->file, '/') + 1,
			logged_network(l)->topology, run);
		free(file);
	}
}

/* ---- a run ---- */

/* make_folder: make the folder of the logs; fatal if it has files, perhaps logs of another run. */
static void
make_folder(const char *name)
{
	uint32_t nfiles = 0;
	DIR *d;

	directory_make(name);
	d = opendir(name);
	if (!d)
		fatal("cannot open %s:", name);
	for (const struct dirent *e; (e = readdir(d));)
		nfiles += e->d_name[0] != '.';
	closedir(d);
	if (nfiles > 0)
		fatal("%s is not empty; name a new directory for the logs", name);
}

KernelLogging *
logging_begin(Network *w, const char *kernel, const char *folder)
{
	KernelLogging *l = xcalloc(1, sizeof *l);

	make_folder(folder);
	*l = (KernelLogging){.folder = folder, .target = target_new(w),
		.nodes = xcalloc(w->nnodes, sizeof *l->nodes)};
	target_add_program(l->target, program_open(kernel, "kernel"));
	if (!target_layout(l->target)->known)
		fatal("%s: a kernel without debugging information, whose processes cannot be "
			"observed", kernel);
	l->observer = sync_observer_new(l->target, &(SyncCalls){.thread = handle_thread,
							   .object = handle_object,
							   .operation = handle_operation,
							   .allocated = handle_allocation,
							   .instruction = handle_instruction,
							   .access = access_memory,
							   .ends = handle_thread_end,
							   .context = l});
	sync_attach(l->observer);
	return l;
}

void
logging_program(KernelLogging *l, const char *file, const char *name)
{
	char *copy = xasprintf("%s/%s", l->folder, name);
	Buf bytes = file_read(file, IMAGE_MAX_FILE);

	file_write(copy, bytes.data, bytes.len);
	target_add_program(l->target, program_open(copy, NULL));
	buf_free(&bytes);
	free(copy);
}

void
logging_end(KernelLogging *l)
{
	NodeId nnodes = logged_network(l)->nnodes;

	sync_detach(l->observer);
	for (uint32_t i = 0; i < l->nprocesses; i++)
		handle_thread_end(l, i);
	write_logs(l);
	for (uint32_t i = 0; i < l->nprocesses; i++) {
		if (l->processes[i].taker)
			taker_free(l->processes[i].taker);
		buf_free(&l->processes[i].before);
	}
	for (NodeId n = 0; n < nnodes; n++) {
		node_memory_free(l->nodes[n].memory);
		free(l->nodes[n].owned);
	}
	sync_observer_free(l->observer);
	target_free(l->target);
	free(l->nodes);
	free(l->processes);
	free(l->objects);
	free(l);
}
