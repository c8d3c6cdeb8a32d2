/* item.h - the task and the result. */
#ifndef ITEM_H
#define ITEM_H

#include <stdint.h>

typedef struct Item {
	uint32_t number;
} Item;

#endif
