/*
 * install.h - what the simulator asks of the compiler's side.
 */
#ifndef INSTALL_H
#define INSTALL_H

/* executables_install: the simulator can read executables and the kernel's tables from now on. */
void executables_install(void);

#endif
