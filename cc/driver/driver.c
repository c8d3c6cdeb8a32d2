/*
 * driver.c - the command `trellis cc`: like cc, with clang as front end and our back end for
 * transputers.
 */
#include "driver.h"
#include "base/files.h"
#include "cc/lower/legal/legal.h"
#include "cc/cc.h"

#include <stdlib.h>
#include <string.h>

char *
output_name(const Driver *d, const char *file, const char *suffix)
{
	const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
	const char *dot = strrchr(base, '.');

	if (d->output)
		return xstrdup(d->output);
	return xasprintf("%.*s%s", dot ? (int)(dot - base) : (int)strlen(base), base, suffix);
}

/* write_assembly: lower bitcode to assembly text, and write it to the file `name`. */
static void
write_assembly(const Driver *d, const char *file, const Buf *bitcode, const char *name)
{
	ProgramOptions o = program_options(d);
	Program *p = program_new(&o);
	Buf text = {0};

	program_add(p, file, bitcode->data, bitcode->len, false);
	program_compile(p, &text);
	file_write(name, text.data, text.len);
	buf_free(&text);
	program_free(p);
}

/*
 * compile_input: compile one file as the options ask: to an object, to assembly, or only
 * preprocess or check it; returns clang's status.
 */
static int
compile_input(const Driver *d, const char *file)
{
	bool assembly = d->stage == STAGE_ASSEMBLY;
	Buf out = {0};
	char *name;
	int status;

	if (d->stage == STAGE_PREPROCESS)
		return driver_compile(d, file, d->syntax ? "-fsyntax-only" : "-E", NULL);
	if (!is_source(file) && !ends_with(file, ".o") && !ends_with(file, ".bc"))
		fatal("%s: -c and -S take C files", file);
	if (assembly && d->ir) {
		status = driver_compile(d, file, "-S", &out);
	} else {
		status = driver_read_input(d, file, &out) ? 0 : 2;
	}
	if (status != 0) {
		buf_free(&out);
		return status;
	}
	name = output_name(d, file, !assembly ? d->ir ? ".bc" : ".o" : d->ir ? ".ll" : ".s");
	if (assembly && !d->ir)
		write_assembly(d, file, &out, name);
	else
		file_write(name, out.data, out.len);
	free(name);
	buf_free(&out);
	return 0;
}

int
cc_main(int argc, char **argv)
{
	Driver d;
	int status = 0;

	if (!options_parse(&d, argc, argv))
		return 0;
	legalize_start();
	if (d.graph)
		write_graph(&d);
	else if (d.stage == STAGE_LINK)
		link_program(&d);
	else
		for (size_t i = 0; i < d.inputs.n && status == 0; i++)
			status = compile_input(&d, d.inputs.v[i]);
	options_free(&d);
	return status ? 2 : 0;
}
