/*
 * build_break.c - compiles what --break adds to the programs of an application: functions for the
 * values of local events, at the end of a file of the slave, and tables.
 */
#include "build_parts.h"

#include "base/files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* write_source: write NAME.c into the build's directory; returns the file's name. */
static const char *
write_source(const Build *b, const char *name, const char *content)
{
	const char *file = build_keep_text(b->arena, xasprintf("%s/%s.c", b->dir, name));

	file_write(file, content, strlen(content));
	return file;
}

/*
 * added_step: a step that compiles a generated file. Unlike the application's files, which have
 * been compiled before, it may include files outside the application's directory.
 */
static BuildStep
added_step(const Build *b, const char *source, const char *object)
{
	BuildStep s = build_step(b, object);

	build_options(b, &s);
	step_input(&s, source);
	unlink(object); /* the object must be made anew, because its source has just been written */
	return s;
}

/* valued_step: a step that compiles a file of the slave with the values at its end. */
static BuildStep
valued_step(const Build *b, const char *source)
{
	char *path = realpath(build_source(b, source), NULL);
	char *content = xasprintf("#include \"%s\"\n%s", path, b->brk->values);
	BuildStep s = added_step(b, write_source(b, "values", content),
		build_object(b, source, ".break.o"));

	free(content);
	free(path);
	return s;
}

void
build_values(Build *b, const Sources *slave)
{
	for (b->valued = 0; b->valued < slave->n; b->valued++) {
		BuildStep s = valued_step(b, slave->name[b->valued]);

		steps_run(&s, 1);
		if (s.failed && b->valued + 1 == slave->n)
			fputs((char *)s.messages.data, stderr);
		buf_free(&s.messages);
		if (!s.failed)
			return;
	}
	fatal("--break: %s: not an expression at the end of a file of comp_function; a static "
		"variable of a function is not visible there", b->brk->event);
}

const char *
build_tables_object(const Build *b, const char *program)
{
	return build_keep_text(b->arena, xasprintf("%s/%s.tables.o", b->dir, program));
}

void
build_tables(const Build *b, const char *program, const char *tables)
{
	BuildStep s = added_step(b, write_source(b, "tables", tables),
		build_tables_object(b, program));

	steps_run(&s, 1);
	if (s.failed)
		fatal("--break: the tables of %s cannot be compiled: %s", program,
			(char *)s.messages.data);
	buf_free(&s.messages);
}
