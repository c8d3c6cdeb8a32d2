/*
 * job.c - programs on nodes: flatd loads them, kenyad creates their processes; this file follows
 * the processes to their end.
 */
#include "station.h"

#include <stdlib.h>
#include <string.h>

const char *
kernel_error_text(int32_t error)
{
	static const char *const texts[] = {
		[0] = "no error",
		[-KE_AGAIN] = "the call would block",
		[-KE_NOMEM] = "no memory left on the node",
		[-KE_INVAL] = "invalid argument",
		[-KE_NONODE] = "no such node",
		[-KE_NOPROC] = "no such process",
		[-KE_NOENT] = "no such program",
		[-KE_INTR] = "a signal came",
		[-KE_TRUNC] = "truncated",
		[-KE_TIMEOUT] = "time is over",
		[-KE_IO] = "input or output failed",
	};
	uint32_t i = -(uint32_t)error;

	return i < sizeof texts / sizeof *texts && texts[i] ? texts[i] : "an unknown error";
}

const char *
exit_reason_text(uint32_t reason)
{
	static const char *const texts[] = {
		[EXIT_CALLED] = "exited",
		[EXIT_DOOMED] = "was killed",
		[EXIT_STACK] = "overflowed its stack",
		[EXIT_ERROR] = "set Error",
		[EXIT_PANIC] = "called panic",
		[EXIT_ABORT] = "aborted",
	};

	return reason < sizeof texts / sizeof *texts ? texts[reason] : "ended";
}

/* ---- loading ---- */

/* put_flat: begin a message with a request to the program loader. */
static void
put_flat(Message *m, const FlatRequest *r)
{
	*m = (Message){.event = EVENT_SYSTEM(EV_FLATD), .flags = PACKET_SYSTEM | PACKET_NOBUF};
	buf_word(&m->body, r->action);
	buf_word(&m->body, r->node);
	buf_word(&m->body, r->event);
	buf_word(&m->body, r->tag);
	buf_word(&m->body, r->total);
	buf_word(&m->body, r->offset);
	buf_word(&m->body, r->length);
	buf_word(&m->body, r->nwords);
}

/* words_of_set: the number of words that hold one bit for each node. */
static uint32_t
words_of_set(const Station *s)
{
	return (station_nnodes(s) + 31) / 32;
}

/* put_set: append a bit for each node: 1 if it is in the set. */
static void
put_set(Message *m, const Station *s, const NodeSet *set)
{
	uint32_t nwords = words_of_set(s), *words = xcalloc(nwords, sizeof *words);

	for (uint32_t i = 0; i < set->n; i++)
		words[set->nodes[i] / 32] |= 1u << set->nodes[i] % 32;
	for (uint32_t i = 0; i < nwords; i++)
		buf_word(&m->body, words[i]);
	free(words);
}

/* send_flat: send the message to node 0, and free it. */
static void
send_flat(Station *s, Message *m)
{
	station_send(s, m);
	buf_free(&m->body);
}

/* send_program: send a program in pieces to the nodes' flatds, which answer to the event. */
static void
send_program(Job *j, uint32_t event, const Buf *program)
{
	uint32_t total = (program->len + 3) & ~3u;
	Message m;

	put_flat(&m,
		&(FlatRequest){.action = FLAT_OPEN,
			.node = NODE_HOST,
			.event = event,
			.tag = j->tag,
			.total = program->len,
			.nwords = words_of_set(j->s)});
	put_set(&m, j->s, &j->set);
	send_flat(j->s, &m);
	for (uint32_t at = 0, n; at < total; at += n) {
		n = total - at < FLAT_PIECE ? total - at : FLAT_PIECE;
		put_flat(&m,
			&(FlatRequest){
				.action = FLAT_DATA, .tag = j->tag, .offset = at, .length = n});
		buf_put(&m.body, program->data + at, at + n > program->len ? program->len - at : n);
		while (m.body.len % 4)
			buf_byte(&m.body, 0);
		send_flat(j->s, &m);
	}
}

/* forget_program: let the nodes discard the job's program. */
static void
forget_program(Job *j)
{
	Message m;

	put_flat(&m,
		&(FlatRequest){.action = FLAT_FORGET, .tag = j->tag, .nwords = words_of_set(j->s)});
	put_set(&m, j->s, &j->set);
	send_flat(j->s, &m);
}

