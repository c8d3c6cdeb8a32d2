/*
 * log.c - fuzz target: the log of a process. Its records are changed, the hash is corrected; it
 * must be refused, or its intervals are emulated.
 *
 * Each four bytes of the input change one byte of the log: three give the place, one the change.
 */
#include "base/files.h"
#include "cc/as/as.h"
#include "detrek/logs/logs.h"
#include "sim/host/adapter.h"
#include "tests/temp.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	HASH = 8,            /* bytes at the end */
	MAX_COUNT = 100000,  /* instructions that are emulated */
};

#define END 2000000000ull /* ps */

static const char machine[] = "topology one\nnode n0 mem=16K\nhost h\nwire h.0 n0.0\nend\n";

/* The program sends the values it counts, with the time, over link 0; it calls a function. */
static const char source[] =
	".global _start\n.entry _start\n_start: ajw -40; ldc 0; stl 1\n"
	"1: ldl 1; call next; stl 1; mint; ldl 1; outbyte; ldtimer; stl 2; ldl 1; eqc 9; cj 1b\n"
	"2: j 2b\n"
	"next: ldl 1; adc 1; ret\n";

static Buf original;
static ProgramInfo *program;
static jmp_buf refused;
static Log log;
static Emulator *emulator;

static void
caught(int status)
{
	longjmp(refused, status ? status : 1);
}

/* prepare: takes a log of the program. */
static void
prepare(void)
{
	Topology *t = topology_parse(machine, sizeof machine - 1, "one.topo");
	Network *w = network_new(t);
	Image im = {0};
	As *as = as_new(&(AsOptions){0});
	Buf elf, boot;
	char dir[TEMP_NAME], *image, *file;
	Host *h;
	ProgramLogging *taken;

	temp_directory(dir);
	as_add_source(as, "fuzz.s", source, sizeof source - 1);
	as_link(as, &im);
	as_free(as);
	elf = image_elf(&im);
	boot = image_boot(&im, false);
	image = xasprintf("%s/fuzz.elf", dir);
	file = xasprintf("%s/fuzz.log", dir);
	file_write(image, elf.data, elf.len);
	taken = program_logging_begin(w, 0, image, image, file);
	h = host_new(w, &(HostOptions){.mode = HOST_RAW, .boot = boot.data, .nboot = boot.len,
		.output = stderr});
	network_run(w, END);
	program_logging_end(taken);
	host_free(h);
	network_free(w);
	topology_free(t);
	original = file_read(file, LOG_MAX_FILE);
	program = program_open(image, NULL);
	unlink(file);
	unlink(image);
	rmdir(dir);
	image_free(&im);
	buf_free(&elf);
	buf_free(&boot);
	free(image);
	free(file);
}

static void
change(Buf *b, const uint8_t *data, size_t n)
{
	uint64_t hash;

	for (; n >= 4; n -= 4, data += 4) {
		size_t at = (data[0] | data[1] << 8 | data[2] << 16) % (b->len - HASH);

		b->data[at] ^= data[3];
	}
	b->len -= HASH;
	hash = log_hash(b->data, b->len);
	buf_word(b, hash);
	buf_word(b, hash >> 32);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Buf b;

	fatal_catch(caught);
	if (!program)
		prepare();
	b.len = 0;
	buf_put(&b, original.data, original.len);
	change(&b, data, n);
	if (setjmp(refused) == 0) {
		log_read(&log, "fuzz", b.data, b.len);
		emulator = emulator_new(log.topology);
		if (log.end < MAX_COUNT)
			log_check(&log, program, emulator);
	}
	if (emulator)
		emulator_free(emulator);
	emulator = NULL;
	log_free(&log);
	return 0;
}
