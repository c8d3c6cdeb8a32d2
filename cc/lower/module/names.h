/* names.h - a table from texts to pointers. */
#ifndef NAMES_H
#define NAMES_H

typedef struct Names Names;

Names *names_new(void);
void names_free(Names *n);
/* names_put: let the name, which is borrowed, have this value. */
void names_put(Names *n, const char *name, void *value);
/* names_get: the value of a name; NULL if it has none. */
void *names_get(const Names *n, const char *name);

#endif
