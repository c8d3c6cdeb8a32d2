/* map.h - a table from pointers to numbers. */
#ifndef MAP_H
#define MAP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Map Map;

Map *map_new(void);
void map_free(Map *m);
/* map_put: let the key have this value from now on. */
void map_put(Map *m, const void *key, intptr_t value);
/* map_get: get the value of a key; false if it has none. */
bool map_get(const Map *m, const void *key, intptr_t *value);

#endif
