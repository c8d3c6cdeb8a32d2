/*
 * notes.c - fuzz target: the notes of a recorded run, from which its monitor learns where the
 * application's nodes are and which processes were halted. The notes are refused, or the run is
 * monitored, with nodes that execute nothing.
 *
 * The first byte of the input chooses valid notes; then each two bytes change one byte of these: its
 * place, and the change.
 */
#include "base/files.h"
#include "cc/as/as.h"
#include "cc/image/image.h"
#include "sim/host/adapter.h"
#include "tests/temp.h"
#include "vm/replay_monitor.h"
#include "vm/vm.h"

#include <sanitizer/lsan_interface.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { NOTED = 1000000 }; /* ps between two notes */

static const char machine[] = "topology four\nnode n[0-3] mem=8K\nhost h\nwire h.0 n0.0\n"
	"wire n[0-2].2 n[1-3].1\nend\n";

/* A program with the one symbol that the monitor needs. */
static const char program[] = ".global node_show\nnode_show: ret\n";

static const char *const valid[] = {
	"application PFVM 3 1 7 0 0 0 n0-3\nhalted 1 77 3 2147485000 0 0 0\nhalted 2 5 1 0 0 0 0\n",
	"application DCVM 4 4 0 3 2 0 n0,2,1,3 0 0 1 1\nother words\nhalted 3 1 2 3 4 1 2\n",
	"halted 0 1 2 3 2 5 0\napplication PFVM 4 2 1000 0 0 1 n0-3\nhalted 3 4294967295 0 1 6 7 3\n",
};

static char dir[TEMP_NAME], *recorded, *elf, *prefix;
static Past *past; /* reachable after a longjmp */
static jmp_buf refused;

static void
caught(int status)
{
	longjmp(refused, status ? status : 1);
}

static void
prepare(void)
{
	Image im = {0};
	Buf bytes;

	temp_directory(dir);
	elf = xasprintf("%s/program.elf", dir);
	prefix = xasprintf("%s/data", dir);
	recorded = xasprintf("%s/run.rec", dir);
	as_image(&im, "program.s", program, sizeof program - 1, NULL);
	bytes = image_elf(&im);
	file_write(elf, bytes.data, bytes.len);
	buf_free(&bytes);
	image_free(&im);
}

/* record: a run in which nothing happens but these notes, one a line. */
static void
record(char *text)
{
	Topology *t = topology_parse(machine, sizeof machine - 1, "four.topo");
	Network *w = network_new(t);
	Past *p = past_new(w);
	char *rest = NULL;
	Time at = 0;

	past_record(p, recorded, "notes", 0, false);
	past_record_file(p, "master", elf);
	past_record_file(p, "slave", elf);
	for (char *note = strtok_r(text, "\n", &rest); note; note = strtok_r(NULL, "\n", &rest)) {
		past_run(p, at += NOTED);
		w->now = at;
		past_record_note(p, at, note);
	}
	past_free(p);
	network_free(w);
	topology_free(t);
}

static void
replay(void)
{
	ReplayMonitor *monitor = replay_monitor_begin(past, recorded, prefix, false);

	while (replay_piece(past, NEVER, monitor))
		continue;
	replay_monitor_end(monitor);
}

/* A mistake ends the process, so what the monitor has is not freed then. */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char *text;
	size_t length;

	if (!elf)
		prepare();
	if (n < 1)
		return 0;
	text = xstrdup(valid[data[0] % (sizeof valid / sizeof *valid)]);
	length = strlen(text);
	for (data++, n--; n >= 2; data += 2, n -= 2)
		if (text[data[0] % length] != (char)data[1]) /* no end of the text */
			text[data[0] % length] ^= data[1];
	record(text);
	free(text);
	__lsan_disable();
	fatal_catch(caught);
	if (setjmp(refused) == 0) {
		past = past_open(recorded);
		replay();
	}
	fatal_catch(NULL);
	past_free(past);
	past = NULL;
	__lsan_enable();
	return 0;
}
