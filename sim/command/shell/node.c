/* node.c - commands that send requests to nodes: state, doom, tping. */
#include "shell.h"
#include "sim/node/node_state.h"
#include "sim/node/node_words.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* begin, end: begin and end a request to the nodes of sh->set. */
static Ask *
begin(Shell *sh, void (*answer)(Ask *a, uint32_t i, const Message *m, Time at), void *context)
{
	sh->ask = (Ask){.answer = answer, .context = context};
	ask_begin(&sh->ask, sh->m.station, &sh->set);
	sh->asking = true;
	return &sh->ask;
}

static void
end(Shell *sh)
{
	ask_end(&sh->ask);
	sh->asking = false;
}

/* tell_silent: list the nodes of the set that have not answered. */
static void
tell_silent(Shell *sh)
{
	NodeSet silent = {0};
	Buf text = {0};

	silent.nodes = xmalloc(sh->set.n * sizeof *silent.nodes);
	for (uint32_t i = 0; i < sh->set.n; i++)
		if (!sh->ask.answered[i])
			silent.nodes[silent.n++] = sh->set.nodes[i];
	if (silent.n > 0) {
		node_set_print(&silent, &text);
		printf("%s did not answer\n", (char *)text.data);
		sh->status = EXIT_FOUND;
	}
	node_set_free(&silent);
	buf_free(&text);
}

/* ask_all: send a request to the kenyad of every node that is up. */
static void
ask_all(Shell *sh, KenyadRequest r)
{
	r.node = NODE_HOST;
	r.event = sh->ask.event;
	for (uint32_t i = 0; i < sh->set.n; i++)
		if (station_fate(sh->m.station, sh->set.nodes[i]) == FATE_UP)
			ask_kenyad(sh->m.station, sh->set.nodes[i], &r, NULL);
}

/* ---- state ---- */

/*
 * store_answer: keep each node's answer until all have arrived, because the table is printed in the
 * order of the set.
 */
static void
store_answer(Ask *a, uint32_t i, const Message *m, Time at)
{
	Buf *answers = a->context;

	(void)at;
	if (!a->answered[i] || answers[i].len == 0)
		buf_put(&answers[i], m->body.data, m->body.len);
}

static void
print_row(uint32_t node, const uint8_t *b)
{
	StateRow row = {
		.index = get32(b + offsetof(StateRow, index)),
		.pid = get32(b + offsetof(StateRow, pid)),
		.priority = get32(b + offsetof(StateRow, priority)),
		.state = get32(b + offsetof(StateRow, state)),
		.event = get32(b + offsetof(StateRow, event)),
		.type = get32(b + offsetof(StateRow, type)),
	};
	Buf text = {0};

	memcpy(row.name, b + offsetof(StateRow, name), sizeof row.name);
	state_row_text(&row, &text);
	printf("n%u %.*s\n", node, (int)text.len, (char *)text.data);
	buf_free(&text);
}

static void
print_answer(uint32_t node, const Buf *answer)
{
	size_t at = sizeof(KenyadReply);

	for (; at + sizeof(StateRow) <= answer->len; at += sizeof(StateRow))
		print_row(node, answer->data + at);
}

/* print_text: print a string stored by a node, up to its first unprintable character. */
static void
print_text(const T800 *c, Addr a)
{
	const uint8_t *p = a ? node_memory(c, a, 1) : NULL;

	for (int i = 0; p && *p >= ' ' && *p < 127 && i < sizeof ((HaltReport *)0)->text; i++) {
		putchar(*p);
		p = node_memory(c, ++a, 1);
	}
}

/*
 * tell_record: for a node that does not answer: print why its processor stopped, and its kernel's
 * post-mortem record.
 */
