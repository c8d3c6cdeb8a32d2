/*
 * snapshot.c - fuzz target: a snapshot with some changed bytes and a correct checksum. It must be
 * refused, or the run must continue from it without harm.
 *
 * The first byte of the input chooses when the snapshot is made, the second how the run continues.
 * Then each four bytes change one byte of the snapshot: three give the place, one the change. An
 * odd byte at the end of the input makes the file shorter.
 */
#include "cc/as/as.h"
#include "cc/image/image.h"
#include "sim/host/adapter.h"
#include "sim/network/network.h"
#include "sim/past/snapshot.h"

#include <setjmp.h>
#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
	NSTAGES = 8,
	STAGE = 23, /* us */
};

#define MICRO 1000000ull /* ps */

static const char machine[] =
	"topology snap\n"
	"node n[0-1] mem=8K\n"
	"switch x0 ports=4\n"
	"host h control=1\n"
	"wire h.0 n0.0\nwire n0.1 n1.2\nwire n0.2 x0.0\nwire n1.1 x0.1\n"
	"control h.c0 x0\n"
	"end\n";

/* Two processes: one sends over links 1 and 2, one waits for link 1 or 2 or a time. */
static const char program[] =
	"start: ajw 40; ldc 0; stl 1\n"
	"1: mint; ldl 1; mint; wsub; stnl 0; ldl 1; adc 1; stl 1; ldl 1; eqc 11; cj 1b\n"
	"ldc 0; sttimer; ldc listen - 2f; ldlp 60; startp\n"
	"2: mint; ldnlp 1; ldc 77; outword; mint; ldnlp 100; mint; ldnlp 2; ldc 50; out; j 2b\n"
	"listen: ldtimer; adc 1; stl 4; talt; mint; ldnlp 5; ldc 1; enbc; mint; ldnlp 6; ldc 1; enbc\n"
	"ldl 4; ldc 1; enbt; taltwt; mint; ldnlp 5; ldc 1; ldc 5f - 8f; disc\n"
	"mint; ldnlp 6; ldc 1; ldc 6f - 8f; disc; ldl 4; ldc 1; ldc 7f - 8f; dist; altend\n"
	"8: 5: mint; ldnlp 200; mint; ldnlp 5; ldc 7; in; j listen\n"
	"6: mint; ldnlp 200; mint; ldnlp 6; ldc 3; in; j listen\n"
	"7: ldtimer; j listen\n";

static Topology *topology;
static FILE *nothing;
static Buf snapshots[NSTAGES];
static Network *network; /* reachable after a longjmp */
static Host *host;
static Buf bytes;
static jmp_buf refused;

static void
caught(int status)
{
	longjmp(refused, status ? status : 1);
}

static void
make_network(void)
{
	network = network_new(topology);
	host = host_new(network, &(HostOptions){.output = nothing, .idle = true});
}

static void
free_network(void)
{
	host_free(host);
	network_free(network);
}

static void
start(NodeId n, const Buf *code)
{
	for (EndId e = n * NLINKS; e < (n + 1) * NLINKS; e++) {
		network->links.ends[e].receiver = RECEIVE_MESSAGE;
		network->links.ends[e].receiving = false;
	}
	boot_code(network->nodes[n], code->data, code->len, 0);
}

/* make_snapshots: node 0 runs, node 1 first waits to be booted; circuits are set on the way. */
static void
make_snapshots(void)
{
	static const uint8_t setting[] = {0, 1, 0, 1, 3, 0, 2, 1};
	Image im = {0};
	Buf code;

	nothing = fopen("/dev/null", "w");
	topology = topology_parse(machine, sizeof machine - 1, "snap.topo");
	as_image(&im, "snap.s", program, sizeof program - 1, NULL);
	code = image_flat(&im, image_base(&im));
	make_network();
	for (int i = 0; i < NSTAGES; i++) {
		if (i == 1)
			start(0, &code);
		if (i == 3)
			start(1, &code);
		network_resume(network);
		if (i == 1 || i == 4) {
			uint8_t *data = xmalloc(sizeof setting);

			memcpy(data, setting, sizeof setting);
			network_add_order(network, network->links.first_control_end, (Order){
				.at = (STAGE * i + 18) * MICRO, .kind = POST_OUT, .len = sizeof setting,
				.data = data});
		}
		network_run(network, (STAGE * (i + 1) + i) * MICRO);
		snapshot_save(network, &snapshots[i]);
	}
	free_network();
	buf_free(&code);
	image_free(&im);
}

/* damage: the snapshot with the input's changes, and a checksum that says it is whole. */
static void
damage(const Buf *whole, const uint8_t *data, size_t n)
{
	size_t len = whole->len - sizeof(uint64_t);
	uint64_t hash;

	bytes.len = 0;
	buf_put(&bytes, whole->data, len);
	for (; n >= 4; data += 4, n -= 4)
		bytes.data[(data[0] | data[1] << 8 | data[2] << 16) % len] ^= data[3];
	if (n == 1)
		bytes.len -= data[0] + 1;
	hash = XXH3_64bits(bytes.data, bytes.len);
	buf_put(&bytes, &hash, sizeof hash);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	if (!topology)
		make_snapshots();
	if (n < 2)
		return 0;
	damage(&snapshots[data[0] % NSTAGES], data + 2, n - 2);
	make_network();
	fatal_catch(caught);
	if (setjmp(refused) == 0) {
		snapshot_load(network, "fuzz.snap", bytes);
		fatal_catch(NULL);
		network->sync = data[1] & 1 ? SYNC_LOCKSTEP : SYNC_WINDOWS;
		network->by_byte = data[1] >> 1 & 1;
		network_run(network, network->now + 100 * MICRO);
		network_hash(network);
	}
	free_network();
	return 0;
}
