/*
 * trace.c - fuzz target: traces of a small machine, in every format.
 *
 * The input is the records; what stands before them is right (topologies have a target of their
 * own).
 */
#include "sim/trace/export.h"

#include <setjmp.h>
#include <stdlib.h>

static const char machine[] =
	"topology two\nnode n[0-1]\nhost h control=1\nswitch x0 ports=4\nwire h.0 n0.0\n"
	"wire n0.1 n1.1\ncontrol h.c0 x0\nend\n";

static jmp_buf refused;
static Buf bytes;
static TraceFile file;
static char *written;
static FILE *out;

static void
caught(int status)
{
	longjmp(refused, status ? status : 1);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Exporter *const formats[] = {
		export_text, export_perfetto, export_shiviz, export_paraver, export_vcd};
	size_t length;

	bytes = (Buf){0};
	buf_put(&bytes, "trellis trace 1\n", 16);
	buf_word(&bytes, sizeof machine - 1);
	buf_put(&bytes, machine, sizeof machine - 1);
	buf_put(&bytes, data, n);
	fatal_catch(caught);
	if (setjmp(refused) == 0) {
		file = trace_file_open("input", bytes);
		for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
			out = open_memstream(&written, &length);
			if (setjmp(refused) == 0)
				formats[i](&file, out);
			fclose(out);
			free(written);
			trace_file_rewind(&file);
		}
		trace_file_free(&file);
	} else {
		buf_free(&bytes);
	}
	return 0;
}