static void
tell_record(Shell *sh, uint32_t node)
{
	const T800 *c = sh->m.network->nodes[station_plan(sh->m.station)->place[node]];
	NodeWords words;

	if (c->stop > STOP_BOOT)
		printf("%s: its processor %s, at %08x, workspace %08x\n",
			STATION_NODE(sh->m.station, node), stop_text(c->stop), c->r.iptr,
			c->r.wptr);
	if (!node_words(c, &words) || words.panic == PANIC_NONE)
		return;
	printf("%s: ", STATION_NODE(sh->m.station, node));
	if (words.panic_pid == 0)
		printf("its kernel");
	else
		printf("process %u", words.panic_pid);
	printf(" left word: ");
	print_text(c, words.panic_text);
	printf(", workspace %08x\n", words.panic_wptr);
}

void
shell_state(Shell *sh, int argc, char **argv)
{
	Buf *answers;

	shell_check_count(argc, argv, 1, 1);
	shell_nodes(sh, argv[1], true);
	answers = xcalloc(sh->set.n, sizeof *answers);
	begin(sh, store_answer, answers);
	ask_all(sh, (KenyadRequest){.action = KENYAD_STATE});
	ask_wait(&sh->ask);
	puts("NODE INDEX PID KPRI KSTATE PROGRAM");
	for (uint32_t i = 0; i < sh->set.n; i++) {
		print_answer(sh->set.nodes[i], &answers[i]);
		buf_free(&answers[i]);
	}
	free(answers);
	tell_silent(sh);
	for (uint32_t i = 0; i < sh->set.n; i++)
		if (!sh->ask.answered[i])
			tell_record(sh, sh->set.nodes[i]);
	end(sh);
}

/* ---- doom ---- */

/* Names of the signals in kernel.h. */
static const char *const signals[] = {
	NULL, "TRACE", "C", "ASYNC", "DIE", "ARREST", "RELEASE", "A", "B", "FUSE", "SHRINK"};

enum { NSIGNALS = sizeof signals / sizeof *signals, DIE = 4 };

static uint32_t
signal_number(const char *text)
{
	uint64_t n;

	for (int i = 1; i < NSIGNALS; i++)
		if (strcasecmp(text, signals[i]) == 0)
			return i;
	if (!number_parse(text, NSIGNALS - 1, &n) || n == 0)
		fatal("-%s: signals are TRACE C ASYNC DIE ARREST RELEASE A B FUSE SHRINK, or 1 to "
			"%d",
			text, NSIGNALS - 1);
	return n;
}

static void
count_reached(Ask *a, uint32_t i, const Message *m, Time at)
{
	int32_t *reached = a->context, result;

	(void)i, (void)at;
	if (m->body.len < sizeof(KenyadReply))
		return;
	result = get32(m->body.data + offsetof(KenyadReply, result));
	*reached += result > 0 ? result : 0;
}

/* doom_one: send a signal to one process, or to all (pid 0), on each node of the set. */
static int32_t
doom_one(Shell *sh, uint32_t signal, int32_t pid)
{
	int32_t reached = 0;

	begin(sh, count_reached, &reached);
	ask_all(sh, (KenyadRequest){.action = KENYAD_SIGNAL, .pid = pid, .value = signal});
	ask_wait(&sh->ask);
	tell_silent(sh);
	end(sh);
	return reached;
}

/* doom_listed: send a signal to the processes of a list such as p281,300. */
static int32_t
doom_listed(Shell *sh, uint32_t signal, const char *list)
{
	const char *p = list + (*list == 'p');
	int32_t reached = 0;

	for (;;) {
		char *end_of;
		long pid = strtol(p, &end_of, 10);

		if (end_of == p || pid <= 0 || pid > INT32_MAX || (*end_of && *end_of != ','))
			fatal("%s: expected process ids such as p281,300", list);
		reached += doom_one(sh, signal, pid);
		if (*end_of == '\0')
			return reached;
		p = end_of + 1;
	}
}

void
shell_doom(Shell *sh, int argc, char **argv)
{
	uint32_t signal = DIE;
	int32_t reached;
	int at = 1;

	if (argc > 1 && argv[1][0] == '-')
		signal = signal_number(argv[at++] + 1);
	if (argc - at < 1 || argc - at > 2)
		fatal("usage: doom %s", shell_find("doom")->args);
	shell_nodes(sh, argv[at], true);
	reached = argc - at == 2 ? doom_listed(sh, signal, argv[at + 1]) : doom_one(sh, signal, 0);
	if (reached == 0)
		fatal("no process received the signal; 'state %s' lists the processes", argv[at]);
}

