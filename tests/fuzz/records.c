/*
 * Fuzz target: any bytes as a file of the monitor's records. The file is refused, or read with its
 * errors counted, and every record that is read is in the file.
 */
#include "tmon/host/monitor_host.h"

#include <assert.h>
#include <setjmp.h>

static jmp_buf refused;

static void
refuse(int status)
{
	longjmp(refused, status);
}

static void
see(void *count, uint32_t node, const MonitorRecord *r)
{
	assert(node < NODE_LIMIT && r->kind < NMONITORKINDS);
	++*(uint64_t *)count;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint64_t count;
	RecordsRead read;

	count = 0;
	fatal_catch(refuse);
	if (setjmp(refused) == 0) {
		read = records_read("fuzz.all", data, size, see, &count);
		assert(count + read.unknown_records <= size / sizeof(MonitorRecord));
		assert(count == read.records && (size == 0 || size >= sizeof(BlockHeader)));
	}
	fatal_catch(NULL);
	return 0;
}
