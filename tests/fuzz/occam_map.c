/*
 * occam_map.c - fuzz target: any text as the map of a network that icollect writes. It is refused,
 * or becomes a topology that is accepted unless a link is used twice or does not exist.
 */
#include "command/occam/occam.h"
#include "sim/topology/topology.h"

#include <sanitizer/lsan_interface.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf refused;
static Buf text, made; /* static, so that they are reachable after a longjmp */

static void
caught(int status)
{
	longjmp(refused, status ? status : 1);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	buf_put(&text, data, n);
	buf_byte(&text, '\0');
	fatal_catch(caught);
	__lsan_disable(); /* a map that is refused half-way is not freed: the process ends */
	if (setjmp(refused) == 0) {
		made = occam_topology((char *)text.data, "net", "fuzzed");
		topology_free(topology_parse((char *)made.data, made.len, "made"));
	}
	__lsan_enable();
	fatal_catch(NULL);
	buf_free(&made);
	buf_free(&text);
	return 0;
}
