/*
 * trace.c - fuzz target: traces of a small machine, in every format, with what a monitor has noted.
 *
 * The input is the records, and again the monitor's events; what stands before the records is right
 * (topologies have a target of their own), and so are the figures of the run (figures.c has them).
 */
#include "sim/trace/export.h"

#include <sanitizer/lsan_interface.h>
#include <setjmp.h>
#include <stdlib.h>

static const char machine[] =
	"topology two\nnode n[0-1]\nhost h control=1\nswitch x0 ports=4\nwire h.0 n0.0\n"
	"wire n0.1 n1.1\ncontrol h.c0 x0\nend\n";

static const char run[] =
	"{\"monitored_from\": 0.000001, \"nodes\": [{\"place\": \"n1\"}, {\"place\": \"n0\"}]}";

static jmp_buf refused;
static Buf bytes;
static TraceFile file;
static Calls calls;
static char *written;
static FILE *out;

static void
caught(int status)
{
	longjmp(refused, status ? status : 1);
}

/* read_calls: none if the events are refused. */
static void
read_calls(const uint8_t *data, size_t n)
{
	CallsText std = {"std", {.data = (uint8_t *)data, .len = n}};
	CallsText figures = {"run", {.data = (uint8_t *)run, .len = sizeof run - 1}};

	calls = (Calls){0};
	__lsan_disable(); /* a trace that is refused half-way is not freed: the process ends */
	if (setjmp(refused) == 0)
		calls = calls_parse(&std, &figures, file.topology, 1000000000);
	__lsan_enable();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Exporter *const formats[] = {
		export_text, export_perfetto, export_shiviz, export_paraver, export_vcd,
		export_paraver_config, export_paraver_names};
	size_t length;

	bytes = (Buf){0};
	buf_put(&bytes, "trellis trace 1\n", 16);
	buf_word(&bytes, sizeof machine - 1);
	buf_put(&bytes, machine, sizeof machine - 1);
	buf_put(&bytes, data, n);
	fatal_catch(caught);
	if (setjmp(refused) == 0) {
		file = trace_file_open("input", bytes);
		read_calls(data, n);
		for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
			out = open_memstream(&written, &length);
			if (setjmp(refused) == 0)
				formats[i](&file, &calls, out);
			fclose(out);
			free(written);
			trace_file_rewind(&file);
		}
		trace_file_free(&file);
		calls_free(&calls);
	} else {
		buf_free(&bytes);
	}
	return 0;
}
