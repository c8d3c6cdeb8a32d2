/* install.h - connects the simulator with the compiler's readers. */
#ifndef INSTALL_H
#define INSTALL_H

/* executables_install: from now on the simulator can read executables and the kernel's tables. */
void executables_install(void);

#endif
