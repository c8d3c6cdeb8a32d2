/*
 * bench.c - measures how the cost of the analysis grows with the size of the graph.
 *
 * Shapes, with the requested number of nodes:
 *   barrier   clients send a message to one process, which then answers all of them: every PRE set
 *             after the barrier contains all these sends, the largest possible sets
 *   servers   groups of a server and 16 clients, one call after the other in a loop
 *   ring      a token travels round all processes for ever, against the order of the file: every
 *             set depends on every other and contains nearly all nodes
 *   chains    processes in a row; each receives from the one before, branches, sends to the next
 * with a query on the first two clients (processes), and
 *   named     one server that answers all clients, call after call in a loop, with a query on
 *             the first thousand
 * Times are processor times.
 */
#include "simul.h"

#include "base/clock.h"

enum {
	SMALLEST_GRAPH = 1000, /* nodes of the smallest graph */
	GROUP_CLIENTS = 16,      /* clients of a server, or processes of a chain */
	NAMED_EVENTS = 1000,    /* events of one query */
};

/* put_client: append a process that sends to the server, receives its reply and changes a value. */
static void
put_client(Buf *b, uint32_t i, const char *server)
{
	buf_printf(b,
		"process C%u\nnode a%u comp\nnode S%u send %s\nnode R%u recv %s\nnode z%u comp\n"
		"flow a%u S%u R%u z%u\nevent LE%u C%u changes a%u z%u\n",
		i, i, i, server, i, server, i, i, i, i, i, i, i, i, i);
}

/* make_barrier: append a graph in which all processes send to one and wait for its replies. */
static void
make_barrier(Buf *b, uint32_t nnodes)
{
	uint32_t n = nnodes / 6;

	for (uint32_t i = 0; i < n; i++)
		put_client(b, i, "B");
	buf_printf(b, "process B\nnode b comp\n");
	for (uint32_t i = 0; i < n; i++)
		buf_printf(b, "node RB%u recv C%u\n", i, i);
	for (uint32_t i = 0; i < n; i++)
		buf_printf(b, "node SB%u send C%u\n", i, i);
	buf_printf(b, "node e comp\nflow b");
	for (uint32_t i = 0; i < n; i++)
		buf_printf(b, " RB%u", i);
	for (uint32_t i = 0; i < n; i++)
		buf_printf(b, " SB%u", i);
	buf_printf(b, " e\nquery LE0 LE1 at B\n");
}

/* put_server: append server g, and its clients starting with `first`. */
static void
put_server(Buf *b, uint32_t g, uint32_t first, uint32_t nclients)
{
	char server[16];

	snprintf(server, sizeof server, "V%u", g);
	for (uint32_t i = first; i < first + nclients; i++)
		put_client(b, i, server);
	buf_printf(b, "process %s\nnode v%u comp\n", server, g);
	for (uint32_t i = first; i < first + nclients; i++)
		buf_printf(b, "node RV%u recv C%u\nnode SV%u send C%u\n", i, i, i, i);
	buf_printf(b, "node w%u comp\nflow v%u", g, g);
	for (uint32_t i = first; i < first + nclients; i++)
		buf_printf(b, " RV%u SV%u", i, i);
	buf_printf(b, " v%u\nflow v%u w%u\n", g, g, g);
}

/* make_servers: append a graph of several servers with their clients. */
static void
make_servers(Buf *b, uint32_t nnodes)
{
	uint32_t groups = nnodes / (GROUP_CLIENTS * 6 + 2) + 1;

	for (uint32_t g = 0; g < groups; g++)
		put_server(b, g, g * GROUP_CLIENTS, GROUP_CLIENTS);
	buf_printf(b, "query LE0 LE1 at V0\n");
}

/*
 * make_named: append a graph in which the query names the events of several clients of one server.
 */
