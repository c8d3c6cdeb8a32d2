/*
 * dap.c - fuzz target: requests of the Debug Adapter Protocol, one per line, to a session on a
 * small machine that waits for its boot. It also sends lines that are not JSON, and the debugger's
 * commands, which `evaluate` accepts.
 */
#include "detrek/debug/dap.h"
#include "sim/host/adapter.h"
#include "sim/past/snapshot.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char topology[] =
	"topology f\nnode n[0-1] mem=64K\nhost h\nwire h.0 n0.0\nwire n0.1 n1.0\nend\n";

/* machine: a snapshot of it, made once. */
static const char *
machine(void)
{
	static char name[] = "/tmp/trellis-fuzz-XXXXXX";
	static bool made;
	Topology *t;
	Network *w;
	Host *h;

	if (made)
		return name;
	close(mkstemp(name));
	t = topology_parse(topology, strlen(topology), "f.topo");
	w = network_new(t);
	h = host_new(w, &(HostOptions){.mode = HOST_RAW, .idle = true});
	snapshot_write(w, name);
	host_free(h);
	network_free(w);
	topology_free(t);
	made = true;
	return name;
}

static void
request(Dap *d, const char *text)
{
	dap_handle_message(d, text, strlen(text));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static int out = -1;
	char *text = xstrndup((const char *)data, n), *rest = text, *line;
	Dap *d;

	if (out < 0)
		out = open("/dev/null", O_WRONLY);
	d = dap_new(machine(), out);
	request(d,
		"{\"seq\":1,\"type\":\"request\",\"command\":\"launch\",\"arguments\":{"
		"\"stopOnEntry\":true}}");
	while ((line = strsep(&rest, "\n"))) {
		char *command;

		if (strncmp(line, "source", 6) == 0 || strncmp(line, "run", 3) == 0)
			continue; /* files of this host */
		request(d, line);
		if (*line && !strpbrk(line, "\"\\{")) {
			command = xasprintf("{\"seq\":2,\"command\":\"evaluate\",\"arguments\":{"
				"\"context\":\"repl\",\"expression\":\"%s\"}}",
				line);
			request(d, command);
			free(command);
		}
	}
	dap_free(d);
	free(text);
	return 0;
}