/* ---- tping ---- */

/* The messages of one round. */
typedef struct Round {
	Time last;      /* answer */
	const Buf *body;
	bool spoilt;    /* a different message came back */
} Round;

static void
bounced(Ask *a, uint32_t i, const Message *m, Time at)
{
	Round *r = a->context;

	(void)i;
	r->last = at > r->last ? at : r->last;
	r->spoilt |= m->body.len != r->body->len
		|| (m->body.len > 0 && memcmp(m->body.data, r->body->data, m->body.len) != 0);
}

/* ping_round: send a message to each node and back. Returns the time it took, or NEVER. */
static Time
ping_round(Shell *sh, const Buf *body)
{
	Round r = {.body = body};
	Time start = sh->m.network->now + SETUP;
	WaitEnd how;

	begin(sh, bounced, &r);
	for (uint32_t i = 0; i < sh->set.n; i++)
		station_send(sh->m.station, &(Message){.node = sh->set.nodes[i],
			.event = EVENT_SYSTEM(EV_ECHOD), .flags = PACKET_DATA,
			.data = {sh->ask.event, NODE_HOST}, .body = *body});
	how = ask_wait(&sh->ask);
	tell_silent(sh);
	end(sh);
	if (r.spoilt)
		fatal("a message came back changed");
	if (how == WAIT_INTERRUPTED)
		fatal("interrupted");
	return how == WAIT_DONE ? r.last - start : NEVER;
}

static double
seconds(Time t)
{
	return t / 1e12;
}

static void
print_sum(uint32_t rounds, uint32_t nmessages, uint64_t nbytes, Time total, Time least, Time most)
{
	printf("%u message%s, %" PRIu64 " bytes (%.3fK), %.6f secs (%.3fK/sec)\n", nmessages,
		nmessages == 1 ? "" : "s", nbytes, nbytes / 1024.0, seconds(total),
		total > 0 ? nbytes / 1024.0 / seconds(total) : 0);
	printf("roundtrip min/avg/max: %.6f/%.6f/%.6f\n", seconds(least), seconds(total) / rounds,
		seconds(most));
}

/* ping: do `count` rounds with messages of this many bytes. */
static void
ping(Shell *sh, uint32_t count, const Buf *body)
{
	Time total = 0, least = NEVER, most = 0;
	uint64_t nbytes = 2ull * body->len * sh->set.n;
	uint32_t done = 0;

	for (; done < count; done++) {
		Time t = ping_round(sh, body);

		if (t == NEVER)
			break;
		printf("  %zu byte%s from %u node%s: %.6f secs\n", body->len,
			body->len == 1 ? "" : "s", sh->set.n, sh->set.n == 1 ? "" : "s",
			seconds(t));
		total += t;
		least = t < least ? t : least;
		most = t > most ? t : most;
	}
	if (done > 0)
		print_sum(done, done * sh->set.n, nbytes * done, total, least, most);
}

void
shell_tping(Shell *sh, int argc, char **argv)
{
	enum { MAX_LENGTH = 1 << 20, MAX_COUNT = 1000000 };
	uint64_t count = 4, length = 1;
	int c;

	while ((c = shell_option(argc, argv, "+c:l:")) != -1) {
		if (c == 'c' && (!number_parse(optarg, MAX_COUNT, &count) || count == 0))
			fatal("-c %s: a count is 1 to %d", optarg, MAX_COUNT);
		if (c == 'l' && !number_parse(optarg, MAX_LENGTH, &length))
			fatal("-l %s: a length is 0 to %d bytes", optarg, MAX_LENGTH);
	}
	shell_check_count(argc, argv, 1, 1);
	shell_nodes(sh, argv[optind], false);
	for (uint64_t i = 0; i < length; i++)
		buf_byte(&sh->file, 'a' + i % 26);
	ping(sh, count, &sh->file);
}