static void
make_named(Buf *b, uint32_t nnodes)
{
	uint32_t n = nnodes / 6;

	put_server(b, 0, 0, n);
	buf_printf(b, "query");
	for (uint32_t i = 0; i < n && i < NAMED_EVENTS; i++)
		buf_printf(b, " LE%u", i);
	buf_printf(b, " at V0\n");
}

/* make_chains: append a graph of processes in chains, each of which sends to the next. */
static void
make_chains(Buf *b, uint32_t nnodes)
{
	uint32_t n = nnodes / 6;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t row = i % GROUP_CLIENTS;

		buf_printf(b, "process P%u\nnode a%u comp\n", i, i);
		if (row > 0)
			buf_printf(b, "node R%u recv P%u\n", i, i - 1);
		else
			buf_printf(b, "node R%u comp\n", i);
		buf_printf(b, "node b%u comp\nnode c%u comp\n", i, i);
		if (row < GROUP_CLIENTS - 1 && i + 1 < n)
			buf_printf(b, "node S%u send P%u\n", i, i + 1);
		else
			buf_printf(b, "node S%u comp\n", i);
		buf_printf(b, "node z%u comp\nflow a%u R%u b%u S%u z%u\nflow R%u c%u S%u\n", i, i,
			i, i, i, i, i, i, i);
		buf_printf(b, "event LE%u P%u changes b%u\n", i, i, i);
	}
	buf_printf(b, "query LE0 LE1 at P2\n");
}

/* make_ring: append a graph of processes that pass a message around a ring. */
static void
make_ring(Buf *b, uint32_t nnodes)
{
	uint32_t n = nnodes / 5;

	for (uint32_t i = 0; i < n; i++)
		buf_printf(b,
			"process P%u\nnode a%u comp\nnode R%u recv P%u\nnode b%u comp\n"
			"node S%u send P%u\nnode z%u comp\nflow a%u R%u b%u S%u z%u\nflow S%u R%u\n"
			"event LE%u P%u changes b%u\n",
			i, i, i, (i + 1) % n, i, i, (i + n - 1) % n, i, i, i, i, i, i, i, i, i, i,
			i);
	buf_printf(b, "query LE1 LE2 at P0\n");
}

/* measure_graph: make a graph of this shape and print what its analysis costs. */
static void
measure_graph(const char *shape, void (*make)(Buf *, uint32_t), uint32_t nnodes)
{
	Buf text = {0};
	Arena a = {0};
	double start, read, sets;
	Dcfg *d;
	Relations r;

	make(&text, nnodes);
	start = clock_processor();
	d = dcfg_read(&a, "bench", (char *)text.data, text.len);
	read = clock_processor() - start;
	r = relations_find(d);
	sets = clock_processor() - start - read;
	for (uint32_t i = 0; i < d->nqueries; i++) {
		Points p = points_find(d, &r, &d->query[i]);

		plan_find(d, &r, &d->query[i], &p);
	}
	printf("%-10s %8u %8u %8u %8.3f %8.3f %8.3f %8.3f\n", shape, d->name.n, d->nflow, d->ncomm,
		read, sets, clock_processor() - start - read - sets, clock_processor() - start);
	arena_free(&a);
	buf_free(&text);
}

void
simul_bench(uint32_t nnodes)
{
	static const struct {
		const char *name;
		void (*make)(Buf *, uint32_t);
	} shape[] = {
		{"barrier", make_barrier},
		{"servers", make_servers},
		{"ring", make_ring},
		{"chains", make_chains},
		{"named", make_named},
	};

	printf("%-10s %8s %8s %8s %8s %8s %8s %8s\n", "shape", "nodes", "flow", "comm", "read-s",
		"sets-s", "query-s", "all-s");
	for (size_t i = 0; i < sizeof shape / sizeof shape[0]; i++) {
		for (uint32_t n = SMALLEST_GRAPH; n < nnodes; n *= 10)
			measure_graph(shape[i].name, shape[i].make, n);
		measure_graph(shape[i].name, shape[i].make, nnodes);
	}
}
