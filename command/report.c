/* report.c - `trellis report`: shows a run as one self-contained HTML page. */
#include "command.h"

#include "base/files.h"
#include "base/number.h"
#include "detrek/report/page.h"
#include "vm/run_record.h"

#include "base/option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_FROM = 256, OPT_TO };

/* row_names: the names of the rows as a JSON array of strings. */
static json_t *
row_names(const PageRows *rows)
{
	json_t *names = json_array();

	for (uint32_t i = 0; i < rows->n; i++)
		json_array_append_new(names, json_string(rows->name[i]));
	return names;
}

/* page_data: the data of the page's diagrams for the time t, as JSON. */
static json_t *
page_data(PageRun *r, PageTime t, const PagePath *path)
{
	PageRows rows = page_rows(r);
	json_t *data = json_pack("{sf sf so sb}", "from", t.from / 1e12, "to", t.to / 1e12,
		"rows", row_names(&rows), "manager", r->run != NULL);

	if (r->traced) {
		page_add_trace(r, &rows, t, data);
		page_path_json(path, &rows, t, data);
	}
	if (r->analysed)
		page_add_trek(r, &rows, t, data);
	page_rows_free(&rows);
	return data;
}

/* read_run: read a recorded run, or the machine's trace of a run. */
static void
read_run(PageRun *r, const char *name)
{
	page_run_read(r, name, past_is_recording(name) ? record_files_make(name) : NULL);
}

/*
 * write_page: write the HTML page about a run and, if `other` is not NULL, another run to compare.
 */
static void
write_page(const char *name, const char *other, PageTime t, const char *output)
{
	PageRun r, second;
	PagePath path = {0};
	Time end;
	Buf page;

	read_run(&r, name);
	end = page_last_time(&r);
	if (t.to > end)
		t.to = end;
	if (t.from >= t.to)
		fatal("--from: there is nothing of %s from that time on; it ends at %s", name,
			TIME_STRING(end));
	if (other)
		read_run(&second, other);
	if (r.traced)
		path = page_path(&r);
	page = page_html(&r, other ? &second : NULL, &path, page_data(&r, t, &path));
	file_write(output, page.data, page.len);
	if (strcmp(output, "-") != 0)
		printf("made %s, a page for a browser\n", output);
	page_path_free(&path);
	buf_free(&page);
	page_run_free(&r);
	if (other)
		page_run_free(&second);
}

/* report_main: execute the command `report`; returns the exit status. */
static int
report_main(int argc, char **argv)
{
	PageTime t = {0, NEVER};
	const char *output = "report.html";
	OptionReader r;
	char **runs;
	int c;

	option_reader_init(&r, &report_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1) {
		switch (c) {
		case 'o': output = r.argument; break;
		case OPT_FROM: t.from = time_option("from", r.argument); break;
		case OPT_TO: t.to = time_option("to", r.argument); break;
		}
	}
	runs = argv + option_first_argument(&r);
	if (!runs[0] || (runs[1] && runs[2]))
		fatal("report: expected RUN, or two of them; see 'trellis report --help'");
	if (t.from >= t.to)
		fatal("--from comes before --to");
	write_page(runs[0], runs[1], t, output);
	return 0;
}

static const Option options[] = {
	{'o', "output", "FILE",
		"write the page to FILE (default: report.html; -: standard output)"},
	{OPT_FROM, "from", "TIME", "draw the diagrams from this simulated time on: 20ms, 1.5s"},
	{OPT_TO, "to", "TIME", "... up to this one"},
	{0},
};

const Command report_command = {
	"report", "write one page of HTML on a run",
	report_main, "trellis report [OPTION]... RUN [RUN]",
	"Writes one page of HTML on a run: a recording that 'trellis run --record' has made, or "
	"a trace of the machine. With a second run, the page shows the differences.",
	{options}, NULL,
};
