/* boot_files.h - reads the system software that boots a network of nodes. */
#ifndef BOOT_FILES_H
#define BOOT_FILES_H

#include "sim/host/station/station.h"

/*
 * boot_files_read: read bootstrap, loader and kernel. `kernel` is the kernel's ELF file, or NULL
 * for the one supplied with this program; with `logging`, the supplied one logs the operations of
 * threads.
 */
void boot_files_read(BootFiles *f, const char *kernel, bool logging);
/* boot_files_free: free what was read, if anything. */
void boot_files_free(BootFiles *f);

#endif
