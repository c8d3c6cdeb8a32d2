/* option.c - faults given on the command line. */
#include "fault.h"

#include "base/files.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SCRIPT = 1 << 24 }; /* bytes */

void
fault_option(FaultOptions *o, const char *text, bool script)
{
	if (!script && strcmp(text, "help") == 0) {
		faults_help(stdout);
		output_close();
		exit(0);
	}
	o->option = xrealloc(o->option, (o->n + 1) * sizeof *o->option);
	o->option[o->n++] = (FaultOption){text, script};
}

void
fault_options_read(const FaultOptions *o, Network *w, const FaultNames *names)
{
	for (uint32_t i = 0; i < o->n; i++) {
		const FaultOption *f = &o->option[i];
		Buf text;

		if (!f->script) {
			faults_read(w, names, "--fault", f->text, strlen(f->text), false);
			continue;
		}
		text = file_read(f->text, MAX_SCRIPT);
		faults_read(w, names, f->text, (char *)text.data, text.len, true);
		buf_free(&text);
	}
}