/* program_loaded: callback of Ask: note a node's answer to the request to load the program. */
static void
program_loaded(Ask *a, uint32_t i, const Message *m, Time at)
{
	Job *j = a->context;

	(void)at;
	if (m->body.len >= sizeof(FlatReply))
		j->processes[i].pid = get32(m->body.data + offsetof(FlatReply, result));
}

/*
 * load_program: load the program on the job's nodes. A node's pid becomes 0 if this succeeds, or if
 * no answer comes; `answered` tells these cases apart.
 */
static WaitEnd
load_program(Job *j, const Buf *program, bool *answered)
{
	Ask a = {.answer = program_loaded, .context = j};
	WaitEnd end;

	ask_begin(&a, j->s, &j->set);
	send_program(j, a.event, program);
	end = ask_wait(&a);
	memcpy(answered, a.answered, j->set.n * sizeof *answered);
	ask_end(&a);
	return end;
}

/* ---- processes ---- */

/* process_on: the job's process on a node; NULL if there is none. */
static JobProcess *
process_on(Job *j, uint32_t node)
{
	for (uint32_t i = 0; i < j->set.n; i++)
		if (j->processes[i].node == node)
			return &j->processes[i];
	return NULL;
}

/* handle_exit: note the status of a process whose node reports that it has ended. */
static void
handle_exit(Job *j, const Message *m)
{
	const uint8_t *b = m->body.data;
	JobProcess *p;

	if (m->body.len < sizeof(ExitNotice) || !(p = process_on(j, m->node)) || p->ended)
		return;
	p->ended = true;
	p->status = get32(b + offsetof(ExitNotice, status));
	p->reason = get32(b + offsetof(ExitNotice, reason));
	j->nended++;
	j->nfailed += p->reason != EXIT_CALLED || p->status != 0;
}

/* handle_reply: note the pid, or the error, with which a node's kenyad has answered. */
static void
handle_reply(Job *j, const Message *m)
{
	JobProcess *p;

	if (m->body.len < sizeof(KenyadReply) || !(p = process_on(j, m->node)) || p->pid != 0)
		return;
	p->pid = get32(m->body.data + offsetof(KenyadReply, result));
	j->nmade += p->pid > 0;
}

/* receive_reports: process the messages from the job's processes. */
static void
receive_reports(Job *j)
{
	Message m;
	Time at;

	while (station_receive(j->s, j->event, &m, &at)) {
		if (m.type == TYPE_EXIT)
			handle_exit(j, &m);
		else
			handle_reply(j, &m);
		buf_free(&m.body);
	}
}

/*
 * all_processes_made: take the reports that have arrived; true if each node has made its process.
 */
static bool
all_processes_made(void *context)
{
	Job *j = context;

	receive_reports(j);
	for (uint32_t i = 0; i < j->set.n; i++)
		if (j->processes[i].pid == 0)
			return false;
	return true;
}

/* file_stem: a file's name without directory and suffix, which the caller frees. */
static char *
file_stem(const char *name)
{
	const char *last = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;

	return xstrndup(last, strcspn(last, "."));
}

/* pack_arguments: the arguments of a process, each with its zero, padded to words. */
static Buf
pack_arguments(const Job *j, const JobOptions *o)
{
	Buf b = {0};

	buf_put(&b, j->program, strlen(j->program) + 1);
	for (int i = 0; i < o->argc; i++)
		buf_put(&b, o->argv[i], strlen(o->argv[i]) + 1);
	while (b.len % 4)
		buf_byte(&b, 0);
	return b;
}

/*
 * make_processes: ask the nodes that have the program to create its processes, and await the
 * answers.
 */
static WaitEnd
make_processes(Job *j, const JobOptions *o, const bool *answered)
{
	Buf args = pack_arguments(j, o);
	KenyadRequest r = {.action = KENYAD_CREATE,
		.node = NODE_HOST,
		.event = j->event,
		.tag = j->tag,
		.value = o->priority,
		.argc = o->argc + 1,
		.nbytes = args.len};
	WaitEnd end;
	uint32_t before;

	for (uint32_t i = 0; i < j->set.n; i++)
		if (answered[i] && j->processes[i].pid == 0)
			ask_kenyad(j->s, j->set.nodes[i], &r, &args);
	buf_free(&args);
	do {
		before = station_backlog(j->s) - j->nmade;
		end = station_await(
			j->s, all_processes_made, j, station_network(j->s)->now + ANSWER_WAIT);
	} while (end == WAIT_LIMIT && station_backlog(j->s) - j->nmade != before);
	return end;
}

