/*
 * figures.c - fuzz target: any text as the figures of a run (run.json of its folder, PREFIX.json),
 * as `trellis report` and `trellis probe` read them. The file is refused, or the page is written,
 * for this run alone and compared with a complete run.
 */
#include "base/files.h"
#include "detrek/report/page.h"
#include "tmon/host/probe_runs.h"
#include "tests/temp.h"

#include <sanitizer/lsan_interface.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>

static const char whole[] = "{\"application\": \"a.vms\", \"result\": \"ended\", \"monitor\": "
	"\"none\", \"time\": 0.5, \"monitored_from\": 0.1, "
		"\"instructions\": 9, \"topology\": \"BTREE\", \"fingerprint\": "
			"\"00\", \"faults\": [], \"nodes\": [{\"node\": 0, "
				"\"tasks\": 1, \"splits\": 0, \"joins\": 0, \"instructions\": 9, "
					"\"cycles_low\": 5, \"cycles_high\": 4}]}";

static char *any_run, *whole_run; /* folders */
static PageRun run, other; /* reachable after a longjmp */
static jmp_buf refused;

static void
caught(int status)
{
	longjmp(refused, status ? status : 1);
}

static void
write_run(const char *folder, const void *text, size_t n)
{
	char *figures = xasprintf("%s/run.json", folder),
		*prefix = xasprintf("%s/data.json", folder);

	file_write(figures, text, n);
	file_write(prefix, text, n);
	free(figures);
	free(prefix);
}

static void
prepare(void)
{
	static char any[TEMP_NAME], good[TEMP_NAME];

	temp_directory(any);
	temp_directory(good);
	any_run = any;
	whole_run = good;
	write_run(whole_run, whole, sizeof whole - 1);
}

/* report: the page of a run, beside another one or alone. */
static void
report(const char *name, const char *beside)
{
	Buf page;

	page_run_read(&run, name, name);
	page_last_time(&run);
	if (beside)
		page_run_read(&other, beside, beside);
	page = page_html(&run, beside ? &other : NULL, &(PagePath){0}, json_object());
	buf_free(&page);
}

static void
try(const char *name, const char *beside)
{
	run = other = (PageRun){0};
	fatal_catch(caught);
	if (setjmp(refused) == 0)
		report(name, beside);
	fatal_catch(NULL);
	page_run_free(&run);
	page_run_free(&other);
}

/* A mistake ends the process, so the part read up to there is not freed. */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	if (!any_run)
		prepare();
	write_run(any_run, data, n);
	__lsan_disable();
	try(any_run, NULL);
	try(whole_run, any_run);
	try(any_run, whole_run);
	__lsan_enable();
	return 0;
}
