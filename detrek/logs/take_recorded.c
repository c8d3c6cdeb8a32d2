/* take_recorded.c - takes the logs of a recorded run, while it is replayed. */
#include "logs.h"

#include "detrek/target/target.h"

#include <stdlib.h>
#include <string.h>

/* find_root: the node to which link 0 of the host leads in a configuration; NOWHERE: none. */
static NodeId
find_root(const Topology *t, const Config *c)
{
	EndRef *peers = topology_peers(t, c);
	uint32_t nends = t->nnodes * NLINKS, e = 0;

	while (e < nends && (peers[e].kind != END_HOST || peers[e].part != 0
		|| peers[e].index != 0))
		e++;
	free(peers);
	return e < nends ? e / NLINKS : NOWHERE;
}

/* root_node: the node of the topology that the host boots. */
static NodeId
root_node(const Topology *t)
{
	NodeId n = find_root(t, NULL);

	for (uint32_t i = 0; i < t->nconfigs && n == NOWHERE; i++)
		n = find_root(t, &t->configs[i]);
	if (n == NOWHERE)
		fatal("%s: link 0 of the host leads to no node, so no program has a log", t->file);
	return n;
}

/*
 * take_program_logs: replay the run without a kernel and write the log of its one program to
 * `path`.
 */
static void
take_program_logs(Past *p, const RecordedFile *program, const char *path, void (*replay)(Past *p))
{
	Network *w = past_network(p);
	ProgramLogging *t = program_logging_begin(w, root_node(w->topology), program->path,
		program->name, path);

	replay(p);
	program_logging_end(t);
}

/* pass_programs: pass the recorded programs, with their names on nodes, to the logging. */
static void
pass_programs(KernelLogging *l, const Past *p)
{
	const RecordedFile *files;
	uint32_t n = past_files(p, &files);

	for (uint32_t i = 0; i < n; i++) {
		const char *slash = strrchr(files[i].name, '/');
		char *is = target_recorded_name(&files[i]);

		if (is)
			logging_program(l, files[i].path, slash ? slash + 1 : files[i].name);
		free(is);
	}
}

const RecordedFile *
logs_recorded_program(const Past *p)
{
	return past_file(p, "kernel") ? NULL : past_file(p, "program");
}

void
logs_take(Past *p, const char *path, void (*replay)(Past *p))
{
	const RecordedFile *kernel = past_file(p, "kernel"), *program = logs_recorded_program(p);
	KernelLogging *l;

	if (!kernel && !program)
		fatal("the recording has no program whose processes could have logs");
	if (!kernel) {
		take_program_logs(p, program, path, replay);
		return;
	}
	l = logging_begin(past_network(p), kernel->path, path);
	pass_programs(l, p);
	replay(p);
	logging_end(l);
}
