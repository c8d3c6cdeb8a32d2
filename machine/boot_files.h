/* boot_files.h - reads the system software that boots a network of nodes. */
#ifndef BOOT_FILES_H
#define BOOT_FILES_H

#include "sim/host/station/station.h"

/*
 * boot_files_read: read bootstrap, loader and kernel. kernel: its ELF file; NULL: the one supplied
 * with this program; logging: the kernel that logs the operations of threads. boot_files_free: free
 * what was read, if anything.
 */
void boot_files_read(BootFiles *f, const char *kernel, bool logging);
void boot_files_free(BootFiles *f);

#endif
