/* wait_table.h - what the functions of the application share. */
#ifndef WAIT_TABLE_H
#define WAIT_TABLE_H

#include <kernel.h>

enum { EVENT_TABLE = 77, WORDS = 4 };

typedef struct Task {
	uint32_t index;
} Task;

#endif
