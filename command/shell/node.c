/*
 * node.c - commands that send requests to nodes: doom and tping; the command state is in state.c.
 */
#include "shell.h"

#include "base/number.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

Ask *
shell_ask(Shell *sh, void (*answer)(Ask *a, uint32_t i, const Message *m, Time at), void *context)
{
	sh->ask = (Ask){.answer = answer, .context = context};
	ask_begin(&sh->ask, sh->m.station, &sh->set);
	sh->asking = true;
	return &sh->ask;
}

void
shell_ask_end(Shell *sh)
{
	ask_end(&sh->ask);
	sh->asking = false;
}

void
shell_list_silent(Shell *sh)
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

void
shell_ask_all(Shell *sh, KenyadRequest r)
{
	r.node = NODE_HOST;
	r.event = sh->ask.event;
	for (uint32_t i = 0; i < sh->set.n; i++)
		if (station_fate(sh->m.station, sh->set.nodes[i]) == FATE_UP)
			ask_kenyad(sh->m.station, sh->set.nodes[i], &r, NULL);
}

/* ---- doom ---- */

static const char *const signals[NSIGNALS] = {
#define X(name) [SIGNAL_##name] = #name,
	SIGNAL_NAMES(X)
#undef X
};

/* signal_number: the number of the signal in the text; ends the command if there is none. */
static uint32_t
signal_number(const char *text)
{
	uint64_t n;

	for (int i = 1; i < NSIGNALS; i++)
		if (strcasecmp(text, signals[i]) == 0)
			return i;
	if (!number_parse(text, NSIGNALS - 1, &n) || n == 0)
#define X(name) " " #name
		fatal("-%s: signals are" SIGNAL_NAMES(X) ", or 1 to %d", text, NSIGNALS - 1);
#undef X
	return n;
}

/*
 * count_reached: callback: add the number of processes which, as the reply says, the signal has
 * reached.
 */
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

/*
 * doom_process: send a signal to one process, or to all (pid 0), on each node of the set; returns
 * how many were reached.
 */
static int32_t
doom_process(Shell *sh, uint32_t signal, int32_t pid)
{
	int32_t reached = 0;

	shell_ask(sh, count_reached, &reached);
	shell_ask_all(sh, (KenyadRequest){.action = KENYAD_SIGNAL, .pid = pid, .value = signal});
	ask_wait(&sh->ask);
	shell_list_silent(sh);
	shell_ask_end(sh);
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
		reached += doom_process(sh, signal, pid);
		if (*end_of == '\0')
			return reached;
		p = end_of + 1;
	}
}

/* shell_doom: handle the command doom: send a signal to processes of nodes. */
void
shell_doom(Shell *sh, int argc, char **argv)
{
	uint32_t signal = SIGNAL_DIE;
	int32_t reached;
	int at = 1;

	if (argc > 1 && argv[1][0] == '-')
		signal = signal_number(argv[at++] + 1);
	if (argc - at < 1 || argc - at > 2)
		fatal("usage: doom %s", shell_find_command("doom")->args);
	shell_set_nodes(sh, argv[at], true);
	reached = argc - at == 2 ? doom_listed(sh, signal, argv[at + 1])
				 : doom_process(sh, signal, 0);
	if (reached == 0)
		fatal("no process received the signal; 'state %s' lists the processes", argv[at]);
}

/* ---- tping ---- */

/* The messages of one round. */
typedef struct Round {
	Time last;      /* when the last reply arrived */
	const Buf *body; /* the bytes that each node sends back */
	bool spoilt;    /* a different message came back */
} Round;

/*
 * message_bounced: callback: note the time of a reply, and that the round is spoilt if the reply
 * differs from the body sent.
 */
static void
message_bounced(Ask *a, uint32_t i, const Message *m, Time at)
{
	Round *r = a->context;

	(void)i;
	r->last = at > r->last ? at : r->last;
	r->spoilt |= m->body.len != r->body->len
		|| (m->body.len > 0 && memcmp(m->body.data, r->body->data, m->body.len) != 0);
}

/*
 * ping_round: send a message to each node and back. Returns the time this took; NEVER if a message
 * did not return.
 */
static Time
ping_round(Shell *sh, const Buf *body)
{
	Round r = {.body = body};
	Time start = sh->m.network->now + SETUP;
	WaitEnd how;

	shell_ask(sh, message_bounced, &r);
	for (uint32_t i = 0; i < sh->set.n; i++)
		station_send(sh->m.station, &(Message){.node = sh->set.nodes[i],
			.event = EVENT_SYSTEM(EV_ECHOD), .flags = PACKET_DATA,
			.data = {sh->ask.event, NODE_HOST}, .body = *body});
	how = ask_wait(&sh->ask);
	shell_list_silent(sh);
	shell_ask_end(sh);
	if (r.spoilt)
		fatal("a message came back changed");
	if (how == WAIT_INTERRUPTED)
		fatal("interrupted");
	return how == WAIT_DONE ? r.last - start : NEVER;
}

/* time_seconds: a time in seconds. */
static double
time_seconds(Time t)
{
	return t / 1e12;
}

/* print_sum: print how long the messages of all rounds took in total, at least and at most. */
static void
print_sum(uint32_t rounds, uint32_t nmessages, uint64_t nbytes, Time total, Time least, Time most)
{
	printf("%u message%s, %" PRIu64 " bytes (%.3fK), %.6f secs (%.3fK/sec)\n", nmessages,
		nmessages == 1 ? "" : "s", nbytes, nbytes / 1024.0, time_seconds(total),
		total > 0 ? nbytes / 1024.0 / time_seconds(total) : 0);
	printf("roundtrip min/avg/max: %.6f/%.6f/%.6f\n", time_seconds(least),
		time_seconds(total) / rounds, time_seconds(most));
}

/* ping_nodes: make `count` rounds with messages that have this body. */
static void
ping_nodes(Shell *sh, uint32_t count, const Buf *body)
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
			time_seconds(t));
		total += t;
		least = t < least ? t : least;
		most = t > most ? t : most;
	}
	if (done > 0)
		print_sum(done, done * sh->set.n, nbytes * done, total, least, most);
}

/* shell_tping: handle the command tping: measure how long messages to nodes and back take. */
void
shell_tping(Shell *sh, int argc, char **argv)
{
	enum { MAX_LENGTH = 1 << 20, MAX_COUNT = 1000000 };
	uint64_t count = 4, length = 1;
	int c;

	while ((c = shell_next_option(argc, argv, "+c:l:")) != -1) {
		if (c == 'c' && (!number_parse(optarg, MAX_COUNT, &count) || count == 0))
			fatal("-c %s: a count is 1 to %d", optarg, MAX_COUNT);
		if (c == 'l' && !number_parse(optarg, MAX_LENGTH, &length))
			fatal("-l %s: a length is 0 to %d bytes", optarg, MAX_LENGTH);
	}
	shell_check_count(argc, argv, 1, 1);
	shell_set_nodes(sh, argv[optind], false);
	for (uint64_t i = 0; i < length; i++)
		buf_byte(&sh->file, 'a' + i % 26);
	ping_nodes(sh, count, &sh->file);
}
