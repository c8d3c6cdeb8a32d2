/* window_source.h - lets the window show sources and set breakpoints. */
#ifndef WINDOW_SOURCE_H
#define WINDOW_SOURCE_H

#include "sim/view/view.h"

/* view_read_programs: let a window show sources and the kernel's tables, and set breakpoints. */
void view_read_programs(ViewOptions *o);

#endif