Job *
job_new(Station *s, const NodeSet *set, const JobOptions *o, WaitEnd *end)
{
	Job *j = xcalloc(1, sizeof *j);
	bool *answered = xcalloc(set->n, sizeof *answered);

	j->s = s;
	j->program = file_stem(o->name);
	j->event = station_new_event(s);
	j->tag = j->event;
	j->set.n = set->n;
	j->set.nodes = xmalloc(set->n * sizeof *j->set.nodes);
	memcpy(j->set.nodes, set->nodes, set->n * sizeof *j->set.nodes);
	j->processes = xcalloc(set->n, sizeof *j->processes);
	for (uint32_t i = 0; i < set->n; i++)
		j->processes[i].node = set->nodes[i];
	*end = load_program(j, o->program, answered);
	if (*end == WAIT_DONE || *end == WAIT_LIMIT)
		*end = make_processes(j, o, answered);
	free(answered);
	return j;
}

void
job_free(Job *j)
{
	if (!j)
		return;
	if (job_has_ended(j))
		forget_program(j);
	station_forget_event(j->s, j->event);
	free(j->program);
	node_set_free(&j->set);
	free(j->processes);
	free(j);
}

bool
job_has_ended(Job *j)
{
	receive_reports(j);
	return j->nended == j->nmade;
}

/* is_job_ended: callback for station_await: job_has_ended of a Job. */
static bool
is_job_ended(void *context)
{
	return job_has_ended(context);
}

WaitEnd
job_wait(Job *j, Time limit)
{
	return station_await_programs(j->s, is_job_ended, j, limit);
}

void
job_signal(Job *j, int signal)
{
	KenyadRequest r = {
		.action = KENYAD_SIGNAL, .node = NODE_HOST, .event = j->event, .value = signal};

	receive_reports(j);
	for (uint32_t i = 0; i < j->set.n; i++) {
		r.pid = j->processes[i].pid;
		if (r.pid > 0 && !j->processes[i].ended)
			ask_kenyad(j->s, j->set.nodes[i], &r, NULL);
	}
}

/* ---- snapshots ---- */

enum { MIN_PROCESS = 17 }; /* size of a process entry in bytes */

/* transfer_process: save or restore a process of a job in a snapshot. */
static void
transfer_process(Snap *snap, JobProcess *p)
{
	uint8_t ended = p->ended;

	snap_transfer(snap, &p->node, sizeof p->node);
	snap_transfer(snap, &p->pid, sizeof p->pid);
	snap_transfer(snap, &ended, sizeof ended);
	snap_transfer(snap, &p->status, sizeof p->status);
	snap_transfer(snap, &p->reason, sizeof p->reason);
	p->ended = ended != 0;
}

/* recount_processes: recompute the totals from the processes. */
static void
recount_processes(Job *j)
{
	j->nmade = j->nended = j->nfailed = 0;
	for (uint32_t i = 0; i < j->set.n; i++) {
		const JobProcess *p = &j->processes[i];

		j->set.nodes[i] = p->node;
		j->nmade += p->pid > 0;
		j->nended += p->pid > 0 && p->ended;
		j->nfailed += p->ended && (p->reason != EXIT_CALLED || p->status != 0);
	}
}

void
job_transfer(Station *s, Job **job, Snap *snap)
{
	uint32_t n = snap_count(snap, *job ? (*job)->set.n : 0, MIN_PROCESS), length;
	Job *j = *job;

	if (snap->reading) {
		*job = j = xcalloc(1, sizeof *j);
		j->s = s;
		j->set.n = n;
		j->set.nodes = xcalloc(n, sizeof *j->set.nodes);
		j->processes = xcalloc(n, sizeof *j->processes);
	}
	length = snap_count(snap, j->program ? strlen(j->program) : 0, 1);
	if (snap->reading)
		j->program = xcalloc(length + 1, 1);
	snap_transfer(snap, j->program, length);
	snap_transfer(snap, &j->tag, sizeof j->tag);
	snap_transfer(snap, &j->event, sizeof j->event);
	for (uint32_t i = 0; i < n; i++) {
		transfer_process(snap, &j->processes[i]);
		if (j->processes[i].node >= station_nnodes(s))
			snap_damaged(snap);
	}
	recount_processes(j);
}
