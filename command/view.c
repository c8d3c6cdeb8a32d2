/* view.c - `trellis view`: shows the network of a snapshot, and lets it continue. */
#include "command.h"

#include "base/option.h"
#include "detrek/debug/window_source.h"
#include "sim/host/adapter.h"
#include "sim/past/snapshot.h"
#include "sim/view/view.h"

#include <stdlib.h>

enum { OPT_PICTURE = 256 };

/* view_snapshot: show the network of a snapshot in a window, or draw it into a picture. */
static void
view_snapshot(const char *name, const char *picture)
{
	Topology *t = snapshot_topology(name);
	Network *w = network_new(t);
	Host *h = host_new(w, &(HostOptions){.mode = HOST_RAW, .output = stdout, .idle = true});
	ViewOptions o = {.title = name, .window = !picture, .standing = true, .picture = picture};
	View *v;

	snapshot_read(w, name);
	o.picture_at = w->now;
	view_read_programs(&o);
	v = view_new(w, &o);
	while (!picture && view_run(v, NEVER) == RUN_REACHED && !view_closed(v))
		continue;
	view_wait_closed(v);
	view_free(v);
	host_free(h);
	network_free(w);
	topology_free(t);
}

/* view_main: execute the command `view`; returns the exit status. */
static int
view_main(int argc, char **argv)
{
	const char *picture = NULL;
	OptionReader r;

	option_reader_init(&r, &view_command, OPTIONS_ANYWHERE, argc, argv);
	while (option_next(&r) != -1)
		picture = r.argument;
	if (option_first_argument(&r) != argc - 1)
		fatal("view: expected one SNAPSHOT; see 'trellis view --help'");
	view_start(argc, argv);
	view_snapshot(argv[option_first_argument(&r)], picture);
	return 0;
}

static const Option options[] = {
	{OPT_PICTURE, "picture", "FILE", "draw the network into a PNG file instead"},
	{0},
};

const Command view_command = {
	"view", "show the network of a snapshot",
	view_main, "trellis view [OPTION]... SNAPSHOT",
	"Shows the network as it was when 'trellis boot --snapshot' wrote the file; the user can "
	"then continue the run.",
	{options}, NULL,
};
