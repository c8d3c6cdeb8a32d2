/*
 * page.c - `trellis report`: a run as one page of HTML that needs nothing else.
 */
#include "page.h"

#include <getopt.h>
#include <stdlib.h>

static const char help[] =
	"usage: trellis report [options] RUN [RUN]\n"
	"\n"
	"Writes one page of HTML on a run: a folder that 'trellis run --record' has made, or a trace of the\n"
	"machine. With a second run the page tells what is different there.\n"
	"\n"
	"  -o, --output FILE  write it there (default: report.html; -: standard output)\n"
	"      --from TIME    draw the diagrams from this simulated time on: 20ms, 1.5s\n"
	"      --to TIME      ... up to this one\n"
	"  -h, --help         this text\n";

enum { OPT_FROM = 256, OPT_TO };

static const struct option options[] = {
	{"output", required_argument, NULL, 'o'},
	{"from", required_argument, NULL, OPT_FROM},
	{"to", required_argument, NULL, OPT_TO},
	{"help", no_argument, NULL, 'h'},
	{0},
};

static json_t *
row_names(const PageRows *rows)
{
	json_t *names = json_array();

	for (uint32_t i = 0; i < rows->n; i++)
		json_array_append_new(names, json_string(rows->name[i]));
	return names;
}

static json_t *
data_of(PageRun *r, PageTime t)
{
	PageRows rows = page_rows(r);
	json_t *data = json_pack("{sf sf so}", "from", t.from / 1e12, "to", t.to / 1e12, "rows",
		row_names(&rows));

	if (r->traced)
		page_trace(r, &rows, t, data);
	if (r->analysed)
		page_trek(r, &rows, t, data);
	page_rows_free(&rows);
	return data;
}

static void
write_page(const char *name, const char *other, PageTime t, const char *output)
{
	PageRun r, second;
	Time end;
	Buf page;

	page_run_read(&r, name);
	end = page_end(&r);
	if (t.to > end)
		t.to = end;
	if (t.from >= t.to)
		fatal("--from: there is nothing of %s from that time on; it ends at %.6f s", name, end / 1e12);
	if (other)
		page_run_read(&second, other);
	page = page_html(&r, other ? &second : NULL, data_of(&r, t));
	file_write(output, page.data, page.len);
	buf_free(&page);
	page_run_free(&r);
	if (other)
		page_run_free(&second);
}

int
report_main(int argc, char **argv)
{
	PageTime t = {0, NEVER};
	const char *output = "report.html";
	int c;

	optind = 0;
	while ((c = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
		switch (c) {
		case 'o': output = optarg; break;
		case OPT_FROM: t.from = time_option("from", optarg); break;
		case OPT_TO: t.to = time_option("to", optarg); break;
		case 'h': fputs(help, stdout); return 0;
		default: option_fatal(argv[0]);
		}
	}
	if (argc - optind < 1 || argc - optind > 2)
		fatal("which run is the report on? 'trellis report --help' tells more");
	if (t.from >= t.to)
		fatal("--from comes before --to");
	write_page(argv[optind], argv[optind + 1], t, output);
	return 0;
}
