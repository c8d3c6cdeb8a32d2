/*
 * net.h - for tests of the kernel: a booted network, with programs that are loaded and started on
 * its nodes.
 *
 * The output of the programs goes to a file.
 */
#ifndef NET_H
#define NET_H

#include "machine/boot_files.h"
#include "sim/host/station/station.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { NET_KEPT = 4096 };

#define SECOND 1000000000000ull

typedef struct Net {
	Topology *t;
	Network *w;
	BootFiles files;
	Station *s;
	FILE *out;          /* what programs print */
	HaltReport halt;    /* the last that came */
	int nhalts;
	uint32_t event;     /* of answers and exits */
	uint32_t tag;
	Message kept[NET_KEPT]; /* that came while another type was waited for */
	int nkept;
} Net;

static inline void
net_halted(void *context, const Halt *h, Time at)
{
	Net *n = context;

	(void)at;
	n->halt = h->report;
	n->nhalts++;
}

/*
 * net_new: boot the machine that the text describes, with all its cables, or a configuration of it.
 */
static inline void
net_new(Net *n, const char *topology, const char *config, uint64_t seed)
{
	StationOptions o = {.files = &n->files, .root = ".", .in = -1, .err = 2,
		.halted = net_halted, .context = n};

	*n = (Net){.t = strchr(topology, '\n') ? topology_parse(topology, strlen(topology), "test")
					       : topology_read(topology)};
	if (seed)
		n->t->seed = seed;
	n->w = network_new(n->t);
	n->out = tmpfile();
	o.out = fileno(n->out);
	boot_files_read(&n->files, NULL, false);
	n->s = station_new(n->w, &o);
	station_boot(n->s, config ? topology_config(n->t, config) : NULL);
	n->event = station_new_event(n->s);
}

static inline void
net_free(Net *n)
{
	station_free(n->s);
	boot_files_free(&n->files);
	network_free(n->w);
	topology_free(n->t);
	fclose(n->out);
}

/* net_up: nodes that came up. */
static inline uint32_t
net_up(const Net *n)
{
	uint32_t up = 0;

	for (uint32_t i = 0; i < station_nnodes(n->s); i++)
		up += station_fate(n->s, i) == FATE_UP;
	return up;
}

typedef struct Arrival {
	Net *n;
	uint32_t type;
	Message m;
	bool came;
} Arrival;

static inline bool
net_kept(Arrival *a)
{
	Net *n = a->n;

	for (int i = 0; i < n->nkept; i++)
		if (a->type == 0 || n->kept[i].type == a->type) {
			a->m = n->kept[i];
			memmove(&n->kept[i], &n->kept[i + 1], (--n->nkept - i) * sizeof a->m);
			return true;
		}
	return false;
}

static inline bool
net_came(void *context)
{
	Arrival *a = context;
	Net *n = a->n;
	Time at;

	while (!a->came && (a->came = net_kept(a)) == false
		&& station_receive(n->s, n->event, &n->kept[n->nkept], &at))
		assert_true(++n->nkept < NET_KEPT);
	return a->came;
}

/*
 * net_take: the next answer or notice of a type (0: any); false if none arrived within the limit
 * (simulated time from now).
 */
static inline bool
net_take(Net *n, uint32_t type, Message *m, Time limit)
{
	Arrival a = {.n = n, .type = type};

	station_await(n->s, net_came, &a, n->w->now + limit);
	*m = a.m;
	return a.came;
}

static inline void
net_send(Net *n, uint32_t node, uint32_t event, uint32_t flags, const void *body, size_t nbytes)
{
	Message m = {.node = node, .event = event, .flags = PACKET_SYSTEM | flags,
		.data = {n->event, NODE_HOST}};

	buf_put(&m.body, body, nbytes);
	station_send(n->s, &m);
	buf_free(&m.body);
}

/* net_load: a program to the nodes from first to last; its tag. */
static inline uint32_t
net_load(Net *n, const Buf *program, uint32_t first, uint32_t last)
{
	uint32_t nwords = (station_nnodes(n->s) + 31) / 32, answers = 0;
	FlatRequest r = {FLAT_OPEN, NODE_HOST, n->event, ++n->tag, program->len, 0, 0, nwords};
	Buf open = {0};
	Message m;

	buf_put(&open, &r, sizeof r);
	for (uint32_t i = 0; i < nwords; i++) {
		uint32_t word = 0;

		for (uint32_t k = 0; k < 32; k++)
			word |= (uint32_t)(32 * i + k >= first && 32 * i + k <= last) << k;
		buf_word(&open, word);
	}
	net_send(n, 0, EVENT_SYSTEM(EV_FLATD), PACKET_NOBUF, open.data, open.len);
	buf_free(&open);
	r.action = FLAT_DATA;
	r.nwords = 0;
	for (r.offset = 0; r.offset < program->len; r.offset += r.length) {
		Buf piece = {0};

		r.length = program->len - r.offset < FLAT_PIECE ? program->len - r.offset
								: FLAT_PIECE;
		buf_put(&piece, &r, sizeof r);
		buf_put(&piece, program->data + r.offset, r.length);
		net_send(n, 0, EVENT_SYSTEM(EV_FLATD), PACKET_NOBUF, piece.data, piece.len);
		buf_free(&piece);
	}
	while (answers < last - first + 1) {
		assert_true(net_take(n, TYPE_FLATD, &m, 10 * SECOND));
		assert_int_equal(((FlatReply *)m.body.data)->result, 0);
		buf_free(&m.body);
		answers++;
	}
	return n->tag;
}

/* net_ask: a request to a node's kenyad; the answer, whose body is the caller's. */
static inline Message
net_ask(Net *n, uint32_t node, KenyadRequest r, const void *more)
{
	Buf b = {0};
	Message m;

	r.node = NODE_HOST;
	r.event = n->event;
	buf_put(&b, &r, sizeof r);
	buf_put(&b, more, r.nbytes);
	net_send(n, node, EVENT_SYSTEM(EV_KENYAD), 0, b.data, b.len);
	buf_free(&b);
	assert_true(net_take(n, TYPE_KENYAD, &m, 10 * SECOND));
	return m;
}

/*
 * net_start: a process of a loaded program; its pid or an error. args: strings, a blank between
 * them.
 */
static inline int32_t
net_start(Net *n, uint32_t node, uint32_t tag, const char *args)
{
	KenyadRequest r = {KENYAD_CREATE, .tag = tag, .value = 1};
	Buf b = {0};
	Message m;
	int32_t pid;

	for (const char *s = args; *s; s += strcspn(s, " "), s += *s == ' ') {
		buf_put(&b, s, strcspn(s, " "));
		buf_byte(&b, 0);
		r.argc++;
	}
	while (b.len % 4)
		buf_byte(&b, 0);
	r.nbytes = b.len;
	m = net_ask(n, node, r, b.data);
	pid = ((KenyadReply *)m.body.data)->result;
	buf_free(&m.body);
	buf_free(&b);
	return pid;
}

#endif
