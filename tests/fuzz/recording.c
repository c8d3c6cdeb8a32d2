/*
 * recording.c - fuzz target: a recording is unpacked, changed and packed again with correct
 * checksums. It must be refused, or played as far as it is valid.
 *
 * The first byte of the input chooses a time to go to. Then each four bytes change one byte of the
 * unpacked recording: three give the place, one the change.
 */
#include "base/files.h"
#include "cc/as/as.h"
#include "sim/host/adapter.h"
#include "sim/past/chunk.h"
#include "sim/past/past.h"
#include "tests/temp.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	MAX_CHUNKS = 64,
	EVERY = 3000, /* instructions between moments */
};

#define END 2000000000ull /* ps */
#define FAR (4 * END)     /* as far as it is played */

static const char machine[] = "topology two\nnode n[0-1] mem=8K\nswitch x0 ports=4\nhost h "
	"control=1\nwire h.0 n0.0\nwire n0.1 n1.2\n"
		"wire n0.2 x0.0\nwire n1.1 x0.1\ncontrol h.c0 x0\nend\n";

/* The program sends the values it counts over link 0, and waits. */
static const char program[] =
	"start: ajw 40; ldc 0; sttimer; ldc 0; stl 1\n"
	"1: ldl 1; adc 1; stl 1; mint; ldl 1; outbyte; ldtimer; adc 50; tin; j 1b\n";

static char dir[TEMP_NAME], *name;
static Chunk chunk[MAX_CHUNKS];
static Buf original[MAX_CHUNKS];
static uint32_t nchunks;
static Past *past; /* reachable after a longjmp */
static jmp_buf refused;

static void
caught(int status)
{
	longjmp(refused, status ? status : 1);
}

/* is_alone: chunks of a kind are packed without regard to others. */
static bool
is_alone(ChunkKind kind)
{
	return kind == CHUNK_MACHINE || kind == CHUNK_PAGES || kind == CHUNK_MOMENT
		|| kind == CHUNK_SENT || kind == CHUNK_ORDERS || kind == CHUNK_LAST
		|| kind == CHUNK_COPIES || kind == CHUNK_TEXT;
}

static void
take_apart(void)
{
	ChunkReader *r = chunk_open(name, file_read(name, 1 << 26));
	Buf before = {0};
	bool cut;

	while (nchunks < MAX_CHUNKS && chunk_next(r, &chunk[nchunks], &cut)) {
		bool alone = is_alone(chunk[nchunks].kind);

		if (!chunk_read(r, &chunk[nchunks], alone ? (Buf){0} : before,
			    &original[nchunks]))
			abort();
		if (!alone)
			before = original[nchunks];
		nchunks++;
	}
	chunk_reader_free(r);
}

/* prepare: makes a recording of two nodes, one of which sends its count to the host. */
static void
prepare(void)
{
	Topology *t = topology_parse(machine, sizeof machine - 1, "two.topo");
	Network *w = network_new(t);
	FILE *nothing = fopen("/dev/null", "w");
	Past *p = past_new(w);
	Image im = {0};
	Buf boot;
	Host *h;

	temp_directory(dir);
	name = xasprintf("%s/run.rec", dir);
	as_image(&im, "two.s", program, sizeof program - 1, NULL);
	boot = image_boot(&im, false);
	past_record(p, name, "two", EVERY, false);
	past_record_note(p, END, "a note");
	h = host_new(w, &(HostOptions){.boot = boot.data, .nboot = boot.len, .output = nothing});
	while (w->now < END)
		past_run(p, w->now + END / 20);
	past_free(p);
	host_free(h);
	network_free(w);
	topology_free(t);
	image_free(&im);
	buf_free(&boot);
	fclose(nothing);
	take_apart();
}

/* changed: change byte number i of those after the machine's text and the head. */
static uint8_t *
changed(Buf *copies, uint32_t i)
{
	for (uint32_t c = 2; c < nchunks; c++) {
		if (i < copies[c].len)
			return &copies[c].data[i];
		i -= copies[c].len;
	}
	return NULL;
}

/* put_together: the file with what the input changes. */
static Buf
put_together(const uint8_t *data, size_t n)
{
	Buf copies[MAX_CHUNKS] = {{0}}, before = {0};
	ChunkFile *f = chunk_create(name, false);

	for (uint32_t c = 0; c < nchunks; c++)
		buf_put(&copies[c], original[c].data, original[c].len);
	for (; n >= 4; data += 4, n -= 4) {
		uint8_t *p = changed(copies, data[0] | data[1] << 8 | (data[2] & 3) << 16);

		if (p)
			*p ^= data[3];
	}
	for (uint32_t c = 0; c < nchunks; c++) {
		bool alone = is_alone(chunk[c].kind);

		chunk_put(f, chunk[c].kind, copies[c], alone ? (Buf){0} : before);
		if (!alone)
			before = copies[c];
	}
	for (uint32_t c = 0; c < nchunks; c++)
		buf_free(&copies[c]);
	chunk_close(f);
	return file_read(name, 1 << 26);
}

static void
play(uint8_t where)
{
	Time present = past_present(past);

	past_goto(past, place_at(END / 256 * where));
	past_goto(past, place_before(0, 50 * where));
	past_last_change(past, where & 1, MOSTNEG + 0x400 + 4 * (where % 64), 4, NULL);
	if (present < FAR)
		past_go_present(past);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Buf bytes;

	if (!name)
		prepare();
	if (n < 1)
		return 0;
	bytes = put_together(data + 1, n - 1);
	past = NULL;
	fatal_catch(caught);
	if (setjmp(refused) == 0) {
		past_open_bytes(&past, name, bytes);
		play(data[0]);
	}
	if (past)
		past_free(past);
	return 0;
}
