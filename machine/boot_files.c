/* boot_files.c - reads the system software that boots a network of nodes. */
#include "boot_files.h"

#include "base/files.h"
#include "cc/image/image.h"
#include "cc/node/node_dir.h"
#include "cc/node/node_programs.h"

#include <stdlib.h>

enum {
	MAX_SYSTEM = 4 << 20, /* bytes of a file of the system software */
};

/* read_in_directory: the contents of a file of system software in a directory. */
static Buf
read_in_directory(const char *dir, const char *file)
{
	char *name = xasprintf("%s/%s", dir, file);
	Buf bytes = file_read(name, MAX_SYSTEM);

	free(name);
	return bytes;
}

/* read_loader: read loader.elf and store it as bytes to load at LOADER_BASE, in whole words. */
static void
read_loader(BootFiles *f, const char *dir)
{
	char *name = xasprintf("%s/loader.elf", dir);
	Buf file = file_read(name, MAX_SYSTEM);
	Image im = {0};

	image_read(&im, name, file.data, file.len);
	f->loader = image_flat(&im, LOADER_BASE);
	while (f->loader.len % 4)
		buf_byte(&f->loader, 0);
	f->loader_entry = im.entry;
	image_free(&im);
	buf_free(&file);
	free(name);
}

void
boot_files_read(BootFiles *f, const char *kernel, bool logging)
{
	char *dir = node_dir();

	if (!dir)
		fatal("the nodes' system software is missing; building it needs trellis cc, and "
			"so LLVM");
	f->kernel_file = kernel ? xstrdup(kernel)
		: xasprintf("%s/kernel%s.elf", dir, logging ? "-sync" : "");
	f->bootstrap = read_in_directory(dir, "bootstrap.btl");
	read_loader(f, dir);
	f->kernel = program_read(f->kernel_file);
	while (f->kernel.len % 4)
		buf_byte(&f->kernel, 0);
	free(dir);
}

void
boot_files_free(BootFiles *f)
{
	buf_free(&f->bootstrap);
	buf_free(&f->loader);
	buf_free(&f->kernel);
	free(f->kernel_file);
}
