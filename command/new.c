/* new.c - `trellis new`: creates the directory of a new application, which can be run unchanged. */
#include "command.h"

#include "base/files.h"
#include "vm/vm.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file of programs/template, embedded in this program. */
#define TEMPLATE(label, file) \
	__asm__(".section .rodata\n" #label ":\n" \
		".incbin \"programs/template/" file "\"\n.byte 0\n.previous"); \
	extern const char label[]
TEMPLATE(template_vms, "application.vms");
TEMPLATE(template_task, "task.h");
TEMPLATE(template_generate, "generate.c");
TEMPLATE(template_compute, "compute.c");
TEMPLATE(template_receive, "receive.c");

static const struct {
	const char *name; /* NULL: the application's name with suffix .vms */
	const char *text;
} files[] = {
	{NULL, template_vms},
	{"task.h", template_task},
	{"generate.c", template_generate},
	{"compute.c", template_compute},
	{"receive.c", template_receive},
};

enum { MAX_NAME_BYTES = 64 };

/* is_valid_name: true if the name can be that of an application. */
static bool
is_valid_name(const char *name)
{
	size_t n = 0;

	for (; name[n] && n <= MAX_NAME_BYTES; n++)
		if (!isalnum((unsigned char)name[n]) && (n == 0 || !strchr("-_", name[n])))
			return false;
	return n > 0 && n <= MAX_NAME_BYTES;
}

/* fill_template: the template's text with the application's name for each @NAME@. */
static Buf
fill_template(const char *text, const char *name)
{
	static const char place[] = "@NAME@";
	Buf b = {0};

	for (const char *p; (p = strstr(text, place)) != NULL; text = p + strlen(place)) {
		buf_put(&b, text, p - text);
		buf_put(&b, name, strlen(name));
	}
	buf_put(&b, text, strlen(text));
	return b;
}

/* make_file: write a file of the template into the directory, with the application's name. */
static void
make_file(const char *directory, const char *file, const char *text)
{
	char *path = xasprintf("%s/%s", directory, file);
	Buf b = fill_template(text, directory);

	file_write(path, b.data, b.len);
	buf_free(&b);
	free(path);
}

/* new_main: execute the command `new`; returns the exit status. */
static int
new_main(int argc, char **argv)
{
	OptionReader r;
	const char *name;

	option_reader_init(&r, &new_command, OPTIONS_ANYWHERE, argc, argv);
	while (option_next(&r) != -1)
		;
	if (argc - option_first_argument(&r) != 1)
		fatal("new: expected one NAME; see 'trellis new --help'");
	name = argv[option_first_argument(&r)];
	if (!is_valid_name(name))
		fatal("new: bad name '%s': use a letter or digit, then letters, digits, '-' and "
			"'_', at most %d",
			name, MAX_NAME_BYTES);
	if (mkdir(name, 0777) < 0)
		fatal("new: cannot make the directory %s:", name);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char *file = files[i].name ? xstrdup(files[i].name) : xasprintf("%s.vms", name);

		make_file(name, file, files[i].text);
		free(file);
	}
	printf("made %s/; run it: trellis run %s/%s.vms\n", name, name, name);
	return 0;
}

const Command new_command = {
	"new", "make the directory of a new application", new_main, "trellis new NAME",
	"Makes the directory NAME with the functions and the .vms file of a small application, a "
	"processor farm that counts primes. It runs as it is: 'trellis run NAME/NAME.vms'.",
	{NULL},
	NULL,
};
