/*
 * station.c - fuzz target: a hostile node 0 connected to the host station, damaged snapshots of the
 * station, and any command lines.
 *
 * The first byte chooses one of four cases: bytes from the node, either raw or as packets with
 * fields drawn from the valid values; a snapshot of the station in between; a snapshot in which
 * each four bytes change one byte (three give the place, one the change), with a correct checksum;
 * or a line for the shell.
 */
#include "command/shell/shell.h"
#include "sim/host/iserver/iserver.h"
#include "sim/past/snapshot.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define MS 1000000000ull

static const char machine[] =
	"topology t\nnode n0 n1 mem=64K\nhost h links=1\nwire h.0 n0.0\nwire n0.1 n1.1\nend\n";

static Topology *topology;
static BootFiles files;
static Network *network;
static Station *station;
static Job *job;
static Buf snap; /* reachable after a longjmp */
static Line line;
static NodeSet set;
static jmp_buf refused;

static void
caught(int status)
{
	longjmp(refused, status ? status : 1);
}

static void
start(void)
{
	topology = topology_parse(machine, sizeof machine - 1, "fuzz.topo");
	buf_put(&files.bootstrap, (uint8_t[]){3, 0x40, 0x21, 0xF5}, 4);
	for (size_t i = 0; i < sizeof(Program) / 4; i++)
		buf_word(&files.kernel, 0);
}

static void
halted(void *context, const Halt *h, Time at)
{
	const HaltReport *r = &h->report;

	(void)context;
	(void)at;
	if (r->name[sizeof r->name - 1] || r->text[sizeof r->text - 1]
		|| r->node >= station_nnodes(station))
		abort();
}

static void
put_half(Buf *b, uint32_t n)
{
	buf_byte(b, n);
	buf_byte(b, n >> 8);
}

/* packets: every 8 bytes choose a header; a body of zeros and small numbers. */
static void
packets(Buf *out, const uint8_t *p, size_t n)
{
	static const uint32_t events[] = {EVENT_SYSTEM(EV_FILED), EVENT_SYSTEM(EV_UP),
		EVENT_SYSTEM(EV_HALTD), EVENT_SYSTEM(EV_SHELL), EVENT_SYSTEM(EV_SHELL) + 16};

	for (; n >= 8; p += 8, n -= 8) {
		uint32_t length = p[2] * (p[3] & 1 ? 8 : 1), flags = p[4];

		put_half(out, NODE_HOST);
		put_half(out, p[0] % 3);
		buf_word(out, events[p[1] % 5]);
		buf_word(out, p[5] % 9);
		buf_word(out, length);
		buf_word(out, flags);
		buf_word(out, p[6] * (p[3] & 2 ? MAX_PACKET : 1) + (p[3] & 4 ? length : 0));
		for (uint32_t i = 0; i < length + (flags & PACKET_DATA ? 4 * NH_WORDS : 0) &&
				!(flags & PACKET_CREDIT); i++)
			buf_byte(out, i % 4 == 0 ? p[7] + i : 0);
	}
}

/* send: the bytes come from node 0. */
static void
send(const Buf *bytes)
{
	uint8_t *data;

	if (bytes->len == 0)
		return;
	data = xmalloc(bytes->len);
	memcpy(data, bytes->data, bytes->len);
	network_add_order(network, 0,
		(Order){.at = network->now + SETUP,
			.kind = POST_OUT,
			.len = bytes->len,
			.data = data});
	network_add_order(network, 0,
		(Order){.at = network->now + SETUP,
			.kind = POST_IN,
			.ptr = MOSTNEG,
			.len = 1 << 14});
	station_await(station, NULL, NULL, network->now + 30 * MS);
}

static void
make_station(void)
{
	network = network_new(topology);
	station = station_new(network,
		&(StationOptions){
			.files = &files, .in = -1, .out = -1, .err = -1, .halted = halted});
}

/* through_snapshot: the station continues from the snapshot it has written. */
static void
through_snapshot(void)
{
	snapshot_save(network, &snap);
	station_free(station);
	network_free(network);
	make_station();
	snapshot_load(network, "fuzz.snap", snap);
	buf_free(&snap);
}

/*
 * damage: the changes that the input makes in the snapshot, most often after the nodes, and a
 * correct checksum.
 */
static void
damage(const uint8_t *data, size_t n)
{
	enum { STATION = 4096 }; /* bytes at the end: more than those of the station */
	size_t len = snap.len - sizeof(uint64_t);
	uint64_t hash;

	for (; n >= 4; data += 4, n -= 4) {
		size_t at = data[0] | data[1] << 8 | (data[2] & 0x7F) << 16;

		snap.data[data[2] & 0x80 ? at % len : len - 1 - at % STATION % len] ^= data[3];
	}
	snap.len = len;
	hash = XXH3_64bits(snap.data, len);
	buf_put(&snap, &hash, sizeof hash);
}

/* restore: a station continues from a damaged snapshot, or refuses it. */
static void
restore(const uint8_t *data, size_t n)
{
	make_station();
	station_boot(station, NULL);
	snapshot_save(network, &snap);
	damage(data, n);
	station_free(station);
	network_free(network);
	make_station();
	fatal_catch(caught);
	if (setjmp(refused) == 0) {
		snapshot_load(network, "fuzz.snap", snap);
		fatal_catch(NULL);
		station_await(station, NULL, NULL, network->now + 30 * MS);
	}
	fatal_catch(NULL);
	station_free(station);
	network_free(network);
	buf_free(&snap);
}

static void
talk(const uint8_t *data, size_t n, bool raw, bool twice)
{
	const NodeSet all = {.nodes = (uint32_t[]){0, 1}, .n = 2};
	Buf bytes = {0}, program = {0};
	WaitEnd end;

	make_station();
	station_boot(station, NULL);
	buf_put(&program, files.kernel.data, files.kernel.len);
	job = job_new(station, &all, &(JobOptions){.name = "x", .program = &program}, &end);
	if (raw)
		buf_put(&bytes, data, n);
	else
		packets(&bytes, data, n);
	send(&bytes);
	job_has_ended(job);
	if (twice && !network->links.ends[0].sending) {
		job_free(job);
		through_snapshot();
		job = NULL;
		send(&bytes);
	}
	job_free(job);
	station_free(station);
	network_free(network);
	buf_free(&bytes);
	buf_free(&program);
}

/* words: a line of the shell, and its words as names of nodes. */
static void
words(const uint8_t *data, size_t n)
{
	char *text = xstrndup((const char *)data, n);
	volatile int i = 0;

	fatal_catch(caught);
	if (setjmp(refused) == 0)
		line_split(&line, text);
	else
		line.nwords = 0;
	while (i < line.nwords) {
		if (setjmp(refused) == 0) {
			Buf out = {0};

			node_set_parse(&set, line.words[i++], 100);
			node_set_print(&set, &out);
			buf_free(&out);
		}
		node_set_free(&set);
	}
	fatal_catch(NULL);
	free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	if (!topology)
		start();
	if (n < 2)
		return 0;
	if (data[0] & 8)
		restore(data + 1, n - 1);
	else if (data[0] & 4)
		words(data + 1, n - 1);
	else
		talk(data + 1, n - 1, data[0] & 1, data[0] & 2);
	return 0;
}
