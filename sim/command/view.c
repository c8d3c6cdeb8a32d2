/*
 * view.c - `trellis view`: look at the network of a snapshot, and let it go on.
 */
#include "command.h"
#include "sim/host/host.h"
#include "sim/past/snapshot.h"
#include "sim/window/view.h"

#include <getopt.h>
#include <stdlib.h>

static const char usage[] =
	"usage: trellis view [options] SNAPSHOT\n"
	"\n"
	"Shows the network as it was when 'trellis boot --snapshot' wrote the file; from there its user\n"
	"lets it go on.\n"
	"\n"
	"      --picture FILE    draw it into a PNG file instead\n"
	"  -h, --help            this text\n";

enum { OPT_PICTURE = 256 };

static const struct option options[] = {
	{"picture", required_argument, NULL, OPT_PICTURE},
	{"help", no_argument, NULL, 'h'},
	{0},
};

static void
view(const char *name, const char *picture)
{
	Topology *t = snapshot_topology(name);
	Network *w = network_new(t);
	Host *h = host_new(w, &(HostOptions){.mode = HOST_RAW, .output = stdout, .idle = true});
	View *v;

	snapshot_read(w, name);
	v = view_new(w, &(ViewOptions){
		.title = name,
		.window = !picture,
		.standing = true,
		.picture = picture,
		.picture_at = w->now,
	});
	while (!picture && view_run(v, NEVER) == RUN_REACHED && !view_closed(v))
		continue;
	view_stay(v);
	view_free(v);
	host_free(h);
	network_free(w);
	topology_free(t);
}

int
view_main(int argc, char **argv)
{
	const char *picture = NULL;
	int c;

	optind = 0;
	while ((c = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (c) {
		case OPT_PICTURE: picture = optarg; break;
		case 'h': fputs(usage, stdout); return 0;
		default: option_fatal(argv[0]);
		}
	}
	if (optind != argc - 1)
		fatal("which snapshot is to be looked at? 'trellis view --help' tells more");
	view_start(argc, argv);
	view(argv[optind], picture);
	return 0;
}
